package button

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/webhook"
)

// SecretButton is a button with its newest secret, which is shown this once; "" where
// nothing is signed.
type SecretButton struct {
	Button crm.Button
	Secret string
}

// Button returns one button, with what may be told of its secrets.
func (s *Buttons) Button(ctx context.Context, actor crm.Actor, id string) (b crm.Button, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return b, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = button(tx, selectButtonSQL, actor.WorkspaceID, id); return err })
	if err == nil {
		err = s.open(&b)
	}
	return b, err
}

// Buttons returns a page of the workspace's buttons, the oldest first.
func (s *Buttons) Buttons(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.Button], err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = buttons(tx, actor.WorkspaceID, p); return err })
	for i := range out.Items {
		if err == nil {
			err = s.open(&out.Items[i])
		}
	}
	return out, err
}

// Create makes a button.
func (s *Buttons) Create(ctx context.Context, actor crm.Actor, kind crm.ButtonKind, ch crm.ButtonChange) (SecretButton, error) {
	return s.change(ctx, actor, "button.created", func(tx *db.Tx) (old crm.Button, out SecretButton, err error) {
		if err := mayCall(actor, kind); err != nil {
			return old, out, err
		}
		b := crm.Button{ID: tx.NewID(crm.PrefixButton), WorkspaceID: actor.WorkspaceID, Kind: kind, SealedSecrets: []byte{}, CreatedBy: actor.By(), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
		if ch.URL == nil {
			ch.URL = new(string)
		}
		if b, err = s.apply(tx, b, ch); err == nil {
			err = checkLimit(tx, b.WorkspaceID)
		}
		if err == nil && b.Kind == crm.ButtonPost {
			out.Secret = webhook.NewSecret()
			b.Secrets = []crm.EndpointSecret{{Secret: out.Secret, CreatedAt: tx.Now()}}
			err = s.seal(&b)
		}
		if out.Button = b; err == nil {
			insertButton(tx, b)
		}
		return old, out, err
	})
}

// mayCall returns nil for who may say where buttons of a kind lead: a system that is
// called is told of contacts, as webhook endpoints are.
func mayCall(actor crm.Actor, kind crm.ButtonKind) error {
	if kind != crm.ButtonPost {
		return nil
	}
	return actor.Require(crm.ScopeWebhooksWrite)
}

// Update changes what is given of a button. Its kind is for good.
func (s *Buttons) Update(ctx context.Context, actor crm.Actor, id string, ch crm.ButtonChange) (crm.Button, error) {
	out, err := s.change(ctx, actor, "button.updated", func(tx *db.Tx) (old crm.Button, out SecretButton, err error) {
		if old, err = button(tx, lockButtonSQL, actor.WorkspaceID, id); err == nil {
			err = errors.Join(mayCall(actor, old.Kind), s.open(&old))
		}
		if err == nil {
			out.Button, err = s.apply(tx, old, ch)
		}
		if err == nil && len(factsOf(old).changes(factsOf(out.Button))) > 0 {
			out.Button.UpdatedAt = tx.Now()
			updateButton(tx, out.Button)
		}
		return old, out, err
	})
	return out.Button, err
}

// Delete removes a button. Its presses are listed no more.
func (s *Buttons) Delete(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.change(ctx, actor, "button.deleted", func(tx *db.Tx) (old crm.Button, out SecretButton, err error) {
		if old, err = button(tx, lockButtonSQL, actor.WorkspaceID, id); err == nil {
			deleteButton(tx, old)
		}
		return old, out, err
	})
	return err
}

// RotateSecret makes a new secret. The earlier ones sign beside it for the overlap (0
// to 7 days).
func (s *Buttons) RotateSecret(ctx context.Context, actor crm.Actor, id string, overlap time.Duration) (SecretButton, error) {
	return s.change(ctx, actor, "button.secret_rotated", func(tx *db.Tx) (old crm.Button, out SecretButton, err error) {
		var f crm.Faults
		if overlap < 0 || overlap > crm.MaxSecretOverlap {
			f.Add("/overlapSeconds", crm.CodeOutOfRange, "overlapSeconds is between 0 and %d.", int(crm.MaxSecretOverlap.Seconds()))
			return old, out, f.Err()
		}
		b, err := button(tx, lockButtonSQL, actor.WorkspaceID, id)
		if err == nil && b.Kind != crm.ButtonPost {
			err = crm.Errorf(crm.KindConflict, crm.CodeButtonOpens, "The button opens a URL, so it has no secret.")
		}
		if err == nil {
			err = errors.Join(mayCall(actor, b.Kind), s.open(&b))
		}
		if err != nil {
			return old, out, err
		}
		now := tx.Now()
		ends := now.Add(overlap)
		for i := range b.Secrets {
			if old := &b.Secrets[i]; old.ExpiresAt == nil || old.ExpiresAt.After(ends) {
				old.ExpiresAt = &ends
			}
		}
		b.Secrets = slices.DeleteFunc(b.Secrets, func(old crm.EndpointSecret) bool { return !old.Live(now) })
		if n := len(b.Secrets); n >= crm.MaxEndpointSecrets {
			return old, out, crm.Errorf(crm.KindConflict, crm.CodeSecretLimit, "The button has %d live secrets already, and at most %d are; wait until one ends, or rotate with a shorter overlap.", n, crm.MaxEndpointSecrets)
		}
		out.Secret = webhook.NewSecret()
		b.Secrets = append(b.Secrets, crm.EndpointSecret{Secret: out.Secret, CreatedAt: now})
		b.UpdatedAt = now
		if err = s.seal(&b); err == nil {
			updateButton(tx, b)
		}
		out.Button = b
		return b, out, err
	})
}

// change lets do change a button, and records the act.
func (s *Buttons) change(ctx context.Context, actor crm.Actor, action string, do func(*db.Tx) (old crm.Button, out SecretButton, err error)) (SecretButton, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return SecretButton{}, err
	}
	if err := actor.RequireWholeReach(); err != nil {
		return SecretButton{}, err
	}
	out, err := core.Once(ctx, s.calls, actor, func(save core.Saver[SecretButton]) (out SecretButton, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			var old crm.Button
			if old, out, err = do(tx); err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			of, changes := out.Button, factsOf(old).changes(factsOf(out.Button))
			if of.ID == "" {
				of = old
			}
			if out.Secret != "" && old.ID != "" {
				changes = changes.Secret("secret")
			}
			return audit.RecordChange(tx, actor, action, crm.ActTarget{Type: "button", ID: of.ID, Name: of.Label}, changes)
		})
		return out, err
	})
	if err == nil {
		err = describe(out.Button.Secrets)
	}
	return out, err
}

