package words

import "unicode"

// unit is a word, or a run of a script that is found by pairs.
type unit struct {
	runes      []letter
	paired     bool
	start, end int // in the original
	from, to   int // in the letters
}

func (u unit) text() string {
	out := make([]rune, 0, min(len(u.runes), maxWord))
	for _, l := range u.runes[:min(len(u.runes), maxWord)] {
		out = append(out, l.r)
	}
	return string(out)
}

// units cuts letters into words and runs. A run goes on over the borders of UAX
// 29, which sets the characters of such scripts apart.
func units(letters []letter) (out []unit) {
	for i := 0; i < len(letters); {
		if !isWord(letters[i].r) {
			i++
			continue
		}
		paired, j := isPaired(letters[i].r), i+1
		for j < len(letters) && isWord(letters[j].r) {
			next := isPaired(letters[j].r)
			if paired && !next && unicode.IsMark(letters[j].r) {
				next = true
			}
			if next != paired || !paired && !letters[j].joint {
				break
			}
			j++
		}
		out = append(out, unit{letters[i:j], paired, letters[i].start, letters[j-1].end, i, j})
		i = j
	}
	return out
}

// group is several words that are found as one, too: a number with an order
// letter, an address, a phone number in groups.
type group struct {
	first, last int // of the units
	whole       string
	phone       bool
}

// groups finds the words that belong together: joined by one sign without a
// space, or digits that are a phone number.
func groups(letters []letter, list []unit) (out []group) {
	for i := 0; i < len(list); i++ {
		if g, ok := phoneAt(letters, list, i); ok {
			out = append(out, g)
			i = g.last
		}
	}
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && joinedBySign(letters, list[j], list[j+1]) {
			j++
		}
		if whole := wholeOf(list[i : j+1]); j > i && len([]rune(whole)) <= maxWord {
			out = append(out, group{i, j, whole, false})
		}
		i = j + 1
	}
	return out
}

func wholeOf(list []unit) string {
	var out []rune
	for _, u := range list {
		for _, l := range u.runes {
			out = append(out, l.r)
		}
	}
	return string(out)
}

// joinedBySign reports whether one sign and nothing else is between two words.
func joinedBySign(letters []letter, a, b unit) bool {
	if a.paired || b.paired || b.from != a.to+1 {
		return false
	}
	switch letters[a.to].r {
	case '-', '/', '_', '.', '#', ':', '\'', '’', '&', '+', '@', ',', '‐', '‑':
		return true
	}
	return false
}

// phoneAt finds the phone number that begins with a word: groups of digits with
// at most two signs in between.
func phoneAt(letters []letter, list []unit, i int) (group, bool) {
	j, digits := i, 0
	for ; j < len(list) && digits <= maxPhone; j++ {
		if !allDigits(list[j]) || j > i && !phoneGap(letters, list[j-1], list[j]) {
			break
		}
		digits += len(list[j].runes)
	}
	if j == i || digits < minPhone || digits > maxPhone {
		return group{}, false
	}
	return group{i, j - 1, wholeOf(list[i:j]), true}, true
}

func allDigits(u unit) bool {
	for _, l := range u.runes {
		if !isDigit(l.r) {
			return false
		}
	}
	return true
}

func phoneGap(letters []letter, a, b unit) bool {
	if b.from-a.to > 2 {
		return false
	}
	for _, l := range letters[a.to:b.from] {
		switch l.r {
		case ' ', '-', '.', '(', ')', '/', '\u00a0', '\u2011', '\u2010':
		default:
			return false
		}
	}
	return true
}
