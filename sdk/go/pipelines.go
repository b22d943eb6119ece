package service

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// ExportForecast selects what ExportForecast returns; all of it may be left out.
type ExportForecast struct {
	// GroupBy is stage, month, owner or category.
	GroupBy string
	// OwnerID is whose deals are forecast; none for deals of nobody.
	OwnerID string
	// At is the moment that is asked about; now by default.
	At time.Time
}

// ExportPeriod says of which days a table of a pipeline is; all of it may be left out.
type ExportPeriod struct{ From, To, TimeZone string }

// ExportForecast calls GET /v1/pipelines/{id}/forecast/export and returns the table of
// the forecast, which is read as it comes.
func (r *PipelinesResource) ExportForecast(ctx context.Context, id string, query ExportForecast, options ...CallOption) (*Content, error) {
	fields := map[string]string{"groupBy": query.GroupBy, "ownerId": query.OwnerID}
	if !query.At.IsZero() {
		fields["at"] = query.At.Format(time.RFC3339Nano)
	}
	return r.export(ctx, id, "forecast", fields, options)
}

// ExportBridge calls GET /v1/pipelines/{id}/bridge/export and returns the table of the
// bridge, which is read as it comes.
func (r *PipelinesResource) ExportBridge(ctx context.Context, id string, query ExportPeriod, options ...CallOption) (*Content, error) {
	return r.export(ctx, id, "bridge", query.fields(), options)
}

// ExportConversion calls GET /v1/pipelines/{id}/conversion/export and returns the table of
// the conversion, which is read as it comes.
func (r *PipelinesResource) ExportConversion(ctx context.Context, id string, query ExportPeriod, options ...CallOption) (*Content, error) {
	return r.export(ctx, id, "conversion", query.fields(), options)
}

// ExportClosings calls GET /v1/pipelines/{id}/closings/export and returns the table of why
// deals were lost, or with kind "won" why they were won, which is read as it comes.
func (r *PipelinesResource) ExportClosings(ctx context.Context, id, kind string, query ExportPeriod, options ...CallOption) (*Content, error) {
	fields := query.fields()
	fields["kind"] = kind
	return r.export(ctx, id, "closings", fields, options)
}

func (q ExportPeriod) fields() map[string]string {
	return map[string]string{"from": q.From, "to": q.To, "timeZone": q.TimeZone}
}

func (r *PipelinesResource) export(ctx context.Context, id, report string, fields map[string]string, options []CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/pipelines/"+url.PathEscape(id)+"/"+report+"/export", options)
	for name, value := range fields {
		if value != "" {
			c.query.Set(name, value)
		}
	}
	return r.t.table(ctx, c)
}
