package crm_test

import (
	"testing"

	"service.example/crm/internal/crm"
)

func TestFieldValuesHaveOneForm(t *testing.T) {
	for _, c := range []struct {
		typ         crm.FieldType
		text, value string
		refused     bool
	}{
		{crm.FieldText, "  gold ", "gold", false},
		{crm.FieldNumber, "1.50", "1.5", false}, {crm.FieldNumber, "-0", "0", false}, {crm.FieldNumber, "100", "100", false},
		{crm.FieldNumber, "007", "7", false}, {crm.FieldNumber, "1e9", "", true}, {crm.FieldNumber, "", "", true},
		{crm.FieldBoolean, "Yes", "true", false}, {crm.FieldBoolean, "0", "false", false}, {crm.FieldBoolean, "maybe", "", true},
		{crm.FieldDate, "2026-01-31", "2026-01-31", false}, {crm.FieldDate, "2026-01-31T10:00:00Z", "2026-01-31", false}, {crm.FieldDate, "31.1.2026", "", true},
		{crm.FieldSelect, "GOLD", "Gold", false}, {crm.FieldSelect, "tin", "", true},
		{crm.FieldURL, "https://example.com/a", "https://example.com/a", false}, {crm.FieldURL, "javascript:alert(1)", "", true},
	} {
		d := crm.CustomField{Type: c.typ, Options: []string{"Gold", "Silver"}}
		value, reason := d.Parse(c.text)
		if value != c.value || (reason != "") != c.refused {
			t.Errorf("%s %q is %q (%s), want %q", c.typ, c.text, value, reason, c.value)
		}
	}
}
