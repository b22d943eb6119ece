package message

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
)

// Message returns one message with its timeline and attempts, by our identifier
// or by the provider's, which events carry.
func (s *Messages) Message(ctx context.Context, actor crm.Actor, id string) (m *crm.Message, err error) {
	if err := actor.Require(crm.ScopeMessagesRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { m, err = messageFor(tx, actor, id); return err })
	return m, err
}

// messageFor is messageOf as far as the actor's reach goes.
func messageFor(tx *db.Tx, actor crm.Actor, id string) (*crm.Message, error) {
	m, err := messageOf(tx, actor.WorkspaceID, id)
	if err != nil || actor.Reach.IsWhole() {
		return m, err
	}
	seen, err := reach.SeesConversation(tx, m.WorkspaceID, actor.Reach, m.ConversationID)
	if err == nil && !seen {
		err = crm.NotFound("message", id)
	}
	return m, err
}

// messageOf finds a message by our identifier or by the provider's.
func messageOf(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	if crm.ValidID(crm.PrefixMessage, id) {
		return Message(tx, workspaceID, id)
	}
	return messageCalled(tx, workspaceID, id)
}

// Messages returns a page of messages, newest first.
func (s *Messages) Messages(ctx context.Context, actor crm.Actor, f MessageFilter, p crm.Page) (list crm.List[*crm.Message], err error) {
	if err := actor.Require(crm.ScopeMessagesRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		list, err = ListMessages(tx, actor.WorkspaceID, actor.Reach, f, p)
		return err
	})
	return list, err
}

// CancelMessage stops a message that is still scheduled or queued. Anything
// further is a KindConflict error: it may have left already.
func (s *Messages) CancelMessage(ctx context.Context, actor crm.Actor, id string) (*crm.Message, error) {
	if err := actor.Require(crm.ScopeMessagesWrite); err != nil {
		return nil, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[*crm.Message]) (m *crm.Message, err error) {
		if m, err = s.Message(ctx, actor.With(crm.ScopeMessagesRead), id); err != nil {
			return nil, err
		}
		err = s.db.Update(ctx, m.PhoneNumberID, func(tx *db.Tx) error {
			if m, err = LockMessage(tx, actor.WorkspaceID, m.ID); err != nil {
				return err
			}
			if m.Direction != crm.Outbound || m.Status != crm.StatusScheduled && m.Status != crm.StatusQueued {
				return crm.Errorf(crm.KindConflict, crm.CodeNotCancelable, "The message is %s; only a scheduled or queued one can be canceled.", m.Status)
			}
			if err := s.move(tx, m, Move{Status: crm.StatusCanceled, At: tx.Now()}); err != nil {
				return err
			}
			return save(tx, m)
		})
		return m, err
	})
}

// move applies one step to a locked message, tells of it, and keeps m in step.
// A status that comes late only leaves its time.
func (s *Messages) move(tx *db.Tx, m *crm.Message, v Move) error {
	previous := m.Status
	step, changes := s.advance(m, v)
	if !changes {
		return nil
	}
	MoveMessage(tx, m, step)
	if m.Status == previous {
		return nil
	}
	return tellStatus(tx, m, previous, false)
}

// advance applies a step to the message in memory and returns what of it is to
// be written, if anything.
func (s *Messages) advance(m *crm.Message, v Move) (step Move, changes bool) {
	if m.ProviderMessageID == "" {
		m.ProviderMessageID = v.ProviderMessageID
	} else {
		v.ProviderMessageID = ""
	}
	if n := len(m.Attempts); n > 0 && v.Attempt != nil && v.Attempt.SettledAt != nil {
		m.Attempts[n-1].SettledAt = v.Attempt.SettledAt
	}
	if !m.Status.MovesTo(v.Status) {
		if _, seen := m.Times[v.Status]; seen && v.Attempt == nil && !v.Billing {
			return v, false // a repeated status changes nothing
		}
		m.Times[v.Status] = v.At
		v.TimeOnly, v.Status, v.Error = v.Status, m.Status, nil
	} else {
		m.Status, m.Times[v.Status] = v.Status, v.At
	}
	if v.Error != nil {
		m.Error = v.Error
		core.Count(s.metrics.MessagesFailed)
	}
	return v, true
}

func tellStatus(tx *db.Tx, m *crm.Message, previous crm.Status, held bool) error {
	if !m.Status.Told() {
		return nil
	}
	if m.Status == crm.StatusFailed && previous.Rank() >= crm.StatusAccepted.Rank() {
		if err := conversation.AnswerFailed(tx, m); err != nil {
			return err
		}
	}
	if taken(m.Status) && m.Status != crm.StatusAccepted && !taken(previous) {
		if err := noteTaken(tx, m); err != nil {
			return err
		}
	}
	metadata := m.Metadata
	if metadata == nil {
		metadata = map[string]string{}
	}
	return event.AppendEvent(tx, crm.EventMessagesStatusUpdated, m.WorkspaceID, m.ConversationID, m.EventScope(), crm.MessageStatusData{
		MessageID: m.ID, ProviderMessageID: m.ProviderMessageID, Status: m.Status, PreviousStatus: previous,
		Error: crm.EventErrorOf(m.Failure()), Charge: m.Charge, Metadata: metadata,
		ConversationID: m.ConversationID, ContactID: m.ContactID, SentBy: m.Content.SentBy.DoneBy(), Held: held,
	})
}

// taken reports whether a status says that the provider took the message.
func taken(s crm.Status) bool {
	return s != crm.StatusFailed && s.Rank() >= crm.StatusAccepted.Rank() && s != crm.StatusExpired && s != crm.StatusCanceled
}

// noteTaken notes an answer of which a status tells that the provider took it,
// because its own answer to the call was lost or is still under way.
func noteTaken(tx *db.Tx, m *crm.Message) error {
	full, err := Message(tx, m.WorkspaceID, m.ID) // m is known by its head
	if err != nil || !full.AnswersContact() {
		return err
	}
	return noteAnswer(tx, full)
}
