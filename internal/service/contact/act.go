package contact

import (
	"service.example/crm/internal/crm"
)

// fieldTarget is a custom field as the audit log names it.
func fieldTarget(d crm.CustomField) crm.ActTarget {
	return crm.ActTarget{Type: string(d.Owner) + "_field", ID: d.ID, Name: d.Key}
}

// fieldAct is what was done to a custom field, as the audit log names it.
func fieldAct(owner crm.FieldOwner, done string) string { return string(owner) + "_field." + done }

// contactTarget is a contact as the audit log names it: without the name of the
// person, which may have to be erased, while the audit log never changes.
func contactTarget(c crm.Contact) crm.ActTarget {
	return crm.ActTarget{Type: "contact", ID: c.ID}
}

// fieldChanges are what an act changed of a custom field.
func fieldChanges(from, to crm.CustomField) crm.ActChanges {
	return crm.ActDiff(from, to, "id", "workspaceId", "owner", "number", "createdAt")
}

func importTarget(i crm.ContactImport) crm.ActTarget {
	return crm.ActTarget{Type: "contact_import", ID: i.ID, Name: i.Filename}
}
