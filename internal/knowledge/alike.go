package knowledge

import (
	"cmp"
	"slices"
	"strings"
)

// Sketch is what is left of a question for telling whether another one asks
// the same.
type Sketch struct {
	terms []string // stems, each once, sorted
	grams []uint64 // of the terms
}

// NewSketch returns the sketch of a question.
func NewSketch(question string) Sketch {
	language := cmp.Or(Language(question), "en") // a few words tell no language
	var s Sketch
	for _, word := range split(head(question, maxQuery), language, language) {
		s.terms = append(s.terms, stem(word, language))
	}
	slices.Sort(s.terms)
	s.terms = slices.Compact(s.terms)
	s.grams = gramsOf(strings.Join(s.terms, " "))
	return s
}

// AlikeLeast is how alike two questions are that are taken for one.
const AlikeLeast = 0.55

// Alike says how alike two questions are, from 0 to 1: by their words, or by how
// these are written. Questions that name different numbers are not alike.
func (s Sketch) Alike(o Sketch) float64 {
	if len(s.terms) == 0 || len(o.terms) == 0 || !slices.Equal(s.numbers(), o.numbers()) {
		return 0
	}
	return max(dice(s.terms, o.terms), dice(s.grams, o.grams))
}

func (s Sketch) numbers() (out []string) {
	for _, t := range s.terms {
		if t[0] >= '0' && t[0] <= '9' {
			out = append(out, t)
		}
	}
	return out
}

// dice is how much two sorted sets have in common.
func dice[T string | uint64](a, b []T) float64 {
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}
