package template

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/whatsapp"
)

// SyncResult says what a synchronisation found.
type SyncResult struct {
	// Templates is how many the provider has; Changed how many differed from
	// the mirror; Deleted how many are gone there.
	Templates, Changed, Deleted int
}

// Templates returns a page of the mirrored templates.
func (s *Templates) Templates(ctx context.Context, actor crm.Actor, f TemplateFilter, p crm.Page) (list crm.List[crm.Template], err error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = templates(tx, actor.WorkspaceID, f, p); return err })
	return list, err
}

// SyncTemplates mirrors the templates of every messaging account of the
// workspace from the provider, and tells of each status that changed.
func (s *Templates) SyncTemplates(ctx context.Context, actor crm.Actor) (SyncResult, error) {
	if err := actor.Require(crm.ScopeTemplatesWrite); err != nil {
		return SyncResult{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[SyncResult]) (out SyncResult, err error) {
		var accounts []crm.MessagingAccount
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			accounts, err = account.MessagingAccounts(tx, actor.WorkspaceID)
			return err
		})
		if err != nil {
			return out, err
		}
		fetched := make([][]crm.Template, len(accounts))
		for i, a := range accounts {
			client, token, err := s.account.Credentials(ctx, a.WorkspaceID, a.ID)
			if err != nil {
				return out, err
			}
			if fetched[i], err = AllTemplates(ctx, client, token, a.ProviderID); err != nil {
				return out, err
			}
		}
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			out = SyncResult{}
			for i, a := range accounts {
				changed, deleted, err := s.mirror(tx, a, fetched[i])
				if err != nil {
					return err
				}
				out.Templates += len(fetched[i])
				out.Changed += changed
				out.Deleted += deleted
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "template.synced", Targets: accountTargets(accounts)})
		})
		return out, err
	})
}

func accountTargets(list []crm.MessagingAccount) (out []crm.ActTarget) {
	for _, a := range list {
		out = append(out, crm.ActTarget{Type: "messaging_account", ID: a.ID, Name: a.Name})
	}
	return out
}

// MirrorTemplates makes the templates of an account what the provider has, and
// returns how many these are.
func (s *Templates) MirrorTemplates(tx *db.Tx, a crm.MessagingAccount, list []crm.Template) (int, error) {
	_, _, err := s.mirror(tx, a, list)
	return len(list), err
}

// mirror makes the stored templates of an account equal to the provider's.
func (s *Templates) mirror(tx *db.Tx, a crm.MessagingAccount, list []crm.Template) (changed, deleted int, err error) {
	have, err := templatesOf(tx, a.WorkspaceID, a.ID)
	if err != nil {
		return 0, 0, err
	}
	known := map[string]crm.Template{}
	for _, t := range have {
		known[t.Name+"/"+t.Language] = t
	}
	for _, t := range list {
		old, exists := known[t.Name+"/"+t.Language]
		delete(known, t.Name+"/"+t.Language)
		t.ID, t.WorkspaceID, t.MessagingAccountID, t.UpdatedAt = old.ID, a.WorkspaceID, a.ID, tx.Now()
		t.NextCategory, t.NextCategoryAt = old.NextCategory, old.NextCategoryAt
		if t.Category == t.NextCategory {
			t.NextCategory, t.NextCategoryAt = "", nil // it has come
		}
		if exists && sameTemplate(old, t) {
			continue
		}
		if !exists {
			t.ID = tx.NewID(crm.PrefixTemplate)
		}
		changed++
		if err := s.saveTemplate(tx, old, t); err != nil {
			return 0, 0, err
		}
	}
	for _, gone := range known {
		if gone.Status == "deleted" {
			continue
		}
		deleted++
		after := gone
		after.Status, after.UpdatedAt = "deleted", tx.Now()
		if err := s.saveTemplate(tx, gone, after); err != nil {
			return 0, 0, err
		}
	}
	account.MarkSynced(tx, a.WorkspaceID, a.ID, tx.Now())
	return changed, deleted, nil
}

