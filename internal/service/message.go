package service

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// Message returns one message with its timeline and attempts, by our identifier
// or by the provider's, which events carry.
func (s *Service) Message(ctx context.Context, actor crm.Actor, id string) (m *crm.Message, err error) {
	if err := actor.Require(crm.ScopeMessagesRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { m, err = messageOf(tx, actor.WorkspaceID, id); return err })
	return m, err
}

// messageOf finds a message by our identifier or by the provider's.
func messageOf(tx *store.Tx, workspaceID, id string) (*crm.Message, error) {
	if crm.ValidID(crm.PrefixMessage, id) {
		return tx.Message(workspaceID, id)
	}
	return tx.MessageCalled(workspaceID, id)
}

// Messages returns a page of messages, newest first.
func (s *Service) Messages(ctx context.Context, actor crm.Actor, f store.MessageFilter, p crm.Page) (list crm.List[*crm.Message], err error) {
	if err := actor.Require(crm.ScopeMessagesRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { list, err = tx.Messages(actor.WorkspaceID, f, p); return err })
	return list, err
}

// CancelMessage stops a message that is still scheduled or queued. Anything
// further is a KindConflict error: it may have left already.
func (s *Service) CancelMessage(ctx context.Context, actor crm.Actor, id string) (*crm.Message, error) {
	if err := actor.Require(crm.ScopeMessagesWrite); err != nil {
		return nil, err
	}
	return once(ctx, s, actor, func(save saver[*crm.Message]) (m *crm.Message, err error) {
		if m, err = s.Message(ctx, crm.Actor{WorkspaceID: actor.WorkspaceID, Scopes: []crm.Scope{crm.ScopeMessagesRead}}, id); err != nil {
			return nil, err
		}
		err = s.db.Update(ctx, m.PhoneNumberID, func(tx *store.Tx) error {
			if m, err = tx.LockMessage(actor.WorkspaceID, m.ID); err != nil {
				return err
			}
			if m.Direction != crm.Outbound || m.Status != crm.StatusScheduled && m.Status != crm.StatusQueued {
				return crm.Errorf(crm.KindConflict, crm.CodeNotCancelable, "The message is %s; only a scheduled or queued one can be canceled.", m.Status)
			}
			if err := s.move(tx, m, store.Move{Status: crm.StatusCanceled, At: tx.Now()}); err != nil {
				return err
			}
			return save(tx, m)
		})
		return m, err
	})
}

// move applies one step to a locked message, tells of it, and keeps m in step.
// A status that comes late only leaves its time.
func (s *Service) move(tx *store.Tx, m *crm.Message, v store.Move) error {
	previous := m.Status
	step, changes := s.advance(m, v)
	if !changes {
		return nil
	}
	tx.MoveMessage(m, step)
	if m.Status == previous {
		return nil
	}
	return s.tellStatus(tx, m, previous)
}

// advance applies a step to the message in memory and returns what of it is to
// be written, if anything.
func (s *Service) advance(m *crm.Message, v store.Move) (step store.Move, changes bool) {
	if m.ProviderMessageID == "" {
		m.ProviderMessageID = v.ProviderMessageID
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
		count(s.Metrics.MessagesFailed)
	}
	return v, true
}

func (s *Service) tellStatus(tx *store.Tx, m *crm.Message, previous crm.Status) error {
	if !m.Status.Told() {
		return nil
	}
	metadata := m.Metadata
	if metadata == nil {
		metadata = map[string]string{}
	}
	return tx.AppendEvent(crm.EventMessagesStatusUpdated, m.WorkspaceID, m.ConversationID, m.EventScope(), crm.MessageStatusData{
		MessageID: m.ID, ProviderMessageID: m.ProviderMessageID, Status: m.Status, PreviousStatus: previous,
		Error: crm.EventErrorOf(m.Failure()), Charge: m.Charge, Metadata: metadata,
		ConversationID: m.ConversationID, ContactID: m.ContactID,
	})
}
