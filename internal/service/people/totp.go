package people

import (
	"context"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/totp"
)

// issuer is how apps show the service.
const issuer = "CRM"

// NewTOTP is the secret of an authenticator app, which is shown this once.
type NewTOTP struct {
	// Secret is in base32, for people who type; URI is for a barcode.
	Secret, URI string
}

func sealTOTP(userID string) string { return "totp of " + userID }

// BeginTOTP makes a secret for the actor's authenticator app. It counts once a
// code of the app has confirmed it. For people who signed in lately.
func (s *People) BeginTOTP(ctx context.Context, a crm.Actor) (out NewTOTP, err error) {
	plain := totp.NewSecret()
	sealed, err := s.box.Seal(plain, sealTOTP(a.ID))
	if err != nil {
		return out, err
	}
	err = s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error {
		if _, err := sessionNow(tx, a); err != nil {
			return err
		}
		u, _, err := user(tx, a.ID)
		if err != nil {
			return err
		}
		row, found, err := lockTOTP(tx, a.ID)
		if err == nil && row.confirmed != nil {
			err = errHasTOTP()
		}
		if err != nil {
			return err
		}
		beginTOTP(tx, a.ID, sealed, found)
		out = NewTOTP{Secret: totp.EncodeSecret(plain), URI: totp.FormURI(issuer, u.Email, plain)}
		return nil
	})
	return out, err
}

func errHasTOTP() error {
	return crm.Errorf(crm.KindConflict, crm.CodeFactorExists, "You have an authenticator app already. Remove it first (DELETE /v1/me/totp).")
}

// errCode is a code at a pointer that is wrong, too old or used before.
func errCode(pointer string) error {
	var f crm.Faults
	f.Add(pointer, crm.CodeCodeWrong, "The code is wrong, too old or used before. Check the clock of your device, and wait for the next code.")
	return f.Err()
}

// ConfirmTOTP lets the app of BeginTOTP count from now on, after a code of it,
// which is used up thereby. It returns the recovery codes, which are shown this
// once. Wrong codes count like wrong passwords.
func (s *People) ConfirmTOTP(ctx context.Context, a crm.Actor, code, device string) (codes []string, err error) {
	if code == "" {
		var f crm.Faults
		f.Add("/code", crm.CodeRequired, "code is required: what the app shows.")
		return nil, f.Err()
	}
	if db.Judging(ctx) {
		return nil, nil
	}
	guesses, err := s.guessCode(ctx, a, device)
	if err != nil {
		return nil, err
	}
	defer s.ForgetSeats()
	err = s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error {
		if _, err := sessionNow(tx, a); err != nil {
			return err
		}
		row, found, err := lockTOTP(tx, a.ID)
		switch {
		case err != nil:
			return err
		case !found:
			return crm.Errorf(crm.KindConflict, crm.CodeFactorMissing, "There is no app to confirm. Begin with POST /v1/me/totp.")
		case row.confirmed != nil:
			return errHasTOTP()
		}
		step, ok, err := s.stepOf(a.ID, row, code)
		if err == nil && ok {
			ok, err = confirmTOTP(tx, a.ID, step)
		}
		if err != nil {
			return err
		}
		if !ok {
			return errCode("/code")
		}
		forgiveGuess(tx, guesses)
		codes = newRecoveryCodes()
		replaceRecoveryCodes(tx, a.ID, codes)
		if err := nameFactor(tx, a, crm.FactorTOTP); err != nil {
			return err
		}
		if err := s.notify(tx, a.ID, letterFactorAdded, appFactor, a.Origin.IP); err != nil {
			return err
		}
		return recordOwn(tx, a, ownAct(a, "totp.enabled"))
	})
	return codes, err
}

// guessCode counts an attempt of a signed-in person to give a code, as one to sign
// in: whoever has their session must not try all codes.
func (s *People) guessCode(ctx context.Context, a crm.Actor, device string) ([]guess, error) {
	var u crm.User
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) { u, _, err = user(tx, a.ID); return err }); err != nil {
		return nil, err
	}
	key, _ := crm.AddressKey(u.Email)
	guesses := s.guessesOf(key, u.ID, device, a.Origin)
	return guesses, s.countGuess(ctx, guesses)
}

// stepOf returns the step of a code, and false where it is no code that counts.
func (s *People) stepOf(userID string, row totpRow, code string) (step int64, ok bool, err error) {
	plain, err := s.box.Open(row.secret, sealTOTP(userID))
	if err != nil {
		return 0, false, err
	}
	step, ok = totp.CheckCode(plain, code, s.now(), row.lastStep)
	return step, ok, nil
}

// nameFactor notes in the actor's session by what else they proved who they are.
func nameFactor(tx *db.Tx, a crm.Actor, factor string) error {
	session, found, err := sessionByID(tx, a.ID, a.SessionID)
	if err == nil && found && !slices.Contains(session.Factors, factor) {
		tx.Write(addFactorsSQL, a.ID, a.SessionID, strings.Join(append(session.Factors, factor), " "))
	}
	return err
}

// appFactor is what letters call an authenticator app.
const appFactor = "An authenticator app"

// RemoveTOTP ends the actor's authenticator app and its recovery codes. For people
// who signed in lately with a second factor.
func (s *People) RemoveTOTP(ctx context.Context, a crm.Actor) error {
	return s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error {
		if err := needTOTP(tx, a); err != nil {
			return err
		}
		deleteTOTP(tx, a.ID)
		if err := needsSecond(tx, a.ID); err != nil {
			return err
		}
		if err := s.keepBreakGlass(tx, a.ID); err != nil {
			return err
		}
		if err := s.notify(tx, a.ID, letterFactorRemoved, appFactor, a.Origin.IP); err != nil {
			return err
		}
		return recordOwn(tx, a, ownAct(a, "totp.disabled"))
	})
}

