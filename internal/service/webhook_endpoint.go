package service

import (
	"context"
	"encoding/json"
	"errors"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/webhook"
)

// EndpointChange is what a caller sets of an endpoint; nil leaves it alone.
type EndpointChange struct {
	URL    *string
	Events []crm.EventPattern
	// Empty lists end a limit.
	PhoneNumberIDs, AssistantIDs, PipelineIDs []string

	Description *string
	Enabled     *bool
}

// SecretEndpoint is an endpoint with its newest secret, which is shown this once.
type SecretEndpoint struct {
	Endpoint crm.WebhookEndpoint
	Secret   string
}

const maxDescription = 500

func (s *Service) apply(tx *store.Tx, e *crm.WebhookEndpoint, c EndpointChange) error {
	var f crm.Faults
	if c.URL != nil {
		e.URL = crm.CheckEndpointURL(*c.URL, s.opt.Guard.Rules, &f)
	}
	if c.Events != nil {
		crm.CheckEvents(c.Events, &f)
		e.Events = c.Events
	}
	if err := limit(tx, e, c, &f); err != nil {
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
	return f.Err()
}

// limit limits an endpoint to the phone numbers, assistants and pipelines that
// the change names, and records those that the workspace does not have.
func limit(tx *store.Tx, e *crm.WebhookEndpoint, c EndpointChange, f *crm.Faults) error {
	for _, i := range crm.CheckSubscriptionIDs("phoneNumberIds", crm.PrefixPhoneNumber, c.PhoneNumberIDs, f) {
		_, err := tx.PhoneNumber(e.WorkspaceID, c.PhoneNumberIDs[i])
		var known *crm.Error
		if errors.As(err, &known) && known.Kind == crm.KindNotFound {
			f.Add(crm.Pointer("phoneNumberIds", i), crm.CodeNotAllowed, "There is no phone number %q in this workspace.", c.PhoneNumberIDs[i])
		} else if err != nil {
			return err
		}
	}
	crm.CheckSubscriptionIDs("assistantIds", crm.PrefixAssistant, c.AssistantIDs, f)
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

// CreateWebhookEndpoint registers a receiver of events.
func (s *Service) CreateWebhookEndpoint(ctx context.Context, actor crm.Actor, c EndpointChange) (SecretEndpoint, error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return SecretEndpoint{}, err
	}
	e := crm.WebhookEndpoint{Enabled: true, WorkspaceID: actor.WorkspaceID}
	if c.URL == nil {
		c.URL = new(string)
	}
	if c.Events == nil {
		c.Events = []crm.EventPattern{crm.AllEvents}
	}
	if err := s.db.View(ctx, func(tx *store.Tx) error { return s.apply(tx, &e, c) }); err != nil {
		return SecretEndpoint{}, err
	}
	return once(ctx, s, actor, func(save saver[SecretEndpoint]) (out SecretEndpoint, err error) {
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *store.Tx) error {
			n, err := tx.CountWebhookEndpoints(actor.WorkspaceID)
			if err != nil {
				return err
			}
			if n >= crm.MaxEndpoints {
				return crm.Errorf(crm.KindConflict, crm.CodeEndpointLimit, "A workspace has at most %d endpoints.", crm.MaxEndpoints)
			}
			now := tx.Now()
			e.ID, e.CreatedAt, e.UpdatedAt = tx.NewID(crm.PrefixWebhookEndpoint), now, now
			e.Secrets = []crm.EndpointSecret{{Secret: webhook.NewSecret(), CreatedAt: now}}
			sealed, err := s.sealSecrets(&e)
			if err != nil {
				return err
			}
			tx.InsertWebhookEndpoint(e, sealed)
			out = SecretEndpoint{e, e.Secrets[0].Secret}
			return save(tx, out)
		})
		return out, err
	})
}

func endpointContext(e *crm.WebhookEndpoint) string {
	return "endpoint/" + e.WorkspaceID + "/" + e.ID
}

func (s *Service) sealSecrets(e *crm.WebhookEndpoint) ([]byte, error) {
	plain, err := json.Marshal(e.Secrets)
	if err != nil {
		return nil, err
	}
	return s.box.Seal(plain, endpointContext(e))
}

// OpenSecrets returns the endpoint's secrets from their sealed form.
func (s *Service) OpenSecrets(workspaceID, endpointID string, sealed []byte) (list []crm.EndpointSecret, err error) {
	plain, err := s.box.Open(sealed, endpointContext(&crm.WebhookEndpoint{WorkspaceID: workspaceID, ID: endpointID}))
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(plain, &list)
}

// WebhookEndpoint returns one endpoint, without its secrets.
func (s *Service) WebhookEndpoint(ctx context.Context, actor crm.Actor, id string) (e crm.WebhookEndpoint, err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return e, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { e, err = tx.WebhookEndpointView(actor.WorkspaceID, id); return err })
	return e, err
}

// WebhookEndpoints returns a page of endpoints, without their secrets.
func (s *Service) WebhookEndpoints(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.WebhookEndpoint], err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { list, err = tx.WebhookEndpoints(actor.WorkspaceID, p); return err })
	return list, err
}

