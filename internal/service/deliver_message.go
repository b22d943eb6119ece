package service

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// Dispatch is a message that was claimed for one call to the provider.
type Dispatch struct {
	Message  *crm.Message
	Number   crm.PhoneNumber
	Outgoing *whatsapp.Outgoing
	Client   *whatsapp.Client
	Token    string

	ends time.Time // until when the message is tried to be sent
	used []usedUpload
}

// maxSendAttempts bounds the calls for one message that were answered, or may
// have been: those that never got out, or met a provider that was away, do not
// count.
const maxSendAttempts = 12

// BeginSend claims a message for one call. A nil Dispatch means that nothing
// is to be sent: the message was settled, canceled, expired or refused, and
// the job is finished; or its last call's outcome is unknown and the job was
// given back (retried true) until a status settles it or the grace is over.
func (s *Service) BeginSend(ctx context.Context, j store.Job) (d *Dispatch, retried bool, err error) {
	var m *crm.Message
	var number crm.PhoneNumber
	err = s.db.Update(db.Beside(ctx, besideMessages), j.Queue, func(tx *store.Tx) error {
		d, retried = nil, false
		if m, err = tx.ClaimMessage(j.WorkspaceID, j.Payload); err != nil {
			return err
		}
		if m == nil {
			if m, retried, err = s.resume(tx, j); m == nil || err != nil {
				return err
			}
		}
		if number, err = s.number(ctx, m); err != nil {
			return err
		}
		var refusal *store.Move
		if d, refusal, err = s.outgoing(ctx, tx, m, number); err != nil {
			return err
		}
		if refusal != nil {
			tx.FinishJob(j)
			return s.move(tx, m, *refusal)
		}
		return nil
	})
	if err != nil || d == nil {
		return nil, retried, err
	}
	if d.Client, d.Token, err = s.credentials(ctx, m.WorkspaceID, number.MessagingAccountID); err != nil {
		retried, err = s.EndSend(ctx, j, d, whatsapp.Sent{}, err)
		return nil, retried, err
	}
	return d, false, nil
}

// resume decides about a message that is not queued any more. A call that a
// crash left open, or whose answer never came, may have had its effect: it is
// not repeated until a status had time to tell.
func (s *Service) resume(tx *store.Tx, j store.Job) (m *crm.Message, retried bool, err error) {
	if m, err = tx.LockMessage(j.WorkspaceID, j.Payload); err != nil {
		if crm.AsError(err).Kind == crm.KindNotFound {
			tx.FinishJob(j)
			return nil, false, nil
		}
		return nil, false, err
	}
	if m.Status != crm.StatusSending || len(m.Attempts) == 0 {
		tx.FinishJob(j)
		s.settleOpen(tx, m)
		return nil, false, nil
	}
	switch last := m.Attempts[len(m.Attempts)-1]; last.Outcome {
	case crm.OutcomeOpen:
		tx.NoteAttempt(m.WorkspaceID, m.ID, crm.Attempt{Outcome: crm.OutcomeUnknown, Detail: "The process ended during the call."})
		tx.RetryJob(j, tx.Now().Add(s.opt.UnknownGrace+settleLag), true)
		tx.After(func() { count(s.Metrics.AttemptsUnknown) })
		return nil, true, nil
	case crm.OutcomeUnknown:
		again, err := s.mayBeTold(tx, m, last)
		if err != nil {
			return nil, false, err
		}
		if !again.IsZero() {
			tx.RetryJob(j, again, false)
			return nil, true, nil
		}
		if j.Attempt >= maxSendAttempts {
			tx.FinishJob(j)
			return nil, false, s.move(tx, m, store.Move{Status: crm.StatusFailed, At: tx.Now(),
				Error: &crm.MessageError{Code: crm.CodeOutcomeUnknown, Detail: "The provider never said whether it took the message."}})
		}
		// The grace is over and no status came: the call had no effect.
		tx.After(func() { count(s.Metrics.AttemptsRepeated) })
		tx.RequeueMessage(m, last)
		m, err = tx.ClaimMessage(j.WorkspaceID, j.Payload)
		return m, false, err
	}
	return nil, false, errors.New("a message is sending but its last call ended")
}

// settleOpen ends a call that a crash left open although a status has told of
// the message since: unknown to us, and settled.
func (s *Service) settleOpen(tx *store.Tx, m *crm.Message) {
	if len(m.Attempts) == 0 || m.Attempts[len(m.Attempts)-1].Outcome != crm.OutcomeOpen {
		return
	}
	now := tx.Now()
	tx.NoteAttempt(m.WorkspaceID, m.ID, crm.Attempt{Outcome: crm.OutcomeUnknown, Detail: "The process ended during the call."})
	tx.NoteAttempt(m.WorkspaceID, m.ID, crm.Attempt{SettledAt: &now})
	tx.After(func() { count(s.Metrics.AttemptsUnknown) })
}

