package service

import (
	"context"
	"net/http"
)

// Export calls GET /v1/charges/export and returns the table of the charges that the query
// selects, which is read as it comes. It takes no Limit and no Cursor.
func (r *ChargesResource) Export(ctx context.Context, query ListCharges, options ...CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/charges/export", options)
	query.fill(c)
	c.query.Del("limit")
	c.query.Del("cursor")
	return r.t.table(ctx, c)
}

// Statement calls GET /v1/charges/statement and returns the statement of a month, such as
// 2026-10, as a PDF, or as a CSV table where format is csv.
func (r *ChargesResource) Statement(ctx context.Context, month, format string, options ...CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/charges/statement", options)
	c.query.Set("month", month)
	if format != "" {
		c.query.Set("format", format)
	}
	return r.t.table(ctx, c)
}
