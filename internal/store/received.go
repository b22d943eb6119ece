package store

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	// What waits for the message is counted by the way.
	insertReceived = db.SQL(`INSERT INTO messages (` + messageColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
		ON CONFLICT DO NOTHING RETURNING (SELECT count(*) FROM parked_items WHERE phone_number_id = $5 AND target_id = $12 AND workspace_id = $1)`)
	lockMessageByProvider = db.SQL(`SELECT ` + messageColumns + ` FROM messages WHERE phone_number_id = $1 AND provider_message_id = $2
		AND provider_message_id <> '' AND workspace_id = $3 FOR UPDATE`).ByOnPostgres("messages_provider")
	replaceContent = db.SQL(`UPDATE messages SET type = $3, content = $4, reply_to = $5 WHERE workspace_id = $1 AND id = $2`)

	parkItem    = db.SQL(`INSERT INTO parked_items (phone_number_id, target_id, item_id, workspace_id, item, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`)
	takeItems   = db.SQL(`DELETE FROM parked_items WHERE phone_number_id = $1 AND target_id = $2 AND workspace_id = $3 RETURNING item`).ByOnPostgres("parked_items_pkey")
	selectItems = db.SQL(`SELECT item FROM parked_items WHERE phone_number_id = $1 AND target_id = $2 AND workspace_id = $3`).ByOnPostgres("parked_items_pkey")
	// Across workspaces: what waits is the deployment's.
	selectWaitedFor = db.SQL(`SELECT DISTINCT p.workspace_id, p.phone_number_id, p.target_id FROM parked_items p
		JOIN messages m ON m.phone_number_id = p.phone_number_id AND m.provider_message_id = p.target_id AND m.provider_message_id <> '' AND m.workspace_id = p.workspace_id
		LIMIT $1`).ByOnPostgres("messages_provider")
	// Across workspaces: retention.
	expireItems      = db.SQL(`DELETE FROM parked_items WHERE created_at < $1`).ByOnPostgres("parked_items_age")
	takeParkedStatus = db.SQL(`DELETE FROM parked_statuses WHERE phone_number_id = $1 AND provider_message_id = $2 AND workspace_id = $3 RETURNING item`)

	noteReferral  = db.SQL(`UPDATE conversations SET referral_at = $3 WHERE workspace_id = $1 AND id = $2 AND referral_at < $3`)
	openFreeEntry = db.SQL(`UPDATE conversations SET free_entry_until = $3
		WHERE workspace_id = $1 AND id = $2 AND referral_at > 0 AND free_entry_until < referral_at AND referral_at BETWEEN $4 AND $5`)
	confirmFreeEntry = db.SQL(`UPDATE conversations SET free_entry_until = $3 WHERE workspace_id = $1 AND id = $2 AND free_entry_until <> $3`)
)

// InsertReceived stores a message that was not sent through this service. It
// reports whether it was new, because the provider's identifier is stored once
// per phone number, and how many parked items wait for it.
func (tx *Tx) InsertReceived(m *crm.Message) (fresh bool, parked int, err error) {
	fresh, err = tx.One(insertReceived, []any{&parked}, messageArgs(m)...)
	return fresh, parked, err
}

// LockMessageByProvider finds a message by the provider's identifier and keeps
// other nodes from changing it meanwhile; nil when there is none yet.
func (tx *Tx) LockMessageByProvider(n crm.PhoneNumber, providerMessageID string) (*crm.Message, error) {
	list, err := tx.messages(lockMessageByProvider, n.ID, providerMessageID, n.WorkspaceID)
	if len(list) == 0 {
		return nil, err
	}
	return list[0], err
}

// ReplaceContent stores what a message says now, its type and what it answers.
func (tx *Tx) ReplaceContent(m *crm.Message) {
	tx.Write(replaceContent, m.WorkspaceID, m.ID, m.Type, db.Text(m.Content), m.ReplyTo)
}

// ParkItem keeps an item until the message that it is about is known, and
// reports whether it was not kept before.
func (tx *Tx) ParkItem(n crm.PhoneNumber, targetID, itemID string, item []byte) (fresh bool, err error) {
	rows, err := tx.Exec(parkItem, n.ID, targetID, itemID, n.WorkspaceID, string(item), db.Ms(tx.Now()))
	return rows == 1, err
}

// TakeParkedItems returns the items that waited for a message, and forgets them.
func (tx *Tx) TakeParkedItems(n crm.PhoneNumber, targetID string) ([][]byte, error) {
	return tx.take(takeItems, n, targetID)
}

// ParkedItems returns the items that wait for a message.
func (tx *Tx) ParkedItems(n crm.PhoneNumber, targetID string) ([][]byte, error) {
	return tx.take(selectItems, n, targetID)
}

// WaitedFor names a message by the provider's identifier.
type WaitedFor struct{ WorkspaceID, PhoneNumberID, ProviderMessageID string }

// KnownTargets returns up to limit messages for which items wait although they
// are known.
func (tx *Tx) KnownTargets(limit int) (out []WaitedFor, err error) {
	err = tx.Each(selectWaitedFor, func(r db.Row) error {
		var w WaitedFor
		err := r.Scan(&w.WorkspaceID, &w.PhoneNumberID, &w.ProviderMessageID)
		out = append(out, w)
		return err
	}, limit)
	return out, err
}

// TakeParkedStatuses returns the statuses that waited for a message, and
// forgets them.
func (tx *Tx) TakeParkedStatuses(n crm.PhoneNumber, providerMessageID string) ([][]byte, error) {
	return tx.take(takeParkedStatus, n, providerMessageID)
}

func (tx *Tx) take(s *db.Stmt, n crm.PhoneNumber, targetID string) (out [][]byte, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var item string
		err := r.Scan(&item)
		out = append(out, []byte(item))
		return err
	}, n.ID, targetID, n.WorkspaceID)
	return out, err
}

// ExpireParkedItems forgets items that nothing came for since the time.
func (tx *Tx) ExpireParkedItems(before time.Time) { tx.Write(expireItems, db.Ms(before)) }

// SeenContact returns the contact that a sighting of a person shows, made where
// there is none yet, without a conversation.
func (tx *Tx) SeenContact(workspaceID string, p crm.Person) (crm.Contact, error) {
	for range threadTries {
		if c, done, err := tx.settle(workspaceID, p); err != nil || done {
			return c, err
		}
	}
	return crm.Contact{}, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The contact is being made by another request; try again.")
}

// NoteReferral records that an ad led the contact to the conversation.
func (tx *Tx) NoteReferral(workspaceID, conversationID string, at time.Time) {
	tx.Write(noteReferral, workspaceID, conversationID, db.Ms(at))
}

// OpenFreeEntry opens the free entry point window when the business answers
// somebody whom an ad led here, in time and for the first time.
func (tx *Tx) OpenFreeEntry(workspaceID, conversationID string, answered time.Time) {
	tx.Write(openFreeEntry, workspaceID, conversationID, db.Ms(answered.Add(crm.FreeEntryLength)),
		db.Ms(answered.Add(-crm.WindowLength)), db.Ms(answered))
}

// ConfirmFreeEntry stores until when the provider says that the free entry
// point window is open.
func (tx *Tx) ConfirmFreeEntry(workspaceID, conversationID string, until time.Time) {
	tx.Write(confirmFreeEntry, workspaceID, conversationID, db.Ms(until))
}
