package delivery

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// target is where and how an endpoint is posted to.
type target struct {
	event.EndpointTarget
	secrets  []string
	schedule []time.Duration
	found    bool
	until    time.Time
	// secretEnds is when the first of the secrets stops signing.
	secretEnds time.Time
}

// currentTarget returns the target as it was read last, or reads it anew.
func (e *endpoint) currentTarget() (*target, error) {
	d, now := e.d, time.Now()
	e.mu.Lock()
	t, change := e.terms.target, e.terms.change
	e.mu.Unlock()
	if t != nil && (d.sole || now.Before(t.until)) && !t.expired(d.now()) {
		return t, nil
	}
	fresh := &target{until: now.Add(event.EndpointLife)}
	err := d.db.View(d.ctx, func(tx *db.Tx) (err error) {
		fresh.EndpointTarget, fresh.found, err = event.ReadEndpointTarget(tx, e.workspaceID, e.id)
		return err
	})
	if err != nil || !fresh.found {
		return fresh, err
	}
	list, err := d.svc.Event.OpenSecrets(e.workspaceID, e.id, fresh.SealedSecrets)
	if err != nil {
		return fresh, err
	}
	fresh.use(list, d.now())
	fresh.schedule = fresh.Settings.Retry.Pauses(d.opt.Schedule)
	e.mu.Lock()
	if e.terms.change == change {
		e.terms.target, e.terms.settings = fresh, fresh.Settings
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
