package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// AIGeneration is one answer to be had from a workspace's providers.
type AIGeneration struct {
	WorkspaceID string
	// ProviderIDs is the chain, in order; what is not there any more is left out.
	ProviderIDs []string
	Call        ai.Call
	For         crm.AICallFor
	// Reservation is settled with what was used, if it has an ID.
	Reservation crm.TokenReservation
}

// recordTimeout bounds the recording of calls whose caller is gone.
const recordTimeout = 10 * time.Second

// GenerateAI has one answer from the chain. Every attempt is on record when it
// returns, whether it succeeded or not, and the tokens are counted. Its error is
// an *ai.Error, or a *crm.Error where AI is switched off or nothing could be
// read or recorded. It holds no transaction while it waits.
func (s *Models) GenerateAI(ctx context.Context, g AIGeneration) (ai.Result, error) {
	settings, err := s.KnownSettings(ctx, g.WorkspaceID)
	if err == nil && !settings.Enabled {
		err = crm.Errorf(crm.KindConflict, crm.CodeAIDisabled, "AI is switched off for this workspace.")
	}
	known := map[string]Target{}
	if err == nil {
		known, err = s.Targets(ctx, g.WorkspaceID)
	}
	if err != nil { // nobody was asked: the reservation must not count as used
		return ai.Result{}, errors.Join(err, s.SettleTokens(context.WithoutCancel(ctx), g.Reservation, 0))
	}
	chain := &ai.Chain{Health: s.runtime.health, Source: s.db.Source()}
	for _, id := range g.ProviderIDs {
		if t, ok := known[id]; ok {
			chain.Targets = append(chain.Targets, t.target)
		}
	}
	result, failed := chain.Generate(ctx, g.Call)
	if err := s.RecordAI(ctx, g, known, result); err != nil {
		return result, err
	}
	return result, failed
}

// RecordAI stores the attempts, the counters, the tokens of the day and what
// was found out about the providers, in one transaction. The caller may be gone.
func (s *Models) RecordAI(ctx context.Context, g AIGeneration, known map[string]Target, r ai.Result) error {
	if len(r.Attempts) == 0 && len(r.Changes) == 0 && g.Reservation.ID == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	calls, used := make([]crm.AICall, 0, len(r.Attempts)), int64(0)
	for i, a := range r.Attempts {
		c := CallOf(g, known[a.TargetID].AIProvider, a)
		c.Attempt = i + 1
		calls, used = append(calls, c), used+c.Tokens.Total()
		if m := s.metrics.AICall; m != nil {
			m(c)
		}
	}
	return s.db.Update(ctx, g.WorkspaceID, func(tx *db.Tx) error {
		for _, c := range calls {
			c.ID = tx.NewID(crm.PrefixAICall)
			RecordAICall(tx, c)
		}
		for _, standing := range r.Changes {
			s.noteStanding(tx, g.WorkspaceID, known[standing.TargetID].Name, standing)
		}
		return s.settleReservation(tx, g.WorkspaceID, g.Reservation, used)
	})
}

// CallOf is an attempt as it is put on record.
func CallOf(g AIGeneration, p crm.AIProvider, a ai.Attempt) crm.AICall {
	u := a.Usage
	c := crm.AICall{WorkspaceID: g.WorkspaceID, AICallFor: g.For, ProviderID: a.TargetID, Kind: p.Kind, Model: a.Model, Answered: a.Answered,
		Class: string(a.Class), StatusCode: a.StatusCode, Detail: a.Detail, Latency: a.Latency, Estimated: u.Estimated, CreatedAt: a.StartedAt,
		Tokens: crm.AITokens{InputUncached: int64(u.InputUncached), CacheRead: int64(u.CacheRead), CacheWrite: int64(u.CacheWrite),
			Output: int64(u.Output), Reasoning: int64(u.Reasoning)}}
	if len(u.Raw) <= maxRawUsage {
		c.Usage = json.RawMessage(u.Raw)
	}
	prices, version := crm.TokenPrices{}, ai.PricesVersion
	ok := p.Prices != nil
	if ok {
		prices, version = *p.Prices, fmt.Sprintf("provider-%d", p.UpdatedAt.Unix())
	} else {
		prices, ok = ai.PricesOf(ai.Kind(p.Kind), p.BaseURL, a.Model, a.StartedAt)
	}
	if ok {
		cost := ai.Cost(prices, u)
		c.CostMicros, c.PriceVersion = &cost, version
	}
	return c
}

