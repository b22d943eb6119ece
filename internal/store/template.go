package store

import "service.example/crm/internal/crm"

const templateColumns = `id, workspace_id, messaging_account_id, provider_id, name, language, category, status, reason, quality, format, components, updated_at`

var (
	upsertTemplate = stmt(`INSERT INTO templates (` + templateColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		ON CONFLICT (messaging_account_id, name, language) DO UPDATE SET provider_id = excluded.provider_id, category = excluded.category,
			status = excluded.status, reason = excluded.reason, quality = excluded.quality, format = excluded.format,
			components = excluded.components, updated_at = excluded.updated_at
		WHERE templates.workspace_id = excluded.workspace_id`)
	selectTemplates = stmt(`SELECT ` + templateColumns + ` FROM templates
		WHERE workspace_id = $1 AND id > $2 AND ($3 = '' OR name = $3) AND ($4 = '' OR status = $4) ORDER BY id LIMIT $5`)
	selectTemplatesNamed  = stmt(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND name = $3 ORDER BY id`)
	selectTemplatesOf     = stmt(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 ORDER BY id`)
	selectTemplateByOwner = stmt(`SELECT ` + templateColumns + ` FROM templates WHERE messaging_account_id = $1 AND provider_id = $2`)
	deleteTemplate        = stmt(`UPDATE templates SET status = 'deleted', updated_at = $3 WHERE workspace_id = $1 AND id = $2`)
)

// SaveTemplate stores or renews the mirror of a template.
func (tx *Tx) SaveTemplate(t crm.Template) {
	tx.write(upsertTemplate, t.ID, t.WorkspaceID, t.MessagingAccountID, t.ProviderID, t.Name, t.Language, t.Category,
		t.Status, t.Reason, t.Quality, t.Format, string(t.Components), ms(t.UpdatedAt))
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
	tx.write(deleteTemplate, t.WorkspaceID, t.ID, ms(tx.Now()))
}

func (tx *Tx) templates(s *Stmt, args ...any) (out []crm.Template, err error) {
	err = tx.each(s, func(r Row) error {
		var t crm.Template
		var components string
		var updated int64
		err := r.Scan(&t.ID, &t.WorkspaceID, &t.MessagingAccountID, &t.ProviderID, &t.Name, &t.Language, &t.Category,
			&t.Status, &t.Reason, &t.Quality, &t.Format, &components, &updated)
		t.Components, t.UpdatedAt = []byte(components), at(updated)
		out = append(out, t)
		return err
	}, args...)
	return out, err
}
