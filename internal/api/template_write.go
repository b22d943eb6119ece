package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/template"
)

// CreateTemplate is a new template.
type CreateTemplate struct {
	MessagingAccountID string                  `json:"messagingAccountId,omitempty" maxLength:"64" doc:"The messaging account that gets it; needed if you have several."`
	Name               string                  `json:"name,omitempty" needed:"true" maxLength:"512" doc:"Lower-case letters, digits and underscores." example:"order_delayed"`
	Language           string                  `json:"language,omitempty" needed:"true" maxLength:"12" doc:"Language code, such as en_US." example:"en_US"`
	Category           string                  `json:"category,omitempty" maxLength:"20" doc:"MARKETING, UTILITY or AUTHENTICATION. The provider may decide on another one." example:"UTILITY"`
	ParameterFormat    string                  `json:"parameterFormat,omitempty" maxLength:"20" doc:"NAMED for variables such as {{name}}; POSITIONAL, the default, for {{1}}, {{2}}." example:"NAMED"`
	MessageTTLSeconds  int                     `json:"messageTtlSeconds,omitempty" doc:"For how many seconds the provider tries to deliver a message; -1 for 30 days, and its own choice by default."`
	Components         []crm.TemplateComponent `json:"components,omitempty" maxItems:"10" doc:"The parts of the template in the provider's form."`
	Submit             bool                    `json:"submit,omitempty" doc:"Whether it is submitted at once. Otherwise it is a draft, which may be incomplete."`
}

// UpdateTemplate changes what is given.
type UpdateTemplate struct {
	Name              *string                 `json:"name,omitempty" maxLength:"512" doc:"Of a draft only: its name."`
	Language          *string                 `json:"language,omitempty" maxLength:"12" doc:"Of a draft only: its language."`
	Category          *string                 `json:"category,omitempty" maxLength:"20" doc:"The category. That of an approved template cannot change."`
	ParameterFormat   *string                 `json:"parameterFormat,omitempty" maxLength:"20" doc:"NAMED or POSITIONAL."`
	MessageTTLSeconds *int                    `json:"messageTtlSeconds,omitempty" doc:"For how many seconds the provider tries to deliver a message."`
	Components        []crm.TemplateComponent `json:"components,omitempty" maxItems:"10" doc:"All parts of the template. A header that has the provider's link to a sample keeps the sample that it had."`
	Submit            bool                    `json:"submit,omitempty" doc:"Of a draft: whether it is submitted. Changes of other templates always are."`
}

// DuplicateTemplate says what is different of a copy.
type DuplicateTemplate struct {
	Name               *string `json:"name,omitempty" maxLength:"512" doc:"Name of the copy; the same by default." example:"order_delayed_2"`
	Language           *string `json:"language,omitempty" maxLength:"12" doc:"Language of the copy; the same by default."`
	MessagingAccountID *string `json:"messagingAccountId,omitempty" maxLength:"64" doc:"Messaging account of the copy; the same by default."`
}

// TemplateValues fill a template for a preview.
type TemplateValues struct {
	Parameters       map[string]string     `json:"parameters,omitempty" doc:"Values by name, or by number for positional templates. Samples stand in for those that are missing."`
	HeaderParameter  string                `json:"headerParameter,omitempty" maxLength:"1024" doc:"Value of the header's variable in positional templates."`
	HeaderMedia      *crm.MediaRef         `json:"headerMedia,omitempty" doc:"The file in the header."`
	ButtonParameters []crm.ButtonParameter `json:"buttonParameters,omitempty" maxItems:"10" doc:"Values of the buttons."`
	Cards            []crm.CardContent     `json:"cards,omitempty" maxItems:"10" doc:"Values of the cards of a carousel."`
	OfferExpiresAt   *time.Time            `json:"offerExpiresAt,omitempty" doc:"When the limited-time offer ends."`
}

// PreviewTemplateDraft is a template that is shown and not stored.
type PreviewTemplateDraft struct {
	TemplateValues
	Category        string                  `json:"category,omitempty" maxLength:"20" doc:"MARKETING, UTILITY or AUTHENTICATION."`
	ParameterFormat string                  `json:"parameterFormat,omitempty" maxLength:"20" doc:"NAMED or POSITIONAL."`
	Components      []crm.TemplateComponent `json:"components,omitempty" needed:"true" maxItems:"10" doc:"The parts of the template in the provider's form."`
}

