package rehearsal

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/office"
	"service.example/crm/internal/rehearse"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/core/longrun"
)

// open prepares a rehearsal: all of it is one step, which can be repeated.
func (s *Rehearsals) open(_ context.Context, key longrun.Key) (longrun.Steps, error) {
	return longrun.Steps{Step: func(ctx context.Context, _ crm.Run) (next longrun.Next, err error) {
		var r crm.Rehearsal
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { r, err = rehearsal(tx, key[0], key[1]); return err })
		switch {
		case err != nil:
			return next, err
		case r.Ended():
			return next, longrun.ErrMoved
		}
		return next, s.rehearse(ctx, r)
	}}, nil
}

// rehearse reads the past, goes through it again, and keeps what came of it.
func (s *Rehearsals) rehearse(ctx context.Context, r crm.Rehearsal) error {
	p := newReader(s.db, r)
	r.Changes.Named(func(_, id string) { p.named = append(p.named, id) })
	p.asked = r.Changes.Rules != nil || len(r.Changes.Calendars) > 0
	if err := p.read(ctx); err != nil {
		return err
	}
	change, err := p.change(r.Changes)
	if err != nil {
		return err
	}
	goal := time.Duration(r.GoalMinutes) * time.Minute
	result, err := rehearse.Result(ctx, &p.past, change, goal.Milliseconds())
	if errors.Is(err, rehearse.ErrTooMuch) {
		err = longrun.Failure("Too many conversations waited at the same time to be gone through. Choose a shorter period.")
	}
	if err != nil {
		return err
	}
	result.Check = p.check.RehearsalCheck
	result.Check.Differences = append([]crm.RehearsalDifference{}, result.Check.Differences...)
	if result.Check.LeftOut == nil {
		result.Check.LeftOut = map[string]int{}
	}
	return s.db.Update(ctx, r.ID, func(tx *db.Tx) error {
		keepResult(tx, r.WorkspaceID, r.ID, result)
		n := int64(len(p.past.Arrivals))
		rehearsalRuns.Advance(tx, rehearsalKey(r), longrun.Move{From: r.Run, To: "end", Done: n, Total: &n})
		return s.runs.End(tx, rehearsalKey(r), crm.RunCompleted, "")
	})
}

// change makes the changes ready; nil if there are none.
func (p *reader) change(c crm.RehearsalChanges) (out *rehearse.Change, err error) {
	if c.Empty() {
		return nil, nil
	}
	out = &rehearse.Change{Calendars: map[string]*office.Calendar{}, Teams: map[string]rehearse.Team{}, Agents: map[string]rehearse.AgentChange{}}
	if c.Rules != nil {
		if out.Rules, err = assign.Compile(0, crm.RoutingBody(*c.Rules)); err != nil {
			return nil, err
		}
	}
	for _, one := range c.Calendars {
		if out.Calendars[one.CalendarID], err = calendar.Compile(one.Body()); err != nil {
			return nil, err
		}
	}
	for id, t := range p.past.Teams {
		if hours := out.Calendars[p.shifts[id]]; hours != nil {
			t.Shift = hours
			out.Teams[id] = t
		}
	}
	for _, one := range c.Teams {
		t, changed := out.Teams[one.TeamID]
		if !changed {
			t = p.past.Teams[one.TeamID]
		}
		out.Teams[one.TeamID] = otherwise(t, one)
	}
	for _, one := range c.Agents {
		a := rehearse.AgentChange{Skills: one.Skills}
		if one.Capacity != nil {
			units := assign.Units(*one.Capacity) * assign.Conversation
			a.Cap = &units
		}
		if one.Hours != nil {
			if a.Hours, err = calendar.Compile(one.Hours.Body()); err != nil {
				return nil, err
			}
		}
		out.Agents[one.UserID] = a
	}
	for _, one := range c.Extra {
		e := rehearse.Extra{Name: one.Name, TeamID: one.TeamID, Cap: assign.Units(one.Capacity) * assign.Conversation, Skills: one.Skills}
		if e.Hours, err = calendar.Compile(one.Hours.Body()); err != nil {
			return nil, err
		}
		out.Extra = append(out.Extra, e)
	}
	return out, nil
}

// otherwise is a team with the settings that are given.
func otherwise(t rehearse.Team, c crm.RehearsalTeam) rehearse.Team {
	if c.Method != "" {
		t.Method = c.Method
	}
	if c.StickyDays != nil {
		t.StickyDays = *c.StickyDays
	}
	if c.AgentLimit != nil {
		t.AgentLimit = *c.AgentLimit
	}
	if c.Overflow != nil {
		t.Overflow = c.Overflow
	}
	return t
}
