package crm

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// Products are named where a template shows them, and nowhere else.
func TestProductsOfTemplates(t *testing.T) {
	const (
		plain    = `[{"type":"BODY","text":"Hello"},{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"Yes"}]}]`
		single   = `[{"type":"HEADER","format":"PRODUCT"},{"type":"BUTTONS","buttons":[{"type":"SPM","text":"View"}]}]`
		multi    = `[{"type":"BUTTONS","buttons":[{"type":"MPM","text":"View items"}]}]`
		catalog  = `[{"type":"BUTTONS","buttons":[{"type":"CATALOG","text":"View catalog"}]}]`
		carousel = `[{"type":"CAROUSEL","cards":[{"components":[{"type":"HEADER","format":"PRODUCT"}]},{"components":[{"type":"HEADER","format":"PRODUCT"}]}]}]`
	)
	cactus, fern := &ProductRef{CatalogID: "1", RetailerID: "cactus"}, &ProductRef{CatalogID: "2", RetailerID: "fern"}
	plants := []ProductSection{{Title: "Plants", RetailerIDs: []string{"cactus"}}}
	many := []ProductSection{{Title: "Plants", RetailerIDs: slices.Repeat([]string{"cactus"}, 31)}}
	for name, c := range map[string]struct {
		components string
		content    TemplateContent
		want       string // the pointers of the faults
	}{
		"a product":                  {single, TemplateContent{HeaderProduct: cactus}, ""},
		"no product":                 {single, TemplateContent{}, "/headerProduct"},
		"half a product":             {single, TemplateContent{HeaderProduct: &ProductRef{CatalogID: "1"}}, "/headerProduct/productRetailerId"},
		"a file for a product":       {single, TemplateContent{HeaderProduct: cactus, HeaderMedia: &MediaRef{ID: "7"}}, "/headerMedia"},
		"a product for nothing":      {plain, TemplateContent{HeaderProduct: cactus}, "/headerProduct"},
		"a selection":                {multi, TemplateContent{Buttons: []ButtonParameter{{Thumbnail: "cactus", Sections: plants}}}, ""},
		"no selection":               {multi, TemplateContent{}, "/buttonParameters"},
		"an empty selection":         {multi, TemplateContent{Buttons: []ButtonParameter{{Thumbnail: "cactus"}}}, "/buttonParameters/0/sections"},
		"a selection without image":  {multi, TemplateContent{Buttons: []ButtonParameter{{Sections: plants}}}, "/buttonParameters/0/thumbnailProductRetailerId"},
		"too large a selection":      {multi, TemplateContent{Buttons: []ButtonParameter{{Thumbnail: "cactus", Sections: many}}}, "/buttonParameters/0/sections"},
		"a selection for an answer":  {plain, TemplateContent{Buttons: []ButtonParameter{{Thumbnail: "cactus", Sections: plants}}}, "/buttonParameters/0/thumbnailProductRetailerId /buttonParameters/0/sections"},
		"a catalogue":                {catalog, TemplateContent{}, ""},
		"a catalogue with its image": {catalog, TemplateContent{Buttons: []ButtonParameter{{Thumbnail: "cactus"}}}, ""},
		"a catalogue with selection": {catalog, TemplateContent{Buttons: []ButtonParameter{{Thumbnail: "cactus", Sections: plants}}}, "/buttonParameters/0/sections"},
		"cards":                      {carousel, TemplateContent{Cards: []CardContent{{HeaderProduct: cactus}, {HeaderProduct: cactus}}}, ""},
		"cards of two catalogues":    {carousel, TemplateContent{Cards: []CardContent{{HeaderProduct: cactus}, {HeaderProduct: fern}}}, "/cards/1/headerProduct/catalogId"},
		"a card without its product": {carousel, TemplateContent{Cards: []CardContent{{HeaderProduct: cactus}, {}}}, "/cards/1/headerProduct"},
	} {
		f, err := ParseForm("POSITIONAL", []byte(c.components))
		if err != nil {
			t.Fatal(err)
		}
		var faults Faults
		f.Check(&c.content, &faults)
		var refused *Error
		var got []string
		if errors.As(faults.Err(), &refused) {
			for _, one := range refused.Fields {
				got = append(got, one.Pointer)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: faults at %q, want %q", name, got, c.want)
		}
	}
}
