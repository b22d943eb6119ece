package broadcast

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// Start lets a draft begin: at once, or at its time. One whose audience is still expanded
// begins when that is done.
func (s *Broadcasts) Start(ctx context.Context, actor crm.Actor, id string) (crm.Broadcast, error) {
	return s.act(ctx, actor, id, "broadcast.started", func(tx *db.Tx, b *crm.Broadcast) error {
		if b.Status != crm.BroadcastDraft {
			return refuse(*b, "only a draft can be started.")
		}
		if err := follow(tx, b.WorkspaceID); err != nil {
			return err
		}
		return s.goOn(tx, b, sendPosition(0), actor.By())
	})
}

// goOn lets a broadcast run, or wait for its time.
func (s *Broadcasts) goOn(tx *db.Tx, b *crm.Broadcast, position string, by crm.DoneBy) error {
	to, phase := crm.BroadcastRunning, phaseSending
	clocks, err := clocksOf(tx, *b)
	if err != nil {
		return err
	}
	if clocks.Earliest().After(tx.Now()) {
		to, phase, position = crm.BroadcastScheduled, phaseWaiting, waitPosition(tx)
	}
	switch {
	case b.Run.Phase == phaseRetrying: // it was paused before everybody was queued again
		s.begin(tx, *b, phaseRetrying, b.Run.Position)
	case b.PreparedAt != nil:
		s.begin(tx, *b, phase, position)
	case b.Run.Ended(): // its preparation failed
		s.begin(tx, *b, phaseClearing, clearPosition(tx))
	}
	return change(tx, b, to, "", by)
}

// Pause stops a broadcast that runs or waits for its time: no message more is accepted. Those that wait for the
// phone number, a quarter of a second's worth, are sent all the same.
func (s *Broadcasts) Pause(ctx context.Context, actor crm.Actor, id string) (crm.Broadcast, error) {
	return s.act(ctx, actor, id, "broadcast.paused", func(tx *db.Tx, b *crm.Broadcast) error {
		if b.Status != crm.BroadcastRunning && b.Status != crm.BroadcastScheduled {
			return refuse(*b, "only one that is scheduled or running can be paused.")
		}
		return s.pause(tx, b, crm.PausedByRequest, actor.By())
	})
}

// Resume lets a paused broadcast go on where it stopped. The failures until now pause it
// no more.
func (s *Broadcasts) Resume(ctx context.Context, actor crm.Actor, id string) (crm.Broadcast, error) {
	return s.act(ctx, actor, id, "broadcast.resumed", func(tx *db.Tx, b *crm.Broadcast) error {
		if b.Status != crm.BroadcastPaused {
			return refuse(*b, "only a paused one can be resumed.")
		}
		position := sendPosition(0)
		if b.Run.Phase == phaseSending {
			position = b.Run.Position
		}
		if b.Run.Phase == phaseReleasing {
			position = sendingBefore(b.Run.Position)
		}
		b.WatchedFrom = max(b.WatchedFrom, numberOf(position)) // a retry watches nothing
		b.WatchedAt, b.WatchedDelivered = tx.Now(), b.Counts.Delivered
		return s.goOn(tx, b, position, actor.By())
	})
}

// Cancel ends a broadcast: no message more is accepted, and those that wait for the phone
// number are canceled. What has left goes on.
func (s *Broadcasts) Cancel(ctx context.Context, actor crm.Actor, id string) (crm.Broadcast, error) {
	return s.act(ctx, actor, id, "broadcast.canceled", func(tx *db.Tx, b *crm.Broadcast) error {
		if !under(b.Status) {
			return refuse(*b, "only one that is scheduled, running or paused can be canceled.")
		}
		if err := forgetTable(tx, b); err != nil {
			return err
		}
		saveAudience(tx, *b)
		s.begin(tx, *b, phaseCanceling, cancelPosition(0))
		return change(tx, b, crm.BroadcastCanceled, "", actor.By())
	})
}

// act does something with a broadcast that nobody else changes meanwhile.
func (s *Broadcasts) act(ctx context.Context, actor crm.Actor, id, action string, do func(tx *db.Tx, b *crm.Broadcast) error) (crm.Broadcast, error) {
	if err := requireWhole(actor, crm.ScopeMessagesWrite); err != nil {
		return crm.Broadcast{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Broadcast]) (b crm.Broadcast, err error) {
		if action == "broadcast.started" || action == "broadcast.resumed" || action == "broadcast.retried" {
			if err := s.stopped(ctx, actor, id); err != nil {
				return b, err
			}
		}
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			if b, err = lock(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
			before := b.Status
			if err := do(tx, &b); err != nil {
				return err
			}
			if err := save(tx, b); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: action, Targets: []crm.ActTarget{target(b)}, Changes: crm.ActChanges{"status": {From: string(before), To: string(b.Status)}}})
		})
		return b, err
	})
}
