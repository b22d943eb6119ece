package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertLineSQL  = db.SQL(`INSERT INTO deal_lines (workspace_id, deal_id, number, name, quantity, unit_minor, discount) VALUES ($1, $2, $3, $4, $5, $6, $7)`)
	deleteLinesSQL = db.SQL(`DELETE FROM deal_lines WHERE workspace_id = $1 AND deal_id = $2`)
	selectLinesSQL = db.SQL(`SELECT name, quantity, unit_minor, discount FROM deal_lines WHERE workspace_id = $1 AND deal_id = $2 ORDER BY number LIMIT 100`)
)

// putLines stores the lines of a deal in the place of those that it had.
func putLines(tx *db.Tx, d crm.Deal, list []crm.DealLine) {
	tx.Write(deleteLinesSQL, d.WorkspaceID, d.ID)
	for i, l := range list {
		tx.Write(insertLineSQL, d.WorkspaceID, d.ID, int64(i+1), l.Name, l.Quantity, l.UnitMinor, l.Discount)
	}
}

// lines returns the lines of a deal, in their order.
func lines(tx *db.Tx, d crm.Deal) (out []crm.DealLine, err error) {
	err = tx.Each(selectLinesSQL, func(r db.Row) error {
		var l crm.DealLine
		err := r.Scan(&l.Name, &l.Quantity, &l.UnitMinor, &l.Discount)
		out = append(out, l)
		return err
	}, d.WorkspaceID, d.ID)
	return out, err
}
