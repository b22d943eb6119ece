package rehearsal

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const rehearsalColumns = `id, request, result, made_by, ` + longrun.Columns

// rehearsalRuns are rehearsals as long runs.
var rehearsalRuns = longrun.In("rehearsals", "workspace_id", "id")

func rehearsalKey(r crm.Rehearsal) longrun.Key { return longrun.Key{r.WorkspaceID, r.ID} }

var (
	insertRehearsalSQL  = db.SQL(`INSERT INTO rehearsals (workspace_id, id, request, made_by) VALUES ($1, $2, $3, $4)`)
	selectRehearsalSQL  = db.SQL(`SELECT ` + rehearsalColumns + ` FROM rehearsals WHERE workspace_id = $1 AND id = $2`)
	selectRehearsalsSQL = db.SQL(`SELECT ` + rehearsalColumns + ` FROM rehearsals WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`).By()
	countOpenSQL        = db.SQL(`SELECT count(*) FROM rehearsals INDEXED BY rehearsals_open WHERE workspace_id = $1 AND run_ended_at = 0`).By("rehearsals_open")
	keepResultSQL       = db.SQL(`UPDATE rehearsals SET result = $3 WHERE workspace_id = $1 AND id = $2 AND run_ended_at = 0`)
	expireRehearsalsSQL = db.SQL(`DELETE FROM rehearsals WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM rehearsals WHERE run_ended_at > 0 AND run_ended_at < $1 ORDER BY run_ended_at LIMIT $2)`).
				By("rehearsals_ended").ByOnPostgres("rehearsals_ended").AcrossWorkspaces("retention")
)

func insertRehearsal(tx *db.Tx, r crm.Rehearsal) {
	tx.Write(insertRehearsalSQL, r.WorkspaceID, r.ID, db.Text(r.RehearsalRequest), r.MadeBy.String())
}

// rehearsal returns one of a workspace, or a KindNotFound error.
func rehearsal(tx *db.Tx, workspaceID, id string) (crm.Rehearsal, error) {
	list, err := readRehearsals(tx, selectRehearsalSQL, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("rehearsal", id)
	}
	if err != nil {
		return crm.Rehearsal{}, err
	}
	return list[0], nil
}

// rehearsals returns a page of a workspace's, newest first.
func rehearsals(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Rehearsal], error) {
	list, err := readRehearsals(tx, selectRehearsalsSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(r crm.Rehearsal) string { return r.ID }), err
}

// countOpen counts the workspace's rehearsals that have not ended.
func countOpen(tx *db.Tx, workspaceID string) (n int, err error) {
	_, err = tx.One(countOpenSQL, []any{&n}, workspaceID)
	return n, err
}

// keepResult stores what a rehearsal found, which is about to end.
func keepResult(tx *db.Tx, workspaceID, id string, result crm.RehearsalResult) {
	tx.Write(keepResultSQL, workspaceID, id, db.Text(result))
}

func expireRehearsals(tx *db.Tx, now time.Time, limit int) (int64, error) {
	return tx.Exec(expireRehearsalsSQL, db.Ms(now.Add(-crm.RehearsalLife)), limit)
}

func readRehearsals(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Rehearsal, err error) {
	err = tx.Each(which, func(row db.Row) error {
		r := crm.Rehearsal{WorkspaceID: workspaceID}
		var request, result, by string
		var run longrun.Row
		if err := row.Scan(append([]any{&r.ID, &request, &result, &by}, run.Into()...)...); err != nil {
			return err
		}
		r.Run = run.Run()
		err := json.Unmarshal([]byte(request), &r.RehearsalRequest)
		if err == nil && result != "" {
			err = json.Unmarshal([]byte(result), &r.Result)
		}
		if err == nil {
			r.MadeBy, err = crm.ParseDoneBy(by)
		}
		out = append(out, r)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}
