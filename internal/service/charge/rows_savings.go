package charge

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
)

var referredSQL = db.SQL(`SELECT referral_at FROM conversations WHERE workspace_id = $1 AND id = $2`)

// savingsPage looks at up to limit rows of the ledger, newest first, and returns what could
// have been saved of them. A message is looked at where it was first booked, and counts as
// what holds of it now.
func savingsPage(tx *db.Tx, workspaceID string, f crm.ChargeFilter, after string, limit int) (out []crm.Saving, next string, err error) {
	page, err := list(tx, workspaceID, f, crm.Page{Limit: limit, After: after})
	if err != nil {
		return nil, "", err
	}
	var ids []string
	places := map[string]string{}
	for _, row := range page.Items {
		if row.Number == 1 {
			ids, places[row.MessageID] = append(ids, row.MessageID), placeIn(row)
		}
	}
	b := booking{workspaceID: workspaceID, ledger: map[copyOf]*crm.BookedCharge{}, numbers: map[string]int64{}}
	if err := b.read(tx, ids); err != nil {
		return nil, "", err
	}
	var billed []*crm.Message
	for _, id := range ids {
		m, holds := b.written[id], b.ledger[copyOf{id, ""}]
		if m != nil && holds != nil && holds.Micros != nil && *holds.Micros > 0 {
			billed = append(billed, m)
		}
	}
	before, err := message.MessagesBefore(tx, workspaceID, billed, crm.SavingLookBack)
	if err != nil {
		return nil, "", err
	}
	referred, err := referrals(tx, workspaceID, billed)
	if err != nil {
		return nil, "", err
	}
	for i, m := range billed {
		holds := b.ledger[copyOf{m.ID, ""}]
		if cause := crm.SavingOf(m, holds, before[i], referred[i]); cause != "" {
			out = append(out, crm.Saving{Cause: cause, Charge: *holds, ConversationID: m.ConversationID, ContactID: m.ContactID, SentAt: m.CreatedAt, Place: places[m.ID]})
		}
	}
	return out, page.Next, nil
}

// referrals are when the contacts of messages last came by an ad or a page; the zero time
// for never.
func referrals(tx *db.Tx, workspaceID string, of []*crm.Message) ([]time.Time, error) {
	rows, out := make([][]any, len(of)), make([]time.Time, len(of))
	for i, m := range of {
		rows[i] = []any{workspaceID, m.ConversationID}
	}
	err := tx.EachOf(referredSQL, rows, func(i int, r db.Row) error {
		var at int64
		err := r.Scan(&at)
		if at > 0 {
			out[i] = db.At(at)
		}
		return err
	})
	return out, err
}
