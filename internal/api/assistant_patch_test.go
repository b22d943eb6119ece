package api_test

import (
	"net/http"
	"testing"

	"service.example/crm/internal/testkit"
)

// null in a merge patch puts the default back, of a message of a language, too.
func TestNullInAnAssistantsPatch(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		id := k.Do(http.MethodPost, "/v1/assistants", k.Key, map[string]any{"name": "Night", "config": map[string]any{"handOff": map[string]any{"words": []string{"lawyer"}, "messages": map[string]any{"en": "One moment.", "de": "Moment."}}}}).Text("id")
		change := func(patch string) map[string]any {
			t.Helper()
			r := k.Do(http.MethodPatch, "/v1/assistants/"+id, k.Key, `{"config":`+patch+`}`)
			if r.Status != http.StatusOK {
				t.Fatalf("%s: %d %s", patch, r.Status, r.Body)
			}
			return r.JSON()["draft"].(map[string]any)["config"].(map[string]any)["handOff"].(map[string]any)
		}
		h := change(`{"handOff":{"messages":{"en":null}}}`)
		if m := h["messages"].(map[string]any); len(m) != 1 || m["de"] != "Moment." {
			t.Errorf("without a message: %v", h)
		}
		if h = change(`{"handOff":{"messages":{"de":null}}}`); h["messages"] != nil && len(h["messages"].(map[string]any)) > 0 || len(h["words"].([]any)) != 1 {
			t.Errorf("without messages: %v", h)
		}
	})
}
