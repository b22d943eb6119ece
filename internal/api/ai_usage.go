package api

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/model"
)

// Money is an exact amount.
type Money struct {
	Amount   string `json:"amount" doc:"Decimal number." example:"0.001234"`
	Currency string `json:"currency" doc:"ISO 4217 code." example:"USD"`
}

func usDollars(micros int64) Money {
	return Money{Amount: crm.FormatMicros(micros), Currency: crm.AICurrency}
}

// AITokens counts tokens; no token is in two of the numbers.
type AITokens struct {
	InputUncached int64 `json:"inputUncached" doc:"Prompt tokens that were not in the provider's cache."`
	CacheRead     int64 `json:"cacheRead" doc:"Prompt tokens read from the provider's cache."`
	CacheWrite    int64 `json:"cacheWrite" doc:"Prompt tokens written to the provider's cache."`
	Output        int64 `json:"output" doc:"Tokens of the answer text."`
	Reasoning     int64 `json:"reasoning" doc:"Reasoning tokens, if the provider reports them separately."`
	Total         int64 `json:"total" doc:"Sum of the other counts."`
}

func renderTokens(t crm.AITokens) AITokens {
	return AITokens{t.InputUncached, t.CacheRead, t.CacheWrite, t.Output, t.Reasoning, t.Total()}
}

// AICall is one attempt to have something from a provider, or an answer from
// the cache instead.
type AICall struct {
	ID                string          `json:"id,omitempty" doc:"Identifier of the call; begins with aic_."`
	Purpose           string          `json:"purpose" doc:"Purpose of the call." example:"reply"`
	ProviderID        string          `json:"providerId,omitempty" doc:"The AI provider; absent for a cache hit."`
	Kind              string          `json:"kind,omitempty" doc:"Protocol of the endpoint."`
	Model             string          `json:"model,omitempty" doc:"The requested model."`
	AnsweredModel     string          `json:"answeredModel,omitempty" doc:"The model that answered."`
	Attempt           int             `json:"attempt,omitempty" doc:"Number of the call within one reply, starting at 1."`
	OK                bool            `json:"ok" doc:"Whether the call gave a usable answer."`
	Class             string          `json:"class,omitempty" doc:"cache_hit if no call was made; otherwise the class of the failure."`
	StatusCode        int             `json:"statusCode,omitempty" doc:"HTTP status of the provider's answer; absent if there was none."`
	Detail            string          `json:"detail,omitempty" doc:"The provider's message about the failure."`
	LatencyMs         int64           `json:"latencyMs" doc:"Duration of the call in milliseconds."`
	Tokens            AITokens        `json:"tokens" doc:"For a cache hit: the tokens it saved."`
	Estimated         bool            `json:"estimated" doc:"true: the provider reported no token counts, and these are our estimate."`
	Usage             json.RawMessage `json:"usage,omitempty" doc:"The usage as the provider reported it."`
	Cost              *Money          `json:"cost" doc:"null if the price is unknown."`
	PriceVersion      string          `json:"priceVersion,omitempty" doc:"The price list, or your own prices, used to compute the cost."`
	ConversationID    string          `json:"conversationId,omitempty" doc:"The conversation of the call; absent if there is none."`
	MessageID         string          `json:"messageId,omitempty" doc:"The contact's message that caused the call; absent if there is none."`
	TurnID            string          `json:"turnId,omitempty" doc:"The turn of the call; absent if there is none."`
	AssistantID       string          `json:"assistantId,omitempty" doc:"The assistant of the call; absent if there is none."`
	AssistantRevision int64           `json:"assistantRevision,omitempty" doc:"Revision number of the assistant."`
	CreatedAt         time.Time       `json:"createdAt" doc:"When the call was made."`
}

// FieldValues lists the values of fields, for the document.
func (AICall) FieldValues() map[string]any {
	return map[string]any{"kind": crm.AIKinds, "purpose": crm.AIPurposes}
}