// TemplateVersion is what a template said from one change to the next.
type TemplateVersion struct {
	Version           int                       `json:"version" doc:"Number of the version, from 1."`
	Status            crm.TemplateVersionStatus `json:"status" enum:"draft,submitted,pending,approved,rejected,refused,replaced" doc:"How far it came. submitted: the provider is being asked. refused: it did not take the version into review. replaced: another one came before a verdict."`
	Category          string                    `json:"category" doc:"The provider's category."`
	ParameterFormat   string                    `json:"parameterFormat" doc:"NAMED or POSITIONAL."`
	MessageTTLSeconds int                       `json:"messageTtlSeconds" doc:"For how many seconds the provider tries to deliver a message; 0 for its own choice."`
	Components        []any                     `json:"components" nullable:"false" doc:"The parts of the template, as they were written."`
	Changes           []crm.TemplateDifference  `json:"changes" nullable:"false" doc:"What differs from the version before; empty for the first one."`
	Reason            string                    `json:"reason" doc:"Why the provider rejected it, in its word; empty for none."`
	Detail            string                    `json:"detail" doc:"What the provider says beyond that, or why it did not take the version; empty for nothing."`
	CreatedBy         crm.DoneBy                `json:"createdBy" doc:"Who wrote it; provider if it was changed there."`
	CreatedAt         time.Time                 `json:"createdAt" doc:"When it was written."`
	SubmittedBy       *crm.DoneBy               `json:"submittedBy" doc:"Who submitted it; null for nobody yet."`
	SubmittedAt       *time.Time                `json:"submittedAt" doc:"When it was submitted; null for not yet."`
	DecidedAt         *time.Time                `json:"decidedAt" doc:"When the provider decided; null for not yet."`
}

type (
	// TemplateInput names a template in the path.
	TemplateInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the template."`
	}
	createTemplateInput struct{ Body CreateTemplate }
	updateTemplateInput struct {
		TemplateInput
		Body UpdateTemplate
	}
	duplicateTemplateInput struct {
		TemplateInput
		Body DuplicateTemplate
	}
	deleteTemplateInput struct {
		TemplateInput
		AllLanguages bool `query:"allLanguages" doc:"Whether every language of the template is deleted."`
	}
	templateVersionsInput struct {
		TemplateInput
		PageInput
	}
	previewTemplateInput struct {
		TemplateInput
		Body TemplateValues
	}
	previewTemplateDraftInput struct{ Body PreviewTemplateDraft }
	templateOutput            struct{ Body Template }
	templatePreviewOutput     struct{ Body crm.TemplatePreview }
)

