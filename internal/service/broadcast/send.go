package broadcast

import (
	"context"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/message"
)

const (
	// leastAhead is how many messages of broadcasts wait for a phone number at least, and
	// a quarter of a second's worth otherwise: what a person writes meanwhile waits for no
	// more, where the machine keeps up with the throughput.
	leastAhead = 4
	// fewestAccepted is the part of them that a step accepts at least: looking costs as much
	// for one as for all.
	fewestAccepted = 6
	// mostAccepted is the part of them that a step accepts at most, so that a caller who
	// waits for the writer does not wait long.
	mostAccepted = 64
	// fullPause is when it is looked again whether fewer wait.
	fullPause = 40 * time.Millisecond
)

// offered is a recipient with the message for them, or why there is none.
type offered struct {
	crm.Recipient
	person    string // who it is now
	offer     message.Offer
	refusal   *crm.Error
	micros    int64  // what the message costs at list price
	messageID string // once it is accepted
}

// send accepts messages for the next recipients, as many as the phone number takes soon.
// The recipients move in the same transaction, so that each gets one message, wherever the
// process ends.
func (s *Broadcasts) send(ctx context.Context, key longrun.Key, run crm.Run, optOuts *optOutWatch) (next longrun.Next, err error) {
	var b crm.Broadcast
	var wait, failed, of int
	var t turns
	if err = s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = one(tx, key[0], key[1]); return err }); err != nil {
		return next, err
	}
	ahead := max(leastAhead, s.account.Throughput(ctx, b.WorkspaceID, b.PhoneNumberID)/4)
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if wait, err = waiting(tx, b, ahead); err != nil || crowded(wait, ahead) {
			return err
		}
		if failed, of, err = outcomes(tx, b, numberOf(run.Position)); err == nil {
			t, err = turnsOf(tx, b, min(ahead-wait, mostAccepted))
		}
		return err
	})
	switch {
	case err != nil:
		return next, err
	case b.Status != crm.BroadcastRunning:
		return longrun.Next{Wait: fullPause}, nil // its run ends just now
	case crowded(wait, ahead):
		return longrun.Next{Wait: fullPause}, nil
	case t.none() && b.Counts.Queued > 0 && !t.next.IsZero():
		return longrun.Next{Wait: min(max(t.next.Sub(s.db.Source().Now()), fullPause), time.Hour)}, nil
	case t.none():
		return s.complete(ctx, key, run)
	case of >= crm.BroadcastJudged && failed*100 > of*crm.BroadcastFailures:
		return next, s.pauseItself(ctx, b, run, crm.PausedByFailures)
	}
	var f crm.Faults
	if n, err := s.number(ctx, b.WorkspaceID, b.PhoneNumberID, &f); err != nil {
		return next, err
	} else if n.QualityRating == "RED" {
		return next, s.pauseItself(ctx, b, run, crm.PausedByQuality)
	}
	if many, err := optOuts.tooMany(ctx, s, b); err != nil {
		return next, err
	} else if many {
		return next, s.pauseItself(ctx, b, run, crm.PausedByOptOuts)
	}
	actor, err := s.actor(ctx, b)
	if err != nil {
		return next, err
	}
	part := make([]offered, 0, len(t.list))
	for _, r := range t.list {
		o := offered{Recipient: r}
		if o.offer, err = message.NewOffer(ctx, s.message, actor, request(b, r)); err != nil {
			o.refusal = crm.AsError(err)
			switch {
			case o.refusal.Kind != crm.KindInvalid:
				return next, err
			case !aboutRecipient(o.refusal):
				return next, s.pauseItself(ctx, b, run, string(o.refusal.Fields[0].Code))
			}
		}
		part = append(part, o)
	}
	return next, s.accept(ctx, b, run, actor, part, t, wait, ahead)
}

// crowded reports whether so many messages wait that a step had better come later.
func crowded(wait, ahead int) bool { return wait > ahead-max(1, ahead/fewestAccepted) }

// actor is the service itself, which sends the messages of a broadcast.
func (s *Broadcasts) actor(ctx context.Context, b crm.Broadcast) (crm.Actor, error) {
	w, err := s.access.Workspace(ctx, b.WorkspaceID)
	return crm.Insider(b.WorkspaceID, crm.ActorSystem, w.Live), err
}

