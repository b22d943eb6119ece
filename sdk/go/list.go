package service

import (
	"context"
	"iter"
)

// Page is one page of a list. NextCursor is nil on the last one.
type Page[T any] struct {
	Data       []T     `json:"data"`
	NextCursor *string `json:"nextCursor"`
}

// List is a list that is fetched as it is read.
type List[T any] struct {
	fetch func(ctx context.Context, cursor string) (*Page[T], error)
	start string
}

// Page fetches the first page.
func (l *List[T]) Page(ctx context.Context) (*Page[T], error) { return l.fetch(ctx, l.start) }

// All goes through the items of all pages, fetching each page when it is
// needed. After an error it ends.
//
//	for message, err := range client.Messages.List(service.ListMessages{Status: "failed"}).All(ctx) { … }
func (l *List[T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for cursor := l.start; ; {
			page, err := l.fetch(ctx, cursor)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if page.NextCursor == nil || *page.NextCursor == "" {
				return
			}
			cursor = *page.NextCursor
		}
	}
}

func list[T any](t *transport, path, cursor string, fill func(*call), options []CallOption) *List[T] {
	return &List[T]{start: cursor, fetch: func(ctx context.Context, cursor string) (*Page[T], error) {
		c := t.newCall("GET", path, options)
		fill(c)
		if cursor != "" {
			c.query.Set("cursor", cursor)
		}
		page := &Page[T]{}
		if err := t.do(ctx, c, page); err != nil {
			return nil, err
		}
		return page, nil
	}}
}
