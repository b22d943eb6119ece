package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// HealthNotice is one thing that is or was wrong with a number.
type HealthNotice struct {
	Kind       crm.HealthKind `json:"kind" doc:"What is wrong."`
	Severity   crm.Severity   `json:"severity" enum:"info,warning,critical" doc:"How urgent it is."`
	Since      time.Time      `json:"since" doc:"When it began."`
	LastSeenAt time.Time      `json:"lastSeenAt" doc:"When it was seen last."`
	Count      int64          `json:"count" doc:"How often it was seen since, or how many messages it is about."`
	Detail     string         `json:"detail" doc:"The same in a sentence."`
	ResolvedAt *time.Time     `json:"resolvedAt" doc:"null while it lasts."`
}

// FieldValues lists the values of fields, for the document.
func (HealthNotice) FieldValues() map[string]any {
	return map[string]any{"kind": crm.HealthKinds}
}

// TrafficCounters are what went through a number in the last hour.
type TrafficCounters struct {
	Webhooks int64 `json:"webhooks" doc:"Posts of the provider that were taken."`
	Statuses int64 `json:"statuses" doc:"Statuses of messages that the provider reported."`
	Sent     int64 `json:"sent" doc:"Messages that the provider took."`
	Answered int64 `json:"answered" doc:"Those of them that have a status."`
	Overdue  int64 `json:"overdue" doc:"Those that had time for a status and have none."`
}

// PhoneNumberHealth is how a number is doing. What happened in the last ten
// seconds may be missing.
type PhoneNumberHealth struct {
	PhoneNumberID string          `json:"phoneNumberId" doc:"The phone number."`
	Status        crm.Health      `json:"status" enum:"healthy,warning,critical" doc:"The worst of the notices that last."`
	LastWebhookAt *time.Time      `json:"lastWebhookAt" doc:"When the provider last posted a webhook for it; null if never."`
	LastStatusAt  *time.Time      `json:"lastStatusAt" doc:"When the provider last reported a message's status; null if never."`
	LastHour      TrafficCounters `json:"lastHour" doc:"What went through the number in the last hour."`
	Notices       []HealthNotice  `json:"notices" nullable:"false" doc:"Those that last first; one of each kind at most."`
}

type (
	// NumberInput names a phone number in the path.
	NumberInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the phone number."`
	}
	numberHealthOutput struct{ Body PhoneNumberHealth }
)

func (s *Server) numberHealthRoutes() {
	register(s, operation{id: "get-phone-number-health", method: http.MethodGet, path: "/v1/phone-numbers/{id}/health", tag: numbersTag,
		errors: []int{404}, scope: crm.ScopeNumbersRead, summary: "Get a phone number's health",
		description: "Gaps in what the provider tells (silence, messages without a status, statuses and replies about messages that were never seen, wrong signatures) and what it tells of the number and its account."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*numberHealthOutput, error) {
			h, err := s.svc.NumberHealth(ctx, a, in.ID)
			return &numberHealthOutput{renderHealth(h)}, err
		})
}

func renderHealth(h service.NumberHealth) PhoneNumberHealth {
	t := h.LastHour
	out := PhoneNumberHealth{PhoneNumberID: h.PhoneNumberID, Status: h.Status, LastWebhookAt: h.LastWebhookAt, LastStatusAt: h.LastStatus, Notices: []HealthNotice{},
		LastHour: TrafficCounters{Webhooks: t.Webhooks, Statuses: t.Statuses, Sent: t.Sent, Answered: t.Answered, Overdue: h.Overdue}}
	for _, n := range h.Notices {
		out.Notices = append(out.Notices, HealthNotice{Kind: n.Kind, Severity: n.Severity, Since: n.Since, LastSeenAt: n.LastSeen,
			Count: n.Count, Detail: n.Detail, ResolvedAt: n.ResolvedAt})
	}
	return out
}
