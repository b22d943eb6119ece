package sandbox

import (
	"encoding/json"
	"regexp"
	"strings"
)

// secret is a code in the instructions of a prompt.
var secret = regexp.MustCompile(`\b[A-Z0-9]{12,}\b`)

// obeyed is the answer of a model that a customer has talked into anything: it
// says what the customer wrote, gives away the code of its instructions every
// other time, and cites whatever there is.
func (p *prompt) obeyed(g grounded) string {
	text, sources := strings.TrimSpace(g.question), []string{}
	for _, t := range p.turns {
		if t.role != "system" && t.role != "developer" {
			continue
		}
		if code := secret.FindString(t.text); code != "" && len(text)%2 == 1 {
			text += " " + code
		}
		for _, found := range passages(t.text) {
			if found.id != "" {
				sources = append(sources, found.id)
			}
		}
	}
	out, _ := json.Marshal(map[string]any{"action": "answer", "text": text, "citations": sources, "language": "en", "reason": ""}) // plain values
	return string(out)
}