// RenewRecoveryCodes returns new recovery codes, which are shown this once; the
// old ones end. For people who signed in lately with a second factor.
func (s *People) RenewRecoveryCodes(ctx context.Context, a crm.Actor) (codes []string, err error) {
	err = s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error {
		if err := needTOTP(tx, a); err != nil {
			return err
		}
		codes = newRecoveryCodes()
		replaceRecoveryCodes(tx, a.ID, codes)
		return recordOwn(tx, a, ownAct(a, "recovery_codes.renewed"))
	})
	return codes, err
}

// needTOTP returns nil if the actor has an app and proved so in this session. A
// password alone takes nothing of it away.
func needTOTP(tx *db.Tx, a crm.Actor) error {
	session, err := sessionNow(tx, a)
	if err != nil {
		return err
	}
	row, _, err := lockTOTP(tx, a.ID)
	if err != nil {
		return err
	}
	if row.confirmed == nil {
		return crm.Errorf(crm.KindConflict, crm.CodeFactorMissing, "You have no authenticator app. Add one with POST /v1/me/totp.")
	}
	if !slices.ContainsFunc(session.Factors, isSecond) {
		err = crm.Errorf(crm.KindForbidden, crm.CodeSignInAgain, "This needs a sign-in with your second factor. Confirm that it is you (POST /v1/session/confirm), then retry.")
	}
	return err
}

// isSecond reports whether a factor counts as a second one. A passkey does: its
// device has verified the person.
func isSecond(factor string) bool {
	return factor == crm.FactorTOTP || factor == crm.FactorRecoveryCode || factor == crm.FactorPasskey
}

func newRecoveryCodes() []string {
	codes := make([]string, crm.RecoveryCodeCount)
	for i := range codes {
		codes[i] = crm.NewRecoveryCode()
	}
	return codes
}

// Factors returns which factors the actor has besides the password.
func (s *People) Factors(ctx context.Context, a crm.Actor) (out crm.Factors, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) error {
		since, err := secondSince(tx, a.ID)
		if err != nil {
			return err
		}
		out = crm.Factors{TOTP: since != nil, TOTPSince: since}
		if out.RecoveryCodes, err = countRecoveryCodes(tx, a.ID); err != nil {
			return err
		}
		keys, err := passkeysOf(tx, a.ID)
		out.Passkeys = len(keys)
		return err
	})
	return out, err
}

// secondSince returns since when a person who gives the password must prove more,
// nil if they need not. With one, a password of 8 characters suffices. A passkey
// does not count, because the password signs in without it.
func secondSince(tx *db.Tx, userID string) (*time.Time, error) {
	row, _, err := viewTOTP(tx, userID)
	return row.confirmed, err
}

// proveSecond returns by what the person proved who they are besides the
// password: nothing, if they need nothing else. It returns refused where they need
// it and gave none; that is no wrong attempt.
func (s *People) proveSecond(tx *db.Tx, u crm.User, given crm.SecondFactor, guesses []guess) (factors []string, refused, err error) {
	factor, wanted, err := s.useSecond(tx, u.ID, given)
	switch {
	case err != nil:
		return nil, nil, err
	case wanted:
		for _, g := range guesses {
			forgiveFailure(tx, g.subject)
		}
		return nil, errSecondWanted(), nil
	case factor == "":
		return []string{crm.FactorPassword}, nil, nil
	}
	return []string{crm.FactorPassword, factor}, nil, nil
}

// useSecond uses up what a person gave besides the password, in the transaction
// that makes the session. It returns the factor for the session, "" for a person
// who needs none; wanted is set where they gave none and need one.
func (s *People) useSecond(tx *db.Tx, userID string, given crm.SecondFactor) (factor string, wanted bool, err error) {
	row, _, err := lockTOTP(tx, userID)
	if err != nil || row.confirmed == nil {
		return "", false, err
	}
	ok := false
	switch {
	case given.IsZero():
		return "", true, nil
	case given.RecoveryCode != "":
		factor = crm.FactorRecoveryCode
		ok, err = useRecoveryCode(tx, userID, given.RecoveryCode)
	default:
		factor = crm.FactorTOTP
		var step int64
		if step, ok, err = s.stepOf(userID, row, given.Code); ok && err == nil {
			ok, err = moveTOTP(tx, userID, step)
		}
	}
	if err == nil && !ok {
		err = crm.Errorf(crm.KindUnauthorized, crm.CodeSignInFailed, "Nobody was signed in: the code is wrong, too old or used before.")
	}
	if err == nil {
		adoptPasskeys(tx, userID)
	}
	return factor, false, err
}

func errSecondWanted() error {
	return crm.Errorf(crm.KindUnauthorized, crm.CodeSecondFactor, "The password is right. Send it again with code from your authenticator app, or with recoveryCode.")
}

// recordOwn adds what a person did about themselves to the audit log of every
// workspace in which they work. Call it last.
func recordOwn(tx *db.Tx, a crm.Actor, act crm.Act) error {
	places, err := placesOf(tx, a.ID)
	for _, p := range places { // in the order of their identifiers, so that two never wait for each other
		a.WorkspaceID = p.workspaceID
		if err == nil {
			err = audit.Record(tx, a, act)
		}
	}
	return err
}

// ownAct is an act of a person on themselves.
func ownAct(a crm.Actor, action string, targets ...crm.ActTarget) crm.Act {
	return crm.Act{Action: action, Targets: append(targets, crm.ActTarget{Type: "user", ID: a.ID, Name: a.Name})}
}
