package templatelint

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// part is a JSON object of a template. Its readers never fail: what has another
// type than asked for is not there.
type part map[string]any

func (p part) has(key string) bool { return p[key] != nil }

// str returns a text, or the spelling of a number or a truth; "" if absent.
func (p part) str(key string) string { return spelled(p[key]) }

func spelled(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// word is str in capitals, as the provider's words are compared.
func (p part) word(key string) string { return strings.ToUpper(p.str(key)) }

func (p part) sub(key string) part {
	m, _ := p[key].(map[string]any)
	return m
}

func (p part) list(key string) []any {
	l, _ := p[key].([]any)
	return l
}

// node is an object with its place.
type node struct {
	at string
	part
}

// nodes returns the objects of a list, at most so many, with their places.
func (n node) nodes(key string, most int) (out []node) {
	for i, v := range n.list(key) {
		if m, ok := v.(map[string]any); ok && i < most {
			out = append(out, node{n.at + "/" + key + "/" + strconv.Itoa(i), m})
		}
	}
	return out
}

// component is a component with its type.
type component struct {
	node
	kind string
	card bool // whether it belongs to a card
}

// form is a template taken apart.
type form struct {
	category string
	named    bool
	unread   bool // whether the components are no list
	odd      []node
	parts    []component
}

func read(t Template) form {
	f := form{category: strings.ToUpper(t.Category), named: strings.EqualFold(t.Format, "NAMED")}
	var list any
	decoder := json.NewDecoder(bytes.NewReader(t.Components))
	decoder.UseNumber()
	if len(t.Components) > 0 && decoder.Decode(&list) != nil {
		f.unread = true
		return f
	}
	items, isList := list.([]any)
	f.unread = !isList && list != nil
	f.parts, f.odd = componentsOf(node{"", part{"components": items}}, false)
	return f
}

// componentsOf returns the components below a node, and what is none.
func componentsOf(n node, card bool) (out []component, odd []node) {
	for i, v := range n.list("components") {
		if i >= maxComponents {
			break
		}
		at := n.at + "/components/" + strconv.Itoa(i)
		m, isObject := v.(map[string]any)
		if !isObject {
			odd = append(odd, node{at, nil})
			continue
		}
		out = append(out, component{node{at, m}, part(m).word("type"), card})
	}
	return out, odd
}

// first returns the first component of a kind.
func first(list []component, kind string) (component, bool) {
	for _, c := range list {
		if c.kind == kind {
			return c, true
		}
	}
	return component{}, false
}

// text returns the text of a component, cut where it goes on without end.
func (c component) text() string { return cut(c.str("text"), maxText) }

func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i]
		}
	}
	return s
}

// everyPart returns the components, those of cards included.
func (f form) everyPart() (out []component) {
	for _, c := range f.parts {
		out = append(out, c)
		if c.kind != "CAROUSEL" {
			continue
		}
		for _, card := range c.nodes("cards", maxCards) {
			inner, _ := componentsOf(card, true)
			out = append(out, inner...)
		}
	}
	return out
}

// has reports whether there is a component of a kind.
func (f form) has(kind string) bool {
	_, ok := first(f.parts, kind)
	return ok
}

// buttons returns the buttons of the template itself.
func (f form) buttons() (out []node) {
	for _, c := range f.parts {
		if c.kind == "BUTTONS" {
			out = append(out, c.nodes("buttons", maxButtons)...)
		}
	}
	return out
}
