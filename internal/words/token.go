package words

// Class is what a token is; it keeps words and the ends of numbers apart.
type Class byte

// The classes. They are the first character of what the engines store.
const (
	Word   Class = 'w' // a word, a pair of characters, or words that stand together
	Ending Class = 'p' // the last digits of a number
)

// Token is what a text is found by, with the bytes of the original that it
// stands for. The tokens of one run follow each other; Next says that the one
// behind a token belongs to the same run.
type Token struct {
	Class      Class
	Text       string
	Start, End int
	Next       bool
}

// Of returns the tokens of a text.
func Of(text string) []Token {
	letters := scan(text)
	list := units(letters)
	out := make([]Token, 0, len(list))
	for _, u := range list {
		if !u.paired {
			out = append(out, Token{Class: Word, Text: u.text(), Start: u.start, End: u.end})
			continue
		}
		for i, l := range u.runes {
			if i+1 == len(u.runes) {
				out = append(out, Token{Class: Word, Text: string(l.r), Start: l.start, End: l.end})
			} else {
				next := u.runes[i+1]
				out = append(out, Token{Class: Word, Text: string([]rune{l.r, next.r}), Start: l.start, End: next.end, Next: true})
			}
		}
	}
	for _, g := range groups(letters, list) {
		start, end := list[g.first].start, list[g.last].end
		if g.last > g.first {
			out = append(out, Token{Class: Word, Text: g.whole, Start: start, End: end})
		}
		if !g.phone {
			continue
		}
		for n := minSuffix; n <= min(maxSuffix, len(g.whole)); n++ {
			out = append(out, Token{Class: Ending, Text: g.whole[len(g.whole)-n:], Start: start, End: end})
		}
	}
	return out[:min(len(out), maxTokens)]
}
