package onboarding

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/whatsapp"
)

// keptCodes is for how long a code is known again: longer than the provider takes it, and
// than a request is made again with its Idempotency-Key.
const keptCodes = 25 * time.Hour

// exchange returns the token for the code of a signup. The provider is given a code once:
// a request that is made again, because its process died, goes on with the token that was
// stored, or is told that nobody has it.
func exchange(ctx context.Context, s *Onboarding, client *whatsapp.Client, app whatsapp.App, workspaceID string, req SignupRequest) (token string, c code, err error) {
	sum := sha256.Sum256([]byte(req.Code))
	c = code{WorkspaceID: workspaceID, Hash: hex.EncodeToString(sum[:])}
	fresh := false
	err = s.db.Update(db.Urgent(ctx), workspaceID, func(tx *db.Tx) (err error) {
		c.At = tx.Now()
		fresh, err = beginCode(tx, &c)
		return err
	})
	if err != nil {
		return "", c, err
	}
	if !fresh {
		token, err = exchanged(s, c)
		return token, c, err
	}
	bounded, cancel := context.WithTimeout(ctx, s.callLimit())
	token, failure := client.ExchangeCode(bounded, app, req.Code, req.RedirectURL)
	cancel()
	unasked := false
	switch {
	case failure == nil:
		c.Token, err = s.box.Seal([]byte(token), c.sealing())
	case errors.Is(failure, whatsapp.ErrCode):
		c.Outcome, err = refused, signupFault(failure)
		unasked = whatsapp.Classify(failure) == whatsapp.ClassRetry // it did not look at the code
	case whatsapp.Classify(failure) == whatsapp.ClassUnknown:
		c.Outcome, err = unknown, explained(s, failure)
	default:
		unasked, err = true, explained(s, failure)
	}
	stored := s.db.Update(db.Urgent(context.WithoutCancel(ctx)), workspaceID, func(tx *db.Tx) error {
		if unasked {
			dropCode(tx, c)
		} else {
			endCode(tx, c)
		}
		return nil
	})
	return token, c, errors.Join(err, stored)
}

// exchanged returns the token that was given for a code before, or why there is none.
func exchanged(s *Onboarding, c code) (string, error) {
	switch {
	case len(c.Token) > 0:
		token, err := s.box.Open(c.Token, c.sealing())
		return string(token), err
	case c.Outcome == underWay && s.db.Source().Now().Before(c.At.Add(s.callLimit())):
		e := crm.Errorf(crm.KindConflict, crm.CodeSetupUnderWay, "The provider is being asked about this code, and has not answered yet.")
		e.RetryAfter = s.callLimit()
		return "", e
	case c.Outcome == underWay || c.Outcome == unknown:
		var f crm.Faults
		f.Add("/code", crm.CodeSignupCode, "The provider was given this code, and its answer did not come to us. Nothing was connected. Open the signup again, and send the new code within 30 seconds.")
		return "", f.Err()
	}
	return "", signupFault(nil)
}

// sealing binds a token to its code.
func (c code) sealing() string { return "signup/" + c.WorkspaceID + "/" + c.Hash }
