package access

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertWorkspaceSQL  = db.SQL(`INSERT INTO workspaces (id, name, live, default_language, created_at, silent_until) VALUES ($1, $2, $3, $4, $5, $5)`)
	selectWorkspaceSQL  = db.SQL(`SELECT id, name, live, default_language, created_at, contact_epoch FROM workspaces WHERE id = $1`)
	selectWorkspacesSQL = db.SQL(`SELECT id, name, live, default_language, created_at, contact_epoch FROM workspaces ORDER BY id LIMIT $1`)
	growContactEpochSQL = db.SQL(`UPDATE workspaces SET contact_epoch = contact_epoch + 1 WHERE id = $1`)
	// Across workspaces: how far each was looked through decides.
	selectUnsweptSQL = db.SQL(`SELECT id, silent_until FROM workspaces WHERE silent_until < $1 ORDER BY silent_until, id LIMIT $2`).ByOnPostgres("workspaces_silent")
	moveSweptSQL     = db.SQL(`UPDATE workspaces SET silent_until = $2 WHERE id = $1 AND silent_until < $2`)
)

// InsertWorkspace stores a new workspace.
func InsertWorkspace(tx *db.Tx, w crm.Workspace) {
	tx.Write(insertWorkspaceSQL, w.ID, w.Name, w.Live, w.DefaultLanguage, db.Ms(w.CreatedAt))
}

// Workspace returns a workspace, or a KindNotFound error.
func Workspace(tx *db.Tx, id string) (crm.Workspace, error) {
	var out crm.Workspace
	found := false
	err := tx.Each(selectWorkspaceSQL, func(r db.Row) (err error) { found = true; out, err = scanWorkspace(r); return err }, id)
	if err == nil && !found {
		err = crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "There is no workspace %q.", id)
	}
	return out, err
}

// Unswept is a workspace and until when its messages were looked through for
// those of which nothing more was heard.
type Unswept struct {
	WorkspaceID string
	Until       time.Time
}

// UnsweptWorkspaces returns up to limit workspaces whose messages were looked
// through until before the time, those first that wait longest.
func UnsweptWorkspaces(tx *db.Tx, before time.Time, limit int) (out []Unswept, err error) {
	err = tx.Each(selectUnsweptSQL, func(r db.Row) error {
		var u Unswept
		var until int64
		err := r.Scan(&u.WorkspaceID, &until)
		u.Until = db.At(until)
		out = append(out, u)
		return err
	}, db.Ms(before), limit)
	return out, err
}

// MoveSwept notes until when the messages of a workspace were looked through.
func MoveSwept(tx *db.Tx, workspaceID string, until time.Time) {
	tx.Write(moveSweptSQL, workspaceID, db.Ms(until))
}

// Workspaces returns the oldest workspaces, for administration.
func Workspaces(tx *db.Tx, limit int) (out []crm.Workspace, err error) {
	err = tx.Each(selectWorkspacesSQL, func(r db.Row) error {
		w, err := scanWorkspace(r)
		out = append(out, w)
		return err
	}, limit)
	return out, err
}

func scanWorkspace(r db.Row) (w crm.Workspace, err error) {
	var created int64
	err = r.Scan(&w.ID, &w.Name, &w.Live, &w.DefaultLanguage, &created, &w.ContactEpoch)
	w.CreatedAt = db.At(created)
	return w, err
}

// GrowContactEpoch lets every node look its remembered conversations up anew,
// because a number or user id went from one contact to another.
func GrowContactEpoch(tx *db.Tx, workspaceID string) { tx.Write(growContactEpochSQL, workspaceID) }
