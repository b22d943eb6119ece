package inbound

import (
	"cmp"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/whatsapp"
)

// phoneUser is whoever writes on the phone of the business, in the provider's app.
var phoneUser = crm.DoneBy{Type: crm.ActorUser}

// applyEcho stores what the business wrote on its phone: an outgoing message
// that has been sent already. It opens no window, is told to nobody, and starts
// no assistant.
func (s *Inbound) applyEcho(tx *db.Tx, t *message.StatusBatch, number crm.PhoneNumber, e *whatsapp.Echo) (problem string, err error) {
	phone, now := contact.WithPlus(e.To), tx.Now()
	switch {
	case e.Type == "edit" || e.Type == "revoke":
		return s.applyAmendment(tx, number, parkable(&e.Written, crm.Outbound, phone, e.ToUserID, now))
	case e.Type == "reaction":
		return s.applyReaction(tx, number, parkable(&e.Written, crm.Outbound, phone, e.ToUserID, now))
	case phone == "" && e.ToUserID == "":
		return "the echo has no recipient", nil
	}
	wrote := core.NotLater(e.Timestamp, now)
	conv, err := contact.EnsureConversation(tx, number.WorkspaceID, number.ID,
		crm.Person{Phone: phone, UserID: e.ToUserID, ParentUserID: e.ToParentID, SeenAt: wrote})
	if err != nil {
		return "", err
	}
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: number.WorkspaceID, ConversationID: conv.ID, ContactID: conv.ContactID,
		PhoneNumberID: number.ID, Direction: crm.Outbound, Type: e.Type, Status: crm.StatusSent, From: number.Number, To: phone,
		UserID: e.ToUserID, ProviderMessageID: e.ID, Content: e.Content, CreatedAt: now,
		Times: map[crm.Status]time.Time{crm.StatusSent: wrote}}
	m.Content.SentBy = crm.Sender(phoneUser)
	fresh, err := s.insert(tx, number, m, e.MediaURL)
	if err != nil {
		return "", err
	}
	if !fresh {
		return "", s.receiveAgain(tx, number, m, e.MediaURL)
	}
	contact.OpenFreeEntry(tx, number.WorkspaceID, conv.ID, wrote)
	if err := s.conversation.PersonSpeaks(tx, m, phoneUser); err != nil {
		return "", err
	}
	conversation.Speaks(tx, m)
	if err := conversation.Answered(tx, m); err != nil {
		return "", err
	}
	return "", s.applyWaiting(tx, t, number, m)
}

// applyWaiting applies the statuses that came before an outgoing message that
// was not sent through this service, and lets those find it that come later in
// the same transaction.
func (s *Inbound) applyWaiting(tx *db.Tx, t *message.StatusBatch, number crm.PhoneNumber, m *crm.Message) error {
	t.Know(m)
	parked, err := message.TakeParkedStatuses(tx, number, m.ProviderMessageID)
	for _, raw := range parked {
		if u, ok := whatsapp.ParseStatus(raw); ok && err == nil {
			_, err = s.message.ApplyStatusTo(tx, t, m, u)
		}
	}
	return err
}

// applyHistory stores a message from before the number was connected, at its
// own time. It opens no window and is told to nobody: nothing may answer it.
func (s *Inbound) applyHistory(tx *db.Tx, number crm.PhoneNumber, h *whatsapp.HistoryMessage) (problem string, err error) {
	phone, at := contact.WithPlus(h.Phone), core.NotLater(h.Timestamp, tx.Now())
	direction := crm.Inbound
	if h.Outbound {
		direction = crm.Outbound
	}
	switch {
	case h.Type == "edit" || h.Type == "revoke":
		return s.applyAmendment(tx, number, parkable(&h.Written, direction, phone, h.UserID, tx.Now()))
	case h.Type == "reaction" && h.Content.Reaction.Emoji == "":
		p := parkable(&h.Written, direction, phone, h.UserID, tx.Now())
		p.Told = true // the history is told to nobody
		return s.applyReaction(tx, number, p)
	case phone == "" && h.UserID == "":
		return "the message of the history names nobody", nil
	}
	conv, err := contact.EnsureConversation(tx, number.WorkspaceID, number.ID, crm.Person{Phone: phone, UserID: h.UserID, SeenAt: at})
	if err != nil {
		return "", err
	}
	m := &crm.Message{ID: tx.NewIDAt(crm.PrefixMessage, at), WorkspaceID: number.WorkspaceID, ConversationID: conv.ID, ContactID: conv.ContactID,
		PhoneNumberID: number.ID, Direction: direction, Type: h.Type, Status: crm.StatusReceived, From: phone, To: number.Number,
		UserID: h.UserID, ProviderMessageID: h.ID, Content: h.Content, CreatedAt: at}
	m.Content.History = true
	if h.Outbound {
		m.From, m.To = number.Number, phone
		m.Status, m.Error = historyStatus(h.Status)
		m.Content.SentBy = crm.Sender(phoneUser)
	}
	m.Times = map[crm.Status]time.Time{m.Status: at}
	fresh, err := s.insert(tx, number, m, h.MediaURL)
	if err != nil || fresh {
		return "", err
	}
	return "", s.receiveAgain(tx, number, m, h.MediaURL)
}

func historyStatus(word string) (crm.Status, *crm.MessageError) {
	switch strings.ToLower(word) {
	case "delivered":
		return crm.StatusDelivered, nil
	case "read":
		return crm.StatusRead, nil
	case "played":
		return crm.StatusPlayed, nil
	case "error":
		return crm.StatusFailed, &crm.MessageError{Code: crm.CodeProviderRefused, Detail: "The phone could not send the message."}
	}
	return crm.StatusSent, nil
}

// applyContactSync keeps an entry of the address book on the business's phone
// as a contact under the name that it has there, unless the workspace gave it
// another one. An entry that was removed there is not applied, and stays here:
// a contact has a history.
func (s *Inbound) applyContactSync(tx *db.Tx, number crm.PhoneNumber, c *whatsapp.ContactSync) error {
	name := strings.TrimSpace(cmp.Or(c.FullName, c.FirstName))
	seen, err := contact.SeenContact(tx, number.WorkspaceID, crm.Person{Phone: contact.WithPlus(c.Phone), UserID: c.UserID, ParentUserID: c.ParentUserID,
		SeenAt: core.NotLater(c.Timestamp, tx.Now())})
	if err != nil || name == "" || seen.NamedHere {
		return err
	}
	contact.NameContactHere(tx, number.WorkspaceID, seen.ID, name)
	return nil
}
