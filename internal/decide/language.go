package decide

import (
	"unicode"

	"github.com/abadojack/whatlanggo"
)

// Language tells what language a text is in, in two letters; "" when it is too
// short to tell. Scripts that one language of the product has decide by
// themselves; Latin text needs a phrase that gives it away, or 20 letters.
func Language(text string) string {
	counts := map[string]int{}
	letters := 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			counts["ja"] += 3 // Japanese has Han too
		case unicode.Is(unicode.Han, r):
			counts["zh"]++
		case unicode.Is(unicode.Hangul, r):
			counts["ko"]++
		case unicode.Is(unicode.Thai, r):
			counts["th"]++
		case unicode.Is(unicode.Hebrew, r):
			counts["he"]++
		case unicode.Is(unicode.Greek, r):
			counts["el"]++
		case unicode.Is(unicode.Latin, r):
			counts["latin"]++
		}
	}
	best, most := "", 0
	for name, n := range counts {
		if n > most || n == most && name < best {
			best, most = name, n
		}
	}
	if letters == 0 || 2*most < letters && best != "" {
		best = ""
	}
	if best != "" && best != "latin" {
		return best
	}
	return spoken(text, letters)
}

// certain is from where on the detector is believed.
const certain = 0.6

func spoken(text string, letters int) string {
	folded := fold(text)
	for language, greeting := range greetingWords {
		if greeting.is(folded) {
			return language
		}
	}
	if letters < 20 {
		if short := whatlanggo.Detect(text); short.Script == unicode.Arabic || short.Script == unicode.Devanagari {
			return iso(short.Lang)
		}
		return ""
	}
	found := whatlanggo.DetectWithOptions(text, whatlanggo.Options{Whitelist: known})
	if found.Confidence < certain {
		return ""
	}
	return iso(found.Lang)
}

// known keeps the detector from languages that are never meant: it takes short
// Spanish for Esperanto, and Indonesian for Javanese.
var known = map[whatlanggo.Lang]bool{whatlanggo.Eng: true, whatlanggo.Spa: true, whatlanggo.Por: true, whatlanggo.Fra: true, whatlanggo.Deu: true,
	whatlanggo.Hin: true, whatlanggo.Mar: true, whatlanggo.Nep: true, whatlanggo.Arb: true, whatlanggo.Pes: true, whatlanggo.Urd: true, whatlanggo.Ind: true, whatlanggo.Ita: true,
	whatlanggo.Nld: true, whatlanggo.Pol: true, whatlanggo.Tur: true, whatlanggo.Rus: true, whatlanggo.Ukr: true, whatlanggo.Vie: true,
	whatlanggo.Swe: true, whatlanggo.Dan: true, whatlanggo.Ron: true, whatlanggo.Ces: true}

func iso(l whatlanggo.Lang) string {
	if code := l.Iso6391(); len(code) == 2 {
		return code
	}
	return ""
}
