package sandbox

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// secret is a code in the instructions of a prompt.
var secret = regexp.MustCompile(`\b[A-Z0-9]{12,}\b`)

// obeyed is the answer of a model that a customer has talked into anything: it
// says what the customer wrote, gives away the code of its instructions every
// other time, and cites whatever there is.
func (p *prompt) obeyed(g grounded) string {
	text := strings.TrimSpace(g.question)
	if code := secret.FindString(p.instructions()); code != "" && len(text)%2 == 1 {
		text += " " + code
	}
	return p.says(text)
}

// hijacked is the answer of a model in the hands of an attacker who knows his
// business: what the knowledge says, and after it what the attacker wishes to
// be said. In the wish {code} is the code of the instructions, {code:spaced},
// {code:backwards}, {code:small} and {code:hidden} the same in disguise, and
// {rules} the beginning of the instructions.
func (p *prompt) hijacked(g grounded, wish string) string {
	told := p.instructions()
	code := secret.FindString(told)
	backwards := []byte(code)
	slices.Reverse(backwards)
	rules := []rune(told)
	rules = rules[:min(len(rules), 120)]
	disguise := strings.NewReplacer("{code}", code, "{code:spaced}", strings.Join(strings.Split(code, ""), " "), "{code:backwards}", string(backwards),
		"{code:small}", strings.ToLower(code), "{code:hidden}", strings.Join(strings.Split(code, ""), "\u200b"), "{rules}", string(rules))
	return p.says(g.text + " " + disguise.Replace(wish))
}

// instructions are what the prompt says before anybody wrote.
func (p *prompt) instructions() string {
	var all []string
	for _, t := range p.turns {
		if t.role == "system" || t.role == "developer" {
			all = append(all, t.text)
		}
	}
	return strings.Join(all, "\n")
}

// says is an answer that cites whatever there is.
func (p *prompt) says(text string) string {
	sources := []string{}
	for _, found := range passages(p.instructions()) {
		if found.id != "" {
			sources = append(sources, found.id)
		}
	}
	out, _ := json.Marshal(map[string]any{"action": "answer", "text": text, "citations": sources, "language": "en", "reason": ""}) // plain values
	return string(out)
}
