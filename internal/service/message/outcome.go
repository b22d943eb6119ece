package message

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/spill"
	"service.example/crm/internal/whatsapp"
)

// Pauses between two tries to record what came of a call.
const (
	recordBase  = 50 * time.Millisecond
	recordLimit = 2 * time.Second
)

// recordSend is endSend, tried again until the database takes what came of the
// call: an outcome that is known must not become unknown only because the
// database was away. It fails when ctx ends, or when the job was taken over by
// another node; a message that the provider took is then settled all the same.
// A message that is not there any more went with the end of the database's log,
// and its job with it: who waited for it would hold its conversation up for ever.
func (s *Messages) recordSend(ctx context.Context, j jobs.Job, d *dispatch, sent whatsapp.Sent, failure error) (retried bool, err error) {
	slot, told := -1, false
	for try := 0; ; try++ {
		retried, err = s.endSend(context.WithoutCancel(ctx), j, d, sent, failure)
		if failure == nil && providerIDTaken(err) {
			sent = s.markTaken(d.Message.ID, sent)
			continue
		}
		if errors.Is(err, jobs.ErrLost) && failure == nil {
			if lost := s.settleSent(context.WithoutCancel(ctx), d.Message, sent); lost != nil {
				err = lost
			}
		}
		if err == nil || errors.Is(err, jobs.ErrLost) {
			s.forgetOutcome(slot)
			return retried, err
		}
		if crm.CodeOf(err) == crm.CodeNotFound {
			s.log.Error("a sent message is lost: the database no longer has it", "message", d.Message.ID, "providerMessageId", sent.MessageID)
			s.forgetOutcome(slot)
			return false, jobs.ErrLost
		}
		if !told {
			told = true
			s.log.Error("the outcome of a send could not be recorded yet", "message", d.Message.ID, "error", err)
			slot = s.keepOutcome(j, d, sent, failure)
		}
		pause := min(recordBase<<min(try, 10), recordLimit)
		select {
		case <-ctx.Done():
			return false, err
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
	}
}

// takenMark stands between an id of the provider that another message has and our
// own: so it is kept, and looked up by nobody.
const takenMark = "#"

// markTaken gives the provider's answer an id that is stored: the provider, or a
// simulator that began anew, gave one a second time. The message was sent, and
// must not be sent again for that.
func (s *Messages) markTaken(message string, sent whatsapp.Sent) whatsapp.Sent {
	s.log.Warn("the provider returned the same id twice; the message counts as sent", "message", message, "providerMessageId", sent.MessageID)
	sent.MessageID += takenMark + message
	return sent
}

// settleSent records that the provider took a message whose job was taken over
// by another node while the outcome could not be recorded.
func (s *Messages) settleSent(ctx context.Context, m *crm.Message, sent whatsapp.Sent) error {
	settle := func() error { return s.settleOnce(ctx, m, sent) }
	err := settle()
	if providerIDTaken(err) {
		sent = s.markTaken(m.ID, sent)
		err = settle()
	}
	return err
}

func (s *Messages) settleOnce(ctx context.Context, m *crm.Message, sent whatsapp.Sent) error {
	return s.db.Update(ctx, m.PhoneNumberID, func(tx *db.Tx) error {
		current, err := LockMessage(tx, m.WorkspaceID, m.ID)
		if err != nil || current.Status != crm.StatusSending {
			return err
		}
		jobs.DropJob(tx, JobSendMessage, m.ConversationID, m.ID)
		jobs.DropJob(tx, JobSendMessage, m.ID, m.ID)
		current.AnswersReferral = m.AnswersReferral
		return s.noteSent(tx, current, sent)
	})
}

// outcomeContext binds a kept outcome to its purpose.
const outcomeContext = "outcome of a send"

// keptOutcome is what is kept of a call that took effect, until the database
// takes it. A call that was refused is not kept: to make it again does no harm.
type keptOutcome struct {
	Job               jobs.Job `json:"job"`
	ProviderMessageID string   `json:"id"`
	AnswersReferral   bool     `json:"referral,omitempty"`
}

// keepOutcome puts what came of a call into the spill file, where there is
// one, and returns its slot, or -1.
func (s *Messages) keepOutcome(j jobs.Job, d *dispatch, sent whatsapp.Sent, failure error) int {
	if s.opt.Outcomes == nil || failure != nil {
		return -1
	}
	plain, err := json.Marshal(keptOutcome{j, sent.MessageID, d.Message.AnswersReferral})
	var sealed []byte
	if err == nil {
		sealed, err = s.box.Seal(plain, outcomeContext)
	}
	slot := -1
	if err == nil {
		slot, err = s.opt.Outcomes.Put(sealed)
	}
	if err != nil {
		s.log.Error("the outcome of a send is only in memory until the database accepts it", "message", d.Message.ID, "error", err)
		return -1
	}
	return slot
}

func (s *Messages) forgetOutcome(slot int) {
	if slot < 0 {
		return
	}
	if err := s.opt.Outcomes.Free(slot); err != nil {
		s.log.Warn("a recorded outcome could not be removed from the spill file; it is ignored at the next start", "error", err)
	}
}

// KeepOutcomes opens the spill file at path, with room for so many calls, and
// records what a former life of this process could not record. It must return
// before any job is claimed.
func (s *Messages) KeepOutcomes(ctx context.Context, path string, calls int) error {
	type kept struct {
		slot   int
		sealed []byte
	}
	var list []kept
	file, err := spill.Open(path, calls, func(slot int, record []byte) {
		list = append(list, kept{slot, record})
	})
	if err != nil {
		return err
	}
	s.opt.Outcomes = file
	for _, k := range list {
		if err := s.replayOutcome(ctx, k.sealed); err != nil {
			return err
		}
		s.forgetOutcome(k.slot)
	}
	return nil
}

func (s *Messages) replayOutcome(ctx context.Context, sealed []byte) error {
	plain, err := s.box.Open(sealed, outcomeContext)
	var o keptOutcome
	if err == nil {
		err = json.Unmarshal(plain, &o)
	}
	if err != nil { // a crash cut it off, or it is of another database
		s.log.Warn("ignoring a saved outcome of a send that cannot be read", "error", err)
		return nil
	}
	err = s.replayOnce(ctx, o)
	if providerIDTaken(err) {
		o.ProviderMessageID = s.markTaken(o.Job.Payload, whatsapp.Sent{MessageID: o.ProviderMessageID}).MessageID
		err = s.replayOnce(ctx, o)
	}
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil
	}
	if err == nil {
		s.log.Info("recorded the outcome of a send that was left over from the last run", "message", o.Job.Payload)
	}
	return err
}

func (s *Messages) replayOnce(ctx context.Context, o keptOutcome) error {
	return s.db.Update(ctx, o.Job.Queue, func(tx *db.Tx) error {
		m, err := LockMessage(tx, o.Job.WorkspaceID, o.Job.Payload)
		if err != nil || m.Status != crm.StatusSending || len(m.Attempts) == 0 || m.Attempts[len(m.Attempts)-1].Outcome == crm.OutcomeKnown {
			return err // it was recorded after all
		}
		jobs.DropJobByID(tx, o.Job.WorkspaceID, o.Job.ID)
		m.AnswersReferral = o.AnswersReferral
		return s.noteSent(tx, m, whatsapp.Sent{MessageID: o.ProviderMessageID})
	})
}

// CloseOutcomes closes the spill file, when nothing is sent any more.
func (s *Messages) CloseOutcomes() error {
	if s.opt.Outcomes == nil {
		return nil
	}
	return s.opt.Outcomes.Close()
}
