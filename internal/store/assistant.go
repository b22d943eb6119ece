package store

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const assistantColumns = `id, name, enabled, live, latest, created_at, updated_at`

var (
	insertAssistant = db.SQL(`INSERT INTO assistants (workspace_id, id, name, enabled, live, latest, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`)
	updateAssistant = db.SQL(`UPDATE assistants SET name = $3, enabled = $4, live = $5, latest = $6, updated_at = $7 WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0`)
	deleteAssistant = db.SQL(`UPDATE assistants SET deleted_at = $3 WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0`)
	lockAssistant   = db.SQL(`SELECT ` + assistantColumns + ` FROM assistants WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0 FOR UPDATE`)
	// The revisions of a deleted assistant stay: turns name them.
	selectAssistant  = db.SQL(`SELECT ` + assistantColumns + ` FROM assistants WHERE workspace_id = $1 AND id = $2 AND deleted_at = 0`)
	selectAssistants = db.SQL(`SELECT ` + assistantColumns + ` FROM assistants WHERE workspace_id = $1 AND id > $2 AND deleted_at = 0 ORDER BY id LIMIT $3`)
	countAssistants  = db.SQL(`SELECT count(*) FROM assistants WHERE workspace_id = $1 AND deleted_at = 0`)

	insertRevision  = db.SQL(`INSERT INTO assistant_revisions (workspace_id, assistant_id, number, id, config, made_by, created_at, live_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	markRevision    = db.SQL(`UPDATE assistant_revisions SET live_at = $4 WHERE workspace_id = $1 AND assistant_id = $2 AND number = $3`)
	selectRevision  = db.SQL(`SELECT id, number, config, made_by, created_at, live_at FROM assistant_revisions WHERE workspace_id = $1 AND assistant_id = $2 AND number = $3`)
	selectRevisions = db.SQL(`SELECT id, number, config, made_by, created_at, live_at FROM assistant_revisions
		WHERE workspace_id = $1 AND assistant_id = $2 AND ($3 = 0 OR number < $3) ORDER BY number DESC LIMIT $4`)

	insertDuty   = db.SQL(`INSERT INTO assistant_duties (workspace_id, phone_number_id, assistant_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	deleteDuties = db.SQL(`DELETE FROM assistant_duties WHERE workspace_id = $1 AND assistant_id = $2`)
	selectDuties = db.SQL(`SELECT phone_number_id FROM assistant_duties WHERE workspace_id = $1 AND assistant_id = $2 ORDER BY phone_number_id`)
	selectDuty   = db.SQL(`SELECT assistant_id FROM assistant_duties WHERE workspace_id = $1 AND phone_number_id = $2`)
)

// InsertAssistant stores a new assistant.
func (tx *Tx) InsertAssistant(a crm.Assistant) {
	tx.Write(insertAssistant, a.WorkspaceID, a.ID, a.Name, a.Enabled, a.Live, a.Latest, db.Ms(a.CreatedAt))
}

// UpdateAssistant stores what may change of an assistant.
func (tx *Tx) UpdateAssistant(a crm.Assistant) {
	tx.Write(updateAssistant, a.WorkspaceID, a.ID, a.Name, a.Enabled, a.Live, a.Latest, db.Ms(a.UpdatedAt))
}

// DeleteAssistant removes an assistant and its duties; its revisions stay.
func (tx *Tx) DeleteAssistant(workspaceID, id string) (bool, error) {
	n, err := tx.Exec(deleteAssistant, workspaceID, id, db.Ms(tx.Now()))
	tx.Write(deleteDuties, workspaceID, id)
	return n == 1, err
}

// Assistant returns an assistant of the workspace, or a KindNotFound error.
func (tx *Tx) Assistant(workspaceID, id string) (crm.Assistant, error) {
	return tx.assistant(selectAssistant, workspaceID, id)
}

// LockAssistant is Assistant, and keeps other nodes from changing it meanwhile.
func (tx *Tx) LockAssistant(workspaceID, id string) (crm.Assistant, error) {
	return tx.assistant(lockAssistant, workspaceID, id)
}

func (tx *Tx) assistant(s *db.Stmt, workspaceID, id string) (a crm.Assistant, err error) {
	list, err := tx.assistants(s, workspaceID, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("assistant", id)
	}
	if err != nil {
		return a, err
	}
	return list[0], nil
}

// Assistants returns a page of the workspace's assistants, oldest first.
func (tx *Tx) Assistants(workspaceID string, p crm.Page) (crm.List[crm.Assistant], error) {
	out, err := tx.assistants(selectAssistants, workspaceID, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(a crm.Assistant) string { return a.ID }), err
}

// CountAssistants counts the workspace's assistants; there are at most crm.MaxAssistants.
func (tx *Tx) CountAssistants(workspaceID string) (n int, err error) {
	_, err = tx.One(countAssistants, []any{&n}, workspaceID)
	return n, err
}

func (tx *Tx) assistants(s *db.Stmt, workspaceID string, args ...any) (out []crm.Assistant, err error) {
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
			err = tx.Each(selectDuties, func(r db.Row) error {
				var id string
				err := r.Scan(&id)
				out[i].PhoneNumberIDs = append(out[i].PhoneNumberIDs, id)
				return err
			}, workspaceID, out[i].ID)
		}
	}
	return out, err
}

