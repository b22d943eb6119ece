package decide

import (
	"slices"
	"strings"
	"unicode"
)

// sameWords reports whether two normalised questions have the same words in the
// same order, but for slips of the pen. Two questions that are nearly the same
// in letters may ask for the opposite: within two days or ten, on Monday or
// Sunday, whether a shop is open or shut.
func sameWords(a, b string) bool {
	x, y := strings.Fields(fold(a)), strings.Fields(fold(b))
	return slices.EqualFunc(x, y, func(a, b string) bool { return a == b || slip(a, b) })
}

// slipLetters is how long a word is at least in which a letter may be wrong.
const slipLetters = 4

// slip reports whether a word is another one with a letter that is wrong,
// missing or too much, and is not the first. Where characters are words there
// are none.
func slip(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < slipLetters || len(y) > len(x)+1 || x[0] != y[0] || noSlips[a] || noSlips[b] || !lettersOnly(x) || !lettersOnly(y) {
		return false
	}
	same := 0
	for same < len(x) && x[same] == y[same] {
		same++
	}
	rest := y[same+1:]
	if len(x) == len(y) {
		return slices.Equal(x[same+1:], rest)
	}
	return slices.Equal(x[same:], rest)
}

func lettersOnly(word []rune) bool {
	for _, r := range word {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			return false
		}
	}
	return true
}
