package broadcast

import (
	"context"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/message"
)

// The phases of the run of a broadcast.
const (
	phaseClearing  crm.RunPhase = "clearing"  // removes the recipients of an earlier audience
	phasePreparing crm.RunPhase = "preparing" // expands the audience
	phaseWaiting   crm.RunPhase = "waiting"   // for the time at which it starts
	phaseSending   crm.RunPhase = "sending"
	phaseCanceling crm.RunPhase = "canceling" // of what has not left
)

// A position says the phase, too: no step of one moves a run that is in another.
func partPosition(after int64) string   { return "p" + strconv.FormatInt(after, 10) }
func sendPosition(number int64) string  { return "s" + strconv.FormatInt(number, 10) }
func cancelPosition(after int64) string { return "x" + strconv.FormatInt(after, 10) }
func waitPosition(tx *db.Tx) string     { return "w" + strconv.FormatInt(db.Ms(tx.Now()), 10) }
func clearPosition(tx *db.Tx) string    { return "c" + strconv.FormatInt(db.Ms(tx.Now()), 10) }

// numberOf is the number in a position.
func numberOf(position string) int64 {
	number, _, _ := strings.Cut(strings.TrimLeft(position, "psxr"), ".")
	n, _ := strconv.ParseInt(number, 10, 64)
	return n
}

// begin lets the run of a broadcast begin, or begin again as something else. A job that
// still waits for something of it, such as its time, is not to hold the new one up.
func (s *Broadcasts) begin(tx *db.Tx, b crm.Broadcast, phase crm.RunPhase, position string) {
	jobs.HastenJob(tx, jobBroadcast, b.ID, b.ID)
	s.runs.Begin(tx, keyOf(b), b.ID, crm.Run{Phase: phase, Position: position})
}

// open goes on with a broadcast from where it stands.
func (s *Broadcasts) open(_ context.Context, key longrun.Key) (longrun.Steps, error) {
	table, optOuts := &tableReader{}, &optOutWatch{}
	return longrun.Steps{Close: table.close, Step: func(ctx context.Context, run crm.Run) (longrun.Next, error) {
		switch run.Phase {
		case phaseReading:
			return s.read(ctx, key, run, table)
		case phaseClearing:
			return s.clear(ctx, key, run)
		case phasePreparing:
			return s.prepare(ctx, key, run)
		case phaseWaiting:
			return s.wait(ctx, key, run)
		case phaseCanceling:
			return s.cancel(ctx, key, run)
		case phaseRetrying:
			return s.retry(ctx, key, run)
		case phaseReleasing:
			return s.release(ctx, key, run)
		}
		return s.send(ctx, key, run, optOuts)
	}}, nil
}

// clearPage and cancelPage bound what one transaction removes or cancels.
const (
	clearPage  = 1000
	cancelPage = 500
)

// clear removes the next part of the recipients of an earlier audience.
func (s *Broadcasts) clear(ctx context.Context, key longrun.Key, run crm.Run) (longrun.Next, error) {
	return longrun.Next{}, s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		b, err := lock(tx, key[0], key[1])
		if err != nil {
			return err
		}
		n, err := dropRecipients(tx, b.WorkspaceID, b.ID, clearPage)
		if err != nil {
			return err
		}
		move := longrun.Move{From: run, To: run.Position}
		if n < clearPage {
			move.Phase, move.To = phasePreparing, partPosition(0)
			if table := b.Audience.Unread(); table != nil { // it begins again
				dropParts(tx, b)
				move.Phase, move.To = phaseReading, readPosition(0, table.Begin)
				move.Done = -run.Done
			}
		}
		runs.Advance(tx, key, move)
		return nil
	})
}

// tidy removes the next part of the recipients of a broadcast that is gone.
func (s *Broadcasts) tidy(ctx context.Context, key longrun.Key) (more bool, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) error { _, err := one(tx, key[0], key[1]); return err })
	if crm.CodeOf(err) != crm.CodeNotFound {
		return false, err
	}
	err = s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		n, err := dropRecipients(tx, key[0], key[1], clearPage)
		more = n >= clearPage
		return err
	})
	return more, err
}

