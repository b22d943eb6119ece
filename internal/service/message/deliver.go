package message

import (
	"cmp"
	"context"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
	"service.example/crm/internal/whatsapp/outgoing"
)

// dispatch is a message that was claimed for one call to the provider.
type dispatch struct {
	Message  *crm.Message
	Number   crm.PhoneNumber
	Outgoing *outgoing.Message
	Client   *whatsapp.Client
	Token    string

	ends time.Time // until when the message is tried to be sent
	// heldSince is since when people have to mend something; zero where nothing is known
	// to be.
	heldSince time.Time
	// barred is why no call is to be made; nil for one that is.
	barred error
	used   []usedUpload
}

// maxSendAttempts bounds the calls for one message that were answered, or may
// have been: those that never got out, or met a provider that was away, do not
// count.
const maxSendAttempts = 12

// beginSend claims a message for one call. A nil dispatch means that nothing
// is to be sent: the message was settled, canceled, expired or refused, and
// the job is finished; or its last call's outcome is unknown and the job was
// given back (retried true) until a status settles it or the grace is over.
func (s *Messages) beginSend(ctx context.Context, j jobs.Job) (d *dispatch, retried bool, err error) {
	var m *crm.Message
	var number crm.PhoneNumber
	var barred error
	err = s.db.Update(db.Beside(ctx, BesideMessages), j.Queue, func(tx *db.Tx) error {
		d, retried, barred = nil, false, nil
		if m, err = ClaimMessage(tx, j.WorkspaceID, j.Payload); err != nil {
			return err
		}
		if m == nil {
			if m, retried, err = s.resumeSend(tx, j); m == nil || err != nil {
				return err
			}
		}
		if number, err = s.account.Number(ctx, m); err != nil {
			return err
		}
		var refusal *Move
		if m.ScheduledAt != nil && len(m.Attempts) == 1 { // accepted as something for later
			conversation.Speaks(tx, m)
		}
		if d, refusal, err = s.outgoing(ctx, tx, m, number); err != nil && whatsapp.HoldOf(err) == "" {
			return err
		}
		barred = err // it waits, like one that the provider refuses for the same reason
		if refusal != nil {
			jobs.FinishJob(tx, j)
			return s.move(tx, m, *refusal)
		}
		return nil
	})
	if err != nil || d == nil {
		return nil, retried, err
	}
	if d.barred = barred; barred != nil {
		return d, false, nil
	}
	if d.Client, d.Token, err = s.account.Credentials(ctx, m.WorkspaceID, number.MessagingAccountID); err != nil {
		retried, err = s.endSend(ctx, j, d, whatsapp.Sent{}, err)
		return nil, retried, err
	}
	return d, false, nil
}

// resumeSend decides about a message that is not queued any more. A call that a
// crash left open, or whose answer never came, may have had its effect: it is
// not repeated until a status had time to tell.
func (s *Messages) resumeSend(tx *db.Tx, j jobs.Job) (m *crm.Message, retried bool, err error) {
	if m, err = LockMessage(tx, j.WorkspaceID, j.Payload); err != nil {
		if crm.AsError(err).Kind == crm.KindNotFound {
			jobs.FinishJob(tx, j)
			return nil, false, nil
		}
		return nil, false, err
	}
	if m.Status != crm.StatusSending || len(m.Attempts) == 0 {
		jobs.FinishJob(tx, j)
		s.settleLast(tx, m)
		return nil, false, nil
	}
	switch last := m.Attempts[len(m.Attempts)-1]; last.Outcome {
	case crm.OutcomeOpen:
		noteAttempt(tx, m.WorkspaceID, m.ID, crm.Attempt{Outcome: crm.OutcomeUnknown, Detail: "The process ended during the call."})
		jobs.RetryJob(tx, j, tx.Now().Add(s.opt.UnknownGrace+settleLag), true)
		tx.After(func() { core.Count(s.metrics.AttemptsUnknown) })
		return nil, true, nil
	case crm.OutcomeUnknown:
		again, err := s.mayBeTold(tx, m, last)
		if err != nil {
			return nil, false, err
		}
		if !again.IsZero() {
			jobs.RetryJob(tx, j, again, false)
			return nil, true, nil
		}
		if j.Attempt >= maxSendAttempts {
			jobs.FinishJob(tx, j)
			return nil, false, s.move(tx, m, Move{Status: crm.StatusFailed, At: tx.Now(),
				Error: &crm.MessageError{Code: crm.CodeOutcomeUnknown, Detail: "The provider never said whether it took the message."}})
		}
		// The grace is over and no status came: the call had no effect.
		tx.After(func() { core.Count(s.metrics.AttemptsRepeated) })
		RequeueMessage(tx, m, last)
		m, err = ClaimMessage(tx, j.WorkspaceID, j.Payload)
		return m, false, err
	}
	return nil, false, errors.New("a message is sending but its last call ended")
}

