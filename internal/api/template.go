package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

var templatesTag = tag{"Templates", "The message templates of your messaging accounts, as the provider has them."}

// Template is the mirror of a template at the provider.
type Template struct {
	ID              string     `json:"id" doc:"Identifier of the template; begins with tpl_."`
	Name            string     `json:"name" doc:"The name by which messages are sent with it."`
	Language        string     `json:"language" doc:"Code of its language, such as en_US."`
	Category        string     `json:"category" doc:"The provider's category, which decides the price."`
	NextCategory    string     `json:"nextCategory,omitempty" doc:"The category that the provider has announced for it."`
	NextCategoryAt  *time.Time `json:"nextCategoryAt,omitempty" doc:"From when on nextCategory holds."`
	Status          string     `json:"status" doc:"Only approved ones can be sent; unknown is one that the provider has and this version does not know."`
	Reason          string     `json:"reason,omitempty" doc:"Why the provider rejected it."`
	Quality         string     `json:"quality,omitempty" doc:"The provider's rating; absent if it told none."`
	ParameterFormat string     `json:"parameterFormat" enum:"NAMED,POSITIONAL" doc:"Whether parameters have names or numbers."`
	Parameters      []string   `json:"parameters" nullable:"false" doc:"What the body takes; with NAMED templates the header too."`
	Components      []any      `json:"components" nullable:"false" doc:"The provider's own description of its parts."`
	UpdatedAt       time.Time  `json:"updatedAt" doc:"When the mirror of it changed last."`
}

// FieldValues lists the values of fields, for the document.
func (Template) FieldValues() map[string]any {
	return map[string]any{"status": crm.TemplateStatuses, "category": crm.TemplateCategories, "nextCategory": crm.TemplateCategories, "quality": crm.TemplateQualities}
}

// SyncResult says what a synchronisation found.
type SyncResult struct {
	Templates int `json:"templates" doc:"How many the provider has."`
	Changed   int `json:"changed" doc:"How many differed from the mirror."`
	Deleted   int `json:"deleted" doc:"How many are gone at the provider."`
}

type (
	templatesInput struct {
		PageInput
		Name   string         `query:"name" maxLength:"512" doc:"Only this template, in every language."`
		Status templateStatus `query:"status" doc:"Only templates in this status."`
	}
	syncOutput struct{ Body SyncResult }
)

func (s *Server) templateRoutes() {
	register(s, operation{id: "list-templates", method: http.MethodGet, path: "/v1/templates", tag: templatesTag,
		scope: crm.ScopeTemplatesRead, summary: "List templates", description: "The mirror of the provider's templates."},
		func(ctx context.Context, a crm.Actor, in *templatesInput) (*pageOutput[Template], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Templates(ctx, a, store.TemplateFilter{Name: in.Name, Status: string(in.Status)}, p)
			return answerPage(list, renderTemplate), err
		})
	register(s, operation{id: "sync-templates", method: http.MethodPost, path: "/v1/templates/sync", tag: templatesTag, errors: []int{502, 503},
		scope: crm.ScopeTemplatesWrite, summary: "Mirror templates from the provider",
		description: "Reads every template of the workspace's messaging accounts. The provider's webhooks keep the mirror fresh in between."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*syncOutput, error) {
			r, err := s.svc.SyncTemplates(ctx, a)
			return &syncOutput{SyncResult(r)}, err
		})
}

func renderTemplate(t crm.Template) Template {
	out := Template{ID: t.ID, Name: t.Name, Language: t.Language, Category: crm.KnownWord(crm.TemplateCategories, t.Category),
		NextCategory: crm.KnownWordIfAny(crm.TemplateCategories, t.NextCategory), NextCategoryAt: t.NextCategoryAt,
		Status: crm.KnownWord(crm.TemplateStatuses, t.Status), Reason: t.Reason, Quality: crm.KnownWordIfAny(crm.TemplateQualities, t.Quality), ParameterFormat: "POSITIONAL", UpdatedAt: t.UpdatedAt, Parameters: []string{}, Components: []any{}}
	_ = json.Unmarshal(t.Components, &out.Components) // what cannot be read is shown as empty
	if form, err := crm.ParseForm(t.Format, t.Components); err == nil {
		out.Parameters = append(out.Parameters, form.Body...)
		if form.Named {
			out.ParameterFormat = "NAMED"
		}
		if form.Named && form.Header.Variable != "" {
			out.Parameters = append(out.Parameters, form.Header.Variable)
		}
	}
	return out
}
