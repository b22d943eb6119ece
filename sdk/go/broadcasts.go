package service

import (
	"context"
	"net/http"
	"net/url"
)

// ExportRecipients calls GET /v1/broadcasts/{id}/recipients/export and returns the table
// of the recipients that the query selects, which is read as it comes. It takes no Limit
// and no Cursor.
func (r *BroadcastsResource) ExportRecipients(ctx context.Context, id string, query ListBroadcastRecipients, options ...CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/broadcasts/"+url.PathEscape(id)+"/recipients/export", options)
	query.fill(c)
	c.query.Del("limit")
	c.query.Del("cursor")
	return r.t.table(ctx, c)
}
