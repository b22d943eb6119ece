package template

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// Create stores a new template as a draft, and has it submitted if that is wanted.
// A template that was deleted comes back under its old identifier.
func (s *Templates) Create(ctx context.Context, actor crm.Actor, d crm.TemplateDraft, submit bool) (crm.Template, error) {
	return s.write(ctx, actor, func(tx *db.Tx) (crm.Template, error) {
		return s.create(tx, actor, d.Normal(), submit, "template.created")
	})
}

// Duplicate makes a draft of a template's newest content under another name, in
// another language or for another messaging account.
func (s *Templates) Duplicate(ctx context.Context, actor crm.Actor, id string, name, language, accountID *string) (crm.Template, error) {
	return s.write(ctx, actor, func(tx *db.Tx) (crm.Template, error) {
		t, err := find(tx, actor.WorkspaceID, id)
		var d crm.TemplateDraft
		if err == nil {
			d, err = writing(tx, t)
		}
		if err != nil {
			return t, err
		}
		d = crm.TemplateChange{Name: name, Language: language}.Apply(d)
		if accountID != nil {
			d.MessagingAccountID = *accountID
		}
		d.DropLinks()
		return s.create(tx, actor, d, false, "template.duplicated")
	})
}

// write runs what changes one template, once for each key of a request.
func (s *Templates) write(ctx context.Context, actor crm.Actor, do func(*db.Tx) (crm.Template, error)) (crm.Template, error) {
	if err := actor.Require(crm.ScopeTemplatesWrite); err != nil {
		return crm.Template{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Template]) (out crm.Template, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if out, err = do(tx); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

func (s *Templates) create(tx *db.Tx, actor crm.Actor, d crm.TemplateDraft, submit bool, act string) (crm.Template, error) {
	if err := s.check(tx, actor, &d, submit); err != nil {
		return crm.Template{}, err
	}
	t, err := vacant(tx, actor.WorkspaceID, d, "")
	if err != nil {
		return t, err
	}
	now := tx.Now()
	before := t
	if t.ID == "" {
		t.ID = tx.NewID(crm.PrefixTemplate)
	}
	t = crm.Template{ID: t.ID, WorkspaceID: actor.WorkspaceID, MessagingAccountID: d.MessagingAccountID, Name: d.Name, Language: d.Language,
		Status: crm.TemplateDraftStatus, Version: t.Version + 1, DeletedAt: t.DeletedAt, CreatedBy: actor.By(), CreatedAt: &now}
	v := crm.TemplateVersion{WorkspaceID: t.WorkspaceID, TemplateID: t.ID, Number: t.Version, Status: crm.VersionDraft, Action: crm.TemplateCreate,
		CreatedBy: actor.By(), CreatedAt: now}
	fillIn(&t, &v, d, now)
	s.useSamples(tx, t, d)
	if before.ID == "" {
		before = t
	}
	if err := s.store(tx, actor, before, t, v, submit); err != nil {
		return t, err
	}
	return t, s.record(tx, actor, act, &t, v, submit)
}

// record adds the act to the audit log, and what was submitted with it; t is brought
// up to what was stored.
func (s *Templates) record(tx *db.Tx, actor crm.Actor, act string, t *crm.Template, v crm.TemplateVersion, submitted bool) (err error) {
	if *t, err = find(tx, t.WorkspaceID, t.ID); err != nil {
		return err
	}
	changes := crm.ActChanges{"version": crm.ActChange{To: v.Number}}
	if submitted {
		changes["submitted"] = crm.ActChange{To: true}
	}
	return audit.Record(tx, actor, crm.Act{Action: act, Targets: []crm.ActTarget{targetOf(*t)}, Changes: changes})
}

func targetOf(t crm.Template) crm.ActTarget {
	return crm.ActTarget{Type: "template", ID: t.ID, Name: t.Name + " (" + t.Language + ")"}
}

// store stores a template with its version, and has it submitted if that is wanted.
func (s *Templates) store(tx *db.Tx, actor crm.Actor, before, t crm.Template, v crm.TemplateVersion, submit bool) error {
	if submit {
		if err := s.submit(tx, actor, &t, &v); err != nil {
			return err
		}
	}
	saveVersion(tx, v)
	return s.saveTemplate(tx, before, t)
}

// check tells all that is wrong with a draft: of one that is not submitted, only
// what cannot be left for later.
func (s *Templates) check(tx *db.Tx, actor crm.Actor, d *crm.TemplateDraft, whole bool) error {
	var f crm.Faults
	list, err := account.MessagingAccounts(tx, actor.WorkspaceID)
	if err != nil {
		return err
	}
	known := false
	for _, a := range list {
		known = known || a.ID == d.MessagingAccountID
	}
	switch {
	case d.MessagingAccountID == "" && len(list) == 1:
		d.MessagingAccountID = list[0].ID
	case d.MessagingAccountID == "" && len(list) > 1:
		f.Add("/messagingAccountId", crm.CodeRequired, "messagingAccountId is required: the workspace has %d messaging accounts.", len(list))
	case d.MessagingAccountID == "":
		f.Add("/messagingAccountId", crm.CodeNotFound, "The workspace has no messaging account yet: POST /v1/messaging-accounts connects one.")
	case !known:
		f.Add("/messagingAccountId", crm.CodeNotFound, "There is no messaging account %q in this workspace.", d.MessagingAccountID)
	}
	if whole {
		d.Check(&f)
	} else {
		d.CheckDraft(&f)
	}
	if err := s.checkSamples(tx, actor, d, &f); err != nil {
		return err
	}
	return f.Err()
}

// vacant returns the template whose place a draft takes: none, or one that is gone.
// except may keep its own.
func vacant(tx *db.Tx, workspaceID string, d crm.TemplateDraft, except string) (t crm.Template, err error) {
	list, err := lockNamed(tx, workspaceID, d.MessagingAccountID, d.Name)
	for _, have := range list {
		if have.Language != d.Language || have.ID == except {
			continue
		}
		if have.Status != "deleted" || except != "" {
			e := crm.Errorf(crm.KindConflict, crm.CodeTemplateExists, "The messaging account has a template %q in %s already.", d.Name, d.Language)
			e.ExistingID = have.ID
			return t, e
		}
		return have, nil
	}
	return t, err
}

// fillIn gives a template that the provider does not know, and its version, the
// content of a draft.
func fillIn(t *crm.Template, v *crm.TemplateVersion, d crm.TemplateDraft, now time.Time) {
	raw := d.JSON()
	t.Category, t.Format, t.Components, t.TTL, t.UpdatedAt = d.Category, d.Format, raw, d.TTL, now
	v.Category, v.Format, v.Components, v.TTL = d.Category, d.Format, raw, d.TTL
}

// writing is what a template would be written as again: as it was written here, or
// as the provider lists it.
func writing(tx *db.Tx, t crm.Template) (crm.TemplateDraft, error) {
	v, found, err := newest(tx, t)
	if err != nil {
		return crm.TemplateDraft{}, err
	}
	if known := v.Status == crm.VersionPending || v.Status == crm.VersionApproved || v.Status == crm.VersionRejected; found && (t.Status == crm.TemplateDraftStatus || known && v.Action != "") {
		return v.Draft(&t)
	}
	return crm.DraftOf(&t)
}

// Update changes a draft; of a template that the provider knows it makes a new
// version, which is submitted.
func (s *Templates) Update(ctx context.Context, actor crm.Actor, id string, ch crm.TemplateChange, submit bool) (crm.Template, error) {
	return s.write(ctx, actor, func(tx *db.Tx) (crm.Template, error) {
		t, err := lock(tx, actor.WorkspaceID, id)
		if err == nil {
			err = idle(t)
		}
		if err != nil {
			return t, err
		}
		if t.Status == crm.TemplateDraftStatus {
			return s.updateDraft(tx, actor, t, ch, submit)
		}
		return s.edit(tx, actor, t, ch)
	})
}

// idle refuses a template about which the provider is being asked.
func idle(t crm.Template) error {
	if t.Action == "" {
		return nil
	}
	return crm.Errorf(crm.KindConflict, crm.CodeTemplateBusy, "The provider is being asked to %s the template; try again once it has answered.", t.Action)
}

func (s *Templates) updateDraft(tx *db.Tx, actor crm.Actor, t crm.Template, ch crm.TemplateChange, submit bool) (crm.Template, error) {
	old, err := writing(tx, t)
	if err != nil {
		return t, err
	}
	d := ch.Apply(old)
	d.KeepSamples(old)
	if err := s.check(tx, actor, &d, submit); err != nil {
		return t, err
	}
	if d.Name != t.Name || d.Language != t.Language {
		if _, err := vacant(tx, t.WorkspaceID, d, t.ID); err != nil {
			return t, err
		}
		s.forget(tx, t)
		tx.Write(renameTemplateSQL, t.WorkspaceID, t.ID, d.Name, d.Language)
	}
	before := t
	t.Name, t.Language = d.Name, d.Language
	v, err := s.draftVersion(tx, actor, &t)
	if err != nil {
		return t, err
	}
	fillIn(&t, &v, d, tx.Now())
	s.releaseSamples(tx, t, old)
	s.useSamples(tx, t, d)
	if err := s.store(tx, actor, before, t, v, submit); err != nil {
		return t, err
	}
	return t, s.record(tx, actor, "template.updated", &t, v, submit)
}

// draftVersion is the version that a draft is written in: its newest, or the next
// where the provider has refused that.
func (s *Templates) draftVersion(tx *db.Tx, actor crm.Actor, t *crm.Template) (crm.TemplateVersion, error) {
	v, found, err := newest(tx, *t)
	if err != nil || found && v.Status == crm.VersionDraft {
		return v, err
	}
	t.Version++
	next := crm.TemplateVersion{WorkspaceID: t.WorkspaceID, TemplateID: t.ID, Number: t.Version, Status: crm.VersionDraft, Action: crm.TemplateCreate, CreatedBy: actor.By(), CreatedAt: tx.Now(),
		Category: v.Category, Format: v.Format, Components: v.Components, TTL: v.TTL, AskedAt: v.AskedAt}
	return next, nil
}

// edit makes the next version of a template that the provider knows.
func (s *Templates) edit(tx *db.Tx, actor crm.Actor, t crm.Template, ch crm.TemplateChange) (crm.Template, error) {
	if err := editable(tx, t); err != nil {
		return t, err
	}
	old, err := writing(tx, t)
	if err != nil {
		return t, err
	}
	d := ch.Apply(old)
	d.KeepSamples(old)
	if err := fixed(t, ch, d); err != nil {
		return t, err
	}
	if err := s.check(tx, actor, &d, true); err != nil {
		return t, err
	}
	before := t
	keepVersion(tx, &t)
	t.Version++
	v := crm.TemplateVersion{WorkspaceID: t.WorkspaceID, TemplateID: t.ID, Number: t.Version, Status: crm.VersionDraft, Action: crm.TemplateEdit,
		Category: d.Category, Format: d.Format, Components: d.JSON(), TTL: d.TTL, CreatedBy: actor.By(), CreatedAt: tx.Now()}
	s.useSamples(tx, t, d)
	if err := s.store(tx, actor, before, t, v, true); err != nil {
		return t, err
	}
	return t, s.record(tx, actor, "template.updated", &t, v, true)
}

// fixed refuses a change of what stays as it is once the provider knows a template.
func fixed(t crm.Template, ch crm.TemplateChange, d crm.TemplateDraft) error {
	var f crm.Faults
	for _, one := range []struct {
		field, is string
		to        *string
	}{{"name", t.Name, ch.Name}, {"language", t.Language, ch.Language}} {
		if one.to != nil && *one.to != one.is {
			f.Add("/"+one.field, crm.CodeNotAllowed, "%s of a template that the provider knows cannot change. Duplicate the template.", one.field)
		}
	}
	if t.Status == "approved" && d.Category != t.Category {
		f.Add("/category", crm.CodeNotAllowed, "category of an approved template cannot change.")
	}
	return f.Err()
}

// editable refuses a template that the provider takes no edit of now.
func editable(tx *db.Tx, t crm.Template) error {
	switch t.Status {
	case "rejected", "paused":
		return nil
	case "approved":
	default:
		return crm.Errorf(crm.KindConflict, crm.CodeTemplateStatus, "The template is %s; only drafts and approved, rejected or paused templates can be edited.", t.Status)
	}
	edits, err := editsOf(tx, t, tx.Now().Add(-crm.TemplateEditMonth))
	if err != nil {
		return err
	}
	at := crm.NextTemplateEdit(edits, tx.Now())
	if at.IsZero() {
		return nil
	}
	e := crm.Errorf(crm.KindConflict, crm.CodeTemplateEditLimit, "The provider takes the next edit of the approved template at %s: one in 24 hours, and %d in 30 days.", stamp(at), crm.MaxTemplateEdits)
	e.RetryAfter = at.Sub(tx.Now())
	return e
}

// keepVersion makes what the provider has a version, where nothing of a template was
// recorded yet.
func keepVersion(tx *db.Tx, t *crm.Template) {
	if t.Version > 0 {
		return
	}
	t.Version = 1
	saveVersion(tx, mirrored(*t, 1))
}

// mirrored is the version of a template that was not made here.
func mirrored(t crm.Template, number int) crm.TemplateVersion {
	at := t.UpdatedAt
	v := crm.TemplateVersion{WorkspaceID: t.WorkspaceID, TemplateID: t.ID, Number: number, Status: crm.VersionApproved, Category: t.Category, Format: t.Format,
		Components: t.Components, TTL: t.TTL, CreatedBy: crm.DoneBy{Type: crm.ActorProvider}, CreatedAt: at, TakenAt: &at, ReadAt: &at}
	switch t.Status {
	case "pending", "in_appeal":
		v.Status = crm.VersionPending
	case "rejected":
		v.Status, v.Reason, v.DecidedAt = crm.VersionRejected, t.Reason, &at
	default:
		v.DecidedAt = &at
	}
	return v
}

func stamp(at time.Time) string { return at.UTC().Format("2006-01-02 15:04 UTC") }
