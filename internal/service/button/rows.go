package button

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	buttonColumns = `id, label, kind, url, team_ids, secrets, created_by, created_at, updated_at`
	pressColumns  = `id, button_id, conversation_id, pressed_by, pressed_at, state, outcome`
)

var (
	insertButtonSQL = db.SQL(`INSERT INTO buttons (workspace_id, id, label, kind, url, team_ids, secrets, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`)
	updateButtonSQL = db.SQL(`UPDATE buttons SET label = $3, url = $4, team_ids = $5, secrets = $6, updated_at = $7 WHERE workspace_id = $1 AND id = $2`)
	deleteButtonSQL = db.SQL(`DELETE FROM buttons WHERE workspace_id = $1 AND id = $2`)
	selectButtonSQL = db.SQL(`SELECT ` + buttonColumns + ` FROM buttons WHERE workspace_id = $1 AND id = $2`)
	lockButtonSQL   = db.SQL(`SELECT ` + buttonColumns + ` FROM buttons WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	listButtonsSQL  = db.SQL(`SELECT ` + buttonColumns + ` FROM buttons WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	countButtonsSQL = db.SQL(`SELECT count(*) FROM buttons WHERE workspace_id = $1`)

	insertPressSQL = db.SQL(`INSERT INTO button_presses (workspace_id, button_id, id, conversation_id, pressed_by, pressed_at, state, outcome) VALUES ($1, $2, $3, $4, $5, $6, $7, '{}')`)
	// Once: what has ended stays so.
	endPressSQL    = db.SQL(`UPDATE button_presses SET state = $4, outcome = $5 WHERE workspace_id = $1 AND button_id = $2 AND id = $3 AND state = 'calling'`)
	selectPressSQL = db.SQL(`SELECT ` + pressColumns + ` FROM button_presses WHERE workspace_id = $1 AND button_id = $2 AND id = $3`)
	lockPressSQL   = db.SQL(`SELECT ` + pressColumns + ` FROM button_presses WHERE workspace_id = $1 AND button_id = $2 AND id = $3 FOR UPDATE`)
	// The newest first, by the key.
	listPressesSQL = db.SQL(`SELECT ` + pressColumns + ` FROM button_presses WHERE workspace_id = $1 AND button_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END
		ORDER BY button_id DESC, id DESC LIMIT $4`)
	expirePressesSQL = db.SQL(`DELETE FROM button_presses WHERE (workspace_id, button_id, id) IN
		(SELECT workspace_id, button_id, id FROM button_presses WHERE pressed_at < $1 ORDER BY pressed_at LIMIT $2)`).By("button_presses_age").ByOnPostgres("button_presses_age").
		AcrossWorkspaces("retention")
)

func insertButton(tx *db.Tx, b crm.Button) {
	tx.Write(insertButtonSQL, b.WorkspaceID, b.ID, b.Label, string(b.Kind), b.URL, crm.JoinIDs(b.TeamIDs), b.SealedSecrets, b.CreatedBy.String(), db.Ms(b.CreatedAt))
}

func updateButton(tx *db.Tx, b crm.Button) {
	tx.Write(updateButtonSQL, b.WorkspaceID, b.ID, b.Label, b.URL, crm.JoinIDs(b.TeamIDs), b.SealedSecrets, db.Ms(b.UpdatedAt))
}

func deleteButton(tx *db.Tx, b crm.Button) { tx.Write(deleteButtonSQL, b.WorkspaceID, b.ID) }

// button returns a button, or a KindNotFound error.
func button(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Button, error) {
	list, err := readButtons(tx, which, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("button", id)
	}
	return append(list, crm.Button{})[0], err
}

// buttons returns a page of the workspace's buttons, the oldest first.
func buttons(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Button], error) {
	list, err := readButtons(tx, listButtonsSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(b crm.Button) string { return b.ID }), err
}

func readButtons(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Button, err error) {
	err = tx.Each(which, func(r db.Row) error {
		b := crm.Button{WorkspaceID: workspaceID}
		var kind, teams, by string
		var created, updated int64
		if err := r.Scan(&b.ID, &b.Label, &kind, &b.URL, &teams, &b.SealedSecrets, &by, &created, &updated); err != nil {
			return err
		}
		b.Kind, b.TeamIDs, b.CreatedAt, b.UpdatedAt = crm.ButtonKind(kind), crm.SplitIDs(teams), db.At(created), db.At(updated)
		b.CreatedBy, err = crm.ParseDoneBy(by)
		out = append(out, b)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

// checkLimit refuses one button more than a workspace may have.
func checkLimit(tx *db.Tx, workspaceID string) error {
	var n int64
	_, err := tx.One(countButtonsSQL, []any{&n}, workspaceID)
	if err == nil && n >= crm.MaxButtons {
		err = crm.Errorf(crm.KindConflict, crm.CodeButtonLimit, "A workspace has at most %d buttons.", crm.MaxButtons)
	}
	return err
}

func insertPress(tx *db.Tx, p crm.Press) {
	tx.Write(insertPressSQL, p.WorkspaceID, p.ButtonID, p.ID, p.ConversationID, p.PressedBy.String(), db.Ms(p.PressedAt), string(p.State))
}

// endPress stores what came of a press. It reports false where the press had ended
// already.
func endPress(tx *db.Tx, p crm.Press) (bool, error) {
	n, err := tx.Exec(endPressSQL, p.WorkspaceID, p.ButtonID, p.ID, string(p.State), db.Text(p.PressOutcome))
	return n == 1, err
}

// press returns a press as it is now, or a KindNotFound error.
func press(tx *db.Tx, which *db.Stmt, workspaceID, buttonID, id string) (crm.Press, error) {
	list, err := readPresses(tx, which, workspaceID, buttonID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("press", id)
	}
	return append(list, crm.Press{})[0], err
}

// presses returns a page of the presses of a button, the newest first.
func presses(tx *db.Tx, workspaceID, buttonID string, p crm.Page) (crm.List[crm.Press], error) {
	list, err := readPresses(tx, listPressesSQL, workspaceID, buttonID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(p crm.Press) string { return p.ID }), err
}

func readPresses(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Press, err error) {
	now := tx.Now()
	err = tx.Each(which, func(r db.Row) error {
		p := crm.Press{WorkspaceID: workspaceID}
		var by, state, outcome string
		var at int64
		if err := r.Scan(&p.ID, &p.ButtonID, &p.ConversationID, &by, &at, &state, &outcome); err != nil {
			return err
		}
		p.PressedAt, p.State = db.At(at), crm.PressState(state)
		if p.IsOver(now) {
			p.State = crm.PressUnknown
		}
		if p.PressedBy, err = crm.ParseDoneBy(by); err == nil {
			err = json.Unmarshal([]byte(outcome), &p.PressOutcome)
		}
		out = append(out, p)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

func expirePresses(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expirePressesSQL, db.Ms(before), limit)
}
