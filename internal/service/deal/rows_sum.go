package deal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	addSumSQL = db.SQL(`INSERT INTO deal_sums (workspace_id, pipeline_id, cell, deals, amount_minor, since, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
		ON CONFLICT (workspace_id, pipeline_id, cell) DO UPDATE SET deals = deal_sums.deals + excluded.deals, amount_minor = deal_sums.amount_minor + excluded.amount_minor, changed_at = excluded.changed_at`)
	keepSlotSQL = db.SQL(`INSERT INTO deal_sum_slots (workspace_id, pipeline_id, cell, at, deals, amount_minor)
		SELECT workspace_id, pipeline_id, cell, changed_at, deals, amount_minor FROM deal_sums WHERE workspace_id = $1 AND pipeline_id = $2 AND cell = $3
		ON CONFLICT (workspace_id, pipeline_id, cell, at) DO UPDATE SET deals = excluded.deals, amount_minor = excluded.amount_minor`)
	// The cells between two texts, as they are.
	sumsNowSQL = db.SQL(`SELECT cell, deals, amount_minor FROM deal_sums WHERE workspace_id = $1 AND pipeline_id = $2 AND cell >= $3 AND cell < $4 AND deals <> 0`)
	// The same as they were when a slot began: what did not change since is as it is, and
	// of the rest it is the last slot before.
	sumsBeforeSQL = db.SQL(`SELECT s.cell, s.deals, s.amount_minor FROM deal_sums s WHERE s.workspace_id = $1 AND s.pipeline_id = $2 AND s.cell >= $3 AND s.cell < $4 AND s.changed_at < $5 AND s.deals <> 0
		UNION ALL SELECT s.cell, k.deals, k.amount_minor FROM deal_sums s JOIN deal_sum_slots k ON k.workspace_id = s.workspace_id AND k.pipeline_id = s.pipeline_id AND k.cell = s.cell
			AND k.at = (SELECT o.at FROM deal_sum_slots o WHERE o.workspace_id = s.workspace_id AND o.pipeline_id = s.pipeline_id AND o.cell = s.cell AND o.at < $5 ORDER BY o.at DESC LIMIT 1)
		WHERE s.workspace_id = $1 AND s.pipeline_id = $2 AND s.cell >= $3 AND s.cell < $4 AND s.changed_at >= $5 AND s.since < $5 AND k.deals <> 0`)
	// What began in a time, and what ended in it.
	begunSQL = db.SQL(`SELECT ` + factColumns + ` FROM deal_facts f INDEXED BY deal_facts_pipeline WHERE f.workspace_id = $1 AND f.pipeline_id = $2 AND f.from_at >= $3 AND f.from_at <= $4 ORDER BY f.from_at`).
			By("deal_facts_pipeline").ByOnPostgres("deal_facts_pipeline")
	endedSQL = db.SQL(`SELECT ` + factColumns + ` FROM deal_facts f INDEXED BY deal_facts_ended WHERE f.workspace_id = $1 AND f.pipeline_id = $2 AND f.to_at <> 0 AND f.to_at >= $3 AND f.to_at <= $4 ORDER BY f.to_at`).
			By("deal_facts_ended").ByOnPostgres("deal_facts_ended")
)

// amount is how many deals a cell has, and what they are worth.
type amount struct{ deals, minor int64 }

// The kinds of cells, as the table describes them.
const (
	cellStage = "s/"
	cellMonth = "m/"
	cellOwner = "o/"
	cellOwned = "p/"
)

// cellsOf are the cells that count a deal.
func cellsOf(d *crm.Deal) []string {
	of := func(kind string, parts ...string) string {
		return kind + strings.Join(append(parts, d.StageID, d.Currency), "/")
	}
	out := []string{of(cellStage)}
	if d.Status != crm.StageOpen {
		return out
	}
	month, category := monthOf(d), string(d.Forecast)
	return append(out, of(cellMonth, month, category), of(cellOwner, d.OwnerID), of(cellOwned, d.OwnerID, month, category))
}

// monthOf is the month in which a deal is expected to close; "" where it is unknown.
func monthOf(d *crm.Deal) string {
	if d.ExpectedCloseOn == "" {
		return ""
	}
	return d.ExpectedCloseOn[:len("2006-01")]
}

