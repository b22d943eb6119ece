package people

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/passkey"
)

// What a ceremony is for.
const (
	makesPasskey = "make"
	usesPasskey  = "use"
)

// BegunPasskey is what a browser is asked for, in the form of its function
// navigator.credentials, and the ceremony to which its answer belongs.
type BegunPasskey struct {
	CeremonyID string
	Options    json.RawMessage
}

func sealPasskey(userID string) string { return "passkey of " + userID }
func sealCeremony(id string) string    { return "ceremony " + id }

// sitePasskeys returns the site, or the error that it has no passkeys.
func (s *People) sitePasskeys() (*passkey.Site, error) {
	if s.site == nil {
		return nil, crm.Errorf(crm.KindConflict, crm.CodePasskeysUnavailable, "This server has no passkeys: its public address is not set, or has no name or no https (CRM_PUBLIC_URL).")
	}
	return s.site, nil
}

// person returns somebody with their passkeys as authenticators know them.
func (s *People) person(u crm.User, rows []passkeyRow) (p passkey.Person, err error) {
	p = passkey.Person{Handle: []byte(u.Handle), Name: u.Email, Title: u.Name, Passkeys: make([]passkey.Passkey, len(rows))}
	for i, row := range rows {
		if p.Passkeys[i].Record, err = s.box.Open(row.record, sealPasskey(u.ID)); err != nil {
			return p, err
		}
	}
	return p, nil
}

// begin stores a ceremony.
func (s *People) begin(tx *db.Tx, purpose, userID string, b passkey.Begin) (out BegunPasskey, err error) {
	out = BegunPasskey{CeremonyID: tx.NewID(crm.PrefixCeremony), Options: b.Options}
	sealed, err := s.box.Seal(b.Ceremony, sealCeremony(out.CeremonyID))
	if err == nil {
		insertCeremony(tx, ceremony{out.CeremonyID, purpose, userID, sealed, tx.Now().Add(passkey.Life)})
	}
	return out, err
}

// openCeremony returns a ceremony that is still good, or an error.
func (s *People) openCeremony(tx *db.Tx, id, purpose, userID string) ([]byte, error) {
	record, found, err := ceremonyOf(tx, id, purpose, userID)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errCeremony()
	}
	return s.box.Open(record, sealCeremony(id))
}

func errCeremony() error {
	return crm.Errorf(crm.KindConflict, crm.CodeCeremonyEnded, "The ceremony has ended: it was used, or is older than 5 minutes. Ask for new options.")
}

// BeginPasskey asks the actor's browser for a new passkey. For people who signed in
// lately.
func (s *People) BeginPasskey(ctx context.Context, a crm.Actor) (out BegunPasskey, err error) {
	site, err := s.sitePasskeys()
	if err != nil {
		return out, err
	}
	err = s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error {
		u, _, err := user(tx, a.ID)
		if err != nil {
			return err
		}
		rows, err := passkeysOf(tx, a.ID)
		if err == nil && len(rows) >= crm.MaxPasskeys {
			err = errManyPasskeys()
		}
		if err != nil {
			return err
		}
		p, err := s.person(u, rows)
		if err != nil {
			return err
		}
		b, err := site.BeginMaking(p)
		if err == nil {
			out, err = s.begin(tx, makesPasskey, a.ID, b)
		}
		return err
	})
	return out, err
}

func errManyPasskeys() error {
	return crm.Errorf(crm.KindConflict, crm.CodePasskeyLimit, "You have %d passkeys, which is the most. Remove one first.", crm.MaxPasskeys)
}

// PasskeyAnswer is what a browser answered in a ceremony, as JSON.
type PasskeyAnswer struct {
	CeremonyID string
	Credential json.RawMessage
}

func (r PasskeyAnswer) check(f *crm.Faults) {
	if r.CeremonyID == "" {
		f.Add("/ceremonyId", crm.CodeRequired, "ceremonyId is required: of the options that the browser answered.")
	}
	if len(r.Credential) == 0 {
		f.Add("/credential", crm.CodeRequired, "credential is required: what the browser answered.")
	}
}

