package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
)

// NewSession is a session with its secret, which goes into a cookie.
type NewSession struct {
	Session crm.Session
	User    crm.User
	Secret  string
}

// newSecret returns 256 random bits, and the hash under which they are known.
// secretLength is how many characters a secret of newSecret has.
const secretLength = 43

func newSecret() (secret, hash string) {
	var b [32]byte
	_, _ = rand.Read(b[:])
	secret = base64.RawURLEncoding.EncodeToString(b[:])
	return secret, hashSecret(secret)
}

// hashSecret is SHA-256: a secret has 256 random bits, so a slow hash adds nothing.
func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// openSession makes a session for a person who has just proved who they are by
// these factors. A person has at most crm.MaxUserSessions; the oldest end first.
func openSession(tx *db.Tx, u crm.User, factors []string, from crm.Origin) NewSession {
	secret, hash := newSecret()
	now := tx.Now()
	session := crm.Session{ID: tx.NewID(crm.PrefixSession), UserID: u.ID, Factors: factors, CreatedAt: now, SignedInAt: now, SeenAt: now,
		EndsAt: now.Add(crm.SessionLife), IP: from.IP, UserAgent: from.UserAgent}
	insertSession(tx, session, hash)
	tx.Write(deleteOldSessions, u.ID, crm.MaxUserSessions)
	return NewSession{session, u, secret}
}

// Authenticate returns who holds the secret of a session, in a workspace. ""
// means the only one in which the person works; who works in several gets an
// actor without workspace, scopes and reach. Other workspaces are KindNotFound.
// What is known of a session is at most a second old.
func (s *People) Authenticate(ctx context.Context, secret, workspaceID string) (crm.Actor, error) {
	if len(secret) != secretLength { // not remembered: a stranger may make up as many as they like
		return crm.Actor{}, crm.ErrSessionEnded()
	}
	if workspaceID != "" && !crm.ValidID(crm.PrefixWorkspace, workspaceID) {
		return crm.Actor{}, crm.NotFound("workspace", workspaceID)
	}
	hash := hashSecret(secret)
	e, err := s.seats.Get(hash+" "+workspaceID, func() (e seat, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			if e, err = readSeat(tx, hash, workspaceID); err != nil || e.missing != nil {
				return err
			}
			if err = s.mayEnter(tx, e.session.UserID, e.address, e.session.Factors); crm.CodeOf(err) == crm.CodeSSORequired {
				e.missing, err = err, nil
			}
			return err
		})
		return e, err
	})
	if err != nil {
		return crm.Actor{}, err
	}
	if e.missing != nil {
		return crm.Actor{}, e.missing
	}
	now := s.now()
	if err := e.session.Usable(now); err != nil {
		return crm.Actor{}, err
	}
	if now.Sub(e.session.SeenAt) > time.Minute {
		s.touch(e, hash, workspaceID, now)
	}
	return e.actor, nil
}

// readSeat reads what a session may do in a workspace.
func readSeat(tx *db.Tx, hash, workspaceID string) (seat, error) {
	session, found, err := sessionByHash(tx, hash)
	if err != nil {
		return seat{}, err
	}
	if !found {
		return seat{missing: crm.ErrSessionEnded()}, nil
	}
	u, _, err := user(tx, session.UserID)
	if err != nil {
		return seat{}, err
	}
	e := seat{session: session, address: u.Email, actor: crm.Actor{Kind: crm.ActorUser, ID: u.ID, Name: u.Name, SessionID: session.ID, SignedInAt: session.SignedInAt, Operator: u.OperatorSince != nil}}
	if workspaceID == "" {
		places, err := placesOf(tx, u.ID)
		switch {
		case err == nil && len(places) == 0: // who works nowhere may ask nothing
			return seat{missing: crm.ErrSessionEnded()}, nil
		case err != nil || len(places) > 1:
			return e, err
		}
		workspaceID = places[0].workspaceID
	}
	e.actor, err = sit(tx, e.actor, workspaceID)
	if crm.AsError(err).Kind == crm.KindNotFound {
		return seat{missing: err}, nil
	}
	return e, err
}