// maxRawUsage bounds what is kept of a provider's own account.
const maxRawUsage = 4096

// RecordCacheHit puts an answer from the cache on record: no call was made, and
// saved is what the answer had used.
func (s *Models) RecordCacheHit(tx *db.Tx, workspaceID string, f crm.AICallFor, saved ai.Usage) {
	c := CallOf(AIGeneration{WorkspaceID: workspaceID, For: f}, crm.AIProvider{}, ai.Attempt{Usage: saved, StartedAt: tx.Now()})
	c.ID, c.Class, c.CostMicros, c.PriceVersion, c.Usage, c.Estimated = tx.NewID(crm.PrefixAICall), crm.ClassCacheHit, nil, "", nil, false
	RecordAICall(tx, c)
	tx.After(func() {
		if m := s.metrics.AICall; m != nil {
			m(c)
		}
	})
}

// noteStanding tells the other nodes and the people of a provider's health.
func (s *Models) noteStanding(tx *db.Tx, workspaceID, name string, standing ai.Standing) {
	SaveAIStanding(tx, workspaceID, StandingRow(standing))
	kind := ""
	switch standing.State {
	case ai.Open, ai.OutOfQuota, ai.Misconfigured:
		kind = "provider_" + string(standing.State)
		raiseAINotice(tx, crm.AINotice{WorkspaceID: workspaceID, Kind: kind, Subject: standing.TargetID,
			Detail: fmt.Sprintf("%s: %s: %s", name, standing.Class, standing.Detail)})
	}
	ResolveAINotices(tx, workspaceID, standing.TargetID, kind)
}

// AITest is what came of a test of a provider: one small call.
type AITest struct {
	OK     bool
	Result ai.Result
	Calls  []crm.AICall
}

// TestAIProvider makes one small call, again only where the endpoint wants to be
// asked otherwise. A success clears the provider's recorded failures.
func (s *Models) TestAIProvider(ctx context.Context, actor crm.Actor, id string) (AITest, error) {
	if err := actor.Require(crm.ScopeAIWrite); err != nil {
		return AITest{}, err
	}
	known, err := s.Targets(ctx, actor.WorkspaceID)
	if err != nil {
		return AITest{}, err
	}
	t, ok := known[id]
	if !ok {
		return AITest{}, crm.NotFound("AI provider", id)
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[AITest]) (out AITest, err error) {
		// A memory of its own: the test is made whatever is known, and fails alone.
		chain := &ai.Chain{Targets: []ai.Target{t.target}, Health: ai.NewHealth(s.db.Source()), Source: s.db.Source()}
		result, failed := chain.Generate(ctx, ai.Call{Request: testRequest(), Check: func(ai.Response) error { return nil }})
		result.Changes = nil
		out = AITest{OK: failed == nil, Result: result}
		if failed == nil {
			if changed := s.runtime.health.Restore(t.ID, t.Revision); changed != nil {
				result.Changes = append(result.Changes, *changed)
			}
		}
		g := AIGeneration{WorkspaceID: actor.WorkspaceID, For: crm.AICallFor{Purpose: crm.AIForTest}}
		if err := s.RecordAI(ctx, g, known, result); err != nil {
			return out, err
		}
		for _, a := range result.Attempts {
			out.Calls = append(out.Calls, CallOf(g, t.AIProvider, a))
		}
		return out, s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error { return save(tx, out) })
	})
}

// testRequest is a question that any model can answer, in the form in which
// replies are asked for.
func testRequest() ai.Request {
	return ai.Request{System: "This is a test of the connection. Set ok to true.", MaxTokens: 512,
		Schema:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["ok"],"properties":{"ok":{"type":"boolean"}}}`),
		Messages: []ai.Message{{Role: ai.User, Text: "Hello"}}}
}
