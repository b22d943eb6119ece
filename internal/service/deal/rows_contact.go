package deal

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

var (
	insertDealContactSQL  = db.SQL(`INSERT INTO deal_contacts (workspace_id, deal_id, number, contact_id, role) VALUES ($1, $2, $3, $4, $5)`)
	deleteDealContactsSQL = db.SQL(`DELETE FROM deal_contacts WHERE workspace_id = $1 AND deal_id = $2`)
	deleteDealContactSQL  = db.SQL(`DELETE FROM deal_contacts WHERE workspace_id = $1 AND deal_id = $2 AND contact_id = $3`)
	selectDealContactsSQL = db.SQL(`SELECT contact_id, role FROM deal_contacts WHERE workspace_id = $1 AND deal_id = $2 ORDER BY number LIMIT 100`)

	// A contact and those that were merged into it.
	contactFamily = `WITH RECURSIVE family (id) AS (SELECT o.id FROM contacts o WHERE o.workspace_id = $1 AND o.id = $2
			UNION ALL SELECT m.id FROM family CROSS JOIN contacts m WHERE m.workspace_id = $1 AND m.merged_into = family.id AND m.merged_into <> '')`
	selectFamilySQL = db.SQL(contactFamily + ` SELECT id FROM family`)
	// The deals that name one of them, as the primary contact or beside it, the newest
	// first. The order is made of the identifiers of what is found: no index has it.
	listByContactSQL = db.SQL(contactFamily+`, named (id) AS (SELECT p.id FROM family CROSS JOIN deals p INDEXED BY deals_contact
			WHERE p.workspace_id = $1 AND p.contact_id = family.id AND p.contact_id <> '' AND p.id < CASE WHEN $3 = '' THEN '~' ELSE $3 END
		UNION SELECT x.deal_id FROM family CROSS JOIN deal_contacts x INDEXED BY deal_contacts_contact
			WHERE x.workspace_id = $1 AND x.contact_id = family.id AND x.deal_id < CASE WHEN $3 = '' THEN '~' ELSE $3 END)
		SELECT `+dealColumns+`, `+inReach(5)+` FROM (SELECT id FROM named ORDER BY id DESC LIMIT $4) named CROSS JOIN deals d WHERE d.workspace_id = $1 AND d.id = named.id ORDER BY coalesce(d.id, '') DESC LIMIT $4`).
		ByOnPostgres("deals_contact", "deal_contacts_contact")
)

// putContacts stores the contacts of a deal in the place of those that it had.
func putContacts(tx *db.Tx, d crm.Deal, list []crm.DealContact) {
	tx.Write(deleteDealContactsSQL, d.WorkspaceID, d.ID)
	for i, c := range list {
		tx.Write(insertDealContactSQL, d.WorkspaceID, d.ID, int64(i+1), c.ContactID, c.Role)
	}
}

// dropPrimary forgets a contact that a deal had as its primary one, and has no more.
func dropPrimary(tx *db.Tx, old, d crm.Deal) {
	if old.ContactID != "" && old.ContactID != d.ContactID {
		tx.Write(deleteDealContactSQL, d.WorkspaceID, d.ID, old.ContactID)
	}
}

// contacts returns the contacts of a deal as they are kept, the primary one first.
func contacts(tx *db.Tx, d crm.Deal) (out []crm.DealContact, err error) {
	if d.ContactID != "" {
		out = append(out, crm.DealContact{ContactID: d.ContactID, Primary: true})
	}
	err = tx.Each(selectDealContactsSQL, func(r db.Row) error {
		var c crm.DealContact
		if err := r.Scan(&c.ContactID, &c.Role); err != nil {
			return err
		}
		if c.ContactID == d.ContactID {
			out[0].Role = c.Role
		} else {
			out = append(out, c)
		}
		return nil
	}, d.WorkspaceID, d.ID)
	return out, err
}

// contactsNow are the contacts of a deal by what became of them: those that were merged
// are one, for as long as they are.
func contactsNow(tx *db.Tx, d crm.Deal) ([]crm.DealContact, error) {
	list, err := contacts(tx, d)
	var out []crm.DealContact
	for _, c := range list {
		now, broken := contact.Contact(tx, d.WorkspaceID, c.ContactID)
		if broken != nil {
			return nil, broken
		}
		c.ContactID = now.ID
		i := slices.IndexFunc(out, func(o crm.DealContact) bool { return o.ContactID == c.ContactID })
		switch {
		case i < 0:
			out = append(out, c)
		case out[i].Role == "":
			out[i].Role = c.Role
		}
	}
	return out, err
}

// ofContact reports which deals name a contact, or one that was merged into it.
func ofContact(tx *db.Tx, workspaceID, contactID string, list []crm.Deal) (map[string]bool, error) {
	out := map[string]bool{}
	family, err := tx.Texts(selectFamilySQL, workspaceID, contactID)
	if err != nil {
		return nil, err
	}
	asked := make([][]any, len(list))
	for i, d := range list {
		asked[i] = []any{workspaceID, d.ID}
		out[d.ID] = slices.Contains(family, d.ContactID)
	}
	err = tx.EachOf(selectDealContactsSQL, asked, func(i int, r db.Row) error {
		var id, role string
		err := r.Scan(&id, &role)
		out[list[i].ID] = out[list[i].ID] || slices.Contains(family, id)
		return err
	})
	return out, err
}

// HasContact reports whether a deal names a contact, or one that was merged into it: as
// its primary contact or beside it.
func HasContact(tx *db.Tx, workspaceID, contactID string, d crm.Deal) (bool, error) {
	named, err := ofContact(tx, workspaceID, contactID, []crm.Deal{d})
	return named[d.ID], err
}
