package dealrule

import (
	"context"
	"errors"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

const (
	// partEvents is how many events a part has at most, partDue how many acts before it
	// ends, and roundParts how many parts of one log are read before the next one has its
	// turn.
	partEvents = 200
	partDue    = 20
	roundParts = 8
)

// Follow lets rules act on what happens until ctx ends: one node does it, by a lease.
// owner is what this node is called.
func (s *Rules) Follow(ctx context.Context, owner func() string) error {
	return event.Follower{DB: s.db, Log: s.log, Duty: "deal rules", Trouble: "rules of deals could not act on what happened", Round: s.round}.Follow(ctx, owner)
}

// round goes once over the workspaces with rules whose log goes on. looked is how long
// it took to find them.
func (s *Rules) round(ctx context.Context) (more bool, looked time.Duration, err error) {
	began := time.Now()
	ids, err := s.Behind(ctx)
	looked = time.Since(began)
	if err == nil {
		more, err = event.InTurn(ctx, ids, roundParts, s.read)
	}
	return more, looked, err
}

// Behind returns the workspaces in which something happened on which rules are yet to
// act.
func (s *Rules) Behind(ctx context.Context) (ids []string, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { ids, err = workToDo(tx); return err })
	return ids, err
}

// part is a part of a log with what rules do about it.
type part struct {
	before, after event.Position
	due           []due
	more          bool
}

// due is a rule that is to act on something, which stands at a position of the log.
type due struct {
	rule  crm.DealRule
	cause crm.DealCause
	at    int64
	// broken is why it cannot be said whether the rule is to act: nil for it is.
	broken error
}

// key names a rule and what it is to act on.
func (d due) key() string { return d.rule.WorkspaceID + " " + d.rule.ID + " " + d.cause.ID }

// holds reports whether a rule, as it is by now, is still to act.
func (d due) holds(r crm.DealRule) bool {
	if d.broken != nil {
		return r.Enabled && r.Version == d.rule.Version
	}
	return r.Matches(d.cause)
}

// read lets rules act on the next part of a log, and reports whether there is more. Each
// rule acts on a trigger in a transaction of its own, which stores that it did. So a part
// that is read again, or by two nodes at once, changes nothing.
func (s *Rules) read(ctx context.Context, workspaceID string) (more bool, err error) {
	p, err := s.readPart(ctx, workspaceID)
	if err != nil {
		return false, err
	}
	for _, d := range p.due {
		if err := s.act(ctx, d); err != nil {
			return false, err
		}
	}
	if p.after == p.before {
		return false, nil
	}
	err = s.db.Update(ctx, "deal rules "+workspaceID, func(tx *db.Tx) error {
		movePosition(tx, workspaceID, p.before, p.after)
		return nil
	})
	return p.more && err == nil, err
}

// readPart reads the next part of a log, and finds out which rules are to act on it.
func (s *Rules) readPart(ctx context.Context, workspaceID string) (p part, err error) {
	var events []event.LoggedEvent
	var rules []crm.DealRule
	err = s.db.View(ctx, func(tx *db.Tx) error {
		p, events, rules = part{}, nil, nil
		before, found, err := positionOf(tx, workspaceID)
		if err != nil || !found {
			return err
		}
		p.before, p.after = before, before
		events, err = event.EventPage(tx, workspaceID, before, partEvents)
		if errors.Is(err, event.ErrLogReplaced) { // its end was lost, and with it what it told
			p.after, err = event.NewestEvent(tx, workspaceID)
			return err
		}
		if err == nil {
			rules, err = everyRule(tx, workspaceID)
		}
		return err
	})
	if err != nil || len(events) == 0 {
		return p, err
	}
	rules = slices.DeleteFunc(rules, func(r crm.DealRule) bool { return !r.Enabled })
	for _, ev := range events {
		p.after = ev.Position
		if ev.EndpointID != "" || !crm.DealTriggerOf(ev.Kind) {
			continue
		}
		c, is := crm.DealCauseOf(ev.Kind, ev.ID, ev.Scope, ev.Body)
		if !is {
			continue
		}
		c.At = ev.CreatedAt
		p.due = append(p.due, s.dueOn(ctx, rules, c, ev.Number)...)
		if len(p.due) >= partDue { // so that little is read again after a crash
			p.more = true
			break
		}
	}
	p.more = p.more || len(events) == partEvents
	return p, s.db.View(ctx, func(tx *db.Tx) error { return dropDone(tx, workspaceID, &p.due) })
}

// dueOn are the rules that are to act on something. What cannot be found out about it, or
// of a rule, is for the rule to tell, and keeps no other from acting.
func (s *Rules) dueOn(ctx context.Context, rules []crm.DealRule, c crm.DealCause, at int64) (out []due) {
	var broken error
	if c.Answered != "" && slices.ContainsFunc(rules, func(r crm.DealRule) bool { return len(r.When.FlowIDs) > 0 }) {
		broken = s.db.View(ctx, func(tx *db.Tx) (err error) {
			c.Flows, err = flowsOf(tx, rules[0].WorkspaceID, c)
			return err
		})
	}
	for i := range rules {
		r := rules[i]
		if r.Since >= at {
			continue
		}
		of := c
		if broken != nil {
			of.Flows = r.When.FlowIDs
		}
		switch {
		case r.Unread != nil && r.ToldVersion != r.Version: // once it is enough
			rules[i].ToldVersion = r.Version
			out = append(out, due{r, c, at, r.Unread})
		case broken != nil && len(r.When.FlowIDs) > 0 && r.Matches(of):
			out = append(out, due{r, c, at, broken})
		case r.Matches(c):
			out = append(out, due{rule: r, cause: c, at: at})
		}
	}
	return out
}

// dropDone leaves out what was done before by who did not come to store how far they
// read.
func dropDone(tx *db.Tx, workspaceID string, list *[]due) error {
	keys := make([][]any, len(*list))
	for i, d := range *list {
		keys[i] = []any{workspaceID, d.rule.ID, d.cause.ID}
	}
	done, err := doneRuns(tx, keys)
	left := (*list)[:0]
	for i, d := range *list {
		if !done[i] {
			left = append(left, d)
		}
	}
	*list = left
	return err
}

// flowsOf returns the identifier and the name of the form that a message of ours opened,
// as far as it has them.
func flowsOf(tx *db.Tx, workspaceID string, c crm.DealCause) ([]string, error) {
	id, err := message.MessageIDByProvider(tx, crm.PhoneNumber{ID: c.PhoneNumberID, WorkspaceID: workspaceID}, c.Answered)
	if err != nil || id == "" {
		return nil, err
	}
	m, err := message.Message(tx, workspaceID, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil, nil
	}
	if err != nil || m.Content.Interactive == nil || m.Content.Interactive.Flow == nil {
		return nil, err
	}
	f := m.Content.Interactive.Flow
	return slices.DeleteFunc([]string{f.ID, f.Name}, func(name string) bool { return name == "" }), nil
}
