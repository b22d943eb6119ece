package template

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// selectNewestTemplatesSQL reads the newest templates of a workspace, of one
// account or of all.
var selectNewestTemplatesSQL = db.SQL(`SELECT ` + templateColumns + ` FROM templates
	WHERE workspace_id = $1 AND ($2 = '' OR messaging_account_id = $2) ORDER BY id DESC LIMIT $3`)

// newestTemplates returns at most limit templates, the newest first.
func newestTemplates(tx *db.Tx, workspaceID, accountID string, limit int) ([]crm.Template, error) {
	return readTemplates(tx, selectNewestTemplatesSQL, workspaceID, accountID, limit)
}

var selectTemplateIDSQL = db.SQL(`SELECT id FROM templates WHERE workspace_id = $1 AND id = $2`)

// hasTemplate reports whether a workspace has a template.
func hasTemplate(tx *db.Tx, workspaceID, id string) (bool, error) {
	return tx.One(selectTemplateIDSQL, []any{&id}, workspaceID, id)
}
