package template

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/gallery"
)

// GalleryTemplate is a template of the gallery, for those who ask through this room.
type GalleryTemplate = gallery.Template

// GalleryTrades are the trades, GalleryLanguages the languages, and
// GalleryCategories the categories of the gallery.
var (
	GalleryTrades     = gallery.Trades
	GalleryLanguages  = gallery.Languages()
	GalleryCategories = []string{crm.CategoryMarketing, crm.CategoryUtility}
)

// GalleryFormat says whether the parameters of the gallery have names or numbers.
const GalleryFormat = gallery.Format

// GalleryFilter narrows the gallery; empty fields match all.
type GalleryFilter struct{ Trade, Category, Language string }

// Gallery returns a page of the templates that may be taken over.
func (s *Templates) Gallery(actor crm.Actor, f GalleryFilter, p crm.Page) (list crm.List[GalleryTemplate], err error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return list, err
	}
	all := gallery.All()
	if p.After != "" {
		at := slices.IndexFunc(all, func(t GalleryTemplate) bool { return t.Name == p.After })
		if at < 0 {
			at = len(all) - 1 // it is not there any more
		}
		all = all[at+1:]
	}
	var out []GalleryTemplate
	for _, t := range all {
		if (f.Trade == "" || t.Trade == f.Trade) && (f.Category == "" || t.Category == f.Category) && len(out) <= p.Limit {
			if _, has := t.In(f.Language); f.Language == "" || has {
				out = append(out, t)
			}
		}
	}
	return crm.CutPage(out, p.Limit, func(t GalleryTemplate) string { return t.Name }), nil
}

// GalleryTemplate returns one of them in all its languages.
func (s *Templates) GalleryTemplate(actor crm.Actor, name string) (GalleryTemplate, error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return GalleryTemplate{}, err
	}
	t, ok := gallery.Named(name)
	if !ok {
		return t, crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "The gallery has no template %q.", name)
	}
	return t, nil
}
