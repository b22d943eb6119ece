package search

import (
	"strings"

	"service.example/crm/internal/words"
)

// grammar is how an engine writes an expression over words.
type grammar struct {
	and, or string
	phrase  func(list []string) string
	prefix  func(word string) string
}

var embeddedGrammar = grammar{" AND ", " OR ",
	func(list []string) string { return `"` + strings.Join(list, " ") + `"` },
	func(word string) string { return `"` + word + `" *` }}

var postgresGrammar = grammar{" & ", " | ",
	func(list []string) string { return "('" + strings.Join(list, "' <-> '") + "')" },
	func(word string) string { return "'" + word + "':*" }}

// maxParts bounds the words of an expression over several spans.
const maxParts = 300

// spansAtOnce is in how many spans a query may look at once that is narrowed by so many
// words.
func spansAtOnce(q words.Query, narrowing int) int {
	parts := narrowing
	for _, t := range q.Terms {
		for _, all := range t.Any {
			for _, p := range all {
				parts += len(p.Texts)
			}
		}
	}
	return max(1, maxParts/max(1, parts))
}

// expression is what finds a query in spans of a workspace. Of each list of narrowing
// that is not empty, one word has to be there.
func (g grammar) expression(workspaceID string, kind Kind, spans []int64, q words.Query, narrowing ...[]string) string {
	var anywhere []string
	for _, span := range spans {
		prefix := prefixOf(workspaceID, kind, span)
		var every []string
		for _, t := range q.Terms {
			every = append(every, g.term(prefix, t))
		}
		for _, list := range narrowing {
			var any []string
			for _, word := range list {
				any = append(any, g.phrase([]string{prefix + word}))
			}
			if len(any) > 0 {
				every = append(every, "("+strings.Join(any, g.or)+")")
			}
		}
		anywhere = append(anywhere, "("+strings.Join(every, g.and)+")")
	}
	return strings.Join(anywhere, g.or)
}

func (g grammar) term(prefix string, t words.Term) string {
	var any []string
	for _, all := range t.Any {
		var each []string
		for _, p := range all {
			each = append(each, g.part(prefix, p))
		}
		any = append(any, "("+strings.Join(each, g.and)+")")
	}
	return "(" + strings.Join(any, g.or) + ")"
}

func (g grammar) part(prefix string, p words.Part) string {
	list := make([]string, len(p.Texts))
	for i, text := range p.Texts {
		list[i] = prefix + string(p.Class) + text
	}
	if p.Prefix {
		return g.prefix(list[0])
	}
	return g.phrase(list)
}
