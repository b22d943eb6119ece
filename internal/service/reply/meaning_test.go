package reply_test

import (
	"fmt"
	"strings"
	"testing"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// An assistant answers from what only the meaning finds, by a model and never
// word for word.
func TestAssistantsGoByMeaning(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		d := newDesk(t, k, map[string]any{"providerIds": testshop.NewChain(k, k.Key, "first")})
		d.Stock()
		ask := func() map[string]any {
			t.Helper()
			return d.Post("/v1/assistants/"+d.Assistant+"/test", map[string]any{"question": "Can you reimburse me?"}).JSON()
		}
		if r := ask(); r["state"] != "handed_off" || r["meaning"].(map[string]any)["reason"] != "off" || len(r["passages"].([]any)) > 0 {
			t.Errorf("by words: %v", r)
		}
		d.Embed()
		d.Meant("Can you reimburse me?") // which is remembered from then on
		r := ask()
		list := r["passages"].([]any)
		if len(list) == 0 || r["meaning"].(map[string]any)["used"] != true || r["prompt"] == nil {
			t.Fatalf("by meaning: %v", r)
		}
		if p := list[0].(map[string]any); p["title"] != "Refunds" || p["byMeaning"] != true || p["vectorRank"] != 1.0 || p["confidence"] != 0.0 {
			t.Errorf("by meaning: %v", p)
		}
		// Without a model nobody is told a passage that only the meaning finds.
		k.Must(k.Sandbox().SetAIFaults(sandbox.Fault{Match: sandbox.Match{Path: "/chat/completions"}, Fail: "unavailable"}))
		if r := ask(); r["state"] != "handed_off" || strings.Contains(fmt.Sprint(r["text"]), "five working days") {
			t.Errorf("word for word: %v", r)
		}
	})
}
