package template

import (
	"context"
	"time"

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
		began := s.db.Source().Now()
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
				changed, deleted, err := s.mirror(tx, a, fetched[i], began)
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
// returns how many these are. began is when the provider was first asked.
func (s *Templates) MirrorTemplates(tx *db.Tx, a crm.MessagingAccount, list []crm.Template, began time.Time) (int, error) {
	_, _, err := s.mirror(tx, a, list, began)
	return len(list), err
}

// mirror makes the stored templates of an account equal to the provider's, as it lists them
// since began: what has changed here since then, by a webhook or a call, is newer.
func (s *Templates) mirror(tx *db.Tx, a crm.MessagingAccount, list []crm.Template, began time.Time) (changed, deleted int, err error) {
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
		keepOurs(&t, old)
		if t.Category == t.NextCategory {
			t.NextCategory, t.NextCategoryAt = "", nil // it has come
		}
		if exists && (old.UpdatedAt.After(began) || sameTemplate(old, t)) {
			continue
		}
		if !exists {
			t.ID = tx.NewID(crm.PrefixTemplate)
		}
		changed++
		if err := s.noteChange(tx, old, &t); err != nil {
			return 0, 0, err
		}
		if err := s.saveTemplate(tx, old, t); err != nil {
			return 0, 0, err
		}
	}
	for _, gone := range known {
		if gone.Status == "deleted" || gone.ProviderID == "" || gone.UpdatedAt.After(began) || gone.Version > 0 && tx.Now().Sub(gone.UpdatedAt) < listLag {
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

// listLag is for how long a template that was written here may be missing in a list
// that was read before.
const listLag = 5 * time.Minute

// keepOurs gives what was listed what only we know of a template.
func keepOurs(t *crm.Template, old crm.Template) {
	t.Version, t.Action, t.ActionBy, t.Problem, t.DeletedAt = old.Version, old.Action, old.ActionBy, old.Problem, old.DeletedAt
	t.CreatedBy, t.CreatedAt = old.CreatedBy, old.CreatedAt
}

// noteChange keeps what a template said as a version where somebody changed it at the
// provider, or made there what is a draft here.
func (s *Templates) noteChange(tx *db.Tx, old crm.Template, t *crm.Template) error {
	made := old.Status == crm.TemplateDraftStatus
	if old.ID == "" || old.Action != "" || !made && (old.ProviderID == "" || crm.SameTemplateContent(old.Components, t.Components)) {
		return nil
	}
	v, found, err := newest(tx, old)
	if err != nil || found && v.Open() {
		return err
	}
	if made && v.Status == crm.VersionDraft {
		v.Status = crm.VersionReplaced
		saveVersion(tx, v)
	}
	keepVersion(tx, &old)
	t.Version = old.Version + 1
	saveVersion(tx, mirrored(*t, t.Version))
	return nil
}

func sameTemplate(a, b crm.Template) bool {
	return a.TTL == b.TTL && a.ProviderID == b.ProviderID && a.Category == b.Category && a.Status == b.Status && a.Reason == b.Reason &&
		a.Quality == b.Quality && a.Format == b.Format && string(a.Components) == string(b.Components)
}

// saveTemplate stores a template and tells of its status when that moved. A
// template that is seen for the first time is no news.
func (s *Templates) saveTemplate(tx *db.Tx, before, after crm.Template) error {
	return s.saveTold(tx, before, after, "")
}

// saveTold is saveTemplate with what the provider says beyond its reason.
func (s *Templates) saveTold(tx *db.Tx, before, after crm.Template, detail string) error {
	if after.Status == "deleted" && before.Status != "deleted" {
		after.DeletedAt, after.Action = core.Optional(tx.Now()), ""
		if err := s.gone(tx, after); err != nil {
			return err
		}
	}
	saveTemplate(tx, after)
	s.forget(tx, after)
	if before.ID == "" {
		return nil
	}
	if err := verdict(tx, before, after, detail); err != nil {
		return err
	}
	if rating(before) != rating(after) {
		if err := tellQuality(tx, before, after); err != nil {
			return err
		}
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
		PreviousStatus: before.Status, Reason: after.Reason, Detail: detail, Version: after.Version})
}

// verdict gives the newest version of a template the verdict that its new status is.
func verdict(tx *db.Tx, before, after crm.Template, detail string) error {
	if before.Status == after.Status || after.Version != before.Version || after.Status != "approved" && after.Status != "rejected" {
		return nil
	}
	v, found, err := newest(tx, after)
	if err != nil || !found || !v.Open() || v.Status == crm.VersionSubmitted && v.AskedAt == nil {
		return err
	}
	return decide(tx, v, after, detail)
}

// decide gives a version the verdict that the template's status is.
func decide(tx *db.Tx, v crm.TemplateVersion, t crm.Template, detail string) error {
	judge(&v, t, detail, tx.Now())
	saveVersion(tx, v)
	return nil
}

// rating is the quality of a template, where the provider rates it.
func rating(t crm.Template) string {
	if t.Quality == "UNKNOWN" {
		return ""
	}
	return t.Quality
}

func tellQuality(tx *db.Tx, before, after crm.Template) error {
	return event.AppendEvent(tx, crm.EventTemplateQualityUpdated, after.WorkspaceID, after.ID, crm.EventScope{}, crm.TemplateQualityData{
		TemplateID: after.ID, Name: after.Name, Language: after.Language, Quality: crm.KnownWord(crm.TemplateQualities, after.Quality), PreviousQuality: before.Quality})
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
	t, found, err := s.meant(tx, a, u)
	if err != nil {
		return err
	}
	if newer, err := account.NewerFact(tx, a.WorkspaceID, "template "+u.ProviderID, u.Kind, core.NotLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	// A word about a template that was deleted may come late, whatever time it bears: whether
	// the template is there is for the provider's list to say.
	gone := found && t.Status == "deleted" && u.Status != "deleted"
	if !found || gone || u.Kind == "components" {
		s.account.SyncAccountSoon(tx, a.WorkspaceID, a.ID)
	}
	if !found || gone {
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
	if err := s.saveTold(tx, t, after, u.Detail); err != nil || u.Status == "" || u.Status != t.Status {
		return err
	}
	// An edit of an approved template may be approved before the call that asked for it has
	// ended. An older word of the same kind is none about the edit.
	v, found, err := newest(tx, after)
	if err != nil || !found || v.Status != crm.VersionSubmitted || v.AskedAt == nil || u.EntryTime.Before(v.AskedAt.Truncate(time.Second)) {
		return err
	}
	return decide(tx, v, after, u.Detail)
}

// meant finds the template that an update is about. One that is just being created is
// known by its name alone: the provider tells of it before it has answered.
func (s *Templates) meant(tx *db.Tx, a crm.MessagingAccount, u *whatsapp.TemplateUpdate) (crm.Template, bool, error) {
	t, found, err := templateByProvider(tx, a.WorkspaceID, a.ID, u.ProviderID)
	if err != nil || found || u.Name == "" {
		return t, found, err
	}
	list, err := lockNamed(tx, a.WorkspaceID, a.ID, u.Name)
	for _, t := range list {
		if t.Language != u.Language || t.Action != crm.TemplateCreate || t.ProviderID != "" {
			continue
		}
		v, found, err := newest(tx, t)
		if err != nil || !found || v.AskedAt == nil {
			return t, false, err
		}
		t.ProviderID = u.ProviderID
		return t, true, nil
	}
	return t, false, err
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
			return nil, explained(err)
		}
		list = append(list, t)
	}
	return list, nil
}
