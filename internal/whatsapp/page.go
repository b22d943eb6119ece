package whatsapp

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
)

// Lists are read in pages of pageSize, at most maxPages of them: more than the
// provider lets an account have, so a list without end is an error.
const (
	pageSize = "100"
	maxPages = 100
)

type page[T any] struct {
	Data   []T `json:"data"`
	Paging struct {
		Cursors struct {
			After string `json:"after"`
		} `json:"cursors"`
		Next string `json:"next"`
	} `json:"paging"`
}

// list yields every entry of a list. It goes on by cursor and never follows
// the URL in next, which could name another host and has the token in it. An
// error ends the list.
func list[T any](ctx context.Context, c *Client, token, path, fields string) iter.Seq2[T, error] {
	return listWhere[T](ctx, c, token, path, url.Values{"fields": {fields}})
}

// listWhere is list with filters, which it adds to.
func listWhere[T any](ctx context.Context, c *Client, token, path string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		query.Set("limit", pageSize)
		for range maxPages {
			var p page[T]
			if err := c.do(ctx, token, http.MethodGet, path, query, nil, &p); err != nil {
				yield(zero, err)
				return
			}
			for _, entry := range p.Data {
				if !yield(entry, nil) {
					return
				}
			}
			if p.Paging.Next == "" {
				return
			}
			after := p.Paging.Cursors.After
			if after == "" || after == query.Get("after") {
				yield(zero, fmt.Errorf("provider: %s has a next page but no new cursor", path))
				return
			}
			query.Set("after", after)
		}
		yield(zero, fmt.Errorf("provider: %s has more than %d pages", path, maxPages))
	}
}
