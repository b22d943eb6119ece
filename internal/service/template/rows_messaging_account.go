package template

import "service.example/crm/internal/db"

var (
	countTemplatesSQL = db.SQL(`SELECT count(*) FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND status <> 'deleted'`)
)

// CountTemplates returns how many templates of an account are mirrored.
func CountTemplates(tx *db.Tx, workspaceID, accountID string) (n int, err error) {
	_, err = tx.One(countTemplatesSQL, []any{&n}, workspaceID, accountID)
	return n, err
}
