package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/account"
)

// HealthNotice is one thing that is or was wrong with a number.
type HealthNotice struct {
	Kind       crm.HealthKind `json:"kind" doc:"The problem."`
	Severity   crm.Severity   `json:"severity" enum:"info,warning,critical" doc:"How urgent the problem is."`
	Since      time.Time      `json:"since" doc:"When the problem began."`
	LastSeenAt time.Time      `json:"lastSeenAt" doc:"When the problem was last seen."`
	Count      int64          `json:"count" doc:"How often it was seen, or how many messages it affects."`
	Detail     string         `json:"detail" doc:"A description in one sentence."`
	ResolvedAt *time.Time     `json:"resolvedAt" doc:"When the problem ended; null while it lasts."`
}

// FieldValues lists the values of fields, for the document.
func (HealthNotice) FieldValues() map[string]any {
	return map[string]any{"kind": crm.HealthKinds}
}

// Masked is a notice without the numbers that the provider's words name, and that its
// identifiers have in them.
func (n HealthNotice) Masked() any {
	n.Detail = crm.MaskNumbers(n.Detail)
	return n
}

// TrafficCounters are what went through a number in the last hour.
type TrafficCounters struct {
	Webhooks int64 `json:"webhooks" doc:"Number of accepted provider webhooks."`
	Statuses int64 `json:"statuses" doc:"Number of message statuses that the provider reported."`
	Sent     int64 `json:"sent" doc:"Number of messages that the provider accepted."`
	Answered int64 `json:"answered" doc:"Number of these messages with a status."`
	Overdue  int64 `json:"overdue" doc:"Number of these messages without a status, although enough time has passed."`
}

// PhoneNumberHealth is how a number is doing. What happened in the last ten
// seconds may be missing.
type PhoneNumberHealth struct {
	PhoneNumberID string          `json:"phoneNumberId" doc:"The phone number."`
	Status        crm.Health      `json:"status" enum:"healthy,warning,critical" doc:"The worst severity of the current notices."`
	LastWebhookAt *time.Time      `json:"lastWebhookAt" doc:"When the provider last posted a webhook for this phone number; null if never."`
	LastStatusAt  *time.Time      `json:"lastStatusAt" doc:"When the provider last reported a message status; null if never."`
	LastHour      TrafficCounters `json:"lastHour" doc:"Traffic of the last hour."`
	Notices       []HealthNotice  `json:"notices" nullable:"false" doc:"Current notices first; at most one of each kind."`
}

type (
	// NumberInput names a phone number in the path.
	NumberInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the phone number."`
	}
	numberHealthOutput struct{ Body PhoneNumberHealth }
)

func numberHealthRoutes(s *Server) {
	register(s, operation{id: "get-phone-number-health", method: http.MethodGet, path: "/v1/phone-numbers/{id}/health", tag: numbersTag,
		errors: []int{404}, scope: crm.ScopeNumbersRead, summary: "Get a phone number's health",
		description: "Gaps in the provider's reports: silence, messages without a status, statuses and replies for unknown messages, and wrong signatures. Also what the provider reports about the phone number and its account."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*numberHealthOutput, error) {
			h, err := s.svc.Account.NumberHealth(ctx, a, in.ID)
			return &numberHealthOutput{renderHealth(h)}, err
		})
}

func renderHealth(h account.NumberHealth) PhoneNumberHealth {
	t := h.LastHour
	out := PhoneNumberHealth{PhoneNumberID: h.PhoneNumberID, Status: h.Status, LastWebhookAt: h.LastWebhookAt, LastStatusAt: h.LastStatus, Notices: []HealthNotice{},
		LastHour: TrafficCounters{Webhooks: t.Webhooks, Statuses: t.Statuses, Sent: t.Sent, Answered: t.Answered, Overdue: h.Overdue}}
	for _, n := range h.Notices {
		out.Notices = append(out.Notices, HealthNotice{Kind: n.Kind, Severity: n.Severity, Since: n.Since, LastSeenAt: n.LastSeen,
			Count: n.Count, Detail: n.Detail, ResolvedAt: n.ResolvedAt})
	}
	return out
}
