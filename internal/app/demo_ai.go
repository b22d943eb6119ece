package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/model"
)

// demoModels are the AI providers of the demo, which the sandbox plays: two
// wires, so that one can fail and the other goes on.
var demoModels = []struct{ name, kind, path string }{
	{"Sandbox One", "openai", "/ai/one/v1"},
	{"Sandbox Two", "anthropic", "/ai/two/v1"},
}

// demoModelKey is what the sandbox takes for a key.
const demoModelKey = "sk-sandbox-0123456789abcdef"

// moveModels tells the demo's AI providers that are still there where the
// sandbox listens now.
func (a *App) moveModels(ctx context.Context, actor crm.Actor) error {
	have, err := a.Service.Model.AIProviders(ctx, actor, crm.Page{Limit: crm.MaxAIProviders})
	for _, m := range demoModels {
		url, key := a.Sandbox.URL+m.path, demoModelKey
		for _, v := range have.Items {
			if p := v.Provider; err == nil && p.Name == m.name && p.BaseURL != url && strings.HasSuffix(p.BaseURL, m.path) {
				_, err = a.Service.Model.UpdateAIProvider(ctx, actor, p.ID, model.AIProviderChange{BaseURL: &url, Key: &key})
			}
		}
	}
	if err != nil {
		return fmt.Errorf("cannot update the demo's AI providers: %w", err)
	}
	return nil
}

// seedModels adds those of the demo's AI providers that are missing and returns
// the chain of them.
func (a *App) seedModels(ctx context.Context, actor crm.Actor) (chain []string, err error) {
	have, err := a.Service.Model.AIProviders(ctx, actor, crm.Page{Limit: crm.MaxAIProviders})
	for _, m := range demoModels {
		i := slices.IndexFunc(have.Items, func(v model.AIProviderView) bool { return v.Provider.Name == m.name })
		if err == nil && i >= 0 {
			chain = append(chain, have.Items[i].Provider.ID)
			continue
		}
		url, llm, key := a.Sandbox.URL+m.path, "sandbox-1", demoModelKey
		prices := &crm.TokenPrices{Input: 150_000, CachedInput: 75_000, CacheWrite: 150_000, Output: 600_000}
		var made model.AIProviderView
		if err == nil {
			made, err = a.Service.Model.CreateAIProvider(ctx, actor, model.AIProviderChange{Name: &m.name, Kind: &m.kind, BaseURL: &url, Model: &llm, Key: &key, Prices: &prices})
		}
		if err != nil {
			return nil, fmt.Errorf("cannot add the demo's AI provider: %w", err)
		}
		chain = append(chain, made.Provider.ID)
	}
	return chain, nil
}

// seedKnowledge adds those of the shop's texts that are missing and returns when
// all can be found.
func (a *App) seedKnowledge(ctx context.Context, actor crm.Actor) error {
	have, err := a.Service.Library.KnowledgeSources(ctx, actor, library.SourceFilter{}, crm.Page{Limit: crm.MaxPageLimit})
	if err != nil {
		return err
	}
	for _, src := range demoKnowledge {
		if i := slices.IndexFunc(have.Items, func(h crm.KnowledgeSource) bool { return h.Title == src.Title }); i >= 0 {
			src = have.Items[i]
		} else if src, err = a.Service.Library.CreateKnowledgeSource(ctx, actor, src); err != nil {
			return fmt.Errorf("cannot add the demo's knowledge: %w", err)
		}
		err := until(ctx, "the demo's knowledge is indexed", func() (bool, error) {
			now, err := a.Service.Library.KnowledgeSource(ctx, actor, src.ID)
			return now.State == crm.SourceReady || now.State == crm.SourceFailed, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// seedAssistant puts the shop's assistant on duty for the demo's number, unless
// somebody has made an assistant already.
func (a *App) seedAssistant(ctx context.Context, actor crm.Actor, phoneNumberID string, chain []string) error {
	have, err := a.Service.Assistant.Assistants(ctx, actor, crm.Page{Limit: 1})
	if err != nil || len(have.Items) > 0 {
		return err
	}
	name := demoAssistant
	config, _ := json.Marshal(map[string]any{"instructions": demoInstructions, "tone": "friendly and brief", "providerIds": chain}) // plain values
	_, err = a.Service.Assistant.CreateAssistant(ctx, actor, assistant.AssistantChange{Name: &name, PhoneNumberIDs: []string{phoneNumberID}, Config: config})
	if err != nil {
		return fmt.Errorf("cannot create the demo's assistant: %w", err)
	}
	return nil
}

// seedPatience is how long a step of the seeding may take in the background.
const seedPatience = 30 * time.Second

// until waits for what the background does.
func until(ctx context.Context, what string, done func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, seedPatience)
	defer cancel()
	for pause := time.Millisecond; ; pause = min(2*pause, 10*time.Millisecond) {
		ok, err := done()
		if ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waited for %s until %s: %w", what, seedPatience, ctx.Err())
		case <-time.After(pause):
		}
	}
}
