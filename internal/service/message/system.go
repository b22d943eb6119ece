package message

import (
	"cmp"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
)

// SendBySystem accepts a message of the service itself to the contact of a
// conversation whose window is open. It answers nobody. Where it may not be sent it
// says why and stores nothing.
func SendBySystem(tx *db.Tx, c crm.Conversation, kind string, content crm.Content) (id string, refusal *crm.Error, err error) {
	return sendBySystem(tx, c, "", kind, content)
}

// SendTemplateBySystem is SendBySystem for a template of a category, which was found
// sendable and whose contact need not have written lately.
func SendTemplateBySystem(tx *db.Tx, c crm.Conversation, category string, t *crm.TemplateContent) (id string, refusal *crm.Error, err error) {
	return sendBySystem(tx, c, category, "template", crm.Content{Template: t})
}

func sendBySystem(tx *db.Tx, c crm.Conversation, category, kind string, content crm.Content) (id string, refusal *crm.Error, err error) {
	n, err := account.PhoneNumber(tx, c.WorkspaceID, c.PhoneNumberID)
	if err != nil {
		return "", nil, err
	}
	a, err := account.MessagingAccount(tx, c.WorkspaceID, n.MessagingAccountID)
	if err != nil {
		return "", nil, err
	}
	windowNeeded, restricted := a.CheckSend(category, tx.Now())
	if restricted == nil && windowNeeded && c.CheckWindow(tx.Now()) != nil {
		restricted = a.NeedsWindow(tx.Now())
	}
	if refused := cmp.Or(c.CheckConsent(cmp.Or(category, crm.CategoryUtility)), restricted, n.CheckSend()); refused != nil {
		return "", crm.AsError(refused), nil
	}
	person, err := contact.Contact(tx, c.WorkspaceID, c.ContactID)
	if err != nil {
		return "", nil, err
	}
	m := &crm.Message{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, ContactID: c.ContactID, PhoneNumberID: c.PhoneNumberID, Type: kind,
		To: person.Phone, UserID: person.UserID, From: n.Number, Content: content}
	StoreBySystem(tx, m)
	return m.ID, nil, nil
}

// StoreBySystem stores a message of the service itself that may be sent, and the job
// that sends it.
func StoreBySystem(tx *db.Tx, m *crm.Message) {
	m.ID, m.Direction, m.Status, m.CreatedAt = tx.NewID(crm.PrefixMessage), crm.Outbound, crm.StatusQueued, tx.Now()
	m.Content.SentBy = crm.Sender{Type: crm.ActorSystem}
	if m.To != "" {
		m.UserID = ""
	}
	InsertMessage(tx, m)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: m.WorkspaceID, Kind: JobSendMessage, Queue: m.PhoneNumberID, Key: m.ConversationID, Payload: m.ID})
}
