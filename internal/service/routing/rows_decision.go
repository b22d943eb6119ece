package routing

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const decisionColumns = `id, conversation_id, episode_id, decided_at, cause, outcome, agent_id, body`

var (
	saveDecisionSQL = db.SQL(`INSERT INTO routing_decisions (workspace_id, ` + decisionColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (workspace_id, conversation_id, id) DO UPDATE SET decided_at = excluded.decided_at, outcome = excluded.outcome, agent_id = excluded.agent_id, body = excluded.body`)
	decisionsSQL      = db.SQL(`SELECT ` + decisionColumns + ` FROM routing_decisions WHERE workspace_id = $1 AND conversation_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY id DESC LIMIT $4`)
	assignedLatelySQL = db.SQL(`SELECT count(*) FROM (SELECT id FROM routing_decisions WHERE workspace_id = $1 AND conversation_id = $2 AND episode_id = $3 AND outcome = 'assigned' AND decided_at > $4
		ORDER BY id DESC LIMIT $5) d`)
	tooOftenLatelySQL = db.SQL(`SELECT 1 FROM routing_decisions WHERE workspace_id = $1 AND conversation_id = $2 AND id >= $3 AND episode_id = $4 AND outcome = 'too_often' LIMIT 1`)

	expireDecisionsSQL = db.SQL(`DELETE FROM routing_decisions WHERE (workspace_id, conversation_id, id) IN
		(SELECT workspace_id, conversation_id, id FROM routing_decisions WHERE decided_at < $1 ORDER BY decided_at LIMIT $2)`).By("routing_decisions_age").ByOnPostgres("routing_decisions_age").
		AcrossWorkspaces("retention")
)

// saveDecision stores a decision, or what became of it.
func saveDecision(tx *db.Tx, d crm.RoutingDecision) {
	tx.Write(saveDecisionSQL, d.WorkspaceID, d.ID, d.ConversationID, d.EpisodeID, db.Ms(d.At), string(d.Cause), string(d.Outcome), d.AgentID, db.Text(d.RoutingExplanation))
}

// decisions returns up to limit decisions about a conversation before one, "" for
// the end, newest first.
func decisions(tx *db.Tx, workspaceID, conversationID, before string, limit int) (out []crm.RoutingDecision, err error) {
	err = tx.Each(decisionsSQL, func(r db.Row) error {
		d := crm.RoutingDecision{WorkspaceID: workspaceID}
		var at int64
		var body string
		if err := r.Scan(&d.ID, &d.ConversationID, &d.EpisodeID, &at, (*string)(&d.Cause), (*string)(&d.Outcome), &d.AgentID, &body); err != nil {
			return err
		}
		d.At = db.At(at)
		err := json.Unmarshal([]byte(body), &d.RoutingExplanation)
		out = append(out, d)
		return err
	}, workspaceID, conversationID, before, limit)
	return out, err
}

// tooOftenLately reports whether a conversation was given to somebody too often before,
// within a day of its episode.
func tooOftenLately(tx *db.Tx, d crm.RoutingDecision) (bool, error) {
	var one int
	return tx.One(tooOftenLatelySQL, []any{&one}, d.WorkspaceID, d.ConversationID, crm.LowestID(crm.PrefixRoutingDecision, d.At.Add(-24*time.Hour)), d.EpisodeID)
}

// expireDecisions forgets up to limit decisions from before a time, and returns how
// many these were.
func expireDecisions(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireDecisionsSQL, db.Ms(before), limit)
}
