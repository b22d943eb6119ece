package people

import (
	"context"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/password"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// SendInvitation invites a person again. The link that they had works no more.
func (s *Members) SendInvitation(ctx context.Context, actor crm.Actor, id string) (MemberDetail, error) {
	if err := actor.Require(crm.ScopeUsersWrite); err != nil {
		return MemberDetail{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[MemberDetail]) (MemberDetail, error) {
		return s.changeMember(ctx, actor, id, "invitation.sent", func(tx *db.Tx, actor crm.Actor, m *crm.Member, d *MemberDetail) error {
			if m.State != crm.MemberInvited {
				return notInvited()
			}
			d.Member, d.acted = *m, true
			return s.invite(tx, actor, d)
		}, save)
	})
}

// WithdrawInvitation takes back the invitation of a person, who is then no user
// of the workspace.
func (s *Members) WithdrawInvitation(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeUsersWrite); err != nil {
		return err
	}
	_, err := s.changeMember(ctx, actor, id, "invitation.withdrawn", func(tx *db.Tx, _ crm.Actor, m *crm.Member, d *MemberDetail) error {
		d.acted = true
		if m.State != crm.MemberInvited {
			return notInvited()
		}
		dropTokens(tx, forInvitation, id, actor.WorkspaceID)
		tx.Write(deleteMemberSQL, actor.WorkspaceID, id)
		known, err := knownBy(tx, id)
		if err == nil && len(known) == 0 {
			tx.Write(deleteUserSQL, id) // nobody proved that the address is theirs
		}
		return err
	})
	return err
}

func notInvited() error {
	return crm.Errorf(crm.KindConflict, crm.CodeNotInvited, "This user has no open invitation: they accepted it, or were deactivated.")
}

// Acceptance is what somebody sends who was invited.
type Acceptance struct{ Token, Name, Password string }

// Accepted is what came of an acceptance.
type Accepted struct {
	User      crm.User
	Workspace crm.Workspace
	// Session is set where a session was made.
	Session NewSession
}

// AcceptInvitation lets the person into the workspace whose address the token
// was sent to. Who never proved before that the address is theirs chooses name and
// password, which ends whatever others may have done with the address, and is
// signed in. Everybody else is signed in already, or gives their password.
func (s *Members) AcceptInvitation(ctx context.Context, caller crm.Actor, a Acceptance) (out Accepted, err error) {
	var u crm.User
	var places []place
	err = s.db.View(ctx, func(tx *db.Tx) error {
		t, err := token(tx, forInvitation, a.Token)
		if err != nil {
			return err
		}
		// The places come first: whoever is seen in one has the password by which
		// they came, also if that happens between the two statements.
		if places, err = placesOf(tx, t.userID); err != nil {
			return err
		}
		if u, _, err = user(tx, t.userID); err != nil {
			return err
		}
		out.Workspace, err = access.Workspace(tx, t.workspaceID)
		return err
	})
	if err != nil {
		return out, err
	}
	if err := core.Outside(ctx); err != nil {
		return out, err
	}
	hash := ""
	switch {
	case u.VerifiedAt == nil && (!s.opt.HandOver || len(places) == 0):
		if hash, err = s.claim(ctx, &u, a, out.Workspace); err != nil {
			return out, err
		}
	case caller.Kind == crm.ActorUser && caller.ID == u.ID:
	default:
		if err := s.proveForToken(ctx, u, a); err != nil {
			return out, err
		}
	}
	defer s.ForgetSeats()
	err = s.db.Update(db.Urgent(ctx), out.Workspace.ID, func(tx *db.Tx) error { return s.accept(tx, caller, a, u, hash, &out) })
	return out, err
}

// claim checks name and password of somebody who is new, and hashes the password.
func (s *Members) claim(ctx context.Context, u *crm.User, a Acceptance, w crm.Workspace) (string, error) {
	var f crm.Faults
	if a.Name == "" {
		a.Name = u.Name
	}
	f.Below("/name", crm.CheckUserName(a.Name))
	if a.Password == "" {
		f.Add("/password", crm.CodeRequired, "password is required: choose the one that you will sign in with.")
	} else {
		f.Below("", password.Rules{Own: []string{u.Email, a.Name, w.Name}}.Check("/password", a.Password))
	}
	if err := f.Err(); err != nil {
		return "", err
	}
	u.Name = strings.TrimSpace(a.Name)
	return s.passwords.Hash(ctx, a.Password)
}

// proveForToken checks the password of somebody who has one. Whoever has the
// token may guess a few times only.
func (s *Members) proveForToken(ctx context.Context, u crm.User, a Acceptance) error {
	if err := s.count(ctx, "invitation "+hashSecret(a.Token), attempts); err != nil {
		return err
	}
	ok, _, err := s.passwords.Verify(ctx, u.PasswordHash, a.Password)
	if err == nil && !ok {
		err = crm.Errorf(crm.KindUnauthorized, crm.CodeSignInFailed, "This address has a user already. Sign in, or send their password.")
	}
	return err
}

// accept uses the token up and lets the person in. hash is that of the password
// of somebody new, or "".
func (s *Members) accept(tx *db.Tx, caller crm.Actor, a Acceptance, u crm.User, hash string, out *Accepted) error {
	if err := useToken(tx, a.Token); err != nil {
		return err
	}
	m, _, err := lockedMember(tx, out.Workspace.ID, u.ID)
	if err != nil || m.State != crm.MemberInvited {
		if err == nil {
			err = tokenFault()
		}
		return err
	}
	by := crm.Actor{WorkspaceID: out.Workspace.ID, Kind: crm.ActorUser, ID: u.ID, Name: u.Name, Origin: caller.Origin}
	before := m
	if hash != "" {
		places, err := placesOf(tx, u.ID)
		if err == nil && (m.User.VerifiedAt != nil || s.opt.HandOver && len(places) > 0) { // another invitation was faster
			err = tokenFault()
		}
		if err != nil {
			return err
		}
		m.User.Name = u.Name
		tx.Write(updateUserNameSQL, u.ID, u.Name)
		setPassword(tx, u.ID, newPassword{hash: hash})
		if !s.opt.HandOver { // a link that was handed over proves no address
			tx.Write(verifyUserSQL, u.ID, db.Ms(tx.Now()))
		}
		endOtherSessions(tx, u.ID, "")
		dropFactors(tx, u.ID) // whoever made this account before may have added their own
		out.Session = openSession(tx, u, []string{crm.FactorPassword}, caller.Origin)
	}
	now := tx.Now()
	m.State, m.ChangedAt, m.AcceptedAt = crm.MemberActive, now, &now
	saveMember(tx, m)
	out.User = m.User
	out.User.PasswordHash = ""
	return audit.Record(tx, by, memberAct("invitation.accepted", before, m))
}
