package service

import (
	"context"
	"net/http"
	"net/url"
)

// ExportReport selects what Export returns; all of it may be left out. The fields are
// those of GetReport.
type ExportReport struct {
	From, To, TimeZone, TeamID, AgentID, LabelID, PhoneNumberID, Part, GroupBy string
}

// Export calls GET /v1/reports/{report}/export and returns the table of the report, which
// is read as it comes.
func (r *ReportsResource) Export(ctx context.Context, report string, query ExportReport, options ...CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/reports/"+url.PathEscape(report)+"/export", options)
	for name, value := range map[string]string{"from": query.From, "to": query.To, "timeZone": query.TimeZone, "teamId": query.TeamID, "agentId": query.AgentID,
		"labelId": query.LabelID, "phoneNumberId": query.PhoneNumberID, "part": query.Part, "groupBy": query.GroupBy} {
		if value != "" {
			c.query.Set(name, value)
		}
	}
	return r.t.table(ctx, c)
}
