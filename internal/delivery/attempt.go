package delivery

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
	"service.example/crm/internal/webhook"
)

// target is where and how an endpoint is posted to.
type target struct {
	store.EndpointTarget
	secrets []string
	found   bool
	until   time.Time
	// secretEnds is when the first of the secrets stops signing.
	secretEnds time.Time
}

// outcome is how far an attempt has brought a delivery.
type outcome struct {
	it      *item
	state   string
	next    time.Time
	attempt *store.DeliveryAttempt // nil when none was made
}

// attempt posts one event and leaves what came of it to be recorded.
func (e *endpoint) attempt(it *item) {
	d := e.d
	t, err := e.currentTarget()
	if err != nil {
		if d.ctx.Err() == nil {
			d.log.Error("an endpoint could not be read", "endpoint", e.id, "error", err)
			e.end(outcome{it: it, state: store.DeliveryPending, next: d.db.Source().Now().Add(d.Schedule[0])})
		}
		return
	}
	if !t.found || !t.Enabled {
		e.abandon(it)
		return
	}
	r := d.client.Post(d.ctx, webhook.Call{URL: t.URL, ID: it.ID, Secrets: t.secrets, Body: it.Body})
	if d.ctx.Err() != nil && !r.OK() {
		return // this node is stopping; whoever serves the endpoint next posts it
	}
	if d.Observe != nil {
		d.Observe(r.OK(), r.Latency.Seconds())
	}
	it.attempt++
	o := outcome{it: it, state: store.DeliverySucceeded, attempt: &store.DeliveryAttempt{StartedAt: r.StartedAt, Latency: r.Latency,
		StatusCode: r.StatusCode, Error: r.Error, Signature: r.Signature, AnswerHeaders: r.AnswerHeaders, AnswerBody: r.AnswerBody}}
	if !r.OK() {
		o.state = store.DeliveryFailed
		wait, again := webhook.NextAttempt(d.Schedule, it.attempt-it.again.Before, r.RetryAfter)
		if again && !r.Gone() && r.Error != "forbidden_address" {
			o.state, o.next = store.DeliveryPending, d.db.Source().Now().Add(wait)
		}
	}
	e.end(o)
	if r.Gone() {
		d.disable(e)
	}
}

// abandon leaves an event alone because the endpoint is disabled or gone.
func (e *endpoint) abandon(it *item) {
	e.mu.Lock()
	e.release(it)
	was := e.serves
	e.known = e.known && !was
	e.mu.Unlock()
	if was {
		e.d.do(e, 0)
	}
}

func (d *Deliverer) disable(e *endpoint) {
	if err := d.svc.DisableEndpoint(context.WithoutCancel(d.ctx), e.workspaceID, e.id, "the receiver answered 410 Gone"); err != nil {
		d.log.Error("an endpoint could not be disabled", "endpoint", e.id, "error", err)
	}
}

func (e *endpoint) currentTarget() (*target, error) {
	d, now := e.d, time.Now()
	e.mu.Lock()
	t, change := e.target, e.change
	e.mu.Unlock()
	if t != nil && (d.exact || now.Before(t.until)) && !t.expired(d.db.Source().Now()) {
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
		return nil, err
	}
	fresh.use(list, d.db.Source().Now())
	e.mu.Lock()
	if e.change == change {
		e.target = fresh
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
