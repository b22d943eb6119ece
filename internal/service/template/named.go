package template

import (
	"context"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Template finds the template in the language asked for: the one named, else
// the workspace's default, else the only one.
func (s *Templates) Template(ctx context.Context, workspaceID, accountID string, c *crm.TemplateContent, f *crm.Faults) (*crm.Template, error) {
	list, err := s.templatesNamed(ctx, workspaceID, accountID, c.Name)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, s.noTemplate(ctx, workspaceID, accountID, c.Name, f)
	}
	want := c.Language
	if want == "" && len(list) > 1 {
		w, err := s.access.Workspace(ctx, workspaceID)
		if err != nil {
			return nil, err
		}
		want = w.DefaultLanguage
	}
	if want == "" && len(list) == 1 {
		return &list[0], nil
	}
	if i := slices.IndexFunc(list, func(t crm.Template) bool { return t.Language == want }); i >= 0 {
		return &list[i], nil
	}
	var have []string
	for _, t := range list {
		have = append(have, t.Language)
	}
	if c.Language == "" {
		f.Add("/language", crm.CodeRequired, "Template %q has several languages (%s): say which.", c.Name, strings.Join(have, ", "))
	} else {
		f.Add("/language", crm.CodeTemplateLanguage, "Template %q has no language %q; it has %s.", c.Name, c.Language, strings.Join(have, ", "))
	}
	return nil, nil
}

func (s *Templates) templatesNamed(ctx context.Context, workspaceID, accountID, name string) ([]crm.Template, error) {
	return s.templates.Get(accountID+"/"+name, func() (list []crm.Template, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			list, err = templatesNamed(tx, workspaceID, accountID, name)
			return err
		})
		for i := range list {
			if list[i].Form, err = crm.ParseForm(list[i].Format, list[i].Components); err != nil {
				return nil, err
			}
		}
		return known(list), err
	})
}

// maxNamed is how many languages, of all accounts, one template is looked up in.
const maxNamed = 500

// Named returns every language of a template in every account of a workspace.
func Named(tx *db.Tx, workspaceID, name string) ([]crm.Template, error) {
	list, err := templates(tx, workspaceID, TemplateFilter{Name: name}, crm.Page{Limit: maxNamed})
	for i := range list.Items {
		if err == nil {
			list.Items[i].Form, err = crm.ParseForm(list.Items[i].Format, list.Items[i].Components)
		}
	}
	return known(list.Items), err
}

// known leaves out templates that are gone, and those that the provider does not know
// where there are others: a draft in one more language changes nothing for who sends.
func known(list []crm.Template) []crm.Template {
	list = slices.DeleteFunc(list, func(t crm.Template) bool { return t.Status == "deleted" })
	if slices.ContainsFunc(list, func(t crm.Template) bool { return t.ProviderID != "" }) {
		list = slices.DeleteFunc(list, func(t crm.Template) bool { return t.ProviderID == "" })
	}
	return list
}

// SweepCaches forgets what has not been asked for lately.
func (s *Templates) SweepCaches() { s.templates.Sweep() }

// IDOf returns the identifier of a template of an account in a language; "" where none is
// known.
func IDOf(tx *db.Tx, workspaceID, accountID, name, language string) (id string, err error) {
	_, err = tx.One(templateIDSQL, []any{&id}, workspaceID, accountID, name, language)
	return id, err
}

// Exists returns a KindNotFound error for a template that the workspace does not have.
func Exists(tx *db.Tx, workspaceID, id string) error {
	_, err := find(tx, workspaceID, id)
	return err
}
