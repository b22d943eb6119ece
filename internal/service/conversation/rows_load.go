package conversation

import (
	"time"

	"service.example/crm/internal/db"
)

// countedLoad is how many open conversations of an agent are looked at: more than
// any capacity allows.
const countedLoad = 2000

// What an agent has is never stored: counted from where conversations stand, it
// cannot be wrong. The order keeps PostgreSQL at the index, whatever it believes of
// the table.
var loadSQL = db.SQL(`SELECT CAST(count(*) AS BIGINT), CAST(coalesce(sum(CASE WHEN waiting_since = 0 AND activity_at <= $3 THEN 1 ELSE 0 END), 0) AS BIGINT),
		CAST(coalesce(min(CASE WHEN waiting_since = 0 AND activity_at > $3 THEN activity_at END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN team_id = $4 THEN 1 ELSE 0 END), 0) AS BIGINT)
	FROM (SELECT waiting_since, activity_at, team_id FROM conversation_states
		WHERE workspace_id = $1 AND agent_id = $2 AND agent_id <> '' AND status = 'open' AND status <> 'closed' AND status <> 'snoozed' ORDER BY agent_id, activity_at, conversation_id LIMIT $5) s`).
	ByOnPostgres("conversation_states_agent").By("conversation_states_agent")

var openOfSQL = db.SQL(`SELECT conversation_id FROM conversation_states WHERE workspace_id = $1 AND agent_id = $2 AND agent_id <> '' AND status = 'open' AND status <> 'closed' AND status <> 'snoozed'
	ORDER BY activity_at, conversation_id LIMIT $3`)

// Load is how many open conversations an agent has.
type Load struct {
	Open int
	// Idle of them were answered and quiet since the time that was asked for. At
	// NextQuiet the oldest of the answered others became quiet; nil for none.
	Idle      int
	NextQuiet *time.Time
	OfTeam    int // of the team that was asked for
}

// Loads returns what agents have: what was quiet at a time is idle.
func Loads(tx *db.Tx, workspaceID, teamID string, agentIDs []string, quiet time.Time) ([]Load, error) {
	rows, out := make([][]any, len(agentIDs)), make([]Load, len(agentIDs))
	for i, id := range agentIDs {
		rows[i] = []any{workspaceID, id, db.Ms(quiet), teamID, countedLoad}
	}
	err := tx.EachOf(loadSQL, rows, func(i int, r db.Row) error {
		var next int64
		err := r.Scan(&out[i].Open, &out[i].Idle, &next, &out[i].OfTeam)
		out[i].NextQuiet = db.AtOf(next)
		return err
	})
	return out, err
}