// sit gives a person the scopes and the reach of their role in a workspace, or a
// KindNotFound error if they do not work there.
func sit(tx *db.Tx, a crm.Actor, workspaceID string) (crm.Actor, error) {
	roleID, state, err := membership(tx, workspaceID, a.ID)
	if err == nil && state != crm.MemberActive {
		err = crm.NotFound("workspace", workspaceID)
	}
	if err != nil {
		return crm.Actor{}, err
	}
	role, err := Role(tx, workspaceID, roleID)
	if err != nil {
		return crm.Actor{}, err
	}
	w, err := access.Workspace(tx, workspaceID)
	if err != nil {
		return crm.Actor{}, err
	}
	a.WorkspaceID, a.Live, a.RoleID, a.Scopes = w.ID, w.Live, role.ID, role.Scopes
	a.MasksPhoneNumbers = role.MasksPhoneNumbers
	a.Reach = crm.Reach{Kind: role.Reach, UserID: a.ID, PhoneNumberIDs: role.PhoneNumberIDs}
	if a.Reach.TeamIDs, err = teamsOf(tx, workspaceID, a.ID); err == nil {
		a.Reach.TeamNumberIDs, err = reach.TeamNumbers(tx, workspaceID, a.Reach.TeamIDs)
	}
	return a, err
}

// StaySignedIn keeps the session of a user from ending by idleness before a time, for
// who moves the clock of a demo. API keys have no session.
func (s *People) StaySignedIn(ctx context.Context, a crm.Actor, until time.Time) error {
	if a.SessionID == "" {
		return nil
	}
	err := s.db.Update(ctx, a.ID, func(tx *db.Tx) error {
		keepSession(tx, a.ID, a.SessionID, until)
		return nil
	})
	s.seats.Clear()
	return err
}

// touch notes at most once a minute that a session was used, beside the request.
func (s *People) touch(e seat, hash, workspaceID string, now time.Time) {
	slot := hash + now.Format("200601021504")
	if _, done := s.touching.LoadOrStore(slot, true); done {
		return
	}
	go func() {
		err := s.db.Update(context.Background(), e.session.UserID, func(tx *db.Tx) error {
			touchSession(tx, hash, now)
			if e.actor.WorkspaceID != "" {
				tx.Write(touchMemberSQL, e.actor.WorkspaceID, e.actor.ID, db.Ms(now))
			}
			return nil
		})
		if err != nil {
			s.log.Warn("could not record that a session was used", "actor", e.actor.By().String(), "error", err)
		}
		s.seats.Drop(hash + " " + workspaceID)
		time.AfterFunc(time.Minute, func() { s.touching.Delete(slot) })
	}()
}

// AccessChanges returns a number that grows whenever somebody may no longer ask,
// or may do or see something else than before, on whatever node.
func (s *People) AccessChanges(ctx context.Context) (number int64, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { number, err = accessChanges(tx); return err })
	return number, err
}

// PersonNow returns a person who signed in as they are now, or the error that they
// are refused with. It is an access.PersonNow.
func (s *People) PersonNow(tx *db.Tx, a crm.Actor, hold bool) (crm.Actor, error) {
	if hold {
		if _, err := tx.Texts(holdMemberSQL, a.WorkspaceID, a.ID); err != nil {
			return a, err
		}
	}
	session, err := sessionNow(tx, a)
	if err != nil {
		return a, err
	}
	u, _, err := user(tx, a.ID)
	if err == nil {
		err = s.mayEnter(tx, a.ID, u.Email, session.Factors)
	}
	if err != nil {
		return a, err
	}
	return sit(tx, a, a.WorkspaceID)
}

// sessionNow returns the session of a person who signed in, or the error that it has
// ended: what is remembered of it may be a second old.
func sessionNow(tx *db.Tx, a crm.Actor) (crm.Session, error) {
	session, found, err := sessionByID(tx, a.ID, a.SessionID)
	if err == nil && !found {
		err = crm.ErrSessionEnded()
	}
	if err == nil {
		err = session.Usable(tx.Now())
	}
	return session, err
}

func readWorkplace(tx *db.Tx, p place) (out Workplace, err error) {
	if out.Workspace, err = access.Workspace(tx, p.workspaceID); err == nil {
		out.Role, err = Role(tx, p.workspaceID, p.roleID)
	}
	return out, err
}

// Sweep forgets sessions and counts whose time is over, a bounded part at each call.
func (s *People) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, sweepPeople)
}
