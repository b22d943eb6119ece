package message

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	// What waits for the message is counted by the way.
	insertReceivedSQL = db.SQL(`INSERT INTO messages (` + MessageColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
		ON CONFLICT DO NOTHING RETURNING (SELECT count(*) FROM parked_items WHERE phone_number_id = $5 AND target_id = $12 AND workspace_id = $1)`)
)

var (
	lockMessageByProviderSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM messages WHERE phone_number_id = $1 AND provider_message_id = $2
		AND provider_message_id <> '' AND workspace_id = $3 FOR UPDATE`).ByOnPostgres("messages_provider")
)

var (
	replaceContentSQL = db.SQL(`UPDATE messages SET type = $3, content = $4, reply_to = $5 WHERE workspace_id = $1 AND id = $2`)
)

var (
	parkItemSQL = db.SQL(`INSERT INTO parked_items (phone_number_id, target_id, item_id, workspace_id, item, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`)
)

var (
	takeItemsSQL = db.SQL(`DELETE FROM parked_items WHERE phone_number_id = $1 AND target_id = $2 AND workspace_id = $3 RETURNING item`).ByOnPostgres("parked_items_pkey")
)

var (
	selectItemsSQL = db.SQL(`SELECT item FROM parked_items WHERE phone_number_id = $1 AND target_id = $2 AND workspace_id = $3`).ByOnPostgres("parked_items_pkey")
)

var (
	// Across workspaces: what waits is the deployment's.
	selectWaitedForSQL = db.SQL(`SELECT DISTINCT p.workspace_id, p.phone_number_id, p.target_id FROM parked_items p
		JOIN messages m ON m.phone_number_id = p.phone_number_id AND m.provider_message_id = p.target_id AND m.provider_message_id <> '' AND m.workspace_id = p.workspace_id
		LIMIT $1`).ByOnPostgres("messages_provider")
)

var (
	// Across workspaces: retention.
	expireItemsSQL = db.SQL(`DELETE FROM parked_items WHERE created_at < $1`).ByOnPostgres("parked_items_age")
)

var (
	takeParkedStatusSQL = db.SQL(`DELETE FROM parked_statuses WHERE phone_number_id = $1 AND provider_message_id = $2 AND workspace_id = $3 RETURNING item`)
)

// InsertReceived stores a message that was not sent through this service. It
// reports whether it was new, because the provider's identifier is stored once
// per phone number, and how many parked items wait for it.
func InsertReceived(tx *db.Tx, m *crm.Message) (fresh bool, parked int, err error) {
	fresh, err = tx.One(insertReceivedSQL, []any{&parked}, messageArgs(m)...)
	return fresh, parked, err
}

// LockMessageByProvider finds a message by the provider's identifier and keeps
// other nodes from changing it meanwhile; nil when there is none yet.
func LockMessageByProvider(tx *db.Tx, n crm.PhoneNumber, providerMessageID string) (*crm.Message, error) {
	list, err := QueryMessages(tx, lockMessageByProviderSQL, n.ID, providerMessageID, n.WorkspaceID)
	if len(list) == 0 {
		return nil, err
	}
	return list[0], err
}

// ReplaceContent stores what a message says now, its type and what it answers.
func ReplaceContent(tx *db.Tx, m *crm.Message) {
	tx.Write(replaceContentSQL, m.WorkspaceID, m.ID, m.Type, db.Text(m.Content), m.ReplyTo)
}

// ParkItem keeps an item until the message that it is about is known, and
// reports whether it was not kept before.
func ParkItem(tx *db.Tx, n crm.PhoneNumber, targetID, itemID string, item []byte) (fresh bool, err error) {
	rows, err := tx.Exec(parkItemSQL, n.ID, targetID, itemID, n.WorkspaceID, string(item), db.Ms(tx.Now()))
	return rows == 1, err
}

// TakeParkedItems returns the items that waited for a message, and forgets them.
func TakeParkedItems(tx *db.Tx, n crm.PhoneNumber, targetID string) ([][]byte, error) {
	return takeParked(tx, takeItemsSQL, n, targetID)
}

// ParkedItems returns the items that wait for a message.
func ParkedItems(tx *db.Tx, n crm.PhoneNumber, targetID string) ([][]byte, error) {
	return takeParked(tx, selectItemsSQL, n, targetID)
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
	return takeParked(tx, takeParkedStatusSQL, n, providerMessageID)
}

func takeParked(tx *db.Tx, s *db.Stmt, n crm.PhoneNumber, targetID string) (out [][]byte, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var item string
		err := r.Scan(&item)
		out = append(out, []byte(item))
		return err
	}, n.ID, targetID, n.WorkspaceID)
	return out, err
}

// expireParkedItems forgets items that nothing came for since the time.
func expireParkedItems(tx *db.Tx, before time.Time) { tx.Write(expireItemsSQL, db.Ms(before)) }
