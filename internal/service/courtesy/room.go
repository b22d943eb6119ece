// Package courtesy says what a phone number says by itself: a greeting, that the
// business is closed, a reminder; and ends the episodes of contacts who stay silent.
package courtesy

import (
	"maps"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
)

// Courtesy has what is done by itself.
type Courtesy struct {
	db      *db.DB
	account *account.Accounts
	message *message.Messages
}

// New returns it, and lets it hear of conversations.
func New(p core.Parts, account *account.Accounts, message *message.Messages) *Courtesy {
	s := &Courtesy{db: p.DB, account: account, message: message}
	conversation.SetKeeper(p.DB, "courtesy", s.keep)
	return s
}

// say sends a text to the contact of a conversation whose window is open, with the
// variables of the contact and others. It answers nobody. It reports false where the
// contact does not want it, or nothing can be sent.
func say(tx *db.Tx, workspaceID, conversationID, text string, others map[string]string) (said bool, err error) {
	c, err := contact.Conversation(tx, workspaceID, conversationID)
	if err != nil || c.CheckWindow(tx.Now()) != nil {
		return false, err
	}
	values := map[string]string{}
	if crm.HasVariables(text) {
		if values, err = contact.Variables(tx, workspaceID, c.ContactID); err != nil {
			return false, err
		}
		delete(values, "contact.phone") // of texts from before it was refused
	}
	maps.Copy(values, others)
	body := crm.FillAutomatic(text, values)
	if body == "" {
		return false, nil
	}
	id, _, err := message.SendBySystem(tx, c, "text", crm.Content{Text: &crm.Text{Body: body}})
	return id != "", err
}

// opening is when a calendar is open; nil for none, and for one that is gone.
func opening(tx *db.Tx, workspaceID, calendarID string) (crm.Opening, error) {
	if calendarID == "" {
		return nil, nil
	}
	hours, err := calendar.Hours(tx, workspaceID, calendarID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return hours, nil
}
