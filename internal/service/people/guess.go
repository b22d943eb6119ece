package people

import (
	"context"
	"encoding/base64"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// How many wrong attempts there may be within guessLife. Browsers in which the
// person signed in before have a count of their own: whoever guesses elsewhere
// does not lock them out.
const (
	guessLife       = 15 * time.Minute
	guessesOfOne    = 10  // in a known browser, or with an address in all others
	guessesOfAll    = 200 // from one network
	maxDeviceCookie = 400
)

// guess is whose wrong attempts are counted together.
type guess struct {
	subject string
	most    int
}

// guessesOf are the counts that an attempt to sign in belongs to: of the browser
// if it is known for this person, else of the address, and of the network.
func (s *People) guessesOf(addressKey, userID, device string, from crm.Origin) []guess {
	one := guess{"address " + hashSecret(addressKey), guessesOfOne}
	if userID != "" && s.knowsDevice(userID, device) {
		one.subject = "device " + hashSecret(device)
	}
	return []guess{one, {"network " + from.Network(), guessesOfAll}}
}

// countGuess counts an attempt, and refuses it with a KindRateLimited error where
// too many went before.
func (s *People) countGuess(ctx context.Context, list []guess) error {
	var refused error
	err := s.db.Update(db.Urgent(ctx), list[0].subject, func(tx *db.Tx) error {
		refused = nil
		for _, g := range list {
			n, until, err := countFailure(tx, g.subject, guessLife)
			if err != nil {
				return err
			}
			if n > g.most {
				e := crm.Errorf(crm.KindRateLimited, crm.CodeRateLimited, "Too many attempts to sign in went wrong. Try again later, or reset the password.")
				e.RetryAfter = until.Sub(tx.Now())
				refused = e
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return refused
}

// forgiveGuess takes back an attempt that turned out right.
func forgiveGuess(tx *db.Tx, list []guess) {
	forgetFailures(tx, list[0].subject)
	for _, g := range list[1:] {
		forgiveFailure(tx, g.subject)
	}
}

const deviceSealing = "device of a person"

// newDevice returns the cookie by which a browser is known for a person. It
// opens nothing: it only says that they signed in there before.
func (s *People) newDevice(userID string) (string, error) {
	secret, _ := newSecret()
	sealed, err := s.box.Seal([]byte(userID+" "+secret[:16]), deviceSealing)
	return base64.RawURLEncoding.EncodeToString(sealed), err
}

// knowsDevice reports whether the cookie is one of newDevice for the person.
func (s *People) knowsDevice(userID, device string) bool {
	if device == "" || len(device) > maxDeviceCookie {
		return false
	}
	sealed, err := base64.RawURLEncoding.DecodeString(device)
	if err != nil {
		return false
	}
	plain, err := s.box.Open(sealed, deviceSealing)
	return err == nil && len(plain) > len(userID) && string(plain[:len(userID)+1]) == userID+" "
}
