package inbound

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/search"
	"service.example/crm/internal/whatsapp"
)

// applyMessage stores an incoming message once: contact and conversation are
// made where they do not exist, the window opens, and the events are written.
func (s *Inbound) applyMessage(tx *db.Tx, number crm.PhoneNumber, in *whatsapp.IncomingMessage) (problem string, err error) {
	phone := contact.WithPlus(in.From)
	switch {
	case in.Type == "edit" || in.Type == "revoke":
		return s.applyAmendment(tx, number, parkable(&in.Written, crm.Inbound, phone, in.FromUserID, tx.Now()))
	case in.Type == "reaction":
		return s.applyReaction(tx, number, parkable(&in.Written, crm.Inbound, phone, in.FromUserID, tx.Now()))
	case phone == "" && in.FromUserID == "":
		return "the message has no sender", nil
	}
	wrote := core.NotLater(in.Timestamp, tx.Now())
	conv, err := contact.EnsureConversation(tx, number.WorkspaceID, number.ID,
		crm.Person{Phone: phone, UserID: in.FromUserID, ParentUserID: in.FromParentUserID, SeenAt: wrote, Name: in.ProfileName})
	if err != nil {
		return "", err
	}
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: number.WorkspaceID, ConversationID: conv.ID, ContactID: conv.ContactID,
		PhoneNumberID: number.ID, Direction: crm.Inbound, Type: in.Type, Status: crm.StatusReceived, From: phone, To: number.Number,
		UserID: in.FromUserID, ProviderMessageID: in.ID, Content: in.Content, CreatedAt: tx.Now(),
		Times: map[crm.Status]time.Time{crm.StatusReceived: wrote}}
	fresh, err := s.insert(tx, number, m, in.MediaURL)
	if err != nil {
		return "", err
	}
	if in.OpensWindow() {
		contact.OpenWindow(tx, number.WorkspaceID, conv.ID, wrote)
	}
	if !fresh {
		return "", s.receiveAgain(tx, number, m, in.MediaURL)
	}
	if c := m.Content.Context; c != nil && c.ProviderMessageID != "" && m.ReplyTo == "" {
		s.account.NoteHealth(tx, number, crm.HealthUnknownQuote, quoteSeverity(number, tx.Now()),
			"A customer answers the message "+c.ProviderMessageID+", which was never seen here.")
	}
	contact.NameContact(tx, conv, in.ProfileName)
	if in.Content.Referral != nil {
		contact.NoteReferral(tx, number.WorkspaceID, conv.ID, wrote)
	}
	if err := tellReceived(tx, m); err != nil {
		return "", err
	}
	taken, err := s.rating.TakeTap(tx, m, wrote, !in.Standby)
	if err == nil && !taken {
		taken, err = s.message.ConsentFromMessage(tx, m, wrote, !in.Standby)
	}
	if err == nil && !taken && !in.Standby {
		taken, err = s.rating.TakeComment(tx, m, wrote)
	}
	if err != nil {
		return "", err
	}
	if taken || in.Standby { // answered already, or by another application
		return "", tellUpsert(tx, m)
	}
	opened, err := s.reply.OpenTurn(tx, number, m)
	if err == nil && in.OpensWindow() {
		if err = conversation.ContactWrote(tx, m, wrote); err == nil {
			err = s.courtesy.Hear(tx, number, m, opened)
		}
	}
	if opened || err != nil {
		return "", err
	}
	return "", tellUpsert(tx, m)
}

// youngNumber is for how long customers may well answer messages from before
// the number was connected here.
const youngNumber = 7 * 24 * time.Hour

func quoteSeverity(number crm.PhoneNumber, now time.Time) crm.Severity {
	if now.Sub(number.CreatedAt) < youngNumber {
		return crm.SeverityInfo
	}
	return crm.SeverityWarning
}

// insert stores a message that was not sent through this service, unless it is
// known, and applies what waited for it. mediaURL is where its file is for a
// while, or "".
func (s *Inbound) insert(tx *db.Tx, number crm.PhoneNumber, m *crm.Message, mediaURL string) (fresh bool, err error) {
	if c := m.Content.Context; c != nil && c.ProviderMessageID != "" {
		if m.ReplyTo, err = message.MessageIDByProvider(tx, number, c.ProviderMessageID); err != nil {
			return false, err
		}
	}
	if err := message.NameMedia(tx, m); err != nil {
		return false, err
	}
	fresh, parked, err := message.InsertReceived(tx, m)
	if fresh && (m.Direction == crm.Outbound || m.Content.History || m.ProviderMessageID == "") {
		search.NoteMessage(tx, m.WorkspaceID, m.ID) // no event leads to it
	}
	if err == nil && fresh {
		err = s.message.EnqueueFetchMedia(tx, m, mediaURL)
	}
	if err == nil && parked > 0 {
		err = s.applyParkedItems(tx, number, m)
	}
	return fresh, err
}

// receiveAgain looks at a message that came once more. Most often that changes
// nothing; but what could not be shown when it came first is put in its place,
// and what was known from the phone's history only is told now.
func (s *Inbound) receiveAgain(tx *db.Tx, number crm.PhoneNumber, m *crm.Message, mediaURL string) error {
	known, err := message.LockMessageByProvider(tx, number, m.ProviderMessageID)
	if err != nil || known == nil || known.Direction != m.Direction {
		return err
	}
	news := known.Content.History && !m.Content.History
	shown := known.Type == whatsapp.TypeUnsupported && m.Type != whatsapp.TypeUnsupported
	if !news && !shown {
		return nil
	}
	if shown {
		edits, revoked, history, reactions := known.Content.Edits, known.Content.RevokedAt, known.Content.History, known.Content.Reactions
		known.Type, known.Content, known.ReplyTo = m.Type, m.Content, m.ReplyTo
		known.Content.Edits, known.Content.RevokedAt, known.Content.History, known.Content.Reactions = edits, revoked, history, reactions
		if err := s.message.EnqueueFetchMedia(tx, known, mediaURL); err != nil {
			return err
		}
	}
	known.Content.History = known.Content.History && !news
	message.ReplaceContent(tx, known)
	conversation.ChangePreview(tx, known)
	if !news || known.Direction != crm.Inbound {
		return nil
	}
	if err := tellReceived(tx, known); err != nil {
		return err
	}
	return tellUpsert(tx, known)
}

// tellReceived writes messages.received.
func tellReceived(tx *db.Tx, m *crm.Message) error {
	text, media, interactive := m.Content.Words(), crm.EventMediaOf(m.Content.Media), crm.EventReplyOf(m.Content.Reply)
	return event.AppendEvent(tx, crm.EventMessagesReceived, m.WorkspaceID, m.ConversationID, m.EventScope(), crm.MessageReceivedData{
		MessageID: m.ProviderMessageID, From: crm.ContactNumber(m.From), FromUserID: m.UserID, To: m.To, Content: text, Type: m.Type,
		ConversationID: m.ConversationID, ContactID: m.ContactID, Media: media, Interactive: interactive, GroupID: m.Content.GroupID, EventContent: crm.EventContentOf(m)})
}

// tellUpsert writes messages.upsert of a message that no assistant answers.
func tellUpsert(tx *db.Tx, m *crm.Message) error {
	return event.AppendEvent(tx, crm.EventMessagesUpsert, m.WorkspaceID, m.ConversationID, m.EventScope(), message.UpsertOf(m))
}
