package contact

import (
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const addresseeText = `SELECT c.id, c.phone, c.user_id, c.opted_out_at, c.refuses_all_at, c.merged_into, coalesce(v.free_entry_until, 0) FROM contacts c
	LEFT JOIN conversations v ON v.workspace_id = c.workspace_id AND v.contact_id = c.id AND v.phone_number_id = $2 WHERE c.workspace_id = $1 AND `

var (
	selectAddresseeSQL        = db.SQL(addresseeText + `c.id = $3`)
	selectAddresseeByPhoneSQL = db.SQL(addresseeText + `c.lookup_key = $3 AND c.lookup_key <> ''`)
)

// Addressee is a person to whom something is to be sent; without an identifier one whom
// nobody knows yet.
type Addressee struct {
	ContactID, Phone, UserID string
	crm.Refusals
	// FreeEntryUntil is until when the provider bills nothing, because an ad led them to the
	// phone number.
	FreeEntryUntil *time.Time
}

// Addressees finds people by their identifiers or, where they begin with a plus, by their
// phone numbers, in their order. One who was merged away is answered by the one that they
// were merged into.
func Addressees(tx *db.Tx, workspaceID, phoneNumberID string, list []string) ([]Addressee, error) {
	out, merged := make([]Addressee, len(list)), map[int]string{}
	ask := func(which *db.Stmt, places []int, keys []string) error {
		rows := make([][]any, len(keys))
		for i, key := range keys {
			rows[i] = []any{workspaceID, phoneNumberID, key}
		}
		return tx.EachOf(which, rows, func(i int, r db.Row) error {
			var a Addressee
			var into string
			var optedOut, refusesAll, free int64
			err := r.Scan(&a.ContactID, &a.Phone, &a.UserID, &optedOut, &refusesAll, &into, &free)
			a.OptedOutAt, a.RefusesAllAt, a.FreeEntryUntil = db.AtOf(optedOut), db.AtOf(refusesAll), db.AtOf(free)
			if out[places[i]] = a; into != "" {
				merged[places[i]] = into
			}
			return err
		})
	}
	var byID, byPhone []int
	var ids, phones []string
	for i, one := range list {
		if one != "" && one[0] == '+' {
			byPhone, phones = append(byPhone, i), append(phones, crm.LookupKey(one))
		} else {
			byID, ids = append(byID, i), append(ids, one)
		}
	}
	if err := ask(selectAddresseeSQL, byID, ids); err != nil {
		return nil, err
	}
	if err := ask(selectAddresseeByPhoneSQL, byPhone, phones); err != nil {
		return nil, err
	}
	for i, into := range merged {
		c, err := Contact(tx, workspaceID, into)
		if err != nil {
			return nil, err
		}
		delete(merged, i)
		if err := ask(selectAddresseeSQL, []int{i}, []string{c.ID}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// TimeZones returns the time zones of contacts that have one: the text of the custom field
// with the key crm.TimeZoneField, where it is an IANA name.
func TimeZones(tx *db.Tx, workspaceID string, ids []string) (map[string]string, error) {
	out, names := map[string]string{}, map[string]bool{}
	fields, err := contactFields(tx, workspaceID)
	at := slices.IndexFunc(fields, func(d crm.CustomField) bool { return d.Key == crm.TimeZoneField })
	if err != nil || at < 0 || len(ids) == 0 {
		return out, err
	}
	stored, err := ContactsAsStored(tx, workspaceID, ids)
	for id, c := range stored {
		zone := c.Values[fields[at].Number]
		is, known := names[zone]
		if !known {
			is = crm.IsZone(zone)
			names[zone] = is
		}
		if is {
			out[id] = zone
		}
	}
	return out, err
}
