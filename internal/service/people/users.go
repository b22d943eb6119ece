package people

import (
	"context"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/password"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// MemberDetail is a person of a workspace with what a list shows of them.
type MemberDetail struct {
	Member crm.Member
	// InvitationEnds is until when they can accept; nil where they have none.
	InvitationEnds *time.Time
	// InvitationURL is shown this once, where nobody gets it by mail.
	InvitationURL string

	acted  bool            // an act, though nothing of the member changed
	beside []crm.ActTarget // what else the act is about
}

// CreateUser lets a person into the workspace: at once with a password, unless
// the deployment knows the address already; else by an invitation.
func (s *Members) CreateUser(ctx context.Context, actor crm.Actor, n crm.NewUser) (MemberDetail, error) {
	if err := actor.Require(crm.ScopeUsersWrite); err != nil {
		return MemberDetail{}, err
	}
	if err := s.checkNewUser(ctx, actor, n); err != nil {
		return MemberDetail{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[MemberDetail]) (d MemberDetail, err error) {
		hash := ""
		if n.Password != "" {
			if err := core.Outside(ctx); err != nil {
				return d, err
			}
			if hash, err = s.passwords.Hash(ctx, n.Password); err != nil {
				return d, err
			}
		}
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) (err error) {
			if d, err = s.letIn(tx, actor, n, hash); err != nil {
				return err
			}
			return save(tx, d)
		})
		return d, err
	})
}

// checkNewUser returns every fault of a request for a new person.
func (s *Members) checkNewUser(ctx context.Context, actor crm.Actor, n crm.NewUser) error {
	f := n.Check()
	err := s.db.View(ctx, func(tx *db.Tx) error {
		w, err := access.Workspace(tx, actor.WorkspaceID)
		if err != nil {
			return err
		}
		if n.Password != "" {
			f.Below("", password.Rules{Own: []string{n.Email, n.Name, w.Name}}.Check("/password", n.Password))
		}
		if n.RoleID == "" {
			return nil
		}
		return f.Join(giveable(tx, actor, n.RoleID))
	})
	if err != nil {
		return err
	}
	return f.Err()
}

// giveable returns nil if the actor may give a role, or its fault.
func giveable(tx *db.Tx, actor crm.Actor, roleID string) error {
	role, err := Role(tx, actor.WorkspaceID, roleID)
	if crm.AsError(err).Kind == crm.KindNotFound {
		var f crm.Faults
		f.Add("/role", crm.CodeNotAllowed, "role: this workspace has no role %q; it has owner, admin, supervisor, agent and those that it made.", roleID)
		return f.Err()
	}
	if err != nil {
		return err
	}
	return actor.MayGive(role)
}

// letIn stores a person as a member. hash is that of a password, or "".
func (s *Members) letIn(tx *db.Tx, actor crm.Actor, n crm.NewUser, hash string) (d MemberDetail, err error) {
	if actor, err = s.access.Current(tx, actor, crm.ScopeUsersWrite); err != nil {
		return d, err
	}
	if err := holdRole(tx, actor.WorkspaceID, n.RoleID); err != nil {
		return d, err
	}
	if err := giveable(tx, actor, n.RoleID); err != nil {
		return d, err
	}
	key, _ := crm.AddressKey(n.Email)
	tx.Lock("user address " + key)
	u, known, err := userByAddress(tx, key)
	if err != nil {
		return d, err
	}
	if known {
		if _, state, err := membership(tx, actor.WorkspaceID, u.ID); err != nil || state != "" {
			e := crm.Errorf(crm.KindConflict, crm.CodeUserExists, "This workspace has a user with this address already.")
			e.ExistingID = u.ID
			if err == nil {
				err = e
			}
			return d, err
		}
	}
	if over, err := full(tx, actor.WorkspaceID); err != nil || over {
		if err == nil {
			err = crm.Errorf(crm.KindConflict, crm.CodeUserLimit, "A workspace may have at most %d users.", crm.MaxMembers)
		}
		return d, err
	}
	state := crm.MemberInvited
	if !known {
		u = newUser(tx, n.Email, strings.TrimSpace(n.Name), hash)
		insertUser(tx, u, key)
		if hash != "" {
			state = crm.MemberActive
		}
	}
	at := tx.Now()
	if !known {
		at = u.CreatedAt // a name that is older than the invitation is not shown
	}
	d.Member = addMember(tx, actor.WorkspaceID, u, n.RoleID, state, actor.By(), at)
	action := "user.created"
	if state == crm.MemberInvited {
		if err = s.invite(tx, actor, &d); err != nil {
			return d, err
		}
		action = "user.invited"
	}
	d.Member.User.PasswordHash = "" // it goes no further
	var changes crm.ActChanges
	return d, audit.Record(tx, actor, crm.Act{Action: action, Targets: userTarget(u), Changes: changes.Set("role", nil, n.RoleID).Set("state", nil, string(state))})
}

// invite makes the token of an invitation and the job that mails it.
func (s *Members) invite(tx *db.Tx, actor crm.Actor, d *MemberDetail) error {
	secret := newToken(tx, forInvitation, d.Member.User.ID, actor.WorkspaceID, crm.InvitationLife)
	ends := tx.Now().Add(crm.InvitationLife)
	d.InvitationEnds = &ends
	if s.opt.HandOver {
		d.InvitationURL = s.link("invitation", secret)
	}
	by := ""
	if actor.Kind == crm.ActorUser {
		by = actor.Name
	}
	return s.send(tx, actor.WorkspaceID, order{Letter: letterInvitation, UserID: d.Member.User.ID, Token: secret, By: by, Until: ends})
}

