package decide_test

import (
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/knowledge"
)

func TestCacheKey(t *testing.T) {
	base := decide.CacheKey{WorkspaceID: "w", AssistantID: "a", Config: crm.DefaultAssistantConfig(), Language: "en", Question: "When do you open?", Passages: shop}
	key := base.Sum([]byte("secret"))
	same := map[string]func(*decide.CacheKey){
		"case and punctuation": func(k *decide.CacheKey) { k.Question = "  WHEN do  you open!! " },
		"the pause":            func(k *decide.CacheKey) { k.Config.BurstPauseMs = 0 },
	}
	other := map[string]func(*decide.CacheKey){
		"the workspace": func(k *decide.CacheKey) { k.WorkspaceID = "v" }, "a number": func(k *decide.CacheKey) { k.Question = "When do you open 2?" },
		"a negation": func(k *decide.CacheKey) { k.Question = "When do you not open?" }, "the language": func(k *decide.CacheKey) { k.Language = "es" },
		"the instructions": func(k *decide.CacheKey) { k.Config.Instructions = "Be brief." }, "the generation": func(k *decide.CacheKey) { k.Generation++ },
		"the evidence": func(k *decide.CacheKey) {
			k.Passages = []knowledge.Passage{passage("p1", "We open at ten."), shop[1], shop[2]}
		},
		"its order":   func(k *decide.CacheKey) { k.Passages = []knowledge.Passage{shop[1], shop[0], shop[2]} },
		"the history": func(k *decide.CacheKey) { k.Before = []decide.Said{{Inbound: true, Text: "On Sunday?"}} },
	}
	for name, change := range same {
		k := base
		change(&k)
		if k.Sum([]byte("secret")) != key {
			t.Errorf("%s makes another key", name)
		}
	}
	for name, change := range other {
		k := base
		change(&k)
		if k.Sum([]byte("secret")) == key {
			t.Errorf("%s makes no other key", name)
		}
	}
	if base.Sum([]byte("other")) == key {
		t.Error("the secret makes no other key")
	}
}
