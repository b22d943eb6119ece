package decide

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"service.example/crm/internal/knowledge"
)

// Grounded reports whether an answer is said by the passages that it cites, by
// the measure of the output gate.
func Grounded(text, language string, cited []knowledge.Passage) bool {
	return len(cited) > 0 && supported(norm.NFKC.String(text), groundOf(cited), language, cited) == nil
}

// Agreement is how much an answer has in common with what a person answered,
// from 0 to 1: the share of the person's links, addresses and numbers that it
// has, and how alike the words are (of words and trigrams the better one), each
// for half where there is both. ok is false where nothing can be compared:
// across languages words say nothing.
func Agreement(text, person string) (score float64, ok bool) {
	if strings.TrimSpace(person) == "" {
		return 0, false
	}
	facts := hardFacts(person)
	have := hardFacts(text)
	common := 0
	for fact := range facts {
		if have[fact] {
			common++
		}
	}
	a, b := Language(text), Language(person)
	foreign := a != "" && b != "" && a != b
	switch {
	case foreign && len(facts) == 0:
		return 0, false
	case foreign:
		return float64(common) / float64(len(facts)), true
	}
	words := alikeWords(text, person)
	if len(facts) == 0 {
		return words, true
	}
	return (float64(common)/float64(len(facts)) + words) / 2, true
}

// alikeWords is how alike the words of two texts are, from 0 to 1.
func alikeWords(a, b string) float64 {
	x, y := contentWords(a), contentWords(b)
	common := 0
	for w := range x {
		if y[w] {
			common++
		}
	}
	score := 0.0
	if n := len(x) + len(y); n > 0 {
		score = 2 * float64(common) / float64(n)
	}
	return max(score, Similarity(knowledge.Normalise(a), knowledge.Normalise(b)))
}

// hardFacts are what of a text is right or wrong: links, e-mail addresses and
// numbers.
func hardFacts(text string) map[string]bool {
	plain := visible(text)
	out := keys(linkForm, plain, addressKey)
	for k := range keys(emailForm, plain, addressKey) {
		out[k] = true
	}
	rest := emailForm.ReplaceAllString(linkForm.ReplaceAllString(plain, " "), " ")
	for _, n := range numbers(rest) {
		out["#"+n] = true
	}
	return out
}

// factWords is the share of a fact's words that an answer must have.
const factWords = 0.6

// Covered is the share of the expected facts that an answer has, from 0 to 1: a
// fact is there when the answer has it word for word, or all of its numbers,
// links and addresses and most of its words, negations as often.
func Covered(text string, facts []string) float64 {
	if len(facts) == 0 {
		return 0
	}
	n := 0
	for _, fact := range facts {
		if has(text, fact) {
			n++
		}
	}
	return float64(n) / float64(len(facts))
}

func has(text, fact string) bool {
	if compile([]string{fact}).in(fold(text)) != "" {
		return true
	}
	have, want := hardFacts(text), hardFacts(fact)
	for f := range want {
		if !have[f] {
			return false
		}
	}
	words, said := contentWords(fact), contentWords(text)
	if len(words) == 0 {
		return len(want) > 0
	}
	found := 0
	for w := range words {
		if said[w] {
			found++
		}
	}
	return float64(found) >= factWords*float64(len(words)) && (negations(fact) == 0) == (negations(sentenceOf(text, words)) == 0)
}

// sentenceOf is the sentence of a text that has most of the words.
func sentenceOf(text string, words map[string]bool) (best string) {
	most := -1
	for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return slices.Contains([]rune(".!?\n。！？؟।"), r) }) {
		n := 0
		for w := range contentWords(sentence) {
			if words[w] {
				n++
			}
		}
		if n > most {
			best, most = sentence, n
		}
	}
	return best
}
