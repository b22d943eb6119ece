package servicelevel

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/contact"
)

// hear lets the clocks of a conversation do what a change of it makes of them. It
// asks the database nothing where nothing was promised.
func (s *Levels) hear(tx *db.Tx, ch crm.InboxChange) error {
	state := ch.After
	if ch.Opened() {
		if err := s.promise(tx, state); err != nil {
			return err
		}
	}
	kept := state.Clocks
	if kept == nil {
		return nil
	}
	hours, err := s.hoursOf(tx, state.WorkspaceID, kept)
	if err != nil {
		return err
	}
	for _, c := range kept.Move(ch, hours, func() string { return tx.NewID(crm.PrefixClock) }) {
		_, stepAt := kept.NextStep(c, hours)
		saveClock(tx, state, kept, c, stepAt)
	}
	if !state.IsOpen() {
		state.Clocks = nil
	}
	return nil
}

// promise finds the policy of an episode that opens.
func (s *Levels) promise(tx *db.Tx, state *crm.InboxState) error {
	state.Clocks = nil
	levels, err := s.inForce.Get(state.WorkspaceID, func() (crm.ServiceLevels, error) { return levelsInForce(tx, state.WorkspaceID) })
	if err != nil {
		return err
	}
	p, found := levels.PolicyOf(state)
	if !found {
		return nil
	}
	version := 0
	if p.CalendarID != "" {
		v, hours, err := calendar.HoursNow(tx, state.WorkspaceID, p.CalendarID)
		switch {
		case crm.CodeOf(err) == crm.CodeNotFound: // deleted since the policies were read
			p.CalendarID = ""
		case err != nil:
			return err
		default:
			version = v
			s.hours.Keep(hoursKey(state.WorkspaceID, p.CalendarID, v), hours)
		}
	}
	state.Clocks = crm.NewClocks(p, levels.Version, version)
	return nil
}

func hoursKey(workspaceID, calendarID string, version int) string {
	return fmt.Sprint(workspaceID, "/", calendarID, "/", version)
}

// hoursOf are the hours in which the clocks of an episode run. Of a calendar that
// was deleted meanwhile nothing is known: they run always.
func (s *Levels) hoursOf(tx *db.Tx, workspaceID string, c *crm.Clocks) (crm.OfficeTime, error) {
	if c.CalendarID == "" {
		return crm.AlwaysOpen{}, nil
	}
	key := hoursKey(workspaceID, c.CalendarID, c.CalendarVersion)
	if known, ok := s.hours.Get(key); ok {
		return known, nil
	}
	hours, err := calendar.HoursOf(tx, workspaceID, c.CalendarID, c.CalendarVersion)
	if err != nil || hours == nil {
		return crm.AlwaysOpen{}, err
	}
	s.hours.Keep(key, hours)
	return hours, nil
}

// Clocks returns a page of the clocks of a conversation in reach, the newest first,
// with those of conversations that were joined to it.
func (s *Levels) Clocks(ctx context.Context, actor crm.Actor, id string, p crm.Page) (list crm.List[crm.Clock], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return list, err
	}
	var out []crm.Clock
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, id)
		if err != nil {
			return err
		}
		family, err := contact.Family(tx, c.WorkspaceID, c.ID)
		for _, member := range family {
			if err == nil {
				var some []crm.Clock
				some, err = clocksOf(tx, c.WorkspaceID, member, p.After, p.Limit+1)
				out = append(out, some...)
			}
		}
		return err
	})
	slices.SortFunc(out, func(a, b crm.Clock) int { return strings.Compare(b.ID, a.ID) })
	return crm.CutPage(out, p.Limit, func(c crm.Clock) string { return c.ID }), err
}
