package contact

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertCustomFieldSQL = db.SQL(`INSERT INTO contact_fields (workspace_id, id, owner, number, key, label, type, options, created_at)
		SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($8 AS TEXT), coalesce(max(number), 0) + 1, CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT), CAST($7 AS BIGINT)
		FROM contact_fields WHERE workspace_id = $1 ON CONFLICT DO NOTHING RETURNING number`)
	updateCustomFieldSQL  = db.SQL(`UPDATE contact_fields SET label = $3, options = $4 WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0`)
	deleteCustomFieldSQL  = db.SQL(`UPDATE contact_fields SET deleted_at = $3 WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0`)
	selectCustomFieldsSQL = db.SQL(`SELECT id, number, key, label, type, options, created_at FROM contact_fields
		WHERE workspace_id = $1 AND owner = $2 AND deleted_at = 0 ORDER BY number`)
)

// insertCustomField stores a definition and gives it its number. It reports
// false when the key is taken.
func insertCustomField(tx *db.Tx, d *crm.CustomField) (bool, error) {
	tx.Lock("contact_fields" + d.WorkspaceID)
	return tx.One(insertCustomFieldSQL, []any{&d.Number}, d.WorkspaceID, d.ID, d.Key, d.Label, string(d.Type), tagsText(d.Options), db.Ms(d.CreatedAt), string(d.Owner))
}

// updateCustomField stores the label and the options of a definition.
func updateCustomField(tx *db.Tx, d crm.CustomField) {
	tx.Write(updateCustomFieldSQL, d.WorkspaceID, d.ID, d.Label, tagsText(d.Options))
}

// deleteCustomField removes a definition; values of it are shown no more. It
// reports whether there was one.
func deleteCustomField(tx *db.Tx, workspaceID, id string) (bool, error) {
	n, err := tx.Exec(deleteCustomFieldSQL, workspaceID, id, db.Ms(tx.Now()))
	return n == 1, err
}

// contactFields returns the definitions of the fields of contacts.
func contactFields(tx *db.Tx, workspaceID string) ([]crm.CustomField, error) {
	return CustomFields(tx, workspaceID, crm.OfContacts)
}

// CustomFields returns the definitions of an owner's fields in the order in which they
// were made; there are at most crm.MaxCustomFields.
func CustomFields(tx *db.Tx, workspaceID string, owner crm.FieldOwner) (out []crm.CustomField, err error) {
	err = tx.Each(selectCustomFieldsSQL, func(r db.Row) error {
		d := crm.CustomField{WorkspaceID: workspaceID, Owner: owner}
		var typ, options string
		var created int64
		if err := r.Scan(&d.ID, &d.Number, &d.Key, &d.Label, &typ, &options, &created); err != nil {
			return err
		}
		d.Type, d.CreatedAt = crm.FieldType(typ), db.At(created)
		out = append(out, d)
		if options == "" {
			return nil
		}
		return json.Unmarshal([]byte(options), &out[len(out)-1].Options)
	}, workspaceID, string(owner))
	return out, err
}

// Variables are what texts may say of a contact: contact.name, contact.firstName,
// contact.phone, and contact.fields. with the key of each field that has a value.
func Variables(tx *db.Tx, workspaceID, contactID string) (map[string]string, error) {
	c, err := Contact(tx, workspaceID, contactID)
	if err != nil {
		return nil, err
	}
	out := map[string]string{"contact.name": c.Name, "contact.firstName": crm.FirstName(c.Name), "contact.phone": c.Phone}
	defined, err := contactFields(tx, workspaceID)
	for _, d := range defined {
		out[crm.ContactFieldVariable+d.Key] = c.Values[d.Number]
	}
	return out, err
}

// Traits returns the tags of a contact and the values of its custom fields by key:
// those without a value are not among them.
func Traits(tx *db.Tx, workspaceID, contactID string) (tags []string, fields map[string]string, err error) {
	c, err := Contact(tx, workspaceID, contactID)
	if err != nil || len(c.Values) == 0 {
		return c.Tags, nil, err
	}
	defined, err := contactFields(tx, workspaceID)
	fields = map[string]string{}
	for _, d := range defined {
		if value, there := c.Values[d.Number]; there {
			fields[d.Key] = value
		}
	}
	return c.Tags, fields, err
}
