package store

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

// Two nodes gave one number or user id to a contact each: made again, one finds
// the other's contact.
var _ = db.RunAgainAfter("contacts_lookup", "contacts_user")

var (
	insertContact = db.SQL(insertContactText)
	updateContact = db.SQL(`UPDATE contacts SET phone = $3, lookup_key = $4, user_id = $5, parent_user_id = $6, phone_since = $7, name = $8, search_name = $9,
		named_here = $10, tags = $11, field_values = $12, opted_out_at = $13, refuses_all_at = $14, merged_into = $15, created_at = $16, updated_at = $17
		WHERE workspace_id = $1 AND id = $2`)
	selectContact        = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND id = $2`)
	selectContactByPhone = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND lookup_key = $2 AND lookup_key <> ''`)
	selectContactByUser  = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND user_id = $2 AND user_id <> ''`)
	lockContact          = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	lockContactByPhone   = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND lookup_key = $2 AND lookup_key <> '' FOR UPDATE`).
				ForMany(`SELECT u.n, ` + listedColumns + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, key, n)
		JOIN contacts c ON c.workspace_id = u.workspace AND c.lookup_key = u.key AND c.lookup_key <> '' ORDER BY c.id FOR UPDATE OF c`)
	lockContactByUser = db.SQL(`SELECT ` + contactColumns + ` FROM contacts WHERE workspace_id = $1 AND user_id = $2 AND user_id <> '' FOR UPDATE`).
				ForMany(`SELECT u.n, ` + listedColumns + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, key, n)
		JOIN contacts c ON c.workspace_id = u.workspace AND c.user_id = u.key AND c.user_id <> '' ORDER BY c.id FOR UPDATE OF c`)
	nameContact = db.SQL(`UPDATE contacts SET name = $3, search_name = $4, updated_at = $5
		WHERE workspace_id = $1 AND id = $2 AND NOT named_here AND (name <> $3 OR search_name <> $4)`)
	nameContactHere = db.SQL(`UPDATE contacts SET name = $3, search_name = $4, named_here = TRUE, updated_at = $5
		WHERE workspace_id = $1 AND id = $2 AND NOT named_here`)

	insertContactTag   = db.SQL(`INSERT INTO contact_tags (workspace_id, contact_id, tag) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	deleteContactTag   = db.SQL(`DELETE FROM contact_tags WHERE workspace_id = $1 AND contact_id = $2 AND tag = $3`)
	insertContactValue = db.SQL(`INSERT INTO contact_field_values (workspace_id, contact_id, field, value) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`)
	deleteContactValue = db.SQL(`DELETE FROM contact_field_values WHERE workspace_id = $1 AND contact_id = $2 AND field = $3 AND value = $4`)

	insertContactNotice = db.SQL(`INSERT INTO contact_notices (workspace_id, contact_id, id, kind, phone, user_id, other_contact_id, detail, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
	selectContactNotices = db.SQL(`SELECT id, kind, phone, user_id, other_contact_id, detail, created_at FROM contact_notices
		WHERE workspace_id = $1 AND contact_id = $2 ORDER BY id DESC LIMIT 50`)
)

func contactArgs(c crm.Contact) []any {
	return []any{c.WorkspaceID, c.ID, c.Phone, crm.LookupKey(c.Phone), c.UserID, c.ParentUserID, db.Ms(c.PhoneSince), c.Name, crm.SearchText(c.Name), c.NamedHere,
		tagsText(c.Tags), valuesText(c.Values), db.MsOf(c.OptedOutAt), db.MsOf(c.RefusesAllAt), c.MergedInto, db.Ms(c.CreatedAt), db.Ms(c.UpdatedAt)}
}

// InsertContact stores a contact with its tags and field values. It reports
// false, and stores nothing, when its number or user id is another contact's.
func (tx *Tx) InsertContact(c crm.Contact) (bool, error) {
	n, err := tx.Exec(insertContact, contactArgs(c)...)
	if err != nil || n == 0 {
		return false, err
	}
	tx.listContact(crm.Contact{}, c)
	return true, nil
}

// SaveContact stores what a contact has become. before is what it was; the
// caller has locked it.
func (tx *Tx) SaveContact(before, after crm.Contact) {
	tx.Write(updateContact, contactArgs(after)...)
	tx.listContact(before, after)
}

// listContact keeps the tables by which contacts are found in step. Those that
// were merged into others are found by nothing.
func (tx *Tx) listContact(before, after crm.Contact) {
	if before.MergedInto != "" {
		before.Tags, before.Values = nil, nil
	}
	if after.MergedInto != "" {
		after.Tags, after.Values = nil, nil
	}
	for _, t := range before.Tags {
		if !slices.Contains(after.Tags, t) {
			tx.Write(deleteContactTag, after.WorkspaceID, after.ID, t)
		}
	}
	for _, t := range after.Tags {
		if !slices.Contains(before.Tags, t) {
			tx.Write(insertContactTag, after.WorkspaceID, after.ID, t)
		}
	}
	for n, v := range before.Values {
		if after.Values[n] != v {
			tx.Write(deleteContactValue, after.WorkspaceID, after.ID, n, crm.SearchText(v))
		}
	}
	for n, v := range after.Values {
		if before.Values[n] != v {
			tx.Write(insertContactValue, after.WorkspaceID, after.ID, n, crm.SearchText(v))
		}
	}
}

// Contact returns a contact of the workspace, or a KindNotFound error. One that
// was merged away is answered by the one that it was merged into.
func (tx *Tx) Contact(workspaceID, id string) (crm.Contact, error) {
	return tx.rootContact(selectContact, workspaceID, id)
}

// LockContact is Contact, and keeps other nodes from changing it meanwhile.
func (tx *Tx) LockContact(workspaceID, id string) (crm.Contact, error) {
	return tx.rootContact(lockContact, workspaceID, id)
}

// maxMergeDepth bounds how many merges are followed to a contact or
// conversation; a chain cannot be a ring.
const maxMergeDepth = 100

func (tx *Tx) rootContact(s *db.Stmt, workspaceID, id string) (crm.Contact, error) {
	next := id
	for range maxMergeDepth {
		c, found, err := tx.contact(s, workspaceID, next)
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
func (tx *Tx) ContactByPhone(workspaceID, phone string) (crm.Contact, bool, error) {
	k, err := tx.known(selectContactByPhone, selectContact, workspaceID, crm.LookupKey(phone))
	if err != nil || k.Contact == nil {
		return crm.Contact{}, false, err
	}
	return *k.Contact, true, nil
}

// ContactByUserID finds a contact of the workspace by the provider's user id.
func (tx *Tx) ContactByUserID(workspaceID, userID string) (crm.Contact, bool, error) {
	k, err := tx.known(selectContactByUser, selectContact, workspaceID, userID)
	if err != nil || k.Contact == nil {
		return crm.Contact{}, false, err
	}
	return *k.Contact, true, nil
}

// known finds who has a key, and follows merges to the person.
func (tx *Tx) known(byKey, byID *db.Stmt, workspaceID, key string) (crm.Known, error) {
	if key == "" {
		return crm.Known{}, nil
	}
	holder, found, err := tx.contact(byKey, workspaceID, key)
	if err != nil || !found {
		return crm.Known{}, err
	}
	if holder.MergedInto == "" {
		return crm.Known{Holder: &holder, Contact: &holder}, nil
	}
	c, err := tx.rootContact(byID, workspaceID, holder.MergedInto)
	return crm.Known{Holder: &holder, Contact: &c}, err
}

func (tx *Tx) contact(s *db.Stmt, workspaceID, key string) (c crm.Contact, found bool, err error) {
	err = tx.Each(s, func(r db.Row) (err error) { found = true; c, err = scanContact(r, workspaceID); return err }, workspaceID, key)
	return c, found, err
}

func scanContact(r db.Row, workspaceID string) (c crm.Contact, err error) {
	var since, optedOut, refusesAll, created, updated int64
	var tags, values string
	err = r.Scan(&c.ID, &c.Phone, &c.UserID, &c.ParentUserID, &since, &c.Name, &c.NamedHere, &tags, &values, &optedOut, &refusesAll, &c.MergedInto, &created, &updated)
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

// NameContact stores the name that a contact gave itself, unless the workspace
// has named it.
func (tx *Tx) NameContact(workspaceID, contactID, name string) {
	name = strings.TrimSpace(name)
	tx.Write(nameContact, workspaceID, contactID, name, crm.SearchText(name), db.Ms(tx.Now()))
}

// NameContactHere stores the name that the workspace has for a contact, unless
// it has named it already.
func (tx *Tx) NameContactHere(workspaceID, contactID, name string) {
	tx.Write(nameContactHere, workspaceID, contactID, name, crm.SearchText(name), db.Ms(tx.Now()))
}

// NoteContact stores a notice about a contact; its identifier and time are
// filled in.
func (tx *Tx) NoteContact(workspaceID string, n crm.ContactNotice) {
	tx.Write(insertContactNotice, workspaceID, n.ContactID, tx.NewID(crm.PrefixContactNotice), string(n.Kind), n.Phone, n.UserID, n.OtherContactID, n.Detail, db.Ms(tx.Now()))
}

// ContactNotices returns the newest 50 notices about a contact.
func (tx *Tx) ContactNotices(workspaceID, contactID string) (out []crm.ContactNotice, err error) {
	err = tx.Each(selectContactNotices, func(r db.Row) error {
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
