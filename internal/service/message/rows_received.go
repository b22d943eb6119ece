package message

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertReceivedSQL  = db.SQL(insertMessageOne)
	replaceContentSQL  = db.SQL(`UPDATE messages SET type = $3, content = $4, reply_to = $5 WHERE workspace_id = $1 AND id = $2`)
	parkItemSQL        = db.SQL(`INSERT INTO parked_items (workspace_id, phone_number_id, target_id, item_id, item, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`)
	takeItemsSQL       = db.SQL(`DELETE FROM parked_items WHERE workspace_id = $1 AND phone_number_id = $2 AND target_id = $3 RETURNING item`).ByOnPostgres("parked_items_pkey")
	selectItemsSQL     = db.SQL(`SELECT item FROM parked_items WHERE workspace_id = $1 AND phone_number_id = $2 AND target_id = $3`).ByOnPostgres("parked_items_pkey")
	selectWaitedForSQL = db.SQL(`SELECT DISTINCT i.workspace_id, i.phone_number_id, i.target_id FROM parked_items i
		JOIN message_provider_ids p ON p.workspace_id = i.workspace_id
		AND p.digest = substr(sha256(convert_to(i.phone_number_id || '/' || i.target_id, 'UTF8')), 1, 16) LIMIT $1`).ByOnPostgres("message_provider_ids_pkey").
		AcrossWorkspaces("what waits for a message that is there by now")
	expireItemsSQL = db.SQL(`DELETE FROM parked_items WHERE (workspace_id, phone_number_id, target_id, item_id) IN
		(SELECT workspace_id, phone_number_id, target_id, item_id FROM parked_items INDEXED BY parked_items_age WHERE created_at < $1 ORDER BY created_at LIMIT $2)`).
		By("parked_items_age").AcrossWorkspaces("retention")
	takeParkedStatusSQL = db.SQL(`DELETE FROM parked_statuses WHERE workspace_id = $1 AND phone_number_id = $2 AND provider_message_id = $3 RETURNING item`)
)

// InsertReceived stores a message that was not sent through this service. It
// reports whether it was new, because the provider's identifier is stored once
// per phone number, and how many parked items wait for it.
func InsertReceived(tx *db.Tx, m *crm.Message) (fresh bool, parked int, err error) {
	fresh = true
	if m.ProviderMessageID != "" {
		fresh, err = tx.One(takeProviderIDSQL, []any{&parked}, m.ID, m.WorkspaceID, providerDigest(m.PhoneNumberID, m.ProviderMessageID), m.PhoneNumberID, m.ProviderMessageID)
	}
	if fresh && err == nil {
		tx.Write(insertReceivedSQL, messageArgs(m)...)
		tx.Write(insertReceivedStateSQL, stateArgs(m)...)
	}
	return fresh, parked, err
}

// ReplaceContent stores what a message says now, its type and what it answers.
func ReplaceContent(tx *db.Tx, m *crm.Message) {
	tx.Write(replaceContentSQL, m.WorkspaceID, m.ID, m.Type, db.Text(m.Content), m.ReplyTo)
}

// ParkItem keeps an item until the message that it is about is known, and
// reports whether it was not kept before.
func ParkItem(tx *db.Tx, n crm.PhoneNumber, targetID, itemID string, item []byte) (fresh bool, err error) {
	rows, err := tx.Exec(parkItemSQL, n.WorkspaceID, n.ID, targetID, itemID, string(item), db.Ms(tx.Now()))
	return rows == 1, err
}

// TakeParkedItems returns the items that waited for a message, and forgets them.
func TakeParkedItems(tx *db.Tx, n crm.PhoneNumber, targetID string) ([][]byte, error) {
	return takeParked(tx, takeItemsSQL, n.WorkspaceID, n.ID, targetID)
}

// ParkedItems returns the items that wait for a message.
func ParkedItems(tx *db.Tx, n crm.PhoneNumber, targetID string) ([][]byte, error) {
	return takeParked(tx, selectItemsSQL, n.WorkspaceID, n.ID, targetID)
}

// WaitedFor names a message by the provider's identifier.
type WaitedFor struct{ WorkspaceID, PhoneNumberID, ProviderMessageID string }

// KnownTargets returns up to limit messages for which items wait although they
// are known.
func KnownTargets(tx *db.Tx, limit int) (out []WaitedFor, err error) {
	err = tx.Each(selectWaitedForSQL, func(r db.Row) error {
		var w WaitedFor
		err := r.Scan(&w.WorkspaceID, &w.PhoneNumberID, &w.ProviderMessageID)
		out = append(out, w)
		return err
	}, limit)
	return out, err
}

// TakeParkedStatuses returns the statuses that waited for a message, and
// forgets them.
func TakeParkedStatuses(tx *db.Tx, n crm.PhoneNumber, providerMessageID string) ([][]byte, error) {
	return takeParked(tx, takeParkedStatusSQL, n.WorkspaceID, n.ID, providerMessageID)
}

func takeParked(tx *db.Tx, s *db.Stmt, args ...any) (out [][]byte, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var item string
		err := r.Scan(&item)
		out = append(out, []byte(item))
		return err
	}, args...)
	return out, err
}

// expireParkedItems forgets items that nothing came for since the time.
func expireParkedItems(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireItemsSQL, db.Ms(before), limit)
}
