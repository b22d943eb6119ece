package api

import (
	"cmp"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/template"
)

// GalleryTemplate is a template that you may take over.
type GalleryTemplate struct {
	ID        string   `json:"id" doc:"Name of the template in the gallery, which you may use as its name."`
	Trade     string   `json:"trade" doc:"The trade that it is written for."`
	Category  string   `json:"category" doc:"The provider's category; it determines the price."`
	Purpose   string   `json:"purpose" doc:"What it is for, in one sentence."`
	Languages []string `json:"languages" nullable:"false" doc:"Its languages."`
	Language  string   `json:"language" doc:"Language of the body: the one you asked for, or English."`
	Body      string   `json:"body" doc:"Text of the body, with its parameters."`
}

// GalleryTemplateTexts is a template that you may take over, in all its languages.
type GalleryTemplateTexts struct {
	ID              string        `json:"id" doc:"Name of the template in the gallery, which you may use as its name."`
	Trade           string        `json:"trade" doc:"The trade that it is written for."`
	Category        string        `json:"category" doc:"The provider's category; it determines the price."`
	Purpose         string        `json:"purpose" doc:"What it is for, in one sentence."`
	ParameterFormat string        `json:"parameterFormat" enum:"NAMED,POSITIONAL" doc:"Whether its parameters have names or numbers."`
	Texts           []GalleryText `json:"texts" nullable:"false" doc:"The template in each language."`
}

// GalleryText is a template in one language.
type GalleryText struct {
	Language   string `json:"language" doc:"Language code, as the provider knows it."`
	Components []any  `json:"components" nullable:"false" doc:"The components with their samples, as the provider takes them."`
}

// FieldValues lists the values of fields, for the document.
func (GalleryTemplate) FieldValues() map[string]any {
	return map[string]any{"trade": template.GalleryTrades, "category": template.GalleryCategories}
}

// FieldValues lists the values of fields, for the document.
func (GalleryTemplateTexts) FieldValues() map[string]any {
	return map[string]any{"trade": template.GalleryTrades, "category": template.GalleryCategories}
}

// Parameters that take the words of the gallery.
type (
	galleryTrade    string
	galleryCategory string
	galleryLanguage string
)

// Schema lists the trades of the gallery.
func (galleryTrade) Schema(huma.Registry) *huma.Schema { return oneOf(template.GalleryTrades) }

// Schema lists the categories of the gallery.
func (galleryCategory) Schema(huma.Registry) *huma.Schema { return oneOf(template.GalleryCategories) }

// Schema lists the languages of the gallery.
func (galleryLanguage) Schema(huma.Registry) *huma.Schema { return oneOf(template.GalleryLanguages) }

type (
	galleryInput struct {
		PageInput
		Trade    galleryTrade    `query:"trade" doc:"Only templates for this trade."`
		Category galleryCategory `query:"category" doc:"Only templates of this category."`
		Language galleryLanguage `query:"language" doc:"Only templates that have this language; their bodies are in it."`
	}
	galleryTemplateInput struct {
		ID string `path:"id" maxLength:"64" doc:"Name of the template in the gallery."`
	}
	galleryTemplateOutput struct{ Body GalleryTemplateTexts }
)

func templateGalleryRoutes(s *Server) {
	const path = "/v1/template-gallery"
	register(s, operation{id: "list-gallery-templates", method: http.MethodGet, path: path, tag: templatesTag,
		scope: crm.ScopeTemplatesRead, summary: "List templates to take over", description: "Templates for shops, clinics, couriers and schools, in nine languages, that the provider's rules allow."},
		func(_ context.Context, a crm.Actor, in *galleryInput) (*pageOutput[GalleryTemplate], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			f := template.GalleryFilter{Trade: string(in.Trade), Category: string(in.Category), Language: string(in.Language)}
			list, err := s.svc.Template.Gallery(a, f, p)
			return answerPage(list, func(t template.GalleryTemplate) GalleryTemplate { return renderGallery(t, f.Language) }), err
		})
	register(s, operation{id: "get-gallery-template", method: http.MethodGet, path: path + "/{id}", tag: templatesTag, errors: []int{404},
		scope: crm.ScopeTemplatesRead, summary: "Get a template to take over", description: "In all its languages, with samples, as the provider takes it."},
		func(_ context.Context, a crm.Actor, in *galleryTemplateInput) (*galleryTemplateOutput, error) {
			t, err := s.svc.Template.GalleryTemplate(a, in.ID)
			return &galleryTemplateOutput{renderGalleryTexts(t)}, err
		})
}

func renderGallery(t template.GalleryTemplate, language string) GalleryTemplate {
	text, _ := t.In(cmp.Or(language, "en"))
	out := GalleryTemplate{ID: t.Name, Trade: t.Trade, Category: t.Category, Purpose: t.About, Languages: []string{}, Language: text.Language, Body: text.Body}
	for _, x := range t.Texts {
		out.Languages = append(out.Languages, x.Language)
	}
	return out
}

func renderGalleryTexts(t template.GalleryTemplate) GalleryTemplateTexts {
	out := GalleryTemplateTexts{ID: t.Name, Trade: t.Trade, Category: t.Category, Purpose: t.About, ParameterFormat: template.GalleryFormat, Texts: []GalleryText{}}
	for _, x := range t.Texts {
		out.Texts = append(out.Texts, GalleryText{Language: x.Language, Components: x.Components})
	}
	return out
}
