package api

import (
	"context"
	"encoding/json"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/template"
)

// LintTemplate is a template as it would be created.
type LintTemplate struct {
	Name                  string `json:"name" maxLength:"2000" doc:"Name of the template."`
	Language              string `json:"language" maxLength:"100" doc:"Language code, such as en_US."`
	Category              string `json:"category" maxLength:"100" doc:"The category, such as UTILITY."`
	ParameterFormat       string `json:"parameterFormat,omitempty" maxLength:"100" doc:"Whether parameters have names (NAMED) or numbers (POSITIONAL, the default)."`
	Components            []any  `json:"components" nullable:"false" doc:"The components with their samples, as the provider describes them."`
	MessageSendTTLSeconds *int64 `json:"messageSendTtlSeconds,omitempty" doc:"How long the provider tries to deliver a message, in seconds."`
	SubCategory           string `json:"subCategory,omitempty" maxLength:"100" doc:"The provider's subcategory, such as ORDER_STATUS."`
	DisplayFormat         string `json:"displayFormat,omitempty" maxLength:"100" doc:"The provider's display format: ORDER_DETAILS."`
	MessagingAccountID    string `json:"messagingAccountId,omitempty" maxLength:"64" doc:"The account in which it is to be created; by default it is compared with the templates of all."`
	TemplateID            string `json:"templateId,omitempty" maxLength:"64" doc:"The template that you edit: it is not compared with itself."`
}

// LintResult is what the provider will make of a template.
type LintResult struct {
	Accepted     bool          `json:"accepted" doc:"Whether the provider would take the template and review it; false if there is a finding of the severity error."`
	Outcome      string        `json:"outcome" doc:"What will probably become of it: refused at once, rejected in review, recategorised (approved as marketing), or approved. Reviewers also mind what nobody can foretell: see the warnings and the chance."`
	Findings     []LintFinding `json:"findings" nullable:"false" doc:"What was found; at most 100."`
	MoreFindings int           `json:"moreFindings" doc:"Number of findings beyond these."`
	Chance       LintChance    `json:"chance" doc:"How likely the template is to be approved, by what became of your other templates."`
}

// LintFinding is one thing that was found.
type LintFinding struct {
	Rule            string `json:"rule" doc:"Stable name of the rule."`
	Severity        string `json:"severity" doc:"error: the provider refuses the template at once. warning: it is taken, and may be rejected or moved to another category, or not do what you meant. hint: it would be better otherwise."`
	Path            string `json:"path" doc:"Place in the request, as a JSON pointer."`
	Message         string `json:"message" doc:"What is wrong, in one sentence."`
	Fix             string `json:"fix,omitempty" doc:"What you can do about it."`
	Source          string `json:"source" doc:"The section of the provider's documentation that says so, or that it is practice."`
	ProviderCode    int    `json:"providerCode,omitempty" doc:"The code with which the provider refuses the template; absent if it does not."`
	ProviderSubcode int    `json:"providerSubcode,omitempty" doc:"The subcode of that; absent if there is none."`
}

// LintChance is how likely a template is to be approved.
type LintChance struct {
	Value    *float64     `json:"value" doc:"From 0 to 1; null if fewer than 20 of your templates have a verdict, or fewer than 3 were approved or rejected. 0 if the provider refuses the template at once."`
	Cases    int          `json:"cases" doc:"Number of your templates with a verdict, of the newest 500."`
	Approved int          `json:"approved" doc:"Number of these that were approved."`
	Reasons  []LintReason `json:"reasons" nullable:"false" doc:"What moved the chance, the strongest first; at most 5."`
}

// LintReason is something that moved the chance.
type LintReason struct {
	Feature  string `json:"feature" doc:"What the template has in common with others, such as button:URL."`
	Message  string `json:"message" doc:"The same in one sentence, with the numbers."`
	Effect   string `json:"effect" enum:"raises,lowers" doc:"Whether it raises or lowers the chance."`
	Cases    int    `json:"cases" doc:"Number of your templates that have it and a verdict."`
	Approved int    `json:"approved" doc:"Number of these that were approved."`
}

// FieldValues lists the values of fields, for the document.
func (LintFinding) FieldValues() map[string]any {
	return map[string]any{"severity": template.LintSeverities}
}

// FieldValues lists the values of fields, for the document.
func (LintResult) FieldValues() map[string]any {
	return map[string]any{"outcome": template.LintOutcomes}
}

type (
	lintTemplateInput  struct{ Body LintTemplate }
	lintTemplateOutput struct{ Body LintResult }
)

func templateLintRoutes(s *Server) {
	templateStatisticsRoutes(s)
	register(s, operation{id: "lint-template", method: http.MethodPost, path: "/v1/templates/lint", tag: templatesTag,
		scope: crm.ScopeTemplatesRead, summary: "Check a template before it is submitted",
		description: "Says what the provider refuses at once, what its reviewers mind, and how often templates like this one were approved in your workspace. Stores nothing and asks the provider nothing.",
		example: LintTemplate{Name: "order_on_its_way", Language: "en_US", Category: crm.CategoryUtility, Components: []any{
			map[string]any{"type": "BODY", "text": "{{1}}, your order is on its way.", "example": map[string]any{"body_text": []any{[]any{"Maria"}}}}}}},
		func(ctx context.Context, a crm.Actor, in *lintTemplateInput) (*lintTemplateOutput, error) {
			r, err := s.svc.Template.Lint(ctx, a, in.Body.request())
			return &lintTemplateOutput{renderLint(r)}, err
		})
}

func (b LintTemplate) request() template.LintRequest {
	components, _ := json.Marshal(b.Components) // it came as JSON
	return template.LintRequest{AccountID: b.MessagingAccountID, TemplateID: b.TemplateID,
		Template: template.LintTemplate{Name: b.Name, Language: b.Language, Category: b.Category, Format: b.ParameterFormat, Components: components,
			TTL: b.MessageSendTTLSeconds, SubCategory: b.SubCategory, DisplayFormat: b.DisplayFormat}}
}

func renderLint(r template.LintReport) LintResult {
	out := LintResult{Accepted: !r.Refused(), Outcome: string(r.Outcome()), Findings: []LintFinding{}, MoreFindings: r.More,
		Chance: LintChance{Cases: r.Chance.Cases, Approved: r.Chance.Approved, Reasons: []LintReason{}}}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, LintFinding{Rule: f.Rule, Severity: string(f.Severity), Path: f.Path, Message: f.Message, Fix: f.Fix, Source: f.Source,
			ProviderCode: f.Code, ProviderSubcode: f.Subcode})
	}
	if r.Chance.Known {
		out.Chance.Value = &r.Chance.Value
	}
	for _, reason := range r.Chance.Reasons {
		effect := "lowers"
		if reason.Raises {
			effect = "raises"
		}
		out.Chance.Reasons = append(out.Chance.Reasons, LintReason{Feature: reason.Feature, Message: reason.Message, Effect: effect, Cases: reason.Cases, Approved: reason.Approved})
	}
	return out
}
