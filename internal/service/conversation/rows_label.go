package conversation

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const labelColumns = `id, name, color, created_by, created_at, updated_at`

var (
	insertLabelSQL = db.SQL(`INSERT INTO labels (workspace_id, id, name, name_key, color, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`)
	updateLabelSQL = db.SQL(`UPDATE labels SET name = $3, name_key = $4, color = $5, updated_at = $6 WHERE workspace_id = $1 AND id = $2`)
	deleteLabelSQL = db.SQL(`DELETE FROM labels WHERE workspace_id = $1 AND id = $2`)
	lockLabelSQL   = db.SQL(`SELECT ` + labelColumns + ` FROM labels WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	// By name; a workspace has crm.MaxLabels at most.
	listLabelsSQL = db.SQL(`SELECT ` + labelColumns + `, name_key FROM labels INDEXED BY labels_name WHERE workspace_id = $1 AND name_key > $2 ORDER BY name_key LIMIT $3`).
			By("labels_name").ByOnPostgres("labels_name")
	labelNamedSQL  = db.SQL(`SELECT id FROM labels WHERE workspace_id = $1 AND name_key = $2`).By("labels_name")
	countLabelsSQL = db.SQL(`SELECT count(*) FROM labels WHERE workspace_id = $1`)
	holdLabelsSQL  = db.SQL(`SELECT id FROM labels WHERE workspace_id = $1 AND $2 LIKE '%|' || id || '|%' ORDER BY id FOR KEY SHARE`)

	labelRoutedSQL = db.SQL(`SELECT 1 FROM routing_references WHERE workspace_id = $1 AND thing = $2 LIMIT 1`)

	addLabelSQL    = db.SQL(`INSERT INTO conversation_labels (workspace_id, label_id, conversation_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	removeLabelSQL = db.SQL(`DELETE FROM conversation_labels WHERE workspace_id = $1 AND label_id = $2 AND conversation_id = $3`)
	labelledSQL    = db.SQL(`SELECT conversation_id FROM conversation_labels WHERE workspace_id = $1 AND label_id = $2 ORDER BY conversation_id LIMIT $3`)
)

// Two labels got one name at once: made again, one finds the other's.
var _ = db.RunAgainAfter("labels_name")

// labelKey is a name in one form.
func labelKey(name string) string { return cases.Fold().String(norm.NFKC.String(name)) }

func insertLabel(tx *db.Tx, l crm.Label) {
	tx.Write(insertLabelSQL, l.WorkspaceID, l.ID, l.Name, labelKey(l.Name), l.Color, l.CreatedBy.String(), db.Ms(l.CreatedAt))
}

func updateLabel(tx *db.Tx, l crm.Label) {
	tx.Write(updateLabelSQL, l.WorkspaceID, l.ID, l.Name, labelKey(l.Name), l.Color, db.Ms(l.UpdatedAt))
}

func deleteLabel(tx *db.Tx, l crm.Label) { tx.Write(deleteLabelSQL, l.WorkspaceID, l.ID) }

// lockLabel returns a label, or a KindNotFound error, and keeps other nodes from
// changing it, or putting it on conversations, meanwhile.
func lockLabel(tx *db.Tx, workspaceID, id string) (l crm.Label, err error) {
	found := false
	err = tx.Each(lockLabelSQL, func(r db.Row) (err error) { found = true; l, err = scanLabel(r, workspaceID); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("label", id)
	}
	return l, err
}

// labels returns a page of the workspace's labels by name. The cursor is the last
// one's name in one form.
func labels(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Label], error) {
	var list []crm.Label
	err := tx.Each(listLabelsSQL, func(r db.Row) error {
		var key string
		l, err := scanLabel(r, workspaceID, &key)
		list = append(list, l)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(l crm.Label) string { return labelKey(l.Name) }), err
}

func scanLabel(r db.Row, workspaceID string, more ...any) (crm.Label, error) {
	l := crm.Label{WorkspaceID: workspaceID}
	var by string
	var created, updated int64
	if err := r.Scan(append([]any{&l.ID, &l.Name, &l.Color, &by, &created, &updated}, more...)...); err != nil {
		return l, err
	}
	var err error
	l.CreatedAt, l.UpdatedAt = db.At(created), db.At(updated)
	l.CreatedBy, err = crm.ParseDoneBy(by)
	return l, err
}

// checkLabelName refuses a name that another label has, and one label more than a
// workspace may have.
func checkLabelName(tx *db.Tx, l crm.Label, isNew bool) error {
	var other string
	if _, err := tx.One(labelNamedSQL, []any{&other}, l.WorkspaceID, labelKey(l.Name)); err != nil {
		return err
	}
	if other != "" && other != l.ID {
		var f crm.Faults
		f.Add("/name", crm.CodeNotAllowed, "Another label has this name.")
		return f.Err()
	}
	if !isNew {
		return nil
	}
	var n int64
	_, err := tx.One(countLabelsSQL, []any{&n}, l.WorkspaceID)
	if err == nil && n >= crm.MaxLabels {
		err = crm.Errorf(crm.KindConflict, crm.CodeLabelLimit, "A workspace has at most %d labels.", crm.MaxLabels)
	}
	return err
}

// holdLabels returns those of the labels that there are, and keeps other nodes from
// removing them until the transaction ends.
func holdLabels(tx *db.Tx, workspaceID string, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return tx.Texts(holdLabelsSQL, workspaceID, reach.Listed(ids))
}

// checkNotRouted refuses a label for which routing asks: without it a rule would never
// match.
func checkNotRouted(tx *db.Tx, l crm.Label) error {
	var one int
	routed, err := tx.One(labelRoutedSQL, []any{&one}, l.WorkspaceID, l.ID)
	if err == nil && routed {
		err = crm.Errorf(crm.KindConflict, crm.CodeInUse, "The rules of routing name the label.")
	}
	return err
}

func addLabels(tx *db.Tx, workspaceID, conversationID string, ids []string) {
	for _, id := range ids {
		tx.Write(addLabelSQL, workspaceID, id, conversationID)
	}
}

func removeLabels(tx *db.Tx, workspaceID, conversationID string, ids []string) {
	for _, id := range ids {
		tx.Write(removeLabelSQL, workspaceID, id, conversationID)
	}
}

// labelled returns up to limit conversations that have a label, also those that were
// joined to others.
func labelled(tx *db.Tx, workspaceID, labelID string, limit int) ([]string, error) {
	return tx.Texts(labelledSQL, workspaceID, labelID, limit)
}
