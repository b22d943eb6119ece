package message

import (
	"crypto/sha256"
	"errors"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// message_provider_ids finds a message by its number and the provider's
// identifier of it, which is once per number. The key is short because its pages
// are written at random: the first half of a SHA-256, of which nobody can make
// two that are equal. The identifier itself is in the message's state.
var (
	// The identifier that a message has already changes nothing; another message's
	// is not given to it.
	insertProviderIDSQL = db.Merged(`INSERT INTO message_provider_ids (message_id, workspace_id, digest) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id, digest) DO UPDATE SET message_id = excluded.message_id WHERE message_provider_ids.message_id = excluded.message_id`,
		`INSERT INTO message_provider_ids (message_id, workspace_id, digest) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])
		ON CONFLICT (workspace_id, digest) DO UPDATE SET message_id = excluded.message_id WHERE message_provider_ids.message_id = excluded.message_id
		RETURNING message_id, ''`).BeforeReads()
	// What waits for the message is counted by the way.
	takeProviderIDSQL = db.SQL(`INSERT INTO message_provider_ids (message_id, workspace_id, digest) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
		RETURNING (SELECT count(*) FROM parked_items WHERE workspace_id = $2 AND phone_number_id = $4 AND target_id = $5)`)

	lockStateByProviderSQL = db.SQL(`SELECT `+stateColumns+` FROM message_provider_ids p JOIN message_states s ON s.workspace_id = p.workspace_id AND s.message_id = p.message_id
		WHERE p.workspace_id = $1 AND p.digest = $2 FOR UPDATE OF s`).ByOnPostgres("message_provider_ids_pkey", "message_states_pkey")
	selectFixedByProviderSQL = db.SQL(`SELECT `+fixedColumns+` FROM message_provider_ids p JOIN messages m ON m.workspace_id = p.workspace_id AND m.id = p.message_id
		WHERE p.workspace_id = $1 AND p.digest = $2`).ByOnPostgres("message_provider_ids_pkey", "messages_pkey")
	lockHeadByProviderSQL = db.SQL(`SELECT `+messageHead+` FROM message_provider_ids p JOIN message_states s ON s.workspace_id = p.workspace_id AND s.message_id = p.message_id
		JOIN messages m ON m.workspace_id = p.workspace_id AND m.id = p.message_id WHERE p.workspace_id = $1 AND p.digest = $2 FOR UPDATE OF s`).
		ForMany(`SELECT u.n, `+messageHead+` FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS u (workspace, digest, n)
		JOIN message_provider_ids p ON p.workspace_id = u.workspace AND p.digest = u.digest
		JOIN message_states s ON s.workspace_id = p.workspace_id AND s.message_id = p.message_id
		JOIN messages m ON m.workspace_id = p.workspace_id AND m.id = p.message_id ORDER BY u.n FOR UPDATE OF s`).ByOnPostgres("message_provider_ids_pkey", "message_states_pkey", "messages_pkey")
	selectIDByProviderSQL = db.SQL(`SELECT p.message_id FROM message_provider_ids p WHERE p.workspace_id = $1 AND p.digest = $2`).
				ForMany(`SELECT u.n, p.message_id FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS u (workspace, digest, n)
		JOIN message_provider_ids p ON p.workspace_id = u.workspace AND p.digest = u.digest`).ByOnPostgres("message_provider_ids_pkey")
	selectNumberIDsSQL = db.SQL(`SELECT n.id FROM phone_numbers n WHERE n.workspace_id = $1`)
)

// errProviderIDTaken says that another message of the number has the provider's
// identifier.
var errProviderIDTaken = crm.Errorf(crm.KindInvalid, "provider_id_taken", "Another message of the number has this identifier of the provider.")

// providerIDTaken reports whether a message could not be given the provider's
// identifier because another one of its number has it.
func providerIDTaken(err error) bool { return errors.Is(err, errProviderIDTaken) }

// providerDigest is the key of a message of a number that the provider calls so.
func providerDigest(numberID, providerMessageID string) []byte {
	sum := sha256.Sum256([]byte(numberID + "/" + providerMessageID))
	return sum[:sha256.Size/2]
}

func providerKey(n crm.PhoneNumber, providerMessageID string) []any {
	return []any{n.WorkspaceID, providerDigest(n.ID, providerMessageID)}
}

// keepProviderID lets a message be found by the provider's identifier, which it
// got. The update fails with errProviderIDTaken if another one has it.
func keepProviderID(tx *db.Tx, m *crm.Message, providerMessageID string) {
	tx.WriteExactlyOne(insertProviderIDSQL, errProviderIDTaken, m.ID, m.WorkspaceID, providerDigest(m.PhoneNumberID, providerMessageID))
}

// LockMessageByProvider finds a message by the provider's identifier and keeps
// other nodes from changing it meanwhile; nil when there is none yet.
func LockMessageByProvider(tx *db.Tx, n crm.PhoneNumber, providerMessageID string) (*crm.Message, error) {
	return lockWith(tx, lockStateByProviderSQL, selectFixedByProviderSQL, providerKey(n, providerMessageID))
}

// LockHeadsByProvider finds messages of a number by the provider's
// identifiers, without their content: those that there are, by that identifier.
func LockHeadsByProvider(tx *db.Tx, n crm.PhoneNumber, ids []string) (map[string]*crm.Message, error) {
	return heads(tx, lockHeadByProviderSQL, ids, func(id string) []any { return providerKey(n, id) })
}

// MessageIDByProvider returns the identifier of the number's message that the
// provider calls so, or "".
func MessageIDByProvider(tx *db.Tx, n crm.PhoneNumber, providerMessageID string) (id string, err error) {
	_, err = tx.One(selectIDByProviderSQL, []any{&id}, providerKey(n, providerMessageID)...)
	return id, err
}

// messagesCalled are the workspace's messages that the provider calls so, newest
// first: of each of its numbers one at most.
func messagesCalled(tx *db.Tx, workspaceID, providerMessageID string) (out []*crm.Message, err error) {
	numbers, err := tx.Texts(selectNumberIDsSQL, workspaceID)
	if err != nil {
		return nil, err
	}
	keys := make([][]any, len(numbers))
	for i, id := range numbers {
		keys[i] = providerKey(crm.PhoneNumber{ID: id, WorkspaceID: workspaceID}, providerMessageID)
	}
	var ids []string
	err = tx.EachOf(selectIDByProviderSQL, keys, func(_ int, r db.Row) error {
		var id string
		err := r.Scan(&id)
		ids = append(ids, id)
		return err
	})
	slices.Sort(ids)
	for _, id := range slices.Backward(ids) {
		if err == nil {
			var m *crm.Message
			m, err = Message(tx, workspaceID, id)
			out = append(out, m)
		}
	}
	return out, err
}
