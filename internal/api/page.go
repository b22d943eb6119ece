package api

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// PageInput is the query of every list.
type PageInput struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many items at most."`
	Cursor string `query:"cursor" maxLength:"200" doc:"The nextCursor of the page before."`
}

// Page is one page of a list.
type Page[T any] struct {
	Data       []T     `json:"data" nullable:"false" doc:"The items of this page."`
	NextCursor *string `json:"nextCursor" doc:"Give it as cursor to get the next page; null at the end."`
}

type pageOutput[T any] struct{ Body Page[T] }

const cursorVersion = "1:"

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
		f.Add("cursor", crm.CodeParameterInvalid, "cursor is not one that this service gave.")
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
