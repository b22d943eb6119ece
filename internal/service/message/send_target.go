package message

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core/reach"
)

// addressed names the contact and the phone number of the conversation that a request
// is for, if it is for one: whoever sees no number answers so.
func addressed(ctx context.Context, base *db.DB, actor crm.Actor, req *crm.SendRequest, f *crm.Faults) error {
	if req.ConversationID == "" || req.To != "" || req.UserID != "" || !crm.ValidID(crm.PrefixConversation, req.ConversationID) {
		return nil
	}
	return base.View(ctx, func(tx *db.Tx) error {
		conv, err := contact.ConversationFor(tx, actor, req.ConversationID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			f.Add("/conversationId", crm.CodeNotFound, "There is no conversation %q.", req.ConversationID)
			return nil
		}
		if err != nil {
			return err
		}
		c, err := contact.Contact(tx, actor.WorkspaceID, conv.ContactID)
		if err != nil {
			return err
		}
		if req.To = c.Phone; req.To == "" {
			req.UserID = c.UserID
		}
		if req.From != "" && req.From != conv.PhoneNumberID {
			f.Add("/from", crm.CodeNotAllowed, "from is the phone number of the conversation: leave it out.")
		}
		req.From, req.ConversationID = conv.PhoneNumberID, ""
		if req.To == "" && req.UserID == "" {
			f.Add("/conversationId", crm.CodeNotAllowed, "The contact of the conversation has neither a phone number nor a user id any more.")
		}
		return nil
	})
}

// checkSame refuses a message for a conversation whose contact has lost the number by
// which it was looked up just before: it would go to somebody else.
func checkSame(tx *db.Tx, actor crm.Actor, wanted string, found crm.Conversation) error {
	if wanted == "" {
		return nil
	}
	c, err := contact.Conversation(tx, actor.WorkspaceID, wanted)
	if err == nil && c.ID != found.ID {
		err = crm.Errorf(crm.KindConflict, crm.CodeUnavailable, "The contact of the conversation has changed just now. Nothing was sent; try again.")
	}
	return err
}

// checkSeq refuses a message if somebody else answered since the caller looked at the
// conversation: expected is its seq then, nil for whatever it is. A person who writes two
// in a row has not been overtaken; of a key nobody knows how many people stand behind it.
func checkSeq(tx *db.Tx, actor crm.Actor, conversationID string, expected *int64) error {
	if expected == nil {
		return nil
	}
	if err := tx.Alone(); err != nil { // who answers at once comes after this, or before
		return err
	}
	workspaceID := actor.WorkspaceID
	seq, id, err := conversation.LastAnswer(tx, workspaceID, conversationID)
	if err != nil || seq <= *expected {
		return err
	}
	refusal := crm.Errorf(crm.KindConflict, crm.CodeAnsweredMeanwhile, "The contact was answered meanwhile. Nothing of yours was sent.")
	m, err := Message(tx, workspaceID, id)
	if err != nil || actor.Kind == crm.ActorUser && crm.DoneBy(m.Content.SentBy) == actor.By() {
		return err
	}
	refusal.Answer = &crm.OtherAnswer{MessageID: m.ID, Type: m.Type, Text: m.Content.Words(), SentBy: m.Content.SentBy.DoneBy(), CreatedAt: m.CreatedAt, Seq: seq}
	if actor.Require(crm.ScopeMessagesRead) != nil {
		refusal.Answer.Text = ""
	}
	return refusal
}

// target finds a message of the conversation that another one is about; a
// fault at the pointer says why it cannot be.
func target(tx *db.Tx, conv crm.Conversation, pointer, id string) (*crm.Message, error) {
	var m *crm.Message
	var known *crm.Error
	err := error(crm.NotFound("message", id))
	if conv.ID != "" {
		m, err = Message(tx, conv.WorkspaceID, id)
	}
	if err != nil && !errors.As(err, &known) {
		return nil, err
	}
	elsewhere := err == nil && m.ConversationID != conv.ID
	if elsewhere { // unless that conversation was joined to this one
		joined, err := contact.Conversation(tx, conv.WorkspaceID, m.ConversationID)
		if err != nil {
			return nil, err
		}
		elsewhere = joined.ID != conv.ID
	}
	var f crm.Faults
	switch {
	case err != nil || elsewhere:
		f.Add(pointer, crm.CodeNotFound, "There is no message %q in this conversation.", id)
	case m.ProviderMessageID == "":
		f.Add(pointer, crm.CodeNotAllowed, "Message %q has not reached the provider yet.", id)
	}
	return m, f.Err()
}

func checkReplyTo(tx *db.Tx, conv crm.Conversation, replyTo string) error {
	if replyTo == "" {
		return nil
	}
	_, err := target(tx, conv, "/replyTo", replyTo)
	return err
}

// checkReaction finds the message that is reacted to and notes the provider's
// id of it.
func checkReaction(tx *db.Tx, conv crm.Conversation, r *crm.Reaction, at time.Time) error {
	if r == nil {
		return nil
	}
	m, err := target(tx, conv, "/reaction/messageId", r.MessageID)
	if err != nil {
		return err
	}
	r.ProviderMessageID = m.ProviderMessageID
	return m.CheckReaction(at)
}

// checkCallPermission refuses to ask a contact for permission to call more
// often than the provider allows.
func checkCallPermission(tx *db.Tx, conv crm.Conversation, i *crm.Interactive, at time.Time) error {
	if i == nil || i.Type != crm.InteractiveCallPermission || conv.ID == "" {
		return nil
	}
	asked, err := callPermissionsAsked(tx, conv.WorkspaceID, conv.ID, at.Add(-crm.CallPermissionWeek-crm.MaxScheduleAhead))
	if err != nil {
		return err
	}
	return crm.CheckCallPermission(asked, at)
}

// checkReach refuses to send in a conversation beyond the actor's reach, or to
// begin one that would be: as if nobody were there.
func checkReach(tx *db.Tx, actor crm.Actor, numberID, conversationID string) error {
	if actor.Reach.IsWhole() {
		return nil
	}
	seen, err := reach.Holds(actor.Reach, reach.Subject{PhoneNumberID: numberID}, false), error(nil)
	if conversationID != "" {
		seen, err = reach.SeesConversation(tx, actor.WorkspaceID, actor.Reach, conversationID)
	}
	if err == nil && !seen {
		err = crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "%s no conversation with this contact on this phone number.", actor.Address("This API key reaches", "You reach"))
	}
	return err
}