// AIUsageGroup sums up calls.
type AIUsageGroup struct {
	Day             string           `json:"day,omitempty" doc:"Day in UTC; present if grouped by day." example:"2026-01-31"`
	ProviderID      string           `json:"providerId,omitempty" doc:"The AI provider; present if grouped by provider."`
	Model           string           `json:"model,omitempty" doc:"The model; present if grouped by model."`
	AssistantID     string           `json:"assistantId,omitempty" doc:"The assistant; present if grouped by assistant."`
	Purpose         string           `json:"purpose,omitempty" doc:"Purpose of the calls; present if grouped by purpose."`
	Calls           int64            `json:"calls" doc:"Calls to AI providers, including failed calls."`
	Failed          int64            `json:"failed" doc:"Calls that failed."`
	Failures        map[string]int64 `json:"failures" doc:"Failed calls by class."`
	Tokens          AITokens         `json:"tokens" doc:"Tokens as the providers reported them."`
	EstimatedTokens int64            `json:"estimatedTokens" doc:"Our estimate for calls without reported usage; not included in tokens."`
	Cost            Money            `json:"cost" doc:"Cost of the calls with a known price."`
	EstimatedCost   Money            `json:"estimatedCost" doc:"Estimated cost of the calls without reported usage; not included in cost."`
	UnpricedCalls   int64            `json:"unpricedCalls" doc:"Calls with an unknown price."`
	LatencyMs       AILatency        `json:"latencyMs" doc:"Duration of the calls in milliseconds."`
	Cache           AICacheUsage     `json:"cache" doc:"Savings from the answer cache."`
}

// FieldValues lists the values of fields, for the document.
func (AIUsageGroup) FieldValues() map[string]any {
	return map[string]any{"purpose": crm.AIPurposes}
}

// AILatency is about how long calls took, from a histogram.
type AILatency struct {
	P50 int64 `json:"p50" doc:"Median."`
	P99 int64 `json:"p99" doc:"99th percentile."`
}

// AICacheUsage is what answers from the cache saved.
type AICacheUsage struct {
	Hits        int64    `json:"hits" doc:"Replies that came from the cache."`
	HitRate     float64  `json:"hitRate" doc:"Share of replies from the cache, from 0 to 1."`
	TokensSaved AITokens `json:"tokensSaved" doc:"Tokens that the cache saved."`
}

// AIUsage is the use of a range of days.
type AIUsage struct {
	FirstDay string         `json:"firstDay" doc:"First day of the period, in UTC."`
	LastDay  string         `json:"lastDay" doc:"Last day of the period, in UTC."`
	Groups   []AIUsageGroup `json:"groups" nullable:"false" doc:"One entry per group, as requested with groupBy."`
	Total    AIUsageGroup   `json:"total" doc:"Total of all groups."`
}

type (
	// AIUsageInput is the query of the usage.
	AIUsageInput struct {
		From    string    `query:"from" maxLength:"10" doc:"First day (UTC), such as 2026-01-01; 30 days ago by default."`
		To      string    `query:"to" maxLength:"10" doc:"Last day (UTC); today by default. The period may have at most 366 days."`
		GroupBy string    `query:"groupBy" maxLength:"60" doc:"One or more of day, provider, model, assistant and purpose, separated by commas; provider by default."`
		Purpose aiPurpose `query:"purpose" doc:"Only calls with this purpose; all by default."`
	}
	// AICallsInput is the query of the list of calls.
	AICallsInput struct {
		PageInput
		ProviderID     string    `query:"providerId" maxLength:"64" doc:"Only calls to this AI provider."`
		AssistantID    string    `query:"assistantId" maxLength:"64" doc:"Only calls for this assistant."`
		ConversationID string    `query:"conversationId" maxLength:"64" doc:"Only calls for this conversation."`
		Purpose        aiPurpose `query:"purpose" doc:"Only calls with this purpose."`
		Failed         bool      `query:"failed" doc:"Only failed calls."`
	}
	aiUsageOutput struct{ Body AIUsage }
)

func aiUsageRoutes(s *Server) {
	register(s, operation{id: "get-ai-usage", method: http.MethodGet, path: "/v1/ai/usage", tag: aiTag, scope: crm.ScopeAIRead,
		summary: "Get AI usage", description: "Calls, failures, tokens, cost, latency and cache savings, by day, provider, model, assistant or purpose."},
		func(ctx context.Context, a crm.Actor, in *AIUsageInput) (*aiUsageOutput, error) {
			q, err := in.query(s.svc.DB().Source().Now())
			if err != nil {
				return nil, err
			}
			u, err := s.svc.Model.AIUsage(ctx, a, q)
			out := &aiUsageOutput{AIUsage{FirstDay: q.From.Format(time.DateOnly), LastDay: q.To.AddDate(0, 0, -1).Format(time.DateOnly),
				Groups: []AIUsageGroup{}, Total: renderUsage(u.Total)}}
			for _, g := range u.Groups {
				out.Body.Groups = append(out.Body.Groups, renderUsage(g))
			}
			return out, err
		})
	register(s, operation{id: "list-ai-calls", method: http.MethodGet, path: "/v1/ai/calls", tag: aiTag, scope: crm.ScopeAIRead, whole: true,
		summary: "List AI calls", description: "Every call and every cache hit, newest first. They are kept for 90 days; the totals are kept longer."},
		func(ctx context.Context, a crm.Actor, in *AICallsInput) (*pageOutput[AICall], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Model.AICalls(ctx, a, crm.AICallFilter{ProviderID: in.ProviderID, AssistantID: in.AssistantID,
				ConversationID: in.ConversationID, Purpose: string(in.Purpose), Failed: in.Failed}, p)
			return answerPage(list, renderAICall), err
		})
}

