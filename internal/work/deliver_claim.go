package work

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

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

// claimLoop takes deliveries from the table: retries, what did not fit into
// memory, and what dead nodes or an earlier run left.
func (d *Deliverer) claimLoop() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	discover := time.Time{}
	for {
		select {
		case <-d.ctx.Done():
			return
		case <-d.wake:
		case <-timer.C:
		}
		if now := time.Now(); now.After(discover) {
			d.discover()
			discover = now.Add(deliverPoll)
		}
		timer.Reset(d.claimDue())
	}
}

// discover finds endpoints that have deliveries waiting.
func (d *Deliverer) discover() {
	var ids []string
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) { ids, err = tx.WaitingEndpoints(); return err })
	if err != nil {
		if d.ctx.Err() == nil {
			d.log.Error("waiting deliveries could not be found", "error", err)
		}
		return
	}
	for _, id := range ids {
		e := d.endpoint(id)
		e.mu.Lock()
		if !e.behind && e.held == 0 {
			e.behind, e.due = true, time.Time{}
		}
		e.mu.Unlock()
	}
}

// claimDue claims for every endpoint that is due and returns how long until
// the next one is.
func (d *Deliverer) claimDue() time.Duration {
	d.mu.Lock()
	list := make([]*endpoint, 0, len(d.endpoints))
	for _, e := range d.endpoints {
		list = append(list, e)
	}
	d.mu.Unlock()
	next := deliverPoll
	for _, e := range list {
		now := d.db.Source().Now()
		e.mu.Lock()
		room, wait := deliverHold-e.held, e.due.Sub(now)
		ready := e.behind && wait <= 0 && room > deliverHold/2
		if e.behind && wait > 0 {
			next = min(next, wait)
		}
		e.mu.Unlock()
		if ready {
			next = min(next, d.claim(e, room))
		}
	}
	return max(next, time.Millisecond)
}

func (d *Deliverer) claim(e *endpoint, room int) time.Duration {
	var list []store.Delivery
	var due time.Time
	err := d.db.Update(d.ctx, e.id, func(tx *store.Tx) (err error) {
		list, due, err = tx.ClaimDeliveries(e.id, d.owner(), room)
		return err
	})
	if err != nil {
		if d.ctx.Err() == nil {
			d.log.Error("deliveries could not be claimed", "endpoint", e.id, "error", err)
		}
		return deliverPoll
	}
	e.mu.Lock()
	e.behind, e.due = !due.IsZero(), due
	e.mu.Unlock()
	for _, v := range list {
		d.Offer(v)
	}
	if due.IsZero() {
		return deliverPoll
	}
	return max(time.Millisecond, due.Sub(d.db.Source().Now()))
}
