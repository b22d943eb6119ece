package reconciliation

import (
	"encoding/json"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const columns = `id, request, result, made_by, ` + longrun.Columns

// runs are reconciliations as long runs.
var runs = longrun.In("reconciliations", "workspace_id", "id")

func keyOf(r crm.Reconciliation) longrun.Key { return longrun.Key{r.WorkspaceID, r.ID} }

var (
	insertSQL    = db.SQL(`INSERT INTO reconciliations (workspace_id, id, request, made_by, invoice) VALUES ($1, $2, $3, $4, $5)`)
	oneSQL       = db.SQL(`SELECT ` + columns + ` FROM reconciliations WHERE workspace_id = $1 AND id = $2`)
	pageSQL      = db.SQL(`SELECT ` + columns + ` FROM reconciliations WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`).By()
	invoiceSQL   = db.SQL(`SELECT invoice FROM reconciliations WHERE workspace_id = $1 AND id = $2`)
	countOpenSQL = db.SQL(`SELECT count(*) FROM reconciliations INDEXED BY reconciliations_open WHERE workspace_id = $1 AND run_ended_at = 0`).By("reconciliations_open")
	resultSQL    = db.SQL(`UPDATE reconciliations SET result = $3, invoice = '' WHERE workspace_id = $1 AND id = $2 AND run_ended_at = 0`)
	expireSQL    = db.SQL(`DELETE FROM reconciliations WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM reconciliations WHERE run_ended_at > 0 AND run_ended_at < $1 ORDER BY run_ended_at LIMIT $2)`).
			By("reconciliations_ended").ByOnPostgres("reconciliations_ended").AcrossWorkspaces("retention")

	insertDifferenceSQL = db.SQL(`INSERT INTO reconciliation_differences (workspace_id, reconciliation_id, number, cause, messages, ledger, provider, message_ids, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
	differencesSQL      = db.SQL(`SELECT number, cause, messages, ledger, provider, message_ids FROM reconciliation_differences WHERE workspace_id = $1 AND reconciliation_id = $2 AND number > $3 ORDER BY number LIMIT $4`).By()
	ofCauseSQL          = db.SQL(`SELECT number, cause, messages, ledger, provider, message_ids FROM reconciliation_differences INDEXED BY reconciliation_differences_cause
		WHERE workspace_id = $1 AND reconciliation_id = $2 AND cause = $5 AND number > $3 ORDER BY number LIMIT $4`).By("reconciliation_differences_cause")
	expireDifferencesSQL = db.SQL(`DELETE FROM reconciliation_differences WHERE (workspace_id, reconciliation_id, number) IN
		(SELECT workspace_id, reconciliation_id, number FROM reconciliation_differences WHERE at < $1 ORDER BY at LIMIT $2)`).
		By("reconciliation_differences_age").ByOnPostgres("reconciliation_differences_age").AcrossWorkspaces("retention")
)

func insert(tx *db.Tx, r crm.Reconciliation) {
	tx.Write(insertSQL, r.WorkspaceID, r.ID, db.Text(r.ReconciliationRequest), r.MadeBy.String(), r.Invoice)
}

// one returns one of a workspace, or a KindNotFound error.
func one(tx *db.Tx, workspaceID, id string) (crm.Reconciliation, error) {
	list, err := query(tx, oneSQL, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("reconciliation", id)
	}
	if err != nil {
		return crm.Reconciliation{}, err
	}
	return list[0], nil
}

// page returns a page of a workspace's, newest first.
func page(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Reconciliation], error) {
	list, err := query(tx, pageSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(r crm.Reconciliation) string { return r.ID }), err
}

func invoiceOf(tx *db.Tx, workspaceID, id string) (text string, err error) {
	_, err = tx.One(invoiceSQL, []any{&text}, workspaceID, id)
	return text, err
}

// countOpen counts the workspace's that have not ended.
func countOpen(tx *db.Tx, workspaceID string) (n int, err error) {
	_, err = tx.One(countOpenSQL, []any{&n}, workspaceID)
	return n, err
}

// keep stores what one found, which is about to end.
func keep(tx *db.Tx, r crm.Reconciliation, result crm.ReconciliationResult, list []crm.Difference) {
	tx.Write(resultSQL, r.WorkspaceID, r.ID, db.Text(result))
	for _, d := range list {
		tx.Write(insertDifferenceSQL, r.WorkspaceID, r.ID, d.Number, string(d.Cause), d.Count, db.Text(d.Ledger), db.Text(d.Provider), db.Text(d.MessageIDs), db.Ms(tx.Now()))
	}
}

func expire(tx *db.Tx, now time.Time, limit int) (int64, error) {
	before := db.Ms(now.Add(-crm.ReconciliationLife))
	n, err := tx.Exec(expireDifferencesSQL, before, limit)
	if err == nil && n < int64(limit) {
		n, err = tx.Exec(expireSQL, before, limit)
	}
	return n, err
}

func query(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Reconciliation, err error) {
	err = tx.Each(which, func(row db.Row) error {
		r := crm.Reconciliation{WorkspaceID: workspaceID}
		var request, result, by string
		var run longrun.Row
		if err := row.Scan(append([]any{&r.ID, &request, &result, &by}, run.Into()...)...); err != nil {
			return err
		}
		r.Run = run.Run()
		err := json.Unmarshal([]byte(request), &r.ReconciliationRequest)
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

func differences(tx *db.Tx, workspaceID, id string, cause crm.DifferenceCause, p crm.Page) (out crm.List[crm.Difference], err error) {
	after := 0
	if p.After != "" {
		if after, err = strconv.Atoi(p.After); err != nil {
			var f crm.Faults
			f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
			return out, f.Err()
		}
	}
	which, args := differencesSQL, []any{workspaceID, id, after, p.Limit + 1}
	if cause != "" {
		which, args = ofCauseSQL, append(args, string(cause))
	}
	var list []crm.Difference
	err = tx.Each(which, func(r db.Row) error {
		var d crm.Difference
		var cause, ledger, provider, messages string
		err := r.Scan(&d.Number, &cause, &d.Count, &ledger, &provider, &messages)
		d.Cause = crm.DifferenceCause(cause)
		for _, of := range []struct {
			text string
			into any
		}{{ledger, &d.Ledger}, {provider, &d.Provider}, {messages, &d.MessageIDs}} {
			if err == nil {
				err = json.Unmarshal([]byte(of.text), of.into)
			}
		}
		list = append(list, d)
		return err
	}, args...)
	return crm.CutPage(list, p.Limit, func(d crm.Difference) string { return strconv.Itoa(d.Number) }), err
}
