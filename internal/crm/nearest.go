package crm

import (
	"slices"
	"strings"
)

// Nearest is the known name that somebody who wrote name most likely meant: at
// most two edits away, or the same letters in another order. It is "" when there
// is none. Case and separators do not count.
func Nearest(name string, known []string) string {
	if len(name) > 64 {
		return ""
	}
	want, best, distance := fold(name), "", 3
	for _, k := range known {
		have := fold(k)
		d := edits(want, have)
		if d > 2 && sameLetters(want, have) {
			d = 2
		}
		if d < distance && (d < 2 || d*2 < len(k)) {
			best, distance = k, d
		}
	}
	return best
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "", "ſ", "s", "K", "k")

func fold(s string) string { return separators.Replace(strings.ToLower(s)) }

// sameLetters is about words that changed places, as in shipped_order.
func sameLetters(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// edits is how many letters must be changed, added or left out to come from a
// to b, where two that changed places are one.
func edits(a, b string) int {
	if len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return 3
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
