package reply

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// holdConversation keeps people from changing where a conversation stands until the
// transaction ends. One that was joined to another is nobody's to hold.
func holdConversation(tx *db.Tx, t crm.Turn) error {
	_, _, _, err := contact.LockAssignment(tx, t.WorkspaceID, t.ConversationID)
	return err
}

// unlessSettled is a hand-off, unless people closed the conversation or put it off since
// the contact wrote what it is about: then they know, and nothing opens it again.
func unlessSettled(tx *db.Tx, t *turnUnderWay, o Proposal) (Proposal, error) {
	if err := holdConversation(tx, t.turn); err != nil {
		return o, err
	}
	w, id, wrote := t.turn.WorkspaceID, t.turn.ConversationID, t.burst[len(t.burst)-1].CreatedAt
	now, err := conversation.StandingOf(tx, crm.Conversation{WorkspaceID: w, ID: id})
	if err != nil || now.Status == crm.ConversationOpen {
		return o, err
	}
	settled := now.IsOpen() && !now.SpanAt.Before(wrote)
	if !now.IsOpen() {
		settled, err = closedByPeople(tx, w, id, wrote)
	}
	if settled {
		o.State, o.tell, o.Text, o.until = crm.TurnSilent, false, "", time.Time{}
		o.Result.Reason, o.Result.Evidence = decide.SilentPerson, ""
	}
	return o, err
}

// closedByPeople reports whether people ended the latest episode of a conversation at a
// time or after it, and no other has begun.
func closedByPeople(tx *db.Tx, workspaceID, conversationID string, since time.Time) (bool, error) {
	now, err := conversation.StandingOf(tx, crm.Conversation{WorkspaceID: workspaceID, ID: conversationID})
	if err != nil || now.IsOpen() {
		return false, err
	}
	by, found, err := closer(tx, workspaceID, conversationID, since)
	return found && (by.Type == crm.ActorUser || by.Type == crm.ActorKey), err
}
