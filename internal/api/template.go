package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/template"
)

var templatesTag = tag{"Templates", "The message templates of your messaging accounts: drafts that you write here, and what the provider has."}

// Template is a draft, or the mirror of a template at the provider.
type Template struct {
	ID                 string               `json:"id" doc:"Identifier of the template; begins with tpl_."`
	MessagingAccountID string               `json:"messagingAccountId" doc:"The messaging account that it belongs to."`
	Name               string               `json:"name" doc:"Name of the template."`
	Language           string               `json:"language" doc:"Language code, such as en_US."`
	Category           string               `json:"category" doc:"The provider's category; it determines the price."`
	NextCategory       string               `json:"nextCategory,omitempty" doc:"The next category, if the provider announced one."`
	NextCategoryAt     *time.Time           `json:"nextCategoryAt,omitempty" doc:"When nextCategory takes effect."`
	Status             string               `json:"status" doc:"Only approved templates can be sent. draft: the provider does not know it. unknown: this version does not know the provider's status."`
	Reason             string               `json:"reason,omitempty" doc:"Why the provider rejected it."`
	Quality            string               `json:"quality,omitempty" doc:"Quality rating by the provider; absent if there is none."`
	ParameterFormat    string               `json:"parameterFormat" enum:"NAMED,POSITIONAL" doc:"Whether parameters have names or numbers."`
	Parameters         []string             `json:"parameters" nullable:"false" doc:"Parameters of the body; for NAMED templates also those of the header."`
	Components         []any                `json:"components" nullable:"false" doc:"The template's components, as the provider describes them."`
	MessageTTLSeconds  int                  `json:"messageTtlSeconds" doc:"For how many seconds the provider tries to deliver a message; 0 for its own choice."`
	Version            int                  `json:"version" doc:"Number of the newest version; 0 if it was never changed here."`
	Action             crm.TemplateAction   `json:"action,omitempty" enum:"create,edit,delete,archive,unarchive" doc:"What the provider is being asked for; absent for nothing."`
	Problem            *crm.TemplateProblem `json:"problem,omitempty" doc:"Why the provider did not do what it was asked for last; absent if it did."`
	CreatedBy          *crm.DoneBy          `json:"createdBy" doc:"Who wrote it here; null if it was made at the provider."`
	CreatedAt          *time.Time           `json:"createdAt" doc:"When it was written here; null if it was made at the provider."`
	UpdatedAt          time.Time            `json:"updatedAt" doc:"When the template last changed here."`
}

// FieldValues lists the values of fields, for the document.
func (Template) FieldValues() map[string]any {
	return map[string]any{"status": crm.TemplateStatuses, "category": crm.TemplateCategories, "nextCategory": crm.TemplateCategories, "quality": crm.TemplateQualities}
}

// SyncResult says what a synchronisation found.
type SyncResult struct {
	Templates int `json:"templates" doc:"Number of templates at the provider."`
	Changed   int `json:"changed" doc:"Number of templates that changed in the mirror."`
	Deleted   int `json:"deleted" doc:"Number of templates that no longer exist at the provider."`
}

type (
	templatesInput struct {
		PageInput
		Name   string         `query:"name" maxLength:"512" doc:"Only this template, in every language."`
		Status templateStatus `query:"status" doc:"Only templates in this status."`
	}
	syncOutput struct{ Body SyncResult }
)

func templateRoutes(s *Server) {
	register(s, operation{id: "list-templates", method: http.MethodGet, path: "/v1/templates", tag: templatesTag,
		scope: crm.ScopeTemplatesRead, summary: "List templates", description: "Drafts, and templates as last mirrored from the provider."},
		func(ctx context.Context, a crm.Actor, in *templatesInput) (*pageOutput[Template], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Template.Templates(ctx, a, template.TemplateFilter{Name: in.Name, Status: string(in.Status)}, p)
			return answerPage(list, renderTemplate), err
		})
	register(s, operation{id: "sync-templates", method: http.MethodPost, path: "/v1/templates/sync", tag: templatesTag, errors: []int{502, 503},
		scope: crm.ScopeTemplatesWrite, act: "template.synced", summary: "Mirror templates from the provider",
		description: "Reads every template of the workspace's messaging accounts. Otherwise the provider's webhooks keep the mirror up to date."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*syncOutput, error) {
			r, err := s.svc.Template.SyncTemplates(ctx, a)
			return &syncOutput{SyncResult(r)}, err
		})
}

func renderTemplate(t crm.Template) Template {
	out := Template{ID: t.ID, MessagingAccountID: t.MessagingAccountID, MessageTTLSeconds: t.TTL, Version: t.Version, Action: t.Action, Problem: t.Problem, CreatedAt: t.CreatedAt, Name: t.Name, Language: t.Language, Category: crm.KnownWord(crm.TemplateCategories, t.Category),
		NextCategory: crm.KnownWordIfAny(crm.TemplateCategories, t.NextCategory), NextCategoryAt: t.NextCategoryAt,
		Status: crm.KnownWord(crm.TemplateStatuses, t.Status), Reason: t.Reason, Quality: crm.KnownWordIfAny(crm.TemplateQualities, t.Quality), ParameterFormat: "POSITIONAL", UpdatedAt: t.UpdatedAt, Parameters: []string{}, Components: listOf(t.Components)}
	if !t.CreatedBy.IsZero() {
		out.CreatedBy = &t.CreatedBy
	}
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

// listOf reads components for an answer; what cannot be read is shown as empty.
func listOf(raw json.RawMessage) []any {
	out := []any{}
	_ = json.Unmarshal(raw, &out)
	if out == nil {
		out = []any{}
	}
	return out
}
