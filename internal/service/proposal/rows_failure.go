package proposal

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

const failureColumns = `id, step, trigger_id, conversation_id, proposal_ids, code, detail, at`

var (
	// Whatever failed is on record once.
	insertFailureSQL = db.SQL(`INSERT INTO proposal_failures (workspace_id, id, step, trigger_id, conversation_id, proposal_ids, code, detail, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`)
	// The newest first, by the key.
	failuresSQL = db.SQL(`SELECT ` + failureColumns + ` FROM proposal_failures WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END
		ORDER BY id DESC LIMIT $3`)
	expireFailuresSQL = db.SQL(`DELETE FROM proposal_failures WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM proposal_failures WHERE at < $1 ORDER BY at LIMIT $2)`).
				By("proposal_failures_age").ByOnPostgres("proposal_failures_age").AcrossWorkspaces("retention")
	// What waits, without what it says.
	waitingSQL = db.SQL(`SELECT p.id FROM proposals p INDEXED BY proposals_unsettled WHERE p.workspace_id = $1 AND p.conversation_id = $2 AND p.settled = 0 AND p.since < $3
		ORDER BY p.id LIMIT 100`).By("proposals_unsettled").ByOnPostgres("proposals_unsettled")
	// Told of once, by whoever comes first.
	tellSQL = db.SQL(`UPDATE proposal_positions SET told = 1, told_at = $2 WHERE workspace_id = $1 AND told = 0 AND told_at <= $3`)
	wellSQL = db.SQL(`UPDATE proposal_positions SET told = 0 WHERE workspace_id = $1 AND told = 1`)
)

// insertFailure puts a failure on record; false if it is.
func insertFailure(tx *db.Tx, f crm.ProposalFailure) (fresh bool, err error) {
	n, err := tx.Exec(insertFailureSQL, f.WorkspaceID, f.ID, string(f.Step), f.TriggerID, f.ConversationID, db.Text(f.ProposalIDs), f.Code, f.Detail, db.Ms(f.At))
	return n == 1, err
}

// failures returns a page of what failed, newest first.
func failures(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.ProposalFailure], error) {
	var list []crm.ProposalFailure
	err := tx.Each(failuresSQL, func(r db.Row) error {
		f := crm.ProposalFailure{WorkspaceID: workspaceID}
		var ids string
		var at int64
		err := r.Scan(&f.ID, (*string)(&f.Step), &f.TriggerID, &f.ConversationID, &ids, &f.Code, &f.Detail, &at)
		if err == nil {
			err = json.Unmarshal([]byte(ids), &f.ProposalIDs)
		}
		f.At = db.At(at)
		list = append(list, f)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(f crm.ProposalFailure) string { return f.ID }), err
}

// waitingFor are the proposals that what happens at a position of the log may settle. It
// reads nothing that could be unreadable.
func waitingFor(tx *db.Tx, workspaceID, conversationID string, at int64) (ids []string, err error) {
	family, err := contact.Family(tx, workspaceID, conversationID)
	for _, member := range family {
		if err == nil {
			err = tx.Each(waitingSQL, func(r db.Row) error {
				var id string
				err := r.Scan(&id)
				ids = append(ids, id)
				return err
			}, workspaceID, member, at)
		}
	}
	return ids, err
}

// markTold notes that people are told that something failed; false if they were told since
// it last went well, or not long ago.
func markTold(tx *db.Tx, workspaceID string) (fresh bool, err error) {
	n, err := tx.Exec(tellSQL, workspaceID, db.Ms(tx.Now()), db.Ms(tx.Now().Add(-toldPause)))
	return n == 1, err
}

// markWell notes that something was compared again.
func markWell(tx *db.Tx, workspaceID string) { tx.Write(wellSQL, workspaceID) }

func expireFailures(tx *db.Tx, limit int) (int64, error) {
	return tx.Exec(expireFailuresSQL, db.Ms(tx.Now().Add(-crm.ProposalFailureLife)), limit)
}