// outgoing renders the message for the provider, or tells why it may not be
// sent any more: everything that was checked when it was accepted is checked
// again now.
func (s *Service) outgoing(ctx context.Context, tx *store.Tx, m *crm.Message, number crm.PhoneNumber) (*Dispatch, *store.Move, error) {
	now := tx.Now()
	d := &Dispatch{Message: m, Number: number, ends: m.LivesUntil(),
		Outgoing: &whatsapp.Outgoing{PhoneNumberID: number.ProviderID, To: m.To, Recipient: m.UserID, Type: m.Type, Content: m.Content, CallbackData: m.ID}}
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
	case !errors.As(err, &known) || known.Kind == crm.KindInternal || known.Kind == crm.KindUnavailable:
		return d, nil, err
	case known.Code == crm.CodeWindowClosed && (m.ScheduledAt == nil || len(m.Attempts) > 1):
		return nil, expired(m, now, nil), nil // it was open when the message was accepted
	}
	return nil, &store.Move{Status: crm.StatusFailed, At: now, Attempt: notMade, Error: &crm.MessageError{Code: known.Code, Detail: known.Error()}}, nil
}

// notMade ends an attempt that was claimed but refused before any call.
var notMade = &crm.Attempt{Outcome: crm.OutcomeRefused, Detail: "Refused before the call."}

func (s *Service) recheck(ctx context.Context, tx *store.Tx, m *crm.Message, d *Dispatch) error {
	out, number := d.Outgoing, d.Number
	if m.ReplyTo != "" {
		quoted, err := tx.Message(m.WorkspaceID, m.ReplyTo)
		if err != nil {
			return err
		}
		out.ReplyTo = quoted.ProviderMessageID
	}
	account, err := s.account(ctx, m.WorkspaceID, number.MessagingAccountID)
	if err = cmp.Or(err, number.CheckSend()); err != nil {
		return err
	}
	if m.Content.Template == nil {
		thread, err := tx.Conversation(m.WorkspaceID, m.ConversationID)
		if err != nil {
			return err
		}
		m.AnswersReferral = thread.OpensFreeEntry(tx.Now())
		if closes := thread.WindowClosesAt(); closes != nil && (d.ends.IsZero() || closes.Before(d.ends)) {
			d.ends = *closes
		}
		_, err = account.CheckSend("", tx.Now())
		return cmp.Or(err, thread.CheckWindow(tx.Now()))
	}
	var f crm.Faults
	t, err := s.template(ctx, m.WorkspaceID, number.MessagingAccountID, m.Content.Template, &f)
	if err != nil {
		return err
	}
	if t != nil {
		t.Sendable(&f)
		t.Form.Check(m.Content.Template, &f)
		out.Form, out.Category = t.Form, t.Category
	}
	windowNeeded, err := account.CheckSend(out.Category, tx.Now())
	if err = cmp.Or(f.Err(), err, m.Refusals.CheckConsent(out.Category)); err != nil || !windowNeeded {
		return err
	}
	thread, err := tx.Conversation(m.WorkspaceID, m.ConversationID)
	if err == nil && thread.CheckWindow(tx.Now()) != nil {
		err = account.NeedsWindow(tx.Now())
	}
	return err
}

// EndSend records what came of the call: known, refused or unknown, and
// finishes the job or gives it back (retried true).
func (s *Service) EndSend(ctx context.Context, j store.Job, d *Dispatch, sent whatsapp.Sent, failure error) (retried bool, err error) {
	err = s.db.Update(db.Beside(ctx, besideMessages), j.Queue, func(tx *store.Tx) (err error) {
		if failure == nil {
			tx.FinishJob(j)
			return s.noteSent(tx, d.Message, sent)
		}
		retried, err = s.notAccepted(tx, j, d, failure)
		return err
	})
	return retried, err
}

// noteSent records that the provider took a message.
func (s *Service) noteSent(tx *store.Tx, m *crm.Message, sent whatsapp.Sent) error {
	now := tx.Now()
	status, known, parked, err := tx.AcceptMessage(m, sent.MessageID, now)
	if err != nil {
		return err
	}
	tx.After(func() {
		count(s.Metrics.AttemptsKnown)
		s.health.add(numberKey{workspaceID: m.WorkspaceID, numberID: m.PhoneNumberID}, now, crm.Traffic{Sent: 1})
	})
	if m.AnswersReferral {
		tx.OpenFreeEntry(m.WorkspaceID, m.ConversationID, now)
	}
	if err := s.noteOwnReaction(tx, m, now); err != nil {
		return err
	}
	if status == crm.StatusAccepted {
		told := *m
		told.Status, told.ProviderMessageID = status, known
		if err := s.tellStatus(tx, &told, crm.StatusSending); err != nil {
			return err
		}
	}
	if len(parked) == 0 {
		return nil
	}
	return s.applyParked(tx, m, parked)
}

