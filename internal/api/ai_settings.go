package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/model"
)

// AISettings is what a workspace decided about AI as a whole.
type AISettings struct {
	Enabled     bool           `json:"enabled" doc:"false: nothing is generated for any contact."`
	DailyTokens int64          `json:"dailyTokens" doc:"Maximum number of tokens per day (UTC); 0 for no limit."`
	Today       AIBudgetOfADay `json:"today" doc:"How much of today's budget is used."`
	UpdatedAt   *time.Time     `json:"updatedAt" doc:"When the settings last changed; null if they never changed."`
}

// AIBudgetOfADay is how today stands.
type AIBudgetOfADay struct {
	Day      string `json:"day" doc:"The day, in UTC." example:"2026-01-31"`
	Used     int64  `json:"used" doc:"Tokens used so far today."`
	Reserved int64  `json:"reserved" doc:"Tokens reserved for calls in progress."`
}

// UpdateAISettings changes what is given and leaves the rest.
type UpdateAISettings struct {
	Enabled     *bool  `json:"enabled,omitempty" doc:"false switches AI off for the whole workspace."`
	DailyTokens *int64 `json:"dailyTokens,omitempty" doc:"Maximum number of tokens per day (UTC); 0 for no limit."`
}

// AINotice is something about AI that people should know.
type AINotice struct {
	ID         string     `json:"id" doc:"Identifier of the notice; begins with ain_."`
	Kind       string     `json:"kind" enum:"budget_50,budget_80,budget_100,provider_open,provider_out_of_quota,provider_misconfigured" doc:"What the notice is about: the percentage of the daily budget that is used, or the reason why an AI provider is not called."`
	Subject    string     `json:"subject" doc:"A day, or the id of an AI provider."`
	Detail     string     `json:"detail" doc:"A description in one sentence."`
	CreatedAt  time.Time  `json:"createdAt" doc:"When the notice was raised."`
	ResolvedAt *time.Time `json:"resolvedAt" doc:"When the problem ended; null while it lasts."`
}

type (
	aiSettingsInput  struct{ Body UpdateAISettings }
	aiSettingsOutput struct{ Body AISettings }
)

func aiSettingsRoutes(s *Server) {
	const path = "/v1/ai/settings"
	register(s, operation{id: "get-ai-settings", method: http.MethodGet, path: path, tag: aiTag, scope: crm.ScopeAIRead,
		summary: "Get the AI settings", description: "The switch, the daily budget, and today's usage."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*aiSettingsOutput, error) {
			return answerAISettings(s.svc.Model.AISettings(ctx, a))
		})
	register(s, operation{id: "update-ai-settings", method: http.MethodPatch, path: path, tag: aiTag, scope: crm.ScopeAIWrite, act: "ai_settings.updated",
		summary: "Change the AI settings", description: "When the daily budget is used up, conversations go to people.",
		example: UpdateAISettings{Enabled: ptr(true), DailyTokens: ptr(int64(2_000_000))}},
		func(ctx context.Context, a crm.Actor, in *aiSettingsInput) (*aiSettingsOutput, error) {
			return answerAISettings(s.svc.Model.UpdateAISettings(ctx, a, model.AISettingsChange(in.Body)))
		})
	register(s, operation{id: "list-ai-notices", method: http.MethodGet, path: "/v1/ai/notices", tag: aiTag, scope: crm.ScopeAIRead,
		summary: "List AI notices", description: "Budgets that are 50, 80 or 100 % used, and providers that are not called. Newest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[AINotice], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Model.AINotices(ctx, a, p)
			return answerPage(list, renderAINotice), err
		})
}

func answerAISettings(v model.AISettingsView, err error) (*aiSettingsOutput, error) {
	return &aiSettingsOutput{AISettings{Enabled: v.Settings.Enabled, DailyTokens: v.Settings.DailyTokens, UpdatedAt: present(v.Settings.UpdatedAt),
		Today: AIBudgetOfADay{Day: v.Budget.Day.Format(time.DateOnly), Used: v.Budget.Used, Reserved: v.Budget.Reserved}}}, err
}

func renderAINotice(n crm.AINotice) AINotice {
	return AINotice{ID: n.ID, Kind: n.Kind, Subject: n.Subject, Detail: n.Detail, CreatedAt: n.CreatedAt, ResolvedAt: n.ResolvedAt}
}
