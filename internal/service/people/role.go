package people

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// maxRoles is how many roles of its own a workspace may have.
const maxRoles = 100

// Roles returns a page of the workspace's roles: the built-in ones, then its own.
func (s *Teams) Roles(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.Role], err error) {
	if err := actor.Require(crm.ScopeRolesRead); err != nil {
		return list, err
	}
	all := crm.BuiltInRoles()
	err = s.db.View(ctx, func(tx *db.Tx) error {
		own, err := ownRoles(tx, actor.WorkspaceID)
		all = append(all, own...)
		return err
	})
	if i := slices.IndexFunc(all, func(r crm.Role) bool { return r.ID == p.After }); i >= 0 {
		all = all[i+1:]
	} else if p.After != "" { // it was deleted meanwhile
		all = slices.DeleteFunc(all, func(r crm.Role) bool { return r.BuiltIn || r.ID < p.After })
	}
	return crm.CutPage(all, p.Limit, func(r crm.Role) string { return r.ID }), err
}

// Role returns a role, or a KindNotFound error.
func (s *Teams) Role(ctx context.Context, actor crm.Actor, id string) (r crm.Role, err error) {
	if err := actor.Require(crm.ScopeRolesRead); err != nil {
		return r, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { r, err = Role(tx, actor.WorkspaceID, id); return err })
	return r, err
}

// CreateRole makes a role with at most the scopes and the reach of its maker.
func (s *Teams) CreateRole(ctx context.Context, actor crm.Actor, ch crm.RoleChange) (crm.Role, error) {
	if err := actor.Require(crm.ScopeRolesWrite); err != nil {
		return crm.Role{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Role]) (r crm.Role, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			actor, err := s.access.Current(tx, actor, crm.ScopeRolesWrite)
			if err != nil {
				return err
			}
			own, err := ownRoles(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			if r, err = applyRole(tx, actor, crm.Role{WorkspaceID: actor.WorkspaceID}, ch, own); err != nil {
				return err
			}
			if len(own) >= maxRoles {
				return crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "A workspace has at most %d roles of its own.", maxRoles)
			}
			r.ID, r.CreatedAt, r.UpdatedAt = tx.NewID(crm.PrefixRole), tx.Now(), tx.Now()
			insertRole(tx, r)
			if err := save(tx, r); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "role.created", Targets: []crm.ActTarget{roleTarget(r)}, Changes: crm.ActDiff(roleFacts{}, roleFactsOf(r))})
		})
		return r, err
	})
}

// applyRole returns a role as it becomes, or every fault of the change.
func applyRole(tx *db.Tx, actor crm.Actor, r crm.Role, ch crm.RoleChange, own []crm.Role) (crm.Role, error) {
	var f crm.Faults
	after, err := ch.Apply(r, actor)
	if err := f.Join(err); err != nil {
		return r, err
	}
	if slices.ContainsFunc(own, func(o crm.Role) bool { return o.Name == after.Name && o.ID != r.ID }) {
		f.Add("/name", crm.CodeNotAllowed, "Another role has this name.")
	}
	if err := checkNumbers(tx, actor.WorkspaceID, "phoneNumberIds", after.PhoneNumberIDs, &f); err != nil {
		return r, err
	}
	return after, f.Err()
}

func roleTarget(r crm.Role) crm.ActTarget {
	return crm.ActTarget{Type: "role", ID: r.ID, Name: r.Name}
}

// roleFacts are what the audit log compares of a role.
type roleFacts struct {
	Name           string
	Scopes         []crm.Scope
	Reach          crm.ReachKind
	PhoneNumberIDs []string

	MasksPhoneNumbers bool
}

func roleFactsOf(r crm.Role) roleFacts {
	return roleFacts{r.Name, r.Scopes, r.Reach, r.PhoneNumberIDs, r.MasksPhoneNumbers}
}

// UpdateRole changes what is given of a role. Everybody who has it is held to it
// within a second.
func (s *Teams) UpdateRole(ctx context.Context, actor crm.Actor, id string, ch crm.RoleChange) (r crm.Role, err error) {
	err = changeRole(ctx, s, actor, id, func(tx *db.Tx, actor crm.Actor, old crm.Role) error {
		own, err := ownRoles(tx, actor.WorkspaceID)
		if err != nil {
			return err
		}
		if r, err = applyRole(tx, actor, old, ch, own); err != nil {
			return err
		}
		r.UpdatedAt = tx.Now()
		updateRole(tx, r)
		return audit.RecordChange(tx, actor, "role.updated", roleTarget(r), crm.ActDiff(roleFactsOf(old), roleFactsOf(r)))
	})
	return r, err
}

// DeleteRole removes a role that no member has.
func (s *Teams) DeleteRole(ctx context.Context, actor crm.Actor, id string) error {
	return changeRole(ctx, s, actor, id, func(tx *db.Tx, actor crm.Actor, old crm.Role) error {
		used, err := roleInUse(tx, actor.WorkspaceID, id)
		if err == nil && used {
			err = crm.Errorf(crm.KindConflict, crm.CodeInUse, "Members have this role. Give them another one first.")
		}
		if err != nil {
			return err
		}
		deleteRole(tx, actor.WorkspaceID, id)
		return audit.Record(tx, actor, crm.Act{Action: "role.deleted", Targets: []crm.ActTarget{roleTarget(old)}})
	})
}

// changeRole changes a role of the workspace's own that is no more than the actor
// may do themselves.
func changeRole(ctx context.Context, s *Teams, actor crm.Actor, id string, change func(*db.Tx, crm.Actor, crm.Role) error) error {
	if err := actor.Require(crm.ScopeRolesWrite); err != nil {
		return err
	}
	defer s.ForgetSeats()
	return s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		actor, err := s.access.Current(tx, actor, crm.ScopeRolesWrite)
		if err != nil {
			return err
		}
		old, err := lockRole(tx, actor.WorkspaceID, id)
		if err == nil {
			err = actor.Masters(old)
		}
		if err != nil {
			return err
		}
		return change(tx, actor, old)
	})
}