// failed pauses a broadcast whose run was given up.
func failed(tx *db.Tx, key longrun.Key) error {
	b, err := lock(tx, key[0], key[1])
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil
	}
	if err != nil || b.Run.State != crm.RunFailed || b.Status != crm.BroadcastRunning && b.Status != crm.BroadcastScheduled {
		return err
	}
	return change(tx, &b, crm.BroadcastPaused, string(crm.CodeInternal), bySystem)
}

// wait waits for the time at which a broadcast starts.
func (s *Broadcasts) wait(ctx context.Context, key longrun.Key, run crm.Run) (next longrun.Next, err error) {
	err = s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		next = longrun.Next{}
		b, err := lock(tx, key[0], key[1])
		if err != nil {
			return err
		}
		begins, err := beginsAt(tx, b)
		if err != nil {
			return err
		}
		if tx.Now().Before(begins) {
			next.Wait = min(begins.Sub(tx.Now()), time.Hour)
			return nil
		}
		runs.Advance(tx, key, longrun.Move{From: run, To: sendPosition(0), Phase: phaseSending})
		return change(tx, &b, crm.BroadcastRunning, "", bySystem)
	})
	return next, err
}

// cancel cancels the next part of what has not left, and ends the broadcast when every
// recipient has an outcome.
func (s *Broadcasts) cancel(ctx context.Context, key longrun.Key, run crm.Run) (next longrun.Next, err error) {
	err = s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		next = longrun.Next{}
		b, err := lock(tx, key[0], key[1])
		if err != nil {
			return err
		}
		after := numberOf(run.Position)
		under, err := recipients(tx, b.WorkspaceID, b.ID, crm.RecipientSending, after, cancelPage)
		if err != nil {
			return err
		}
		for _, r := range under {
			after = r.Number
			if _, err := message.Withdraw(tx, s.message, b.WorkspaceID, r.MessageID); err != nil && crm.CodeOf(err) != crm.CodeNotFound {
				return err
			}
		}
		left, err := recipients(tx, b.WorkspaceID, b.ID, crm.RecipientQueued, 0, cancelPage)
		if err != nil {
			return err
		}
		if len(left) < cancelPage {
			waiting, err := recipients(tx, b.WorkspaceID, b.ID, crm.RecipientAwaiting, 0, cancelPage-len(left))
			if err != nil {
				return err
			}
			left = append(left, waiting...)
		}
		n := int64(len(left))
		for _, r := range left {
			before := r
			r.State = crm.RecipientCanceled
			moveRecipient(tx, b.WorkspaceID, b.ID, before, r)
		}
		count(tx, b.WorkspaceID, b.ID, crm.BroadcastCounts{Queued: -n, Canceled: n})
		switch {
		case len(left) > 0 || len(under) > 0:
			runs.Advance(tx, key, longrun.Move{From: run, To: cancelPosition(after), Done: n})
			return nil
		case b.Counts.Sending > 0:
			next.Wait = time.Second
			return nil
		}
		return s.ended(tx, b)
	})
	return next, err
}

// ended ends a broadcast of which every recipient has an outcome.
func (s *Broadcasts) ended(tx *db.Tx, b crm.Broadcast) error {
	from := b.Status
	if from == crm.BroadcastCanceled { // this was told when somebody canceled it
		b.EndedAt, b.UpdatedAt = new(tx.Now()), tx.Now()
		saveStatus(tx, b)
	} else if err := change(tx, &b, crm.BroadcastCompleted, "", bySystem); err != nil {
		return err
	}
	if err := tellEnd(tx, b, from); err != nil {
		return err
	}
	return s.runs.End(tx, keyOf(b), crm.RunCompleted, "")
}
