package people

import (
	"cmp"
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/password"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// limit is how often something may be tried in a time.
type limit struct {
	most int
	in   time.Duration
}

var (
	// attempts at a password by who has shown something already: a token, a session.
	attempts = limit{10, time.Hour}
	// resets that an address, or a network, may ask for.
	resetsOfAddress = limit{3, time.Hour}
	resetsOfNetwork = limit{30, time.Hour}
)

// count counts an attempt, and returns a KindRateLimited error when there were
// too many.
func (s *Members) count(ctx context.Context, subject string, l limit) error {
	return s.db.Update(db.Urgent(ctx), subject, func(tx *db.Tx) error { return counted(tx, subject, l) })
}

func counted(tx *db.Tx, subject string, l limit) error {
	n, until, err := countFailure(tx, subject, l.in)
	if err != nil || n <= l.most {
		return err
	}
	e := crm.Errorf(crm.KindRateLimited, crm.CodeRateLimited, "Too many attempts. Try again later.")
	e.RetryAfter = until.Sub(tx.Now())
	return e
}

// RequestReset mails a link for a new password to whoever has the address. What
// it answers, and what it does before it does so, is the same for every address:
// a job looks whether somebody has it.
func (s *Members) RequestReset(ctx context.Context, from crm.Origin, email string) error {
	var f crm.Faults
	key, ok := crm.AddressKey(email)
	if !ok {
		f.Add("/email", crm.CodeParameterInvalid, "email is no address; write for example amelie@example.com.")
		return f.Err()
	}
	return s.db.Update(db.Urgent(ctx), key, func(tx *db.Tx) error {
		if err := counted(tx, "reset network "+from.Network(), resetsOfNetwork); err != nil {
			return err
		}
		// More letters to one address are dropped in silence: it may be somebody's
		// whom a stranger wants to annoy.
		n, _, err := countFailure(tx, "reset address "+hashSecret(key), resetsOfAddress.in)
		if err != nil || n > resetsOfAddress.most {
			return err
		}
		return s.send(tx, "", order{Letter: letterReset, Address: key, IP: from.IP, Until: tx.Now().Add(crm.ResetLife)})
	})
}

// CompleteReset gives the person whom a token was mailed to a new password. All
// their sessions end; second factors stay.
func (s *Members) CompleteReset(ctx context.Context, from crm.Origin, secret, chosen string) error {
	var u crm.User
	err := s.db.View(ctx, func(tx *db.Tx) error {
		t, err := token(tx, forReset, secret)
		if err != nil {
			return err
		}
		u, _, err = user(tx, t.userID)
		return err
	})
	if err != nil {
		return err
	}
	hash, err := s.hashChosen(ctx, u, "/password", chosen)
	if err != nil {
		return err
	}
	defer s.ForgetSeats()
	return s.db.Update(db.Urgent(ctx), u.ID, func(tx *db.Tx) error {
		if err := useToken(tx, secret); err != nil {
			return err
		}
		now, found, err := user(tx, u.ID)
		if err != nil || !found {
			return cmp.Or(err, tokenFault())
		}
		if now.VerifiedAt == nil {
			dropFactors(tx, u.ID) // whoever made this account may have added their own
		}
		tx.Write(verifyUserSQL, u.ID, db.Ms(tx.Now()))
		return s.renewPassword(tx, u, hash, "", from, "password.reset")
	})
}

// ChangePassword gives the caller a new password. Who has one gives it too.
// Their other sessions end.
func (s *Members) ChangePassword(ctx context.Context, actor crm.Actor, current, chosen string) error {
	var u crm.User
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { u, _, err = user(tx, actor.ID); return err })
	if err != nil {
		return err
	}
	if u.PasswordHash != "" && !db.Judging(ctx) {
		if err := s.count(ctx, "password "+u.ID, attempts); err != nil {
			return err
		}
		ok, _, err := s.passwords.Verify(ctx, u.PasswordHash, current)
		if err != nil {
			return err
		}
		if !ok {
			var f crm.Faults
			f.Add("/currentPassword", crm.CodeNotAllowed, "currentPassword is not your current password.")
			return f.Err()
		}
	}
	hash, err := s.hashChosen(ctx, u, "/newPassword", chosen)
	if err != nil {
		return err
	}
	defer s.ForgetSeats()
	return s.db.Update(db.Urgent(ctx), u.ID, func(tx *db.Tx) error {
		// A reset may have ended the session while the passwords were hashed.
		_, err := sessionNow(tx, actor)
		if err == nil {
			err = stillSo(tx, u)
		}
		if err != nil {
			return err
		}
		return s.renewPassword(tx, u, hash, actor.SessionID, actor.Origin, "password.changed")
	})
}

