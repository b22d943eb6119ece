package template

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const versionColumns = `workspace_id, template_id, number, status, action, category, format, components, ttl, reason, detail,
	created_by, created_at, submitted_by, submitted_at, asked_at, taken_at, read_at, decided_at`

var (
	saveVersionSQL = db.SQL(`INSERT INTO template_versions (` + versionColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
		ON CONFLICT (workspace_id, template_id, number) DO UPDATE SET status = excluded.status, category = excluded.category, format = excluded.format,
			components = excluded.components, ttl = excluded.ttl, reason = excluded.reason, detail = excluded.detail,
			submitted_by = excluded.submitted_by, submitted_at = excluded.submitted_at, asked_at = excluded.asked_at,
			taken_at = excluded.taken_at, read_at = excluded.read_at, decided_at = excluded.decided_at`)
	selectVersionSQL  = db.SQL(`SELECT ` + versionColumns + ` FROM template_versions WHERE workspace_id = $1 AND template_id = $2 AND number = $3`)
	selectVersionsSQL = db.SQL(`SELECT ` + versionColumns + ` FROM template_versions
		WHERE workspace_id = $1 AND template_id = $2 AND number < $3 ORDER BY number DESC LIMIT $4`)
	deleteVersionsSQL = db.SQL(`DELETE FROM template_versions WHERE workspace_id = $1 AND template_id = $2`)
	// The edits that the provider took since a time, the newest first.
	selectEditsSQL = db.SQL(`SELECT taken_at FROM template_versions
		WHERE workspace_id = $1 AND template_id = $2 AND action = 'edit' AND taken_at > $3 ORDER BY number DESC LIMIT $4`)
)

// saveVersion stores a version, or what became of it.
func saveVersion(tx *db.Tx, v crm.TemplateVersion) {
	tx.Write(saveVersionSQL, v.WorkspaceID, v.TemplateID, v.Number, string(v.Status), string(v.Action), v.Category, v.Format, string(v.Components), v.TTL,
		v.Reason, v.Detail, v.CreatedBy.String(), db.Ms(v.CreatedAt), v.SubmittedBy.String(), db.MsOf(v.SubmittedAt), db.MsOf(v.AskedAt), db.MsOf(v.TakenAt),
		db.MsOf(v.ReadAt), db.MsOf(v.DecidedAt))
}

// newest returns the newest version of a template; false where none was recorded.
func newest(tx *db.Tx, t crm.Template) (v crm.TemplateVersion, found bool, err error) {
	if t.Version == 0 {
		return v, false, nil
	}
	list, err := readVersions(tx, selectVersionSQL, t.WorkspaceID, t.ID, t.Version)
	if err != nil || len(list) == 0 {
		return v, false, err
	}
	return list[0], true, nil
}

// versions returns up to limit versions of a template before a number, the newest
// first.
func versions(tx *db.Tx, workspaceID, id string, before, limit int) ([]crm.TemplateVersion, error) {
	return readVersions(tx, selectVersionsSQL, workspaceID, id, before, limit)
}

// editsOf returns when the provider took the latest edits of a template.
func editsOf(tx *db.Tx, t crm.Template, since time.Time) (out []time.Time, err error) {
	err = tx.Each(selectEditsSQL, func(r db.Row) error {
		var at int64
		err := r.Scan(&at)
		out = append(out, db.At(at))
		return err
	}, t.WorkspaceID, t.ID, db.Ms(since), crm.MaxTemplateEdits)
	return out, err
}

func readVersions(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.TemplateVersion, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var v crm.TemplateVersion
		var status, action, components, createdBy, submittedBy string
		var created, submitted, asked, taken, read, decided int64
		err := r.Scan(&v.WorkspaceID, &v.TemplateID, &v.Number, &status, &action, &v.Category, &v.Format, &components, &v.TTL, &v.Reason, &v.Detail,
			&createdBy, &created, &submittedBy, &submitted, &asked, &taken, &read, &decided)
		v.Status, v.Action, v.Components = crm.TemplateVersionStatus(status), crm.TemplateAction(action), []byte(components)
		v.CreatedAt, v.SubmittedAt, v.AskedAt = db.At(created), db.AtOf(submitted), db.AtOf(asked)
		v.TakenAt, v.ReadAt, v.DecidedAt = db.AtOf(taken), db.AtOf(read), db.AtOf(decided)
		if err == nil {
			v.CreatedBy, err = crm.ParseDoneBy(createdBy)
		}
		if err == nil {
			v.SubmittedBy, err = crm.ParseDoneBy(submittedBy)
		}
		out = append(out, v)
		return err
	}, args...)
	return out, err
}
