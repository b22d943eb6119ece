package people

import (
	"cmp"
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SignInRequest is how a person proves who they are by a password.
type SignInRequest struct {
	Email, Password string
	// Second is what they give besides, where they have a second factor.
	Second crm.SecondFactor
	// Device is the cookie of a browser in which somebody signed in before; "" for
	// none.
	Device string
}

// SignedIn is a session, and the cookie by which the browser is known from now
// on; "" where it is known already.
type SignedIn struct {
	NewSession
	Device string
}

func errSignIn() error {
	return crm.Errorf(crm.KindUnauthorized, crm.CodeSignInFailed, "Nobody was signed in: check the address and the password.")
}

// SignIn makes a session for the person with this address and password. Who is
// unknown, has no password or works nowhere is refused like a wrong password,
// after the same work. Everybody may call it.
func (s *People) SignIn(ctx context.Context, r SignInRequest, from crm.Origin) (out SignedIn, err error) {
	var f crm.Faults
	if r.Email == "" {
		f.Add("/email", crm.CodeRequired, "email is required.")
	}
	if r.Password == "" {
		f.Add("/password", crm.CodeRequired, "password is required.")
	}
	r.Second.Check(&f)
	if err := f.Err(); err != nil || db.Judging(ctx) {
		return out, err
	}
	u, guesses, err := s.tryPassword(ctx, r, from)
	if err != nil {
		return out, err
	}
	if !s.knowsDevice(u.ID, r.Device) {
		if out.Device, err = s.newDevice(u.ID); err != nil {
			return out, err
		}
	}
	var refused error
	err = s.db.Update(db.Urgent(ctx), u.ID, func(tx *db.Tx) error {
		if err := stillSo(tx, u); err != nil {
			return err
		}
		var factors []string
		if factors, refused, err = s.proveSecond(tx, u, r.Second, guesses); err != nil || refused != nil {
			return err
		}
		if err := s.mayEnter(tx, u.ID, u.Email, factors); err != nil {
			return err
		}
		forgiveGuess(tx, guesses)
		out.NewSession = openSession(tx, u, factors, from)
		return nil
	})
	if err = cmp.Or(err, refused); err != nil {
		return SignedIn{}, err
	}
	return out, nil
}

// tryPassword returns the person with this address if the password is theirs,
// with the counts that the attempt was added to.
func (s *People) tryPassword(ctx context.Context, r SignInRequest, from crm.Origin) (u crm.User, guesses []guess, err error) {
	ctx, end, err := s.passwords.Begin(ctx) // before the database is asked for anything
	if err != nil {
		return u, nil, err
	}
	defer end()
	key, valid := crm.AddressKey(r.Email)
	var places []place
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if u, _, err = userByAddress(tx, key); err == nil {
			places, err = placesOf(tx, u.ID)
		}
		return err
	}); err != nil {
		return u, nil, err
	}
	guesses = s.guessesOf(key, u.ID, r.Device, from)
	if err := s.countGuess(ctx, guesses); err != nil {
		return u, nil, err
	}
	ok, again, err := s.passwords.Verify(ctx, u.PasswordHash, r.Password)
	if err != nil {
		return u, nil, err
	}
	right := ok && valid && len(places) > 0
	if err := s.mayUsePassword(ctx, u.ID, key, right); err != nil {
		return u, nil, err
	}
	if !right {
		return u, nil, errSignIn()
	}
	if again {
		s.rehash(ctx, &u, r.Password)
	}
	return u, guesses, nil
}

// rehash stores the password at today's cost; it is tried again at the next
// sign-in if it fails.
func (s *People) rehash(ctx context.Context, u *crm.User, password string) {
	hash, err := s.passwords.Hash(ctx, password)
	if err != nil {
		return
	}
	err = s.db.Update(db.Urgent(ctx), u.ID, func(tx *db.Tx) error {
		if err := stillSo(tx, *u); err != nil {
			return err
		}
		tx.Write(updateHashSQL, u.ID, hash)
		return nil
	})
	if err != nil {
		s.log.Warn("could not renew the hash of a password", "user", u.ID, "error", err)
		return
	}
	u.PasswordHash = hash
}

