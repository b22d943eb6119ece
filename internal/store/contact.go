package store

import (
	"time"

	"service.example/crm/internal/crm"
)

var (
	insertContact = stmt(`INSERT INTO contacts (workspace_id, id, phone, user_id, name, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`)
	selectContactByPhone = stmt(`SELECT id, phone, user_id, name, opted_out_at, created_at FROM contacts WHERE workspace_id = $1 AND phone = $2 AND phone <> ''`)
	selectContactByUser  = stmt(`SELECT id, phone, user_id, name, opted_out_at, created_at FROM contacts WHERE workspace_id = $1 AND user_id = $2 AND user_id <> ''`)
	nameContact          = stmt(`UPDATE contacts SET name = $3 WHERE workspace_id = $1 AND id = $2`)
	learnContact         = stmt(`UPDATE contacts SET phone = CASE WHEN phone = '' THEN $3 ELSE phone END,
		user_id = CASE WHEN user_id = '' THEN $4 ELSE user_id END WHERE workspace_id = $1 AND id = $2`)
	optOutContact = stmt(`UPDATE contacts SET opted_out_at = $3 WHERE workspace_id = $1 AND id = $2`)

	insertConversation = stmt(`INSERT INTO conversations (workspace_id, id, contact_id, phone_number_id, status, created_at)
		VALUES ($1, $2, $3, $4, 'open', $5) ON CONFLICT DO NOTHING`)
	selectThreadByPhone = stmt(`SELECT c.id, c.opted_out_at, c.phone, c.user_id, coalesce(v.id, ''), coalesce(v.last_inbound_at, 0)
		FROM contacts c LEFT JOIN conversations v ON v.workspace_id = c.workspace_id AND v.contact_id = c.id AND v.phone_number_id = $2
		WHERE c.workspace_id = $1 AND c.phone = $3 AND c.phone <> ''`)
	selectThreadByUser = stmt(`SELECT c.id, c.opted_out_at, c.phone, c.user_id, coalesce(v.id, ''), coalesce(v.last_inbound_at, 0)
		FROM contacts c LEFT JOIN conversations v ON v.workspace_id = c.workspace_id AND v.contact_id = c.id AND v.phone_number_id = $2
		WHERE c.workspace_id = $1 AND c.user_id = $3 AND c.user_id <> ''`)
	selectConversation = stmt(`SELECT v.id, v.contact_id, v.phone_number_id, v.last_inbound_at, c.opted_out_at
		FROM conversations v JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id
		WHERE v.workspace_id = $1 AND v.id = $2`)
	openWindow = stmt(`UPDATE conversations SET last_inbound_at = $3 WHERE workspace_id = $1 AND id = $2 AND last_inbound_at < $3`)
)

// Thread returns the conversation between a person and a phone number, making
// contact and conversation where they do not exist yet. The person is named by
// phone, by user id, or by both.
func (tx *Tx) Thread(workspaceID, phoneNumberID, phone, userID string) (crm.Conversation, error) {
	// On PostgreSQL another node may make the same contact or conversation
	// meanwhile; then the insert does nothing and the next look finds the
	// winner. The embedded engine has one writer.
	for range 3 {
		c, taken, err := tx.findThread(workspaceID, phoneNumberID, phone, userID)
		if err != nil || c.ID != "" {
			return c, err
		}
		if c.ContactID == "" {
			c.ContactID = tx.NewID(crm.PrefixContact)
			if taken {
				phone = ""
			}
			n, err := tx.exec(insertContact, workspaceID, c.ContactID, phone, userID, "", ms(tx.Now()))
			if err != nil {
				return c, err
			}
			if n == 0 {
				continue
			}
		}
		c.ID = tx.NewID(crm.PrefixConversation)
		n, err := tx.exec(insertConversation, workspaceID, c.ID, c.ContactID, phoneNumberID, ms(tx.Now()))
		if err != nil || n == 1 {
			return c, err
		}
	}
	return crm.Conversation{}, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The conversation is being made by another request; try again.")
}

