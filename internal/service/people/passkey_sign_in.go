package people

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/passkey"
)

// BeginPasskeySignIn asks a browser for any passkey of this site. Everybody may
// call it: it says nothing of anybody.
func (s *People) BeginPasskeySignIn(ctx context.Context) (out BegunPasskey, err error) {
	site, err := s.sitePasskeys()
	if err != nil {
		return out, err
	}
	b, err := site.BeginUsing()
	if err != nil {
		return out, err
	}
	err = s.db.Update(db.Urgent(ctx), "ceremonies", func(tx *db.Tx) (err error) { out, err = s.begin(tx, usesPasskey, "", b); return err })
	return out, err
}

// usedPasskey is what came of a browser's answer: whose passkey it was, and as
// what it is to be stored.
type usedPasskey struct {
	user crm.User
	row  passkeyRow
	now  passkey.Passkey
	err  error // ErrWrong, ErrCloned, ErrBackupChanged or nil
}

// SignInWithPasskey makes a session for the person whose passkey a browser used.
// It proves both factors: the device has it and has verified the person. Everybody
// may call it. The ceremony is used up, whatever comes of it.
func (s *People) SignInWithPasskey(ctx context.Context, r PasskeyAnswer, device string, from crm.Origin) (out SignedIn, err error) {
	var f crm.Faults
	r.check(&f)
	if err := f.Err(); err != nil || db.Judging(ctx) {
		return out, err
	}
	if _, err := s.sitePasskeys(); err != nil {
		return out, err
	}
	guesses := []guess{{"network " + from.Network(), guessesOfAll}}
	if err := s.countGuess(ctx, guesses); err != nil {
		return out, err
	}
	used, err := s.checkPasskey(ctx, r)
	if err != nil {
		return out, err
	}
	if used.user.ID != "" && !s.knowsDevice(used.user.ID, device) {
		if out.Device, err = s.newDevice(used.user.ID); err != nil {
			return out, err
		}
	}
	var refused error
	err = s.db.Update(db.Urgent(ctx), r.CeremonyID, func(tx *db.Tx) (err error) {
		if err := endCeremony(tx, r.CeremonyID); err != nil {
			return err
		}
		if refused, err = s.applyPasskey(tx, used); err != nil || refused != nil {
			return err // the ceremony ends all the same
		}
		if err := s.mayEnter(tx, used.user.ID, used.user.Email, []string{crm.FactorPasskey}); crm.CodeOf(err) == crm.CodeSSORequired {
			refused = err
			return nil
		} else if err != nil {
			return err
		}
		forgiveFailure(tx, guesses[0].subject)
		out.NewSession = openSession(tx, used.user, []string{crm.FactorPasskey}, from)
		return nil
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return SignedIn{}, err
	}
	return out, nil
}

// checkPasskey holds a browser's answer against its ceremony and the passkeys of
// the person whom it names. It changes nothing.
func (s *People) checkPasskey(ctx context.Context, r PasskeyAnswer) (used usedPasskey, err error) {
	var plain []byte
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		plain, err = s.openCeremony(tx, r.CeremonyID, usesPasskey, "")
		return err
	})
	if err != nil {
		return used, err
	}
	var rows []passkeyRow
	used.now, err = s.site.FinishUsing(plain, r.Credential, func(_, handle []byte) (p passkey.Person, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) error {
			u, found, err := userByHandle(tx, string(bytes.ToValidUTF8(handle, nil)))
			if err == nil && !found {
				err = passkey.ErrWrong
			}
			if err != nil {
				return err
			}
			used.user = u
			if rows, err = passkeysOf(tx, u.ID); err == nil {
				p, err = s.person(u, rows)
			}
			return err
		})
		return p, err
	})
	if err != nil && !errors.Is(err, passkey.ErrWrong) && !errors.Is(err, passkey.ErrCloned) && !errors.Is(err, passkey.ErrBackupChanged) {
		return used, err
	}
	used.err = err
	if i := slices.IndexFunc(rows, func(p passkeyRow) bool { return p.credential == credentialText(used.now.ID) }); i >= 0 {
		used.row = rows[i]
	}
	return used, nil
}

// applyPasskey stores what the use of a passkey tells, and returns why it opens no
// session; nil where it does.
func (s *People) applyPasskey(tx *db.Tx, used usedPasskey) (refused, err error) {
	if errors.Is(used.err, passkey.ErrWrong) || used.row.ID == "" {
		s.log.Info("a passkey was refused", "user", used.user.ID, "error", used.err)
		return errPasskey(), nil
	}
	if errors.Is(used.err, passkey.ErrCloned) {
		s.log.Warn("a passkey may have been copied", "user", used.user.ID, "passkey", used.row.ID)
		suspectPasskey(tx, used.row)
		return crm.Errorf(crm.KindUnauthorized, crm.CodePasskeyCopied, "This passkey was used elsewhere since, so somebody may have copied it. Sign in otherwise, remove it and make a new one."), nil
	}
	sealed, err := s.box.Seal(used.now.Record, sealPasskey(used.user.ID))
	if err != nil {
		return nil, err
	}
	if errors.Is(used.err, passkey.ErrBackupChanged) {
		changePasskey(tx, used.row, sealed)
		return crm.Errorf(crm.KindUnauthorized, crm.CodePasskeyChanged, "This passkey is kept elsewhere than before, so confirm it: sign in with your password and a code within 10 minutes, then use it again. Or remove it and make a new one."), nil
	}
	places, err := placesOf(tx, used.user.ID)
	if err != nil {
		return nil, err
	}
	if len(places) == 0 {
		return errPasskey(), nil
	}
	fresh, err := usePasskey(tx, used.row, sealed, used.now.BackedUp)
	if err == nil && !fresh {
		return errPasskey(), nil
	}
	return nil, err
}

func errPasskey() error {
	return crm.Errorf(crm.KindUnauthorized, crm.CodeSignInFailed, "Nobody was signed in: this passkey opens nothing here.")
}