// InNameOf returns an active member as an actor without a session. It is for what the
// service itself does in somebody's name, which only its demo does.
func (s *Members) InNameOf(ctx context.Context, workspaceID, userID string) (a crm.Actor, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		a, err = sit(tx, crm.Actor{Kind: crm.ActorUser, ID: userID}, workspaceID)
		return err
	})
	return a, err
}

// Users returns a page of the people of the workspace, oldest first.
func (s *Members) Users(ctx context.Context, actor crm.Actor, f crm.MemberFilter, p crm.Page) (list crm.List[crm.Member], err error) {
	if err := actor.Require(crm.ScopeUsersRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = members(tx, actor.WorkspaceID, f, p); return err })
	return list, err
}

// User returns a person of the workspace.
func (s *Members) User(ctx context.Context, actor crm.Actor, id string) (d MemberDetail, err error) {
	if err := actor.Require(crm.ScopeUsersRead); err != nil {
		return d, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if d.Member, err = Member(tx, actor.WorkspaceID, id); err == nil && d.Member.State == crm.MemberInvited {
			d.InvitationEnds, err = invitationEnds(tx, actor.WorkspaceID, id)
		}
		return err
	})
	return d, err
}

// UpdateUser changes name and role of a person. The name is that of the person
// everywhere: while other workspaces know them, only they change it.
func (s *Members) UpdateUser(ctx context.Context, actor crm.Actor, id string, ch crm.UserChange) (MemberDetail, error) {
	var f crm.Faults
	if ch.Name != nil {
		f.Below("/name", crm.CheckUserName(*ch.Name))
	}
	if ch.RoleID != nil && *ch.RoleID == "" {
		f.Add("/role", crm.CodeRequired, "role cannot be empty: everybody has one.")
	}
	if err := actor.Require(crm.ScopeUsersWrite); err != nil {
		return MemberDetail{}, err
	}
	if err := f.Err(); err != nil {
		return MemberDetail{}, err
	}
	return s.changeMember(ctx, actor, id, "user.updated", func(tx *db.Tx, actor crm.Actor, m *crm.Member, _ *MemberDetail) error {
		var f crm.Faults // of this run: an update may run again
		if ch.Name != nil {
			known, err := knownBy(tx, id)
			if err != nil {
				return err
			}
			if len(known) > 1 && actor.ID != id {
				f.Add("/name", crm.CodeNotAllowed, "name: this person works in other workspaces too, so only they can change their name.")
			}
			m.User.Name = strings.TrimSpace(*ch.Name)
			tx.Write(updateUserNameSQL, id, m.User.Name)
		}
		if ch.RoleID != nil {
			if err := holdRole(tx, actor.WorkspaceID, *ch.RoleID); err != nil {
				return err
			}
			if err := f.Join(giveable(tx, actor, *ch.RoleID)); err != nil {
				return err
			}
			m.RoleID = *ch.RoleID
		}
		return f.Err()
	})
}

// changeMember changes a member in one transaction with what must hold: the
// actor has what the member's role has, and an active owner remains. It records
// the act, and lets end have a look before the commit.
func (s *Members) changeMember(ctx context.Context, actor crm.Actor, id, act string, change func(tx *db.Tx, actor crm.Actor, m *crm.Member, d *MemberDetail) error, end ...func(*db.Tx, MemberDetail) error) (d MemberDetail, err error) {
	defer s.ForgetSeats()
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		d = MemberDetail{}
		m, otherOwners, err := lockedMember(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		fresh, err := s.access.Current(tx, actor, crm.ScopeUsersWrite)
		if err != nil {
			return err
		}
		before := m
		role, err := Role(tx, actor.WorkspaceID, m.RoleID)
		if err != nil {
			return err
		}
		if err := fresh.MayGive(role); err != nil && fresh.ID != id { // everybody may step back
			return err
		}
		if err := change(tx, fresh, &m, &d); err != nil {
			return err
		}
		wasOwner := before.RoleID == crm.RoleOwner && before.State == crm.MemberActive
		if isOwner := m.RoleID == crm.RoleOwner && m.State == crm.MemberActive; wasOwner && !isOwner && otherOwners == 0 {
			return crm.Errorf(crm.KindConflict, crm.CodeLastOwner, "This is the last active owner. Make somebody else an owner first.")
		} else if wasOwner && !isOwner {
			is, err := s.isBreakGlass(tx, id)
			if err == nil && is {
				err = errBreakGlass()
			}
			if err != nil {
				return err
			}
		}
		if m.RoleID != before.RoleID || m.State != before.State {
			m.ChangedAt = tx.Now()
			saveMember(tx, m)
			if err := s.heard(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
		}
		if d.Member = m; m.State == crm.MemberInvited && d.InvitationEnds == nil {
			d.InvitationEnds, err = invitationEnds(tx, actor.WorkspaceID, id)
		}
		d.Member.User.PasswordHash = ""
		if a := memberAct(act, before, m); err == nil && (d.acted || len(a.Changes) > 0) {
			a.Targets = append(a.Targets, d.beside...)
			err = audit.Record(tx, actor, a)
		}
		for _, fn := range end {
			if err == nil {
				err = fn(tx, d)
			}
		}
		return err
	})
	return d, err
}

// memberAct is the act of changing a member.
func memberAct(action string, before, after crm.Member) crm.Act {
	var changes crm.ActChanges
	changes = changes.Set("name", before.User.Name, after.User.Name).Set("role", before.RoleID, after.RoleID).Set("state", string(before.State), string(after.State))
	return crm.Act{Action: action, Targets: userTarget(after.User), Changes: changes}
}

func userTarget(u crm.User) []crm.ActTarget {
	return []crm.ActTarget{{Type: "user", ID: u.ID, Name: u.Email}}
}
