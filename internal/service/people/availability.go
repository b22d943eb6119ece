package people

import (
	"context"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Availabilities returns a page of who takes conversations: the active members
// whom the actor works with, or those of one team.
func (s *Teams) Availabilities(ctx context.Context, actor crm.Actor, teamID string, p crm.Page) (out crm.List[crm.Availability], err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if out, err = availabilities(tx, actor, teamID, p); err == nil {
			err = s.readCapacities(tx, actor.WorkspaceID, out.Items)
		}
		return err
	})
	return out, err
}

// Availability returns that of one member whom the actor works with.
func (s *Teams) Availability(ctx context.Context, actor crm.Actor, userID string) (out crm.Availability, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		out, err = availability(tx, actor, userID)
		if err == nil {
			out.Capacity, err = s.capacity(tx, actor.WorkspaceID, userID)
		}
		return err
	})
	return out, err
}

// capacity is how many conversations a member gets automatically at a time.
func (s *Teams) capacity(tx *db.Tx, workspaceID, userID string) (int, error) {
	list := []crm.Availability{{UserID: userID}}
	err := s.readCapacities(tx, workspaceID, list)
	return list[0].Capacity, err
}

// ownCapacity is what was set for a member; nil for nothing.
func (s *Teams) ownCapacity(tx *db.Tx, workspaceID, userID string) (*int, error) {
	if s.opt.OwnCapacity == nil {
		return nil, nil
	}
	return s.opt.OwnCapacity(tx, workspaceID, userID)
}

func (s *Teams) readCapacities(tx *db.Tx, workspaceID string, list []crm.Availability) error {
	if s.opt.Capacities == nil {
		return nil
	}
	ids := make([]string, len(list))
	for i, a := range list {
		ids[i] = a.UserID
	}
	capacities, err := s.opt.Capacities(tx, workspaceID, ids)
	for i := range capacities {
		list[i].Capacity = capacities[i]
	}
	return err
}

// SetAvailability says whether a member takes conversations: oneself, or with
// teams:write somebody whom the actor works with; and, always with teams:write, how
// many they get. What holds already is no change.
func (s *Teams) SetAvailability(ctx context.Context, actor crm.Actor, userID string, ch crm.AvailabilityChange) (crm.Availability, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return crm.Availability{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Availability]) (a crm.Availability, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			now := tx.Now()
			if err := ch.Validate(now); err != nil {
				return err
			}
			if a, err = availability(tx, actor, userID); err == nil {
				err = requireUnlessSelf(actor, userID, crm.ScopeTeamsWrite)
			}
			if err == nil && ch.Capacity != nil {
				if err = actor.Require(crm.ScopeTeamsWrite); err == nil {
					err = s.opt.SetCapacity(tx, actor, userID, *ch.Capacity, now)
				}
			}
			if err != nil {
				return err
			}
			next := a
			next.Status, next.Reason, next.Until = ch.Status, strings.TrimSpace(ch.Reason), ch.Until
			if next.Status != a.Status || next.Reason != a.Reason || !sameTime(next.Until, a.Until) {
				next.Since, next.ChangedBy = &now, actor.By()
				own, err := s.ownCapacity(tx, actor.WorkspaceID, userID)
				if err != nil {
					return err
				}
				insertAvailability(tx, next, own)
				a = next
				if err := s.heard(tx, actor.WorkspaceID, userID); err != nil {
					return err
				}
			}
			if a.Capacity, err = s.capacity(tx, actor.WorkspaceID, userID); err != nil {
				return err
			}
			return save(tx, a)
		})
		return a, err
	})
}

func sameTime(a, b *time.Time) bool { return db.MsOf(a) == db.MsOf(b) }

// AvailabilityLog returns up to limit spans of a member's availability that began
// before a time in milliseconds, 0 for the end, newest first: one's own, or with
// users:read that of somebody whom the actor works with.
func (s *Teams) AvailabilityLog(ctx context.Context, actor crm.Actor, userID string, before int64, limit int) (out []crm.AvailabilitySpan, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		_, err := availability(tx, actor, userID)
		if err == nil {
			err = requireUnlessSelf(actor, userID, crm.ScopeUsersRead)
		}
		if err != nil {
			return err
		}
		list, err := availabilityLog(tx, actor.WorkspaceID, userID, before, limit)
		next := db.AtOf(before)
		for _, a := range list {
			out = append(out, a.Span(next, tx.Now()))
			next = a.Since
		}
		return err
	})
	return out, err
}

// requireUnlessSelf wants a scope of whoever asks about somebody else.
func requireUnlessSelf(actor crm.Actor, userID string, scope crm.Scope) error {
	if actor.Kind == crm.ActorUser && actor.ID == userID {
		return nil
	}
	return actor.Require(scope)
}
