package delivery

import (
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/webhook"
)

// attempt posts one event. It returns no result when none was made, and no
// target when the endpoint is not to be called any more.
func (e *endpoint) attempt(it *item) (*webhook.Result, *target) {
	d := e.d
	t, err := e.currentTarget()
	if err != nil {
		if d.ctx.Err() == nil {
			d.log.Error("an endpoint could not be read", "endpoint", e.id, "error", err)
		}
		return nil, t
	}
	if !t.found || !t.Enabled {
		return nil, nil
	}
	call := webhook.Call{URL: t.URL, ID: it.ID, Secrets: t.secrets, Body: it.Body, Timeout: t.Settings.Timeout}
	if it.Sequence > 0 {
		call.Header = http.Header{"Webhook-Sequence": {strconv.FormatInt(it.Sequence, 10)}}
	}
	r := d.client.Post(d.ctx, call)
	if d.ctx.Err() != nil && !r.OK() {
		return nil, t // this node is stopping; whoever serves the endpoint next posts it
	}
	if d.opt.Posted != nil {
		d.opt.Posted(Post{Kind: it.Kind, URL: t.URL, Result: r, Label: judge(r).label(r)})
	}
	return r, t
}

// settle takes the result of a call: it leaves what came of the delivery to be
// recorded, and decides what the call means for those behind it and for the
// endpoint. It returns why the endpoint is to be disabled, "" mostly.
func (e *endpoint) settle(it *item, r *webhook.Result, t *target) (reason string) {
	now := e.d.now()
	if it.probe {
		e.gate.breaker.probing = false
	}
	switch {
	case t == nil:
		e.abandon(it)
		return ""
	case r == nil && e.d.ctx.Err() != nil:
		return ""
	}
	v := ours
	if r != nil {
		v = judge(r)
	}
	if v == ours {
		e.gate.breaker.pauseOurs(now)
		e.putBack(it)
		return ""
	}
	it.attempt++
	w := entry{it: it, attempt: &event.DeliveryAttempt{StartedAt: r.StartedAt, Latency: r.Latency,
		StatusCode: r.StatusCode, Error: r.Error, Signature: r.Signature, AnswerHeaders: r.AnswerHeaders, AnswerBody: r.AnswerBody}}
	var wait time.Duration
	if w.state, wait = v.decide(t.schedule, it.attempt-it.again.Before, r.RetryAfter); wait > 0 {
		w.next = now.Add(wait)
	}
	if v == taken {
		e.noteTaken(now, it)
	} else {
		reason = e.noteFailed(now, it, v, r)
	}
	if w.state == event.DeliveryFailed && e.d.opt.Parked != nil {
		e.d.opt.Parked()
	}
	// One that is delivered again on request does not hold up the others.
	w.frees = it.retry && it.Sequence > 0 && (it.beside() || w.state != event.DeliveryPending)
	e.end(w)
	if w.state == event.DeliveryPending && !it.beside() {
		e.holdUp(it)
	} else {
		e.lanes.proceed(it)
	}
	if rest := e.gate.breaker.rest(now); rest > 0 && v != taken {
		e.rewind(nil)
		e.d.do(e, rest)
	}
	return reason
}

// abandon leaves an event alone because the endpoint is disabled or gone.
func (e *endpoint) abandon(it *item) {
	e.release(it)
	e.lanes.proceed(it)
	if e.terms.serves {
		e.terms.known = false
		e.d.do(e, 0)
	}
}

// putBack leaves an event to the log or the database again, with no attempt
// spent, and lets the endpoint rest.
func (e *endpoint) putBack(it *item) {
	e.rewind(it)
	e.lanes.end(it)
	e.d.do(e, e.gate.breaker.rest(e.d.now()))
}

// holdUp keeps those behind a failed event of its lane from being posted.
func (e *endpoint) holdUp(it *item) {
	if !it.ordered || it.Sequence == 0 {
		e.lanes.proceed(it)
		return
	}
	if ordering := e.terms.settings.Ordering; ordering != crm.OrderingKey { // endpoint, or changed meanwhile
		e.blocked.stalled = ordering == crm.OrderingEndpoint
		e.rewind(nil)
		e.lanes.end(it)
		e.d.do(e, 0)
		return
	}
	e.block(it.Key)
	for _, next := range e.lanes.end(it) {
		if next.retry {
			e.release(next) // it has a row, and is due
		} else {
			e.wait(next)
		}
	}
}

// rewind gives back to the log and to the database what waits in memory, and
// one event that was on its way, if any; the others under way end. The log is
// read again from where the cursor may stand.
func (e *endpoint) rewind(also *item) {
	m := e.intake.position()
	back := func(it *item) {
		if it.retry {
			e.retries.due = e.d.now()
		} else {
			e.intake.putBack(it)
		}
		e.release(it)
	}
	if also != nil {
		back(also)
	}
	e.lanes.empty(back)
	e.intake.rewind(m)
	e.miss(m.position)
}
