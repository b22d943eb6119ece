package model

import (
	"cmp"
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// UsageGroup sums up the calls that share what they are grouped by.
type UsageGroup struct {
	Day                                     time.Time
	ProviderID, Model, AssistantID, Purpose string
	Calls, Failed, CacheHits                int64
	Failures                                map[string]int64 // by class
	Tokens, Saved                           crm.AITokens
	EstimatedTokens                         int64
	CostMicros, EstimatedMicros, Unpriced   int64
	Latencies                               crm.AILatencies
	answers                                 int64 // replies that a provider gave
}

// HitRate is the share of answers that came from the cache.
func (g *UsageGroup) HitRate() float64 {
	if g.CacheHits == 0 {
		return 0
	}
	return float64(g.CacheHits) / float64(g.CacheHits+g.answers)
}

// Usage is the use of a range of days, in groups and as a whole.
type Usage struct {
	Groups []UsageGroup
	Total  UsageGroup
}

// UsageQuery says which days are summed up and by what.
type UsageQuery struct {
	From, To time.Time // days of UTC; To is not included
	GroupBy  []string  // day, provider, model, assistant, purpose
	Purpose  string    // "" for all
}

// UsageGroupings are the values of UsageQuery.GroupBy.
var UsageGroupings = []string{"day", "provider", "model", "assistant", "purpose"}

// MaxUsageDays bounds the range of one query.
const MaxUsageDays = 366

// AIUsage sums up what the workspace's providers were used for, from kept
// counters: it costs the same however many calls there were.
func (s *Models) AIUsage(ctx context.Context, actor crm.Actor, q UsageQuery) (out Usage, err error) {
	if err := actor.Require(crm.ScopeAIRead); err != nil {
		return out, err
	}
	var rows []crm.AIUsage
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { rows, err = aiUsage(tx, actor.WorkspaceID, q.From, q.To); return err })
	if err != nil {
		return out, err
	}
	out.Total.Failures = map[string]int64{}
	groups := map[usageKey]*UsageGroup{}
	for _, r := range rows {
		if q.Purpose != "" && r.Purpose != q.Purpose {
			continue
		}
		out.Total.add(r)
		key := keyOf(r, q.GroupBy)
		g := groups[key]
		if g == nil {
			g = &UsageGroup{Day: key.Day, ProviderID: key.Provider, Model: key.Model, AssistantID: key.Assistant, Purpose: key.Purpose, Failures: map[string]int64{}}
			groups[key] = g
		}
		g.add(r)
	}
	for _, g := range groups {
		out.Groups = append(out.Groups, *g)
	}
	slices.SortFunc(out.Groups, func(a, b UsageGroup) int {
		return cmp.Or(a.Day.Compare(b.Day), cmp.Compare(a.ProviderID, b.ProviderID), cmp.Compare(a.Model, b.Model),
			cmp.Compare(a.AssistantID, b.AssistantID), cmp.Compare(a.Purpose, b.Purpose))
	})
	return out, nil
}

// usageKey is what a group has in common.
type usageKey struct {
	Day                                 time.Time
	Provider, Model, Assistant, Purpose string
}

func keyOf(r crm.AIUsage, by []string) (k usageKey) {
	for _, name := range by {
		switch name {
		case "day":
			k.Day = r.Day
		case "provider":
			k.Provider = r.ProviderID
		case "model":
			k.Model = r.Model
		case "assistant":
			k.Assistant = r.AssistantID
		case "purpose":
			k.Purpose = r.Purpose
		}
	}
	return k
}

func (g *UsageGroup) add(r crm.AIUsage) {
	if r.Class == crm.ClassCacheHit {
		g.CacheHits += r.Calls
		g.Saved = g.Saved.Add(r.Tokens)
		return
	}
	g.Calls += r.Calls
	if r.Class != "" {
		g.Failed += r.Calls
		g.Failures[r.Class] += r.Calls
	} else if r.Purpose == crm.AIForReply {
		g.answers += r.Calls
	}
	g.Tokens = g.Tokens.Add(r.Tokens)
	g.EstimatedTokens += r.EstimatedTokens
	g.CostMicros += r.CostMicros
	g.EstimatedMicros += r.EstimatedMicros
	g.Unpriced += r.Unpriced
	g.Latencies.Add(r.Latencies)
}

// AICalls returns a page of calls, newest first.
func (s *Models) AICalls(ctx context.Context, actor crm.Actor, f crm.AICallFilter, p crm.Page) (list crm.List[crm.AICall], err error) {
	if err := actor.Require(crm.ScopeAIRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = AICalls(tx, actor.WorkspaceID, f, p); return err })
	return list, err
}
