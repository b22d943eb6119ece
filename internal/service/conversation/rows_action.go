package conversation

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const actionColumns = `id, created_by, created_at, change_made, outcome, undone_at`

var (
	insertActionSQL = db.SQL(`INSERT INTO actions (workspace_id, id, created_by, created_at, change_made, outcome) VALUES ($1, $2, $3, $4, $5, $6)`)
	undoneActionSQL = db.SQL(`UPDATE actions SET outcome = $3, undone_at = $4 WHERE workspace_id = $1 AND id = $2`)
	selectActionSQL = db.SQL(`SELECT ` + actionColumns + ` FROM actions WHERE workspace_id = $1 AND id = $2`)
	lockActionSQL   = db.SQL(`SELECT ` + actionColumns + ` FROM actions WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	listActionsSQL  = db.SQL(`SELECT ` + actionColumns + ` FROM actions INDEXED BY actions_author WHERE workspace_id = $1 AND created_by = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END
		ORDER BY created_by DESC, id DESC LIMIT $4`).By("actions_author").ByOnPostgres("actions_author")
	expireActionsSQL = db.SQL(`DELETE FROM actions WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM actions WHERE created_at < $1 ORDER BY created_at LIMIT $2)`).
				By("actions_age").ByOnPostgres("actions_age").AcrossWorkspaces("retention")
)

func insertAction(tx *db.Tx, a crm.Action) {
	tx.Write(insertActionSQL, a.WorkspaceID, a.ID, a.CreatedBy.String(), db.Ms(a.CreatedAt), db.Text(a.Change), db.Text(a.ActionOutcome))
}

// saveUndone stores that an action was undone, and what came of it.
func saveUndone(tx *db.Tx, a crm.Action) {
	tx.Write(undoneActionSQL, a.WorkspaceID, a.ID, db.Text(a.ActionOutcome), db.MsOf(a.UndoneAt))
}

// action returns an action that the actor may see, or a KindNotFound error: their
// own, and any for who manages users and reaches everything.
func action(tx *db.Tx, which *db.Stmt, actor crm.Actor, id string) (crm.Action, error) {
	list, err := readActions(tx, which, actor.WorkspaceID, id)
	if err != nil {
		return crm.Action{}, err
	}
	if len(list) == 0 || list[0].CreatedBy != actor.By() && (actor.Require(crm.ScopeUsersWrite) != nil || !actor.Reach.IsWhole()) {
		return crm.Action{}, crm.NotFound("action", id)
	}
	return list[0], nil
}

func readActions(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Action, err error) {
	err = tx.Each(which, func(r db.Row) error {
		a := crm.Action{WorkspaceID: workspaceID}
		var by, change, outcome string
		var created, undone int64
		if err := r.Scan(&a.ID, &by, &created, &change, &outcome, &undone); err != nil {
			return err
		}
		a.CreatedAt, a.UndoneAt = db.At(created), db.AtOf(undone)
		if a.CreatedBy, err = crm.ParseDoneBy(by); err == nil {
			err = json.Unmarshal([]byte(change), &a.Change)
		}
		if err == nil {
			err = json.Unmarshal([]byte(outcome), &a.ActionOutcome)
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
