package knowledge

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// trigrams find the words of a vocabulary that are written like a given one.
type trigrams struct {
	keys   []uint64 // sorted
	starts []uint32
	words  []uint32
	sizes  []uint8 // per word of the vocabulary: how many trigrams it has, 0 for none
}

// alike is a word and how much it is like the one that was asked for.
type alike struct {
	word uint32
	like float64
}

const (
	// fuzzyLetters is how long a word must be to be taken for a mistyped one.
	fuzzyLetters = 4
	// fuzzyLeast is how alike two words must be.
	fuzzyLeast = 0.58
	// fuzzyMost is how many words a word may be mistaken for.
	fuzzyMost = 5
	// fuzzyShare is what a word counts for that is only alike, beside the word itself.
	fuzzyShare = 0.85
)

func newTrigrams(x *Index) trigrams {
	t := trigrams{sizes: make([]uint8, len(x.names))}
	type pair struct {
		key  uint64
		word uint32
	}
	var pairs []pair
	for w, name := range x.names {
		if x.starts[w] == x.starts[w+1] || !fuzzyWord(name) {
			continue
		}
		grams := gramsOf(name)
		t.sizes[w] = uint8(len(grams))
		for _, g := range grams {
			pairs = append(pairs, pair{g, uint32(w)})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.key != b.key {
			if a.key < b.key {
				return -1
			}
			return 1
		}
		return int(a.word) - int(b.word)
	})
	t.words = make([]uint32, len(pairs))
	for i, p := range pairs {
		if i == 0 || p.key != pairs[i-1].key {
			t.keys = append(t.keys, p.key)
			t.starts = append(t.starts, uint32(i))
		}
		t.words[i] = p.word
	}
	t.keys, t.starts = slices.Clip(t.keys), slices.Clip(append(t.starts, uint32(len(pairs))))
	return t
}

// fuzzyWord reports whether a word can be a mistyped one: numbers cannot.
func fuzzyWord(word string) bool {
	if word[0] >= '0' && word[0] <= '9' {
		return false
	}
	r, _ := utf8.DecodeRuneInString(word)
	return !unspaced(r) && utf8.RuneCountInString(word) >= fuzzyLetters
}

// gramsOf returns the trigrams of a word with its borders, each once, sorted.
func gramsOf(word string) []uint64 {
	var out []uint64
	a, b := rune(1), rune(1)
	push := func(c rune) {
		out = append(out, uint64(a)<<42|uint64(b)<<21|uint64(c))
		a, b = b, c
	}
	for _, r := range word {
		push(r)
	}
	push(2)
	slices.Sort(out)
	return slices.Compact(out)
}

// like returns the words of the index that are written most like a given one,
// best first, itself left out.
func (x *Index) like(word string, a *account) []alike {
	if !fuzzyWord(word) {
		return nil
	}
	grams := gramsOf(word)
	for _, g := range grams {
		i, ok := slices.BinarySearch(x.fuzzy.keys, g)
		if !ok {
			continue
		}
		for _, w := range x.fuzzy.words[x.fuzzy.starts[i]:x.fuzzy.starts[i+1]] {
			if a.shared[w]++; a.shared[w] == 1 {
				a.written = append(a.written, w)
			}
		}
	}
	var out []alike
	letters := []rune(word)
	for _, w := range a.written {
		shared := a.shared[w]
		a.shared[w] = 0
		dice := 2 * float64(shared) / float64(len(grams)+int(x.fuzzy.sizes[w]))
		if dice < 0.3 || x.names[w] == word {
			continue
		}
		other := []rune(x.names[w])
		longer := max(len(letters), len(other))
		like := max(dice, 1-float64(distance(letters, other))/float64(longer))
		if like >= fuzzyLeast {
			out = append(out, alike{w, like})
		}
	}
	a.written = a.written[:0]
	slices.SortFunc(out, func(a, b alike) int {
		switch {
		case a.like > b.like:
			return -1
		case a.like < b.like:
			return 1
		}
		return cmp.Compare(x.names[a.word], x.names[b.word]) // numbers depend on what came first
	})
	return out[:min(len(out), fuzzyMost)]
}

// distance counts the letters to insert, leave out, change or swap with their
// neighbour between two words.
func distance(a, b []rune) int {
	var rows [3][maxWord + 2]int
	if len(a) > maxWord || len(b) > maxWord {
		return max(len(a), len(b))
	}
	before, above, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		above[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			d := above[j]
			if a[i] != b[j] {
				d++
			}
			d = min(d, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
