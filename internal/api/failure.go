package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/templatestats"
)

// FailureCount is how many messages failed for a reason.
type FailureCount struct {
	Code          crm.Code           `json:"code" doc:"Code of the failure, as in the error of a message."`
	ProviderCode  *int               `json:"providerCode" doc:"The provider's code; null for a reason of this service."`
	Count         int64              `json:"count" doc:"How many."`
	FailureReason *crm.FailureReason `json:"failureReason" doc:"Why, what to do next, and whether the same may be sent again; null for a code that nobody knows."`
}

// FailureSummary is how many messages failed in a period, by the reason.
type FailureSummary struct {
	From  string         `json:"from" doc:"The first day, in UTC."`
	To    string         `json:"to" doc:"The last day, in UTC."`
	Count int64          `json:"count" doc:"All of them."`
	Data  []FailureCount `json:"data" nullable:"false" doc:"One for each reason, most first."`
}

// BroadcastFailures is how many recipients of a broadcast have failed, by the reason.
type BroadcastFailures struct {
	Count int64          `json:"count" doc:"All of them."`
	Data  []FailureCount `json:"data" nullable:"false" doc:"One for each reason, most first."`
}

type (
	failuresInput struct {
		TemplateName  string `query:"templateName" maxLength:"512" doc:"Only messages of this template."`
		PhoneNumberID string `query:"phoneNumberId" maxLength:"64" doc:"Only messages of this phone number of yours."`
		From          string `query:"from" maxLength:"10" doc:"The first day, for example 2026-11-01; 29 days before the last one by default."`
		To            string `query:"to" maxLength:"10" doc:"The last day; today by default. A period has 366 days at most."`
	}
	failuresOutput          struct{ Body FailureSummary }
	broadcastFailuresOutput struct{ Body BroadcastFailures }
)

func failureRoutes(s *Server) {
	register(s, operation{id: "summarize-failures", whole: true, method: http.MethodGet, path: "/v1/failures", tag: messagesTag,
		scope: crm.ScopeMessagesRead, summary: "Summarize failures", description: "How many messages failed or expired on the days of a period, by the reason. A second may pass until one is counted. One that proves to have arrived after all stays counted."},
		func(ctx context.Context, a crm.Actor, in *failuresInput) (*failuresOutput, error) {
			list, first, last, err := s.svc.TemplateStats.Failures(ctx, a, templatestats.FailureFilter{TemplateName: in.TemplateName, PhoneNumberID: in.PhoneNumberID}, in.From, in.To)
			out := FailureSummary{From: first.Format(time.DateOnly), To: last.Format(time.DateOnly)}
			out.Data, out.Count = renderFailures(list)
			return &failuresOutput{out}, err
		})
}

func broadcastFailureRoutes(s *Server) {
	register(s, operation{id: "list-broadcast-failures", method: http.MethodGet, path: broadcastsPath + "/{id}/failures", tag: broadcastsTag, errors: []int{404}, whole: true,
		scope: crm.ScopeMessagesRead, summary: "List why recipients of a broadcast failed", description: "How many recipients have failed now, by the reason, with what to do next and whether the same may be sent again: retry the broadcast for that."},
		func(ctx context.Context, a crm.Actor, in *BroadcastInput) (*broadcastFailuresOutput, error) {
			list, err := s.svc.Broadcast.Failures(ctx, a, in.ID)
			out := BroadcastFailures{}
			out.Data, out.Count = renderFailures(list)
			return &broadcastFailuresOutput{out}, err
		})
}

func renderFailures(list []crm.FailureCount) (out []FailureCount, all int64) {
	out = make([]FailureCount, len(list))
	for i, c := range list {
		out[i] = FailureCount{Code: c.Code, Count: c.Count, FailureReason: message.ReasonOf(c.Error())}
		if c.ProviderCode != 0 {
			out[i].ProviderCode = ptr(c.ProviderCode)
		}
		all += c.Count
	}
	return out, all
}