// parseCell reads a cell.
func parseCell(text string, a amount) (c crm.ForecastCell, err error) {
	c.Deals, c.Minor = a.deals, a.minor
	p := strings.Split(text, "/")
	switch {
	case p[0]+"/" == cellStage && len(p) == 3:
		c.Stage, c.Currency = p[1], p[2]
	case p[0]+"/" == cellMonth && len(p) == 5:
		c.Month, c.Category, c.Stage, c.Currency = p[1], p[2], p[3], p[4]
	case p[0]+"/" == cellOwner && len(p) == 4:
		c.Owner, c.Stage, c.Currency = p[1], p[2], p[3]
	case p[0]+"/" == cellOwned && len(p) == 6:
		c.Owner, c.Month, c.Category, c.Stage, c.Currency = p[1], p[2], p[3], p[4], p[5]
	default:
		err = fmt.Errorf("deal: %q is no cell", text)
	}
	return c, err
}

// addTo adds a deal to the cells that count it, or takes it off with by = -1.
func addTo(cells map[string]amount, d *crm.Deal, by int64) {
	for _, cell := range cellsOf(d) {
		a := cells[cell]
		a.deals += by
		if d.Amount != nil {
			a.minor += by * *d.Amount
		}
		cells[cell] = a
	}
}

// moveCells counts what becomes of a deal, now and for the past.
func moveCells(tx *db.Tx, from, to *crm.Deal, at int64) {
	pipelines := map[string]map[string]amount{}
	for by, d := range map[int64]*crm.Deal{-1: from, 1: to} {
		if d == nil {
			continue
		}
		if pipelines[d.PipelineID] == nil {
			pipelines[d.PipelineID] = map[string]amount{}
		}
		addTo(pipelines[d.PipelineID], d, by)
	}
	var workspaceID string
	for _, d := range []*crm.Deal{from, to} {
		if d != nil {
			workspaceID = d.WorkspaceID
		}
	}
	for _, id := range slices.Sorted(maps.Keys(pipelines)) {
		for _, cell := range slices.Sorted(maps.Keys(pipelines[id])) {
			if a := pipelines[id][cell]; a != (amount{}) {
				tx.Write(addSumSQL, workspaceID, id, cell, a.deals, a.minor, slotOf(at))
				tx.Write(keepSlotSQL, workspaceID, id, cell)
			}
		}
	}
}

// cells returns those that begin with a text: as they are, or as they were after
// everything that happened up to a moment.
func cells(tx *db.Tx, workspaceID, pipelineID, prefix string, at *int64) (out map[string]amount, err error) {
	if at == nil {
		out = map[string]amount{}
		return out, tx.Each(sumsNowSQL, readCells(out), workspaceID, pipelineID, prefix, prefix+"~")
	}
	out, err = cellsBefore(tx, workspaceID, pipelineID, prefix, slotOf(*at))
	if err != nil {
		return nil, err
	}
	for by, which := range map[int64]*db.Stmt{1: begunSQL, -1: endedSQL} {
		err := tx.Each(which, func(r db.Row) error {
			d, _, err := scanFact(r, crm.Pipeline{WorkspaceID: workspaceID})
			if err == nil {
				addTo(out, &d, by)
			}
			return err
		}, workspaceID, pipelineID, slotOf(*at), *at)
		if err != nil {
			return nil, err
		}
	}
	for cell, a := range out {
		if a == (amount{}) || !strings.HasPrefix(cell, prefix) {
			delete(out, cell)
		}
	}
	return out, nil
}

// cellsBefore returns the cells that begin with a text as they were when a slot began.
func cellsBefore(tx *db.Tx, workspaceID, pipelineID, prefix string, begins int64) (map[string]amount, error) {
	out := map[string]amount{}
	return out, tx.Each(sumsBeforeSQL, readCells(out), workspaceID, pipelineID, prefix, prefix+"~", begins)
}

func readCells(into map[string]amount) func(db.Row) error {
	return func(r db.Row) error {
		var cell string
		var a amount
		err := r.Scan(&cell, &a.deals, &a.minor)
		into[cell] = a
		return err
	}
}
