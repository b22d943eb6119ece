package contact

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"service.example/crm/internal/crm"
)

// ConsentWords finds the word that a whole message is.
type ConsentWords struct {
	Settings crm.ConsentSettings
	byWord   map[string][]ConsentWord
	// letters is how many the longest word has: most messages have more, and
	// are told apart by that.
	letters int
}

// ConsentWord is what a word means in one language.
type ConsentWord struct {
	State    crm.ConsentState
	language string
	Answer   crm.ConsentAnswer
}

func newConsentWords(s crm.ConsentSettings) *ConsentWords {
	w := &ConsentWords{Settings: s, byWord: map[string][]ConsentWord{}}
	for _, l := range s.Languages {
		w.add(l.StopWords, ConsentWord{crm.ConsentOptedOut, l.Language, l.StopConfirmation})
		w.add(l.StartWords, ConsentWord{crm.ConsentOptedIn, l.Language, l.StartConfirmation})
	}
	return w
}

func (w *ConsentWords) add(words []string, meaning ConsentWord) {
	for _, word := range words {
		if key := foldWord(word); key != "" {
			w.byWord[key] = append(w.byWord[key], meaning)
			w.letters = max(w.letters, letters(key))
		}
	}
}

// contradictions are the words that both stop and start: nobody could say what
// a contact means by them.
func (w *ConsentWords) contradictions() (out []string) {
	for word, meanings := range w.byWord {
		for _, m := range meanings {
			if m.State != meanings[0].State {
				out = append(out, word)
				break
			}
		}
	}
	return out
}

// Find returns what a whole message means as a word; false for every message
// that says more than the word. A word of several languages counts for the
// preferred one, else for the first that has it.
func (w *ConsentWords) Find(text, preferred string) (ConsentWord, bool) {
	if len(text) > 16*crm.MaxConsentWord || letters(text) > w.letters {
		return ConsentWord{}, false
	}
	list := w.byWord[foldWord(text)]
	if len(list) == 0 {
		return ConsentWord{}, false
	}
	language, _, _ := strings.Cut(preferred, "_")
	for _, want := range []string{preferred, language} {
		for _, m := range list {
			if m.language == want {
				return m, true
			}
		}
	}
	return list[0], true
}

// foldWord brings a message into the form in which words are compared: without
// case, accents, and what stands around it that is neither letter nor number,
// such as blanks, punctuation and emoji.
func foldWord(s string) string {
	// Beside a byte that is not UTF-8, norm leaves accents where they are.
	s = cases.Fold().String(norm.NFKD.String(strings.ToValidUTF8(s, "\uFFFD")))
	s = strings.Map(plainRune, s)
	start := strings.IndexFunc(s, spoken)
	if start < 0 {
		return ""
	}
	s = strings.TrimRightFunc(s[start:], func(r rune) bool { return !spoken(r) && !unicode.IsMark(r) })
	return norm.NFC.String(strings.Join(strings.Fields(s), " "))
}

// letters counts letters and numbers; folding a text never lessens them, but
// for the Arabic stretch.
func letters(s string) (n int) {
	for _, r := range s {
		if spoken(r) && r != tatweel {
			n++
		}
	}
	return n
}

const tatweel = 'ـ'

func spoken(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// plainRune drops what people write or leave out without another meaning:
// accents and Arabic vowel points, the Arabic stretch, the Indic dot below, and
// what is invisible. The vowel signs of Indic scripts are letters of the word.
func plainRune(r rune) rune {
	const typographic = '’'
	switch {
	case r == tatweel, unicode.In(r, unicode.Cf, unicode.Me, unicode.Variation_Selector):
		return -1
	case r == typographic:
		return '\''
	case unicode.Is(unicode.Cherokee, r):
		return unicode.ToUpper(r) // the package cases makes the other case of it
	case unicode.Is(unicode.Mn, r):
		// Classes above the virama's are accents and points; the nukta's is
		// 7; the vowel signs have none.
		if ccc := norm.NFD.PropertiesString(string(r)).CCC(); ccc == 7 || ccc > 9 {
			return -1
		}
	}
	return r
}