// query reads the days and the groups.
func (in *AIUsageInput) query(now time.Time) (q model.UsageQuery, err error) {
	var f crm.Faults
	day := func(name, text string, otherwise time.Time) time.Time {
		if text == "" {
			return otherwise
		}
		t, err := time.Parse(time.DateOnly, text)
		if err != nil || t.Year() < 2000 || t.Year() > 9000 {
			f.Add(name, crm.CodeParameterInvalid, "%s must be a day such as 2026-01-31.", name)
		}
		return t
	}
	today := crm.AIDay(now)
	q.To = day("to", in.To, today).AddDate(0, 0, 1)
	q.From = day("from", in.From, q.To.AddDate(0, 0, -31))
	if days := q.To.Sub(q.From).Hours() / 24; f.Empty() && (days < 1 || days > model.MaxUsageDays) {
		f.Add("from", crm.CodeOutOfRange, "from must not be after to, and at most %d days before it.", model.MaxUsageDays-1)
	}
	q.Purpose, q.GroupBy = string(in.Purpose), []string{"provider"}
	if in.GroupBy != "" {
		q.GroupBy = strings.Split(in.GroupBy, ",")
	}
	for _, g := range q.GroupBy {
		if !slices.Contains(model.UsageGroupings, g) {
			f.Add("groupBy", crm.CodeNotAllowed, "groupBy may have only %s.", strings.Join(model.UsageGroupings, ", "))
			break
		}
	}
	return q, f.Err()
}

func renderUsage(g model.UsageGroup) AIUsageGroup {
	out := AIUsageGroup{ProviderID: g.ProviderID, Model: g.Model, AssistantID: g.AssistantID, Purpose: g.Purpose, Calls: g.Calls, Failed: g.Failed, Failures: g.Failures,
		Tokens: renderTokens(g.Tokens), EstimatedTokens: g.EstimatedTokens, Cost: usDollars(g.CostMicros), EstimatedCost: usDollars(g.EstimatedMicros), UnpricedCalls: g.Unpriced,
		LatencyMs: AILatency{P50: g.Latencies.Quantile(0.5).Milliseconds(), P99: g.Latencies.Quantile(0.99).Milliseconds()},
		Cache:     AICacheUsage{Hits: g.CacheHits, HitRate: math.Round(g.HitRate()*10_000) / 10_000, TokensSaved: renderTokens(g.Saved)}}
	if !g.Day.IsZero() {
		out.Day = g.Day.Format(time.DateOnly)
	}
	if out.Failures == nil {
		out.Failures = map[string]int64{}
	}
	return out
}

func renderAICall(c crm.AICall) AICall {
	out := AICall{ID: c.ID, Purpose: c.Purpose, ProviderID: c.ProviderID, Kind: c.Kind, Model: c.Model, AnsweredModel: c.Answered, Attempt: c.Attempt,
		OK: c.Class == "" || c.Class == crm.ClassCacheHit, Class: c.Class, StatusCode: c.StatusCode, Detail: c.Detail,
		LatencyMs: c.Latency.Milliseconds(), Tokens: renderTokens(c.Tokens), Estimated: c.Estimated, Usage: c.Usage, PriceVersion: c.PriceVersion,
		ConversationID: c.ConversationID, MessageID: c.MessageID, TurnID: c.TurnID, AssistantID: c.AssistantID, AssistantRevision: c.AssistantRevision, CreatedAt: c.CreatedAt}
	if c.CostMicros != nil {
		cost := usDollars(*c.CostMicros)
		out.Cost = &cost
	}
	return out
}
