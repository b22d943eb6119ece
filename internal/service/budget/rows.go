package budget

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const columns = `id, name, period, category, amount, currency, alerts, hard_stop, closed_until, created_by, created_at, updated_at`

var (
	insertSQL = db.SQL(`INSERT INTO budgets (workspace_id, ` + columns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $11)`)
	updateSQL = db.SQL(`UPDATE budgets SET name = $3, period = $4, category = $5, amount = $6, currency = $7, alerts = $8, hard_stop = $9, closed_until = 0, updated_at = $10 WHERE workspace_id = $1 AND id = $2`)
	closeSQL  = db.SQL(`UPDATE budgets SET closed_until = $3 WHERE workspace_id = $1 AND id = $2`)
	deleteSQL = db.SQL(`DELETE FROM budgets WHERE workspace_id = $1 AND id = $2`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM budgets WHERE workspace_id = $1 AND id = $2`)
	lockSQL   = db.SQL(`SELECT ` + columns + ` FROM budgets WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	listSQL   = db.SQL(`SELECT ` + columns + ` FROM budgets WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	countSQL  = db.SQL(`SELECT count(*) FROM budgets WHERE workspace_id = $1`)
	nextSQL   = db.SQL(`SELECT workspace_id FROM budgets WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).AcrossWorkspaces("a node looks at the budgets of all").Unlimited("one row by the primary key")

	insertAlertSQL  = db.SQL(`INSERT INTO budget_alerts (workspace_id, budget_id, period_start, percent) VALUES ($1, $2, $3, $4)`)
	toldSQL         = db.SQL(`SELECT percent FROM budget_alerts WHERE workspace_id = $1 AND budget_id = $2 AND period_start = $3 ORDER BY percent LIMIT $4`)
	expireAlertsSQL = db.SQL(`DELETE FROM budget_alerts WHERE (workspace_id, budget_id, period_start, percent) IN (SELECT workspace_id, budget_id, period_start, percent FROM budget_alerts WHERE period_start < $1 ORDER BY period_start LIMIT $2)`).
			By("budget_alerts_age").ByOnPostgres("budget_alerts_age").AcrossWorkspaces("retention")
	deleteAlertsSQL = db.SQL(`DELETE FROM budget_alerts WHERE workspace_id = $1 AND budget_id = $2`)
)

// maxTold bounds the alerts of a period: those of earlier forms of a budget count, too.
const maxTold = 1000

func hard(b crm.Budget) int {
	if b.HardStop {
		return 1
	}
	return 0
}

func alertsOf(b crm.Budget) string {
	if len(b.Alerts) == 0 {
		return "[]"
	}
	return db.Text(b.Alerts)
}

func insert(tx *db.Tx, b crm.Budget) {
	tx.Write(insertSQL, b.WorkspaceID, b.ID, b.Name, string(b.Period), b.Category, b.Micros, b.Currency, alertsOf(b), hard(b), b.CreatedBy.String(), db.Ms(b.CreatedAt))
}

func update(tx *db.Tx, b crm.Budget) {
	tx.Write(updateSQL, b.WorkspaceID, b.ID, b.Name, string(b.Period), b.Category, b.Micros, b.Currency, alertsOf(b), hard(b), db.Ms(b.UpdatedAt))
}

// closeUntil stores until when a budget stops what it covers; zero for not at all.
func closeUntil(tx *db.Tx, b crm.Budget, until time.Time) {
	at := int64(0)
	if !until.IsZero() {
		at = db.Ms(until)
	}
	tx.Write(closeSQL, b.WorkspaceID, b.ID, at)
}

func remove(tx *db.Tx, b crm.Budget) {
	tx.Write(deleteAlertsSQL, b.WorkspaceID, b.ID)
	tx.Write(deleteSQL, b.WorkspaceID, b.ID)
}

// one returns a budget, or a KindNotFound error.
func one(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Budget, error) {
	list, err := read(tx, which, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("budget", id)
	}
	return append(list, crm.Budget{})[0], err
}

func page(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Budget], error) {
	list, err := read(tx, listSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(b crm.Budget) string { return b.ID }), err
}

func all(tx *db.Tx, workspaceID string) ([]crm.Budget, error) {
	return read(tx, listSQL, workspaceID, "", crm.MaxBudgets)
}

func read(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Budget, err error) {
	err = tx.Each(which, func(r db.Row) error {
		b := crm.Budget{WorkspaceID: workspaceID}
		var period, alerts, by string
		var hard, closed, created, updated int64
		if err := r.Scan(&b.ID, &b.Name, &period, &b.Category, &b.Micros, &b.Currency, &alerts, &hard, &closed, &by, &created, &updated); err != nil {
			return err
		}
		b.Period, b.HardStop, b.CreatedAt, b.UpdatedAt = crm.BudgetPeriod(period), hard == 1, db.At(created), db.At(updated)
		if closed > 0 {
			b.ClosedUntil = db.At(closed).UTC()
		}
		if b.CreatedBy, err = crm.ParseDoneBy(by); err == nil {
			err = json.Unmarshal([]byte(alerts), &b.Alerts)
		}
		out = append(out, b)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

func count(tx *db.Tx, workspaceID string) (n int64, err error) {
	_, err = tx.One(countSQL, []any{&n}, workspaceID)
	return n, err
}

// nextWithBudgets returns the workspace after one that has budgets; "" at the end.
func nextWithBudgets(tx *db.Tx, after string) (next string, err error) {
	_, err = tx.One(nextSQL, []any{&next}, after)
	return next, err
}

func insertAlert(tx *db.Tx, b crm.Budget, first time.Time, percent int64) {
	tx.Write(insertAlertSQL, b.WorkspaceID, b.ID, db.Ms(first), percent)
}

// toldOf are the alerts of a period that were told.
func toldOf(tx *db.Tx, b crm.Budget, first time.Time) (out []int64, err error) {
	err = tx.Each(toldSQL, func(r db.Row) error {
		var percent int64
		err := r.Scan(&percent)
		out = append(out, percent)
		return err
	}, b.WorkspaceID, b.ID, db.Ms(first), maxTold)
	return out, err
}
