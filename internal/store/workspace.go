package store

import "service.example/crm/internal/crm"

var (
	insertWorkspace  = stmt(`INSERT INTO workspaces (id, name, live, default_language, created_at) VALUES ($1, $2, $3, $4, $5)`)
	selectWorkspace  = stmt(`SELECT id, name, live, default_language, created_at, contact_epoch FROM workspaces WHERE id = $1`)
	selectWorkspaces = stmt(`SELECT id, name, live, default_language, created_at, contact_epoch FROM workspaces ORDER BY id LIMIT $1`)
)

// InsertWorkspace stores a new workspace.
func (tx *Tx) InsertWorkspace(w crm.Workspace) {
	tx.write(insertWorkspace, w.ID, w.Name, w.Live, w.DefaultLanguage, ms(w.CreatedAt))
}

// Workspace returns a workspace, or a KindNotFound error.
func (tx *Tx) Workspace(id string) (crm.Workspace, error) {
	var out crm.Workspace
	found := false
	err := tx.each(selectWorkspace, func(r Row) (err error) { found = true; out, err = scanWorkspace(r); return err }, id)
	if err == nil && !found {
		err = crm.NotFound("workspace", id)
	}
	return out, err
}

// Workspaces returns the oldest workspaces, for administration.
func (tx *Tx) Workspaces(limit int) (out []crm.Workspace, err error) {
	err = tx.each(selectWorkspaces, func(r Row) error {
		w, err := scanWorkspace(r)
		out = append(out, w)
		return err
	}, limit)
	return out, err
}

func scanWorkspace(r Row) (w crm.Workspace, err error) {
	var created int64
	err = r.Scan(&w.ID, &w.Name, &w.Live, &w.DefaultLanguage, &created, &w.ContactEpoch)
	w.CreatedAt = at(created)
	return w, err
}