// UpdateWebhookEndpoint changes what is given and leaves the rest.
func (s *Service) UpdateWebhookEndpoint(ctx context.Context, actor crm.Actor, id string, c EndpointChange) (e crm.WebhookEndpoint, err error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return e, err
	}
	err = s.db.Update(ctx, actor.WorkspaceID, func(tx *store.Tx) error {
		if e, err = tx.WebhookEndpoint(actor.WorkspaceID, id); err != nil {
			return err
		}
		was := e.Enabled
		if err := s.apply(tx, &e, c); err != nil {
			return err
		}
		if e.Enabled && !was {
			tx.RestartEndpoint(e.WorkspaceID, e.ID)
		}
		e.UpdatedAt = tx.Now()
		tx.UpdateWebhookEndpoint(e)
		return nil
	})
	return e, err
}

// DisableEndpoint stops an endpoint for a reason that its owner is shown.
func (s *Service) DisableEndpoint(ctx context.Context, workspaceID, id, reason string) error {
	return s.db.Update(ctx, workspaceID, func(tx *store.Tx) error {
		e, err := tx.WebhookEndpoint(workspaceID, id)
		if err != nil {
			return err
		}
		e.Enabled, e.DisabledReason, e.UpdatedAt = false, reason, tx.Now()
		tx.UpdateWebhookEndpoint(e)
		return nil
	})
}

// DeleteWebhookEndpoint removes an endpoint; it gets nothing more.
func (s *Service) DeleteWebhookEndpoint(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return err
	}
	return s.db.Update(ctx, actor.WorkspaceID, func(tx *store.Tx) error {
		return tx.DeleteWebhookEndpoint(actor.WorkspaceID, id)
	})
}

// RotateEndpointSecret makes a new signing secret; the earlier ones sign beside
// it for the overlap (0 to 7 days).
func (s *Service) RotateEndpointSecret(ctx context.Context, actor crm.Actor, id string, overlap time.Duration) (SecretEndpoint, error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return SecretEndpoint{}, err
	}
	if overlap < 0 || overlap > MaxKeyOverlap {
		var f crm.Faults
		f.Add("/overlapSeconds", crm.CodeOutOfRange, "overlapSeconds is between 0 and %d.", int(MaxKeyOverlap.Seconds()))
		return SecretEndpoint{}, f.Err()
	}
	return once(ctx, s, actor, func(save saver[SecretEndpoint]) (out SecretEndpoint, err error) {
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *store.Tx) error {
			e, err := tx.WebhookEndpoint(actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			if out, err = s.rotate(tx, e, overlap); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

func (s *Service) rotate(tx *store.Tx, e crm.WebhookEndpoint, overlap time.Duration) (SecretEndpoint, error) {
	target, _, err := tx.EndpointTarget(e.WorkspaceID, e.ID)
	if err != nil {
		return SecretEndpoint{}, err
	}
	have, err := s.OpenSecrets(e.WorkspaceID, e.ID, target.SealedSecrets)
	if err != nil {
		return SecretEndpoint{}, err
	}
	now := tx.Now()
	ends := now.Add(overlap)
	e.Secrets = nil
	for _, old := range have {
		if old.ExpiresAt == nil || old.ExpiresAt.After(ends) {
			old.ExpiresAt = &ends
		}
		if now.Before(*old.ExpiresAt) {
			e.Secrets = append(e.Secrets, old)
		}
	}
	if len(e.Secrets) >= crm.MaxEndpointSecrets {
		return SecretEndpoint{}, crm.Errorf(crm.KindConflict, crm.CodeSecretLimit, "The endpoint has %d live secrets already; wait until one ends, or rotate with a shorter overlap.", len(e.Secrets))
	}
	fresh := crm.EndpointSecret{Secret: webhook.NewSecret(), CreatedAt: now}
	e.Secrets = append(e.Secrets, fresh)
	sealed, err := s.sealSecrets(&e)
	if err != nil {
		return SecretEndpoint{}, err
	}
	tx.UpdateEndpointSecrets(e.WorkspaceID, e.ID, sealed)
	return SecretEndpoint{e, fresh.Secret}, nil
}

// TestWebhookEndpoint sends a sample of an event kind to one endpoint and
// returns the identifier of its delivery.
func (s *Service) TestWebhookEndpoint(ctx context.Context, actor crm.Actor, id string, kind crm.EventKind) (deliveryID string, err error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return "", err
	}
	sample, ok := crm.EventSample(kind)
	if !ok {
		var f crm.Faults
		f.Add("/event", crm.CodeNotAllowed, "There is no event %q.", kind)
		return "", f.Err()
	}
	return once(ctx, s, actor, func(save saver[string]) (string, error) {
		err := s.db.Update(ctx, actor.WorkspaceID, func(tx *store.Tx) error {
			e, err := tx.WebhookEndpoint(actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			body, err := crm.EventBody(kind, tx.Now(), sample)
			if err != nil {
				return err
			}
			if deliveryID, err = tx.AppendTest(kind, &e, body); err != nil {
				return err
			}
			return save(tx, deliveryID)
		})
		return deliveryID, err
	})
}

// Events returns a page of the workspace's event log, oldest first.
func (s *Service) Events(ctx context.Context, actor crm.Actor, kind crm.EventKind, p crm.Page) (list crm.List[crm.Event], err error) {
	if err := actor.Require(crm.ScopeEventsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { list, err = tx.Events(actor.WorkspaceID, kind, p); return err })
	return list, err
}
