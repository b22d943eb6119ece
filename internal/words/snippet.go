package words

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// How long a snippet is at most, and how much of it stands before the first mark,
// in characters.
const (
	snippetLength = 160
	snippetBefore = 40
)

// Snippet is a part of a text with what was looked for, marked. Marks are
// counted in UTF-16 units of Text, as JavaScript, Java and C# count.
type Snippet struct {
	Text  string
	Marks []Range
}

// Cut returns the part of a text around the first of the ranges. Something left
// out is shown by an ellipsis.
func Cut(text string, ranges []Range) (s Snippet) {
	start, end := 0, len(text)
	if utf8.RuneCountInString(text) > snippetLength {
		first := 0
		if len(ranges) > 0 {
			first = min(ranges[0].Start, len(text))
		}
		start = back(text, first, snippetBefore)
		end = forward(text, start, snippetLength)
		if end == len(text) {
			start = back(text, end, snippetLength)
		}
		start = wordStart(text, start, first)
	}
	before := ""
	if start > 0 {
		before = "…"
	}
	s.Text = before + text[start:end]
	if end < len(text) {
		s.Text += "…"
	}
	for _, r := range ranges {
		if r.Start < start || r.End > end || r.Start >= r.End {
			continue
		}
		from := units16(before) + units16(text[start:r.Start])
		s.Marks = append(s.Marks, Range{from, from + units16(text[r.Start:r.End])})
	}
	return s
}

func back(text string, at, n int) int {
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return at
}

func forward(text string, at, n int) int {
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// wordStart moves the start of a snippet behind the next space, if one comes
// before the first mark.
func wordStart(text string, start, first int) int {
	if start == 0 || start >= first {
		return start
	}
	if i := strings.IndexFunc(text[start:first], unicode.IsSpace); i >= 0 {
		return forward(text, start+i, 1)
	}
	return start
}

func units16(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}