func (s *Service) notAccepted(tx *store.Tx, j store.Job, d *Dispatch, failure error) (retried bool, err error) {
	m, now := d.Message, tx.Now()
	attempt := crm.Attempt{Outcome: crm.OutcomeRefused, Detail: failure.Error()}
	var refusal *whatsapp.APIError
	if errors.As(failure, &refusal) {
		attempt.Provider, attempt.Detail = refusal.Provider(), ""
	}
	class := whatsapp.Classify(failure)
	if class == whatsapp.ClassUnknown {
		attempt.Outcome = crm.OutcomeUnknown
		tx.After(func() { count(s.Metrics.AttemptsUnknown) })
		tx.NoteAttempt(m.WorkspaceID, m.ID, attempt)
		tx.RetryJob(j, now.Add(s.opt.UnknownGrace+settleLag), true)
		return true, nil
	}
	tx.After(func() { count(s.Metrics.AttemptsRefused) })
	if forgetsFiles(tx, d, refusal) {
		tx.RequeueMessage(m, attempt)
		tx.RetryJob(j, now, true)
		return true, nil
	}
	if whatsapp.Away(failure) {
		tx.RequeueMessage(m, attempt)
		tx.RetryJob(j, d.earlier(now.Add(jitter(awayPause(m)))), false)
		return true, nil
	}
	repeat := (class == whatsapp.ClassRetry || class == whatsapp.ClassLater) && j.Attempt+1 < maxSendAttempts
	at := now.Add(jitter(whatsapp.Delay(failure, j.Attempt)))
	if repeat && (d.ends.IsZero() || at.Before(d.ends)) {
		tx.RequeueMessage(m, attempt)
		tx.RetryJob(j, at, true)
		return true, nil
	}
	// A status may have come on another connection before this answer.
	current, err := tx.LockMessage(m.WorkspaceID, m.ID)
	if err != nil {
		return false, err
	}
	tx.FinishJob(j)
	end := store.Move{Status: crm.StatusFailed, At: now, Error: messageError(class, refusal, failure)}
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
func (d *Dispatch) earlier(at time.Time) time.Time {
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

// GiveUpSend fails a message whose job failed again and again for reasons of
// our own.
func (s *Service) GiveUpSend(ctx context.Context, j store.Job, cause error) error {
	return s.db.Update(ctx, j.Queue, func(tx *store.Tx) error {
		m, err := tx.LockMessage(j.WorkspaceID, j.Payload)
		if err != nil {
			return err
		}
		tx.FinishJob(j)
		return s.move(tx, m, store.Move{Status: crm.StatusFailed, At: tx.Now(),
			Error: &crm.MessageError{Code: crm.CodeInternal, Detail: "The message could not be sent for a reason of our own."}})
	})
}

func (s *Service) number(ctx context.Context, m *crm.Message) (crm.PhoneNumber, error) {
	list, err := s.phoneNumbers(ctx, m.WorkspaceID)
	if err != nil {
		return crm.PhoneNumber{}, err
	}
	for _, n := range list {
		if n.ID == m.PhoneNumberID {
			return n, nil
		}
	}
	return crm.PhoneNumber{}, crm.NotFound("phone number", m.PhoneNumberID)
}

// Throughput returns how many messages per second the provider takes of a
// number of ours.
func (s *Service) Throughput(ctx context.Context, workspaceID, phoneNumberID string) int {
	n, err := s.number(ctx, &crm.Message{WorkspaceID: workspaceID, PhoneNumberID: phoneNumberID})
	if err != nil || n.Throughput <= 0 {
		return crm.ThroughputStandard
	}
	return n.Throughput
}

// credentials returns the client and the opened token of an account.
func (s *Service) credentials(ctx context.Context, workspaceID, accountID string) (*whatsapp.Client, string, error) {
	w, err := s.workspace(ctx, workspaceID)
	if err != nil {
		return nil, "", err
	}
	client, err := s.provider(w.Live)
	if err != nil {
		return nil, "", err
	}
	token, err := s.tokens.get(accountID, func() (string, error) {
		var sealed []byte
		err := s.db.View(ctx, func(tx *store.Tx) (err error) { sealed, err = tx.SealedToken(workspaceID, accountID); return err })
		if err != nil {
			return "", err
		}
		plain, err := s.box.Open(sealed, tokenContext(workspaceID, accountID))
		return string(plain), err
	})
	return client, s.ownToken(w.Live, token), err
}

func jitter(d time.Duration) time.Duration {
	return d + time.Duration(float64(d)*0.25*rand.Float64())
}
