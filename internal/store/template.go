package store

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const templateColumns = `id, workspace_id, messaging_account_id, provider_id, name, language, category, status, reason, quality, format, components, updated_at, next_category, next_category_at`

var (
	upsertTemplate = db.SQL(`INSERT INTO templates (` + templateColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		ON CONFLICT (messaging_account_id, name, language) DO UPDATE SET provider_id = excluded.provider_id, category = excluded.category,
			status = excluded.status, reason = excluded.reason, quality = excluded.quality, format = excluded.format,
			components = excluded.components, updated_at = excluded.updated_at,
			next_category = excluded.next_category, next_category_at = excluded.next_category_at
		WHERE templates.workspace_id = excluded.workspace_id`)
	selectTemplates = db.SQL(`SELECT ` + templateColumns + ` FROM templates
		WHERE workspace_id = $1 AND id > $2 AND ($3 = '' OR name = $3) AND ($4 = '' OR status = $4) ORDER BY id LIMIT $5`)
	selectTemplatesNamed = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND name = $3 ORDER BY id`)
	selectTemplatesOf    = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 ORDER BY id`)
	selectTemplateNames  = db.SQL(`SELECT DISTINCT name FROM templates
		WHERE workspace_id = $1 AND messaging_account_id = $2 AND status <> 'deleted' ORDER BY name LIMIT $3`).By("templates_name")
	selectTemplateByOwner = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE messaging_account_id = $1 AND provider_id = $2`)
	deleteTemplate        = db.SQL(`UPDATE templates SET status = 'deleted', updated_at = $3 WHERE workspace_id = $1 AND id = $2`)
)

// SaveTemplate stores or renews the mirror of a template.
func (tx *Tx) SaveTemplate(t crm.Template) {
	tx.Write(upsertTemplate, t.ID, t.WorkspaceID, t.MessagingAccountID, t.ProviderID, t.Name, t.Language, t.Category,
		t.Status, t.Reason, t.Quality, t.Format, string(t.Components), db.Ms(t.UpdatedAt), t.NextCategory, db.MsOf(t.NextCategoryAt))
}

// TemplateFilter narrows a list of templates; empty fields match all.
type TemplateFilter struct{ Name, Status string }

// Templates returns a page of the workspace's templates.
func (tx *Tx) Templates(workspaceID string, f TemplateFilter, p crm.Page) (crm.List[crm.Template], error) {
	out, err := tx.templates(selectTemplates, workspaceID, p.After, f.Name, f.Status, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(t crm.Template) string { return t.ID }), err
}

// TemplatesNamed returns every language of one template of an account.
func (tx *Tx) TemplatesNamed(workspaceID, accountID, name string) ([]crm.Template, error) {
	return tx.templates(selectTemplatesNamed, workspaceID, accountID, name)
}

// TemplateNames returns the names of an account's templates in order, at most
// limit of them.
func (tx *Tx) TemplateNames(workspaceID, accountID string, limit int) (out []string, err error) {
	err = tx.Each(selectTemplateNames, func(r db.Row) error {
		var name string
		err := r.Scan(&name)
		out = append(out, name)
		return err
	}, workspaceID, accountID, limit)
	return out, err
}

// TemplatesOf returns every template of an account.
func (tx *Tx) TemplatesOf(workspaceID, accountID string) ([]crm.Template, error) {
	return tx.templates(selectTemplatesOf, workspaceID, accountID)
}

// TemplateByProvider finds a template of an account by the provider's identifier.
func (tx *Tx) TemplateByProvider(accountID, providerID string) (t crm.Template, found bool, err error) {
	list, err := tx.templates(selectTemplateByOwner, accountID, providerID)
	if len(list) > 0 {
		return list[0], true, err
	}
	return t, false, err
}

// DeleteTemplate marks a template that the provider no longer has.
func (tx *Tx) DeleteTemplate(t crm.Template) {
	tx.Write(deleteTemplate, t.WorkspaceID, t.ID, db.Ms(tx.Now()))
}

func (tx *Tx) templates(s *db.Stmt, args ...any) (out []crm.Template, err error) {
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
