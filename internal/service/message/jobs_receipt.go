package message

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// rooms find the room of a transaction, for what statuses of messages set off.
var rooms = db.NewSlot[*Messages]()

// Viewed has the contact told that their newest message was read, where the phone
// number wants that and the user to whom the conversation is assigned has read so
// much of it that this is so.
func (s *Messages) Viewed(tx *db.Tx, c crm.Conversation, userID string, inbounds int64) error {
	if c.AgentID != userID {
		return nil
	}
	if policy, err := s.account.ReadReceipts(c.WorkspaceID, c.PhoneNumberID); err != nil || policy != crm.ReceiptsWhenViewed {
		return err
	}
	// The message first: one that comes between them counts, and nothing is told.
	newest, err := newestInbound(tx, c.WorkspaceID, c.ID, "")
	if err != nil || newest == "" {
		return err
	}
	state, found, err := conversation.State(tx, c.WorkspaceID, c.ID)
	if err != nil || !found || inbounds < state.Inbounds {
		return err
	}
	return enqueueReceipt(tx, c.WorkspaceID, c.ID, c.PhoneNumberID, newest)
}

// noteAnswer notes that the provider took an answer, and has the contact told that
// what it answers was read, where the phone number wants that.
func noteAnswer(tx *db.Tx, m *crm.Message) error {
	if err := conversation.Answered(tx, m); err != nil {
		return err
	}
	policy, err := rooms.Of(tx).account.ReadReceipts(m.WorkspaceID, m.PhoneNumberID)
	if err != nil || policy != crm.ReceiptsWhenAnswered {
		return err
	}
	return tellRead(tx, m.WorkspaceID, m.ConversationID, m.PhoneNumberID, m.ID)
}

// Trying longer would tell the contact of what was read long ago.
const (
	receiptTries    = 40
	receiptPause    = 5 * time.Second
	receiptPauseMax = 15 * time.Minute
)

// MarkMessagesRead tells contacts that their messages were read. Telling it once more
// changes nothing at the provider, so a call whose outcome is unknown is repeated.
func MarkMessagesRead(svc *Messages) jobs.Kind {
	return jobs.Kind{Name: jobMarkRead, Concurrency: 8, Hold: 1024, Handle: func(ctx context.Context, batch []jobs.Job) error {
		j := batch[0]
		err := tellReceipt(ctx, svc, j)
		again := err != nil && whatsapp.Classify(err) != whatsapp.ClassRefused && j.Attempt+1 < receiptTries
		if err != nil {
			svc.log.Warn("a contact could not be told that a message was read", "message", j.Payload, "attempt", j.Attempt+1, "again", again, "error", err)
		}
		err = svc.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
			if again {
				jobs.RetryJob(tx, j, tx.Now().Add(core.Jitter(min(receiptPause<<min(j.Attempt, 20), receiptPauseMax))), true)
			} else {
				jobs.FinishJob(tx, j)
			}
			return nil
		})
		if err == nil && again {
			err = jobs.ErrRetried
		}
		return err
	}}
}

// tellReceipt does the work of one jobMarkRead; nothing if a later message is told of,
// or the number wants none any more.
func tellReceipt(ctx context.Context, s *Messages, j jobs.Job) error {
	var m *crm.Message
	var newest string
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { m, newest, err = receiptOf(tx, j); return err })
	if crm.CodeOf(err) == crm.CodeNotFound || err == nil && (newest != m.ID || m.CheckMarkable(s.now()) != nil) {
		return nil
	}
	if err != nil {
		return err
	}
	number, err := s.account.Number(ctx, m)
	if err != nil || number.ReadReceipts == crm.ReceiptsNever {
		return err
	}
	client, token, err := s.account.Credentials(ctx, m.WorkspaceID, number.MessagingAccountID)
	if err != nil {
		return err
	}
	call, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	return client.MarkRead(call, token, number.ProviderID, m.ProviderMessageID, false)
}
