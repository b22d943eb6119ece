package proposal

import (
	"context"
	"errors"
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
	at int64
}

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
	var p part
	if err = s.db.View(ctx, func(tx *db.Tx) (err error) { p, err = s.readPart(tx, workspaceID); return err }); err != nil {
		return false, err
	}
	for _, c := range p.causes {
		if err := s.weigh(ctx, workspaceID, c); err != nil {
			return false, err
		}
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
		return nil
	})
	return p.more && err == nil, err
}

// readPart reads the next part of a log: what happened in conversations in which
// something waits to be judged, and what contacts wrote to assistants that propose.
func (s *Proposals) readPart(tx *db.Tx, workspaceID string) (p part, err error) {
	before, found, err := positionOf(tx, workspaceID)
	if err != nil || !found {
		return p, err
	}
	p.before, p.after = before, before
	events, err := event.EventPage(tx, workspaceID, before, partEvents)
	if errors.Is(err, event.ErrLogReplaced) { // its end was lost, and with it what it told
		p.after, err = event.NewestEvent(tx, workspaceID)
		return p, err
	}
	if err != nil {
		return p, err
	}
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
		c, is := crm.ProposalCauseOf(ev.Kind, ev.Scope, ev.Body)
		if !is {
			continue
		}
		has, looked := waiting[c.ConversationID]
		if !looked {
			list, err := unsettled(tx, workspaceID, c.ConversationID)
			if err != nil {
				return p, err
			}
			has = len(list) > 0
			waiting[c.ConversationID] = has
		}
		if has {
			p.causes = append(p.causes, cause{c, ev.Number})
		}
		if c.What == crm.ContactWroteOn {
			if err := s.ask(tx, workspaceID, c, duties, &p); err != nil {
				return p, err
			}
		}
	}
	p.more = p.more || len(events) == partEvents
	return p, nil
}

// duty is whether the assistant on duty for a number proposes anything, and how long it
// waits for more that the contact writes.
type duty struct {
	proposes bool
	pause    time.Duration
}

// ask has the assistant on duty for a number look at what a contact wrote there.
func (s *Proposals) ask(tx *db.Tx, workspaceID string, c crm.ProposalCause, duties map[string]duty, p *part) error {
	d, looked := duties[c.PhoneNumberID]
	if !looked {
		on, err := s.assistant.ReadDuty(tx, workspaceID, c.PhoneNumberID)
		if err != nil {
			return err
		}
		if on.AssistantID != "" && !on.Settings.Stops(c.PhoneNumberID) && len(on.Revision.Config.ProviderIDs) > 0 {
			there, err := tracks(tx, workspaceID, on.AssistantID)
			if err != nil {
				return err
			}
			for _, t := range there {
				d.proposes = d.proposes || t.enabled
			}
			d.pause = time.Duration(on.Revision.Config.BurstPauseMs) * time.Millisecond
		}
		duties[c.PhoneNumberID] = d
	}
	if d.proposes {
		p.ask = append(p.ask, jobs.Job{WorkspaceID: workspaceID, Kind: jobFind, Queue: c.PhoneNumberID, Key: c.ConversationID, RunAt: tx.Now().Add(d.pause), Payload: c.ConversationID + "/" + c.MessageID})
	}
	return nil
}
