package words

import (
	"cmp"
	"slices"
	"strings"
)

// Range is a stretch of a text, in bytes.
type Range struct{ Start, End int }

// Match returns where the terms of a query are in a text, in order and without
// overlaps; false if one of them is not.
func (q Query) Match(tokens []Token) (out []Range, found bool) {
	for _, t := range q.Terms {
		any := false
		for _, all := range t.Any {
			if r, ok := all.match(tokens); ok {
				any, out = true, append(out, r...)
			}
		}
		if !any {
			return nil, false
		}
	}
	return merge(out), true
}

func (a All) match(tokens []Token) (out []Range, found bool) {
	for _, p := range a {
		r := p.match(tokens)
		if len(r) == 0 {
			return nil, false
		}
		out = append(out, r...)
	}
	return out, true
}

func (p Part) match(tokens []Token) (out []Range) {
	for i := range tokens {
		if end, ok := p.at(tokens[i:]); ok {
			out = append(out, Range{tokens[i].Start, end})
		}
	}
	return out
}

// at reports whether the part begins with the first token, and where it ends.
func (p Part) at(tokens []Token) (end int, ok bool) {
	if len(tokens) < len(p.Texts) {
		return 0, false
	}
	for i, text := range p.Texts {
		t := tokens[i]
		if t.Class != p.Class || i > 0 && !tokens[i-1].Next {
			return 0, false
		}
		if t.Text != text && (!p.Prefix || !strings.HasPrefix(t.Text, text)) {
			return 0, false
		}
	}
	last := tokens[len(p.Texts)-1]
	if p.Prefix && last.Next {
		// A single character found the pair that it begins.
		return tokens[len(p.Texts)].Start, true
	}
	return last.End, true
}

func merge(list []Range) (out []Range) {
	slices.SortFunc(list, func(a, b Range) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	for _, r := range list {
		if n := len(out); n > 0 && r.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, r.End)
		} else {
			out = append(out, r)
		}
	}
	return out
}