// settleLast ends a call that a crash left open, or that was not answered, if a
// status has told of the message before that was known: unknown to us, and settled.
func (s *Messages) settleLast(tx *db.Tx, m *crm.Message) {
	if len(m.Attempts) == 0 {
		return
	}
	now, last := tx.Now(), m.Attempts[len(m.Attempts)-1]
	if last.Outcome == crm.OutcomeOpen {
		noteAttempt(tx, m.WorkspaceID, m.ID, crm.Attempt{Outcome: crm.OutcomeUnknown, Detail: "The process ended during the call."})
		tx.After(func() { core.Count(s.metrics.AttemptsUnknown) })
	}
	if last.Outcome == crm.OutcomeOpen || m.AwaitsOutcome() {
		noteAttempt(tx, m.WorkspaceID, m.ID, crm.Attempt{SettledAt: &now})
	}
}

// outgoing renders the message for the provider, or tells why it may not be
// sent any more: everything that was checked when it was accepted is checked
// again now.
func (s *Messages) outgoing(ctx context.Context, tx *db.Tx, m *crm.Message, number crm.PhoneNumber) (*dispatch, *Move, error) {
	now := tx.Now()
	d := &dispatch{Message: m, Number: number, ends: m.LivesUntil(),
		Outgoing: &outgoing.Message{PhoneNumberID: number.ProviderID, To: m.To, Recipient: m.UserID, Type: m.Type, Content: m.Content, CallbackData: m.ID}}
	if !d.ends.IsZero() && !now.Before(d.ends) {
		return nil, expired(m, now, nil), nil
	}
	var err error
	d.used, err = nameFiles(tx, number, m)
	if err == nil {
		err = s.recheck(ctx, tx, m, d)
	}
	var known *crm.Error
	switch {
	case !errors.As(err, &known) || known.Kind == crm.KindInternal || known.Kind == crm.KindUnavailable || whatsapp.HoldOf(err) != "":
		return d, nil, err
	case known.Code == crm.CodeWindowClosed && (m.ScheduledAt == nil || len(m.Attempts) > 1):
		return nil, expired(m, now, nil), nil // it was open when the message was accepted
	}
	return nil, &Move{Status: crm.StatusFailed, At: now, Attempt: notMade, Error: &crm.MessageError{Code: known.Code, Detail: known.Error()}}, nil
}

// notMade ends an attempt that was claimed but refused before any call.
var notMade = &crm.Attempt{Outcome: crm.OutcomeRefused, Detail: "Refused before the call."}

