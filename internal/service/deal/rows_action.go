package deal

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const actionColumns = `id, created_by, created_at, move_made, outcome, undone_at`

var (
	insertActionSQL = db.SQL(`INSERT INTO deal_actions (workspace_id, id, created_by, created_at, move_made, outcome) VALUES ($1, $2, $3, $4, $5, $6)`)
	undoneActionSQL = db.SQL(`UPDATE deal_actions SET outcome = $3, undone_at = $4 WHERE workspace_id = $1 AND id = $2`)
	selectActionSQL = db.SQL(`SELECT ` + actionColumns + ` FROM deal_actions WHERE workspace_id = $1 AND id = $2`)
	lockActionSQL   = db.SQL(`SELECT ` + actionColumns + ` FROM deal_actions WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	listActionsSQL  = db.SQL(`SELECT ` + actionColumns + ` FROM deal_actions INDEXED BY deal_actions_author WHERE workspace_id = $1 AND created_by = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END
		ORDER BY created_by DESC, id DESC LIMIT $4`).By("deal_actions_author").ByOnPostgres("deal_actions_author")
	expireActionsSQL = db.SQL(`DELETE FROM deal_actions WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM deal_actions WHERE created_at < $1 ORDER BY created_at LIMIT $2)`).
				By("deal_actions_age").ByOnPostgres("deal_actions_age").AcrossWorkspaces("retention")

	// Where a deal is, and since which entry of its history, the newest first.
	lastSpanSQL   = db.SQL(`SELECT number FROM deal_spans WHERE workspace_id = $1 AND deal_id = $2 ORDER BY deal_id DESC, number DESC LIMIT 1`).By()
	takenSQL      = db.SQL(`SELECT position FROM deals d INDEXED BY deals_position WHERE d.workspace_id = $1 AND d.stage_id = $2 AND d.position >= $3 ORDER BY d.position LIMIT 1`).By("deals_position").ByOnPostgres("deals_position")
	pipelineOfSQL = db.SQL(`SELECT pipeline_id FROM deals WHERE workspace_id = $1 AND id = $2`)
)

func insertAction(tx *db.Tx, a crm.DealAction) {
	tx.Write(insertActionSQL, a.WorkspaceID, a.ID, a.CreatedBy.String(), db.Ms(a.CreatedAt), db.Text(a.Move), db.Text(a.DealActionOutcome))
}

// saveUndone stores that an action was undone, and what came of it.
func saveUndone(tx *db.Tx, a crm.DealAction) {
	tx.Write(undoneActionSQL, a.WorkspaceID, a.ID, db.Text(a.DealActionOutcome), db.MsOf(a.UndoneAt))
}

// action returns an action that the actor may see, or a KindNotFound error: their own,
// and any for who manages users and reaches everything.
func action(tx *db.Tx, which *db.Stmt, actor crm.Actor, id string) (crm.DealAction, error) {
	list, err := readActions(tx, which, actor.WorkspaceID, id)
	if err != nil {
		return crm.DealAction{}, err
	}
	if len(list) == 0 || list[0].CreatedBy != actor.By() && (actor.Require(crm.ScopeUsersWrite) != nil || !actor.Reach.IsWhole()) {
		return crm.DealAction{}, crm.NotFound("deal action", id)
	}
	return list[0], nil
}

func readActions(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.DealAction, err error) {
	err = tx.Each(which, func(r db.Row) error {
		a := crm.DealAction{WorkspaceID: workspaceID}
		var by, move, outcome string
		var created, undone int64
		if err := r.Scan(&a.ID, &by, &created, &move, &outcome, &undone); err != nil {
			return err
		}
		a.CreatedAt, a.UndoneAt = db.At(created), db.AtOf(undone)
		if a.CreatedBy, err = crm.ParseDoneBy(by); err == nil {
			err = json.Unmarshal([]byte(move), &a.Move)
		}
		if err == nil {
			err = json.Unmarshal([]byte(outcome), &a.DealActionOutcome)
		}
		out = append(out, a)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

// expireActions forgets up to limit actions whose time is over, and returns how many
// these were.
func expireActions(tx *db.Tx, limit int) (int64, error) {
	return tx.Exec(expireActionsSQL, db.Ms(tx.Now().Add(-crm.ActionLife)), limit)
}

// lastSpan is the number of the newest span of a deal; 0 if it has none.
func lastSpan(tx *db.Tx, d crm.Deal) (n int64, err error) {
	_, err = tx.One(lastSpanSQL, []any{&n}, d.WorkspaceID, d.ID)
	return n, err
}

// isTaken reports whether a deal of a stage has an order key.
func isTaken(tx *db.Tx, workspaceID, stageID, position string) (bool, error) {
	next := ""
	found, err := tx.One(takenSQL, []any{&next}, workspaceID, stageID, position)
	return found && next == position, err
}

// lockPipelinesOf locks the pipelines of deals, and more, in one order everywhere: so
// no two that move many deals wait for each other.
func lockPipelinesOf(tx *db.Tx, workspaceID string, dealIDs []string, more ...string) error {
	ids := map[string]bool{}
	for _, id := range more {
		ids[id] = true
	}
	asked := make([][]any, len(dealIDs))
	for i, id := range dealIDs {
		asked[i] = []any{workspaceID, id}
	}
	if err := tx.EachOf(pipelineOfSQL, asked, func(_ int, r db.Row) error {
		var id string
		err := r.Scan(&id)
		ids[id] = true
		return err
	}); err != nil {
		return err
	}
	return lockAll(tx, workspaceID, ids)
}
