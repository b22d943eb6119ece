package broadcast

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const followUpColumns = `number, conversation_id, title, answered_at, labelled, deal_id, handed_off, facts`

var (
	// Whoever adds it lets it be done, and nobody else: the first answer stays.
	beginFollowUpSQL = db.SQL(`INSERT INTO broadcast_follow_ups (workspace_id, broadcast_id, number, conversation_id, title, answered_at, labelled, deal_id, handed_off, failed, facts)
		VALUES ($1, $2, $3, $4, $5, $6, 0, '', 0, 0, '{}') ON CONFLICT DO NOTHING`)
	saveFollowUpSQL = db.SQL(`UPDATE broadcast_follow_ups SET labelled = $4, deal_id = $5, handed_off = $6, failed = $7, facts = $8
		WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)
	followUpSQL       = db.SQL(`SELECT ` + followUpColumns + ` FROM broadcast_follow_ups WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)
	lockFollowUpSQL   = db.SQL(`SELECT ` + followUpColumns + ` FROM broadcast_follow_ups WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3 FOR UPDATE`)
	followUpCountsSQL = db.SQL(`SELECT count(*), coalesce(sum(labelled), 0), coalesce(sum(CASE WHEN deal_id <> '' THEN 1 ELSE 0 END), 0), coalesce(sum(handed_off), 0), coalesce(sum(failed), 0)
		FROM broadcast_follow_ups WHERE workspace_id = $1 AND broadcast_id = $2`)
)

// beginFollowUp notes the answer of a recipient; false if one was noted before.
func beginFollowUp(tx *db.Tx, workspaceID string, a answer) (fresh bool, err error) {
	n, err := tx.Exec(beginFollowUpSQL, workspaceID, a.broadcastID, a.number, a.conversationID, a.Title, db.Ms(a.At))
	return n == 1, err
}

// followUpOf is what was done after the answer of a recipient; lockFollowUpSQL keeps others
// from doing something meanwhile.
func followUpOf(tx *db.Tx, which *db.Stmt, workspaceID string, p place) (r crm.FollowUpRun, found bool, err error) {
	err = tx.Each(which, func(row db.Row) (err error) {
		r, err = scanFollowUp(row)
		found = true
		return err
	}, workspaceID, p.broadcastID, p.number)
	r.WorkspaceID, r.BroadcastID = workspaceID, p.broadcastID
	return r, found, err
}

func scanFollowUp(row db.Row) (r crm.FollowUpRun, err error) {
	var at, labelled, handed int64
	var facts string
	if err = row.Scan(&r.Number, &r.ConversationID, &r.Title, &at, &labelled, &r.DealID, &handed, &facts); err != nil {
		return r, err
	}
	r.AnsweredAt, r.Labelled, r.HandedOff = db.At(at), labelled == 1, handed == 1
	return r, json.Unmarshal([]byte(facts), &r.FollowUpFacts)
}

func saveFollowUp(tx *db.Tx, r crm.FollowUpRun) {
	tx.Write(saveFollowUpSQL, r.WorkspaceID, r.BroadcastID, r.Number, bit(r.Labelled), r.DealID, bit(r.HandedOff), bit(len(r.Failures) > 0), db.Text(r.FollowUpFacts))
}

// addFollowUps adds to recipients what was done after their answers.
func addFollowUps(tx *db.Tx, b crm.Broadcast, list []crm.Recipient) error {
	if b.FollowUp == nil {
		return nil
	}
	rows := make([][]any, len(list))
	for i, r := range list {
		rows[i] = []any{b.WorkspaceID, b.ID, r.Number}
	}
	return tx.EachOf(followUpSQL, rows, func(i int, row db.Row) error {
		r, err := scanFollowUp(row)
		list[i].FollowUp = &r
		return err
	})
}

// followUpCounts adds up what was done after the answers to a broadcast.
func followUpCounts(tx *db.Tx, b crm.Broadcast) (c crm.FollowUpCounts, err error) {
	_, err = tx.One(followUpCountsSQL, []any{&c.Answered, &c.Labelled, &c.DealsMade, &c.HandedOff, &c.Failed}, b.WorkspaceID, b.ID)
	return c, err
}