// stillSo returns nil unless the person's password was changed meanwhile.
func stillSo(tx *db.Tx, u crm.User) error {
	now, found, err := user(tx, u.ID)
	if err == nil && (!found || now.PasswordHash != u.PasswordHash) {
		err = errSignIn()
	}
	return err
}

// Confirm lets a signed-in person prove anew who they are. It replaces their
// session by one with another secret. Of r the address is not looked at.
func (s *People) Confirm(ctx context.Context, a crm.Actor, r SignInRequest) (out NewSession, err error) {
	var f crm.Faults
	if r.Password == "" {
		f.Add("/password", crm.CodeRequired, "password is required.")
	}
	r.Second.Check(&f)
	if err := f.Err(); err != nil || db.Judging(ctx) {
		return out, err
	}
	var u crm.User
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) { u, _, err = user(tx, a.ID); return err }); err != nil {
		return out, err
	}
	r.Email = u.Email
	u, guesses, err := s.tryPassword(ctx, r, a.Origin)
	if err != nil {
		return out, err
	}
	defer s.ForgetSeats()
	var refused error
	err = s.db.Update(db.Urgent(ctx), u.ID, func(tx *db.Tx) error {
		old, found, err := sessionByID(tx, a.ID, a.SessionID)
		if err == nil && !found {
			err = errSignIn()
		}
		if err == nil {
			err = stillSo(tx, u)
		}
		if err != nil {
			return err
		}
		var factors []string
		if factors, refused, err = s.proveSecond(tx, u, r.Second, guesses); err != nil || refused != nil {
			return err
		}
		forgiveGuess(tx, guesses)
		deleteSession(tx, a.ID, a.SessionID)
		for _, factor := range old.Factors {
			if !slices.Contains(factors, factor) {
				factors = append(factors, factor)
			}
		}
		out = openSession(tx, u, factors, a.Origin)
		return nil
	})
	return out, cmp.Or(err, refused)
}

// SignOut ends the session of the actor.
func (s *People) SignOut(ctx context.Context, a crm.Actor) error {
	return s.EndSession(ctx, a, a.SessionID)
}

// Sessions returns a page of the actor's own sessions, oldest first.
func (s *People) Sessions(ctx context.Context, a crm.Actor, p crm.Page) (list crm.List[crm.Session], err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = sessionsOf(tx, a.ID, p); return err })
	return list, err
}

// EndSession ends one of the actor's own sessions, or returns a KindNotFound
// error.
func (s *People) EndSession(ctx context.Context, a crm.Actor, id string) error {
	defer s.ForgetSeats()
	return s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error {
		if _, found, err := sessionByID(tx, a.ID, id); err != nil || !found {
			if err == nil {
				err = crm.NotFound("session", id)
			}
			return err
		}
		deleteSession(tx, a.ID, id)
		return nil
	})
}

// EndOtherSessions ends every session of the actor but this one.
func (s *People) EndOtherSessions(ctx context.Context, a crm.Actor) error {
	defer s.ForgetSeats()
	return s.db.Update(db.Urgent(ctx), a.ID, func(tx *db.Tx) error { endOtherSessions(tx, a.ID, a.SessionID); return nil })
}

// ForgetSeats lets what was ended here end at once; other nodes know within a
// second.
func (s *People) ForgetSeats() { s.seats.Clear() }

// Workplace is a workspace in which a person works.
type Workplace struct {
	Workspace crm.Workspace
	Role      crm.Role
}

// Workplaces returns where the actor works, and who they are.
func (s *People) Workplaces(ctx context.Context, a crm.Actor) (u crm.User, out []Workplace, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) error {
		var places []place
		if u, _, err = user(tx, a.ID); err == nil {
			places, err = placesOf(tx, a.ID)
		}
		if err != nil {
			return err
		}
		out = make([]Workplace, len(places))
		for i, p := range places {
			if out[i], err = readWorkplace(tx, p); err != nil {
				return err
			}
		}
		return nil
	})
	return u, out, err
}
