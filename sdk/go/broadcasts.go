package service

import (
	"context"
	"encoding/json"
	"mime/multipart"
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

// Upload calls POST /v1/broadcasts/from-table with a table, of which it holds a piece at a
// time. The call is not repeated, because the content can be read once only.
func (r *BroadcastsResource) Upload(ctx context.Context, table Upload, how BroadcastTableOptions, options ...CallOption) (*Broadcast, error) {
	out := &Broadcast{}
	return out, r.t.upload(ctx, "/v1/broadcasts/from-table", table, func(form *multipart.Writer) error {
		part, err := form.CreateFormField("options")
		if err != nil {
			return err
		}
		return json.NewEncoder(part).Encode(how)
	}, out, options)
}
