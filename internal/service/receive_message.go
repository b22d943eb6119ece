package service

import (
	"encoding/json"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// applyMessage stores an incoming message once: contact and conversation are
// made where they do not exist, the window opens, and the events are written.
func (s *Service) applyMessage(tx *store.Tx, number crm.PhoneNumber, in *whatsapp.IncomingMessage) error {
	phone := ""
	if in.From != "" {
		phone = "+" + in.From
	}
	if phone == "" && in.FromUserID == "" || in.Type == "system" {
		// A notice, or nobody to attribute it to: kept raw, shown to nobody.
		count(s.Metrics.ItemsUnsupported)
		return nil
	}
	thread, err := tx.Thread(number.WorkspaceID, number.ID, phone, in.FromUserID)
	if err != nil {
		return err
	}
	now := tx.Now()
	wrote := in.Timestamp
	if in.BadTimestamp || wrote.After(now) {
		wrote = now
	}
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: number.WorkspaceID, ConversationID: thread.ID, ContactID: thread.ContactID,
		PhoneNumberID: number.ID, Direction: crm.Inbound, Type: in.Type, Status: crm.StatusReceived, From: phone, To: number.Number,
		UserID: in.FromUserID, ProviderMessageID: in.ID, ReplyTo: "", Content: inboundContent(in), CreatedAt: now}
	fresh, err := tx.InsertInbound(m)
	if err != nil || !fresh {
		return err
	}
	if in.OpensWindow() {
		tx.OpenWindow(number.WorkspaceID, thread.ID, wrote)
	}
	if in.ProfileName != "" {
		tx.NameContact(number.WorkspaceID, thread.ContactID, in.ProfileName)
	}
	return tellReceived(tx, m, in)
}

func inboundContent(in *whatsapp.IncomingMessage) crm.Content {
	c := crm.Content{}
	if in.Type == "text" {
		c.Text = &crm.Text{Body: in.Body}
		return c
	}
	c.Raw = json.RawMessage(in.Raw)
	return c
}

// tellReceived writes messages.received, and messages.upsert at once, because
// no assistant is on duty.
func tellReceived(tx *store.Tx, m *crm.Message, in *whatsapp.IncomingMessage) error {
	text := in.Text()
	err := tx.AppendEvent(crm.EventMessagesReceived, m.WorkspaceID, m.ConversationID, crm.MessageReceivedData{
		MessageID: m.ProviderMessageID, From: m.From, FromUserID: m.UserID, To: m.To, Content: text, Type: m.Type,
		ConversationID: m.ConversationID, ContactID: m.ContactID})
	if err != nil {
		return err
	}
	return tx.AppendEvent(crm.EventMessagesUpsert, m.WorkspaceID, m.ConversationID, crm.MessageUpsertData{
		MessageID: m.ProviderMessageID, From: m.From, FromUserID: m.UserID, To: m.To, Content: text, Type: m.Type,
		ConversationID: m.ConversationID, ContactID: m.ContactID})
}

// applyStatus moves the message that a status is about. It is found by our own
// id, which travels with every send, or by the provider's; a status that comes
// before the message is known waits for it.
func (s *Service) applyStatus(tx *store.Tx, number crm.PhoneNumber, u *whatsapp.StatusUpdate) (problem string, err error) {
	m, err := findMessage(tx, number, u)
	if err != nil {
		return "", err
	}
	if m == nil {
		tx.ParkStatus(number.WorkspaceID, number.ID, u.ID, u.Status, u.Raw)
		count(s.Metrics.StatusesParked)
		return "", nil
	}
	return s.applyStatusTo(tx, m, u)
}

func findMessage(tx *store.Tx, number crm.PhoneNumber, u *whatsapp.StatusUpdate) (*crm.Message, error) {
	if crm.ValidID(crm.PrefixMessage, u.CallbackData) {
		m, err := tx.LockHead(number.WorkspaceID, u.CallbackData)
		switch {
		case err == nil && m.PhoneNumberID == number.ID && m.Direction == crm.Outbound:
			return m, nil
		case err != nil && crm.AsError(err).Kind != crm.KindNotFound:
			return nil, err
		}
	}
	return tx.LockHeadByProvider(number.ID, u.ID)
}

var statusWords = map[string]crm.Status{"sent": crm.StatusSent, "delivered": crm.StatusDelivered, "read": crm.StatusRead,
	"played": crm.StatusPlayed, "failed": crm.StatusFailed}

func (s *Service) applyStatusTo(tx *store.Tx, m *crm.Message, u *whatsapp.StatusUpdate) (problem string, err error) {
	status, known := statusWords[u.Status]
	if !known {
		return "status " + u.Status + " is not known", nil
	}
	if m.ProviderMessageID != "" && m.ProviderMessageID != u.ID {
		// A message that was sent again after an unknown outcome has two lives
		// at the provider; a late failure of the first must not end the second.
		if status == crm.StatusFailed {
			return "", nil
		}
	}
	at := u.Timestamp
	if u.BadTimestamp {
		at = tx.Now()
	}
	v := store.Move{Status: status, At: at, ProviderMessageID: u.ID, Charge: u.Charge}
	if status == crm.StatusFailed {
		v.Error = statusError(u)
	}
	if settles(m) {
		now := tx.Now()
		v.Attempt = &crm.Attempt{SettledAt: &now}
		tx.DropJob(JobSendMessage, m.ConversationID, m.ID)
		tx.DropJob(JobSendMessage, m.ID, m.ID)
	}
	return "", s.move(tx, m, v)
}

// settles reports whether the message's last call has an unknown outcome that
// a status now tells.
func settles(m *crm.Message) bool {
	if len(m.Attempts) == 0 {
		return false
	}
	last := m.Attempts[len(m.Attempts)-1]
	return last.Outcome == crm.OutcomeUnknown && last.SettledAt == nil
}

func statusError(u *whatsapp.StatusUpdate) *crm.MessageError {
	e := &crm.MessageError{Code: crm.CodeProviderRefused, Detail: "The provider could not deliver the message."}
	if len(u.Errors) > 0 {
		p := u.Errors[0]
		e.Provider = &p
		e.Detail = strings.TrimSpace("The provider could not deliver the message: " + p.Title)
	}
	return e
}

// applyParked applies the statuses that came before the provider's identifier
// of the message was known.
func (s *Service) applyParked(tx *store.Tx, m *crm.Message, parked [][]byte) error {
	current, err := tx.LockHead(m.WorkspaceID, m.ID)
	if err != nil {
		return err
	}
	for _, raw := range parked {
		u, ok := whatsapp.ParseStatus(raw)
		if !ok {
			continue
		}
		if _, err := s.applyStatusTo(tx, current, u); err != nil {
			return err
		}
	}
	return nil
}

// ParkedLife is how long a status waits for its message.
const ParkedLife = 72 * time.Hour
