package dealrule

import (
	"encoding/json"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const runColumns = `id, version, trigger_kind, trigger_id, event_id, conversation_id, at, outcome, deal_id, facts`

var (
	// Whoever adds the run of a rule and a trigger acts on it, and nobody else.
	beginRunSQL = db.SQL(`INSERT INTO deal_rule_runs (workspace_id, rule_id, id, version, trigger_kind, trigger_id, event_id, conversation_id, at, outcome, deal_id, facts)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '', '') ON CONFLICT DO NOTHING`)
	endRunSQL = db.SQL(`UPDATE deal_rule_runs SET outcome = $4, deal_id = $5, facts = $6 WHERE workspace_id = $1 AND rule_id = $2 AND id = $3`)
	// The newest first, by the key.
	listRunsSQL = db.SQL(`SELECT ` + runColumns + ` FROM deal_rule_runs WHERE workspace_id = $1 AND rule_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END AND ($4 = '' OR outcome = $4)
		ORDER BY rule_id DESC, id DESC LIMIT $5`)
	doneRunSQL    = db.SQL(`SELECT id FROM deal_rule_runs WHERE workspace_id = $1 AND rule_id = $2 AND trigger_id = $3`)
	expireRunsSQL = db.SQL(`DELETE FROM deal_rule_runs WHERE (workspace_id, rule_id, id) IN (SELECT workspace_id, rule_id, id FROM deal_rule_runs WHERE at < $1 ORDER BY at LIMIT $2)`).
			By("deal_rule_runs_age").ByOnPostgres("deal_rule_runs_age").AcrossWorkspaces("retention")
)

// beginRun notes that a rule acts on a trigger; false if it did so before. Where another
// node is about to, it waits for its commit.
func beginRun(tx *db.Tx, r crm.DealRun) (fresh bool, err error) {
	n, err := tx.Exec(beginRunSQL, r.WorkspaceID, r.RuleID, r.ID, r.Version, string(r.Trigger), r.TriggerID, r.EventID, r.ConversationID, db.Ms(r.At))
	return n == 1, err
}

// doneRuns returns which of some workspaces, rules and triggers there are runs of.
func doneRuns(tx *db.Tx, keys [][]any) (map[int]bool, error) {
	out := map[int]bool{}
	if len(keys) == 0 {
		return out, nil
	}
	return out, tx.EachOf(doneRunSQL, keys, func(i int, r db.Row) error {
		var id string
		out[i] = true
		return r.Scan(&id)
	})
}

func endRun(tx *db.Tx, r crm.DealRun) {
	tx.Write(endRunSQL, r.WorkspaceID, r.RuleID, r.ID, string(r.Outcome), r.DealID, db.Text(r.DealRunFacts))
}

// runs returns a page of what a rule did, the newest first.
func runs(tx *db.Tx, of crm.DealRule, outcome crm.DealRunOutcome, p crm.Page) (crm.List[crm.DealRun], error) {
	var found []crm.DealRun
	err := tx.Each(listRunsSQL, func(row db.Row) error {
		r := crm.DealRun{WorkspaceID: of.WorkspaceID, RuleID: of.ID}
		var at int64
		var facts string
		if err := row.Scan(&r.ID, &r.Version, (*string)(&r.Trigger), &r.TriggerID, &r.EventID, &r.ConversationID, &at, (*string)(&r.Outcome), &r.DealID, &facts); err != nil {
			return err
		}
		r.At = db.At(at)
		err := json.Unmarshal([]byte(facts), &r.DealRunFacts)
		found = append(found, r)
		return err
	}, of.WorkspaceID, of.ID, p.After, string(outcome), p.Limit+1)
	return crm.CutPage(found, p.Limit, func(r crm.DealRun) string { return r.ID }), err
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
