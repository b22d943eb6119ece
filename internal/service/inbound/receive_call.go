package inbound

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/whatsapp"
)

// applyCall keeps a call as one message of type call, which its steps complete
// in whatever order they come. A call of a person, answered or not, opens the
// window, and so does a person who takes a call (inbound.md 7). Calls are told
// to nobody.
func (s *Inbound) applyCall(tx *db.Tx, number crm.PhoneNumber, c *whatsapp.Call) (problem string, err error) {
	if c.HasFiles() {
		return "", s.attachToCall(tx, number, c)
	}
	phone := contact.WithPlus(c.Phone)
	state := callState(c)
	switch {
	case state == "":
		return "the step " + c.Step + " of a call is not known", nil
	case phone == "" && c.UserID == "":
		return "the call names nobody", nil
	}
	at := core.NotLater(c.Timestamp, tx.Now())
	if !c.StartedAt.IsZero() && c.StartedAt.Before(at) {
		at = c.StartedAt // the end of a call is no act of the person
	}
	conv, err := contact.EnsureConversation(tx, number.WorkspaceID, number.ID, crm.Person{Phone: phone, UserID: c.UserID, SeenAt: at, Name: c.ProfileName})
	if err != nil {
		return "", err
	}
	if err := s.storeCall(tx, number, conv, c, state, at); err != nil {
		return "", err
	}
	if c.ByUser || state == crm.CallConnected || c.Completed && c.Duration > 0 {
		contact.OpenWindow(tx, number.WorkspaceID, conv.ID, at)
	}
	return "", nil
}

func (s *Inbound) storeCall(tx *db.Tx, number crm.PhoneNumber, conv crm.Conversation, c *whatsapp.Call, state crm.CallState, at time.Time) error {
	known, err := message.LockMessageByProvider(tx, number, c.ID)
	if err != nil {
		return err
	}
	if known != nil {
		if known.Content.Call != nil && known.Content.Call.MovesTo(callOf(c, state)) {
			message.ReplaceContent(tx, known)
		}
		return nil
	}
	phone := contact.WithPlus(c.Phone)
	call := callOf(c, state)
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: number.WorkspaceID, ConversationID: conv.ID, ContactID: conv.ContactID,
		PhoneNumberID: number.ID, Direction: crm.Outbound, Type: "call", Status: crm.StatusSent, From: number.Number, To: phone,
		UserID: c.UserID, ProviderMessageID: c.ID, Content: crm.Content{Call: &call}, CreatedAt: tx.Now()}
	if c.ByUser {
		m.Direction, m.Status, m.From, m.To = crm.Inbound, crm.StatusReceived, phone, number.Number
	}
	m.Times = map[crm.Status]time.Time{m.Status: at}
	contact.NameContact(tx, conv, c.ProfileName)
	_, err = s.insert(tx, number, m, "")
	return err
}

// callState is how far the step brings the call; "" for a step that is not
// known.
func callState(c *whatsapp.Call) crm.CallState {
	switch c.Step {
	case "connect", "ringing":
		return crm.CallRinging
	case "accepted":
		return crm.CallConnected
	case "rejected":
		return crm.CallRejected
	case "terminate":
		if c.Completed {
			return crm.CallCompleted
		}
		return crm.CallFailed
	}
	return ""
}

func callOf(c *whatsapp.Call, state crm.CallState) crm.Call {
	out := crm.Call{State: state, Duration: int(c.Duration / time.Second), Errors: c.Errors}
	if !c.StartedAt.IsZero() {
		out.StartedAt = &c.StartedAt
	}
	if !c.EndedAt.IsZero() {
		out.EndedAt = &c.EndedAt
	}
	return out
}
