package delivery

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
	"service.example/crm/internal/webhook"
)

// target is where and how an endpoint is posted to.
type target struct {
	store.EndpointTarget
	secrets  []string
	schedule []time.Duration
	found    bool
	until    time.Time
	// secretEnds is when the first of the secrets stops signing.
	secretEnds time.Time
}

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
	if d.Observe != nil {
		d.Observe(metric(r), r.OK(), r.Latency.Seconds())
	}
	if d.Posted != nil {
		d.Posted(it.Kind, t.URL, r)
	}
	return r, t
}

// settle takes the result of a call: it leaves what came of the delivery to be
// recorded, and decides what the call means for those behind it and for the
// endpoint. It returns why the endpoint is to be disabled, "" mostly.
func (e *endpoint) settle(it *item, r *webhook.Result, t *target) (reason string) {
	now := e.d.now()
	if it.probe {
		e.health.probing = false
	}
	switch {
	case t == nil:
		e.abandon(it)
		return ""
	case r == nil && e.d.ctx.Err() != nil:
		return ""
	}
	c := ours
	if r != nil {
		c = judge(r)
	}
	if c == ours {
		e.health.pauseOurs(now)
		e.putBack(it)
		return ""
	}
	it.attempt++
	o := outcome{it: it, attempt: &store.DeliveryAttempt{StartedAt: r.StartedAt, Latency: r.Latency,
		StatusCode: r.StatusCode, Error: r.Error, Signature: r.Signature, AnswerHeaders: r.AnswerHeaders, AnswerBody: r.AnswerBody}}
	var wait time.Duration
	if o.state, wait = c.decide(t.schedule, it.attempt-it.again.Before, r.RetryAfter); wait > 0 {
		o.next = now.Add(wait)
	}
	if c == taken {
		e.well(now, it)
	} else {
		reason = e.ill(now, it, c, r)
	}
	if o.state == store.DeliveryFailed && e.d.Parked != nil {
		e.d.Parked()
	}
	// One that is delivered again on request does not hold up the others.
	beside := it.again.Trigger != ""
	o.frees = it.retry && it.Sequence > 0 && (beside || o.state != store.DeliveryPending)
	e.end(o)
	if o.state == store.DeliveryPending && !beside {
		e.holdUp(it)
	} else {
		e.proceed(it)
	}
	if rest := e.health.rest(now); rest > 0 && c != taken {
		e.rewind()
		e.d.do(e, rest)
	}
	return reason
}

// putBack leaves an event to the log or the database again, with no attempt
// spent, and lets the endpoint rest.
func (e *endpoint) putBack(it *item) {
	if it.ordered {
		e.lanes[it.lane] = append([]*item{it}, e.lanes[it.lane]...)
	} else {
		e.ready = append(e.ready, it)
	}
	e.rewind()
	if it.ordered {
		delete(e.lanes, it.lane)
	}
	e.d.do(e, e.health.rest(e.d.now()))
}

// abandon leaves an event alone because the endpoint is disabled or gone.
func (e *endpoint) abandon(it *item) {
	e.release(it)
	e.proceed(it)
	if e.serves {
		e.known = false
		e.d.do(e, 0)
	}
}

// disable stores that an endpoint is disabled. Nothing is posted to it
// meanwhile; should it fail, the next call finds the reason anew.
func (d *Deliverer) disable(e *endpoint, reason string) {
	d.log.Warn("an endpoint is disabled", "endpoint", e.id, "workspace", e.workspaceID, "reason", reason)
	if err := d.svc.DisableEndpoint(context.WithoutCancel(d.ctx), e.workspaceID, e.id, reason); err != nil {
		d.log.Error("an endpoint could not be disabled", "endpoint", e.id, "error", err)
	}
	e.mu.Lock()
	e.ending = false
	e.dispatch()
	e.mu.Unlock()
}

func (e *endpoint) currentTarget() (*target, error) {
	d, now := e.d, time.Now()
	e.mu.Lock()
	t, change := e.target, e.change
	e.mu.Unlock()
	if t != nil && (d.exact || now.Before(t.until)) && !t.expired(d.now()) {
		return t, nil
	}
	fresh := &target{until: now.Add(service.EndpointLife)}
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		fresh.EndpointTarget, fresh.found, err = tx.EndpointTarget(e.workspaceID, e.id)
		return err
	})
	if err != nil || !fresh.found {
		return fresh, err
	}
	list, err := d.svc.OpenSecrets(e.workspaceID, e.id, fresh.SealedSecrets)
	if err != nil {
		return fresh, err
	}
	fresh.use(list, d.now())
	fresh.schedule = fresh.Settings.Retry.Pauses(d.Schedule)
	e.mu.Lock()
	if e.change == change {
		e.target, e.settings = fresh, fresh.Settings
	}
	e.mu.Unlock()
	return fresh, nil
}

// use keeps the secrets that sign at now, newest first.
func (t *target) use(list []crm.EndpointSecret, now time.Time) {
	e := crm.WebhookEndpoint{Secrets: list}
	for _, s := range e.LiveSecrets(now) {
		t.secrets = append(t.secrets, s.Secret)
		if s.ExpiresAt != nil && (t.secretEnds.IsZero() || s.ExpiresAt.Before(t.secretEnds)) {
			t.secretEnds = *s.ExpiresAt
		}
	}
}

func (t *target) expired(now time.Time) bool {
	return !t.secretEnds.IsZero() && !now.Before(t.secretEnds)
}
