package ai

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// Passage is a part of a source that a prompt offers as evidence. Answers
// cite its ID.
type Passage struct {
	ID    string `json:"-"`
	Title string `json:"title,omitempty"`
	Text  string `json:"text"`
}

// RenderPassages writes passages as data: one line per passage,
//
//	<passage id="kp_1">{"title":"Delivery","text":"It takes 2 days."}</passage>
//
// What is inside the tags is JSON in which <, > and & are escaped, so nothing
// in a passage can end its block or begin another.
func RenderPassages(list []Passage) string {
	var b strings.Builder
	for _, p := range list {
		p.Title, p.Text = Printable(p.Title), Printable(p.Text)
		b.WriteString(`<passage id="` + identifier(p.ID) + `">`)
		b.Write(encode(p))
		b.WriteString("</passage>\n")
	}
	return b.String()
}

// RenderMessage writes what a customer wrote as data, in the same way:
//
//	<message>"When do you open?"</message>
func RenderMessage(text string) string {
	return "<message>" + string(encode(Printable(text))) + "</message>"
}

// identifier keeps the characters that identifiers are made of.
func identifier(id string) string {
	return strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-.:#", r)) {
			return r
		}
		return -1
	}, id)
}

// encode writes v, made of texts, as JSON with <, > and & escaped.
func encode(v any) []byte {
	var b bytes.Buffer
	_ = json.NewEncoder(&b).Encode(v) // texts cannot fail
	return bytes.TrimRight(b.Bytes(), "\n")
}

// Printable returns the text without what a reader cannot see: control
// characters but line ends and tabs, direction marks, tags, and other invisible
// ones. Joiners stay, which Indic and Persian spelling needs.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
			return -1
		case r >= 0xfe00 && r <= 0xfe0e, r >= 0xe0100 && r <= 0xe01ef: // variation selectors; 0xfe0f is of emoji
			return -1
		}
		return r
	}, text)
}

// EstimateTokens is about how many tokens a text is, for reservations and for
// providers that tell no usage: four ASCII characters, or one and a half
// others, make one.
func EstimateTokens(text string) int {
	ascii, other := 0, 0
	for _, r := range text {
		if r <= unicode.MaxASCII {
			ascii++
		} else {
			other++
		}
	}
	return (ascii+3)/4 + (2*other+2)/3
}

// estimate is about how many tokens the request has.
func (r Request) estimate() int {
	n := EstimateTokens(r.System) + EstimateTokens(string(r.Schema))
	for _, m := range r.Messages {
		n += 4 + EstimateTokens(m.Text)
	}
	return n
}
