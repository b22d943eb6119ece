package service

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// SyncResult says what a synchronisation found.
type SyncResult struct {
	// Templates is how many the provider has; Changed how many differed from
	// the mirror; Deleted how many are gone there.
	Templates, Changed, Deleted int
}

// Templates returns a page of the mirrored templates.
func (s *Service) Templates(ctx context.Context, actor crm.Actor, f store.TemplateFilter, p crm.Page) (list crm.List[crm.Template], err error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { list, err = tx.Templates(actor.WorkspaceID, f, p); return err })
	return list, err
}

// SyncTemplates mirrors the templates of every messaging account of the
// workspace from the provider, and tells of each status that changed.
func (s *Service) SyncTemplates(ctx context.Context, actor crm.Actor) (SyncResult, error) {
	if err := actor.Require(crm.ScopeTemplatesWrite); err != nil {
		return SyncResult{}, err
	}
	return once(ctx, s, actor, func(save saver[SyncResult]) (out SyncResult, err error) {
		var accounts []crm.MessagingAccount
		err = s.db.View(ctx, func(tx *store.Tx) (err error) { accounts, err = tx.MessagingAccounts(actor.WorkspaceID); return err })
		if err != nil {
			return out, err
		}
		fetched := make([][]crm.Template, len(accounts))
		for i, a := range accounts {
			client, token, err := s.credentials(ctx, a.WorkspaceID, a.ID)
			if err != nil {
				return out, err
			}
			if fetched[i], err = allTemplates(ctx, client, token, a.ProviderID); err != nil {
				return out, err
			}
		}
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *store.Tx) error {
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
			return save(tx, out)
		})
		return out, err
	})
}

func (s *Service) mirrorTemplates(tx *store.Tx, a crm.MessagingAccount, list []crm.Template) (int, error) {
	_, _, err := s.mirror(tx, a, list)
	return len(list), err
}

// mirror makes the stored templates of an account equal to the provider's.
func (s *Service) mirror(tx *store.Tx, a crm.MessagingAccount, list []crm.Template) (changed, deleted int, err error) {
	have, err := tx.TemplatesOf(a.WorkspaceID, a.ID)
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
	tx.MarkSynced(a.WorkspaceID, a.ID, tx.Now())
	return changed, deleted, nil
}

func sameTemplate(a, b crm.Template) bool {
	return a.ProviderID == b.ProviderID && a.Category == b.Category && a.Status == b.Status && a.Reason == b.Reason &&
		a.Quality == b.Quality && a.Format == b.Format && string(a.Components) == string(b.Components)
}

// saveTemplate stores a template and tells of its status when that moved. A
// template that is seen for the first time is no news.
func (s *Service) saveTemplate(tx *store.Tx, before, after crm.Template) error {
	tx.SaveTemplate(after)
	slot := after.MessagingAccountID + "/" + after.Name
	tx.After(func() { s.templates.drop(slot) })
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
	return tx.AppendEvent(crm.EventTemplateStatusUpdated, after.WorkspaceID, after.ID, crm.EventScope{}, crm.TemplateStatusData{
		TemplateID: after.ID, Name: after.Name, Language: after.Language, Status: after.Status,
		PreviousStatus: before.Status, Reason: after.Reason})
}

func tellCategory(tx *store.Tx, before, after crm.Template) error {
	data := crm.TemplateCategoryData{TemplateID: after.ID, Name: after.Name, Language: after.Language, Category: after.Category,
		PreviousCategory: before.Category, NextCategory: after.NextCategory}
	if after.NextCategoryAt != nil {
		at := after.NextCategoryAt.Unix()
		data.NextCategoryAt = &at
	}
	return tx.AppendEvent(crm.EventTemplateCategoryUpdated, after.WorkspaceID, after.ID, crm.EventScope{}, data)
}

// applyTemplate applies what the provider tells of a template. What it says
// only in part, new components or a template that is not mirrored yet, is read
// from the provider.
func (s *Service) applyTemplate(tx *store.Tx, a crm.MessagingAccount, u *whatsapp.TemplateUpdate) error {
	t, found, err := tx.TemplateByProvider(a.ID, u.ProviderID)
	if err != nil {
		return err
	}
	if newer, err := tx.NewerFact(a.WorkspaceID, "template "+u.ProviderID, u.Kind, notLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	if !found || u.Kind == "components" {
		s.syncAccountSoon(tx, a.WorkspaceID, a.ID)
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
		after.NextCategory, after.NextCategoryAt = u.NextCategory, optional(u.NextCategoryAt)
	}
	return s.saveTemplate(tx, t, after)
}

// maxTemplateNames is how many names are looked through for one that was meant.
const maxTemplateNames = 500

// noTemplate adds the fault of a template that the account does not have, with
// the name that was probably meant.
func (s *Service) noTemplate(ctx context.Context, workspaceID, accountID, name string, f *crm.Faults) error {
	var names []string
	if err := s.db.View(ctx, func(tx *store.Tx) (err error) {
		names, err = tx.TemplateNames(workspaceID, accountID, maxTemplateNames)
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
