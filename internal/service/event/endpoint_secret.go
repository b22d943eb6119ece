package event

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/webhook"
)

// EndpointLife is how long a node may use what it knows of an endpoint. On
// PostgreSQL another node may have changed it.
const EndpointLife = 500 * time.Millisecond

// everywhere waits until no node uses what an endpoint was before the change
// that has just committed: whoever looked earlier looks again by then. So every
// attempt that begins after the change was acknowledged is made by it.
func (s *Events) everywhere(ctx context.Context) {
	if s.db.Engine() == "sqlite" {
		return // its one process was told
	}
	if n, err := s.db.CountNodes(ctx); err == nil && n <= 1 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(EndpointLife):
	}
}

// SecretEndpoint is an endpoint with its newest shared secret, which is shown
// this once; "" where it signs by a key pair only.
type SecretEndpoint struct {
	Endpoint crm.WebhookEndpoint
	Secret   string
}

// newSecrets returns one secret for each algorithm, the first signature last.
func newSecrets(signature crm.Signature, now time.Time) (out []crm.EndpointSecret) {
	for _, algorithm := range slices.Backward(signature.Algorithms()) {
		secret := webhook.NewSecret()
		if algorithm == crm.SignatureEd25519 {
			secret = webhook.NewPrivateKey()
		}
		out = append(out, crm.EndpointSecret{Secret: secret, CreatedAt: now, Algorithm: algorithm})
	}
	return out
}

func sharedSecret(list []crm.EndpointSecret) string {
	for _, s := range slices.Backward(list) {
		if s.Algorithm == crm.SignatureHMAC {
			return s.Secret
		}
	}
	return ""
}

func endpointContext(e *crm.WebhookEndpoint) string {
	return "endpoint/" + e.WorkspaceID + "/" + e.ID
}

func (s *Events) sealSecrets(e *crm.WebhookEndpoint) ([]byte, error) {
	plain, err := json.Marshal(e.Secrets)
	if err != nil {
		return nil, err
	}
	return s.box.Seal(plain, endpointContext(e))
}

// OpenSecrets returns the endpoint's secrets from their sealed form.
func (s *Events) OpenSecrets(workspaceID, endpointID string, sealed []byte) (list []crm.EndpointSecret, err error) {
	plain, err := s.box.Open(sealed, endpointContext(&crm.WebhookEndpoint{WorkspaceID: workspaceID, ID: endpointID}))
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(plain, &list)
}

// openEndpoint gives an endpoint its secrets that are live.
func (s *Events) openEndpoint(e *crm.WebhookEndpoint) (err error) {
	if e.Secrets, err = s.OpenSecrets(e.WorkspaceID, e.ID, e.SealedSecrets); err != nil {
		return err
	}
	return s.describeSecrets(e)
}

// describeSecrets drops the secrets that have ended and says of the others what
// may be told.
func (s *Events) describeSecrets(e *crm.WebhookEndpoint) error {
	now := s.now()
	e.Secrets = slices.DeleteFunc(e.Secrets, func(secret crm.EndpointSecret) bool { return !secret.Live(now) })
	for i := range e.Secrets {
		if err := webhook.Describe(&e.Secrets[i]); err != nil {
			return err
		}
	}
	return nil
}

// RotateEndpointSecret makes new secrets, for another signature if one is
// named; the earlier ones sign beside them for the overlap (0 to 7 days). Every
// attempt that begins later is signed by them.
func (s *Events) RotateEndpointSecret(ctx context.Context, actor crm.Actor, id string, overlap time.Duration, signature crm.Signature) (SecretEndpoint, error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return SecretEndpoint{}, err
	}
	var f crm.Faults
	if overlap < 0 || overlap > crm.MaxSecretOverlap {
		f.Add("/overlapSeconds", crm.CodeOutOfRange, "overlapSeconds is between 0 and %d.", int(crm.MaxSecretOverlap.Seconds()))
	}
	if signature != "" {
		crm.CheckSignature(signature, &f)
	}
	if err := f.Err(); err != nil {
		return SecretEndpoint{}, err
	}
	out, err := core.Once(ctx, s.calls, actor, func(save core.Saver[SecretEndpoint]) (out SecretEndpoint, err error) {
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			e, err := WebhookEndpoint(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			if out, err = s.rotate(tx, e, overlap, signature); err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return s.recordEndpoint(tx, actor, "webhook_endpoint.secret_rotated", &e, crm.ActChanges{}.Secret("secret"))
		})
		return out, err
	})
	if err == nil {
		s.everywhere(ctx)
		err = s.describeSecrets(&out.Endpoint)
	}
	return out, err
}

