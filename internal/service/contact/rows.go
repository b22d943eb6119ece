package contact

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const contactColumns = `id, phone, user_id, parent_user_id, phone_since, name, named_here, tags, field_values, opted_out_at, refuses_all_at, merged_into, created_at, updated_at`

const insertContactText = `INSERT INTO contacts (workspace_id, id, phone, lookup_key, user_id, parent_user_id, phone_since, name, search_name, named_here,
		tags, field_values, opted_out_at, refuses_all_at, merged_into, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT DO NOTHING`

var (
	insertContactSQL = db.SQL(insertContactText)
	updateContactSQL = db.SQL(`UPDATE contacts SET phone = $3, lookup_key = $4, user_id = $5, parent_user_id = $6, phone_since = $7, name = $8, search_name = $9,
		named_here = $10, tags = $11, field_values = $12, opted_out_at = $13, refuses_all_at = $14, merged_into = $15, created_at = $16, updated_at = $17
		WHERE workspace_id = $1 AND id = $2`)
	selectContactSQL        = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND id = $2`)
	selectContactByPhoneSQL = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND lookup_key = $2 AND lookup_key <> ''`)
	selectContactByUserSQL  = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND user_id = $2 AND user_id <> ''`)
	lockContactSQL          = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	lockContactByPhoneSQL   = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND lookup_key = $2 AND lookup_key <> '' FOR UPDATE`).
				ForMany(`SELECT u.n, ` + listedColumns + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, key, n)
		JOIN contacts c ON c.workspace_id = u.workspace AND c.lookup_key = u.key AND c.lookup_key <> '' ORDER BY c.id FOR UPDATE OF c`)
	lockContactByUserSQL = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND user_id = $2 AND user_id <> '' FOR UPDATE`).
				ForMany(`SELECT u.n, ` + listedColumns + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, key, n)
		JOIN contacts c ON c.workspace_id = u.workspace AND c.user_id = u.key AND c.user_id <> '' ORDER BY c.id FOR UPDATE OF c`)
	nameContactSQL = db.SQL(`UPDATE contacts SET name = $3, search_name = $4, updated_at = $5
		WHERE workspace_id = $1 AND id = $2 AND NOT named_here AND (name <> $3 OR search_name <> $4)`)
	nameContactHereSQL = db.SQL(`UPDATE contacts SET name = $3, search_name = $4, named_here = TRUE, updated_at = $5
		WHERE workspace_id = $1 AND id = $2 AND NOT named_here`)

	insertContactTagSQL   = db.SQL(`INSERT INTO contact_tags (workspace_id, contact_id, tag) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	deleteContactTagSQL   = db.SQL(`DELETE FROM contact_tags WHERE workspace_id = $1 AND contact_id = $2 AND tag = $3`)
	insertContactValueSQL = db.SQL(`INSERT INTO contact_field_values (workspace_id, contact_id, field, value) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`)
	deleteContactValueSQL = db.SQL(`DELETE FROM contact_field_values WHERE workspace_id = $1 AND contact_id = $2 AND field = $3 AND value = $4`)

	insertContactNoticeSQL = db.SQL(`INSERT INTO contact_notices (workspace_id, contact_id, id, kind, phone, user_id, other_contact_id, detail, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
	selectContactNoticesSQL = db.SQL(`SELECT id, kind, phone, user_id, other_contact_id, detail, created_at FROM contact_notices
		WHERE workspace_id = $1 AND contact_id = $2 ORDER BY id DESC LIMIT 50`)
)

func contactArgs(c crm.Contact) []any {
	return []any{c.WorkspaceID, c.ID, c.Phone, crm.LookupKey(c.Phone), c.UserID, c.ParentUserID, db.Ms(c.PhoneSince), c.Name, crm.SearchText(c.Name), c.NamedHere,
		tagsText(c.Tags), valuesText(c.Values), db.MsOf(c.OptedOutAt), db.MsOf(c.RefusesAllAt), c.MergedInto, db.Ms(c.CreatedAt), db.Ms(c.UpdatedAt)}
}

// InsertContact stores a contact with its tags and field values. It reports
// false, and stores nothing, when its number or user id is another contact's.
func InsertContact(tx *db.Tx, c crm.Contact) (bool, error) {
	n, err := tx.Exec(insertContactSQL, contactArgs(c)...)
	if err != nil || n == 0 {
		return false, err
	}
	listContact(tx, crm.Contact{}, c)
	return true, nil
}

// saveContact stores what a contact has become. before is what it was; the
// caller has locked it.
func saveContact(tx *db.Tx, before, after crm.Contact) {
	tx.Write(updateContactSQL, contactArgs(after)...)
	listContact(tx, before, after)
}

// listContact keeps the tables by which contacts are found in step. Those that
// were merged into others are found by nothing.
func listContact(tx *db.Tx, before, after crm.Contact) {
	if before.MergedInto != "" {
		before.Tags, before.Values = nil, nil
	}
	if after.MergedInto != "" {
		after.Tags, after.Values = nil, nil
	}
	for _, t := range before.Tags {
		if !slices.Contains(after.Tags, t) {
			tx.Write(deleteContactTagSQL, after.WorkspaceID, after.ID, t)
		}
	}
	for _, t := range after.Tags {
		if !slices.Contains(before.Tags, t) {
			tx.Write(insertContactTagSQL, after.WorkspaceID, after.ID, t)
		}
	}
	for n, v := range before.Values {
		if after.Values[n] != v {
			tx.Write(deleteContactValueSQL, after.WorkspaceID, after.ID, n, crm.SearchText(v))
		}
	}
	for n, v := range after.Values {
		if before.Values[n] != v {
			tx.Write(insertContactValueSQL, after.WorkspaceID, after.ID, n, crm.SearchText(v))
		}
	}
}

// Contact returns a contact of the workspace, or a KindNotFound error. One that
// was merged away is answered by the one that it was merged into.
func Contact(tx *db.Tx, workspaceID, id string) (crm.Contact, error) {
	return rootContact(tx, selectContactSQL, workspaceID, id)
}

// lockContact is Contact, and keeps other nodes from changing it meanwhile.
func lockContact(tx *db.Tx, workspaceID, id string) (crm.Contact, error) {
	return rootContact(tx, lockContactSQL, workspaceID, id)
}

// maxMergeDepth bounds how many merges are followed to a contact or
// conversation; a chain cannot be a ring.
const maxMergeDepth = 100

func rootContact(tx *db.Tx, s *db.Stmt, workspaceID, id string) (crm.Contact, error) {
	next := id
	for range maxMergeDepth {
		c, found, err := readContact(tx, s, workspaceID, next)
		if err == nil && !found {
			err = crm.NotFound("contact", id)
		}
		if err != nil || c.MergedInto == "" {
			return c, err
		}
		next = c.MergedInto
	}
	return crm.Contact{}, fmt.Errorf("contact %s: too many merges", id)
}

// ContactByPhone finds a contact of the workspace by any variant of its number.
func ContactByPhone(tx *db.Tx, workspaceID, phone string) (crm.Contact, bool, error) {
	k, err := findKnown(tx, selectContactByPhoneSQL, selectContactSQL, workspaceID, crm.LookupKey(phone))
	if err != nil || k.Contact == nil {
		return crm.Contact{}, false, err
	}
	return *k.Contact, true, nil
}

// ContactByUserID finds a contact of the workspace by the provider's user id.
func ContactByUserID(tx *db.Tx, workspaceID, userID string) (crm.Contact, bool, error) {
	k, err := findKnown(tx, selectContactByUserSQL, selectContactSQL, workspaceID, userID)
	if err != nil || k.Contact == nil {
		return crm.Contact{}, false, err
	}
	return *k.Contact, true, nil
}

// findKnown finds who has a key, and follows merges to the person.
func findKnown(tx *db.Tx, byKey, byID *db.Stmt, workspaceID, key string) (crm.Known, error) {
	if key == "" {
		return crm.Known{}, nil
	}
	holder, found, err := readContact(tx, byKey, workspaceID, key)
	if err != nil || !found {
		return crm.Known{}, err
	}
	if holder.MergedInto == "" {
		return crm.Known{Holder: &holder, Contact: &holder}, nil
	}
	c, err := rootContact(tx, byID, workspaceID, holder.MergedInto)
	return crm.Known{Holder: &holder, Contact: &c}, err
}

func readContact(tx *db.Tx, s *db.Stmt, workspaceID, key string) (c crm.Contact, found bool, err error) {
	err = tx.Each(s, func(r db.Row) (err error) { found = true; c, err = scanContact(r, workspaceID); return err }, workspaceID, key)
	return c, found, err
}

// scanContact reads contactColumns, and more columns after them.
func scanContact(r db.Row, workspaceID string, more ...any) (c crm.Contact, err error) {
	var since, optedOut, refusesAll, created, updated int64
	var tags, values string
	err = r.Scan(append([]any{&c.ID, &c.Phone, &c.UserID, &c.ParentUserID, &since, &c.Name, &c.NamedHere, &tags, &values, &optedOut, &refusesAll, &c.MergedInto, &created, &updated}, more...)...)
	if err != nil {
		return c, err
	}
	c.WorkspaceID = workspaceID
	c.PhoneSince, c.OptedOutAt, c.RefusesAllAt, c.CreatedAt, c.UpdatedAt = db.At(since), db.AtOf(optedOut), db.AtOf(refusesAll), db.At(created), db.At(updated)
	if tags != "" {
		err = json.Unmarshal([]byte(tags), &c.Tags)
	}
	if values != "" && err == nil {
		err = json.Unmarshal([]byte(values), &c.Values)
	}
	return c, err
}

func tagsText(tags []string) string {
	if len(tags) == 0 {
		return ""
	}
	return db.Text(tags)
}

func valuesText(values map[int]string) string {
	if len(values) == 0 {
		return ""
	}
	return db.Text(values)
}

// NameContact stores the name that the contact of a conversation gave itself, unless
// the workspace has named it. The conversation is one of EnsureConversation.
func NameContact(tx *db.Tx, conv crm.Conversation, name string) {
	name = strings.TrimSpace(name)
	if name == "" || name == conv.KnownName {
		return
	}
	tx.Write(nameContactSQL, conv.WorkspaceID, conv.ContactID, name, crm.SearchText(name), db.Ms(tx.Now()))
}

// NameContactHere stores the name that the workspace has for a contact, unless
// it has named it already.
func NameContactHere(tx *db.Tx, workspaceID, contactID, name string) {
	tx.Write(nameContactHereSQL, workspaceID, contactID, name, crm.SearchText(name), db.Ms(tx.Now()))
}

// noteContact stores a notice about a contact; its identifier and time are
// filled in.
func noteContact(tx *db.Tx, workspaceID string, n crm.ContactNotice) {
	tx.Write(insertContactNoticeSQL, workspaceID, n.ContactID, tx.NewID(crm.PrefixContactNotice), string(n.Kind), n.Phone, n.UserID, n.OtherContactID, n.Detail, db.Ms(tx.Now()))
}

// contactNotices returns the newest 50 notices about a contact.
func contactNotices(tx *db.Tx, workspaceID, contactID string) (out []crm.ContactNotice, err error) {
	err = tx.Each(selectContactNoticesSQL, func(r db.Row) error {
		n := crm.ContactNotice{ContactID: contactID}
		var kind string
		var created int64
		err := r.Scan(&n.ID, &kind, &n.Phone, &n.UserID, &n.OtherContactID, &n.Detail, &created)
		n.Kind, n.CreatedAt = crm.NoticeKind(kind), db.At(created)
		out = append(out, n)
		return err
	}, workspaceID, contactID)
	return out, err
}

// Two nodes gave one number or user id to a contact each: made again, one finds
// the other's contact.
var _ = db.RunAgainAfter("contacts_lookup", "contacts_user")