// request is the message for a recipient.
func request(b crm.Broadcast, r crm.Recipient) *crm.SendRequest {
	content := filled(b, r.Arm, r.Parameters)
	out := &crm.SendRequest{To: r.Phone, Type: "template", From: b.PhoneNumberID, Template: &content, Metadata: map[string]string{"broadcastId": b.ID}}
	if out.To == "" {
		out.UserID = r.UserID
	}
	return out
}

// aboutRecipient reports whether a refusal is about one recipient only.
func aboutRecipient(e *crm.Error) bool {
	for _, f := range e.Fields {
		if !strings.HasPrefix(f.Pointer, "/to") && !strings.HasPrefix(f.Pointer, "/userId") && !strings.HasPrefix(f.Pointer, "/parameters") {
			return false
		}
	}
	return true
}

// accept accepts the messages of a part and moves its recipients, as far as the limits
// of the broadcast allow.
func (s *Broadcasts) accept(ctx context.Context, seen crm.Broadcast, run crm.Run, actor crm.Actor, part []offered, t turns, wait, ahead int) error {
	return s.db.Update(db.Long(ctx), seen.PhoneNumberID, func(tx *db.Tx) error {
		if err := holdFrequency(tx, seen); err != nil {
			return err
		}
		b, err := s.locked(tx, seen)
		if err != nil {
			return err
		}
		if shared, err := sharesNumber(tx, b); err != nil {
			return err
		} else if shared { // another broadcast may have accepted some meanwhile
			if wait, err = waiting(tx, b, ahead); err != nil {
				return err
			}
		}
		prices, err := s.charge.Prices(tx, b.WorkspaceID, Currency(b))
		if err != nil {
			return err
		}
		part := slices.Clone(part[:min(len(part), max(1, ahead-wait))])
		got, err := frequencyAtTurn(tx, b, part)
		if err != nil {
			return err
		}
		part, reached := within(tx, b, part, prices, got)
		if spared, err := s.acceptAll(tx, actor, part); err != nil {
			return err
		} else if spared { // so the limit is not reached yet
			reached = ""
		}
		excluded, step, last := map[string]int64{}, crm.BroadcastCounts{}, numberOf(run.Position)
		byArm, done := arms{}, []int64{}
		for _, o := range part {
			r := o.Recipient
			r.State, r.MessageID, r.Micros, r.AcceptedAt = crm.RecipientSending, o.messageID, o.micros, tx.Now()
			switch {
			case o.refusal != nil && !aboutRecipient(o.refusal): // it holds for all: they stay
				reached = string(o.refusal.Code)
				continue
			case o.refusal != nil:
				r = o.Recipient
				r.State, r.Reason, r.Micros = crm.RecipientExcluded, reasonOf(o.refusal), 0
				excluded[r.Reason]++
			}
			moveRecipient(tx, b.WorkspaceID, b.ID, o.Recipient, r)
			step.Add(r.Count().Less(o.Count()))
			byArm.move(o.ArmCount(), r)
			last, done = r.Number, append(done, r.Number)
		}
		addExclusions(tx, b, excluded)
		count(tx, b.WorkspaceID, b.ID, step)
		to := sendPosition(last)
		if b.Timed() {
			to = turnPosition(run.Position, t.save(tx, b, numberOf(run.Position), done))
			byArm.turn(len(t.held))
		} else if err := turnsOfHeldOut(tx, b, numberOf(run.Position), last, byArm); err != nil {
			return err
		}
		byArm.save(tx, b.WorkspaceID, b.ID)
		runs.Advance(tx, keyOf(b), longrun.Move{From: run, To: to, Done: -step.Queued})
		if reached == "" {
			return nil
		}
		return s.pause(tx, &b, reached, bySystem)
	})
}

// within prices a part, and cuts it where a limit of the broadcast is reached or somebody
// comes again whose messages are counted. reached is the limit.
func within(tx *db.Tx, b crm.Broadcast, part []offered, prices charge.Prices, got frequency) (taken []offered, reached string) {
	sum := b.Counts
	for i := range part {
		o := &part[i]
		_, price := prices.Of(o.Phone, strings.ToLower(o.offer.Category()), tx.Now())
		if o.micros = o.Micros; price != nil {
			o.micros = price.Micros
		}
		if got.cap != nil && slices.ContainsFunc(part[:i], func(before offered) bool { return before.person == o.person }) {
			return part[:i], ""
		}
		if o.refusal != nil {
			continue
		}
		if o.refusal, reached = bounded(b, sum, o.micros, price != nil, got.full(o.person)); reached != "" {
			return part[:i], reached
		}
		if o.refusal == nil {
			sum.Add(crm.CountRecipient(crm.RecipientSending, false, o.micros))
		}
	}
	return part, ""
}

