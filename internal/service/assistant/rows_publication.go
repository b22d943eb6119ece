package assistant

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const publicationColumns = `id, revision, replaced, evaluation_id, result, without_evaluation, reason, made_by, created_at`

var (
	insertPublicationSQL = db.SQL(`INSERT INTO assistant_publications (workspace_id, assistant_id, ` + publicationColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)
	selectPublicationsSQL = db.SQL(`SELECT ` + publicationColumns + ` FROM assistant_publications
		WHERE workspace_id = $1 AND assistant_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY id DESC LIMIT $4`)
	newestPublicationSQL = db.SQL(`SELECT ` + publicationColumns + ` FROM assistant_publications INDEXED BY assistant_publications_of
		WHERE workspace_id = $1 AND assistant_id = $2 AND revision = $3 ORDER BY id DESC LIMIT 1`).By("assistant_publications_of")
)

// InsertPublication puts on record that a revision was made live. It is never
// changed.
func InsertPublication(tx *db.Tx, workspaceID, assistantID string, p crm.Publication) {
	tx.Write(insertPublicationSQL, workspaceID, assistantID, p.ID, p.Revision, p.Replaced, p.EvaluationID, TableText(p.Table), p.WithoutEvaluation, p.Reason, p.MadeBy.String(), db.Ms(p.CreatedAt))
}

// Publications returns a page of the publications of an assistant, newest first.
func Publications(tx *db.Tx, workspaceID, assistantID string, p crm.Page) (crm.List[crm.Publication], error) {
	out, err := publications(tx, selectPublicationsSQL, workspaceID, assistantID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(p crm.Publication) string { return p.ID }), err
}

// publicationOf returns how a revision was made live last; nil when it never
// was, or was the first.
func publicationOf(tx *db.Tx, workspaceID, assistantID string, revision int) (*crm.Publication, error) {
	list, err := publications(tx, newestPublicationSQL, workspaceID, assistantID, revision)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

func publications(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.Publication, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var p crm.Publication
		var table, by string
		var created int64
		err := r.Scan(&p.ID, &p.Revision, &p.Replaced, &p.EvaluationID, &table, &p.WithoutEvaluation, &p.Reason, &by, &created)
		if err == nil {
			p.Table, err = ReadTable(table)
		}
		if err == nil {
			p.MadeBy, err = crm.ParseDoneBy(by)
		}
		p.CreatedAt = db.At(created)
		out = append(out, p)
		return err
	}, args...)
	return out, err
}

// ReadTable reads the stored table of an evaluation.
func ReadTable(stored string) (*crm.EvaluationTable, error) {
	if stored == "" {
		return nil, nil
	}
	t := &crm.EvaluationTable{}
	return t, json.Unmarshal([]byte(stored), t)
}

// TableText is the form in which a table is stored.
func TableText(t *crm.EvaluationTable) string {
	if t == nil {
		return ""
	}
	return db.Text(t)
}
