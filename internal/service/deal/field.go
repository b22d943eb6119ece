package deal

import (
	"maps"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// applyFields changes the custom fields that are given of a deal, and adds every fault.
func applyFields(tx *db.Tx, workspaceID string, given map[string]any, c *crm.DealContent, f *crm.Faults) error {
	if len(given) == 0 {
		return nil
	}
	defined, err := contact.CustomFields(tx, workspaceID, crm.OfDeals)
	if err == nil {
		c.Values = crm.ApplyFields(c.Values, given, defined, crm.OfDeals, f)
	}
	return err
}

// requiredFields are the definitions of the custom fields, where a stage requires any.
func requiredFields(tx *db.Tx, workspaceID string, stage crm.Stage) ([]crm.CustomField, error) {
	if len(stage.RequiredKeys()) == 0 {
		return nil, nil
	}
	return contact.CustomFields(tx, workspaceID, crm.OfDeals)
}

// checkRequired adds what a deal lacks that a stage requires.
func checkRequired(tx *db.Tx, d crm.Deal, stage crm.Stage, f *crm.Faults) error {
	fields, err := requiredFields(tx, d.WorkspaceID, stage)
	if err == nil {
		d.CheckRequired(stage, fields, f)
	}
	return err
}

// checkKept adds what a change takes from a deal that the stage on which it is requires.
func checkKept(tx *db.Tx, p crm.Pipeline, before, after crm.Deal, f *crm.Faults) error {
	stage, there := p.Stage(before.StageID)
	if !there {
		return nil
	}
	fields, err := requiredFields(tx, before.WorkspaceID, stage)
	if err == nil {
		after.CheckKept(before, stage, fields, f)
	}
	return err
}

// checkRequirements adds the custom fields that stages require and that do not exist.
func checkRequirements(tx *db.Tx, before, after crm.Pipeline) error {
	asks := false
	for _, s := range after.Stages {
		asks = asks || len(s.RequiredKeys()) > 0
	}
	if !asks {
		return nil
	}
	fields, err := contact.CustomFields(tx, after.WorkspaceID, crm.OfDeals)
	if err != nil {
		return err
	}
	var f crm.Faults
	after.CheckRequirements(before, fields, &f)
	return f.Err()
}

// nameFields gives deals the values of the custom fields that are defined now, by key.
func nameFields(tx *db.Tx, list ...*crm.Deal) error {
	var fields []crm.CustomField
	for _, d := range list {
		if len(d.Values) == 0 {
			continue
		}
		if fields == nil {
			var err error
			if fields, err = contact.CustomFields(tx, d.WorkspaceID, crm.OfDeals); err != nil {
				return err
			}
		}
		d.Fields = crm.NamedValues(d.Values, fields)
	}
	return nil
}

// nameFieldsOf is nameFields of a list.
func nameFieldsOf(tx *db.Tx, list []crm.Deal) error {
	at := make([]*crm.Deal, len(list))
	for i := range list {
		at[i] = &list[i]
	}
	return nameFields(tx, at...)
}

// fieldChangesOf are the custom fields that changed, by key.
func fieldChangesOf(tx *db.Tx, workspaceID string, from, to map[int]string) (changes crm.ActChanges, err error) {
	if maps.Equal(from, to) {
		return nil, nil
	}
	fields, err := contact.CustomFields(tx, workspaceID, crm.OfDeals)
	for _, d := range fields {
		before, had := from[d.Number]
		after, has := to[d.Number]
		if before != after || had != has {
			changes = changes.Set("fields."+d.Key, orNil(before, had), orNil(after, has))
		}
	}
	return changes, err
}

func orNil(text string, there bool) any {
	if !there {
		return nil
	}
	return text
}

// fieldFilter returns what a list is narrowed to by custom fields, or every fault.
func fieldFilter(tx *db.Tx, workspaceID string, texts map[string]string) (map[int]string, error) {
	fields, err := contact.CustomFields(tx, workspaceID, crm.OfDeals)
	if err != nil {
		return nil, err
	}
	var f crm.Faults
	values := crm.ParseFieldFilter(texts, fields, &f)
	return values, f.Err()
}

// NameFields gives a deal the values of the custom fields that are defined now, by key.
func NameFields(tx *db.Tx, d *crm.Deal) error { return nameFields(tx, d) }
