package proposal

import (
	"context"
	"errors"
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/event"
)

const (
	// partEvents is how many events a part has at most, partCauses how many of them it
	// looks into before it ends, and roundParts how many parts of one log are read before
	// the next one has its turn.
	partEvents = 200
	partCauses = 50
	roundParts = 8
)

// Follow learns what people do, and has assistants asked about what contacts write, until
// ctx ends: one node does it, by a lease. owner is what this node is called.
func (s *Proposals) Follow(ctx context.Context, owner func() string) error {
	return event.Follower{DB: s.db, Log: s.log, Duty: "proposals", Trouble: "proposals could not be compared with what happened", Round: s.Round}.Follow(ctx, owner)
}

// Round goes once over the workspaces with proposals whose log goes on. looked is how
// long it took to find them.
func (s *Proposals) Round(ctx context.Context) (more bool, looked time.Duration, err error) {
	began := time.Now()
	ids, err := s.Behind(ctx)
	looked = time.Since(began)
	if err == nil {
		more, err = event.InTurn(ctx, ids, roundParts, s.read)
	}
	return more, looked, err
}

// Behind returns the workspaces in which something happened that is yet to be compared
// with proposals.
func (s *Proposals) Behind(ctx context.Context) (ids []string, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { ids, err = workToDo(tx); return err })
	return ids, err
}

// cause is something that happened, at a position of the log.
type cause struct {
	crm.ProposalCause
	at      int64
	eventID string
	// broken is why it cannot be said whom it concerns: nil for it can.
	broken error
}

// key names something that happened in a workspace.
func (c cause) key(workspaceID string) string { return workspaceID + " " + c.eventID }

// part is a part of a log, with what it says of proposals and whom it lets ask.
type part struct {
	before, after event.Position
	causes        []cause
	ask           []jobs.Job
	more          bool
}

// read takes in the next part of a log, and reports whether there is more. What settles a
// proposal does so once, so a part that is read again, or by two nodes at once, changes
// nothing; and whoever stores that it was read has assistants asked.
func (s *Proposals) read(ctx context.Context, workspaceID string) (more bool, err error) {
	p, err := s.readPart(ctx, workspaceID)
	if err != nil {
		return false, err
	}
	anyWell := false
	for _, c := range p.causes {
		well, err := s.weigh(ctx, workspaceID, c)
		if err != nil {
			return false, err
		}
		anyWell = anyWell || well
	}
	if p.after == p.before {
		return false, nil
	}
	err = s.db.Update(ctx, "proposals "+workspaceID, func(tx *db.Tx) error {
		mine, err := movePosition(tx, workspaceID, p.before, p.after)
		if err != nil || !mine {
			return err
		}
		for _, j := range p.ask {
			jobs.EnqueueJob(tx, j)
		}
		if anyWell {
			markWell(tx, workspaceID)
		}
		return nil
	})
	return p.more && err == nil, err
}

// readPart reads the next part of a log: what happened in conversations in which
// something waits to be judged, and what contacts wrote to assistants that propose. What
// cannot be found out about one of them keeps nobody from reading the others.
func (s *Proposals) readPart(ctx context.Context, workspaceID string) (p part, err error) {
	var events []event.LoggedEvent
	err = s.db.View(ctx, func(tx *db.Tx) error {
		p, events = part{}, nil
		before, found, err := positionOf(tx, workspaceID)
		if err != nil || !found {
			return err
		}
		p.before, p.after = before, before
		events, err = event.EventPage(tx, workspaceID, before, partEvents)
		if errors.Is(err, event.ErrLogReplaced) { // its end was lost, and with it what it told
			p.after, err = event.NewestEvent(tx, workspaceID)
		}
		return err
	})
	if err != nil || len(events) == 0 {
		return p, err
	}
	empty := p
	err = s.db.View(ctx, func(tx *db.Tx) error {
		var broken error
		p = s.divide(empty, events, func(look func(tx *db.Tx) error) error {
			if broken == nil {
				broken = look(tx)
			}
			return broken
		})
		return broken
	})
	if err != nil && ctx.Err() == nil && crm.AsError(err).Kind != crm.KindUnavailable { // each by itself then
		p, err = s.divide(empty, events, func(look func(tx *db.Tx) error) error { return s.db.View(ctx, look) }), nil
	}
	return p, err
}

// divide finds out whom a part of a log concerns, up to the end or to what is enough.
// view lets it look; what this refuses is on the cause.
func (s *Proposals) divide(p part, events []event.LoggedEvent, view func(look func(tx *db.Tx) error) error) part {
	waiting, duties := map[string]bool{}, map[string]duty{}
	for _, ev := range events {
		if len(p.causes) >= partCauses || len(p.ask) >= partCauses {
			p.more = true
			break
		}
		p.after = ev.Position
		if ev.EndpointID != "" {
			continue
		}
		of, is := crm.ProposalCauseOf(ev.Kind, ev.Scope, ev.Body)
		if !is {
			continue
		}
		c := cause{ProposalCause: of, at: ev.Number, eventID: ev.ID}
		var has bool
		var ask []jobs.Job
		c.broken = view(func(tx *db.Tx) (err error) {
			has, ask, err = s.concerns(tx, ev.WorkspaceID, of, waiting, duties)
			return err
		})
		if p.ask = append(p.ask, ask...); has || c.broken != nil {
			p.causes = append(p.causes, c)
		}
	}
	p.more = p.more || len(events) == partEvents
	return p
}

// concerns reports whether anything waits in the conversation of something that happened,
// and returns what an assistant is to be asked about it.
func (s *Proposals) concerns(tx *db.Tx, workspaceID string, c crm.ProposalCause, waiting map[string]bool, duties map[string]duty) (has bool, ask []jobs.Job, err error) {
	has, looked := waiting[c.ConversationID]
	if !looked {
		ids, err := waitingFor(tx, workspaceID, c.ConversationID, math.MaxInt64)
		if err != nil {
			return false, nil, err
		}
		has = len(ids) > 0
		waiting[c.ConversationID] = has
	}
	if c.What == crm.ContactWroteOn {
		ask, err = s.ask(tx, workspaceID, c, duties)
	}
	return has, ask, err
}

// duty is whether the assistant on duty for a number proposes anything, and how long it
// waits for more that the contact writes.
type duty struct {
	proposes bool
	pause    time.Duration
}

// ask has the assistant on duty for a number look at what a contact wrote there.
func (s *Proposals) ask(tx *db.Tx, workspaceID string, c crm.ProposalCause, duties map[string]duty) ([]jobs.Job, error) {
	d, looked := duties[c.PhoneNumberID]
	if !looked {
		on, err := s.assistant.ReadDuty(tx, workspaceID, c.PhoneNumberID)
		if err != nil {
			return nil, err
		}
		if on.AssistantID != "" && !on.Settings.Stops(c.PhoneNumberID) && len(on.Revision.Config.ProviderIDs) > 0 {
			there, err := tracks(tx, workspaceID, on.AssistantID)
			if err != nil {
				return nil, err
			}
			for _, t := range there {
				d.proposes = d.proposes || t.enabled
			}
			d.pause = time.Duration(on.Revision.Config.BurstPauseMs) * time.Millisecond
		}
		duties[c.PhoneNumberID] = d
	}
	if !d.proposes {
		return nil, nil
	}
	return []jobs.Job{{WorkspaceID: workspaceID, Kind: jobFind, Queue: c.PhoneNumberID, Key: c.ConversationID, RunAt: tx.Now().Add(d.pause), Payload: c.ConversationID + "/" + c.MessageID}}, nil
}
