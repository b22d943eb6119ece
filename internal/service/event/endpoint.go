package event

import (
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// EndpointChange is what a caller sets of an endpoint; nil leaves it alone.
type EndpointChange struct {
	URL    *string
	Events []crm.EventPattern
	// Empty lists end a limit.
	PhoneNumberIDs, AssistantIDs, PipelineIDs []string

	Description *string
	Enabled     *bool
	Ordering    *crm.Ordering
	RateLimit   *int // 0 for none
	MaxInFlight *int
	MaxBatch    *int
	Timeout     *time.Duration
	Retry       *crm.RetrySchedule
}

const maxDescription = 500

func (s *Events) applyChange(tx *db.Tx, actor crm.Actor, e *crm.WebhookEndpoint, c EndpointChange, f *crm.Faults) error {
	if c.URL != nil {
		e.URL = crm.CheckEndpointURL(*c.URL, s.opt.Guard.Rules, f)
	}
	if c.Events != nil {
		crm.CheckEvents(c.Events, f)
		e.Events = c.Events
	}
	if c.URL != nil || c.Events != nil { // also who sends the audit log elsewhere reads it
		crm.CheckAudit(actor, e.Events, f)
	}
	if err := s.limit(tx, e, c, f); err != nil {
		return err
	}
	if c.Description != nil {
		if utf8.RuneCountInString(*c.Description) > maxDescription {
			f.Add("/description", crm.CodeTooLong, "description has at most %d characters.", maxDescription)
		}
		e.Description = *c.Description
	}
	if c.Enabled != nil {
		e.Enabled = *c.Enabled
		e.DisabledReason = ""
		if !e.Enabled {
			e.DisabledReason = "disabled by request"
		}
	}
	core.Set(&e.Ordering, c.Ordering)
	core.Set(&e.RateLimit, c.RateLimit)
	core.Set(&e.MaxInFlight, c.MaxInFlight)
	core.Set(&e.MaxBatch, c.MaxBatch)
	core.Set(&e.Timeout, c.Timeout)
	core.Set(&e.Retry, c.Retry)
	e.EndpointSettings.Check(f)
	return f.Err()
}

// limit limits an endpoint to the phone numbers, assistants and pipelines that
// the change names, and records those that the workspace does not have.
func (s *Events) limit(tx *db.Tx, e *crm.WebhookEndpoint, c EndpointChange, f *crm.Faults) error {
	for _, l := range []struct {
		field, prefix, what string
		list                []string
		look                func(id string) error
	}{
		{"phoneNumberIds", crm.PrefixPhoneNumber, "phone number", c.PhoneNumberIDs, func(id string) error { return s.subjects.Number(tx, e.WorkspaceID, id) }},
		{"assistantIds", crm.PrefixAssistant, "assistant", c.AssistantIDs, func(id string) error { return s.subjects.Assistant(tx, e.WorkspaceID, id) }},
	} {
		for _, i := range crm.CheckSubscriptionIDs(l.field, l.prefix, l.list, f) {
			err := l.look(l.list[i])
			var known *crm.Error
			if errors.As(err, &known) && known.Kind == crm.KindNotFound {
				f.Add(crm.Pointer(l.field, i), crm.CodeNotAllowed, "There is no %s %q in this workspace.", l.what, l.list[i])
			} else if err != nil {
				return err
			}
		}
	}
	crm.CheckSubscriptionIDs("pipelineIds", crm.PrefixPipeline, c.PipelineIDs, f)
	for _, l := range []struct {
		to   *[]string
		list []string
	}{{&e.PhoneNumberIDs, c.PhoneNumberIDs}, {&e.AssistantIDs, c.AssistantIDs}, {&e.PipelineIDs, c.PipelineIDs}} {
		if l.list != nil {
			*l.to = l.list
		}
	}
	return nil
}

// CreateWebhookEndpoint registers a receiver of events, which are signed in this
// way.
func (s *Events) CreateWebhookEndpoint(ctx context.Context, actor crm.Actor, c EndpointChange, signature crm.Signature) (SecretEndpoint, error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return SecretEndpoint{}, err
	}
	e := crm.WebhookEndpoint{Enabled: true, WorkspaceID: actor.WorkspaceID, EndpointSettings: crm.DefaultEndpointSettings()}
	if c.URL == nil {
		c.URL = new(string)
	}
	if c.Events == nil {
		c.Events = []crm.EventPattern{crm.AllEvents}
	}
	var f crm.Faults
	crm.CheckSignature(signature, &f)
	if err := s.db.View(ctx, func(tx *db.Tx) error { return s.applyChange(tx, actor, &e, c, &f) }); err != nil {
		return SecretEndpoint{}, err
	}
	out, err := core.Once(ctx, s.calls, actor, func(save core.Saver[SecretEndpoint]) (out SecretEndpoint, err error) {
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			if out, err = s.insertEndpoint(tx, e, signature); err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return s.recordCreated(tx, actor, &out.Endpoint)
		})
		return out, err
	})
	if err == nil {
		err = s.describeSecrets(&out.Endpoint)
	}
	return out, err
}

