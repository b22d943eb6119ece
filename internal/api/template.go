package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// Template is the mirror of a template at the provider.
type Template struct {
	ID              string    `json:"id"`
	Name            string    `json:"name"`
	Language        string    `json:"language"`
	Category        string    `json:"category" enum:"MARKETING,UTILITY,AUTHENTICATION"`
	Status          string    `json:"status" doc:"approved, pending, rejected, paused, disabled, in_appeal, archived or deleted."`
	Reason          string    `json:"reason,omitempty" doc:"Why the provider rejected it."`
	Quality         string    `json:"quality,omitempty"`
	ParameterFormat string    `json:"parameterFormat" enum:"NAMED,POSITIONAL"`
	Parameters      []string  `json:"parameters" nullable:"false" doc:"What the body takes; with NAMED templates the header too."`
	Components      []any     `json:"components" nullable:"false" doc:"The provider's own description of its parts."`
	UpdatedAt       time.Time `json:"updatedAt"`
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
		Name   string `query:"name" maxLength:"512" doc:"Only this template, in every language."`
		Status string `query:"status" enum:"approved,pending,rejected,paused,disabled,in_appeal,archived,deleted" doc:"Only templates in this status."`
	}
	syncOutput struct{ Body SyncResult }
)

func (s *Server) templateRoutes() {
	const tag = "Templates"
	register(s, operation{id: "list-templates", method: http.MethodGet, path: "/v1/templates", tag: tag,
		scope: crm.ScopeTemplatesRead, summary: "List templates", description: "The mirror of the provider's templates."},
		func(ctx context.Context, a crm.Actor, in *templatesInput) (*pageOutput[Template], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Templates(ctx, a, store.TemplateFilter{Name: in.Name, Status: in.Status}, p)
			return answerPage(list, renderTemplate), err
		})
	register(s, operation{id: "sync-templates", method: http.MethodPost, path: "/v1/templates/sync", tag: tag, errors: []int{502, 503},
		scope: crm.ScopeTemplatesWrite, summary: "Mirror templates from the provider",
		description: "Reads every template of the workspace's messaging accounts. The provider's webhooks keep the mirror fresh in between."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*syncOutput, error) {
			r, err := s.svc.SyncTemplates(ctx, a)
			return &syncOutput{SyncResult(r)}, err
		})
}

func renderTemplate(t crm.Template) Template {
	out := Template{ID: t.ID, Name: t.Name, Language: t.Language, Category: t.Category, Status: t.Status, Reason: t.Reason,
		Quality: t.Quality, ParameterFormat: t.Format, UpdatedAt: t.UpdatedAt, Parameters: []string{}, Components: []any{}}
	_ = json.Unmarshal(t.Components, &out.Components) // what cannot be read is shown as empty
	if form, err := crm.ParseForm(t.Format, t.Components); err == nil {
		out.Parameters = append(out.Parameters, form.Body...)
		if form.Named && form.Header.Variable != "" {
			out.Parameters = append(out.Parameters, form.Header.Variable)
		}
	}
	return out
}