func sameTemplate(a, b crm.Template) bool {
	return a.ProviderID == b.ProviderID && a.Category == b.Category && a.Status == b.Status && a.Reason == b.Reason &&
		a.Quality == b.Quality && a.Format == b.Format && string(a.Components) == string(b.Components)
}

// saveTemplate stores a template and tells of its status when that moved. A
// template that is seen for the first time is no news.
func (s *Templates) saveTemplate(tx *db.Tx, before, after crm.Template) error {
	saveTemplate(tx, after)
	slot := after.MessagingAccountID + "/" + after.Name
	tx.After(func() { s.templates.Drop(slot) })
	if before.ID == "" {
		return nil
	}
	if before.Category != after.Category || before.NextCategory != after.NextCategory {
		if err := tellCategory(tx, before, after); err != nil {
			return err
		}
	}
	if before.Status == after.Status {
		return nil
	}
	return event.AppendEvent(tx, crm.EventTemplateStatusUpdated, after.WorkspaceID, after.ID, crm.EventScope{}, crm.TemplateStatusData{
		TemplateID: after.ID, Name: after.Name, Language: after.Language, Status: after.Status,
		PreviousStatus: before.Status, Reason: after.Reason})
}

func tellCategory(tx *db.Tx, before, after crm.Template) error {
	data := crm.TemplateCategoryData{TemplateID: after.ID, Name: after.Name, Language: after.Language, Category: after.Category,
		PreviousCategory: before.Category, NextCategory: after.NextCategory}
	if after.NextCategoryAt != nil {
		at := after.NextCategoryAt.Unix()
		data.NextCategoryAt = &at
	}
	return event.AppendEvent(tx, crm.EventTemplateCategoryUpdated, after.WorkspaceID, after.ID, crm.EventScope{}, data)
}

// ApplyTemplate applies what the provider tells of a template. What it says
// only in part, new components or a template that is not mirrored yet, is read
// from the provider.
func (s *Templates) ApplyTemplate(tx *db.Tx, a crm.MessagingAccount, u *whatsapp.TemplateUpdate) error {
	t, found, err := templateByProvider(tx, a.WorkspaceID, a.ID, u.ProviderID)
	if err != nil {
		return err
	}
	if newer, err := account.NewerFact(tx, a.WorkspaceID, "template "+u.ProviderID, u.Kind, core.NotLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	if !found || u.Kind == "components" {
		s.account.SyncAccountSoon(tx, a.WorkspaceID, a.ID)
	}
	if !found {
		return nil
	}
	after := t
	after.UpdatedAt = tx.Now()
	if u.Status != "" {
		after.Status, after.Reason = u.Status, u.Reason
	}
	if u.Quality != "" {
		after.Quality = u.Quality
	}
	if u.Category != "" {
		after.Category = u.Category
	}
	if u.Kind == "category" {
		after.NextCategory, after.NextCategoryAt = u.NextCategory, core.Optional(u.NextCategoryAt)
	}
	return s.saveTemplate(tx, t, after)
}

// maxTemplateNames is how many names are looked through for one that was meant.
const maxTemplateNames = 500

// noTemplate adds the fault of a template that the account does not have, with
// the name that was probably meant.
func (s *Templates) noTemplate(ctx context.Context, workspaceID, accountID, name string, f *crm.Faults) error {
	var names []string
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		names, err = templateNames(tx, workspaceID, accountID, maxTemplateNames)
		return err
	}); err != nil {
		return err
	}
	hint := ""
	if near := crm.Nearest(name, names); near != "" {
		hint = " Did you mean " + near + "?"
	}
	f.Add("/templateName", crm.CodeTemplateNotFound, "This workspace has no template %q.%s POST /v1/templates/sync mirrors new ones.", name, hint)
	return nil
}

// AllTemplates reads every template of an account from the provider.
func AllTemplates(ctx context.Context, client *whatsapp.Client, token, providerID string) (list []crm.Template, err error) {
	for t, err := range client.Templates(ctx, token, providerID) {
		if err != nil {
			return nil, account.ProviderProblem(err)
		}
		list = append(list, t)
	}
	return list, nil
}
