package password

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// Lengths of a password in characters.
const (
	MinAlone      = 15  // where the password is the only factor
	MinWithSecond = 8   // where the user has a second factor
	Max           = 256 // of any password
)

// Rules are what a password must satisfy.
type Rules struct {
	// SecondFactor says that the user signs in with a second factor too.
	SecondFactor bool
	// Own are words that others know of the user: address, name, workspace.
	Own []string
}

// Check returns no fault, or the one of a password at a pointer.
func (r Rules) Check(pointer, password string) (f crm.Faults) {
	least := MinAlone
	if r.SecondFactor {
		least = MinWithSecond
	}
	normal := Normal(password)
	switch n := utf8.RuneCountInString(normal); {
	case n > Max || len(password) > 8*Max:
		f.Add(pointer, crm.CodeTooLong, "A password has at most %d characters.", Max)
	case n < least && r.SecondFactor:
		f.Add(pointer, crm.CodePasswordShort, "Choose a password of at least %d characters.", least)
	case n < least:
		f.Add(pointer, crm.CodePasswordShort, "Choose a password of at least %d characters, or of %d once you have a second factor. A few words that do not belong together are easy to keep in mind.", least, MinWithSecond)
	case r.own(normal):
		f.Add(pointer, crm.CodePasswordCommon, "This is your name, your address or the name of the workspace. Choose something that nobody would guess.")
	case Common(normal):
		f.Add(pointer, crm.CodePasswordCommon, "This password is among the first that others would guess. Choose another one.")
	}
	return f
}

func (r Rules) own(password string) bool {
	for _, word := range r.Own {
		words := []string{word}
		if local, domain, isAddress := strings.Cut(word, "@"); isAddress {
			words = append(words, local, domain, strings.SplitN(domain, ".", 2)[0])
		}
		for _, w := range words {
			w = letters(strings.ToLower(Normal(w)))
			if utf8.RuneCountInString(w) >= 3 && guesses(password, func(core string) bool { return core == w }) {
				return true
			}
		}
	}
	return false
}

// letters drops what is neither a letter nor a digit.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// maxRest is how many characters around a common word do not make it a better
// one, such as a year with an exclamation mark.
const maxRest = 6

// Common reports whether a password is a common one or a simple change of it: a
// common word with a few digits or signs around it, with digits in place of
// letters, written several times, or a row of the alphabet or the keyboard.
func Common(password string) bool {
	password = strings.ToLower(Normal(password))
	if row(password) {
		return true
	}
	if unit := repeated(password); unit != "" && (utf8.RuneCountInString(unit) <= 4 || row(unit) || guesses(unit, listed)) {
		return true
	}
	return guesses(password, listed)
}

// guesses asks about the forms of a password that guessers try after a word.
func guesses(password string, word func(string) bool) bool {
	password = strings.ToLower(password)
	isLetter := func(r rune) bool { return unicode.IsLetter(r) }
	outside := func(r rune) bool { return !isLetter(r) }
	for _, form := range []string{password, plainA.Replace(password), plainB.Replace(password)} {
		if word(form) || word(letters(form)) {
			return true
		}
	}
	core := strings.TrimFunc(password, outside)
	if core == "" {
		return false
	}
	before, after, _ := strings.Cut(password, core)
	if weight(before)+weight(after) > maxRest {
		return false
	}
	for _, form := range []string{core, plainA.Replace(core), plainB.Replace(core)} {
		if word(form) || word(letters(form)) {
			return true
		}
	}
	return false
}

// weight is how many characters of what stands around a word count: a row of keys
// and what repeats itself count as one.
func weight(rest string) int {
	if len(rest) > 1 && (oneRow(rest) || repeated(rest) != "") {
		return 1
	}
	return utf8.RuneCountInString(rest)
}

// What people write in place of letters.
var (
	plainA = strings.NewReplacer("@", "a", "4", "a", "8", "b", "3", "e", "1", "i", "!", "i", "0", "o", "5", "s", "$", "s", "7", "t", "+", "t", "2", "z")
	plainB = strings.NewReplacer("@", "a", "4", "a", "8", "b", "3", "e", "1", "l", "|", "l", "0", "o", "5", "s", "$", "s", "7", "t", "9", "g")
)

// repeated returns the part that makes the password when it is written again and
// again, or nothing.
func repeated(s string) string {
	for n := 1; n <= len(s)/2; n++ {
		if len(s)%n == 0 && strings.Repeat(s[:n], len(s)/n) == s && utf8.ValidString(s[:n]) {
			return s[:n]
		}
	}
	return ""
}

var rows = func() (out []string) {
	for _, r := range []string{"abcdefghijklmnopqrstuvwxyz", "1234567890", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm", "azertyuiopqsdfghjklmwxcvbn",
		"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/", "qazwsxedcrfvtgbyhnujmikolp", "1q2w3e4r5t6y7u8i9o0p"} {
		back := []rune(r)
		for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
			back[i], back[j] = back[j], back[i]
		}
		out = append(out, strings.Repeat(r, 2), strings.Repeat(string(back), 2))
	}
	return out
}()

// row reports whether a password is a row of keys, or two rows in a line.
func row(s string) bool {
	for _, r := range rows {
		if strings.Contains(r, s) {
			return true
		}
	}
	for cut := 4; cut <= len(s)-4; cut++ {
		if oneRow(s[:cut]) && oneRow(s[cut:]) {
			return true
		}
	}
	return false
}

func oneRow(s string) bool {
	for _, r := range rows {
		if strings.Contains(r, s) {
			return true
		}
	}
	return false
}

// common has the commonest passwords, words and names, in order, a line each. It
// is made of the lists of github.com/nbutton23/zxcvbn-go (common.LICENSE.txt):
// what has four characters or more.
//
//go:embed common.txt.gz
var common []byte

// list is common as text, from the first question on.
var list = sync.OnceValue(func() string {
	z, err := gzip.NewReader(bytes.NewReader(common))
	if err != nil {
		panic(fmt.Sprint("the list of common passwords cannot be read: ", err))
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic(fmt.Sprint("the list of common passwords cannot be read: ", err))
	}
	return "\n" + string(text)
})

// listed reports whether a word stands in the list.
func listed(word string) bool {
	if len(word) < 4 || strings.Contains(word, "\n") {
		return false
	}
	text := list()
	low, high := 0, len(text)-1 // both at the end of a line
	for low < high {
		middle := low + (high-low)/2
		start := strings.LastIndexByte(text[:middle+1], '\n')
		end := start + 1 + strings.IndexByte(text[start+1:], '\n')
		switch line := text[start+1 : end]; {
		case line == word:
			return true
		case line < word:
			low = end
		default:
			high = start
		}
	}
	return false
}
