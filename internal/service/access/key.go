package access

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// NewAPIKey is a key with its secret, which is shown this once.
type NewAPIKey struct {
	Key    crm.APIKey
	Secret string
}

// keyEntry is what is remembered of a key between requests.
type keyEntry struct {
	key   crm.APIKey
	live  bool
	found bool
}

// Authenticate returns who holds the secret, or a KindUnauthorized error. A
// typo is refused by its checksum, without a look-up.
func (s *Access) Authenticate(ctx context.Context, secret string) (crm.Actor, error) {
	wrong := crm.Errorf(crm.KindUnauthorized, crm.CodeUnauthorized, "The API key is not valid.")
	if _, ok := crm.CheckAPIKeySecret(secret); !ok {
		return crm.Actor{}, wrong
	}
	hash := crm.HashAPIKey(secret)
	e, err := s.keys.Get(hash, func() (e keyEntry, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) error {
			if e.key, e.found, err = apiKeyByHash(tx, hash); err != nil || !e.found {
				return err
			}
			w, err := Workspace(tx, e.key.WorkspaceID)
			e.live = w.Live
			return err
		})
		return e, err
	})
	if err != nil {
		return crm.Actor{}, err
	}
	if !e.found {
		return crm.Actor{}, wrong
	}
	now := s.now()
	if err := e.key.Usable(now); err != nil {
		return crm.Actor{}, err
	}
	if e.key.LastUsedAt == nil || now.Sub(*e.key.LastUsedAt) > time.Minute {
		s.touch(e.key.ID, now)
	}
	return crm.Actor{WorkspaceID: e.key.WorkspaceID, Kind: crm.ActorKey, ID: e.key.ID, Live: e.live, Scopes: e.key.Scopes}, nil
}

// CheckActor returns nil while an actor that was let in may go on asking, and
// the error that it is refused with otherwise.
func (s *Access) CheckActor(ctx context.Context, actor crm.Actor) error {
	switch actor.Kind {
	case crm.ActorKey:
	case crm.ActorOperator, crm.ActorSystem:
		return nil
	default:
		return crm.Errorf(crm.KindUnauthorized, crm.CodeUnauthorized, "Nobody of this kind may ask.")
	}
	return s.db.View(ctx, func(tx *db.Tx) error {
		key, err := apiKeyView(tx, actor.WorkspaceID, actor.ID)
		if err != nil {
			return err
		}
		return key.Usable(tx.Now())
	})
}

// touch notes at most once a minute that a key was used, beside the request.
func (s *Access) touch(keyID string, now time.Time) {
	slot := "touch" + keyID + now.Format("200601021504")
	if _, done := s.touching.LoadOrStore(slot, true); done {
		return
	}
	go func() {
		if err := s.db.Update(context.Background(), keyID, func(tx *db.Tx) error { touchAPIKey(tx, keyID, now); return nil }); err != nil {
			s.log.Warn("could not record that a key was used", "actor", crm.DoneBy{Type: crm.ActorKey, ID: keyID}.String(), "error", err)
		}
		time.AfterFunc(time.Minute, func() { s.touching.Delete(slot) })
	}()
}

// CreateAPIKey makes a key with at most the scopes of its maker.
func (s *Access) CreateAPIKey(ctx context.Context, actor crm.Actor, req crm.NewAPIKeyRequest) (NewAPIKey, error) {
	if err := actor.Require(crm.ScopeKeysWrite); err != nil {
		return NewAPIKey{}, err
	}
	if err := req.Validate(actor, s.now()); err != nil {
		return NewAPIKey{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[NewAPIKey]) (out NewAPIKey, err error) {
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			out = insertKey(tx, actor.WorkspaceID, actor.Live, req)
			return save(tx, out)
		})
		return out, err
	})
}

func insertKey(tx *db.Tx, workspaceID string, live bool, req crm.NewAPIKeyRequest) NewAPIKey {
	secret := crm.NewAPIKeySecret(live)
	k := crm.APIKey{ID: tx.NewID(crm.PrefixAPIKey), WorkspaceID: workspaceID, Name: req.Name, LastFour: secret[len(secret)-4:],
		Scopes: req.Scopes, CreatedAt: tx.Now(), ExpiresAt: req.ExpiresAt}
	insertAPIKey(tx, k, crm.HashAPIKey(secret))
	return NewAPIKey{k, secret}
}

// APIKeys returns a page of the workspace's keys, without their secrets.
func (s *Access) APIKeys(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.APIKey], err error) {
	if err := actor.Require(crm.ScopeKeysRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = apiKeys(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// RevokeAPIKey ends a key at once, the caller's own too.
func (s *Access) RevokeAPIKey(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeKeysWrite); err != nil {
		return err
	}
	defer s.forgetKeys()
	return s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
		if _, err := apiKey(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		revokeAPIKey(tx, actor.WorkspaceID, id, tx.Now())
		return nil
	})
}

// maxKeyOverlap bounds how long a rotated key works beside its successor.
const maxKeyOverlap = 7 * 24 * time.Hour

// RotateAPIKey makes a successor with the same name and scopes. The old key
// works until the overlap is over.
func (s *Access) RotateAPIKey(ctx context.Context, actor crm.Actor, id string, overlap time.Duration) (NewAPIKey, error) {
	if err := actor.Require(crm.ScopeKeysWrite); err != nil {
		return NewAPIKey{}, err
	}
	if overlap < 0 || overlap > maxKeyOverlap {
		var f crm.Faults
		f.Add("/overlapSeconds", crm.CodeOutOfRange, "overlapSeconds is between 0 and %d.", int(maxKeyOverlap.Seconds()))
		return NewAPIKey{}, f.Err()
	}
	defer s.forgetKeys()
	return core.Once(ctx, s.calls, actor, func(save core.Saver[NewAPIKey]) (out NewAPIKey, err error) {
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			old, err := apiKey(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			now := tx.Now()
			if err := old.Usable(now); err != nil || old.RotatedTo != "" {
				return crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "The key is revoked, expired or rotated already.")
			}
			for _, scope := range old.Scopes {
				if err := actor.Require(scope); err != nil {
					return err
				}
			}
			out = insertKey(tx, actor.WorkspaceID, actor.Live, crm.NewAPIKeyRequest{Name: old.Name, Scopes: old.Scopes, ExpiresAt: old.ExpiresAt})
			ends := now.Add(overlap)
			if old.ExpiresAt != nil && old.ExpiresAt.Before(ends) {
				ends = *old.ExpiresAt
			}
			rotateAPIKey(tx, actor.WorkspaceID, id, ends, out.Key.ID)
			return save(tx, out)
		})
		return out, err
	})
}

func (s *Access) forgetKeys() { s.keys.Clear() }
