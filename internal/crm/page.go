package crm

import (
	"strconv"
	"strings"
)

// Page bounds of every list.
const (
	DefaultPageLimit = 50
	MaxPageLimit     = 200
)

// Page is a position in a list: at most Limit items after the identifier
// After, in the list's order.
type Page struct {
	After string
	Limit int
}

// Number is the position in a list that goes by a number from 1 on, 0 at its
// beginning, or the fault of a cursor that is of another list.
func (p Page) Number() (int64, error) {
	if p.After == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(p.After, 10, 64)
	if err != nil || n < 1 {
		var f Faults
		f.Add("cursor", CodeParameterInvalid, "cursor is not from this list.")
		return 0, f.Err()
	}
	return n, nil
}

// List is one page of a list. Next is the position after its last item, "" at
// the end.
type List[T any] struct {
	Items []T
	Next  string
}

// CutPage turns Limit+1 fetched rows into a page, without a count.
func CutPage[T any](rows []T, limit int, id func(T) string) List[T] {
	if len(rows) <= limit {
		return List[T]{Items: rows}
	}
	rows = rows[:limit]
	return List[T]{Items: rows, Next: id(rows[limit-1])}
}

// Pointer builds a JSON pointer (RFC 6901) from names and indexes.
func Pointer(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteByte('/')
		switch p := p.(type) {
		case string:
			b.WriteString(strings.ReplaceAll(strings.ReplaceAll(p, "~", "~0"), "/", "~1"))
		case int:
			b.WriteString(strconv.Itoa(p))
		}
	}
	return b.String()
}
