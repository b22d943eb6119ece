package crm

import (
	"slices"
	"time"
)

// RedeliveryWhat says which events a bulk redelivery is about.
type RedeliveryWhat string

// What can be redelivered in bulk.
const (
	RedeliverFailed RedeliveryWhat = "failed" // every attempt failed
	RedeliverMissed RedeliveryWhat = "missed" // never tried, because the endpoint was disabled
	RedeliverRange  RedeliveryWhat = "range"  // whatever lies in a time
)

// MaxOpenRedeliveries is how many bulk redeliveries of one endpoint may not have
// ended.
const MaxOpenRedeliveries = 20

// RedeliveryRequest asks for a bulk redelivery.
type RedeliveryRequest struct {
	What         RedeliveryWhat
	Since, Until *time.Time     // of the events
	Events       []EventPattern // all for none
	// IncludeSucceeded takes what the endpoint has already, too.
	IncludeSucceeded bool
}

// Redelivery is a bulk redelivery with how far it has come.
type Redelivery struct {
	ID, WorkspaceID, EndpointID string
	RedeliveryRequest
	Run
	// The log is looked through from behind Position up to EndPosition, for events
	// from SinceID to before EndID. Done counts what has ended of what was queued.
	SinceID, EndID    string
	EndPosition       int64
	Examined          int64 // events that were looked at
	Queued            int64 // put on their way
	Delivered, Failed int64 // of those
}

// Validate records what is wrong with the request.
func (r *RedeliveryRequest) Validate(now time.Time, f *Faults) {
	switch r.What {
	case RedeliverFailed, RedeliverMissed, RedeliverRange:
	case "":
		f.Add("/what", CodeRequired, "what is required: failed, missed or range.")
	default:
		f.Add("/what", CodeNotAllowed, "what must be failed, missed or range.")
	}
	if r.What == RedeliverRange && r.Since == nil {
		f.Add("/since", CodeRequired, "since is required for range: the time of the first event.")
	}
	if r.Since != nil && inFuture(*r.Since, now) {
		f.Add("/since", CodeOutOfRange, "since must not be in the future.")
	}
	if r.Since != nil && r.Since.Before(FirstTime) {
		f.Add("/since", CodeOutOfRange, "since must not be before 1970.")
	}
	if r.Until != nil && r.Until.After(LastTime) {
		f.Add("/until", CodeOutOfRange, "until must not be after the year 9998.")
	}
	if r.Since != nil && r.Until != nil && r.Until.Before(*r.Since) {
		f.Add("/until", CodeOutOfRange, "until must not be before since.")
	}
	if r.IncludeSucceeded && r.What != RedeliverRange {
		f.Add("/includeSucceeded", CodeNotAllowed, "includeSucceeded is allowed only for range.")
	}
	if len(r.Events) > 0 {
		CheckEvents(r.Events, f)
	}
}

// Picks reports whether an event is to be delivered again: state is that of its
// delivery, "" for none; due says that it has none and none is to come.
func (r *RedeliveryRequest) Picks(e *WebhookEndpoint, kind EventKind, of EventScope, state DeliveryState, due bool) bool {
	if len(r.Events) > 0 && !slices.ContainsFunc(r.Events, func(p EventPattern) bool { return p.Selects(kind) }) {
		return false
	}
	missed := state == "skipped" || state == "" && due && e.Matches(kind, of)
	switch r.What {
	case RedeliverFailed:
		return state == "failed"
	case RedeliverMissed:
		return missed
	case RedeliverRange:
		return missed || state == "failed" || state == "succeeded" && r.IncludeSucceeded
	}
	return false
}