func (s *Events) rotate(tx *db.Tx, e crm.WebhookEndpoint, overlap time.Duration, signature crm.Signature) (SecretEndpoint, error) {
	if err := s.openEndpoint(&e); err != nil {
		return SecretEndpoint{}, err
	}
	if signature == "" {
		signature = e.Signature()
	}
	now := tx.Now()
	ends := now.Add(overlap)
	for i := range e.Secrets {
		if old := &e.Secrets[i]; old.ExpiresAt == nil || old.ExpiresAt.After(ends) {
			old.ExpiresAt = &ends
		}
	}
	e.Secrets = slices.DeleteFunc(e.Secrets, func(old crm.EndpointSecret) bool { return !old.Live(now) })
	fresh := newSecrets(signature, now)
	if n := len(e.Secrets); n+len(fresh) > crm.MaxEndpointSecrets {
		return SecretEndpoint{}, crm.Errorf(crm.KindConflict, crm.CodeSecretLimit,
			"The endpoint has %d live secrets already, and at most %d are; end one of them, wait until one ends, or rotate with a shorter overlap.", n, crm.MaxEndpointSecrets)
	}
	e.Secrets = append(e.Secrets, fresh...)
	e.UpdatedAt = now
	return SecretEndpoint{e, sharedSecret(fresh)}, s.storeSecrets(tx, &e)
}

func (s *Events) storeSecrets(tx *db.Tx, e *crm.WebhookEndpoint) error {
	sealed, err := s.sealSecrets(e)
	if err == nil {
		updateEndpointSecrets(tx, e.WorkspaceID, e.ID, sealed)
	}
	return err
}

// ExpireEndpointSecret ends one of the secrets that were rotated away, at once.
func (s *Events) ExpireEndpointSecret(ctx context.Context, actor crm.Actor, id, secretID string) error {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return err
	}
	err := s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
		e, err := WebhookEndpoint(tx, actor.WorkspaceID, id)
		if err == nil {
			err = s.openEndpoint(&e)
		}
		if err != nil {
			return err
		}
		i := slices.IndexFunc(e.Secrets, func(secret crm.EndpointSecret) bool { return secret.ID == secretID })
		if i < 0 {
			return crm.NotFound("live secret", secretID)
		}
		if e.Secrets[i].ExpiresAt == nil {
			return crm.Errorf(crm.KindConflict, crm.CodeSecretCurrent, "The secret is the endpoint's current one; rotate it first, with an overlap of 0 to end it at once.")
		}
		e.Secrets = slices.Delete(e.Secrets, i, i+1)
		if err := s.storeSecrets(tx, &e); err != nil {
			return err
		}
		return s.recordEndpoint(tx, actor, "webhook_endpoint.secret_expired", &e, nil)
	})
	if err == nil {
		s.everywhere(ctx)
	}
	return err
}

// EndpointPublicKeys returns the public keys by which an endpoint's events can
// be verified, newest first. Anybody may ask.
func (s *Events) EndpointPublicKeys(ctx context.Context, workspaceID, id string) (list []crm.EndpointSecret, err error) {
	var e crm.WebhookEndpoint
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { e, err = webhookEndpointView(tx, workspaceID, id); return err })
	if err == nil {
		err = s.openEndpoint(&e)
	}
	if err != nil {
		return nil, err
	}
	for _, secret := range slices.Backward(e.Secrets) {
		if secret.PublicKey != "" {
			list = append(list, crm.EndpointSecret{ID: secret.ID, PublicKey: secret.PublicKey, CreatedAt: secret.CreatedAt, ExpiresAt: secret.ExpiresAt})
		}
	}
	if list == nil {
		return nil, crm.NotFound("webhook endpoint with public keys", id)
	}
	return list, nil
}
