package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	// The row of the pipeline is locked, so that sums follow one another.
	addTotalSQL = db.SQL(`INSERT INTO stage_totals (workspace_id, stage_id, currency, deals, amount_minor) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, stage_id, currency) DO UPDATE SET deals = stage_totals.deals + excluded.deals, amount_minor = stage_totals.amount_minor + excluded.amount_minor`)
	selectTotalsSQL = db.SQL(`SELECT t.stage_id, t.currency, t.deals, t.amount_minor FROM stages s JOIN stage_totals t ON t.workspace_id = s.workspace_id AND t.stage_id = s.id
		WHERE s.workspace_id = $1 AND s.pipeline_id = $2 AND t.deals > 0 ORDER BY t.stage_id, t.currency`)
	stageDealsSQL = db.SQL(`SELECT coalesce(CAST(sum(deals) AS BIGINT), 0) FROM stage_totals WHERE workspace_id = $1 AND stage_id = $2`)
)

// count adds a deal to the totals of a stage, or takes it off with by = -1.
func count(tx *db.Tx, workspaceID, stageID string, c crm.DealContent, by int64) {
	minor := int64(0)
	if c.Amount != nil {
		minor = *c.Amount
	}
	tx.Write(addTotalSQL, workspaceID, stageID, c.Currency, by, by*minor)
}

// totals are what the stages of a pipeline have, by stage.
func totals(tx *db.Tx, workspaceID, pipelineID string) (map[string][]crm.StageTotal, error) {
	out := map[string][]crm.StageTotal{}
	err := tx.Each(selectTotalsSQL, func(r db.Row) error {
		var t crm.StageTotal
		err := r.Scan(&t.StageID, &t.Currency, &t.Deals, &t.Minor)
		out[t.StageID] = append(out[t.StageID], t)
		return err
	}, workspaceID, pipelineID)
	return out, err
}

// hasDeals reports whether a stage has any deal.
func hasDeals(tx *db.Tx, workspaceID, stageID string) (bool, error) {
	var n int64
	_, err := tx.One(stageDealsSQL, []any{&n}, workspaceID, stageID)
	return n > 0, err
}