// FindThread returns the conversation as far as it exists: its identifiers are
// "" for what does not.
func (tx *Tx) FindThread(workspaceID, phoneNumberID, phone, userID string) (crm.Conversation, error) {
	c, _, err := tx.findThread(workspaceID, phoneNumberID, phone, userID)
	return c, err
}

// findThread looks a thread up. taken says that the number belongs to a
// contact with another user id: two people are never merged silently
// (inbound.md 3.3).
func (tx *Tx) findThread(workspaceID, phoneNumberID, phone, userID string) (c crm.Conversation, taken bool, err error) {
	c.WorkspaceID, c.PhoneNumberID = workspaceID, phoneNumberID
	var optedOut, inbound int64
	var havePhone, haveUser string
	dest := []any{&c.ContactID, &optedOut, &havePhone, &haveUser, &c.ID, &inbound}
	found := false
	if userID != "" {
		found, err = tx.one(selectThreadByUser, dest, workspaceID, phoneNumberID, userID)
	}
	if err == nil && !found && phone != "" {
		found, err = tx.one(selectThreadByPhone, dest, workspaceID, phoneNumberID, phone)
		if found && userID != "" && haveUser != "" && haveUser != userID {
			c.ContactID, c.ID = "", ""
			return c, true, err
		}
	}
	if err != nil || !found {
		return c, false, err
	}
	if phone != "" && havePhone == "" || userID != "" && haveUser == "" {
		tx.write(learnContact, workspaceID, c.ContactID, phone, userID)
	}
	c.OptedOutAt, c.LastInboundAt = atOf(optedOut), atOf(inbound)
	return c, false, nil
}

// Conversation returns a conversation of the workspace, or a KindNotFound error.
func (tx *Tx) Conversation(workspaceID, id string) (c crm.Conversation, err error) {
	c.WorkspaceID = workspaceID
	var inbound, optedOut int64
	found, err := tx.one(selectConversation, []any{&c.ID, &c.ContactID, &c.PhoneNumberID, &inbound, &optedOut}, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("conversation", id)
	}
	c.LastInboundAt, c.OptedOutAt = atOf(inbound), atOf(optedOut)
	return c, err
}

// OpenWindow opens or extends the customer-service window from the moment at
// which the contact wrote; an older moment changes nothing.
func (tx *Tx) OpenWindow(workspaceID, conversationID string, wrote time.Time) {
	tx.write(openWindow, workspaceID, conversationID, ms(wrote))
}

// NameContact stores the name that a contact gave itself.
func (tx *Tx) NameContact(workspaceID, contactID, name string) {
	tx.write(nameContact, workspaceID, contactID, name)
}

// OptOut records that a contact refuses marketing from the time on; a zero
// time takes the refusal back.
func (tx *Tx) OptOut(workspaceID, contactID string, at time.Time) {
	tx.write(optOutContact, workspaceID, contactID, ms(at))
}

// ContactByPhone finds a contact of the workspace by number.
func (tx *Tx) ContactByPhone(workspaceID, phone string) (crm.Contact, bool, error) {
	return tx.contact(selectContactByPhone, workspaceID, phone)
}

// ContactByUserID finds a contact of the workspace by the provider's user id.
func (tx *Tx) ContactByUserID(workspaceID, userID string) (crm.Contact, bool, error) {
	return tx.contact(selectContactByUser, workspaceID, userID)
}

func (tx *Tx) contact(s *Stmt, workspaceID, value string) (c crm.Contact, found bool, err error) {
	c.WorkspaceID = workspaceID
	var optedOut, created int64
	found, err = tx.one(s, []any{&c.ID, &c.Phone, &c.UserID, &c.Name, &optedOut, &created}, workspaceID, value)
	c.OptedOutAt, c.CreatedAt = atOf(optedOut), at(created)
	return c, found, err
}
