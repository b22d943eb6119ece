package ai

import (
	"testing"
	"time"
)

func TestPrices(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		kind        Kind
		base, model string
		input       int64 // 0: not known
	}{
		{OpenAI, "", "gpt-4o-mini", 150_000},
		{OpenAI, "https://api.openai.com/v1", "gpt-4o-2024-08-06", 2_500_000},
		{OpenAI, "https://shop.openai.azure.com/openai/v1", "gpt-4o", 2_500_000},
		{OpenAI, "http://127.0.0.1:11434/v1", "gpt-4o", 0},
		{OpenAI, "https://openai.com.evil.example/v1", "gpt-4o", 0},
		{OpenAI, "", "gpt-4o-mini-tts", 0},
		{OpenAI, "", "sandbox-1", 0},
		{OpenAI, "", "text-embedding-3-small", 20_000},
		{Anthropic, "", "claude-sonnet-4-5-20250929", 3_000_000},
		{Anthropic, "", "claude-opus-4-5", 5_000_000},
		{Anthropic, "", "claude-9", 0},
		{Gemini, "", "models/gemini-2.5-flash", 300_000},
		{Gemini, "", "gemini-2.5-flash-lite", 100_000},
	} {
		p, ok := PricesOf(c.kind, c.base, c.model, now)
		if ok != (c.input > 0) || p.Input != c.input {
			t.Errorf("%s %s %s: %v %v", c.kind, c.base, c.model, p, ok)
		}
	}
	p, _ := PricesOf(OpenAI, "", "gpt-4o", now)
	if got := Cost(p, Usage{InputUncached: 1000, CacheRead: 2000, Output: 100, Reasoning: 100}); got != 2500+2500+2000 {
		t.Errorf("it costs %d", got)
	}
	if got := Cost(p, Usage{}); got != 0 {
		t.Errorf("nothing costs %d", got)
	}
	for kind, list := range prices {
		for _, p := range list {
			if p.Input <= 0 || p.Output < p.Input || p.CachedInput > p.Input || p.CacheWrite < p.Input {
				t.Errorf("%s %s: %+v", kind, p.model, p)
			}
		}
	}
}