// insertEndpoint stores a new endpoint with fresh secrets.
func (s *Events) insertEndpoint(tx *db.Tx, e crm.WebhookEndpoint, signature crm.Signature) (out SecretEndpoint, err error) {
	n, err := CountWebhookEndpoints(tx, e.WorkspaceID)
	if err != nil {
		return out, err
	}
	if n >= crm.MaxEndpoints {
		return out, crm.Errorf(crm.KindConflict, crm.CodeEndpointLimit, "A workspace has at most %d endpoints.", crm.MaxEndpoints)
	}
	now := tx.Now()
	e.ID, e.CreatedAt, e.UpdatedAt = tx.NewID(crm.PrefixWebhookEndpoint), now, now
	e.Secrets = newSecrets(signature, now)
	sealed, err := s.sealSecrets(&e)
	if err != nil {
		return out, err
	}
	InsertWebhookEndpoint(tx, e, sealed)
	return SecretEndpoint{e, sharedSecret(e.Secrets)}, nil
}

// changeEndpoint stores a change of an endpoint that is locked, and reads how
// it is.
func (s *Events) changeEndpoint(tx *db.Tx, actor crm.Actor, e *crm.WebhookEndpoint, c EndpointChange, f *crm.Faults) error {
	before := *e
	was := e.Enabled
	if err := s.applyChange(tx, actor, e, c, f); err != nil {
		return err
	}
	if e.Enabled && !was {
		restartEndpoint(tx, e.WorkspaceID, e.ID)
		resetEndpointHealth(tx, e.WorkspaceID, e.ID)
	}
	e.UpdatedAt = tx.Now()
	UpdateWebhookEndpoint(tx, *e)
	list := []crm.WebhookEndpoint{*e}
	err := fillEndpointHealth(tx, e.WorkspaceID, list)
	*e = list[0]
	if changes := endpointChanges(&before, e); err == nil && len(changes) > 0 {
		err = s.recordEndpoint(tx, actor, "webhook_endpoint.updated", e, changes)
	}
	return err
}

// WebhookEndpoint returns one endpoint, with what may be told of its secrets.
func (s *Events) WebhookEndpoint(ctx context.Context, actor crm.Actor, id string) (e crm.WebhookEndpoint, err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return e, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		list := make([]crm.WebhookEndpoint, 1)
		if list[0], err = webhookEndpointView(tx, actor.WorkspaceID, id); err == nil {
			err = fillEndpointHealth(tx, actor.WorkspaceID, list)
		}
		e = list[0]
		return err
	})
	if err == nil {
		err = s.openEndpoint(&e)
	}
	return e, err
}

// WebhookEndpoints returns a page of endpoints, with what may be told of their
// secrets.
func (s *Events) WebhookEndpoints(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.WebhookEndpoint], err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if list, err = webhookEndpoints(tx, actor.WorkspaceID, p); err == nil {
			err = fillEndpointHealth(tx, actor.WorkspaceID, list.Items)
		}
		return err
	})
	for i := range list.Items {
		if err == nil {
			err = s.openEndpoint(&list.Items[i])
		}
	}
	return list, err
}

