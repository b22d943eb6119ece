package message

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/whatsapp"
)

const insertFactText = `INSERT INTO charge_facts (workspace_id, at, message_id, participant, step, charge) `

var (
	insertFactSQL = db.Merged(insertFactText+`VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
		insertFactText+`SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[]) ON CONFLICT DO NOTHING`)
	selectFactsSQL = db.SQL(`SELECT at, message_id, participant, step, charge FROM charge_facts WHERE workspace_id = $1 ORDER BY at, message_id, participant, step LIMIT $2`)
	deleteFactSQL  = db.Merged(`DELETE FROM charge_facts WHERE workspace_id = $1 AND at = $2 AND message_id = $3 AND participant = $4 AND step = $5`,
		`DELETE FROM charge_facts f USING unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[]) AS u (workspace, at, message, participant, step)
		WHERE f.workspace_id = u.workspace AND f.at = u.at AND f.message_id = u.message AND f.participant = u.participant AND f.step = u.step`).KeyOf(5).BeforeReads()
	nextFactsSQL = db.SQL(`SELECT workspace_id FROM charge_facts WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).AcrossWorkspaces("a node books the charges of all").Unlimited("one row by the primary key")
)

// Fact is a charge that the ledger has not booked yet.
type Fact struct {
	crm.ChargeFact
	step string
}

// noteFact tells the ledger of charges what a status says. before is the status of the
// message before it.
func noteFact(tx *db.Tx, m *crm.Message, before crm.Status, u *whatsapp.StatusUpdate, v Move) {
	now, by, c, at := m.Status, m.ChargedBy, m.Charge, m.ArrivedAt(v.At)
	if u.ParticipantID != "" {
		r := m.Receipt(u.ParticipantID)
		now, by, c, at = r.Status, r.ChargedBy, r.Charge, v.At
	}
	f, is := crm.FactOf(before, now, v.Status, v.Billing, by, c)
	if !is {
		return
	}
	if u.Conversation != nil {
		f.Conversation = u.Conversation.ID
	}
	tx.Write(insertFactSQL, m.WorkspaceID, db.Ms(at), m.ID, u.ParticipantID, f.Step(), db.Text(f))
}

// Facts returns up to limit charges of a workspace that the ledger has not booked, in the
// order in which the messages arrived.
func Facts(tx *db.Tx, workspaceID string, limit int) (out []Fact, err error) {
	err = tx.Each(selectFactsSQL, func(r db.Row) error {
		var at int64
		var column string
		var f Fact
		if err := r.Scan(&at, &f.MessageID, &f.ParticipantID, &f.step, &column); err != nil {
			return err
		}
		f.At = db.At(at)
		err := json.Unmarshal([]byte(column), &f.ChargeFact)
		out = append(out, f)
		return err
	}, workspaceID, limit)
	return out, err
}

// DropFacts forgets charges that the ledger has booked.
func DropFacts(tx *db.Tx, workspaceID string, list []Fact) {
	for _, f := range list {
		tx.Write(deleteFactSQL, workspaceID, db.Ms(f.At), f.MessageID, f.ParticipantID, f.step)
	}
}

// NextWithFacts returns the workspace after one that has charges to book; "" at the end.
func NextWithFacts(tx *db.Tx, after string) (next string, err error) {
	_, err = tx.One(nextFactsSQL, []any{&next}, after)
	return next, err
}
