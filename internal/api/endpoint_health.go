package api

import (
	"time"

	"service.example/crm/internal/crm"
)

// EndpointHealth is how the calls to a receiver go.
type EndpointHealth struct {
	State               crm.BreakerState `json:"state" enum:"closed,open,half_open" doc:"open: too many calls have failed, so none is made until openUntil and deliveries wait, without an attempt spent. half_open: one call finds out whether the receiver is back."`
	OpenUntil           *time.Time       `json:"openUntil" doc:"null while the state is closed."`
	PausedUntil         *time.Time       `json:"pausedUntil" doc:"Until when the receiver asked to be left alone (429 or 503); null if it does not."`
	ConsecutiveFailures int              `json:"consecutiveFailures" doc:"Calls that failed since the last one that was taken."`
	FailingSince        *time.Time       `json:"failingSince" doc:"Since when every call has failed; null if the last one was taken."`
	LastError           string           `json:"lastError" doc:"What went wrong last; empty if the last call was taken." example:"status_500"`
}

// EndpointNotice is one thing that is or was wrong with a receiver.
type EndpointNotice struct {
	Kind       crm.EndpointNoticeKind `json:"kind" enum:"breaker_open,failing,disabled" doc:"failing: every call has failed for more than an hour."`
	Severity   crm.Severity           `json:"severity" enum:"info,warning,critical" doc:"How urgent it is."`
	Since      time.Time              `json:"since" doc:"When it began."`
	LastSeenAt time.Time              `json:"lastSeenAt" doc:"When it was seen last."`
	Detail     string                 `json:"detail" doc:"What is wrong, in a sentence."`
	ResolvedAt *time.Time             `json:"resolvedAt" doc:"null while it lasts."`
}

func renderEndpointHealth(h *crm.EndpointHealth, now time.Time) EndpointHealth {
	out := EndpointHealth{State: h.State(now), ConsecutiveFailures: h.ConsecutiveFailures, FailingSince: optionalTime(h.FailingSince), OpenUntil: optionalTime(h.OpenUntil)}
	if now.Before(h.PausedUntil) {
		out.PausedUntil = &h.PausedUntil
	}
	if h.ConsecutiveFailures > 0 {
		out.LastError = h.LastError
	}
	return out
}

func renderEndpointNotices(list []crm.EndpointNotice) []EndpointNotice {
	out := make([]EndpointNotice, len(list))
	for i, n := range list {
		out[i] = EndpointNotice{Kind: n.Kind, Severity: n.Severity, Since: n.Since, LastSeenAt: n.LastSeen, Detail: n.Detail, ResolvedAt: n.ResolvedAt}
	}
	return out
}

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
