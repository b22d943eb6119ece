package event

import (
	"context"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
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
)

func (s *Events) redeliveryRuns() longrun.Kind {
	return longrun.Kind{Table: redeliveryRuns, Job: jobRedeliver, Slice: replaySlice, Open: func(_ context.Context, key longrun.Key) (longrun.Steps, error) {
		return longrun.Steps{Step: func(ctx context.Context, _ crm.Run) (longrun.Next, error) {
			return s.replayStep(ctx, key[0], key[1], key[2])
		}}, nil
	}}
}

// replayStep looks through the next page of the log and puts on their way what
// there is room for. How far it looked is stored with these deliveries.
func (s *Events) replayStep(ctx context.Context, workspaceID, endpointID, id string) (next longrun.Next, err error) {
	var r crm.Redelivery
	var e crm.WebhookEndpoint
	var page []replayEvent
	var room int
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if r, err = Redelivery(tx, workspaceID, endpointID, id); err != nil || r.Ended() || r.Phase != crm.PhaseCollecting {
			return err
		}
		if e, err = webhookEndpointView(tx, workspaceID, endpointID); err != nil {
			return err
		}
		due, pending, err := countWaiting(tx, workspaceID, endpointID, replayWindow, replayPending)
		if room = min(replayWindow-due, replayPending-pending); err != nil || room <= 0 {
			return err
		}
		since := r.SinceID
		if !r.IncludeSucceeded { // what is older may have lost its record meanwhile
			since = max(since, crm.LowestID(crm.PrefixEvent, tx.Now().Add(-recordsLife)))
		}
		page, err = readReplayPage(tx, &r, since, replayPage)
		return err
	})
	switch {
	case err != nil:
		return next, err
	case r.Ended() || r.Phase != crm.PhaseCollecting:
		return longrun.Next{Left: true}, nil
	case room <= 0:
		return longrun.Next{Idle: true}, nil
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
		step.end = strconv.FormatInt(ev.Number, 10)
		step.examined++
	}
	queued, err := s.replay(ctx, &r, step)
	return longrun.Next{Wait: time.Duration(queued) * time.Second / time.Duration(max(1, s.opt.RedeliveryRate))}, err
}

// replayed is what one step looked through.
type replayed struct {
	picked   []replayEvent
	examined int64
	end      string // the position of the last event that was looked at
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
		if err := DeliverAgain(tx, r.WorkspaceID, r.EndpointID, crm.TriggerReplay, r.ID, again...); err != nil {
			return err
		}
		if step.all {
			AllQueued(tx, r)
		}
		if queued > 0 {
			deliverNow(tx, r.WorkspaceID, r.EndpointID)
		}
		return nil
	})
	return queued, err
}
