package crm

import "time"

// BreakerState says whether an endpoint is called.
type BreakerState string

// While the breaker is open, deliveries wait and no attempt is spent. Then
// exactly one call finds out whether the receiver is back.
const (
	BreakerClosed   BreakerState = "closed"
	BreakerOpen     BreakerState = "open"
	BreakerHalfOpen BreakerState = "half_open"
)

// EndpointHealth is how the calls to an endpoint go. Zero times mean never.
type EndpointHealth struct {
	OpenUntil   time.Time // of the breaker; zero while it is closed
	Openings    int       // how often in a row it opened
	PausedUntil time.Time // because the receiver asked for it
	// ConsecutiveFailures are the failed attempts since the last that was taken,
	// FailedDeliveries the deliveries that they were of.
	ConsecutiveFailures, FailedDeliveries int
	FailingSince                          time.Time
	Refusals                              int // failures in a row because the URL may not be called
	LastError                             string
	LastErrorAt                           time.Time
}

// State is that of the breaker at now.
func (h *EndpointHealth) State(now time.Time) BreakerState {
	switch {
	case h.OpenUntil.IsZero():
		return BreakerClosed
	case now.Before(h.OpenUntil):
		return BreakerOpen
	}
	return BreakerHalfOpen
}

// When an endpoint that only fails is disabled and when people are told.
const (
	DisableAfter      = 5 * 24 * time.Hour
	DisableDeliveries = 10
	disableBucket     = 12 * time.Hour
	DegradedAfter     = time.Hour
	MaxRefusals       = 3
)

// HopelessAt reports whether an endpoint is to be disabled: for five days
// nothing but failures, of ten deliveries at least, in more than one half of a day.
func (h *EndpointHealth) HopelessAt(now time.Time) bool {
	return !h.FailingSince.IsZero() && now.Sub(h.FailingSince) >= DisableAfter && h.FailedDeliveries >= DisableDeliveries &&
		h.LastErrorAt.UnixMilli()/disableBucket.Milliseconds() > h.FailingSince.UnixMilli()/disableBucket.Milliseconds()
}

// EndpointNoticeKind names what is wrong with an endpoint.
type EndpointNoticeKind string

// The notices about endpoints.
const (
	NoticeBreakerOpen EndpointNoticeKind = "breaker_open"
	NoticeFailing     EndpointNoticeKind = "failing"
	NoticeDisabled    EndpointNoticeKind = "disabled"
)

// EndpointNoticeKinds lists them all.
var EndpointNoticeKinds = []EndpointNoticeKind{NoticeBreakerOpen, NoticeFailing, NoticeDisabled}

// EndpointNotice is something that is wrong with an endpoint, for as long as
// it is.
type EndpointNotice struct {
	Kind            EndpointNoticeKind
	Severity        Severity
	Since, LastSeen time.Time
	Detail          string
	ResolvedAt      *time.Time
}
