package assistant

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	assistantColumns = `id, name, enabled, live, latest, created_at, updated_at`

	stateColumns = `coalesce(s.settings, ''), coalesce(s.cache_secret, ''), coalesce(s.cache_generation, 0), coalesce(s.updated_at, 0)`
	onDuty       = ` FROM assistant_duties d JOIN assistants a ON a.workspace_id = d.workspace_id AND a.id = d.assistant_id AND a.enabled AND a.deleted_at = 0
		LEFT JOIN assistant_settings s ON s.workspace_id = d.workspace_id`
	ofNumber = ` WHERE d.workspace_id = $1 AND d.phone_number_id = $2`
)

var (
	insertAssistantSQL = db.SQL(`INSERT INTO assistants (workspace_id, id, name, enabled, live, latest, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`)
	updateAssistantSQL = db.SQL(`UPDATE assistants SET name = $3, enabled = $4, live = $5, latest = $6, updated_at = $7 WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0`)
	deleteAssistantSQL = db.SQL(`UPDATE assistants SET deleted_at = $3 WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0`)
	lockAssistantSQL   = db.SQL(`SELECT ` + assistantColumns + ` FROM assistants WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0 FOR UPDATE`)
	// The revisions of a deleted assistant stay: turns name them.
	selectAssistantSQL  = db.SQL(`SELECT ` + assistantColumns + ` FROM assistants WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0`)
	selectAssistantsSQL = db.SQL(`SELECT ` + assistantColumns + ` FROM assistants WHERE workspace_id = $1 AND id > $2 AND deleted_at = 0 ORDER BY id LIMIT $3`)
	routedSQL           = db.SQL(`SELECT 1 FROM routing_references WHERE workspace_id = $1 AND thing = $2 LIMIT 1`)
	countAssistantsSQL  = db.SQL(`SELECT count(*) FROM assistants WHERE workspace_id = $1 AND deleted_at = 0`)

	insertRevisionSQL  = db.SQL(`INSERT INTO assistant_revisions (workspace_id, assistant_id, number, id, config, made_by, created_at, live_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	markRevisionSQL    = db.SQL(`UPDATE assistant_revisions SET live_at = $4 WHERE workspace_id = $1 AND assistant_id = $2 AND number = $3`)
	selectRevisionSQL  = db.SQL(`SELECT id, number, config, made_by, created_at, live_at FROM assistant_revisions WHERE workspace_id = $1 AND assistant_id = $2 AND number = $3`)
	selectRevisionsSQL = db.SQL(`SELECT id, number, config, made_by, created_at, live_at FROM assistant_revisions
		WHERE workspace_id = $1 AND assistant_id = $2 AND number < CASE WHEN CAST($3 AS BIGINT) = 0 THEN 9223372036854775807 ELSE CAST($3 AS BIGINT) END ORDER BY number DESC LIMIT $4`)

	insertDutySQL   = db.SQL(`INSERT INTO assistant_duties (workspace_id, phone_number_id, assistant_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	deleteDutiesSQL = db.SQL(`DELETE FROM assistant_duties WHERE workspace_id = $1 AND assistant_id = $2`)
	selectDutiesSQL = db.SQL(`SELECT phone_number_id FROM assistant_duties WHERE workspace_id = $1 AND assistant_id = $2 ORDER BY phone_number_id`)

	// All that a turn rests on, and what of it is looked at again when it ends.
	readDutySQL = db.SQL(`SELECT a.id, ` + stateColumns + `, r.id, r.number, r.config, r.made_by, r.created_at, r.live_at` + onDuty + `
		JOIN assistant_revisions r ON r.workspace_id = a.workspace_id AND r.assistant_id = a.id AND r.number = a.live` + ofNumber)
	watchDutySQL = db.SQL(`SELECT a.id, ` + stateColumns + onDuty + ofNumber)
)

// insertAssistant stores a new assistant.
func insertAssistant(tx *db.Tx, a crm.Assistant) {
	tx.Write(insertAssistantSQL, a.WorkspaceID, a.ID, a.Name, a.Enabled, a.Live, a.Latest, db.Ms(a.CreatedAt))
}

// UpdateAssistant stores what may change of an assistant.
func UpdateAssistant(tx *db.Tx, a crm.Assistant) {
	tx.Write(updateAssistantSQL, a.WorkspaceID, a.ID, a.Name, a.Enabled, a.Live, a.Latest, db.Ms(a.UpdatedAt))
}

// deleteAssistant removes an assistant and its duties; its revisions stay.
func deleteAssistant(tx *db.Tx, workspaceID, id string) (bool, error) {
	n, err := tx.Exec(deleteAssistantSQL, workspaceID, id, db.Ms(tx.Now()))
	tx.Write(deleteDutiesSQL, workspaceID, id)
	return n == 1, err
}

// Assistant returns an assistant of the workspace, or a KindNotFound error.
func Assistant(tx *db.Tx, workspaceID, id string) (crm.Assistant, error) {
	return assistant(tx, selectAssistantSQL, workspaceID, id)
}

// isRouted reports whether the rules of routing name an assistant.
func isRouted(tx *db.Tx, workspaceID, id string) (bool, error) {
	var one int64
	return tx.One(routedSQL, []any{&one}, workspaceID, id)
}

// LockAssistant is Assistant, and keeps other nodes from changing it meanwhile.
func LockAssistant(tx *db.Tx, workspaceID, id string) (crm.Assistant, error) {
	return assistant(tx, lockAssistantSQL, workspaceID, id)
}

func assistant(tx *db.Tx, s *db.Stmt, workspaceID, id string) (a crm.Assistant, err error) {
	list, err := readAssistants(tx, s, workspaceID, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("assistant", id)
	}
	if err != nil {
		return a, err
	}
	return list[0], nil
}

// assistants returns a page of the workspace's assistants, oldest first.
func assistants(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Assistant], error) {
	out, err := readAssistants(tx, selectAssistantsSQL, workspaceID, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(a crm.Assistant) string { return a.ID }), err
}

// countAssistants counts the workspace's assistants; there are at most crm.MaxAssistants.
func countAssistants(tx *db.Tx, workspaceID string) (n int, err error) {
	_, err = tx.One(countAssistantsSQL, []any{&n}, workspaceID)
	return n, err
}

func readAssistants(tx *db.Tx, s *db.Stmt, workspaceID string, args ...any) (out []crm.Assistant, err error) {
	err = tx.Each(s, func(r db.Row) error {
		a := crm.Assistant{WorkspaceID: workspaceID, PhoneNumberIDs: []string{}}
		var created, updated int64
		err := r.Scan(&a.ID, &a.Name, &a.Enabled, &a.Live, &a.Latest, &created, &updated)
		a.CreatedAt, a.UpdatedAt = db.At(created), db.At(updated)
		out = append(out, a)
		return err
	}, args...)
	for i := range out {
		if err == nil {
			err = tx.Each(selectDutiesSQL, func(r db.Row) error {
				var id string
				err := r.Scan(&id)
				out[i].PhoneNumberIDs = append(out[i].PhoneNumberIDs, id)
				return err
			}, workspaceID, out[i].ID)
		}
	}
	return out, err
}

// setDuties puts an assistant on duty for exactly these phone numbers. It
// returns one that another assistant is on duty for, or "".
func setDuties(tx *db.Tx, a crm.Assistant) (taken string, err error) {
	if _, err := tx.Exec(deleteDutiesSQL, a.WorkspaceID, a.ID); err != nil {
		return "", err
	}
	for _, number := range a.PhoneNumberIDs {
		n, err := tx.Exec(insertDutySQL, a.WorkspaceID, number, a.ID)
		if err != nil || n == 0 {
			return number, err
		}
	}
	return "", nil
}

// insertAssistantRevision stores a revision. It never changes.
func insertAssistantRevision(tx *db.Tx, workspaceID string, r crm.AssistantRevision) {
	tx.Write(insertRevisionSQL, workspaceID, r.AssistantID, r.Number, r.ID, db.Text(r.Config), r.MadeBy.String(), db.Ms(r.CreatedAt), db.MsOf(r.LiveAt))
}

// MarkAssistantRevision notes when a revision was made live last.
func MarkAssistantRevision(tx *db.Tx, workspaceID, assistantID string, number int) {
	tx.Write(markRevisionSQL, workspaceID, assistantID, number, db.Ms(tx.Now()))
}

// AssistantRevision returns one revision, or a KindNotFound error.
func AssistantRevision(tx *db.Tx, workspaceID, assistantID string, number int) (r crm.AssistantRevision, err error) {
	list, err := revisions(tx, assistantID, selectRevisionSQL, workspaceID, assistantID, number)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("revision", crm.Pointer(assistantID, number)[1:])
	}
	if err != nil {
		return r, err
	}
	return list[0], nil
}

// assistantRevisions returns up to limit revisions below the number, 0 for all,
// newest first.
func assistantRevisions(tx *db.Tx, workspaceID, assistantID string, below, limit int) ([]crm.AssistantRevision, error) {
	return revisions(tx, assistantID, selectRevisionsSQL, workspaceID, assistantID, below, limit)
}

func revisions(tx *db.Tx, assistantID string, s *db.Stmt, args ...any) (out []crm.AssistantRevision, err error) {
	err = tx.Each(s, func(r db.Row) error {
		v, err := scanRevision(r)
		v.AssistantID = assistantID
		out = append(out, v)
		return err
	}, args...)
	return out, err
}

// scanRevision reads a revision, and other columns before it.
func scanRevision(r db.Row, before ...any) (v crm.AssistantRevision, err error) {
	var config, by string
	var created, live int64
	err = r.Scan(append(before, &v.ID, &v.Number, &config, &by, &created, &live)...)
	if err == nil {
		v.Config, err = crm.ParseAssistantConfig(config)
	}
	if err == nil {
		v.MadeBy, err = crm.ParseDoneBy(by)
	}
	v.CreatedAt, v.LiveAt = db.At(created), db.AtOf(live)
	return v, err
}
