package contact

import (
	"cmp"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const listedColumns = `c.id, c.phone, c.user_id, c.parent_user_id, c.phone_since, c.name, c.named_here, c.tags, c.field_values, c.opted_out_at, c.refuses_all_at, c.merged_into, c.created_at, c.updated_at`

var (
	selectContacts = newListing(contactColumns, "contacts", ` FROM contacts WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND id >= $3
		ORDER BY id DESC LIMIT $4`, 5)
	// CROSS JOIN keeps SQLite from beginning with the contacts.
	selectTagged = newListing(listedColumns, "c", ` FROM contact_tags t CROSS JOIN contacts c
		WHERE t.workspace_id = $1 AND t.tag = $3 AND t.contact_id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND c.workspace_id = t.workspace_id AND c.id = t.contact_id
		ORDER BY t.contact_id DESC LIMIT $4`, 5)
	selectWithValue = newListing(listedColumns, "c", ` FROM contact_field_values t CROSS JOIN contacts c
		WHERE t.workspace_id = $1 AND t.field = $3 AND t.value = $4 AND t.contact_id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND c.workspace_id = t.workspace_id AND c.id = t.contact_id
		ORDER BY t.contact_id DESC LIMIT $5`, 6)
	selectNamed = newListing(contactColumns, "contacts", ` FROM contacts WHERE workspace_id = $1 AND search_name <> '' AND search_name >= $2 AND search_name < $3
		AND (search_name, id) > ($4, $5) ORDER BY search_name, id LIMIT $6`, 7)
	selectNumbered = newListing(contactColumns, "contacts", ` FROM contacts WHERE workspace_id = $1 AND lookup_key <> '' AND lookup_key >= $2 AND lookup_key < $3
		AND lookup_key > $4 ORDER BY lookup_key LIMIT $5`, 6)
	selectUpdated = newListing(contactColumns, "contacts", ` FROM contacts WHERE workspace_id = $1 AND (updated_at, id) > ($2, $3)
		ORDER BY updated_at, id LIMIT $4`, 5)
)

// listing is a list of contacts: all, and all with whether each is in reach. Those
// that are not are read all the same, so that a page looks at a bounded number.
type listing struct{ all, marked *db.Stmt }

// newListing makes both statements. alias is what contacts are called in rest, and
// free the first placeholder that it does not use.
func newListing(columns, alias, rest string, free int) listing {
	seen := `, CASE WHEN ` + reach.OfContact(alias+".workspace_id", alias+".id", free) + ` THEN 1 ELSE 0 END`
	return listing{all: db.SQL(`SELECT ` + columns + rest), marked: db.SQL(`SELECT ` + columns + seen + rest)}
}

// How many rows one page looks at when its filter leaves most of them out; then
// the page may be short, and the next one goes on.
const (
	scanChunk = 500
	scanLimit = 5000
)

// end sorts after every text that begins like the one before it.
const end = "\U0010FFFF"

// ListContacts returns a page of contacts. They come newest first; those found by
// the beginning of a name or number in the order of that, and those found by
// their last change in the order of that. A page may have fewer than asked for
// although more follow. Those beyond the reach are left out.
func ListContacts(tx *db.Tx, workspaceID string, r crm.Reach, f crm.ContactFilter, p crm.Page) (crm.List[crm.Contact], error) {
	if f.Phone != "" || f.UserID != "" {
		return oneContact(tx, workspaceID, r, f)
	}
	var out []crm.Contact
	position := contactPosition(f)
	after, n := p.After, p.Limit+1
	if narrowed(f) || !r.IsWhole() {
		n = max(n, scanChunk)
	}
	for scanned := 0; scanned < scanLimit; scanned += n {
		chunk, err := contactChunk(tx, workspaceID, r, f, after, n)
		if err != nil {
			return crm.List[crm.Contact]{}, err
		}
		for _, c := range chunk {
			if c.seen && f.Matches(c.Contact) {
				out = append(out, c.Contact)
			}
		}
		if len(out) > p.Limit || len(chunk) < n {
			return crm.CutPage(out, p.Limit, position), nil
		}
		after = position(chunk[n-1].Contact)
	}
	return crm.List[crm.Contact]{Items: out, Next: after}, nil
}

// narrowed reports whether the filter leaves out rows that are read.
func narrowed(f crm.ContactFilter) bool {
	n := 0
	for _, set := range []bool{f.Tag != "", f.Query != "", f.OptedOut != nil, !f.UpdatedAfter.IsZero()} {
		if set {
			n++
		}
	}
	n += len(f.Values)
	return n > 1 || f.OptedOut != nil
}

// contactPosition tells the place of a contact in the order of the list.
func contactPosition(f crm.ContactFilter) func(crm.Contact) string {
	if !f.UpdatedAfter.IsZero() && !indexed(f) {
		return func(c crm.Contact) string { return strconv.FormatInt(db.Ms(c.UpdatedAt), 10) + " " + c.ID }
	}
	return func(c crm.Contact) string { return c.ID }
}

// indexed reports whether a tag, a value or the beginning of a name or number
// finds the contacts.
func indexed(f crm.ContactFilter) bool { return f.Tag != "" || len(f.Values) > 0 || f.Query != "" }

// contactChunk reads the next n rows by the part of the filter that has an index.
func contactChunk(tx *db.Tx, workspaceID string, r crm.Reach, f crm.ContactFilter, after string, n int) ([]seenContact, error) {
	switch {
	case len(f.Values) > 0:
		for number, value := range f.Values {
			return selectWithValue.read(tx, workspaceID, r, after, number, crm.SearchText(value), n)
		}
	case f.Tag != "":
		return selectTagged.read(tx, workspaceID, r, after, f.Tag, n)
	case f.Query != "":
		return contactsBeginning(tx, workspaceID, r, f, after, n)
	case !f.UpdatedAfter.IsZero():
		since, id := db.Ms(f.UpdatedAfter), end
		if when, last, ok := strings.Cut(after, " "); ok {
			since, _ = strconv.ParseInt(when, 10, 64)
			id = last
		}
		return selectUpdated.read(tx, workspaceID, r, since, id, n)
	}
	lowest := ""
	if !f.CreatedAfter.IsZero() {
		lowest = crm.LowestID(crm.PrefixContact, f.CreatedAfter)
	}
	return selectContacts.read(tx, workspaceID, r, after, lowest, n)
}

func contactsBeginning(tx *db.Tx, workspaceID string, r crm.Reach, f crm.ContactFilter, after string, n int) ([]seenContact, error) {
	last := crm.Contact{}
	if after != "" {
		var err error
		if last, _, err = readContact(tx, selectContactSQL, workspaceID, after); err != nil {
			return nil, err
		}
	}
	if f.QueryIsNumber() {
		begin := f.NumberPrefix()
		return selectNumbered.read(tx, workspaceID, r, begin, begin+end, crm.LookupKey(last.Phone), n)
	}
	begin := crm.SearchText(f.Query)
	return selectNamed.read(tx, workspaceID, r, begin, begin+end, crm.SearchText(last.Name), cmp.Or(last.ID, after), n)
}

// oneContact finds by number or user id, of which there is one at most.
func oneContact(tx *db.Tx, workspaceID string, r crm.Reach, f crm.ContactFilter) (list crm.List[crm.Contact], err error) {
	var c crm.Contact
	found := false
	if f.UserID != "" {
		c, found, err = ContactByUserID(tx, workspaceID, f.UserID)
		f.UserID = ""
	} else {
		c, found, err = ContactByPhone(tx, workspaceID, f.Phone)
		f.Phone = ""
	}
	if found && f.Matches(c) {
		var seen bool
		if seen, err = reach.SeesContact(tx, workspaceID, r, c.ID); seen {
			list.Items = append(list.Items, c)
		}
	}
	return list, err
}

// seenContact is a contact with whether it is in reach.
type seenContact struct {
	crm.Contact
	seen bool
}

func (l listing) read(tx *db.Tx, workspaceID string, r crm.Reach, args ...any) (out []seenContact, err error) {
	which, args := l.all, append([]any{workspaceID}, args...)
	if !r.IsWhole() {
		which, args = l.marked, append(args, reach.Args(r)...)
	}
	err = tx.Each(which, func(row db.Row) (err error) {
		c, seen := seenContact{seen: true}, int64(1)
		if which == l.all {
			c.Contact, err = scanContact(row, workspaceID)
		} else {
			c.Contact, err = scanContact(row, workspaceID, &seen)
		}
		c.seen = seen == 1
		out = append(out, c)
		return err
	}, args...)
	return out, err
}