func templateWriteRoutes(s *Server) {
	const path = "/v1/templates"
	write, read := crm.ScopeTemplatesWrite, crm.ScopeTemplatesRead
	register(s, operation{id: "create-template", method: http.MethodPost, path: path, tag: templatesTag, status: http.StatusCreated, errors: []int{409},
		scope: write, act: "template.created", summary: "Create a template", description: "As a draft, which may be incomplete and which the provider does not know, or with `submit` at once put into review. All faults by the provider's rules are told together. What the provider decides comes by `template.status_updated`.",
		example: CreateTemplate{Name: "order_delayed", Language: "en_US", Category: "UTILITY", ParameterFormat: "NAMED", Components: sampleComponents("Hi {{name}}, your order is late. We are sorry.")}},
		func(ctx context.Context, a crm.Actor, in *createTemplateInput) (*templateOutput, error) {
			b := in.Body
			return answerTemplate(s.svc.Template.Create(ctx, a, crm.TemplateDraft{MessagingAccountID: b.MessagingAccountID, Name: b.Name, Language: b.Language, Category: b.Category,
				Format: b.ParameterFormat, TTL: b.MessageTTLSeconds, Components: b.Components}, b.Submit))
		})
	register(s, operation{id: "get-template", method: http.MethodGet, path: path + "/{id}", tag: templatesTag, errors: []int{404},
		scope: read, summary: "Get a template", description: "As a draft, or as last mirrored from the provider. `action` says what the provider is being asked for, and `problem` why it did not do that."},
		func(ctx context.Context, a crm.Actor, in *TemplateInput) (*templateOutput, error) {
			return answerTemplate(s.svc.Template.Get(ctx, a, in.ID))
		})
	register(s, operation{id: "update-template", method: http.MethodPatch, path: path + "/{id}", tag: templatesTag, errors: []int{404, 409},
		scope: write, act: "template.updated", summary: "Change a template", description: "A draft is changed in place. Of an approved, rejected or paused template it makes a new version, which is put into review; messages are sent with the old one until the provider has taken it. The provider takes one edit of an approved template in 24 hours, and 10 in 30 days: the error says when it takes the next.",
		example: UpdateTemplate{Components: sampleComponents("Hi {{name}}, your order is late by a day. We are sorry.")}},
		func(ctx context.Context, a crm.Actor, in *updateTemplateInput) (*templateOutput, error) {
			b := in.Body
			return answerTemplate(s.svc.Template.Update(ctx, a, in.ID, crm.TemplateChange{Name: b.Name, Language: b.Language, Category: b.Category, Format: b.ParameterFormat,
				TTL: b.MessageTTLSeconds, Components: b.Components}, b.Submit))
		})
	register(s, operation{id: "submit-template", method: http.MethodPost, path: path + "/{id}/submit", tag: templatesTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: write, act: "template.submitted", summary: "Submit a draft", description: "The draft is checked by the provider's rules and put into review. If the provider does not take it, it is a draft again and `problem` says why. A name rests for 30 days after its template was deleted."},
		func(ctx context.Context, a crm.Actor, in *TemplateInput) (*templateOutput, error) {
			return answerTemplate(s.svc.Template.Submit(ctx, a, in.ID))
		})
	register(s, operation{id: "duplicate-template", method: http.MethodPost, path: path + "/{id}/duplicate", tag: templatesTag, status: http.StatusCreated, errors: []int{404, 409},
		scope: write, act: "template.duplicated", summary: "Duplicate a template", description: "As a draft under another name, in another language or for another messaging account. A sample that only the provider has is left out.",
		example: DuplicateTemplate{Name: ptr("order_delayed_2")}},
		func(ctx context.Context, a crm.Actor, in *duplicateTemplateInput) (*templateOutput, error) {
			return answerTemplate(s.svc.Template.Duplicate(ctx, a, in.ID, in.Body.Name, in.Body.Language, in.Body.MessagingAccountID))
		})
	register(s, operation{id: "delete-template", method: http.MethodDelete, path: path + "/{id}", tag: templatesTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: write, act: "template.deleted", summary: "Delete a template", description: "A draft is gone at once, any other template once the provider has deleted it. The provider keeps its name for 30 days, and delivers what was sent before."},
		func(ctx context.Context, a crm.Actor, in *deleteTemplateInput) (*templateOutput, error) {
			return answerTemplate(s.svc.Template.Delete(ctx, a, in.ID, in.AllLanguages))
		})
	templateShelfRoutes(s, path, write)
	templateLookRoutes(s, path, read)
}

// templateShelfRoutes are those that put templates away.
func templateShelfRoutes(s *Server, path string, write crm.Scope) {
	register(s, operation{id: "archive-template", method: http.MethodPost, path: path + "/{id}/archive", tag: templatesTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: write, act: "template.archived", summary: "Archive a template", description: "At the provider. An archived template cannot be sent; the provider deletes it after 28 days."},
		func(ctx context.Context, a crm.Actor, in *TemplateInput) (*templateOutput, error) {
			return answerTemplate(s.svc.Template.Archive(ctx, a, in.ID))
		})
	register(s, operation{id: "unarchive-template", method: http.MethodPost, path: path + "/{id}/unarchive", tag: templatesTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: write, act: "template.unarchived", summary: "Take a template out of the archive", description: "At the provider. Its status is then what the provider says."},
		func(ctx context.Context, a crm.Actor, in *TemplateInput) (*templateOutput, error) {
			return answerTemplate(s.svc.Template.Unarchive(ctx, a, in.ID))
		})
}

