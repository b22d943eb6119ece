package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const dealColumns = `d.id, d.version, d.pipeline_id, d.stage_id, d.position, d.status, d.title, d.amount_minor, d.currency, d.owner_id, d.contact_id, d.conversation_id, d.expected_close_on,
	d.reason_id, d.close_note, d.stage_since, d.closed_at, d.active_at, d.created_by, d.created_at, d.updated_at, d.amount_source, d.field_values, d.forecast_category, d.external_key,
	coalesce((SELECT s.forecast_category FROM stages s WHERE s.workspace_id = d.workspace_id AND s.id = d.stage_id), ''),
	coalesce((SELECT s.rots_after_days FROM stages s WHERE s.workspace_id = d.workspace_id AND s.id = d.stage_id), 0),
	CASE WHEN d.conversation_id = '' THEN 0 ELSE coalesce((SELECT c.activity_at FROM conversation_states c WHERE c.workspace_id = d.workspace_id AND c.conversation_id = d.conversation_id), 0) END`

var (
	insertDealSQL = db.SQL(`INSERT INTO deals (workspace_id, id, version, pipeline_id, stage_id, position, status, title, amount_minor, currency, owner_id, contact_id, conversation_id, expected_close_on,
		reason_id, close_note, stage_since, closed_at, active_at, created_by, created_at, updated_at, field_values, forecast_category, external_key, rot_check_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)`)
	updateDealSQL = db.SQL(`UPDATE deals SET version = $3, pipeline_id = $4, stage_id = $5, position = $6, status = $7, title = $8, amount_minor = $9, currency = $10, owner_id = $11, contact_id = $12,
		conversation_id = $13, expected_close_on = $14, reason_id = $15, close_note = $16, stage_since = $17, closed_at = $18, active_at = $19, updated_at = $20, amount_source = $21, field_values = $22, forecast_category = $23, rot_check_at = $24 WHERE workspace_id = $1 AND id = $2`)
	placeDealSQL  = db.SQL(`UPDATE deals SET position = $3 WHERE workspace_id = $1 AND id = $2`)
	selectDealSQL = db.SQL(`SELECT ` + dealColumns + ` FROM deals d WHERE d.workspace_id = $1 AND d.id = $2`)
	seesDealSQL   = db.SQL(`SELECT 1 FROM deals d WHERE d.workspace_id = $1 AND d.id = $2 AND ` + inReach(3) + ` = 1`)

	// The places beside one on a stage, without the deal $4 that is put there.
	firstPlaceSQL = db.SQL(`SELECT position FROM deals d INDEXED BY deals_position WHERE d.workspace_id = $1 AND d.stage_id = $2 AND d.id <> $3 ORDER BY d.position LIMIT 1`).By("deals_position")
	endPlaceSQL   = db.SQL(`SELECT position FROM deals d INDEXED BY deals_position WHERE d.workspace_id = $1 AND d.stage_id = $2 AND d.id <> $3 ORDER BY d.position DESC LIMIT 1`).By("deals_position")
	nextPlaceSQL  = db.SQL(`SELECT position FROM deals d INDEXED BY deals_position WHERE d.workspace_id = $1 AND d.stage_id = $2 AND d.position > $3 AND d.id <> $4 ORDER BY d.position LIMIT 1`).By("deals_position").ByOnPostgres("deals_position")
	lastPlaceSQL  = db.SQL(`SELECT position FROM deals d INDEXED BY deals_position WHERE d.workspace_id = $1 AND d.stage_id = $2 AND d.position < $3 AND d.id <> $4 ORDER BY d.position DESC LIMIT 1`).By("deals_position").ByOnPostgres("deals_position")
	placesUpSQL   = db.SQL(`SELECT d.id, d.position FROM deals d INDEXED BY deals_position WHERE d.workspace_id = $1 AND d.stage_id = $2 AND d.position > $3 ORDER BY d.position LIMIT $4`).By("deals_position").ByOnPostgres("deals_position")
	placesDownSQL = db.SQL(`SELECT d.id, d.position FROM deals d INDEXED BY deals_position WHERE d.workspace_id = $1 AND d.stage_id = $2 AND d.position <= $3 ORDER BY d.position DESC LIMIT $4`).By("deals_position").ByOnPostgres("deals_position")

	// A page of a stage, from a place on; from $5 on the reach.
	columnSQL = db.SQL(`SELECT ` + dealColumns + `, ` + inReach(5) + ` FROM deals d INDEXED BY deals_position WHERE d.workspace_id = $1 AND d.stage_id = $2 AND d.position > $3 ORDER BY d.position LIMIT $4`).
			By("deals_position").ByOnPostgres("deals_position")
)

