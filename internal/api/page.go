package api

import (
	"encoding/base64"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// PageInput is the query of every list.
type PageInput struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Maximum number of items."`
	Cursor string `query:"cursor" maxLength:"200" doc:"The nextCursor of the previous page."`
}

// Page is one page of a list.
type Page[T any] struct {
	Data       []T     `json:"data" nullable:"false" doc:"The items of this page."`
	NextCursor *string `json:"nextCursor" doc:"Send this as cursor to get the next page; null on the last page."`
}

type pageOutput[T any] struct{ Body Page[T] }

const cursorVersion = "1:"

// boundVersion begins a cursor that says which list it belongs to.
const boundVersion = "2:"

// cursorMark tells the list of a path from all others.
func cursorMark(path string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(path))
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// lister is the answer of a list: it puts the mark of its list into its cursor.
type lister interface{ bindCursor(mark string) }

func bindCursor(cursor *string, mark string) {
	if cursor != nil {
		if after, ok := decodeCursor(*cursor); ok {
			*cursor = base64.RawURLEncoding.EncodeToString([]byte(boundVersion + mark + ":" + after))
		}
	}
}

func (o *pageOutput[T]) bindCursor(mark string) { bindCursor(o.Body.NextCursor, mark) }

// isList reports whether what an operation takes has a cursor.
func isList[I any]() bool {
	_, list := any(new(I)).(interface{ page() (crm.Page, error) })
	return list
}

// ownCursor returns a cursor without the mark of its list, which must be this
// one. Older cursors have none.
func ownCursor(cursor, mark string) (own string, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	marked, bound := strings.CutPrefix(string(raw), boundVersion)
	if err != nil || !bound {
		return cursor, true // judged by who reads it
	}
	of, after, _ := strings.Cut(marked, ":")
	if after == "" {
		return "", false
	}
	return *encodeCursor(after), of == mark
}

func encodeCursor(after string) *string {
	if after == "" {
		return nil
	}
	c := base64.RawURLEncoding.EncodeToString([]byte(cursorVersion + after))
	return &c
}

// decodeCursor reads what encodeCursor gave; anything else is a fault of the
// request, never of ours.
func decodeCursor(cursor string) (after string, ok bool) {
	if cursor == "" {
		return "", true
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || !utf8.Valid(raw) || strings.ContainsRune(string(raw), 0) {
		return "", false
	}
	after, ok = strings.CutPrefix(string(raw), cursorVersion)
	return after, ok && after != ""
}

func (in *PageInput) page() (crm.Page, error) {
	after, ok := decodeCursor(in.Cursor)
	if !ok {
		var f crm.Faults
		f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this service.")
		return crm.Page{}, f.Err()
	}
	return crm.Page{After: after, Limit: in.Limit}, nil
}

// answerPage renders a page with a function for one item.
func answerPage[T, W any](list crm.List[T], render func(T) W) *pageOutput[W] {
	out := &pageOutput[W]{Body: Page[W]{Data: make([]W, 0, len(list.Items)), NextCursor: encodeCursor(list.Next)}}
	for _, item := range list.Items {
		out.Body.Data = append(out.Body.Data, render(item))
	}
	return out
}
