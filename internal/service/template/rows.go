package template

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const templateColumns = `id, workspace_id, messaging_account_id, provider_id, name, language, category, status, reason, quality, format, components, updated_at, next_category, next_category_at`

var (
	upsertTemplateSQL = db.SQL(`INSERT INTO templates (` + templateColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		ON CONFLICT (workspace_id, messaging_account_id, name, language) DO UPDATE SET provider_id = excluded.provider_id, category = excluded.category,
			status = excluded.status, reason = excluded.reason, quality = excluded.quality, format = excluded.format,
			components = excluded.components, updated_at = excluded.updated_at,
			next_category = excluded.next_category, next_category_at = excluded.next_category_at`)
	selectTemplatesSQL = db.SQL(`SELECT ` + templateColumns + ` FROM templates
		WHERE workspace_id = $1 AND id > $2 AND ($3 = '' OR name = $3) AND ($4 = '' OR status = $4) ORDER BY id LIMIT $5`)
	selectTemplatesNamedSQL = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND name = $3 ORDER BY id`)
	selectTemplatesOfSQL    = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 ORDER BY id`)
	selectTemplateNamesSQL  = db.SQL(`SELECT DISTINCT name FROM templates
		WHERE workspace_id = $1 AND messaging_account_id = $2 AND status <> 'deleted' ORDER BY name LIMIT $3`).By("templates_name")
	selectTemplateByProviderSQL = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND provider_id = $3`).By("templates_provider")
)

// saveTemplate stores or renews the mirror of a template.
func saveTemplate(tx *db.Tx, t crm.Template) {
	tx.Write(upsertTemplateSQL, t.ID, t.WorkspaceID, t.MessagingAccountID, t.ProviderID, t.Name, t.Language, t.Category,
		t.Status, t.Reason, t.Quality, t.Format, string(t.Components), db.Ms(t.UpdatedAt), t.NextCategory, db.MsOf(t.NextCategoryAt))
}

// TemplateFilter narrows a list of templates; empty fields match all.
type TemplateFilter struct{ Name, Status string }

// templates returns a page of the workspace's templates.
func templates(tx *db.Tx, workspaceID string, f TemplateFilter, p crm.Page) (crm.List[crm.Template], error) {
	out, err := readTemplates(tx, selectTemplatesSQL, workspaceID, p.After, f.Name, f.Status, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(t crm.Template) string { return t.ID }), err
}

// templatesNamed returns every language of one template of an account.
func templatesNamed(tx *db.Tx, workspaceID, accountID, name string) ([]crm.Template, error) {
	return readTemplates(tx, selectTemplatesNamedSQL, workspaceID, accountID, name)
}

// templateNames returns the names of an account's templates in order, at most
// limit of them.
func templateNames(tx *db.Tx, workspaceID, accountID string, limit int) (out []string, err error) {
	err = tx.Each(selectTemplateNamesSQL, func(r db.Row) error {
		var name string
		err := r.Scan(&name)
		out = append(out, name)
		return err
	}, workspaceID, accountID, limit)
	return out, err
}

// templatesOf returns every template of an account.
func templatesOf(tx *db.Tx, workspaceID, accountID string) ([]crm.Template, error) {
	return readTemplates(tx, selectTemplatesOfSQL, workspaceID, accountID)
}

// templateByProvider finds a template of an account by the provider's identifier.
func templateByProvider(tx *db.Tx, workspaceID, accountID, providerID string) (t crm.Template, found bool, err error) {
	list, err := readTemplates(tx, selectTemplateByProviderSQL, workspaceID, accountID, providerID)
	if len(list) > 0 {
		return list[0], true, err
	}
	return t, false, err
}

func readTemplates(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.Template, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var t crm.Template
		var components string
		var updated, nextAt int64
		err := r.Scan(&t.ID, &t.WorkspaceID, &t.MessagingAccountID, &t.ProviderID, &t.Name, &t.Language, &t.Category,
			&t.Status, &t.Reason, &t.Quality, &t.Format, &components, &updated, &t.NextCategory, &nextAt)
		t.Components, t.UpdatedAt, t.NextCategoryAt = []byte(components), db.At(updated), db.AtOf(nextAt)
		out = append(out, t)
		return err
	}, args...)
	return out, err
}

var (
	countTemplatesSQL = db.SQL(`SELECT count(*) FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND status <> 'deleted'`)
)

// CountTemplates returns how many templates of an account are mirrored.
func CountTemplates(tx *db.Tx, workspaceID, accountID string) (n int, err error) {
	_, err = tx.One(countTemplatesSQL, []any{&n}, workspaceID, accountID)
	return n, err
}
