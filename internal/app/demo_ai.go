package app

import (
	"context"
	"fmt"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// demoModels are the AI providers of the demo, which the sandbox plays: two
// wires, so that one can fail and the other goes on.
var demoModels = []struct{ name, kind, path string }{
	{"Sandbox One", "openai", "/ai/one/v1"},
	{"Sandbox Two", "anthropic", "/ai/two/v1"},
}

// seedModels adds the demo's AI providers at the first start and tells those
// that are still there where the sandbox listens now.
func (a *App) seedModels(ctx context.Context, workspaceID string, first bool) error {
	actor, err := a.Service.Operator(ctx, workspaceID)
	if err != nil {
		return err
	}
	have, err := a.Service.AIProviders(ctx, actor, crm.Page{Limit: crm.MaxAIProviders})
	if err != nil {
		return err
	}
	for _, m := range demoModels {
		url := a.Sandbox.URL + m.path
		for _, v := range have.Items {
			if p := v.Provider; p.Name == m.name && p.BaseURL != url && strings.HasSuffix(p.BaseURL, m.path) {
				if _, err := a.Service.UpdateAIProvider(ctx, actor, p.ID, service.AIProviderChange{BaseURL: &url}); err != nil {
					return fmt.Errorf("the demo's AI provider could not be moved: %w", err)
				}
			}
		}
		if !first {
			continue
		}
		model, key := "sandbox-1", "sk-sandbox-0123456789abcdef"
		prices := &crm.TokenPrices{Input: 150_000, CachedInput: 75_000, CacheWrite: 150_000, Output: 600_000}
		if _, err := a.Service.CreateAIProvider(ctx, actor, service.AIProviderChange{Name: &m.name, Kind: &m.kind, BaseURL: &url, Model: &model, Key: &key, Prices: &prices}); err != nil {
			return fmt.Errorf("the demo's AI provider could not be added: %w", err)
		}
	}
	return nil
}
