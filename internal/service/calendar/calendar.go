package calendar

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// Calendars returns a page of the workspace's calendars, oldest first.
func (s *Calendars) Calendars(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.Calendar], err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = calendars(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// Calendar returns a calendar, or a KindNotFound error.
func (s *Calendars) Calendar(ctx context.Context, actor crm.Actor, id string) (c crm.Calendar, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return c, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = Calendar(tx, actor.WorkspaceID, id); return err })
	return c, err
}

// CreateCalendar makes a calendar.
func (s *Calendars) CreateCalendar(ctx context.Context, actor crm.Actor, ch crm.CalendarChange) (crm.Calendar, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.Calendar{}, err
	}
	body, err := ch.Apply(crm.CalendarBody{})
	if err != nil {
		return crm.Calendar{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Calendar]) (c crm.Calendar, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			c = crm.Calendar{ID: tx.NewID(crm.PrefixCalendar), WorkspaceID: actor.WorkspaceID, Version: 1, CalendarBody: body, CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
			n, err := count(tx, actor.WorkspaceID)
			if err == nil && n >= crm.MaxCalendars {
				err = crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "A workspace has at most %d calendars.", crm.MaxCalendars)
			}
			if err == nil {
				err = checkName(tx, c)
			}
			if err == nil {
				err = insert(tx, c, actor.By())
			}
			if err != nil {
				return err
			}
			if err := save(tx, c); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "calendar.created", Targets: []crm.ActTarget{target(c)}, Changes: crm.ActDiff(crm.CalendarBody{}, c.CalendarBody)})
		})
		return c, err
	})
}

func checkName(tx *db.Tx, c crm.Calendar) error {
	other, err := named(tx, c.WorkspaceID, c.Key())
	if err != nil || other == "" || other == c.ID {
		return err
	}
	var f crm.Faults
	f.Add("/name", crm.CodeNotAllowed, "Another calendar has this name.")
	return f.Err()
}

func target(c crm.Calendar) crm.ActTarget {
	return crm.ActTarget{Type: "calendar", ID: c.ID, Name: c.Name}
}

// UpdateCalendar changes what is given of a calendar. What changes something makes
// another version; the ones before are kept.
func (s *Calendars) UpdateCalendar(ctx context.Context, actor crm.Actor, id string, ch crm.CalendarChange) (crm.Calendar, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.Calendar{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Calendar]) (c crm.Calendar, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			old, err := lock(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			c = old
			if c.CalendarBody, err = ch.Apply(old.CalendarBody); err != nil {
				return err
			}
			if c.Equal(old.CalendarBody) {
				return save(tx, c)
			}
			c.Version, c.UpdatedAt = old.Version+1, tx.Now()
			if err = checkName(tx, c); err == nil {
				err = update(tx, c, actor.By())
			}
			if err != nil {
				return err
			}
			if err := save(tx, c); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "calendar.updated", target(c), crm.ActDiff(old.CalendarBody, c.CalendarBody))
		})
		return c, err
	})
}

// DeleteCalendar removes a calendar with all of its versions, if neither routing
// nor a service level names it.
func (s *Calendars) DeleteCalendar(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return err
	}
	return s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		c, err := lock(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		routed, err := isRouted(tx, actor.WorkspaceID, id)
		if err == nil && routed {
			err = crm.Errorf(crm.KindConflict, crm.CodeInUse, "Routing names the calendar: its rules, or the shifts of a team.")
		}
		for _, may := range guards {
			if err == nil {
				err = may(tx, actor.WorkspaceID, id)
			}
		}
		if err != nil {
			return err
		}
		remove(tx, actor.WorkspaceID, id)
		return audit.Record(tx, actor, crm.Act{Action: "calendar.deleted", Targets: []crm.ActTarget{target(c)}})
	})
}
