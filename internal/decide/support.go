package decide

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"service.example/crm/internal/knowledge"
)

// supportShare is the share of the answer's words that its evidence must have.
const supportShare = 0.5

// supported reports whether what an answer says is in the passages that it
// cites. Across languages words say nothing; then every number must be there.
func supported(text, ground, language string, cited []knowledge.Passage) *Refusal {
	source := ""
	for _, p := range cited {
		if source == "" {
			source = p.Language
		}
	}
	if source == "" {
		source = Language(ground)
	}
	target := Language(text)
	if target == "" {
		target = language
	}
	if source != "" && target != "" && source != target {
		have := numbers(ground)
		for _, n := range numbers(text) {
			if !slices.Contains(have, n) {
				return &Refusal{"support", fmt.Sprintf("The number %s is not in the passages.", n), true}
			}
		}
		return nil
	}
	have := contentWords(ground)
	said, found := 0, 0
	for w := range contentWords(text) {
		said++
		if have[w] {
			found++
		}
	}
	if said > 0 && float64(found) < supportShare*float64(said) {
		return &Refusal{"support", "The answer says what its passages do not.", true}
	}
	return nil
}

// contentWords are the words of a text that say something, cut to their first
// five letters so that forms of a word meet; pairs of characters in scripts
// that set no words apart.
func contentWords(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(fold(text)) {
		runes := []rune(w)
		if unicode.Is(unicode.Han, runes[0]) || unicode.In(runes[0], unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			for i := 0; i+2 <= len(runes); i++ {
				out[string(runes[i:i+2])] = true
			}
			continue
		}
		if len(runes) < 4 && !unicode.IsDigit(runes[0]) {
			continue // articles and the like
		}
		if len(runes) > 5 {
			runes = runes[:5]
		}
		out[string(runes)] = true
	}
	return out
}
