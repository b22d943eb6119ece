package event

import (
	"cmp"
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// UpsertedEndpoint is what came of an upsert. Only where the endpoint was
// created has it a secret.
type UpsertedEndpoint struct {
	SecretEndpoint
	Created bool
}

// UpsertWebhookEndpoint changes what is given of the endpoint with this URL, or
// creates it. An application may so register itself at each start, on several
// machines at once, and there is one endpoint. Of several with the URL the
// oldest one that is enabled is meant. An empty signature leaves it as it is,
// and is hmac where the endpoint is created.
func (s *Events) UpsertWebhookEndpoint(ctx context.Context, actor crm.Actor, c EndpointChange, signature crm.Signature) (UpsertedEndpoint, error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return UpsertedEndpoint{}, err
	}
	fresh, begin := crm.WebhookEndpoint{Enabled: true, WorkspaceID: actor.WorkspaceID, EndpointSettings: crm.DefaultEndpointSettings()}, c
	if begin.URL == nil {
		begin.URL = new(string)
	}
	if begin.Events == nil {
		begin.Events = []crm.EventPattern{crm.AllEvents}
	}
	err := s.db.View(ctx, func(tx *db.Tx) error {
		var f crm.Faults
		if err := s.checkUpsertSignature(tx, fresh.WorkspaceID, *begin.URL, signature, &f); err != nil {
			return err
		}
		return s.applyChange(tx, actor, &fresh, begin, &f)
	})
	if err != nil {
		return UpsertedEndpoint{}, err
	}
	c.URL = nil // it stays as it was written first
	out, err := core.Once(ctx, s.calls, actor, func(save core.Saver[UpsertedEndpoint]) (out UpsertedEndpoint, err error) {
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			if out, err = s.upsertEndpoint(tx, actor, fresh, c, signature); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
	if err != nil {
		return out, err
	}
	if !out.Created {
		s.everywhere(ctx)
	}
	return out, s.describeSecrets(&out.Endpoint)
}

// upsertEndpoint is UpsertWebhookEndpoint within its transaction, while no other
// one does the same.
func (s *Events) upsertEndpoint(tx *db.Tx, actor crm.Actor, fresh crm.WebhookEndpoint, c EndpointChange, signature crm.Signature) (out UpsertedEndpoint, err error) {
	lockWebhookEndpoints(tx, fresh.WorkspaceID)
	id, err := findReceiver(tx, fresh.WorkspaceID, fresh.URL)
	if err != nil {
		return out, err
	}
	if id == "" {
		out.Created = true
		if out.SecretEndpoint, err = s.insertEndpoint(tx, fresh, cmp.Or(signature, crm.SignatureHMAC)); err != nil {
			return out, err
		}
		return out, s.recordCreated(tx, actor, &out.Endpoint)
	}
	if out.Endpoint, err = WebhookEndpoint(tx, fresh.WorkspaceID, id); err != nil {
		return out, err
	}
	e := &out.Endpoint
	if e.Secrets, err = s.OpenSecrets(e.WorkspaceID, e.ID, e.SealedSecrets); err != nil {
		return out, err
	}
	var f crm.Faults
	keepSignature(e, signature, &f)
	return out, s.changeEndpoint(tx, actor, e, c, &f)
}

// findReceiver returns the id of the endpoint that a URL means; empty if there
// is none.
func findReceiver(tx *db.Tx, workspaceID, url string) (id string, err error) {
	list, err := webhookEndpoints(tx, workspaceID, crm.Page{Limit: crm.MaxEndpoints})
	enabled := false
	for _, e := range list.Items { // oldest first
		if crm.SameReceiver(e.URL, url) && (id == "" || e.Enabled && !enabled) {
			id, enabled = e.ID, e.Enabled
		}
	}
	return id, err
}

// checkUpsertSignature records that a signature does not exist, or is not that
// of the endpoint which the URL means. It looks before the change is made, so
// that the caller is told of this together with every other fault.
func (s *Events) checkUpsertSignature(tx *db.Tx, workspaceID, rawURL string, signature crm.Signature, f *crm.Faults) error {
	crm.CheckSignature(cmp.Or(signature, crm.SignatureHMAC), f)
	var url crm.Faults // which apply records
	receiver := crm.CheckEndpointURL(rawURL, s.opt.Guard.Rules, &url)
	if !f.Empty() || !url.Empty() {
		return nil
	}
	id, err := findReceiver(tx, workspaceID, receiver)
	if err != nil || id == "" {
		return err
	}
	e, err := webhookEndpointView(tx, workspaceID, id)
	if err == nil {
		err = s.openEndpoint(&e)
	}
	keepSignature(&e, signature, f)
	return err
}

// keepSignature records that an upsert would change how an endpoint signs.
func keepSignature(e *crm.WebhookEndpoint, signature crm.Signature, f *crm.Faults) {
	if signature != "" && signature != e.Signature() {
		f.Add("/signature", crm.CodeNotAllowed, "The endpoint %s signs by %s; rotate its secret to change that.", e.ID, e.Signature())
	}
}