// newPassword is the hash of a password that somebody chose.
type newPassword struct {
	hash  string
	short bool // too short to be the only factor
}

// needsSecond returns nil unless the person's password is too short to be the only
// factor, and it is the only one.
func needsSecond(tx *db.Tx, userID string) error {
	short := false
	if _, err := tx.One(selectShortSQL, []any{&short}, userID); err != nil || !short {
		return err
	}
	since, err := secondSince(tx, userID)
	if err == nil && since == nil {
		err = crm.Errorf(crm.KindConflict, crm.CodePasswordShort, "Your password has less than %d characters, too few without an authenticator app. Choose a longer one first: POST /v1/me/password.", password.MinAlone)
	}
	return err
}

// hashChosen holds a password against the rules and hashes it.
func (s *Members) hashChosen(ctx context.Context, u crm.User, pointer, chosen string) (out newPassword, err error) {
	var since *time.Time
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) { since, err = secondSince(tx, u.ID); return err }); err != nil {
		return out, err
	}
	f := password.Rules{SecondFactor: since != nil, Own: []string{u.Email, u.Name}}.Check(pointer, chosen)
	if err := f.Err(); err != nil {
		return out, err
	}
	if err := core.Outside(ctx); err != nil {
		return out, err
	}
	out.short = utf8.RuneCountInString(password.Normal(chosen)) < password.MinAlone
	out.hash, err = s.passwords.Hash(ctx, chosen)
	return out, err
}

// renewPassword stores the hash of a new password, ends the sessions but one, and
// tells the person and the audit log of each workspace where they work.
func (s *Members) renewPassword(tx *db.Tx, u crm.User, chosen newPassword, keep string, from crm.Origin, act string) error {
	setPassword(tx, u.ID, chosen)
	if err := needsSecond(tx, u.ID); err != nil { // the app was removed meanwhile
		return err
	}
	endOtherSessions(tx, u.ID, keep)
	dropTokens(tx, forReset, u.ID, "")
	places, err := placesOf(tx, u.ID)
	if err != nil {
		return err
	}
	var changes crm.ActChanges
	for _, p := range places {
		by := crm.Actor{WorkspaceID: p.workspaceID, Kind: crm.ActorUser, ID: u.ID, Name: u.Name, SessionID: keep, Origin: from}
		if err := audit.Record(tx, by, crm.Act{Action: act, Targets: userTarget(u), Changes: changes.Secret("password")}); err != nil {
			return err
		}
	}
	return s.notify(tx, u.ID, letterPasswordChanged, "", from.IP)
}

// Rename changes the name of a person who signed in.
func (s *Members) Rename(ctx context.Context, actor crm.Actor, name string) error {
	var f crm.Faults
	f.Below("/name", crm.CheckUserName(name))
	if err := f.Err(); err != nil || db.Judging(ctx) {
		return err
	}
	defer s.ForgetSeats()
	return s.db.Update(db.Urgent(ctx), actor.ID, func(tx *db.Tx) error {
		u, found, err := user(tx, actor.ID)
		if now := strings.TrimSpace(name); err == nil && found && u.Name != now {
			tx.Write(updateUserNameSQL, actor.ID, now)
			var changes crm.ActChanges
			act := ownAct(actor, "user.updated")
			act.Changes = changes.Set("name", u.Name, now)
			err = recordOwn(tx, actor, act)
		}
		return err
	})
}
