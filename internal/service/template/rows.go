package template

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const templateColumns = `id, workspace_id, messaging_account_id, provider_id, name, language, category, status, reason, quality, format, components, updated_at, next_category, next_category_at, ttl,
	version, action, action_by, problem, deleted_at, created_by, created_at`

var (
	upsertTemplateSQL = db.SQL(`INSERT INTO templates (` + templateColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
		ON CONFLICT (workspace_id, messaging_account_id, name, language) DO UPDATE SET provider_id = excluded.provider_id, category = excluded.category,
			status = excluded.status, reason = excluded.reason, quality = excluded.quality, format = excluded.format,
			components = excluded.components, updated_at = excluded.updated_at,
			next_category = excluded.next_category, next_category_at = excluded.next_category_at, ttl = excluded.ttl, version = excluded.version,
			action = excluded.action, action_by = excluded.action_by, problem = excluded.problem, deleted_at = excluded.deleted_at,
			created_by = excluded.created_by, created_at = excluded.created_at`)
	// What names a draft may change as long as the provider does not know it.
	renameTemplateSQL  = db.SQL(`UPDATE templates SET name = $3, language = $4 WHERE workspace_id = $1 AND id = $2`)
	deleteTemplateSQL  = db.SQL(`DELETE FROM templates WHERE workspace_id = $1 AND id = $2`)
	selectTemplateSQL  = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND id = $2`)
	lockTemplateSQL    = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	lockTemplatesOfSQL = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND name = $3 ORDER BY id FOR UPDATE`)
	selectTemplatesSQL = db.SQL(`SELECT ` + templateColumns + ` FROM templates
		WHERE workspace_id = $1 AND id > $2 AND ($3 = '' OR name = $3) AND ($4 = '' OR status = $4) ORDER BY id LIMIT $5`)
	templateIDSQL           = db.SQL(`SELECT id FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND name = $3 AND language = $4`)
	selectTemplatesNamedSQL = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND name = $3 ORDER BY id`)
	selectTemplatesOfSQL    = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 ORDER BY id FOR UPDATE`)
	selectTemplateNamesSQL  = db.SQL(`SELECT DISTINCT name FROM templates
		WHERE workspace_id = $1 AND messaging_account_id = $2 AND status <> 'deleted' ORDER BY name LIMIT $3`).By("templates_name")
	selectTemplateByProviderSQL = db.SQL(`SELECT ` + templateColumns + ` FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND provider_id = $3 FOR UPDATE`).By("templates_provider")
)

// saveTemplate stores or renews the mirror of a template.
func saveTemplate(tx *db.Tx, t crm.Template) {
	tx.Write(upsertTemplateSQL, t.ID, t.WorkspaceID, t.MessagingAccountID, t.ProviderID, t.Name, t.Language, t.Category,
		t.Status, t.Reason, t.Quality, t.Format, string(t.Components), db.Ms(t.UpdatedAt), t.NextCategory, db.MsOf(t.NextCategoryAt), t.TTL,
		t.Version, string(t.Action), t.ActionBy.String(), db.TextOf(t.Problem), db.MsOf(t.DeletedAt), t.CreatedBy.String(), db.MsOf(t.CreatedAt))
}

// find returns a template of the workspace, or a KindNotFound error.
func find(tx *db.Tx, workspaceID, id string) (crm.Template, error) {
	return oneTemplate(tx, selectTemplateSQL, workspaceID, id)
}

// lock is find, and keeps others from changing the template meanwhile.
func lock(tx *db.Tx, workspaceID, id string) (crm.Template, error) {
	return oneTemplate(tx, lockTemplateSQL, workspaceID, id)
}

func oneTemplate(tx *db.Tx, s *db.Stmt, workspaceID, id string) (crm.Template, error) {
	list, err := readTemplates(tx, s, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("template", id)
	}
	if err != nil {
		return crm.Template{}, err
	}
	return list[0], nil
}

// lockNamed returns every language of a template of an account, those that are
// gone too, and keeps others from changing them meanwhile.
func lockNamed(tx *db.Tx, workspaceID, accountID, name string) ([]crm.Template, error) {
	return readTemplates(tx, lockTemplatesOfSQL, workspaceID, accountID, name)
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
		var components, action, actionBy, problem, createdBy string
		var updated, nextAt, deleted, created int64
		err := r.Scan(&t.ID, &t.WorkspaceID, &t.MessagingAccountID, &t.ProviderID, &t.Name, &t.Language, &t.Category,
			&t.Status, &t.Reason, &t.Quality, &t.Format, &components, &updated, &t.NextCategory, &nextAt, &t.TTL,
			&t.Version, &action, &actionBy, &problem, &deleted, &createdBy, &created)
		t.Components, t.UpdatedAt, t.NextCategoryAt = []byte(components), db.At(updated), db.AtOf(nextAt)
		t.Action, t.DeletedAt, t.CreatedAt = crm.TemplateAction(action), db.AtOf(deleted), db.AtOf(created)
		if problem != "" && err == nil {
			err = json.Unmarshal([]byte(problem), &t.Problem)
		}
		if err == nil {
			t.ActionBy, err = crm.ParseDoneBy(actionBy)
		}
		if err == nil {
			t.CreatedBy, err = crm.ParseDoneBy(createdBy)
		}
		out = append(out, t)
		return err
	}, args...)
	return out, err
}

var (
	countTemplatesSQL = db.SQL(`SELECT count(*) FROM templates WHERE workspace_id = $1 AND messaging_account_id = $2 AND status NOT IN ('deleted', 'draft')`)
)

// CountTemplates returns how many templates of an account are mirrored.
func CountTemplates(tx *db.Tx, workspaceID, accountID string) (n int, err error) {
	_, err = tx.One(countTemplatesSQL, []any{&n}, workspaceID, accountID)
	return n, err
}
