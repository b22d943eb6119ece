package deal

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	pipelineColumns = `p.id, p.name, p.currency, p.archived_at, p.created_by, p.created_at, p.updated_at`
	stageColumns    = `s.id, s.name, s.kind, s.probability, s.rots_after_days, s.requires, s.forecast_category`
	// A pipeline has stages at all times, so none is left out.
	withStages = ` JOIN stages s ON s.workspace_id = p.workspace_id AND s.pipeline_id = p.id AND s.removed_at = 0`
)

var (
	insertPipelineSQL = db.SQL(`INSERT INTO pipelines (workspace_id, id, name, currency, archived_at, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	updatePipelineSQL = db.SQL(`UPDATE pipelines SET name = $3, currency = $4, archived_at = $5, updated_at = $6 WHERE workspace_id = $1 AND id = $2`)
	// Whoever moves deals in a pipeline, or changes it, has its row: so the order of its
	// stages is made by one at a time.
	lockPipelineSQL = db.SQL(`SELECT p.id FROM pipelines p WHERE p.workspace_id = $1 AND p.id = $2 FOR UPDATE`)
	// Behind the one above: of what is locked together, statements go in their order here.
	lockDealSQL        = db.SQL(`SELECT ` + dealColumns + ` FROM deals d WHERE d.workspace_id = $1 AND d.id = $2 FOR UPDATE`)
	selectPipelineSQL  = db.SQL(`SELECT ` + pipelineColumns + `, ` + stageColumns + ` FROM pipelines p` + withStages + ` WHERE p.workspace_id = $1 AND p.id = $2 ORDER BY s.rank`)
	pipelineOfStageSQL = db.SQL(`SELECT pipeline_id FROM stages WHERE workspace_id = $1 AND id = $2 AND removed_at = 0`)
	// By identifier, the oldest first.
	listPipelinesSQL = db.SQL(`SELECT ` + pipelineColumns + `, ` + stageColumns + ` FROM
		(SELECT * FROM pipelines WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3) p` + withStages + ` ORDER BY p.id, s.rank`)
	countPipelinesSQL = db.SQL(`SELECT count(*) FROM pipelines WHERE workspace_id = $1`)

	upsertStageSQL = db.SQL(`INSERT INTO stages (workspace_id, pipeline_id, id, rank, name, kind, probability, rots_after_days, requires, forecast_category)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (workspace_id, pipeline_id, id) DO UPDATE SET rank = excluded.rank, name = excluded.name, kind = excluded.kind,
		probability = excluded.probability, rots_after_days = excluded.rots_after_days, requires = excluded.requires, forecast_category = excluded.forecast_category`)
	removeStageSQL = db.SQL(`UPDATE stages SET removed_at = $4 WHERE workspace_id = $1 AND pipeline_id = $2 AND id = $3`)

	insertReasonSQL = db.SQL(`INSERT INTO deal_reasons (workspace_id, id, kind, name, name_key, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`)
	removeReasonSQL = db.SQL(`UPDATE deal_reasons SET removed_at = $3 WHERE workspace_id = $1 AND id = $2 AND removed_at = 0`)
	selectReasonSQL = db.SQL(`SELECT id, kind, name, created_by, created_at FROM deal_reasons WHERE workspace_id = $1 AND id = $2 AND removed_at = 0`)
	// By identifier, the oldest first: lists are short.
	listReasonsSQL = db.SQL(`SELECT id, kind, name, created_by, created_at FROM deal_reasons WHERE workspace_id = $1 AND removed_at = 0 AND id > $2 AND ($3 = '' OR kind = $3) ORDER BY id LIMIT $4`)
	// What a reason is called, although it was removed. PostgreSQL answers for all at once.
	reasonNameSQL = db.SQL(`SELECT name FROM deal_reasons WHERE workspace_id = $1 AND id = $2`).
			ForMany(`SELECT u.n, r.name FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, id, n) JOIN deal_reasons r ON r.workspace_id = u.workspace AND r.id = u.id ORDER BY u.n`)
	countReasonsSQL = db.SQL(`SELECT count(*) FROM deal_reasons WHERE workspace_id = $1 AND kind = $2 AND removed_at = 0`)
)

// insertPipeline stores a pipeline with its stages.
func insertPipeline(tx *db.Tx, p crm.Pipeline) {
	tx.Write(insertPipelineSQL, p.WorkspaceID, p.ID, p.Name, p.Currency, db.MsOf(p.ArchivedAt), p.CreatedBy.String(), db.Ms(p.CreatedAt), db.Ms(p.UpdatedAt))
	putStages(tx, p)
}

// updatePipeline stores what a pipeline has become. removed are the stages that it has
// no more.
func updatePipeline(tx *db.Tx, p crm.Pipeline, removed []crm.Stage) {
	tx.Write(updatePipelineSQL, p.WorkspaceID, p.ID, p.Name, p.Currency, db.MsOf(p.ArchivedAt), db.Ms(p.UpdatedAt))
	for _, s := range removed {
		tx.Write(removeStageSQL, p.WorkspaceID, p.ID, s.ID, db.Ms(tx.Now()))
	}
	putStages(tx, p)
}

func putStages(tx *db.Tx, p crm.Pipeline) {
	for i, s := range p.Stages {
		tx.Write(upsertStageSQL, p.WorkspaceID, p.ID, s.ID, int64(i), s.Name, string(s.Kind), int64(s.Probability), int64(s.RotsAfterDays), crm.JoinIDs(s.Requires), string(s.Forecast))
	}
}

// pipeline returns a pipeline with its stages, or a KindNotFound error.
func pipeline(tx *db.Tx, workspaceID, id string) (crm.Pipeline, error) {
	list, err := readPipelines(tx, selectPipelineSQL, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("pipeline", id)
	}
	return append(list, crm.Pipeline{})[0], err
}

// lockPipeline is pipeline, and keeps others from moving its deals and from changing it
// until the transaction ends.
func lockPipeline(tx *db.Tx, workspaceID, id string) (crm.Pipeline, error) {
	if _, err := tx.Texts(lockPipelineSQL, workspaceID, id); err != nil {
		return crm.Pipeline{}, err
	}
	return pipeline(tx, workspaceID, id)
}

// pipelineOfStage returns the pipeline of a stage; "" if there is no such stage.
func pipelineOfStage(tx *db.Tx, workspaceID, stageID string) (id string, err error) {
	_, err = tx.One(pipelineOfStageSQL, []any{&id}, workspaceID, stageID)
	return id, err
}

// pipelines returns a page of the pipelines with their stages, the oldest first.
func pipelines(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Pipeline], error) {
	list, err := readPipelines(tx, listPipelinesSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(p crm.Pipeline) string { return p.ID }), err
}

func readPipelines(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Pipeline, err error) {
	err = tx.Each(which, func(r db.Row) error {
		p := crm.Pipeline{WorkspaceID: workspaceID}
		var s crm.Stage
		var by, requires string
		var archived, created, updated, probability, rots int64
		if err := r.Scan(&p.ID, &p.Name, &p.Currency, &archived, &by, &created, &updated,
			&s.ID, &s.Name, (*string)(&s.Kind), &probability, &rots, &requires, (*string)(&s.Forecast)); err != nil {
			return err
		}
		if n := len(out); n == 0 || out[n-1].ID != p.ID {
			p.ArchivedAt, p.CreatedAt, p.UpdatedAt = db.AtOf(archived), db.At(created), db.At(updated)
			var err error
			if p.CreatedBy, err = crm.ParseDoneBy(by); err != nil {
				return err
			}
			out = append(out, p)
		}
		s.PipelineID, s.Probability, s.RotsAfterDays, s.Requires = p.ID, int(probability), int(rots), crm.SplitIDs(requires)
		last := &out[len(out)-1]
		last.Stages = append(last.Stages, s)
		return nil
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

// checkPipelineLimit refuses one pipeline more than a workspace may have.
func checkPipelineLimit(tx *db.Tx, workspaceID string) error {
	var n int64
	_, err := tx.One(countPipelinesSQL, []any{&n}, workspaceID)
	if err == nil && n >= crm.MaxPipelines {
		err = crm.Errorf(crm.KindConflict, crm.CodePipelineLimit, "A workspace has at most %d pipelines.", crm.MaxPipelines)
	}
	return err
}

// insertReason stores a reason. It reports false, and stores nothing, where there is one
// of its name.
func insertReason(tx *db.Tx, r crm.DealReason) (bool, error) {
	n, err := tx.Exec(insertReasonSQL, r.WorkspaceID, r.ID, string(r.Kind), r.Name, strings.ToLower(r.Name), r.CreatedBy.String(), db.Ms(r.CreatedAt))
	return n == 1, err
}

func removeReason(tx *db.Tx, r crm.DealReason) {
	tx.Write(removeReasonSQL, r.WorkspaceID, r.ID, db.Ms(tx.Now()))
}

// reason returns a reason, or a KindNotFound error.
func reason(tx *db.Tx, workspaceID, id string) (crm.DealReason, error) {
	list, err := readReasons(tx, selectReasonSQL, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("deal reason", id)
	}
	return append(list, crm.DealReason{})[0], err
}

// reasons returns a page of the reasons of a kind, or of both, the oldest first.
func reasons(tx *db.Tx, workspaceID string, kind crm.StageKind, p crm.Page) (crm.List[crm.DealReason], error) {
	list, err := readReasons(tx, listReasonsSQL, workspaceID, p.After, string(kind), p.Limit+1)
	return crm.CutPage(list, p.Limit, func(r crm.DealReason) string { return r.ID }), err
}

func readReasons(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.DealReason, err error) {
	err = tx.Each(which, func(r db.Row) error {
		d := crm.DealReason{WorkspaceID: workspaceID}
		var by string
		var created int64
		if err := r.Scan(&d.ID, (*string)(&d.Kind), &d.Name, &by, &created); err != nil {
			return err
		}
		d.CreatedAt = db.At(created)
		var err error
		d.CreatedBy, err = crm.ParseDoneBy(by)
		out = append(out, d)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

// nameReasons says what reasons are called.
func nameReasons(tx *db.Tx, workspaceID string, list []crm.ClosingReason) error {
	rows := make([][]any, len(list))
	for i, r := range list {
		rows[i] = []any{workspaceID, r.ReasonID}
	}
	return tx.EachOf(reasonNameSQL, rows, func(i int, r db.Row) error { return r.Scan(&list[i].Name) })
}

// checkReasonLimit refuses one reason more than a workspace may have of a kind.
func checkReasonLimit(tx *db.Tx, workspaceID string, kind crm.StageKind) error {
	var n int64
	_, err := tx.One(countReasonsSQL, []any{&n}, workspaceID, string(kind))
	if err == nil && n >= crm.MaxDealReasons {
		err = crm.Errorf(crm.KindConflict, crm.CodeDealReasonLimit, "A workspace has at most %d reasons of a kind.", crm.MaxDealReasons)
	}
	return err
}

// gone are the stages that a pipeline had before and has no more.
func gone(before, after crm.Pipeline) (out []crm.Stage) {
	for _, s := range before.Stages {
		if !slices.ContainsFunc(after.Stages, func(o crm.Stage) bool { return o.ID == s.ID }) {
			out = append(out, s)
		}
	}
	return out
}
