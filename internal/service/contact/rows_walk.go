package contact

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	walkContacts = newListing(contactColumns, "contacts", ` FROM contacts WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`, 4)
	// CROSS JOIN keeps SQLite from beginning with the contacts.
	walkTagged = newListing(listedColumns, "c", ` FROM contact_tags t CROSS JOIN contacts c
		WHERE t.workspace_id = $1 AND t.tag = $3 AND t.contact_id > $2 AND c.workspace_id = t.workspace_id AND c.id = t.contact_id
		ORDER BY t.contact_id LIMIT $4`, 5)
	walkWithValue = newListing(listedColumns, "c", ` FROM contact_field_values t CROSS JOIN contacts c
		WHERE t.workspace_id = $1 AND t.field = $3 AND t.value = $4 AND t.contact_id > $2 AND c.workspace_id = t.workspace_id AND c.id = t.contact_id
		ORDER BY t.contact_id LIMIT $5`, 6)
	// Those that were merged into contacts from one identifier to another, at first hand.
	selectMergedSQL = db.SQL(`SELECT id, merged_into FROM contacts INDEXED BY contacts_merged WHERE workspace_id = $1 AND merged_into >= $2 AND merged_into <= $3 AND merged_into <> ''
		ORDER BY merged_into LIMIT $4`).By("contacts_merged").ByOnPostgres("contacts_merged")
)

// Walk is a way through the contacts of a workspace in the order of their identifiers:
// all of them, or those with a tag, or with the value of a field by number.
type Walk crm.SegmentNarrow

// Narrow reports whether the walk leaves contacts out.
func (w Walk) Narrow() bool { return w.Tag != "" || w.Number != 0 }

// Next returns the contacts of the way after an identifier that are in reach, of limit
// that it looks at; "" begins. next is the last one that it looked at, "" at the end.
// Those that were merged away are not among them.
func (w Walk) Next(tx *db.Tx, workspaceID string, r crm.Reach, after string, limit int) (out []crm.Contact, next string, err error) {
	var list []seenContact
	switch {
	case w.Number != 0:
		list, err = walkWithValue.read(tx, workspaceID, r, after, w.Number, w.Value, limit)
	case w.Tag != "":
		list, err = walkTagged.read(tx, workspaceID, r, after, w.Tag, limit)
	default:
		list, err = walkContacts.read(tx, workspaceID, r, after, limit)
	}
	for _, c := range list {
		if c.seen && c.MergedInto == "" {
			out = append(out, c.Contact)
		}
	}
	if len(list) == limit && limit > 0 {
		next = list[limit-1].ID
	}
	return out, next, err
}

// MergedInto returns who was merged into each of some contacts, whether at first hand or
// by way of others. The contacts are in the order of their identifiers.
func MergedInto(tx *db.Tx, workspaceID string, ids []string, near bool) (map[string][]string, error) {
	out := map[string][]string{}
	into := map[string]string{}
	for _, id := range ids {
		into[id] = id
	}
	asked := [][]any{}
	if near && len(ids) > 0 { // they lie close together
		asked = append(asked, []any{workspaceID, ids[0], ids[len(ids)-1], maxMerged})
	} else {
		for _, id := range ids {
			asked = append(asked, []any{workspaceID, id, id, maxMerged})
		}
	}
	for range maxMergeDepth {
		var gone []string
		err := tx.EachOf(selectMergedSQL, asked, func(_ int, r db.Row) error {
			var id, to string
			err := r.Scan(&id, &to)
			if root, ours := into[to]; ours && into[id] == "" {
				into[id], gone = root, append(gone, id)
				out[root] = append(out[root], id)
			}
			return err
		})
		if err != nil || len(gone) == 0 {
			return out, err
		}
		asked = asked[:0]
		for _, id := range gone {
			asked = append(asked, []any{workspaceID, id, id, maxMerged})
		}
	}
	return out, nil
}

// maxMerged bounds how many were merged into the contacts of one page.
const maxMerged = 100_000
