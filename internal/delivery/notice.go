package delivery

import (
	"context"
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

// noteTaken notes a call that was taken.
func (e *endpoint) noteTaken(now time.Time, it *item) {
	b := &e.gate.breaker
	open := b.halfOpen()
	if !b.noteTaken(now, it) {
		return
	}
	e.recorder.unsaved = true
	if b.noticed {
		b.noticed = false
		e.d.log.Info("an endpoint takes events again", "endpoint", e.id, "workspace", e.workspaceID)
		e.recorder.notices = append(e.recorder.notices, notice{kind: crm.NoticeBreakerOpen}, notice{kind: crm.NoticeFailing})
	}
	if open && !b.halfOpen() {
		e.d.do(e, 0)
	}
}

// noteFailed notes a call that failed, and returns why the endpoint is to be
// disabled, "" mostly.
func (e *endpoint) noteFailed(now time.Time, list []*item, v verdict, r *webhook.Result) (reason string) {
	b := &e.gate.breaker
	opened := b.noteFailed(now, list, v, r.Error)
	e.recorder.unsaved = true
	if v.rests() {
		b.pause(now, r.RetryAfter)
	}
	if opened {
		e.warn(crm.NoticeBreakerOpen, fmt.Sprintf("Too many calls failed, the last one with %s. Deliveries wait until %s, then one finds out whether the receiver is back.",
			r.Error, b.OpenUntil.UTC().Format(time.RFC3339)))
	}
	if !b.noted && now.Sub(b.FailingSince) > crm.DegradedAfter {
		b.noted = true
		e.warn(crm.NoticeFailing, fmt.Sprintf("Every call since %s has failed, the last one with %s.", b.FailingSince.UTC().Format(time.RFC3339), r.Error))
	}
	if list[0].probe && !b.halfOpen() {
		e.d.do(e, 0) // it is there, and busy
	}
	switch {
	case v == gone:
		return "the receiver answered 410 Gone"
	case b.Refusals >= crm.MaxRefusals:
		return "the URL may not be called: " + r.Error
	case b.HopelessAt(now):
		return fmt.Sprintf("every call since %s has failed, the last one with %s", b.FailingSince.UTC().Format(time.RFC3339), r.Error)
	}
	return ""
}

// warn raises a notice about the endpoint.
func (e *endpoint) warn(kind crm.EndpointNoticeKind, detail string) {
	if !e.gate.breaker.noticed { // once for all notices until it takes events again
		e.d.log.Warn("an endpoint fails", "endpoint", e.id, "workspace", e.workspaceID, "notice", kind, "detail", detail)
	}
	e.gate.breaker.noticed = true
	e.recorder.notices = append(e.recorder.notices, notice{kind, crm.SeverityWarning, detail})
}

// disable stores that the endpoint is disabled. Nothing is posted to it
// meanwhile; should it fail, the next call finds the reason anew.
func (e *endpoint) disable(reason string) {
	d := e.d
	d.log.Warn("an endpoint is disabled", "endpoint", e.id, "workspace", e.workspaceID, "reason", reason)
	if err := d.svc.Event.DisableEndpoint(context.WithoutCancel(d.ctx), e.workspaceID, e.id, reason); err != nil {
		d.log.Error("an endpoint could not be disabled", "endpoint", e.id, "error", err)
	}
	e.mu.Lock()
	e.gate.ending = false
	e.dispatch()
	e.mu.Unlock()
}
