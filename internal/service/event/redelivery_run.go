package event

import (
	"context"
	"errors"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

const (
	// replayWindow is how many deliveries of an endpoint may be due before a
	// bulk redelivery adds more. It is a part of the calls that are made at
	// once, so that a new event always finds one free or soon to be.
	replayWindow = 32
	// replayPending is how many may be pending, due or not: a receiver that
	// fails gets no more before some have ended.
	replayPending = 1000
	// replayPage is how much of the log one look goes through.
	replayPage = 500
	// replaySlice is how long one run goes on before it lets others have a turn.
	replaySlice = 2 * time.Second
	// replayPause is how soon a full endpoint is looked at again, replayIdle how
	// soon one that takes nothing.
	replayPause = 5 * time.Millisecond
	replayIdle  = time.Second
)

// redeliverInBulk goes on with a bulk redelivery for a while. How far it looked
// through the log is stored with the deliveries that it put on their way, so
// that none is queued twice, whatever stops it. more says that there is more to
// do; the job was given back then.
func (s *Events) redeliverInBulk(ctx context.Context, j jobs.Job) (more bool, err error) {
	endpointID, id, _ := strings.Cut(j.Payload, " ")
	began, waited := time.Now(), time.Duration(0)
	next := began // when the rate allows more
	for {
		queued, state, err := s.replayStep(ctx, j.WorkspaceID, endpointID, id)
		if err != nil {
			return false, err
		}
		now := time.Now()
		pause := time.Duration(0)
		switch {
		case state == replayEnded:
			return false, s.db.Update(ctx, endpointID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
		case state == replayFull:
			pause = max(replayPause, waited/4)
			waited += pause
		default:
			waited = 0
			if next.Before(now) {
				next = now
			}
			next = next.Add(time.Duration(queued) * time.Second / time.Duration(max(1, s.opt.RedeliveryRate)))
			pause = next.Sub(now)
		}
		if waited > replayIdle || now.Sub(began)+pause > replaySlice {
			at := s.now().Add(max(pause, min(waited, replayIdle)))
			return true, s.db.Update(ctx, endpointID, func(tx *db.Tx) error { jobs.RetryJob(tx, j, at, false); return nil })
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// replayState is what came of one step of a bulk redelivery.
type replayState int

const (
	replayMoved replayState = iota
	replayFull              // the endpoint takes no more at present
	replayEnded             // nothing is left to look through
)

// replayStep looks through the next page of the log and puts on their way what
// there is room for.
func (s *Events) replayStep(ctx context.Context, workspaceID, endpointID, id string) (queued int, state replayState, err error) {
	var r crm.Redelivery
	var e crm.WebhookEndpoint
	var page []replayEvent
	var room int
	var ready bool
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if r, err = Redelivery(tx, workspaceID, endpointID, id); err != nil || r.State != crm.RedeliveryRunning {
			return err
		}
		if e, err = webhookEndpointView(tx, workspaceID, endpointID); err != nil {
			return err
		}
		due, pending, err := countWaiting(tx, workspaceID, endpointID, replayWindow, replayPending)
		if room = min(replayWindow-due, replayPending-pending); err != nil || room <= 0 {
			return err
		}
		from := r.Position
		if !r.IncludeSucceeded { // what is older may have lost its record meanwhile
			from = max(from, crm.LowestID(crm.PrefixEvent, tx.Now().Add(-recordsLife)))
		}
		page, ready, err = readReplayPage(tx, &r, from, replayPage)
		return err
	})
	switch {
	case err != nil && crm.AsError(err).Kind == crm.KindNotFound:
		return 0, replayEnded, nil // the endpoint was deleted
	case err != nil:
		return 0, 0, err
	case r.State != crm.RedeliveryRunning:
		return 0, replayEnded, nil
	case room <= 0 || !ready:
		return 0, replayFull, nil
	}
	step := replayed{end: r.Position, all: len(page) < replayPage}
	for _, ev := range page {
		if r.Picks(&e, ev.Kind, ev.Scope, ev.State, ev.Passed) {
			if len(step.picked) == room {
				step.all = false
				break
			}
			step.picked = append(step.picked, ev)
		}
		step.end = ev.ID
		step.examined++
	}
	queued, err = s.replay(ctx, &r, step)
	return queued, replayMoved, err
}

// replayed is what one step looked through.
type replayed struct {
	picked   []replayEvent
	examined int64
	end      string // the last event that was looked at
	all      bool   // there are no more
}

// replay puts what a step picked on its way, as far as nobody else did so
// meanwhile, and moves the redelivery on, in one transaction.
func (s *Events) replay(ctx context.Context, r *crm.Redelivery, step replayed) (queued int, err error) {
	ids := make([]string, len(step.picked))
	for i, ev := range step.picked {
		ids[i] = ev.ID
	}
	err = s.db.Update(ctx, r.EndpointID, func(tx *db.Tx) error {
		var again []string
		e, err := WebhookEndpoint(tx, r.WorkspaceID, r.EndpointID)
		if err != nil {
			return err
		}
		states, err := DeliveryStates(tx, r.WorkspaceID, r.EndpointID, ids)
		if err != nil {
			return err
		}
		for i, ev := range step.picked {
			if r.Picks(&e, ev.Kind, ev.Scope, states[i], ev.Passed) {
				again = append(again, ev.ID)
			}
		}
		queued = len(again)
		AdvanceRedelivery(tx, r, step.end, step.examined, int64(queued))
		for _, id := range again {
			DeliverAgain(tx, r.WorkspaceID, r.EndpointID, id, crm.TriggerReplay, r.ID)
		}
		if step.all {
			AllQueued(tx, r)
		}
		if queued > 0 {
			deliverNow(tx, r.WorkspaceID, r.EndpointID)
		}
		return nil
	})
	if errors.Is(err, errRedeliveryMoved) || err != nil && crm.AsError(err).Kind == crm.KindNotFound {
		return 0, nil // the next look tells
	}
	return queued, err
}
