package deal

import (
	"cmp"
	"maps"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const factColumns = `f.deal_id, f.number, f.pipeline_id, f.stage_id, f.status, f.title, f.amount_minor, f.currency, f.amount_source, f.owner_id, f.contact_id, f.conversation_id, f.expected_close_on,
	f.forecast_category, f.reason_id, f.close_note, f.stage_since, f.closed_at, f.created_by, f.created_at, f.from_at`

var (
	// The last change in a pipeline, by the ends of two indexes.
	lastFactSQL = db.SQL(`SELECT coalesce((SELECT f.from_at FROM deal_facts f INDEXED BY deal_facts_pipeline WHERE f.workspace_id = $1 AND f.pipeline_id = $2 ORDER BY f.from_at DESC LIMIT 1), 0),
		coalesce((SELECT f.to_at FROM deal_facts f INDEXED BY deal_facts_ended WHERE f.workspace_id = $1 AND f.pipeline_id = $2 AND f.to_at <> 0 ORDER BY f.to_at DESC LIMIT 1), 0)`)
	endFactSQL = db.SQL(`UPDATE deal_facts SET to_at = $3 WHERE workspace_id = $1 AND deal_id = $2 AND to_at = 0`)
	putFactSQL = db.SQL(`INSERT INTO deal_facts (workspace_id, deal_id, number, pipeline_id, stage_id, status, title, amount_minor, currency, amount_source, owner_id, contact_id, conversation_id, expected_close_on,
		forecast_category, reason_id, close_note, stage_since, closed_at, created_by, created_at, from_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`)

	endStageFactSQL = db.SQL(`UPDATE stage_facts SET to_at = $4 WHERE workspace_id = $1 AND pipeline_id = $2 AND stage_id = $3 AND to_at = 0 AND from_at < $4`)
	putStageFactSQL = db.SQL(`INSERT INTO stage_facts (workspace_id, pipeline_id, stage_id, from_at, rank, name, kind, probability, rots_after_days, requires, forecast_category)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (workspace_id, pipeline_id, stage_id, from_at) DO UPDATE SET to_at = 0, rank = excluded.rank, name = excluded.name, kind = excluded.kind,
		probability = excluded.probability, rots_after_days = excluded.rots_after_days, requires = excluded.requires, forecast_category = excluded.forecast_category`)
	stagesAtSQL = db.SQL(`SELECT stage_id, name, kind, probability, rots_after_days, requires, forecast_category FROM stage_facts
		WHERE workspace_id = $1 AND pipeline_id = $2 AND from_at <= $3 AND (to_at = 0 OR to_at > $3) ORDER BY rank`)
	// What the stages that there were in a time were last, in the order of it.
	stagesBetweenSQL = db.SQL(`SELECT stage_id, rank, name, kind, probability, rots_after_days, requires, forecast_category FROM stage_facts
		WHERE workspace_id = $1 AND pipeline_id = $2 AND from_at < $4 AND (to_at = 0 OR to_at >= $3) ORDER BY from_at, rank`)
	isLaterSQL = db.SQL(`SELECT CASE WHEN a.rank < b.rank THEN 1 ELSE 0 END FROM stages a JOIN stages b ON b.workspace_id = a.workspace_id AND b.id = $3 WHERE a.workspace_id = $1 AND a.id = $2`)
)

// putFact ends what a deal was, and stores what it is from a moment on.
func putFact(tx *db.Tx, from, to *crm.Deal, at int64) {
	if from != nil {
		tx.Write(endFactSQL, from.WorkspaceID, from.ID, at)
	}
	if d := to; d != nil {
		tx.Write(putFactSQL, d.WorkspaceID, d.ID, d.Version, d.PipelineID, d.StageID, string(d.Status), d.Title, minorOf(d.Amount), d.Currency, sourceOf(*d), d.OwnerID, d.ContactID, d.ConversationID, d.ExpectedCloseOn,
			string(d.Forecast), d.ReasonID, d.Note, db.Ms(d.StageSince), db.MsOf(d.ClosedAt), d.CreatedBy.String(), db.Ms(d.CreatedAt), at)
	}
}

// isLater reports whether a deal went to a stage behind the one where it was.
func isLater(tx *db.Tx, from, to crm.Deal) (bool, error) {
	var later int64
	_, err := tx.One(isLaterSQL, []any{&later}, from.WorkspaceID, from.StageID, to.StageID)
	return later == 1, err
}

// stagesAt lets a pipeline have the stages that it had at a moment.
func stagesAt(tx *db.Tx, p crm.Pipeline, at int64) (crm.Pipeline, error) {
	p.Stages = nil
	err := tx.Each(stagesAtSQL, func(r db.Row) error {
		s := crm.Stage{PipelineID: p.ID}
		var requires string
		var probability, rots int64
		err := r.Scan(&s.ID, &s.Name, (*string)(&s.Kind), &probability, &rots, &requires, (*string)(&s.Forecast))
		s.Probability, s.RotsAfterDays, s.Requires = int(probability), int(rots), crm.SplitIDs(requires)
		p.Stages = append(p.Stages, s)
		return err
	}, p.WorkspaceID, p.ID, at)
	return p, err
}

// stagesBetween are the stages that a pipeline had in a time, as they were last in it, in
// their order.
func stagesBetween(tx *db.Tx, p crm.Pipeline, from, to int64) (out []crm.Stage, err error) {
	type ranked struct {
		crm.Stage
		rank int64
	}
	last := map[string]ranked{}
	err = tx.Each(stagesBetweenSQL, func(r db.Row) error {
		s := ranked{Stage: crm.Stage{PipelineID: p.ID}}
		var requires string
		var probability, rots int64
		err := r.Scan(&s.ID, &s.rank, &s.Name, (*string)(&s.Kind), &probability, &rots, &requires, (*string)(&s.Forecast))
		s.Probability, s.RotsAfterDays, s.Requires = int(probability), int(rots), crm.SplitIDs(requires)
		last[s.ID] = s
		return err
	}, p.WorkspaceID, p.ID, from, to)
	for _, s := range slices.SortedFunc(maps.Values(last), func(a, b ranked) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.ID, b.ID)) }) {
		out = append(out, s.Stage)
	}
	return out, err
}

// scanFact reads what a deal was, on one of the stages that its pipeline had then.
func scanFact(r db.Row, p crm.Pipeline, more ...any) (d crm.Deal, from int64, err error) {
	d.WorkspaceID = p.WorkspaceID
	var by, source string
	var minor, since, closed, created int64
	if err = r.Scan(append([]any{&d.ID, &d.Version, &d.PipelineID, &d.StageID, (*string)(&d.Status), &d.Title, &minor, &d.Currency, &source, &d.OwnerID, &d.ContactID, &d.ConversationID, &d.ExpectedCloseOn,
		(*string)(&d.Forecast), &d.ReasonID, &d.Note, &since, &closed, &by, &created, &from}, more...)...); err != nil {
		return d, from, err
	}
	if d.FromLines = source == sourceLines; minor >= 0 {
		d.Amount = &minor
	}
	stage, _ := p.Stage(d.StageID)
	d.StageForecast, d.StageSince, d.ClosedAt, d.CreatedAt, d.UpdatedAt = stage.Forecast, db.At(since), db.AtOf(closed), db.At(created), db.At(from)
	d.CreatedBy, err = crm.ParseDoneBy(by)
	return d, from, err
}