func (s *Messages) recheck(ctx context.Context, tx *db.Tx, m *crm.Message, d *dispatch) error {
	out, number := d.Outgoing, d.Number
	if m.ReplyTo != "" {
		quoted, err := Message(tx, m.WorkspaceID, m.ReplyTo)
		if err != nil {
			return err
		}
		out.ReplyTo = quoted.ProviderMessageID
	}
	account, err := s.account.Account(ctx, m.WorkspaceID, number.MessagingAccountID)
	account.BudgetStops = nil // a budget refuses what is not accepted yet
	if err = cmp.Or(err, number.CheckSend()); err != nil {
		return err
	}
	if m.Content.Template == nil {
		conv, err := contact.Conversation(tx, m.WorkspaceID, m.ConversationID)
		if err != nil {
			return err
		}
		m.AnswersReferral = conv.OpensFreeEntry(tx.Now())
		if closes := conv.WindowClosesAt(); closes != nil && (d.ends.IsZero() || closes.Before(d.ends)) {
			d.ends = *closes
		}
		_, err = account.CheckSend("", tx.Now())
		err = cmp.Or(err, conv.CheckWindow(tx.Now()))
		if err == nil && !conv.FreeEntryAt(tx.Now()) {
			err = account.PaymentMissing(false)
			d.heldSince = at(account.UnpaidSince)
		}
		return err
	}
	var f crm.Faults
	t, err := s.template.Template(ctx, m.WorkspaceID, number.MessagingAccountID, m.Content.Template, &f)
	if err != nil {
		return err
	}
	if t != nil {
		t.Sendable(&f)
		t.Form.Check(m.Content.Template, &f)
		out.Form, out.Category = t.Form, t.Category
	}
	windowNeeded, err := account.CheckSend(out.Category, tx.Now())
	missing := account.PaymentMissing(true)
	if err = cmp.Or(f.Err(), err, m.Refusals.CheckConsent(out.Category)); err != nil || !windowNeeded && missing == nil {
		return err
	}
	conv, err := contact.Conversation(tx, m.WorkspaceID, m.ConversationID)
	switch {
	case err != nil:
		return err
	case windowNeeded && conv.CheckWindow(tx.Now()) != nil:
		return account.NeedsWindow(tx.Now())
	case conv.FreeEntryAt(tx.Now()):
		return nil // costs nothing
	}
	d.heldSince = at(account.UnpaidSince)
	return missing
}