// UpdateWebhookEndpoint changes what is given and leaves the rest.
func (s *Events) UpdateWebhookEndpoint(ctx context.Context, actor crm.Actor, id string, c EndpointChange) (e crm.WebhookEndpoint, err error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return e, err
	}
	err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
		if e, err = WebhookEndpoint(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		var f crm.Faults
		err = s.changeEndpoint(tx, actor, &e, c, &f)
		return err
	})
	if err == nil {
		s.everywhere(ctx)
		err = s.openEndpoint(&e)
	}
	return e, err
}

// DisableEndpoint stops an endpoint for a reason that its owner is shown.
func (s *Events) DisableEndpoint(ctx context.Context, workspaceID, id, reason string) error {
	return s.db.Update(ctx, workspaceID, func(tx *db.Tx) error {
		e, err := WebhookEndpoint(tx, workspaceID, id)
		if err != nil {
			return err
		}
		if !e.Enabled {
			return nil
		}
		e.Enabled, e.DisabledReason, e.UpdatedAt = false, reason, tx.Now()
		UpdateWebhookEndpoint(tx, e)
		RaiseEndpointNotice(tx, workspaceID, id, crm.NoticeDisabled, crm.SeverityCritical, reason)
		return nil
	})
}

// DeleteWebhookEndpoint removes an endpoint; it gets nothing more.
func (s *Events) DeleteWebhookEndpoint(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return err
	}
	err := s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
		e, err := WebhookEndpoint(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		if err := deleteWebhookEndpoint(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		return s.recordEndpoint(tx, actor, "webhook_endpoint.deleted", &e, nil)
	})
	if err == nil {
		s.everywhere(ctx)
	}
	return err
}

// TestWebhookEndpoint sends a sample of an event kind to one endpoint and
// returns the delivery. With a wait it returns once the sample was posted, but
// after that time at the latest.
func (s *Events) TestWebhookEndpoint(ctx context.Context, actor crm.Actor, id string, kind crm.EventKind, wait time.Duration) (d crm.DeliveryDetail, err error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return d, err
	}
	sample, ok := crm.EventSample(kind)
	if !ok {
		var f crm.Faults
		f.Add("/event", crm.CodeNotAllowed, "There is no event %q.", kind)
		return d, f.Err()
	}
	deliveryID, err := core.Once(ctx, s.calls, actor, func(save core.Saver[string]) (deliveryID string, err error) {
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			e, err := WebhookEndpoint(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			body, err := crm.EventBody(kind, tx.Now(), sample)
			if err != nil {
				return err
			}
			if deliveryID, err = AppendTest(tx, kind, &e, body); err != nil {
				return err
			}
			return save(tx, deliveryID)
		})
		return deliveryID, err
	})
	if err != nil {
		return d, err
	}
	return s.awaitAttempt(ctx, actor.WorkspaceID, id, deliveryID, wait)
}

// awaitAttempt returns a delivery that was just begun, after its first attempt
// if that comes within the time.
func (s *Events) awaitAttempt(ctx context.Context, workspaceID, endpointID, deliveryID string, wait time.Duration) (crm.DeliveryDetail, error) {
	begun := crm.DeliveryDetail{Delivery: crm.Delivery{EndpointID: endpointID, EventID: crm.EventID(deliveryID), State: DeliveryPending, Trigger: crm.TriggerTest}}
	ends := time.Now().Add(wait)
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 200*time.Millisecond) {
		var d crm.DeliveryDetail
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { d, err = delivery(tx, workspaceID, endpointID, deliveryID); return err })
		switch {
		case err == nil && (wait > 0 && d.Last != nil || d.State == deliverySkipped):
			addRequests(&d)
			return d, nil
		case err != nil && crm.AsError(err).Kind != crm.KindNotFound: // it has no row before the first attempt
			return begun, err
		case time.Until(ends) <= 0:
			return begun, nil
		}
		select {
		case <-ctx.Done():
			return begun, nil
		case <-time.After(pause):
		}
	}
}

// EndpointCounts counts what is wrong with endpoints, for the metrics of the
// deployment.
func (s *Events) EndpointCounts(ctx context.Context) (c EndpointCounts, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = countEndpoints(tx); return err })
	return c, err
}
