// Package words cuts texts of any language into the words by which they are found,
// and reads what somebody looks for. Both engines store what it says, so both find
// the same. It is pure and safe for concurrent use.
package words

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"service.example/crm/internal/knowledge"
)

const (
	// maxText bounds how much of a text is read, in bytes, and maxTokens how many
	// tokens it gets: PostgreSQL knows no position after 16,383.
	maxText   = 64 << 10
	maxTokens = 16_000
	// maxWord is how much of a word counts, in characters.
	maxWord = 40
	// A phone number has so many digits, and is found by its last ones.
	minPhone, maxPhone   = 7, 15
	minSuffix, maxSuffix = 4, 9
)

// letter is a character of a folded text, with where it stands in the original.
// joint says that it goes on with the letter before it as one word.
type letter struct {
	r          rune
	start, end int
	joint      bool
}

// scan folds a text piece by piece: a character with its marks is one piece.
func scan(text string) []letter {
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	out := make([]letter, 0, len(text))
	segments := words.FromString(text)
	for segments.Next() {
		begin, segment := segments.Start(), segments.Value()
		for i := 0; i < len(segment); {
			n := pieceLen(segment[i:])
			for j, r := range foldPiece(segment[i : i+n]) {
				out = append(out, letter{r, begin + i, begin + i + n, i > 0 || j > 0})
			}
			i += n
		}
	}
	return out
}

// pieceLen is the length of the first character of a text with all that belongs
// to it: marks, and the vowels and ends of a Hangul syllable.
func pieceLen(text string) int {
	r, n := utf8.DecodeRuneInString(text)
	if r < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return n
	}
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if r < 0x300 || !unicode.In(r, unicode.M, unicode.Cf) && r != 0xff9e && r != 0xff9f && (r < 0x1160 || r > 0x11ff) {
			break
		}
		n += size
	}
	return n
}

var folded sync.Map // what characters of their own fold to

// foldPiece returns a piece as words are compared: as knowledge folds it, with ß
// as ss and the forms of Urdu as those of Arabic.
func foldPiece(piece string) string {
	if len(piece) == 1 && piece[0] < utf8.RuneSelf {
		if c := piece[0]; c >= 'A' && c <= 'Z' {
			return string(rune(c + 'a' - 'A'))
		}
		return piece
	}
	r, n := utf8.DecodeRuneInString(piece)
	if n < len(piece) {
		return fold(piece)
	}
	if r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 || r == utf8.RuneError {
		return piece
	}
	if known, ok := folded.Load(r); ok {
		return known.(string)
	}
	s := fold(piece)
	folded.Store(r, s)
	return s
}

func fold(piece string) string {
	s := knowledge.Fold(cases.Fold().String(norm.NFKC.String(piece)))
	return strings.Map(func(r rune) rune {
		switch r {
		case 'ہ', 'ھ', 'ە':
			return 'ه'
		case 'ے':
			return 'ي'
		case 'ڪ':
			return 'ك'
		}
		return r
	}, s)
}

// isWord reports whether a letter belongs to a word.
func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// isPaired reports whether a letter belongs to a script that is found by pairs of
// characters: those without spaces between words, and Korean, whose words carry
// endings.
func isPaired(r rune) bool {
	return r >= 0x0e00 && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }
