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
	"service.example/crm/internal/service"
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
	InputUncached int64 `json:"inputUncached" doc:"Of the prompt, not found in the provider's cache."`
	CacheRead     int64 `json:"cacheRead" doc:"Of the prompt, found in the provider's cache."`
	CacheWrite    int64 `json:"cacheWrite" doc:"Of the prompt, written to the provider's cache."`
	Output        int64 `json:"output" doc:"Of the answer's text."`
	Reasoning     int64 `json:"reasoning" doc:"Of what the model thought, where the provider tells it apart."`
	Total         int64 `json:"total" doc:"Sum of the other numbers."`
}

func renderTokens(t crm.AITokens) AITokens {
	return AITokens{t.InputUncached, t.CacheRead, t.CacheWrite, t.Output, t.Reasoning, t.Total()}
}

// AICall is one attempt to have something from a provider, or an answer from
// the cache instead.
type AICall struct {
	ID                string          `json:"id,omitempty" doc:"Identifier of the call; begins with aic_."`
	Purpose           string          `json:"purpose" doc:"Why it was made." example:"reply"`
	ProviderID        string          `json:"providerId,omitempty" doc:"The AI provider that was called; absent for a cache hit."`
	Kind              string          `json:"kind,omitempty" doc:"The protocol that it was called by."`
	Model             string          `json:"model,omitempty" doc:"That was asked for."`
	AnsweredModel     string          `json:"answeredModel,omitempty" doc:"That answered."`
	Attempt           int             `json:"attempt,omitempty" doc:"1 for the first of a reply."`
	OK                bool            `json:"ok" doc:"Whether it gave a usable answer."`
	Class             string          `json:"class,omitempty" doc:"cache_hit where no call was made, else the class of the failure."`
	StatusCode        int             `json:"statusCode,omitempty" doc:"HTTP status of the provider's answer; absent without one."`
	Detail            string          `json:"detail,omitempty" doc:"What the provider said about the failure."`
	LatencyMs         int64           `json:"latencyMs" doc:"How long it took, in milliseconds."`
	Tokens            AITokens        `json:"tokens" doc:"Of a cache hit: those that were saved."`
	Estimated         bool            `json:"estimated" doc:"The provider told no numbers; these are ours."`
	Usage             json.RawMessage `json:"usage,omitempty" doc:"The provider's own account."`
	Cost              *Money          `json:"cost" doc:"null when the price is not known."`
	PriceVersion      string          `json:"priceVersion,omitempty" doc:"The list of prices, or the prices of your own, by which the cost was computed."`
	ConversationID    string          `json:"conversationId,omitempty" doc:"The conversation that it was made for; absent outside of one."`
	MessageID         string          `json:"messageId,omitempty" doc:"The contact's message that it was made for; absent without one."`
	TurnID            string          `json:"turnId,omitempty" doc:"The turn that it was made for; absent outside of one."`
	AssistantID       string          `json:"assistantId,omitempty" doc:"The assistant that it was made for; absent without one."`
	AssistantRevision int64           `json:"assistantRevision,omitempty" doc:"The number of that assistant's revision."`
	CreatedAt         time.Time       `json:"createdAt" doc:"When it was made."`
}

// FieldValues lists the values of fields, for the document.
func (AICall) FieldValues() map[string]any {
	return map[string]any{"kind": crm.AIKinds, "purpose": crm.AIPurposes}
}

// AIUsageGroup sums up calls.
type AIUsageGroup struct {
	Day             string           `json:"day,omitempty" doc:"The day in UTC; present when grouped by day." example:"2026-01-31"`
	ProviderID      string           `json:"providerId,omitempty" doc:"The AI provider; present when grouped by provider."`
	Model           string           `json:"model,omitempty" doc:"The model; present when grouped by model."`
	AssistantID     string           `json:"assistantId,omitempty" doc:"The assistant; present when grouped by assistant."`
	Purpose         string           `json:"purpose,omitempty" doc:"Why the calls were made; present when grouped by purpose."`
	Calls           int64            `json:"calls" doc:"To providers, failed ones too."`
	Failed          int64            `json:"failed" doc:"Calls that failed."`
	Failures        map[string]int64 `json:"failures" doc:"By class."`
	Tokens          AITokens         `json:"tokens" doc:"As the providers told."`
	EstimatedTokens int64            `json:"estimatedTokens" doc:"Of calls without an account, by our estimate; not among tokens."`
	Cost            Money            `json:"cost" doc:"Of the calls whose price is known."`
	EstimatedCost   Money            `json:"estimatedCost" doc:"Of the calls without an account; not among cost."`
	UnpricedCalls   int64            `json:"unpricedCalls" doc:"Calls whose price is not known."`
	LatencyMs       AILatency        `json:"latencyMs" doc:"How long calls took, in milliseconds."`
	Cache           AICacheUsage     `json:"cache" doc:"What remembered answers saved."`
}

// FieldValues lists the values of fields, for the document.
func (AIUsageGroup) FieldValues() map[string]any {
	return map[string]any{"purpose": crm.AIPurposes}
}

// AILatency is about how long calls took, from a histogram.
type AILatency struct {
	P50 int64 `json:"p50" doc:"Half of the calls took at most this long."`
	P99 int64 `json:"p99" doc:"99 % of the calls took at most this long."`
}

