package broadcast

import (
	"context"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

// phaseReleasing lets those go who waited for the winner of a test.
const phaseReleasing crm.RunPhase = "releasing"

// releasePage bounds whom one transaction lets go.
const releasePage = 500

// uncountedPause is when it is looked again whether everything was counted that a decision
// goes by.
const uncountedPause = time.Second

// releasePosition says how many steps were taken, and where the sending stood before: it
// goes on from there.
func releasePosition(step int64, sending string) string {
	return "d" + strconv.FormatInt(step, 10) + "/" + sending
}

// sendingBefore is where the sending stood before those who waited were let go.
func sendingBefore(position string) string {
	if _, sending, found := strings.Cut(position, "/"); found {
		return sending
	}
	return sendPosition(0)
}

// awaited goes on when everybody of a test has an outcome and the rest waits: until every
// window is over, once; then the rest gets the winner, or what was chosen beforehand. What
// is decided is stored with the step that follows, wherever the process ends.
func (s *Broadcasts) awaited(tx *db.Tx, b crm.Broadcast, run crm.Run) (next longrun.Next, err error) {
	for _, state := range []crm.RecipientState{crm.RecipientQueued, crm.RecipientAwaiting} {
		found, err := recipients(tx, b.WorkspaceID, b.ID, state, 0, 1)
		if err != nil || (len(found) > 0) != (state == crm.RecipientAwaiting) {
			return longrun.Next{Idle: true}, err
		}
	}
	x := &b.Experiment
	if x.Decision == nil {
		x.Decision = &crm.BroadcastDecision{TestEndedAt: tx.Now()}
		saveExperiment(tx, b)
	}
	d := x.Decision
	if d.At == nil {
		at := *x.DecidesAt(nil)
		if wait := at.Sub(tx.Now()); wait > 0 {
			return longrun.Next{Wait: min(wait, time.Hour)}, nil
		}
		if done, err := counted(tx, b.WorkspaceID, at); err != nil || !done {
			return longrun.Next{Wait: uncountedPause}, err
		}
		found, err := armsOf(tx, b)
		if err != nil {
			return next, err
		}
		d.Winner, d.Reason = decide(*x, found)
		d.At, d.Goes = new(tx.Now()), d.Winner
		if d.Winner == "" && x.Rest.WithoutWinner != crm.RestCanceled {
			d.Goes = crm.ArmA
		}
		saveExperiment(tx, b)
		if d.Winner == "" && x.Rest.WithoutWinner == crm.RestPauses {
			return next, s.pause(tx, &b, crm.PausedByNoWinner, bySystem)
		}
	}
	runs.Advance(tx, keyOf(b), longrun.Move{From: run, To: releasePosition(0, run.Position), Phase: phaseReleasing})
	return next, nil
}

// release lets the next part of the rest go. They move with the run, so that each does once.
func (s *Broadcasts) release(ctx context.Context, key longrun.Key, run crm.Run) (longrun.Next, error) {
	return longrun.Next{}, s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		b, err := s.locked(tx, crm.Broadcast{WorkspaceID: key[0], ID: key[1]})
		if err != nil {
			return err
		}
		list, err := recipients(tx, b.WorkspaceID, b.ID, crm.RecipientAwaiting, 0, releasePage)
		if err != nil {
			return err
		}
		step := crm.BroadcastCounts{}
		for _, r := range list {
			before := r
			if r.State = crm.RecipientQueued; b.Experiment.Decision.Goes == "" {
				r.State = crm.RecipientCanceled
			} else if b.Timed() {
				tx.Write(setTurnSQL, b.WorkspaceID, b.ID, r.Number, crm.FirstTurn)
			}
			moveRecipient(tx, b.WorkspaceID, b.ID, before, r)
			step.Add(r.Count().Less(before.Count()))
		}
		count(tx, b.WorkspaceID, b.ID, step)
		move := longrun.Move{From: run, Done: step.Canceled}
		if len(list) < releasePage {
			move.Phase, move.To = phaseSending, sendingBefore(run.Position)
		} else {
			taken, _, _ := strings.Cut(strings.TrimPrefix(run.Position, "d"), "/")
			n, _ := strconv.ParseInt(taken, 10, 64)
			move.To = releasePosition(n+1, sendingBefore(run.Position))
		}
		runs.Advance(tx, key, move)
		return nil
	})
}
