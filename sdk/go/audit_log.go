package service

import (
	"context"
	"net/http"
)

// Export calls GET /v1/audit-log/export and returns the table of the acts that the
// query selects, which is read as it comes. It takes no Limit and no Cursor.
func (r *AuditLogResource) Export(ctx context.Context, query ListAuditLog, options ...CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/audit-log/export", options)
	query.fill(c)
	c.query.Del("limit")
	c.query.Del("cursor")
	return r.t.table(ctx, c)
}
