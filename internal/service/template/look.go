package template

import (
	"context"
	"math"
	"strconv"

	"service.example/crm/internal/bubble"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Get returns a template of the workspace.
func (s *Templates) Get(ctx context.Context, actor crm.Actor, id string) (t crm.Template, err error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return t, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { t, err = find(tx, actor.WorkspaceID, id); return err })
	return t, err
}

// Version is a version of a template, with what distinguishes it from the one before.
type Version struct {
	crm.TemplateVersion
	Changes []crm.TemplateDifference
}

// Versions returns a page of the versions of a template, newest first. One that was
// never changed here has one version, as the provider has it.
func (s *Templates) Versions(ctx context.Context, actor crm.Actor, id string, p crm.Page) (out crm.List[Version], err error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return out, err
	}
	before := math.MaxInt32
	if p.After != "" {
		if before, err = strconv.Atoi(p.After); err != nil {
			before = 0
		}
	}
	var list []crm.TemplateVersion
	err = s.db.View(ctx, func(tx *db.Tx) error {
		t, err := find(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		if t.Version == 0 && before > 1 {
			list = []crm.TemplateVersion{mirrored(t, 1)}
			return nil
		}
		list, err = versions(tx, t.WorkspaceID, t.ID, before, p.Limit+1)
		return err
	})
	var page []Version
	for i, v := range list {
		one := Version{TemplateVersion: v, Changes: []crm.TemplateDifference{}}
		if i+1 < len(list) {
			one.Changes = crm.DiffTemplates(&list[i+1], &list[i])
		}
		page = append(page, one)
	}
	return crm.CutPage(page, p.Limit, func(v Version) string { return strconv.Itoa(v.Number) }), err
}

// Preview shows how a phone shows a template as it is.
func (s *Templates) Preview(ctx context.Context, actor crm.Actor, id string, values *crm.TemplateContent) (out crm.TemplatePreview, err error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		t, err := find(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		d, err := crm.DraftOf(&t)
		out = d.Preview(values)
		out.Picture = bubble.Draw(out)
		return err
	})
	return out, err
}

// PreviewDraft shows how a phone would show what somebody is writing; nothing is stored.
func (s *Templates) PreviewDraft(_ context.Context, actor crm.Actor, d crm.TemplateDraft, values *crm.TemplateContent) (crm.TemplatePreview, error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return crm.TemplatePreview{}, err
	}
	out := d.Normal().Preview(values)
	out.Picture = bubble.Draw(out)
	return out, nil
}
