package contact

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

var (
	selectOlderContactsSQL = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`).By()
	// Also those that were joined to others.
	selectConversationIDsSQL = db.SQL(`SELECT id FROM conversations INDEXED BY conversations_pair WHERE workspace_id = $1 AND contact_id = $2 ORDER BY id LIMIT 1000`).By("conversations_pair")
)

// ContactsAsStored returns contacts by identifier, as their rows are: those that
// were merged away, too.
func ContactsAsStored(tx *db.Tx, workspaceID string, ids []string) (map[string]crm.Contact, error) {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	out := make(map[string]crm.Contact, len(ids))
	err := tx.EachOf(selectContactSQL, rows, func(_ int, r db.Row) error {
		c, err := scanContact(r, workspaceID)
		out[c.ID] = c
		return err
	})
	return out, err
}

// ContactsBefore returns up to limit contacts before an identifier, as their rows
// are, newest first; "" begins with the newest.
func ContactsBefore(tx *db.Tx, workspaceID, before string, limit int) (out []crm.Contact, err error) {
	err = tx.Each(selectOlderContactsSQL, func(r db.Row) error {
		c, err := scanContact(r, workspaceID)
		out = append(out, c)
		return err
	}, workspaceID, before, limit)
	return out, err
}

// ConversationsOfContact returns the conversations of a contact with all that are
// joined to them.
func ConversationsOfContact(tx *db.Tx, workspaceID, contactID string) (out []string, err error) {
	list, err := tx.Texts(selectConversationIDsSQL, workspaceID, contactID)
	seen := map[string]bool{}
	for _, id := range list {
		if err != nil {
			return nil, err
		}
		var family []string
		family, err = Family(tx, workspaceID, id)
		for _, member := range family {
			if !seen[member] {
				seen[member] = true
				out = append(out, member)
			}
		}
	}
	return out, err
}

// Existing returns which of some conversations are there. Those of people who were erased
// are not.
func Existing(tx *db.Tx, workspaceID string, ids []string) (map[string]bool, error) {
	ids = core.Distinct(slices.Clone(ids))
	rows, out := make([][]any, len(ids)), map[string]bool{}
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	err := tx.EachOf(labelsOfSQL, rows, func(i int, r db.Row) error {
		var labels string
		out[ids[i]] = true
		return r.Scan(&labels)
	})
	return out, err
}
