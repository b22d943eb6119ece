package message

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	selectOlderSQL = db.SQL(`SELECT ` + fixedColumns + ` FROM messages m WHERE m.workspace_id = $1 AND m.id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY m.id DESC LIMIT $3`).By()
	selectIDsOfSQL = db.SQL(`SELECT id FROM messages INDEXED BY messages_conversation WHERE workspace_id = $1 AND conversation_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END
		ORDER BY conversation_id DESC, id DESC LIMIT $4`).By("messages_conversation").ByOnPostgres("messages_conversation")
	selectOwnIDSQL = db.SQL(`SELECT message_id FROM message_provider_ids WHERE workspace_id = $1 AND digest = $2`)
)

// Written returns messages as they were written, without their states: those of
// the identifiers that exist, by identifier.
func Written(tx *db.Tx, workspaceID string, ids []string) (map[string]*crm.Message, error) {
	return askEach(tx, selectFixedSQL, ids, func(id string) []any { return []any{workspaceID, id} }, scanWritten)
}

// WrittenBefore returns up to limit messages of the workspace before an
// identifier, newest first, without their states; "" begins with the newest.
func WrittenBefore(tx *db.Tx, workspaceID, before string, limit int) (out []*crm.Message, err error) {
	err = tx.Each(selectOlderSQL, func(r db.Row) error {
		m, err := scanWritten(r)
		out = append(out, m)
		return err
	}, workspaceID, before, limit)
	return out, err
}

// IDsOf returns up to limit identifiers of messages of a conversation before one,
// newest first; "" begins with the newest.
func IDsOf(tx *db.Tx, workspaceID, conversationID, before string, limit int) ([]string, error) {
	return tx.Texts(selectIDsOfSQL, workspaceID, conversationID, before, limit)
}

func scanWritten(r db.Row) (*crm.Message, error) {
	f := fixedRow{}
	if err := r.Scan(f.dest()...); err != nil {
		return nil, err
	}
	return f.with(&stateRow{})
}

// ProviderRef names a message of a phone number by the provider's identifier.
type ProviderRef struct{ PhoneNumberID, ProviderMessageID string }

// OwnIDs returns the identifiers of messages that the provider calls so: those
// that are known, by the provider's.
func OwnIDs(tx *db.Tx, workspaceID string, refs []ProviderRef) (map[ProviderRef]string, error) {
	rows := make([][]any, len(refs))
	for i, ref := range refs {
		rows[i] = []any{workspaceID, providerDigest(ref.PhoneNumberID, ref.ProviderMessageID)}
	}
	out := make(map[ProviderRef]string, len(refs))
	err := tx.EachOf(selectOwnIDSQL, rows, func(i int, r db.Row) error {
		var id string
		err := r.Scan(&id)
		out[refs[i]] = id
		return err
	})
	return out, err
}
