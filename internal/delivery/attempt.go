package delivery

import (
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/webhook"
)

// attempt posts an event, with those that its call carries. It returns no result
// when none was made, and no target when the endpoint is not to be called any more.
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
	batch := ""
	switch {
	case t.Settings.MaxBatch > 1 || len(it.with) > 0:
		batch, call.Body = makeBatch(it.call())
		call.ID = batch
	case it.Sequence > 0:
		call.Header = http.Header{"Webhook-Sequence": {strconv.FormatInt(it.Sequence, 10)}}
	}
	r := d.client.Post(d.ctx, call)
	r.BatchID = batch
	if d.ctx.Err() != nil && !r.OK() {
		return nil, t // this node is stopping; whoever serves the endpoint next posts it
	}
	if d.opt.Posted != nil {
		d.opt.Posted(Post{Kind: it.Kind, URL: t.URL, Result: r, Label: judge(r).label(r)})
	}
	return r, t
}

// settle takes the result of a call: it leaves what came of the deliveries to
// be recorded, and decides what the call means for those behind them and for
// the endpoint. It returns why the endpoint is to be disabled, "" mostly.
func (e *endpoint) settle(it *item, r *webhook.Result, t *target) (reason string) {
	now := e.d.now()
	if it.probe {
		e.gate.breaker.probing = false
	}
	v := ours
	if r != nil {
		v = judge(r)
	}
	switch {
	case t != nil && r == nil && e.d.ctx.Err() != nil:
		return ""
	case t != nil && v == taken:
		e.noteTaken(now, it)
		e.settleTaken(it, r)
		return ""
	}
	heads := e.lanes.split(it)
	switch {
	case t == nil:
		e.abandon(heads)
		return ""
	case v == ours:
		e.gate.breaker.pauseOurs(now)
		e.putBack(heads)
		return ""
	}
	for _, head := range heads {
		head.attempt++
	}
	reason = e.noteFailed(now, heads, v, r)
	for _, head := range heads {
		e.settleFailed(head, v, r, t)
	}
	if rest := e.gate.breaker.rest(now); rest > 0 {
		e.rewind()
		e.d.do(e, rest)
	}
	return reason
}

// settleTaken records that the events of a call were taken.
func (e *endpoint) settleTaken(it *item, r *webhook.Result) {
	call := it.call()
	for i, one := range call {
		one.attempt++
		w := newEntry(one, r)
		w.state = event.DeliverySucceeded
		w.frees = one.retry && one.Sequence > 0
		e.end(w)
		if last := i+1 == len(call) || !call[i+1].follows(one); last {
			e.lanes.proceed(one)
		}
	}
	it.with = nil
}

// settleFailed records a failed attempt of an event.
func (e *endpoint) settleFailed(it *item, v verdict, r *webhook.Result, t *target) {
	w := newEntry(it, r)
	var wait time.Duration
	if w.state, wait = v.decide(t.schedule, it.attempt-it.again.Before, r.RetryAfter); wait > 0 {
		w.next = e.d.now().Add(wait)
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
}

// abandon leaves events alone because the endpoint is disabled or gone.
func (e *endpoint) abandon(list []*item) {
	for _, it := range list {
		e.release(it)
		e.lanes.proceed(it)
	}
	if e.terms.serves {
		e.terms.known = false
		e.d.do(e, 0)
	}
}

// putBack leaves events to the log or the database again, with no attempt
// spent, and lets the endpoint rest.
func (e *endpoint) putBack(list []*item) {
	e.rewind(list...)
	for _, it := range list {
		e.lanes.end(it)
	}
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
		e.rewind()
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
// some events that were on their way; the others under way end. The log is read
// again from where the cursor may stand.
func (e *endpoint) rewind(also ...*item) {
	m := e.intake.position()
	back := func(it *item) {
		if it.retry {
			e.retries.due = e.d.now()
		}
		e.giveBack(it)
	}
	for _, it := range also {
		back(it)
	}
	e.lanes.empty(back)
	e.intake.rewind(m)
	e.miss(m.position)
}
