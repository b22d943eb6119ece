package segment

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const columns = `id, name, description, filter, created_by, created_at, updated_at`

var (
	insertSQL = db.SQL(`INSERT INTO segments (workspace_id, id, name, description, filter, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`)
	updateSQL = db.SQL(`UPDATE segments SET name = $3, description = $4, filter = $5, updated_at = $6 WHERE workspace_id = $1 AND id = $2`)
	deleteSQL = db.SQL(`DELETE FROM segments WHERE workspace_id = $1 AND id = $2`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM segments WHERE workspace_id = $1 AND id = $2`)
	lockSQL   = db.SQL(`SELECT ` + columns + ` FROM segments WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	listSQL   = db.SQL(`SELECT ` + columns + ` FROM segments WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`).By()
	countSQL  = db.SQL(`SELECT count(*) FROM segments WHERE workspace_id = $1`).By()
)

// insert stores a segment, or refuses one more than a workspace may have.
func insert(tx *db.Tx, s crm.Segment) error {
	tx.Lock("segments" + s.WorkspaceID)
	var n int64
	if _, err := tx.One(countSQL, []any{&n}, s.WorkspaceID); err != nil {
		return err
	}
	if n >= crm.MaxSegments {
		return crm.Errorf(crm.KindConflict, crm.CodeSegmentLimit, "A workspace has at most %d segments.", crm.MaxSegments)
	}
	tx.Write(insertSQL, s.WorkspaceID, s.ID, s.Name, s.Description, db.Text(s.Filter), s.CreatedBy.String(), db.Ms(s.CreatedAt))
	return nil
}

func update(tx *db.Tx, s crm.Segment) {
	tx.Write(updateSQL, s.WorkspaceID, s.ID, s.Name, s.Description, db.Text(s.Filter), db.Ms(s.UpdatedAt))
}

func remove(tx *db.Tx, s crm.Segment) { tx.Write(deleteSQL, s.WorkspaceID, s.ID) }

// segment returns a segment, or a KindNotFound error.
func segment(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Segment, error) {
	list, err := read(tx, which, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("segment", id)
	}
	return append(list, crm.Segment{})[0], err
}

// segments returns a page in the order in which they were made.
func segments(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Segment], error) {
	list, err := read(tx, listSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(s crm.Segment) string { return s.ID }), err
}

func read(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Segment, err error) {
	err = tx.Each(which, func(r db.Row) error {
		s := crm.Segment{WorkspaceID: workspaceID}
		var filter, by string
		var created, updated int64
		if err := r.Scan(&s.ID, &s.Name, &s.Description, &filter, &by, &created, &updated); err != nil {
			return err
		}
		s.CreatedAt, s.UpdatedAt = db.At(created), db.At(updated)
		if s.CreatedBy, err = crm.ParseDoneBy(by); err == nil {
			err = json.Unmarshal([]byte(filter), &s.Filter)
		}
		out = append(out, s)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}
