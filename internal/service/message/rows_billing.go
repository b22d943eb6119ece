package message

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// billingRecord is the charge column: what the provider bills, which status told
// it, and the receipts of the participants of a group.
type billingRecord struct {
	crm.Charge
	By       crm.Status    `json:"by,omitempty"`
	Receipts []crm.Receipt `json:"receipts,omitempty"`
	// Unknown is set where receipts came without a charge.
	Unknown bool `json:"unknown,omitempty"`
}

func billing(m *crm.Message) string {
	if m.Charge == nil && len(m.Receipts) == 0 {
		return ""
	}
	r := billingRecord{By: m.ChargedBy, Receipts: m.Receipts, Unknown: m.Charge == nil}
	if m.Charge != nil {
		r.Charge = *m.Charge
	}
	return db.Text(r)
}

func readBilling(column string, m *crm.Message) error {
	if column == "" {
		return nil
	}
	var r billingRecord
	if err := json.Unmarshal([]byte(column), &r); err != nil {
		return err
	}
	m.ChargedBy, m.Receipts = r.By, r.Receipts
	if !r.Unknown {
		m.Charge = &r.Charge
	}
	return nil
}
