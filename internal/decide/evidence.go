package decide

import (
	"encoding/hex"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
)

// Evidence is what a search found for a question, best first, with what it
// found of pairs of question and answer that people approved.
type Evidence struct {
	Passages []knowledge.Passage
	Approved []Approved
	// Titles name the sources, for whoever reads a citation.
	Titles map[string]string
}

// Approved is an answer that a person wrote for a question.
type Approved struct {
	Passage  knowledge.Passage
	Question string
	Answer   string
}

// MaxPassages is how many passages a prompt has.
const MaxPassages = 6

// confident is the share of a question that a passage must speak of to be
// said word for word when no model can be asked.
const confident = 0.75

// Level0 returns the approved answer to the question: the same words but for
// slips of the pen, with the same numbers and negations, in the same language.
func Level0(question, language string, list []Approved) (Approved, bool) {
	want := knowledge.Normalise(question)
	best, found := 0.0, -1
	for i, a := range list {
		have := knowledge.Normalise(a.Question)
		if a.Passage.Language != "" && language != "" && a.Passage.Language != language {
			continue
		}
		score := Similarity(want, have)
		if score < alike || strings.Join(numbers(want), " ") != strings.Join(numbers(have), " ") || negations(want) != negations(have) || !sameWords(want, have) {
			continue
		}
		if score > best {
			best, found = score, i
		}
	}
	if found < 0 {
		return Approved{}, false
	}
	return list[found], true
}

// Verbatim returns the passage that may be said as it stands because no model
// can be asked: the first by its words, if it speaks of nearly all that is asked,
// in the language of the question, is short enough, and written for people. What
// a passage means counts for nothing here.
func Verbatim(list []knowledge.Passage, language string, longest int) (knowledge.Passage, bool) {
	if len(list) == 0 {
		return knowledge.Passage{}, false
	}
	p := list[0]
	for _, o := range list {
		if o.WordRank > 0 && (p.WordRank == 0 || o.WordRank < p.WordRank) {
			p = o
		}
	}
	foreign := p.Language != "" && language != "" && p.Language != language
	if p.Confidence < confident || p.Flagged || foreign || len([]rune(p.Text)) > longest || strings.TrimSpace(p.Text) == "" {
		return p, false
	}
	return p, true
}

// Cite renders citations of passages.
func (e Evidence) Cite(ids ...string) []crm.KnowledgeCitation {
	out := []crm.KnowledgeCitation{}
	for _, id := range ids {
		for _, p := range e.all() {
			if p.ID == id {
				title := p.Title
				if title == "" {
					title = e.Titles[p.SourceID]
				}
				out = append(out, crm.KnowledgeCitation{PassageID: p.ID, SourceID: p.SourceID, Title: title, Hash: hex.EncodeToString(p.Hash[:8])})
				break
			}
		}
	}
	return out
}

func (e Evidence) all() []knowledge.Passage {
	out := append([]knowledge.Passage{}, e.Passages...)
	for _, a := range e.Approved {
		out = append(out, a.Passage)
	}
	return out
}