// AddPasskey stores the passkey that the actor's browser made. For people who
// signed in lately. The ceremony is used up, whatever comes of it.
func (s *People) AddPasskey(ctx context.Context, a crm.Actor, r PasskeyAnswer, name string) (out crm.Passkey, err error) {
	var f crm.Faults
	r.check(&f)
	crm.CheckPasskeyName(name, &f)
	if err := f.Err(); err != nil || db.Judging(ctx) {
		return out, err
	}
	site, err := s.sitePasskeys()
	if err != nil {
		return out, err
	}
	var refused error
	err = s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error {
		if _, err := sessionNow(tx, a); err != nil {
			return err
		}
		u, _, err := user(tx, a.ID)
		if err != nil {
			return err
		}
		plain, err := s.openCeremony(tx, r.CeremonyID, makesPasskey, a.ID)
		if err != nil {
			return err
		}
		if err := endCeremony(tx, r.CeremonyID); err != nil {
			return err
		}
		p, err := s.person(u, nil)
		if err != nil {
			return err
		}
		made, err := site.FinishMaking(p, plain, r.Credential)
		if refused = s.refusal(a.ID, err, "/credential"); refused != nil {
			return nil // the ceremony ends all the same
		}
		if err != nil {
			return err
		}
		if out, refused, err = s.addPasskey(tx, a, name, made); err != nil || refused != nil {
			return err
		}
		if err := s.notify(tx, a.ID, letterFactorAdded, passkeyFactor(name), a.Origin.IP); err != nil {
			return err
		}
		return recordOwn(tx, a, ownAct(a, "passkey.added", crm.ActTarget{Type: "passkey", ID: out.ID, Name: name}))
	})
	if err == nil {
		err = refused
	}
	return out, err
}

// passkeyFactor is what letters call a passkey.
func passkeyFactor(name string) string { return "The passkey \"" + name + "\"" }

// addPasskey stores a passkey that fits, or says why not.
func (s *People) addPasskey(tx *db.Tx, a crm.Actor, name string, made passkey.Passkey) (out crm.Passkey, refused, err error) {
	rows, err := passkeysOf(tx, a.ID)
	if err != nil {
		return out, nil, err
	}
	if len(rows) >= crm.MaxPasskeys {
		return out, errManyPasskeys(), nil
	}
	out = crm.Passkey{ID: tx.NewID(crm.PrefixPasskey), UserID: a.ID, Name: name, BackedUp: made.BackedUp, CreatedAt: tx.Now()}
	sealed, err := s.box.Seal(made.Record, sealPasskey(a.ID))
	if err != nil {
		return out, nil, err
	}
	fresh, err := insertPasskey(tx, passkeyRow{Passkey: out, credential: credentialText(made.ID), record: sealed}, s.site.ID())
	if err == nil && !fresh {
		return out, crm.Errorf(crm.KindConflict, crm.CodeFactorExists, "This passkey is known already."), nil
	}
	return out, nil, err
}

// refusal returns what to tell of an answer that is wrong; nil for one that is
// right and for an error of our own.
func (s *People) refusal(userID string, err error, pointer string) error {
	if !errors.Is(err, passkey.ErrWrong) {
		return nil
	}
	s.log.Info("a passkey was refused", "user", userID, "error", err)
	var f crm.Faults
	f.Add(pointer, crm.CodePasskeyInvalid, "The passkey does not belong to this site, person or ceremony, or its device did not check who used it.")
	return f.Err()
}

// Passkeys returns the actor's passkeys, oldest first.
func (s *People) Passkeys(ctx context.Context, a crm.Actor) (out []crm.Passkey, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) error {
		rows, err := passkeysOf(tx, a.ID)
		out = make([]crm.Passkey, len(rows))
		for i, row := range rows {
			out[i] = row.Passkey
		}
		return err
	})
	return out, err
}

// RemovePasskey ends a passkey of the actor, or returns a KindNotFound error. For
// people who signed in lately.
func (s *People) RemovePasskey(ctx context.Context, a crm.Actor, id string) error {
	return s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error {
		if _, err := sessionNow(tx, a); err != nil {
			return err
		}
		rows, err := passkeysOf(tx, a.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(rows, func(p passkeyRow) bool { return p.ID == id })
		if i < 0 {
			return crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "You have no passkey %q.", id)
		}
		if had, err := deletePasskey(tx, a.ID, id); err != nil || !had {
			return err // another request was first
		}
		if err := s.keepBreakGlass(tx, a.ID); err != nil {
			return err
		}
		if err := s.notify(tx, a.ID, letterFactorRemoved, passkeyFactor(rows[i].Name), a.Origin.IP); err != nil {
			return err
		}
		return recordOwn(tx, a, ownAct(a, "passkey.removed", crm.ActTarget{Type: "passkey", ID: id, Name: rows[i].Name}))
	})
}

// OtherSite returns the host of a passkey that is bound to another one than this,
// "" for none: such a passkey works no more. It is for the operator.
func OtherSite(ctx context.Context, base *db.DB, host string) (other string, err error) {
	err = base.View(ctx, func(tx *db.Tx) (err error) { other, err = siteBut(tx, host); return err })
	return other, err
}
