package broadcast

import (
	"context"
	"slices"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/message"
)

// phaseRetrying queues again who failed and may be sent to again.
const phaseRetrying crm.RunPhase = "retrying"

// retryPage bounds whom one transaction queues again.
const retryPage = 500

func retryPosition(after int64) string { return "r" + strconv.FormatInt(after, 10) }

// Retry sends a completed broadcast again, once each, to those whose failure's reason says
// that this is safe. The failures until now do not pause it.
func (s *Broadcasts) Retry(ctx context.Context, actor crm.Actor, id string) (crm.Broadcast, error) {
	return s.act(ctx, actor, id, "broadcast.retried", func(tx *db.Tx, b *crm.Broadcast) error {
		if b.Status != crm.BroadcastCompleted {
			return refuse(*b, "only one that is completed can be retried.")
		}
		counts, err := failureCounts(tx, failureCountsSQL, *b)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(counts, func(c crm.FailureCount) bool {
			r := message.ReasonOf(c.Error())
			return r != nil && r.RetryAtAll()
		}) {
			return refuse(*b, "none of its recipients has failed for a reason that allows to send the same again.")
		}
		b.EndedAt, b.WatchedFrom = nil, b.Numbered
		s.begin(tx, *b, phaseRetrying, retryPosition(0))
		return change(tx, b, crm.BroadcastRunning, "", actor.By())
	})
}

// retry queues the next part of those again who failed and may be sent to again. They move
// with the run, so that each does once, wherever the process ends.
func (s *Broadcasts) retry(ctx context.Context, key longrun.Key, run crm.Run) (longrun.Next, error) {
	return longrun.Next{}, s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		// Nobody counts what becomes of these recipients meanwhile.
		if err := holdPosition(tx, key[0]); err != nil {
			return err
		}
		b, err := s.locked(tx, crm.Broadcast{WorkspaceID: key[0], ID: key[1]})
		if err != nil {
			return err
		}
		list, err := recipients(tx, b.WorkspaceID, b.ID, crm.RecipientFailed, numberOf(run.Position), retryPage)
		if err != nil {
			return err
		}
		if err := requeue(tx, b, list); err != nil {
			return err
		}
		move := longrun.Move{From: run}
		if len(list) < retryPage {
			move.Phase, move.To = phaseSending, sendPosition(0)
		} else {
			move.To = retryPosition(list[len(list)-1].Number)
		}
		runs.Advance(tx, key, move)
		return nil
	})
}

// requeue queues those of failed recipients again who may be sent to again.
func requeue(tx *db.Tx, b crm.Broadcast, list []crm.Recipient) error {
	at := make([]place, len(list))
	for i, r := range list {
		at[i] = place{b.ID, r.Number}
	}
	why, err := failures(tx, b.WorkspaceID, at)
	if err != nil {
		return err
	}
	counts, reasons, byArm := crm.BroadcastCounts{}, failureSteps{}, arms{}
	for i, r := range list {
		f, known := why[at[i]]
		if !known {
			continue
		}
		again, err := mayRetry(tx, b, r, f)
		if err != nil {
			return err
		}
		if !again {
			continue
		}
		before := r
		r.State, r.Reason, r.MessageID, r.ConversationID, r.Micros, r.SentAt = crm.RecipientQueued, "", "", "", 0, time.Time{}
		r.AcceptedAt = time.Time{}
		moveRecipient(tx, b.WorkspaceID, b.ID, before, r)
		tx.Write(dropFailureSQL, b.WorkspaceID, b.ID, r.Number)
		counts.Add(r.Count().Less(before.Count()))
		reasons[f.FailureKey]--
		byArm.move(before.ArmCount(), r)
	}
	count(tx, b.WorkspaceID, b.ID, counts)
	reasons.save(tx, b.WorkspaceID, b.ID)
	byArm.save(tx, b.WorkspaceID, b.ID)
	return nil
}

// mayRetry reports whether a recipient gets another message: the reason allows it by now,
// and the message itself is still one that failed. It may have arrived after all and not
// be counted yet.
func mayRetry(tx *db.Tx, b crm.Broadcast, r crm.Recipient, f failure) (bool, error) {
	reason := message.ReasonOf(f.Error())
	if reason == nil || !reason.RetryDue(f.at, tx.Now()) {
		return false, nil
	}
	m, err := message.LockMessage(tx, b.WorkspaceID, r.MessageID)
	if crm.CodeOf(err) == crm.CodeNotFound { // erased: what became of it is not known
		return false, nil
	}
	return err == nil && m.Status.Fails(), err
}