// at is a time that may be nil, which is zero.
func at(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// endSend records what came of the call: known, refused or unknown, and
// finishes the job or gives it back (retried true).
func (s *Messages) endSend(ctx context.Context, j jobs.Job, d *dispatch, sent whatsapp.Sent, failure error) (retried bool, err error) {
	err = s.db.Update(db.Beside(ctx, BesideMessages), j.Queue, func(tx *db.Tx) (err error) {
		if failure == nil {
			jobs.FinishJob(tx, j)
			return s.noteSent(tx, d.Message, sent)
		}
		retried, err = s.notAccepted(tx, j, d, failure)
		return err
	})
	return retried, err
}

// noteSent records that the provider took a message.
func (s *Messages) noteSent(tx *db.Tx, m *crm.Message, sent whatsapp.Sent) error {
	now := tx.Now()
	status, known, parked, err := AcceptMessage(tx, m, sent.MessageID, now)
	if err != nil {
		return err
	}
	tx.After(func() {
		core.Count(s.metrics.AttemptsKnown)
		s.account.NoteTraffic(account.NumberKey{WorkspaceID: m.WorkspaceID, NumberID: m.PhoneNumberID}, now, crm.Traffic{Sent: 1})
	})
	if m.AnswersReferral {
		contact.OpenFreeEntry(tx, m.WorkspaceID, m.ConversationID, now)
	}
	if err := noteOwnReaction(tx, m, now); err != nil {
		return err
	}
	if status == crm.StatusAccepted {
		told := *m
		told.Status, told.ProviderMessageID = status, known
		if m.AnswersContact() { // else a status came first, and its change noted it
			if err := noteAnswer(tx, m); err != nil {
				return err
			}
		}
		if err := tellStatus(tx, &told, crm.StatusSending, sent.Held()); err != nil {
			return err
		}
	}
	if len(parked) == 0 {
		return nil
	}
	return s.applyParked(tx, m, parked)
}

func (s *Messages) notAccepted(tx *db.Tx, j jobs.Job, d *dispatch, failure error) (retried bool, err error) {
	m, now := d.Message, tx.Now()
	attempt := crm.Attempt{Outcome: crm.OutcomeRefused, Detail: failure.Error()}
	var refusal *whatsapp.APIError
	if errors.As(failure, &refusal) {
		attempt.Provider, attempt.Detail = refusal.Provider(), ""
	}
	class := whatsapp.Classify(failure)
	if class == whatsapp.ClassUnknown {
		attempt.Outcome = crm.OutcomeUnknown
		tx.After(func() { core.Count(s.metrics.AttemptsUnknown) })
		noteAttempt(tx, m.WorkspaceID, m.ID, attempt)
		jobs.RetryJob(tx, j, now.Add(s.opt.UnknownGrace+settleLag), true)
		return true, nil
	}
	tx.After(func() { core.Count(s.metrics.AttemptsRefused) })
	if forgetsFiles(tx, d, refusal) {
		RequeueMessage(tx, m, attempt)
		jobs.RetryJob(tx, j, now, true)
		return true, nil
	}
	if kept, err := keep(s, tx, j, d, attempt, failure); kept || err != nil {
		return kept, err
	}
	if whatsapp.Away(failure) {
		RequeueMessage(tx, m, attempt)
		jobs.RetryJob(tx, j, d.earlier(now.Add(core.Jitter(awayPause(m)))), false)
		return true, nil
	}
	repeat := (class == whatsapp.ClassRetry || class == whatsapp.ClassLater) && j.Attempt+1 < maxSendAttempts
	at := now.Add(core.Jitter(whatsapp.Delay(failure, j.Attempt)))
	if repeat && (d.ends.IsZero() || at.Before(d.ends)) {
		RequeueMessage(tx, m, attempt)
		jobs.RetryJob(tx, j, at, true)
		return true, nil
	}
	// A status may have come on another connection before this answer.
	current, err := LockMessage(tx, m.WorkspaceID, m.ID)
	if err != nil {
		return false, err
	}
	jobs.FinishJob(tx, j)
	end := Move{Status: crm.StatusFailed, At: now, Error: messageError(class, refusal, failure)}
	if repeat { // its time is over before it may be tried again
		end = *expired(m, now, end.Error.Provider)
	}
	end.Attempt = &attempt
	return false, s.move(tx, current, end)
}

// Pauses before a message is tried again that met a provider that was away.
const (
	awayBase  = time.Second
	awayLimit = 15 * time.Second
)

func awayPause(m *crm.Message) time.Duration {
	return min(awayBase<<min(max(len(m.Attempts)-1, 0), 10), awayLimit)
}

// earlier returns the time, or the end of the message's life if that is first:
// then it is told that the message has expired.
func (d *dispatch) earlier(at time.Time) time.Time {
	if !d.ends.IsZero() && d.ends.Before(at) {
		return d.ends
	}
	return at
}

func messageError(class whatsapp.Class, refusal *whatsapp.APIError, failure error) *crm.MessageError {
	e := &crm.MessageError{Code: crm.CodeProviderRefused, Detail: "The provider refused the message."}
	if class == whatsapp.ClassRetry || class == whatsapp.ClassLater {
		e.Code, e.Detail = crm.CodeRetriesExhausted, "The provider did not take the message after every retry."
	}
	var ours *crm.Error
	switch {
	case refusal != nil:
		e.Provider = refusal.Provider()
	case errors.As(failure, &ours):
		e.Code, e.Detail = ours.Code, ours.Message
	}
	return e
}

// giveUpSend fails a message whose job failed again and again for reasons of
// our own.
func (s *Messages) giveUpSend(ctx context.Context, j jobs.Job, cause error) error {
	return s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		m, err := LockMessage(tx, j.WorkspaceID, j.Payload)
		if err != nil {
			return err
		}
		jobs.FinishJob(tx, j)
		return s.move(tx, m, Move{Status: crm.StatusFailed, At: tx.Now(),
			Error: &crm.MessageError{Code: crm.CodeInternal, Detail: "The message could not be sent for a reason of our own."}})
	})
}
