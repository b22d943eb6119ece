package inbound

import (
	"cmp"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

// applyReaction stores a reaction in the conversation of the message that it is
// on, or of who reacts. Alone it makes no contact and no conversation
// (inbound.md 8, 14): it waits for its message. One that is taken back is no
// message and opens no window.
func (s *Inbound) applyReaction(tx *db.Tx, number crm.PhoneNumber, p parkedItem) (problem string, err error) {
	var on *crm.Message
	if p.TargetID != "" {
		if on, err = message.LockMessageByProvider(tx, number, p.TargetID); err != nil {
			return "", err
		}
	}
	if on != nil {
		// The message may have become known by another way than its arrival.
		if err := s.applyParkedItems(tx, number, on); err != nil {
			return "", err
		}
		if p.takesBack() {
			return "", s.takeReactionBack(tx, on, p)
		}
	}
	var conv crm.Conversation
	if on != nil {
		conv, err = contact.Conversation(tx, number.WorkspaceID, on.ConversationID)
	} else {
		conv, err = contact.FindConversation(tx, number.WorkspaceID, number.ID, p.person())
	}
	switch {
	case err != nil:
		return "", err
	case p.TargetID == "" && (conv.ID == "" || p.takesBack()):
		return "a reaction names neither a known message nor a known contact", nil
	case on == nil && p.TargetID != "":
		return "", s.awaitTarget(tx, number, conv, p)
	}
	return "", s.storeReaction(tx, number, conv, on, p)
}

// takesBack reports whether the item is a reaction that was taken back.
func (p parkedItem) takesBack() bool {
	return p.Kind == "reaction" && p.Content.Reaction != nil && p.Content.Reaction.Emoji == ""
}

// awaitTarget lets a reaction wait for a message that is not known. Of somebody
// who is known it is told all the same: the message may never come.
func (s *Inbound) awaitTarget(tx *db.Tx, number crm.PhoneNumber, conv crm.Conversation, p parkedItem) error {
	var on *crm.Message
	var err error
	if conv.ID != "" {
		if on, err = s.standIn(tx, number, conv, p); err != nil {
			return err
		}
	}
	waiting := p
	waiting.Told = p.Told || conv.ID != ""
	fresh, err := park(tx, number, waiting)
	switch {
	case err != nil || conv.ID == "":
		return err
	case !p.takesBack():
		return s.storeReaction(tx, number, conv, on, p)
	case fresh:
		return s.takeReactionBack(tx, on, p)
	}
	return nil
}

// standIn is what is known of a message that did not come yet: the reactions
// that wait for it. It is stored nowhere and has no identifier.
func (s *Inbound) standIn(tx *db.Tx, number crm.PhoneNumber, conv crm.Conversation, p parkedItem) (*crm.Message, error) {
	on := &crm.Message{WorkspaceID: number.WorkspaceID, PhoneNumberID: number.ID, ConversationID: conv.ID, ContactID: conv.ContactID,
		ProviderMessageID: p.TargetID, Content: crm.Content{GroupID: p.Content.GroupID}}
	list, err := message.ParkedItems(tx, number, p.TargetID)
	if err != nil {
		return nil, err
	}
	waiting, err := parkedInOrder(list)
	for _, w := range waiting {
		if err != nil {
			return nil, err
		}
		if w.Kind != "reaction" || w.ID == p.ID {
			continue
		}
		var id string
		if !w.takesBack() {
			id, err = message.MessageIDByProvider(tx, number, w.ID)
		}
		on.Content.React(w.reaction(id))
	}
	return on, err
}

// keepReactions stores the reactions on a message, unless it only stands in for
// one.
func keepReactions(tx *db.Tx, on *crm.Message) {
	if on.ID != "" {
		message.ReplaceContent(tx, on)
	}
}

func (p parkedItem) reaction(messageID string) crm.MessageReaction {
	r := crm.MessageReaction{Emoji: p.Content.Reaction.Emoji, Direction: p.Direction, MessageID: messageID, At: p.At}
	if p.Direction == crm.Inbound {
		r.From, r.UserID = crm.ContactNumber(p.Phone), p.UserID
	}
	return r
}

// takeReactionBack removes a reaction from its message; on is locked.
func (s *Inbound) takeReactionBack(tx *db.Tx, on *crm.Message, p parkedItem) error {
	before, newest := on.Content.React(p.reaction(""))
	if !newest || before.Emoji == "" && before.At.Equal(p.At) {
		return nil
	}
	keepReactions(tx, on)
	if before.MessageID != "" {
		m, err := message.LockMessage(tx, on.WorkspaceID, before.MessageID)
		if err != nil {
			return err
		}
		if m.Content.Revoke(p.At) {
			message.ReplaceContent(tx, m)
		}
	}
	number := crm.PhoneNumber{ID: on.PhoneNumberID, WorkspaceID: on.WorkspaceID}
	return tellReactionRemoved(tx, number, on, p, before.Emoji)
}

func tellReactionRemoved(tx *db.Tx, number crm.PhoneNumber, on *crm.Message, p parkedItem, emoji string) error {
	if p.Told || p.Direction != crm.Inbound {
		return nil
	}
	to := number.Number
	if to == "" {
		n, err := account.PhoneNumber(tx, number.WorkspaceID, number.ID)
		if err != nil {
			return err
		}
		to = n.Number
	}
	return event.AppendEvent(tx, crm.EventMessagesReactionRemoved, on.WorkspaceID, on.ConversationID, on.EventScope(), crm.ReactionRemovedData{
		MessageID: on.ProviderMessageID, From: crm.ContactNumber(p.Phone), FromUserID: p.UserID, To: to, Emoji: emoji, RemovedAt: p.At.Unix(),
		ConversationID: on.ConversationID, ContactID: on.ContactID, GroupID: p.Content.GroupID})
}

// storeReaction stores a reaction as a message and notes it on the message that
// it is on; on is nil where that is not known.
func (s *Inbound) storeReaction(tx *db.Tx, number crm.PhoneNumber, conv crm.Conversation, on *crm.Message, p parkedItem) error {
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: number.WorkspaceID, ConversationID: conv.ID, ContactID: conv.ContactID,
		PhoneNumberID: number.ID, Direction: p.Direction, Type: p.Kind, Status: crm.StatusReceived, From: p.Phone, To: number.Number,
		UserID: p.UserID, ProviderMessageID: p.ID, Content: p.Content, CreatedAt: tx.Now()}
	if p.Direction == crm.Outbound {
		m.Status, m.From, m.To = crm.StatusSent, number.Number, p.Phone
		m.Content.SentBy = crm.Sender(phoneUser)
	}
	m.Times = map[crm.Status]time.Time{m.Status: p.At}
	overtaken := false
	if m.Content.Reaction != nil && on != nil {
		var err error
		if overtaken, err = s.noteReaction(tx, number, on, m, p); err != nil {
			return err
		}
	}
	fresh, err := s.insert(tx, number, m, "")
	if err != nil || p.Direction == crm.Outbound {
		return err
	}
	if p.Content.GroupID == "" {
		contact.OpenWindow(tx, number.WorkspaceID, m.ConversationID, p.At)
	}
	if !fresh || overtaken || p.Told {
		return nil
	}
	if err := tellReceived(tx, m); err != nil {
		return err
	}
	return tellUpsert(tx, m)
}