// inReach is 1 for a deal in reach, and 0 for others: the actor's own, and those of
// conversations that it reaches. first is the first of the placeholders of reach.Args.
func inReach(first int) string {
	kind, user, numbers := placeholder(first), placeholder(first+1), placeholder(first+4)
	return `(CASE WHEN ` + kind + ` = 'all' AND ` + numbers + ` = '' THEN 1 WHEN d.owner_id <> '' AND d.owner_id = ` + user + ` THEN 1 WHEN d.conversation_id = '' THEN 0
		WHEN ` + reach.OfConversation("d.workspace_id", "d.conversation_id", first) + ` THEN 1 ELSE 0 END)`
}

// Where the amount of a deal comes from.
const (
	sourceManual = "manual"
	sourceLines  = "lines"
)

func sourceOf(d crm.Deal) string {
	if d.FromLines {
		return sourceLines
	}
	return sourceManual
}

func minorOf(amount *int64) int64 {
	if amount == nil {
		return -1
	}
	return *amount
}

func insertDeal(tx *db.Tx, d crm.Deal) {
	tx.Write(insertDealSQL, d.WorkspaceID, d.ID, d.Version, d.PipelineID, d.StageID, d.Position, string(d.Status), d.Title, minorOf(d.Amount), d.Currency, d.OwnerID, d.ContactID, d.ConversationID, d.ExpectedCloseOn,
		d.ReasonID, d.Note, db.Ms(d.StageSince), db.MsOf(d.ClosedAt), db.Ms(d.ActiveAt), d.CreatedBy.String(), db.Ms(d.CreatedAt), db.Ms(d.UpdatedAt), valuesText(d.Values), string(d.Forecast), d.ExternalKey, db.MsOf(d.RotsAt))
}

func updateDeal(tx *db.Tx, d crm.Deal) {
	tx.Write(updateDealSQL, d.WorkspaceID, d.ID, d.Version, d.PipelineID, d.StageID, d.Position, string(d.Status), d.Title, minorOf(d.Amount), d.Currency, d.OwnerID, d.ContactID,
		d.ConversationID, d.ExpectedCloseOn, d.ReasonID, d.Note, db.Ms(d.StageSince), db.MsOf(d.ClosedAt), db.Ms(d.ActiveAt), db.Ms(d.UpdatedAt), sourceOf(d), valuesText(d.Values), string(d.Forecast), db.MsOf(d.RotsAt))
}

// deal returns a deal, or a KindNotFound error.
func deal(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Deal, error) {
	var list []crm.Deal
	err := tx.Each(which, func(r db.Row) error {
		d, err := scanDeal(r, workspaceID)
		list = append(list, d)
		return err
	}, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("deal", id)
	}
	return append(list, crm.Deal{})[0], err
}

// dealFor is deal as far as the actor's reach goes: one beyond it is a KindNotFound
// error, like one that does not exist.
func dealFor(tx *db.Tx, which *db.Stmt, actor crm.Actor, id string) (crm.Deal, error) {
	d, err := deal(tx, which, actor.WorkspaceID, id)
	if err != nil || actor.Reach.IsWhole() || d.OwnerID != "" && d.OwnerID == actor.Reach.UserID {
		return d, err
	}
	var one int64
	found, err := tx.One(seesDealSQL, []any{&one}, append([]any{actor.WorkspaceID, id}, reach.Args(actor.Reach)...)...)
	if err == nil && !found {
		err = crm.NotFound("deal", id)
	}
	return d, err
}

func scanDeal(r db.Row, workspaceID string, more ...any) (crm.Deal, error) {
	d := crm.Deal{WorkspaceID: workspaceID}
	var by, source, values string
	var minor, since, closed, active, created, updated, rots, talked int64
	if err := r.Scan(append([]any{&d.ID, &d.Version, &d.PipelineID, &d.StageID, &d.Position, (*string)(&d.Status), &d.Title, &minor, &d.Currency, &d.OwnerID, &d.ContactID, &d.ConversationID, &d.ExpectedCloseOn,
		&d.ReasonID, &d.Note, &since, &closed, &active, &by, &created, &updated, &source, &values, (*string)(&d.Forecast), &d.ExternalKey, (*string)(&d.StageForecast), &rots, &talked}, more...)...); err != nil {
		return d, err
	}
	if d.FromLines = source == sourceLines; minor >= 0 {
		d.Amount = &minor
	}
	d.StageSince, d.ClosedAt, d.ActiveAt, d.CreatedAt, d.UpdatedAt = db.At(since), db.AtOf(closed), db.At(active), db.At(created), db.At(updated)
	d.RotsAt = crm.Stage{Kind: d.Status, RotsAfterDays: int(rots)}.Rots(db.At(max(active, talked)))
	var err error
	if d.CreatedBy, err = crm.ParseDoneBy(by); err == nil {
		d.Values, err = parseValues(values)
	}
	return d, err
}
