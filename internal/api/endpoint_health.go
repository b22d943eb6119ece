package api

import (
	"time"

	"service.example/crm/internal/crm"
)

// EndpointHealth is how the calls to a receiver go.
type EndpointHealth struct {
	State               crm.BreakerState `json:"state" enum:"closed,open,half_open" doc:"open: too many calls failed, so no calls are made until openUntil. Deliveries wait, and no attempt is counted. half_open: one call tests whether the receiver works again."`
	OpenUntil           *time.Time       `json:"openUntil" doc:"null while the state is closed."`
	PausedUntil         *time.Time       `json:"pausedUntil" doc:"The receiver asked for no calls until this time (429 or 503); null if it did not."`
	ConsecutiveFailures int              `json:"consecutiveFailures" doc:"Failed calls since the last successful one."`
	FailingSince        *time.Time       `json:"failingSince" doc:"Since when every call has failed; null if the last call succeeded."`
	LastError           string           `json:"lastError" doc:"The last error; empty if the last call succeeded." example:"status_500"`
}

// EndpointNotice is one thing that is or was wrong with a receiver.
type EndpointNotice struct {
	Kind       crm.EndpointNoticeKind `json:"kind" enum:"breaker_open,failing,disabled" doc:"failing: every call has failed for more than an hour."`
	Severity   crm.Severity           `json:"severity" enum:"info,warning,critical" doc:"How urgent the problem is."`
	Since      time.Time              `json:"since" doc:"When the problem began."`
	LastSeenAt time.Time              `json:"lastSeenAt" doc:"When the problem was last seen."`
	Detail     string                 `json:"detail" doc:"The problem in one sentence."`
	ResolvedAt *time.Time             `json:"resolvedAt" doc:"When the problem ended; null while it lasts."`
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
