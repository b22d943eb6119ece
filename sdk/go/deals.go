package service

import (
	"context"
	"net/http"
	"net/url"
)

// Export calls GET /v1/deals/export and returns the table of the deals that the query
// selects, which is read as it comes. It takes no Limit and no Cursor.
func (r *DealsResource) Export(ctx context.Context, query ListDeals, options ...CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/deals/export", options)
	query.fill(c)
	c.query.Del("limit")
	c.query.Del("cursor")
	return r.t.table(ctx, c)
}

// ExportImportProblems calls GET /v1/deal-imports/{id}/problems/export and returns the
// table of the lines that an import refused, which is read as it comes.
func (r *DealsResource) ExportImportProblems(ctx context.Context, id string, options ...CallOption) (*Content, error) {
	return r.t.table(ctx, r.t.newCall(http.MethodGet, "/v1/deal-imports/"+url.PathEscape(id)+"/problems/export", options))
}
