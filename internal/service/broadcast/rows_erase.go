package broadcast

import (
	"encoding/json"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/erase"
)

// Who is erased stays a recipient that counts, of whom nothing is known but what came of
// it. One whose turn has not come is excluded then, having no number.
var (
	// The next broadcast that goes to somebody, and a part of what it was asked to go to.
	toPersonSQL = db.SQL(`SELECT broadcast_id, number, phone FROM broadcast_recipients INDEXED BY broadcast_recipients_person
		WHERE workspace_id = $1 AND person = $2 AND broadcast_id >= $3 ORDER BY broadcast_id LIMIT 1`).By("broadcast_recipients_person")
	inConversationSQL = db.SQL(`SELECT broadcast_id, number, phone FROM broadcast_recipients INDEXED BY broadcast_recipients_asked
		WHERE workspace_id = $1 AND conversation_id = $2 AND conversation_id <> '' AND broadcast_id >= $3 AND person <> '!' || number ORDER BY broadcast_id LIMIT 1`).By("broadcast_recipients_asked")
	somePartsSQL      = db.SQL(`SELECT part, entries FROM broadcast_parts WHERE workspace_id = $1 AND broadcast_id = $2 AND part > $3 ORDER BY part LIMIT $4`)
	savePartSQL       = db.SQL(`UPDATE broadcast_parts SET entries = $4 WHERE workspace_id = $1 AND broadcast_id = $2 AND part = $3`)
	eraseRecipientSQL = db.SQL(`UPDATE broadcast_recipients SET person = $4, phone = '', user_id = '', parameters = '', detail = '' WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)

	_ = erase.InConversationByParts(func(tx *db.Tx, workspaceID, id, at string) (string, error) {
		return eraseRecipient(tx, inConversationSQL, workspaceID, id, at)
	})
	_ = erase.InContactByParts(erasePerson)
	_ = erase.InNumberByParts(erasePerson)
)

// erasedParts is how many parts of an audience one transaction looks at.
const erasedParts = 20

func erasePerson(tx *db.Tx, workspaceID, id, at string) (string, error) {
	return eraseRecipient(tx, toPersonSQL, workspaceID, id, at)
}

// eraseRecipient takes somebody out of what the next broadcast was asked to go to, some
// parts at a time, and then out of its recipients. An entry stays, and says nothing.
func eraseRecipient(tx *db.Tx, next *db.Stmt, workspaceID, id, at string) (string, error) {
	from, looked, _ := strings.Cut(at, " ")
	var broadcastID, phone string
	var number int64
	named, err := tx.One(next, []any{&broadcastID, &number, &phone}, workspaceID, id, from)
	if err != nil || !named {
		return "", err
	}
	part := int64(-1)
	if broadcastID == from && looked != "" {
		if part, err = strconv.ParseInt(looked, 10, 64); err != nil {
			return "", err
		}
	}
	some := 0
	err = tx.Each(somePartsSQL, func(r db.Row) error {
		var text string
		some++
		if err := r.Scan(&part, &text); err != nil {
			return err
		}
		return eraseEntries(tx, workspaceID, broadcastID, part, text, id, phone)
	}, workspaceID, broadcastID, part, erasedParts)
	if err != nil || some == erasedParts {
		return broadcastID + " " + strconv.FormatInt(part, 10), err
	}
	tx.Write(eraseRecipientSQL, workspaceID, broadcastID, number, "!"+strconv.FormatInt(number, 10))
	return broadcastID, nil // there may be another one of it
}

func eraseEntries(tx *db.Tx, workspaceID, broadcastID string, part int64, text, id, phone string) error {
	var entries []crm.BroadcastRecipient
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		return err
	}
	changed := false
	for i, e := range entries {
		if e.ContactID == id || phone != "" && e.To != "" && crm.LookupKey(e.To) == crm.LookupKey(phone) {
			entries[i], changed = crm.BroadcastRecipient{Line: e.Line}, true
		}
	}
	if changed {
		tx.Write(savePartSQL, workspaceID, broadcastID, part, db.Text(entries))
	}
	return nil
}
