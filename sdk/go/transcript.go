package service

import (
	"context"
	"net/http"
	"net/url"
)

// Transcript calls GET /v1/conversations/{id}/transcript and returns the messages
// as text, which is read as it comes. timeZone is an IANA time zone; empty for UTC.
func (r *ConversationsResource) Transcript(ctx context.Context, id, timeZone string, options ...CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/conversations/"+url.PathEscape(id)+"/transcript", options)
	if timeZone != "" {
		c.query.Set("timeZone", timeZone)
	}
	return r.t.read(ctx, c, "text/plain")
}