// templateLookRoutes are those that change nothing.
func templateLookRoutes(s *Server, path string, read crm.Scope) {
	register(s, operation{id: "list-template-versions", method: http.MethodGet, path: path + "/{id}/versions", tag: templatesTag, errors: []int{404},
		scope: read, summary: "List the versions of a template", description: "Newest first, each with who wrote it, what the provider decided, and in what it differs from the one before."},
		func(ctx context.Context, a crm.Actor, in *templateVersionsInput) (*pageOutput[TemplateVersion], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Template.Versions(ctx, a, in.ID, p)
			return answerPage(list, renderTemplateVersion), err
		})
	register(s, operation{id: "preview-template", method: http.MethodPost, path: path + "/{id}/preview", tag: templatesTag, errors: []int{404},
		scope: read, summary: "Preview a template", description: "Shows the template with values, as a phone shows it. Nothing is sent.",
		example: TemplateValues{Parameters: map[string]string{"name": "Zoë"}}},
		func(ctx context.Context, a crm.Actor, in *previewTemplateInput) (*templatePreviewOutput, error) {
			p, err := s.svc.Template.Preview(ctx, a, in.ID, in.Body.content())
			return &templatePreviewOutput{p}, err
		})
	register(s, operation{id: "preview-template-draft", method: http.MethodPost, path: path + "/preview", tag: templatesTag,
		scope: read, summary: "Preview what you write", description: "Shows components that are not stored anywhere, as a phone would show them.",
		example: PreviewTemplateDraft{ParameterFormat: "NAMED", Components: sampleComponents("Hi {{name}}, your order is late.")}},
		func(ctx context.Context, a crm.Actor, in *previewTemplateDraftInput) (*templatePreviewOutput, error) {
			b := in.Body
			p, err := s.svc.Template.PreviewDraft(ctx, a, crm.TemplateDraft{Category: b.Category, Format: b.ParameterFormat, Components: b.Components}, b.content())
			return &templatePreviewOutput{p}, err
		})
}

// FieldValues lists the values of fields, for the document; they are taken in any
// case.
func (CreateTemplate) FieldValues() map[string]any { return writtenValues }

// FieldValues lists the values of fields, for the document.
func (UpdateTemplate) FieldValues() map[string]any { return writtenValues }

// FieldValues lists the values of fields, for the document.
func (PreviewTemplateDraft) FieldValues() map[string]any { return writtenValues }

var writtenValues = map[string]any{"category": crm.TemplateCategories[:3], "parameterFormat": []string{"NAMED", "POSITIONAL"}}

func sampleComponents(text string) []crm.TemplateComponent {
	return []crm.TemplateComponent{{Type: "BODY", Text: text, Example: &crm.TemplateExample{BodyNamed: []crm.TemplateSample{{Name: "name", Example: "Maria"}}}}}
}

func (v TemplateValues) content() *crm.TemplateContent {
	return &crm.TemplateContent{Parameters: v.Parameters, HeaderParameter: v.HeaderParameter, HeaderMedia: v.HeaderMedia, Buttons: v.ButtonParameters, Cards: v.Cards, OfferExpiresAt: v.OfferExpiresAt}
}

func answerTemplate(t crm.Template, err error) (*templateOutput, error) {
	if err != nil {
		return nil, err
	}
	return &templateOutput{renderTemplate(t)}, nil
}

func renderTemplateVersion(v template.Version) TemplateVersion {
	out := TemplateVersion{Version: v.Number, Status: v.Status, Category: v.Category, ParameterFormat: v.Format, MessageTTLSeconds: v.TTL, Components: listOf(v.Components), Changes: v.Changes,
		Reason: v.Reason, Detail: v.Detail, CreatedBy: v.CreatedBy, CreatedAt: v.CreatedAt, SubmittedAt: v.SubmittedAt, DecidedAt: v.DecidedAt}
	if !v.SubmittedBy.IsZero() {
		out.SubmittedBy = &v.SubmittedBy
	}
	return out
}
