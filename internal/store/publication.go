package store

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const publicationColumns = `id, revision, replaced, evaluation_id, result, without_evaluation, reason, made_by, created_at`

var (
	insertPublication = db.SQL(`INSERT INTO assistant_publications (workspace_id, assistant_id, ` + publicationColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)
	selectPublications = db.SQL(`SELECT ` + publicationColumns + ` FROM assistant_publications
		WHERE workspace_id = $1 AND assistant_id = $2 AND ($3 = '' OR id < $3) ORDER BY id DESC LIMIT $4`)
	newestPublication = db.SQL(`SELECT ` + publicationColumns + ` FROM assistant_publications INDEXED BY assistant_publications_of
		WHERE workspace_id = $1 AND assistant_id = $2 AND revision = $3 ORDER BY id DESC LIMIT 1`).By("assistant_publications_of")
)

// InsertPublication puts on record that a revision was made live. It is never
// changed.
func (tx *Tx) InsertPublication(workspaceID, assistantID string, p crm.Publication) {
	tx.Write(insertPublication, workspaceID, assistantID, p.ID, p.Revision, p.Replaced, p.EvaluationID, tableText(p.Table), p.WithoutEvaluation, p.Reason, p.MadeBy, db.Ms(p.CreatedAt))
}

// Publications returns a page of the publications of an assistant, newest first.
func (tx *Tx) Publications(workspaceID, assistantID string, p crm.Page) (crm.List[crm.Publication], error) {
	out, err := tx.publications(selectPublications, workspaceID, assistantID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(p crm.Publication) string { return p.ID }), err
}

// PublicationOf returns how a revision was made live last; nil when it never
// was, or was the first.
func (tx *Tx) PublicationOf(workspaceID, assistantID string, revision int) (*crm.Publication, error) {
	list, err := tx.publications(newestPublication, workspaceID, assistantID, revision)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

func (tx *Tx) publications(s *db.Stmt, args ...any) (out []crm.Publication, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var p crm.Publication
		var table string
		var created int64
		err := r.Scan(&p.ID, &p.Revision, &p.Replaced, &p.EvaluationID, &table, &p.WithoutEvaluation, &p.Reason, &p.MadeBy, &created)
		if err == nil {
			p.Table, err = readTable(table)
		}
		p.CreatedAt = db.At(created)
		out = append(out, p)
		return err
	}, args...)
	return out, err
}