// apply returns the button as it becomes, or every fault.
func (s *Buttons) apply(tx *db.Tx, old crm.Button, ch crm.ButtonChange) (crm.Button, error) {
	var f crm.Faults
	b, err := ch.Apply(old, s.rules)
	if err := f.Join(err); err != nil {
		return b, err
	}
	if ch.TeamIDs != nil {
		for i, id := range b.TeamIDs {
			if !crm.ValidID(crm.PrefixTeam, id) {
				continue
			}
			there, err := people.HoldTeam(tx, b.WorkspaceID, id)
			if err != nil {
				return b, err
			}
			if !there {
				f.Add(crm.Pointer("teamIds", i), crm.CodeNotFound, "There is no team %q in this workspace.", id)
			}
		}
	}
	if ch.URL != nil && b.Kind == crm.ButtonOpenURL {
		keys, err := s.contact.FieldKeys(tx, b.WorkspaceID)
		if err != nil {
			return b, err
		}
		for _, key := range crm.URLFields(b.URL) {
			if !slices.Contains(keys, key) {
				f.Add("/url", crm.CodeUnknownField, "url names the custom field %q, which this workspace does not have.", key)
			}
		}
	}
	return b, f.Err()
}

// facts are what the audit log compares of a button.
type facts struct {
	Label, Kind, URL string
	TeamIDs          []string
	query            string
}

func factsOf(b crm.Button) facts {
	out := facts{Label: b.Label, Kind: string(b.Kind), URL: b.URL, TeamIDs: b.TeamIDs}
	if u, err := url.Parse(b.URL); b.Kind == crm.ButtonPost && err == nil && u.RawQuery != "" { // it may have what the business knows us by
		out.query, u.RawQuery = u.RawQuery, ""
		out.URL = u.String() + "?…"
	}
	return out
}

func (f facts) changes(to facts) crm.ActChanges {
	out := crm.ActDiff(f, to)
	if f.URL == to.URL && f.query != to.query {
		out = out.Secret("url")
	}
	return out
}

func sealedFor(b *crm.Button) string { return "button/" + b.WorkspaceID + "/" + b.ID }

func (s *Buttons) seal(b *crm.Button) error {
	plain, err := json.Marshal(b.Secrets)
	if err == nil {
		b.SealedSecrets, err = s.box.Seal(plain, sealedFor(b))
	}
	return err
}

// open gives a button its secrets that are live.
func (s *Buttons) open(b *crm.Button) error {
	if len(b.SealedSecrets) == 0 {
		return nil
	}
	plain, err := s.box.Open(b.SealedSecrets, sealedFor(b))
	if err == nil {
		err = json.Unmarshal(plain, &b.Secrets)
	}
	if err != nil {
		return err
	}
	now := s.db.Source().Now()
	b.Secrets = slices.DeleteFunc(b.Secrets, func(secret crm.EndpointSecret) bool { return !secret.Live(now) })
	return describe(b.Secrets)
}

func describe(list []crm.EndpointSecret) error {
	for i := range list {
		if err := webhook.Describe(&list[i]); err != nil {
			return err
		}
	}
	return nil
}
