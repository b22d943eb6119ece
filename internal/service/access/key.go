package access

import (
	"cmp"
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
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
	reach crm.Reach
	found bool
}

// Authenticate returns who holds the secret, or a KindUnauthorized error. A
// typo is refused by its checksum, without a look-up. from is the address of the
// caller, "" where it is not known: a key may be limited to networks.
func (s *Access) Authenticate(ctx context.Context, secret, from string) (crm.Actor, error) {
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
			if err == nil {
				e.reach, err = reachOf(tx, e.key)
			}
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
	if err := e.key.AllowedFrom(from); err != nil {
		return crm.Actor{}, err
	}
	if e.key.LastUsedAt == nil || now.Sub(*e.key.LastUsedAt) > time.Minute {
		s.touch(e.key, now, from)
	}
	return crm.Actor{WorkspaceID: e.key.WorkspaceID, Kind: crm.ActorKey, ID: e.key.ID, Name: e.key.Name, Live: e.live, Scopes: e.key.Scopes, Reach: e.reach,
		MasksPhoneNumbers: e.key.MasksPhoneNumbers}, nil
}

// reachOf is what a key reaches now.
func reachOf(tx *db.Tx, k crm.APIKey) (r crm.Reach, err error) {
	if r = k.Reach.Reach(); !r.IsWhole() {
		r.UserID = k.ID // to whom files belong that it uploads
		r.TeamNumberIDs, err = reach.TeamNumbers(tx, k.WorkspaceID, r.TeamIDs)
	}
	return r, err
}

// touch notes at most once a minute that a key was used, beside the request.
func (s *Access) touch(key crm.APIKey, now time.Time, from string) {
	slot := "touch" + key.ID + now.Format("200601021504")
	if _, done := s.touching.LoadOrStore(slot, true); done {
		return
	}
	go func() {
		if err := s.db.Update(context.Background(), key.ID, func(tx *db.Tx) error { touchAPIKey(tx, key.WorkspaceID, key.ID, now, from); return nil }); err != nil {
			s.log.Warn("could not record that a key was used", "actor", crm.DoneBy{Type: crm.ActorKey, ID: key.ID}.String(), "error", err)
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
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			actor, err := s.Current(tx, actor, crm.ScopeKeysWrite)
			if err == nil {
				err = req.Validate(actor, tx.Now()) // again: they may have less by now
			}
			if err != nil {
				return err
			}
			var f crm.Faults
			if err := checkReach(tx, actor.WorkspaceID, req.Reach, &f); err != nil || f.Err() != nil {
				return cmp.Or(err, f.Err())
			}
			out = insertKey(tx, actor.WorkspaceID, actor.Live, req, actor.By())
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "api_key.created", Targets: []crm.ActTarget{KeyTarget(out.Key)},
				Changes: crm.ActDiff(crm.NewAPIKeyRequest{}, req)})
		})
		return out, err
	})
}

// KeyTarget is a key as the audit log names it.
func KeyTarget(k crm.APIKey) crm.ActTarget {
	return crm.ActTarget{Type: "api_key", ID: k.ID, Name: k.Name}
}

func insertKey(tx *db.Tx, workspaceID string, live bool, req crm.NewAPIKeyRequest, by crm.DoneBy) NewAPIKey {
	secret := crm.NewAPIKeySecret(live)
	k := crm.APIKey{ID: tx.NewID(crm.PrefixAPIKey), WorkspaceID: workspaceID, Name: req.Name, LastFour: secret[len(secret)-4:],
		Scopes: req.Scopes, CreatedAt: tx.Now(), ExpiresAt: req.ExpiresAt,
		Reach: req.Reach, MasksPhoneNumbers: req.MasksPhoneNumbers, Networks: crm.CheckNetworks(req.Networks, new(crm.Faults)), CreatedBy: by}
	k.Reach.Kind = k.Reach.Reach().Kind
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
	defer s.ForgetKeys()
	return s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		actor, err := s.Current(tx, actor, crm.ScopeKeysWrite)
		if err != nil {
			return err
		}
		key, err := apiKey(tx, actor.WorkspaceID, id)
		if err != nil || key.RevokedAt != nil {
			return err
		}
		revokeAPIKey(tx, actor.WorkspaceID, id, tx.Now())
		return audit.Record(tx, actor, crm.Act{Action: "api_key.revoked", Targets: []crm.ActTarget{KeyTarget(key)}})
	})
}

// UpdateAPIKey changes the name of a key and the networks from which it may be
// used. Requests that come later are held to them within a second.
func (s *Access) UpdateAPIKey(ctx context.Context, actor crm.Actor, id string, ch crm.APIKeyChange) (k crm.APIKey, err error) {
	if err := actor.Require(crm.ScopeKeysWrite); err != nil {
		return k, err
	}
	defer s.ForgetKeys()
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		actor, err := s.Current(tx, actor, crm.ScopeKeysWrite)
		if err != nil {
			return err
		}
		old, err := apiKey(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		if k, err = ch.Apply(old); err != nil {
			return err
		}
		if k.RevokedAt != nil {
			return crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "The key is revoked.")
		}
		if err := actor.MastersKey(old); err != nil {
			return err
		}
		updateAPIKey(tx, k)
		return audit.RecordChange(tx, actor, "api_key.updated", KeyTarget(k), crm.ActDiff(keyNetworks{old.Name, old.Networks}, keyNetworks{k.Name, k.Networks}))
	})
	return k, err
}

// keyNetworks is what may be changed of a key.
type keyNetworks struct {
	Name     string
	Networks []string
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
	defer s.ForgetKeys()
	return core.Once(ctx, s.calls, actor, func(save core.Saver[NewAPIKey]) (out NewAPIKey, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			actor, err := s.Current(tx, actor, crm.ScopeKeysWrite)
			if err != nil {
				return err
			}
			old, err := apiKey(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			now := tx.Now()
			if err := old.Usable(now); err != nil || old.RotatedTo != "" {
				return crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "The key is revoked, expired or rotated already.")
			}
			if err := actor.MastersKey(old); err != nil {
				return err
			}
			out = insertKey(tx, actor.WorkspaceID, actor.Live, crm.NewAPIKeyRequest{Name: old.Name, Scopes: old.Scopes, ExpiresAt: old.ExpiresAt, Reach: old.Reach, Networks: old.Networks,
				MasksPhoneNumbers: old.MasksPhoneNumbers}, actor.By())
			ends := now.Add(overlap)
			if old.ExpiresAt != nil && old.ExpiresAt.Before(ends) {
				ends = *old.ExpiresAt
			}
			rotateAPIKey(tx, actor.WorkspaceID, id, ends, out.Key.ID)
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "api_key.rotated", Targets: []crm.ActTarget{KeyTarget(old), KeyTarget(out.Key)},
				Changes: crm.ActChanges{}.Set("expiresAt", old.ExpiresAt, ends)})
		})
		return out, err
	})
}

// ForgetKeys drops what is remembered of keys: what was changed here counts at once.
func (s *Access) ForgetKeys() { s.keys.Clear() }
