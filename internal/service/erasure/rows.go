package erasure

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const columns = `id, contact_id, targets, requested_by, messages, files, events, ` + longrun.Columns

// runs are erasures as long runs.
var runs = longrun.In("contact_erasures", "workspace_id", "id")

var (
	insertSQL = db.SQL(`INSERT INTO contact_erasures (workspace_id, id, contact_id, targets, requested_by) VALUES ($1, $2, $3, $4, $5)`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM contact_erasures WHERE workspace_id = $1 AND id = $2`)
	listSQL   = db.SQL(`SELECT ` + columns + ` FROM contact_erasures WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`)
	updateSQL = db.SQL(`UPDATE contact_erasures SET targets = $3, requested_by = $4 WHERE workspace_id = $1 AND id = $2`)
	ofSQL     = db.SQL(`SELECT id FROM contact_erasures INDEXED BY contact_erasures_contact WHERE workspace_id = $1 AND contact_id = $2 AND run_state <> 'completed' LIMIT 1`).By("contact_erasures_contact")
	countSQL  = db.SQL(`UPDATE contact_erasures SET messages = messages + $3, files = files + $4, events = events + $5 WHERE workspace_id = $1 AND id = $2`)
)

// insert stores a new erasure, which is yet to begin.
func insert(tx *db.Tx, e crm.ContactErasure) {
	tx.Write(insertSQL, e.WorkspaceID, e.ID, e.ContactID, db.Text(e.Targets), e.RequestedBy.String())
}

// update stores what is still to be erased, and who asked for it again.
func update(tx *db.Tx, e crm.ContactErasure) {
	tx.Write(updateSQL, e.WorkspaceID, e.ID, db.Text(e.Targets), e.RequestedBy.String())
}

// forgetNumbers takes the phone numbers out of an erasure that is done.
func forgetNumbers(tx *db.Tx, e crm.ContactErasure) {
	e.Targets.Numbers = nil
	update(tx, e)
}

// erasure returns an erasure of the workspace, or a KindNotFound error.
func erasure(tx *db.Tx, workspaceID, id string) (e crm.ContactErasure, err error) {
	found := false
	err = tx.Each(selectSQL, func(r db.Row) (err error) { found = true; e, err = scan(r, workspaceID); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("contact erasure", id)
	}
	return e, err
}

func erasures(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.ContactErasure], error) {
	var out []crm.ContactErasure
	err := tx.Each(listSQL, func(r db.Row) error {
		e, err := scan(r, workspaceID)
		out = append(out, e)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(e crm.ContactErasure) string { return e.ID }), err
}

// unfinishedOf returns the erasure of a contact that runs, or that was given up.
func unfinishedOf(tx *db.Tx, workspaceID, contactID string) (e crm.ContactErasure, found bool, err error) {
	var id string
	if found, err = tx.One(ofSQL, []any{&id}, workspaceID, contactID); found && err == nil {
		e, err = erasure(tx, workspaceID, id)
	}
	return e, found, err
}

func scan(r db.Row, workspaceID string) (e crm.ContactErasure, err error) {
	var targets, by string
	var run longrun.Row
	e.WorkspaceID = workspaceID
	if err = r.Scan(append([]any{&e.ID, &e.ContactID, &targets, &by, &e.Messages, &e.Files, &e.Events}, run.Into()...)...); err != nil {
		return e, err
	}
	e.Run = run.Run()
	if e.RequestedBy, err = crm.ParseDoneBy(by); err == nil {
		err = json.Unmarshal([]byte(targets), &e.Targets)
	}
	return e, err
}

func count(tx *db.Tx, e crm.ContactErasure, messages, files, events int64) {
	tx.Write(countSQL, e.WorkspaceID, e.ID, messages, files, events)
}