// SetDuties puts an assistant on duty for exactly these phone numbers. It
// returns one that another assistant is on duty for, or "".
func (tx *Tx) SetDuties(a crm.Assistant) (taken string, err error) {
	if _, err := tx.Exec(deleteDuties, a.WorkspaceID, a.ID); err != nil {
		return "", err
	}
	for _, number := range a.PhoneNumberIDs {
		n, err := tx.Exec(insertDuty, a.WorkspaceID, number, a.ID)
		if err != nil || n == 0 {
			return number, err
		}
	}
	return "", nil
}

// AssistantOnDuty returns the identifier of the assistant that is on duty for a
// phone number, or "".
func (tx *Tx) AssistantOnDuty(workspaceID, phoneNumberID string) (id string, err error) {
	_, err = tx.One(selectDuty, []any{&id}, workspaceID, phoneNumberID)
	return id, err
}

// InsertAssistantRevision stores a revision. It never changes.
func (tx *Tx) InsertAssistantRevision(workspaceID string, r crm.AssistantRevision) {
	tx.Write(insertRevision, workspaceID, r.AssistantID, r.Number, r.ID, db.Text(r.Config), r.MadeBy, db.Ms(r.CreatedAt), db.MsOf(r.LiveAt))
}

// MarkAssistantRevision notes when a revision was made live last.
func (tx *Tx) MarkAssistantRevision(workspaceID, assistantID string, number int) {
	tx.Write(markRevision, workspaceID, assistantID, number, db.Ms(tx.Now()))
}

// AssistantRevision returns one revision, or a KindNotFound error.
func (tx *Tx) AssistantRevision(workspaceID, assistantID string, number int) (r crm.AssistantRevision, err error) {
	list, err := tx.revisions(assistantID, selectRevision, workspaceID, assistantID, number)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("revision", crm.Pointer(assistantID, number)[1:])
	}
	if err != nil {
		return r, err
	}
	return list[0], nil
}

// AssistantRevisions returns up to limit revisions below the number, 0 for all,
// newest first.
func (tx *Tx) AssistantRevisions(workspaceID, assistantID string, below, limit int) ([]crm.AssistantRevision, error) {
	return tx.revisions(assistantID, selectRevisions, workspaceID, assistantID, below, limit)
}

func (tx *Tx) revisions(assistantID string, s *db.Stmt, args ...any) (out []crm.AssistantRevision, err error) {
	err = tx.Each(s, func(r db.Row) error {
		v := crm.AssistantRevision{AssistantID: assistantID}
		var config string
		var created, live int64
		err := r.Scan(&v.ID, &v.Number, &config, &v.MadeBy, &created, &live)
		if err == nil {
			v.Config, err = crm.ParseAssistantConfig(config)
		}
		v.CreatedAt, v.LiveAt = db.At(created), db.AtOf(live)
		out = append(out, v)
		return err
	}, args...)
	return out, err
}
