package words

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// MaxQuery is how many characters a query has at most.
const MaxQuery = 200

// maxTerms bounds the terms of a query; nobody remembers more of a message.
const maxTerms = 20

// What is wrong with a query.
var (
	ErrEmpty    = errors.New("is empty")
	ErrTooLong  = errors.New("has more than 200 characters")
	ErrNoWords  = errors.New("has neither a letter nor a digit")
	ErrTooMany  = errors.New("has more than 20 words")
	errNotValid = errors.New("is not valid UTF-8")
)

// Query is what somebody looks for: a text is found if every term is in it.
type Query struct{ Terms []Term }

// Term is found if one of its alternatives is.
type Term struct{ Any []All }

// All is found if each of its parts is.
type All []Part

// Part is a token, the beginning of one, or several that follow each other.
type Part struct {
	Class  Class
	Texts  []string // more than one: a phrase
	Prefix bool
}

// Parse reads a query. The last word may go on; all others are whole.
func Parse(text string) (q Query, err error) {
	switch {
	case !utf8.ValidString(text):
		return q, errNotValid
	case strings.TrimSpace(text) == "":
		return q, ErrEmpty
	case utf8.RuneCountInString(text) > MaxQuery:
		return q, ErrTooLong
	}
	letters := scan(text)
	list := units(letters)
	at := map[int]group{} // by the first unit; a phone number comes first
	for _, g := range groups(letters, list) {
		if _, taken := at[g.first]; !taken {
			at[g.first] = g
		}
	}
	for i := 0; i < len(list); i++ {
		last := list[i]
		g, grouped := at[i]
		if grouped {
			last = list[g.last]
		}
		open := last.to == list[len(list)-1].to
		if grouped {
			q.Terms = append(q.Terms, termOfGroup(g, list[g.first:g.last+1], open))
			i = g.last
		} else {
			q.Terms = append(q.Terms, Term{[]All{{partOf(list[i], open)}}}.withEnding(list[i]))
		}
	}
	if len(q.Terms) == 0 {
		return q, ErrNoWords
	}
	if len(q.Terms) > maxTerms {
		return Query{}, ErrTooMany
	}
	return q, nil
}

// partOf is a word, or the pairs of a run. A single character of a run is the
// beginning of a pair.
func partOf(u unit, open bool) Part {
	if !u.paired {
		return Part{Word, []string{u.text()}, open}
	}
	if len(u.runes) == 1 {
		return Part{Word, []string{string(u.runes[0].r)}, true}
	}
	p := Part{Class: Word}
	for i := range len(u.runes) - 1 {
		p.Texts = append(p.Texts, string([]rune{u.runes[i].r, u.runes[i+1].r}))
	}
	return p
}

// withEnding lets a word of digits also be the last digits of a number.
func (t Term) withEnding(u unit) Term {
	if n := len(u.runes); !u.paired && n >= minSuffix && n <= maxSuffix && allDigits(u) {
		t.Any = append(t.Any, All{{Class: Ending, Texts: []string{u.text()}}})
	}
	return t
}

// termOfGroup is words that belong together: as one, or each by itself. Of a
// longer phone number the last nine digits decide, so that one with and one
// without the code of its country are the same.
func termOfGroup(g group, list []unit, open bool) (t Term) {
	t.Any = append(t.Any, All{{Word, []string{g.whole}, open}})
	if g.phone {
		t.Any = append(t.Any, All{{Class: Ending, Texts: []string{g.whole[max(0, len(g.whole)-maxSuffix):]}}})
	}
	if len(list) > 1 {
		var each All
		for i, u := range list {
			each = append(each, partOf(u, open && i == len(list)-1))
		}
		t.Any = append(t.Any, each)
	}
	return t
}
