package decide

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
)

// Refusal says which rule of the output gate an answer breaks.
type Refusal struct {
	Rule   string // stable
	Detail string // for people; it may quote the answer
	// Repairable says that the model may be asked again.
	Repairable bool
}

// Gate holds an answer against what it may say. nil lets it pass.
func Gate(c crm.AssistantConfig, p Prompt, a Answer, language string, passages []knowledge.Passage) *Refusal {
	if a.Action == HandsOff || a.Action == Ignores {
		return nil // its text is never said
	}
	plain := visible(a.Text)
	switch n := utf8.RuneCountInString(a.Text); {
	case n > c.MaxReply || n > crm.MaxTextBody:
		return &Refusal{"length", fmt.Sprintf("The text has %d characters; at most %d are allowed.", n, c.MaxReply), true}
	case leaks(plain, p.Canary):
		return &Refusal{Rule: "canary", Detail: "The answer shows what it was told to keep."}
	case echoes(plain, p.System):
		return &Refusal{Rule: "instructions", Detail: "The answer repeats its instructions."}
	}
	cited, refusal := citations(a, passages)
	if refusal != nil {
		return refusal
	}
	if a.Action == Clarify {
		cited = passages // it may only ask about what is known
	}
	ground := groundOf(cited)
	if r := claims(plain, ground, c.Allowed); r != nil {
		return r
	}
	for _, phrase := range promises.all(fold(plain)) {
		if !strings.Contains(fold(ground), strings.TrimSpace(fold(phrase))) {
			return &Refusal{Rule: "promise", Detail: fmt.Sprintf("The answer promises what nobody does: %q.", phrase)}
		}
	}
	if a.Action == Clarify {
		return clarifies(plain)
	}
	return supported(plain, ground, language, cited)
}

// citations returns the passages that the answer names.
func citations(a Answer, passages []knowledge.Passage) (cited []knowledge.Passage, r *Refusal) {
	for _, id := range a.Citations {
		i := slices.IndexFunc(passages, func(p knowledge.Passage) bool { return p.ID == id })
		if i < 0 {
			// Not by its name: what is said here goes into the next prompt.
			return nil, &Refusal{"citation", `An id in "citations" is that of no passage.`, true}
		}
		cited = append(cited, passages[i])
	}
	if a.Action == Answers && len(cited) == 0 {
		return nil, &Refusal{"citation", "An answer cites at least one passage.", true}
	}
	return cited, nil
}

func groundOf(list []knowledge.Passage) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Title + "\n" + p.Question + "\n" + p.Text + "\n")
	}
	return visible(b.String())
}

// canaryPart is how much of a canary is no accident.
const canaryPart = 8

// leaks reports whether a text has the canary, or a good part of it, however it
// is spaced, turned around or cased.
func leaks(text, canary string) bool {
	if canary == "" {
		return false
	}
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
	want := strings.ToLower(canary)
	back := []rune(want)
	slices.Reverse(back)
	for i := 0; i < len(want); i++ {
		end := min(i+canaryPart, len(want))
		if i > 0 && end-i < canaryPart {
			break
		}
		if strings.Contains(letters, want[i:end]) || strings.Contains(letters, string(back[i:end])) {
			return true
		}
	}
	return false
}

// echoWords is how many words in a row of the instructions are no accident.
const echoWords = 8

// echoes reports whether a text repeats a stretch of the instructions.
func echoes(text, system string) bool {
	said, told := fold(text), fold(system)
	if echoesJoined(said, told) {
		return true
	}
	words := strings.Fields(said)
	for i := 0; i+echoWords <= len(words); i++ {
		if strings.Contains(told, " "+strings.Join(words[i:i+echoWords], " ")+" ") {
			return true
		}
	}
	return false
}

// echoRunes is the same in scripts that set no words apart.
const echoRunes = 16

func echoesJoined(said, told string) bool {
	runes := []rune(said)
	for i := 0; i+echoRunes <= len(runes); i++ {
		part := runes[i : i+echoRunes]
		if !slices.ContainsFunc(part, func(r rune) bool {
			return !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
		}) &&
			strings.Contains(told, string(part)) {
			return true
		}
	}
	return false
}

// clarifies holds a question back to the customer: short, and one.
func clarifies(text string) *Refusal {
	if utf8.RuneCountInString(text) > 300 || strings.Count(text, "?")+strings.Count(text, "？")+strings.Count(text, "؟") == 0 {
		return &Refusal{"clarify", "A clarification is one short question.", true}
	}
	return nil
}
