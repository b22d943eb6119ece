package servicelevel

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
)

const (
	lateAtOnce = 200 // how many clocks are looked up at a time
	tellers    = 8   // how many of them are worked on at a time
)

// TellBreaches tells of every clock that is late, of every workspace, each once,
// however many nodes look: only who finds the clock untold tells of it, in the same
// transaction.
func (s *Levels) TellBreaches(ctx context.Context) error { return s.walk(ctx, lateClocks, s.tell) }

// walk does something to every clock that is found at this time, part by part. What
// fails holds up no other one.
func (s *Levels) walk(ctx context.Context, find func(tx *db.Tx, now int64, after lateClock, limit int) ([]lateClock, error), do func(context.Context, lateClock) error) error {
	now := db.Ms(s.db.Source().Now())
	var failed error
	for after, n := (lateClock{}), lateAtOnce; n == lateAtOnce; {
		var list []lateClock
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = find(tx, now, after, lateAtOnce); return err })
		if err != nil || ctx.Err() != nil {
			return errors.Join(failed, err, ctx.Err())
		}
		failed = errors.Join(failed, doAll(ctx, list, do)) // the others go on
		if n = len(list); n > 0 {
			after = list[n-1]
		}
	}
	return failed
}

func doAll(ctx context.Context, list []lateClock, do func(context.Context, lateClock) error) error {
	work, faults := make(chan lateClock), make([]error, tellers)
	var all sync.WaitGroup
	for i := range min(tellers, len(list)) {
		all.Go(func() {
			for c := range work {
				if err := do(ctx, c); err != nil {
					faults[i] = errors.Join(faults[i], fmt.Errorf("clock %s: %w", c.id, err))
				}
			}
		})
	}
	for _, c := range list {
		work <- c
	}
	close(work)
	all.Wait()
	return errors.Join(faults...)
}

// TellWarnings tells of every clock that runs and will be late soon, of every
// workspace, each once, as TellBreaches does. One that is late already is told of as
// that alone.
func (s *Levels) TellWarnings(ctx context.Context) error { return s.walk(ctx, warningClocks, s.warn) }

// note notes of a clock that something is told; false if there is nothing to tell.
type note func(tx *db.Tx, of lateClock) (clock crm.Clock, tells bool, err error)

// toldOf tells what is noted of a clock, in one transaction.
func (s *Levels) toldOf(ctx context.Context, of lateClock, do note, kind crm.TimelineKind, say func(*db.Tx, crm.Conversation, crm.Clock) error) error {
	return s.db.Update(ctx, of.phoneNumberID, func(tx *db.Tx) error {
		clock, tells, err := do(tx, of)
		if err != nil || !tells {
			return err
		}
		c, err := contact.Conversation(tx, of.workspaceID, of.conversationID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return nil // its contact was erased
		}
		if err != nil {
			return err
		}
		conversation.Happened(tx, crm.TimelineEntry{WorkspaceID: of.workspaceID, ConversationID: c.ID, Kind: kind, By: crm.DoneBy{Type: crm.ActorSystem},
			EpisodeID: clock.EpisodeID, Refs: crm.TimelineRefs{ClockID: clock.ID, ClockKind: clock.Kind}})
		return say(tx, c, clock)
	})
}

func (s *Levels) tell(ctx context.Context, of lateClock) error {
	return s.toldOf(ctx, of, breach, crm.TimelineBreach, func(tx *db.Tx, c crm.Conversation, clock crm.Clock) error {
		data := crm.ConversationSLABreachedData{ConversationID: c.ID, ContactID: c.ContactID, ClockID: clock.ID, Kind: clock.Kind, EpisodeID: clock.EpisodeID,
			Policy: clock.Policy, PolicyVersion: clock.PolicyVersion, TargetMinutes: int(clock.Target.Minutes()), StartedAt: clock.StartedAt.Unix(), DueAt: clock.DueAt.Unix(),
			TeamID: c.TeamID, AgentID: c.AgentID}
		if clock.EndedAt != nil {
			ended := clock.EndedAt.Unix()
			data.EndedAt = &ended
		}
		return event.AppendEvent(tx, crm.EventConversationSLABreached, of.workspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID}, data)
	})
}

func (s *Levels) warn(ctx context.Context, of lateClock) error {
	return s.toldOf(ctx, of, warning, crm.TimelineWarning, func(tx *db.Tx, c crm.Conversation, clock crm.Clock) error {
		return event.AppendEvent(tx, crm.EventConversationSLAWarned, of.workspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID}, crm.ConversationSLAWarnedData{
			ConversationID: c.ID, ContactID: c.ContactID, ClockID: clock.ID, Kind: clock.Kind, EpisodeID: clock.EpisodeID, Policy: clock.Policy, PolicyVersion: clock.PolicyVersion,
			TargetMinutes: int(clock.Target.Minutes()), StartedAt: clock.StartedAt.Unix(), WarnAt: clock.WarnAt.Unix(), DueAt: clock.DueAt.Unix(), TeamID: c.TeamID, AgentID: c.AgentID})
	})
}
