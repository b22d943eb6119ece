package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	// One statement sees both sides as they were at one moment, so what others write
	// meanwhile is in both or in none.
	selectWrongCountsSQL = db.SQL(`SELECT phone_number_id, team_id, agent_id, status, waiting, CAST(sum(kept) AS BIGINT), CAST(sum(there) AS BIGINT) FROM (
			SELECT phone_number_id, team_id, agent_id, status, waiting, n AS kept, 0 AS there FROM conversation_counts WHERE workspace_id = $1
			UNION ALL SELECT phone_number_id, team_id, agent_id, status, waiting_since > 0, 0, 1 FROM conversation_states WHERE workspace_id = $1) b
		GROUP BY 1, 2, 3, 4, 5 HAVING sum(kept) <> sum(there) ORDER BY 1, 2, 3, 4, 5 LIMIT $2`)
	selectCountRepairsSQL = db.SQL(`SELECT no FROM conversation_count_repairs WHERE workspace_id = $1`)
	writeCountRepairSQL   = db.SQL(`INSERT INTO conversation_count_repairs (workspace_id, no) VALUES ($1, CAST($2 AS BIGINT) + 1)
		ON CONFLICT (workspace_id) DO UPDATE SET no = excluded.no WHERE conversation_count_repairs.no = $2`)
	// Lane 16 is the one that others are folded into.
	addToCountSQL = db.SQL(`INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES ($1, $2, $3, $4, $5, $6, 16, $7)
		ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + excluded.n`)
	selectNextCountedSQL = db.SQL(`SELECT workspace_id FROM conversation_counts WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).
				AcrossWorkspaces("counts of all are compared").Unlimited("one row by the primary key")
	selectNextStandingSQL = db.SQL(`SELECT workspace_id FROM conversation_states WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).
				AcrossWorkspaces("counts of all are compared").Unlimited("one row by the primary key")
	selectLastStandingSQL = db.SQL(`SELECT workspace_id FROM conversation_states ORDER BY workspace_id DESC LIMIT 1`).
				AcrossWorkspaces("counts of all are compared").Unlimited("one row by the primary key")
)

// WrongCount is a count that is not what it counts: conversations that stand alike.
type WrongCount struct {
	PhoneNumberID, TeamID, AgentID string
	Status                         crm.ConversationStatus
	Waiting                        bool
	// Kept is what the count says, There how many there are.
	Kept, There int64
}

// wrongCounts returns up to limit counts of a workspace that are wrong, and how often
// they were repaired before.
func wrongCounts(tx *db.Tx, workspaceID string, limit int) (list []WrongCount, repairs int64, err error) {
	// What was repaired after this is read is not repaired again: see repairCounts.
	if _, err := tx.One(selectCountRepairsSQL, []any{&repairs}, workspaceID); err != nil {
		return nil, 0, err
	}
	err = tx.Each(selectWrongCountsSQL, func(r db.Row) error {
		var w WrongCount
		var status string
		err := r.Scan(&w.PhoneNumberID, &w.TeamID, &w.AgentID, &status, &w.Waiting, &w.Kept, &w.There)
		w.Status = crm.ConversationStatus(status)
		list = append(list, w)
		return err
	}, workspaceID, limit)
	return list, repairs, err
}

// repairCounts adds to counts what they lack, and reports false where another repair
// came before. It needs no lock on what is counted: whoever writes meanwhile changes
// both sides alike, so a difference stays as it was measured until it is repaired.
func repairCounts(tx *db.Tx, workspaceID string, list []WrongCount, repairs int64) (done bool, err error) {
	n, err := tx.Exec(writeCountRepairSQL, workspaceID, repairs)
	if err != nil || n == 0 {
		return false, err
	}
	for _, w := range list { // in the order of the key, as folding takes them
		tx.Write(addToCountSQL, workspaceID, w.PhoneNumberID, w.TeamID, w.AgentID, string(w.Status), w.Waiting, w.There-w.Kept)
	}
	return true, nil
}

// nextCounted returns the workspace after one that has counts, or conversations to be
// counted; "" at the end.
func nextCounted(tx *db.Tx, after string) (next string, err error) {
	for _, stmt := range []*db.Stmt{selectNextCountedSQL, selectNextStandingSQL} {
		var id string
		found, err := tx.One(stmt, []any{&id}, after)
		if err != nil {
			return "", err
		}
		if found && (next == "" || id < next) {
			next = id
		}
	}
	return next, nil
}
