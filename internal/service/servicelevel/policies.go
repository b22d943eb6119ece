package servicelevel

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/routing"
)

// Policies returns the policies in force; version 0 has none.
func (s *Levels) Policies(ctx context.Context, actor crm.Actor) (l crm.ServiceLevels, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return l, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { l, err = levelsInForce(tx, actor.WorkspaceID); return err })
	return l, err
}

// PoliciesVersion returns a version of the policies, or a KindNotFound error.
func (s *Levels) PoliciesVersion(ctx context.Context, actor crm.Actor, version int) (l crm.ServiceLevels, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return l, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { l, err = levelsOf(tx, actor.WorkspaceID, version); return err })
	return l, err
}

// PoliciesVersions returns up to limit versions before one, 0 for the end, newest
// first and without the policies themselves.
func (s *Levels) PoliciesVersions(ctx context.Context, actor crm.Actor, before, limit int) (out []crm.ServiceLevels, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		out, err = levelsVersions(tx, actor.WorkspaceID, before, limit)
		return err
	})
	return out, err
}

// ReplacePolicies makes another version of the policies, for the episodes that open
// from now on. All that is wrong of them is told at once. If the condition, an
// If-Match, names another version than the one in force, nothing changes; what says
// the same makes no version.
func (s *Levels) ReplacePolicies(ctx context.Context, actor crm.Actor, body crm.ServiceLevelBody, condition string) (crm.ServiceLevels, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.ServiceLevels{}, err
	}
	body.Policies = append([]crm.ServicePolicy{}, body.Policies...)
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ServiceLevels]) (l crm.ServiceLevels, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			old, err := levelsInForce(tx, actor.WorkspaceID)
			if err == nil {
				err = routing.CheckVersion(condition, old.Version, "service levels")
			}
			if err != nil {
				return err
			}
			if l = old; old.ServiceLevelBody.Equal(body) {
				return save(tx, l)
			}
			if err := checkPolicies(tx, actor.WorkspaceID, body); err != nil {
				return err
			}
			now := tx.Now()
			l = crm.ServiceLevels{WorkspaceID: actor.WorkspaceID, Version: old.Version + 1, ServiceLevelBody: body, MadeBy: actor.By(), CreatedAt: &now}
			if err := insertLevels(tx, l); err != nil {
				return err
			}
			tx.After(func() { s.inForce.Drop(actor.WorkspaceID) })
			if err := save(tx, l); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "service_levels.updated", Targets: []crm.ActTarget{{Type: "service_levels", ID: actor.WorkspaceID}},
				Changes: crm.ActDiff(old.ServiceLevelBody, body).Set("version", old.Version, l.Version)})
		})
		return l, err
	})
}

// checkPolicies returns every fault of the policies: of their form, and of what they
// name.
func checkPolicies(tx *db.Tx, workspaceID string, body crm.ServiceLevelBody) error {
	var f crm.Faults
	if err := f.Join(body.Validate()); err != nil {
		return err
	}
	if len(body.Policies) > crm.MaxServicePolicies { // what they name would be as many
		return f.Err()
	}
	if err := routing.CheckNamed(tx, workspaceID, body.Named, &f); err != nil {
		return err
	}
	return f.Err()
}

// A calendar that the policies in force name is not deleted.
var _ = calendar.OnDelete(func(tx *db.Tx, workspaceID, id string) error {
	l, err := levelsInForce(tx, workspaceID)
	l.Named(func(_, named string) {
		if named == id && err == nil {
			err = crm.Errorf(crm.KindConflict, crm.CodeInUse, "A service level names the calendar.")
		}
	})
	return err
})