// acceptAll accepts the messages to those of a part who are not left out, or says of each
// why not. spared reports whether there is one of whom it does.
func (s *Broadcasts) acceptAll(tx *db.Tx, actor crm.Actor, part []offered) (spared bool, err error) {
	var list []func(*db.Tx) error
	for i := range part {
		if o := &part[i]; o.refusal == nil {
			list = append(list, func(tx *db.Tx) (err error) {
				o.messageID, o.refusal, err = message.Accept(tx, s.message, actor, o.offer)
				spared = spared || o.refusal != nil
				return err
			})
		}
	}
	err = tx.Together(list...)
	return spared, err
}

// bounded is why a message is not accepted: the recipient is left out, or the broadcast
// pauses at a limit.
func bounded(b crm.Broadcast, sum crm.BroadcastCounts, micros int64, priced, full bool) (refusal *crm.Error, reached string) {
	switch l := b.Limits; {
	case full:
		refusal = &crm.Error{Code: crm.ExcludedFrequency}
	case l.Micros > 0 && !priced:
		refusal = &crm.Error{Code: crm.ExcludedPrice}
	case l.Messages > 0 && sum.Sending+sum.Sent >= l.Messages:
		reached = crm.PausedByMessages
	case l.Micros > 0 && sum.Micros+micros > l.Micros:
		reached = crm.PausedByAmount
	}
	return refusal, reached
}

// locked is a broadcast that still runs as it was seen; else nothing of the update is kept.
func (s *Broadcasts) locked(tx *db.Tx, seen crm.Broadcast) (crm.Broadcast, error) {
	b, err := lock(tx, seen.WorkspaceID, seen.ID)
	if err == nil && b.Status != crm.BroadcastRunning {
		err = longrun.ErrMoved
	}
	return b, err
}

// reasonOf is why a recipient is left out when their turn comes.
func reasonOf(refusal *crm.Error) string {
	switch refusal.Code {
	case crm.CodeContactOptedOut:
		return crm.ExcludedOptedOut
	case crm.CodeParameterMissing:
		return crm.ExcludedMissing
	case crm.CodeParameterUnknown, crm.CodeParameterInvalid, crm.CodeParameterTooLong:
		return crm.ExcludedParameters
	case crm.CodePhoneNumberInvalid:
		return crm.ExcludedNumber
	case crm.CodeRequired: // whom: the contact was erased since
		return crm.ExcludedAddress
	}
	return string(refusal.Code)
}

// complete ends a broadcast when its last messages have an outcome, unless somebody waits
// for the winner.
func (s *Broadcasts) complete(ctx context.Context, key longrun.Key, run crm.Run) (next longrun.Next, err error) {
	err = s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		next = longrun.Next{}
		b, err := lock(tx, key[0], key[1])
		if err != nil {
			return err
		}
		if b.Status != crm.BroadcastRunning || b.Counts.Sending > 0 || b.Counts.Queued > 0 && b.Experiment.Rest == nil {
			next.Idle = true
			return nil
		}
		if b.Counts.Queued > 0 {
			next, err = s.awaited(tx, b, run)
			return err
		}
		byArm := arms{}
		if err := turnsOfHeldOut(tx, b, 0, beyondAll, byArm); err != nil {
			return err
		}
		byArm.save(tx, b.WorkspaceID, b.ID)
		return s.ended(tx, b)
	})
	return next, err
}

// pauseItself pauses a broadcast that had better not go on.
func (s *Broadcasts) pauseItself(ctx context.Context, seen crm.Broadcast, run crm.Run, reason string) error {
	return s.db.Update(ctx, seen.ID, func(tx *db.Tx) error {
		b, err := s.locked(tx, seen)
		if err != nil {
			return err
		}
		return s.pause(tx, &b, reason, bySystem)
	})
}

// pause stops a running broadcast. What waits for the phone number is sent all the same.
func (s *Broadcasts) pause(tx *db.Tx, b *crm.Broadcast, reason string, by crm.DoneBy) error {
	if err := change(tx, b, crm.BroadcastPaused, reason, by); err != nil {
		return err
	}
	if b.PreparedAt == nil { // its audience is expanded all the same
		return nil
	}
	return s.runs.End(tx, keyOf(*b), crm.RunCanceled, "")
}
