package template

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/audit"
)

// Submit has a draft put into review.
func (s *Templates) Submit(ctx context.Context, actor crm.Actor, id string) (crm.Template, error) {
	return s.write(ctx, actor, func(tx *db.Tx) (crm.Template, error) {
		t, err := lock(tx, actor.WorkspaceID, id)
		if err == nil {
			err = idle(t)
		}
		if err == nil && t.Status != crm.TemplateDraftStatus {
			err = crm.Errorf(crm.KindConflict, crm.CodeTemplateStatus, "The template is %s; only a draft is submitted.", t.Status)
		}
		if err != nil {
			return t, err
		}
		d, err := writing(tx, t)
		if err == nil {
			err = s.check(tx, actor, &d, true)
		}
		if err != nil {
			return t, err
		}
		before := t
		v, err := s.draftVersion(tx, actor, &t)
		if err == nil {
			err = s.store(tx, actor, before, t, v, true)
		}
		if err != nil {
			return t, err
		}
		return t, s.record(tx, actor, "template.submitted", &t, v, true)
	})
}

// submit notes that the provider is to be asked for a version, and has that done.
func (s *Templates) submit(tx *db.Tx, actor crm.Actor, t *crm.Template, v *crm.TemplateVersion) error {
	if v.Action == crm.TemplateCreate {
		if err := rested(tx, *t); err != nil {
			return err
		}
		t.Status = "pending"
	}
	now := tx.Now()
	v.Status, v.SubmittedBy, v.SubmittedAt = crm.VersionSubmitted, actor.By(), &now
	t.Reason = ""
	ask(tx, actor, t, v.Action)
	return nil
}

// ask notes what the provider is to be asked for, and enqueues that.
func ask(tx *db.Tx, actor crm.Actor, t *crm.Template, action crm.TemplateAction) {
	t.Action, t.ActionBy, t.Problem, t.UpdatedAt = action, actor.By(), nil, tx.Now()
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: t.WorkspaceID, Kind: jobAsk, Queue: t.MessagingAccountID, Key: t.ID, Payload: t.ID})
}

// rested refuses a name under which a template was deleted lately.
func rested(tx *db.Tx, t crm.Template) error {
	list, err := lockNamed(tx, t.WorkspaceID, t.MessagingAccountID, t.Name)
	if err != nil {
		return err
	}
	for _, have := range list {
		if have.DeletedAt == nil {
			continue
		}
		if free := have.DeletedAt.Add(crm.TemplateNameRest); free.After(tx.Now()) {
			e := crm.Errorf(crm.KindConflict, crm.CodeTemplateNameResting, "A template %q was deleted; the provider takes the name again from %s on.", t.Name, stamp(free))
			e.RetryAfter = free.Sub(tx.Now())
			return e
		}
	}
	return nil
}

// Delete removes a template: a draft at once, another one at the provider first. all
// means every language of it.
func (s *Templates) Delete(ctx context.Context, actor crm.Actor, id string, all bool) (crm.Template, error) {
	return s.actOn(ctx, actor, id, all, "template.deleted", s.remove)
}

// Archive has the provider archive a template: it cannot be sent until it is taken
// out again.
func (s *Templates) Archive(ctx context.Context, actor crm.Actor, id string) (crm.Template, error) {
	return s.actOn(ctx, actor, id, false, "template.archived", func(tx *db.Tx, actor crm.Actor, t *crm.Template) (bool, error) {
		switch t.Status {
		case "archived":
			return false, nil
		case "approved", "paused", "rejected":
			ask(tx, actor, t, crm.TemplateArchive)
			return true, nil
		}
		return false, crm.Errorf(crm.KindConflict, crm.CodeTemplateStatus, "The template is %s; only approved, paused and rejected ones are archived.", t.Status)
	})
}

// Unarchive has the provider take a template out of the archive.
func (s *Templates) Unarchive(ctx context.Context, actor crm.Actor, id string) (crm.Template, error) {
	return s.actOn(ctx, actor, id, false, "template.unarchived", func(tx *db.Tx, actor crm.Actor, t *crm.Template) (bool, error) {
		if t.Status != "archived" {
			return false, crm.Errorf(crm.KindConflict, crm.CodeTemplateStatus, "The template is %s, not archived.", t.Status)
		}
		ask(tx, actor, t, crm.TemplateUnarchive)
		return true, nil
	})
}

// remove removes a draft, or has the provider asked to remove a template. false where
// it is gone already.
func (s *Templates) remove(tx *db.Tx, actor crm.Actor, t *crm.Template) (bool, error) {
	switch t.Status {
	case "deleted":
		return false, nil
	case "disabled":
		return false, crm.Errorf(crm.KindConflict, crm.CodeTemplateStatus, "The provider disabled the template; it does not delete disabled ones.")
	case crm.TemplateDraftStatus:
		d, err := writing(tx, *t)
		if err != nil {
			return false, err
		}
		s.releaseSamples(tx, *t, d)
		t.Status, t.UpdatedAt = "deleted", tx.Now()
		return true, nil
	}
	ask(tx, actor, t, crm.TemplateDelete)
	return true, nil
}

// actOn lets do change a template, or all languages of it, and records that as one
// act.
func (s *Templates) actOn(ctx context.Context, actor crm.Actor, id string, all bool, act string, do func(*db.Tx, crm.Actor, *crm.Template) (bool, error)) (crm.Template, error) {
	return s.write(ctx, actor, func(tx *db.Tx) (crm.Template, error) {
		t, err := lock(tx, actor.WorkspaceID, id)
		list := []crm.Template{t}
		if err == nil && all {
			list, err = lockNamed(tx, t.WorkspaceID, t.MessagingAccountID, t.Name)
		}
		if err != nil {
			return t, err
		}
		recorded := crm.Act{Action: act}
		for _, one := range list {
			before := one
			if err := idle(one); err != nil {
				return t, err
			}
			changed, err := do(tx, actor, &one)
			if err != nil {
				return t, err
			}
			if one.ID == id {
				t = one
			}
			if !changed {
				continue
			}
			recorded.Targets = append(recorded.Targets, targetOf(one))
			if err := s.keep(tx, before, one); err != nil {
				return t, err
			}
		}
		if len(recorded.Targets) == 0 {
			return t, nil
		}
		return t, audit.Record(tx, actor, recorded)
	})
}

// keep stores what became of a template. A draft that the provider never knew leaves
// nothing behind.
func (s *Templates) keep(tx *db.Tx, before, after crm.Template) error {
	if before.Status != crm.TemplateDraftStatus || after.Status != "deleted" {
		return s.saveTemplate(tx, before, after)
	}
	s.forget(tx, after)
	if after.DeletedAt != nil { // it was a template before it was a draft
		after.Action = ""
		saveTemplate(tx, after)
		return nil
	}
	tx.Write(deleteVersionsSQL, after.WorkspaceID, after.ID)
	tx.Write(deleteTemplateSQL, after.WorkspaceID, after.ID)
	return nil
}

// forget drops what is remembered of a template once the transaction is stored.
func (s *Templates) forget(tx *db.Tx, t crm.Template) {
	slot := t.MessagingAccountID + "/" + t.Name
	tx.After(func() { s.templates.Drop(slot) })
}