// AICacheUsage is what answers from the cache saved.
type AICacheUsage struct {
	Hits        int64    `json:"hits" doc:"Replies that came from the cache."`
	HitRate     float64  `json:"hitRate" doc:"Of the replies, from 0 to 1."`
	TokensSaved AITokens `json:"tokensSaved" doc:"Tokens that those replies would have used."`
}

// AIUsage is the use of a range of days.
type AIUsage struct {
	FirstDay string         `json:"firstDay" doc:"First day of the range, in UTC."`
	LastDay  string         `json:"lastDay" doc:"Last day of the range, in UTC."`
	Groups   []AIUsageGroup `json:"groups" nullable:"false" doc:"One sum per group, as groupBy asked."`
	Total    AIUsageGroup   `json:"total" doc:"The sum over all groups."`
}

type (
	// AIUsageInput is the query of the usage.
	AIUsageInput struct {
		From    string    `query:"from" maxLength:"10" doc:"First day (UTC), such as 2026-01-01; 30 days ago by default."`
		To      string    `query:"to" maxLength:"10" doc:"Last day; today by default. At most 366 days."`
		GroupBy string    `query:"groupBy" maxLength:"60" doc:"Any of day, provider, model, assistant, purpose, separated by commas; provider by default."`
		Purpose aiPurpose `query:"purpose" doc:"Only calls for this purpose; all by default."`
	}
	// AICallsInput is the query of the list of calls.
	AICallsInput struct {
		PageInput
		ProviderID     string    `query:"providerId" maxLength:"64" doc:"Only calls to this AI provider."`
		AssistantID    string    `query:"assistantId" maxLength:"64" doc:"Only calls for this assistant."`
		ConversationID string    `query:"conversationId" maxLength:"64" doc:"Only calls for this conversation."`
		Purpose        aiPurpose `query:"purpose" doc:"Only calls for this purpose."`
		Failed         bool      `query:"failed" doc:"Only those that did not succeed."`
	}
	aiUsageOutput struct{ Body AIUsage }
)

func (s *Server) aiUsageRoutes() {
	register(s, operation{id: "get-ai-usage", method: http.MethodGet, path: "/v1/ai/usage", tag: aiTag, scope: crm.ScopeAIRead,
		summary: "Sum up the use of language models", description: "Calls, failures, tokens, cost, latency and what the cache saved, by day, provider, model, assistant or purpose."},
		func(ctx context.Context, a crm.Actor, in *AIUsageInput) (*aiUsageOutput, error) {
			q, err := in.query(s.svc.DB().Source().Now())
			if err != nil {
				return nil, err
			}
			u, err := s.svc.AIUsage(ctx, a, q)
			out := &aiUsageOutput{AIUsage{FirstDay: q.From.Format(time.DateOnly), LastDay: q.To.AddDate(0, 0, -1).Format(time.DateOnly),
				Groups: []AIUsageGroup{}, Total: renderUsage(u.Total)}}
			for _, g := range u.Groups {
				out.Body.Groups = append(out.Body.Groups, renderUsage(g))
			}
			return out, err
		})
	register(s, operation{id: "list-ai-calls", method: http.MethodGet, path: "/v1/ai/calls", tag: aiTag, scope: crm.ScopeAIRead,
		summary: "List calls to language models", description: "Every attempt, newest first, and every answer from the cache. They are kept for 90 days; the sums stay."},
		func(ctx context.Context, a crm.Actor, in *AICallsInput) (*pageOutput[AICall], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.AICalls(ctx, a, crm.AICallFilter{ProviderID: in.ProviderID, AssistantID: in.AssistantID,
				ConversationID: in.ConversationID, Purpose: string(in.Purpose), Failed: in.Failed}, p)
			return answerPage(list, renderAICall), err
		})
}

// query reads the days and the groups.
func (in *AIUsageInput) query(now time.Time) (q service.UsageQuery, err error) {
	var f crm.Faults
	day := func(name, text string, otherwise time.Time) time.Time {
		if text == "" {
			return otherwise
		}
		t, err := time.Parse(time.DateOnly, text)
		if err != nil || t.Year() < 2000 || t.Year() > 9000 {
			f.Add(name, crm.CodeParameterInvalid, "%s is a day such as 2026-01-31.", name)
		}
		return t
	}
	today := crm.AIDay(now)
	q.To = day("to", in.To, today).AddDate(0, 0, 1)
	q.From = day("from", in.From, q.To.AddDate(0, 0, -31))
	if days := q.To.Sub(q.From).Hours() / 24; f.Empty() && (days < 1 || days > service.MaxUsageDays) {
		f.Add("from", crm.CodeOutOfRange, "from is not after to, and at most %d days before it.", service.MaxUsageDays-1)
	}
	q.Purpose, q.GroupBy = string(in.Purpose), []string{"provider"}
	if in.GroupBy != "" {
		q.GroupBy = strings.Split(in.GroupBy, ",")
	}
	for _, g := range q.GroupBy {
		if !slices.Contains(service.UsageGroupings, g) {
			f.Add("groupBy", crm.CodeNotAllowed, "groupBy is made of %s.", strings.Join(service.UsageGroupings, ", "))
			break
		}
	}
	return q, f.Err()
}

func renderUsage(g service.UsageGroup) AIUsageGroup {
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
