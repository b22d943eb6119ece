package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// AISettings is what a workspace decided about AI as a whole.
type AISettings struct {
	Enabled     bool           `json:"enabled" doc:"Without it nothing is generated, for anybody."`
	DailyTokens int64          `json:"dailyTokens" doc:"What may be used in a day of UTC; 0 for no bound."`
	Today       AIBudgetOfADay `json:"today" doc:"How much of the day's budget is used."`
	UpdatedAt   *time.Time     `json:"updatedAt" doc:"When these settings changed last; null if they never did."`
}

// AIBudgetOfADay is how today stands.
type AIBudgetOfADay struct {
	Day      string `json:"day" doc:"The day, in UTC." example:"2026-01-31"`
	Used     int64  `json:"used" doc:"Tokens used so far."`
	Reserved int64  `json:"reserved" doc:"Kept for calls that are under way."`
}

// UpdateAISettings changes what is given and leaves the rest.
type UpdateAISettings struct {
	Enabled     *bool  `json:"enabled,omitempty" doc:"Whether anything is generated at all."`
	DailyTokens *int64 `json:"dailyTokens,omitempty" doc:"Tokens that may be used in a day of UTC; 0 for no limit."`
}

// AINotice is something about AI that people should know.
type AINotice struct {
	ID         string     `json:"id" doc:"Identifier of the notice; begins with ain_."`
	Kind       string     `json:"kind" enum:"budget_50,budget_80,budget_100,provider_open,provider_out_of_quota,provider_misconfigured" doc:"What it is about: how much of the day's budget is used, in percent, or why an AI provider is not called."`
	Subject    string     `json:"subject" doc:"A day, or the id of a provider."`
	Detail     string     `json:"detail" doc:"The same in a sentence."`
	CreatedAt  time.Time  `json:"createdAt" doc:"When it was raised."`
	ResolvedAt *time.Time `json:"resolvedAt" doc:"null while it lasts."`
}

type (
	aiSettingsInput  struct{ Body UpdateAISettings }
	aiSettingsOutput struct{ Body AISettings }
)

func (s *Server) aiSettingsRoutes() {
	const path = "/v1/ai/settings"
	register(s, operation{id: "get-ai-settings", method: http.MethodGet, path: path, tag: aiTag, scope: crm.ScopeAIRead,
		summary: "Get the switch and the budget", description: "Tells also what is used of today's budget."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*aiSettingsOutput, error) {
			return answerAISettings(s.svc.AISettings(ctx, a))
		})
	register(s, operation{id: "update-ai-settings", method: http.MethodPatch, path: path, tag: aiTag, scope: crm.ScopeAIWrite,
		summary: "Change the switch and the budget", description: "When the day's budget is used up, conversations go to people.",
		example: UpdateAISettings{Enabled: ptr(true), DailyTokens: ptr(int64(2_000_000))}},
		func(ctx context.Context, a crm.Actor, in *aiSettingsInput) (*aiSettingsOutput, error) {
			return answerAISettings(s.svc.UpdateAISettings(ctx, a, service.AISettingsChange(in.Body)))
		})
	register(s, operation{id: "list-ai-notices", method: http.MethodGet, path: "/v1/ai/notices", tag: aiTag, scope: crm.ScopeAIRead,
		summary: "List notices about AI", description: "Budgets that are half, nearly or fully used, and providers that are not called, newest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[AINotice], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.AINotices(ctx, a, p)
			return answerPage(list, renderAINotice), err
		})
}

func answerAISettings(v service.AISettingsView, err error) (*aiSettingsOutput, error) {
	return &aiSettingsOutput{AISettings{Enabled: v.Settings.Enabled, DailyTokens: v.Settings.DailyTokens, UpdatedAt: present(v.Settings.UpdatedAt),
		Today: AIBudgetOfADay{Day: v.Budget.Day.Format(time.DateOnly), Used: v.Budget.Used, Reserved: v.Budget.Reserved}}}, err
}

func renderAINotice(n crm.AINotice) AINotice {
	return AINotice{ID: n.ID, Kind: n.Kind, Subject: n.Subject, Detail: n.Detail, CreatedAt: n.CreatedAt, ResolvedAt: n.ResolvedAt}
}
