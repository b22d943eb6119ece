package app_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/testkit"
)

// What assistants leave goes after its time; the sums of the day stay, and so
// does what a message rests on.
func TestWhatAssistantsLeaveIsRemoved(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		post := func(path string, body any) testkit.Response {
			t.Helper()
			r := k.Do(http.MethodPost, path, k.Key, body)
			if r.Status >= 300 {
				t.Fatalf("%s: %d %s", path, r.Status, r.Body)
			}
			return r
		}
		provider := post("/v1/ai/providers", map[string]any{"name": "One", "kind": "openai", "baseUrl": k.App.Sandbox.URL + "/ai/one/v1", "model": "sandbox-1"}).Text("id")
		source := post("/v1/knowledge/sources", map[string]any{"kind": "article", "title": "Delivery", "content": "Delivery costs 4.90 euros and takes two working days."}).Text("id")
		k.Eventually("the knowledge is indexed", func() bool {
			return k.Do(http.MethodGet, "/v1/knowledge/sources/"+source, k.Key, nil).Text("state") == "ready"
		})
		post("/v1/assistants", map[string]any{"name": "Shop", "phoneNumberIds": []string{k.NumberID},
			"config": map[string]any{"providerIds": []string{provider}, "burstPauseMs": 0, "limits": map[string]any{"pauseSeconds": 0}}})
		ask := func(from, text string) {
			t.Helper()
			k.CustomerWrites(from, text)
			k.Eventually("it is decided", func() bool { return k.Count("ai_turns", "state = 'open'") == 0 })
			k.Settle()
		}
		ask("+14155550301", "How much does delivery cost and how many working days does it take?")
		ask("+14155550302", "Can you recommend a good dentist around the corner?")
		if r := k.Do(http.MethodPatch, "/v1/ai/settings", k.Key, map[string]any{"dailyTokens": 1}); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		ask("+14155550303", "How long does delivery take, and what does it cost?") // over the budget: a notice
		reply := k.Rows("SELECT message_id FROM ai_turns WHERE state = 'replied'")[0]["message_id"].(string)
		tables := map[string]int{"ai_turns": 3, "ai_turn_messages": 3, "ai_calls": 1, "ai_cache": 1, "knowledge_gaps": 1, "knowledge_gap_questions": 1, "ai_notices": 1}
		left := func(what string, share int) {
			t.Helper()
			k.Must(app.RemoveOld(context.Background(), k.App))
			for table, n := range tables {
				if got := k.Count(table, "workspace_id = '"+k.WorkspaceID+"'"); got != n*share && !(table == "ai_cache" && share == 1) {
					t.Errorf("%s, %s has %d rows, want %d", what, table, got, n*share)
				}
			}
		}
		left("today", 1)
		k.Advance(24 * time.Hour)
		k.Must(app.RemoveOld(context.Background(), k.App)) // ends the day's notice
		k.Advance(88 * 24 * time.Hour)
		left("after 89 days", 1) // but the remembered answer, which has a day
		k.Advance(3 * 24 * time.Hour)
		left("after 92 days", 0)
		if k.Count("ai_usage_days") == 0 {
			t.Error("the sums went")
		}
		if m := k.Do(http.MethodGet, "/v1/messages/"+reply, k.Key, nil); m.Status != http.StatusOK || !strings.Contains(string(m.Body), source) {
			t.Errorf("the reply lost what it rests on: %d %s", m.Status, m.Body)
		}
		ask("+14155550301", "How much does delivery cost and how many working days does it take?")
		if n := k.Count("ai_turns", "epoch = 2"); n != 1 {
			t.Errorf("there are %d second turns", n)
		}
	})
}
