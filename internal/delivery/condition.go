package delivery

import (
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/webhook"
)

// notice is what is to be told of an endpoint; "" for severity ends it.
type notice struct {
	kind     crm.EndpointNoticeKind
	severity crm.Severity
	detail   string
}

// well notes a call that was taken.
func (e *endpoint) well(now time.Time, it *item) {
	open := e.health.halfOpen()
	if !e.health.taken(now, it.generation, it.probe) {
		return
	}
	e.unsaved = true
	if e.health.noticed {
		e.health.noticed = false
		e.d.log.Info("an endpoint takes events again", "endpoint", e.id, "workspace", e.workspaceID)
		e.notices = append(e.notices, notice{kind: crm.NoticeBreakerOpen}, notice{kind: crm.NoticeFailing})
	}
	if open && !e.health.halfOpen() {
		e.d.do(e, 0)
	}
}

// ill notes a call that failed, and returns why the endpoint is to be disabled,
// "" mostly.
func (e *endpoint) ill(now time.Time, it *item, c class, r *webhook.Result) (reason string) {
	h := &e.health
	opened := h.failed(now, c, r.Error, it.generation, it.probe, it.attempt == 1)
	e.unsaved = true
	if c.rests() {
		h.pause(now, r.RetryAfter)
	}
	if opened {
		e.tellOf(crm.NoticeBreakerOpen, crm.SeverityWarning, fmt.Sprintf("Too many calls failed, the last one with %s. Deliveries wait until %s, then one finds out whether the receiver is back.",
			r.Error, h.OpenUntil.UTC().Format(time.RFC3339)))
	}
	if !h.noted && now.Sub(h.FailingSince) > crm.DegradedAfter {
		h.noted = true
		e.tellOf(crm.NoticeFailing, crm.SeverityWarning, fmt.Sprintf("Every call since %s has failed, the last one with %s.", h.FailingSince.UTC().Format(time.RFC3339), r.Error))
	}
	if it.probe && !h.halfOpen() {
		e.d.do(e, 0) // it is there, and busy
	}
	switch {
	case c == gone:
		return "the receiver answered 410 Gone"
	case h.Refusals >= crm.MaxRefusals:
		return "the URL may not be called: " + r.Error
	case h.HopelessAt(now):
		return fmt.Sprintf("every call since %s has failed, the last one with %s", h.FailingSince.UTC().Format(time.RFC3339), r.Error)
	}
	return ""
}

func (e *endpoint) tellOf(kind crm.EndpointNoticeKind, severity crm.Severity, detail string) {
	if !e.health.noticed { // once for all that is told until it takes events again
		e.d.log.Warn("an endpoint fails", "endpoint", e.id, "workspace", e.workspaceID, "notice", kind, "detail", detail)
	}
	e.health.noticed = true
	e.notices = append(e.notices, notice{kind, severity, detail})
}

// Condition is how the endpoints that this node serves are doing.
type Condition struct {
	Open     int       // breakers that are open or half open
	InFlight int       // calls under way
	Oldest   time.Time // of the events that were not tried yet; zero for none
}

// Condition returns how the endpoints of this node are doing.
func (d *Deliverer) Condition() (c Condition) {
	for _, e := range d.list() {
		e.mu.Lock()
		if e.serves {
			if e.health.halfOpen() {
				c.Open++
			}
			c.InFlight += e.inFlight
			if at := e.oldest(); !at.IsZero() && (c.Oldest.IsZero() || at.Before(c.Oldest)) {
				c.Oldest = at
			}
		}
		e.mu.Unlock()
	}
	return c
}

// oldest is when the first event was made that is on its way, or, when the log
// is to be read on, the last one that is not.
func (e *endpoint) oldest() time.Time {
	if first := e.order.next; first != &e.order {
		return crm.TimeOfID(first.ID)
	}
	if e.behind && e.misses() {
		return crm.TimeOfID(e.read.ID)
	}
	return time.Time{}
}