// noteReaction notes a reaction, which m brings, on its message. It reports
// whether something newer of the person is known there, another reaction or that
// it was taken back: then nobody is told of this one.
func (s *Inbound) noteReaction(tx *db.Tx, number crm.PhoneNumber, on, m *crm.Message, p parkedItem) (overtaken bool, err error) {
	reaction := *m.Content.Reaction
	reaction.MessageID = on.ID
	m.Content.Reaction = &reaction
	known, err := message.MessageIDByProvider(tx, number, p.ID)
	if err != nil {
		return false, err
	}
	if known != "" {
		if fresh, err := nameTarget(tx, known, on); err != nil || !fresh {
			return false, err
		}
	}
	before, newest := on.Content.React(p.reaction(cmp.Or(known, m.ID)))
	if newest {
		keepReactions(tx, on)
		return false, nil
	}
	if before.Emoji == "" {
		at := before.At
		m.Content.RevokedAt = &at
	}
	return true, nil
}

// nameTarget notes in a reaction that was stored before its message which one
// that is. It reports false where that is known already, or still unknown.
func nameTarget(tx *db.Tx, id string, on *crm.Message) (fresh bool, err error) {
	if on.ID == "" {
		return false, nil
	}
	m, err := message.LockMessage(tx, on.WorkspaceID, id)
	if err != nil || m.Content.Reaction == nil || m.Content.Reaction.MessageID != "" {
		return false, err
	}
	m.Content.Reaction.MessageID = on.ID
	message.ReplaceContent(tx, m)
	return true, nil
}
