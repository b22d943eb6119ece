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
	found := whatlanggo.DetectWithOptions(text, whatlanggo.Options{Whitelist: knownToDetector})
	if found.Confidence < certain {
		return ""
	}
	return iso(found.Lang)
}

// detected are languages that are told apart but have no file.
var detected = []whatlanggo.Lang{whatlanggo.Mar, whatlanggo.Nep, whatlanggo.Pes, whatlanggo.Urd, whatlanggo.Ita, whatlanggo.Nld, whatlanggo.Pol, whatlanggo.Tur,
	whatlanggo.Rus, whatlanggo.Ukr, whatlanggo.Vie, whatlanggo.Swe, whatlanggo.Dan, whatlanggo.Ron, whatlanggo.Ces}

// detectorLanguages keeps the detector from languages that are never meant: it
// takes short Spanish for Esperanto, and Indonesian for Javanese.
func detectorLanguages(list []language) map[whatlanggo.Lang]bool {
	out := map[whatlanggo.Lang]bool{}
	for _, l := range detected {
		out[l] = true
	}
	for l := range whatlanggo.Langs {
		for _, own := range list {
			if l.Iso6391() == own.code {
				out[l] = true
			}
		}
	}
	return out
}

func iso(l whatlanggo.Lang) string {
	if code := l.Iso6391(); len(code) == 2 {
		return code
	}
	return ""
}
