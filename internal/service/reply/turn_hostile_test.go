package reply_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/model"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// Who never stops writing is answered all the same, and every message is told of.
func TestATurnThatIsFull(t *testing.T) {
	bothEngines(t, map[string]any{"burstPauseMs": 8000}, func(t *testing.T, d *desk) {
		var ids []string
		for i := range 70 {
			ids = append(ids, d.Writes(testshop.Customer(1), fmt.Sprintf("When do you open on day %d of my holidays?", i*i)))
		}
		for _, id := range ids {
			d.EventuallyStored(id)
		}
		d.Advance(9 * time.Second)
		answered, alone := 0, 0
		for _, id := range ids { // each is told of, once
			switch u := d.Decided(id); {
			case u.AIMessageID != nil:
				answered++
			case u.SupersededBy == nil:
				alone++
			}
		}
		d.Settle()
		if len(d.Heard(testshop.Customer(1))) != answered {
			t.Errorf("%d of the messages are answered, the customer got %q", answered, d.Heard(testshop.Customer(1)))
		}
		turns, within := d.Rows("SELECT messages, state FROM ai_turns"), 0
		for _, turn := range turns {
			if within += int(turn["messages"].(int64)); turn["messages"].(int64) > 60 || turn["state"] == "open" {
				t.Errorf("a turn is %v", turn)
			}
		}
		if answered > len(turns) || within+alone < len(ids) || len(turns) == 1 && alone < 10 {
			t.Errorf("of %d turns with %d messages %d are answered, and %d messages are told of alone", len(turns), within, answered, alone)
		}
	})
}

// The key of a provider goes to nobody for whom it was not given.
func TestAKeyStaysWithItsAddress(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		made := k.Do(http.MethodPost, "/v1/ai/providers", k.Key, map[string]any{"name": "Models", "kind": "openai", "model": "m", "baseUrl": "https://models.example.com/v1", "apiKey": "sk-0123456789abcdef"})
		path := "/v1/ai/providers/" + made.Text("id")
		for _, change := range []map[string]any{{"baseUrl": "https://evil.example.com/v1"}, {"baseUrl": ""}, {"kind": "gemini", "baseUrl": ""}, {"baseUrl": "https://models.example.com:8443/v1"}} {
			r := k.Do(http.MethodPatch, path, k.Key, change)
			if r.Status < 400 || r.Status >= 500 || r.Text("errors", "0", "pointer") != "/apiKey" {
				t.Errorf("%v: %d %s", change, r.Status, r.Body)
			}
		}
		for _, change := range []map[string]any{{"baseUrl": "https://models.example.com/v2"}, {"model": "n"}, {"baseUrl": "https://other.example.com/v1", "apiKey": "sk-fedcba9876543210"},
			{"apiKey": ""}, {"baseUrl": "https://third.example.com/v1"}} {
			if r := k.Do(http.MethodPatch, path, k.Key, change); r.Status != http.StatusOK {
				t.Errorf("%v: %d %s", change, r.Status, r.Body)
			}
		}
	})
}

// An answer that was being written while all remembered ones were deleted is
// not remembered.
func TestTheCacheIsClearedMeanwhile(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		d.Must(d.Sandbox().SetAIFaults(sandbox.Fault{DelayMs: 3000, Times: 1}))
		id := d.Writes(testshop.Customer(1), testshop.AsksDelivery)
		d.Eventually("the model is asked", func() bool { return d.asking() })
		if r := d.Do(http.MethodDelete, "/v1/assistant-cache", d.Key, nil); r.Status != http.StatusNoContent {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if u := d.Decided(id); u.AIReply == "" || d.Count("ai_cache") != 0 {
			t.Errorf("%+v; %d answers are remembered", u, d.Count("ai_cache"))
		}
	})
}

// When the one who asked for all is interrupted, one of the others asks.
func TestTheQuestionOfAllOutlivesItsAsker(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		d.Must(d.Sandbox().SetAIFaults(sandbox.Fault{DelayMs: 14_000, Times: 1}))
		d.Writes(testshop.Customer(1), testshop.AsksDelivery)
		d.Eventually("the model is asked", func() bool { return d.asking() })
		var others []string
		for i := range 4 {
			others = append(others, d.Writes(testshop.Customer(2+i), testshop.AsksDelivery))
		}
		d.Eventually("all wait for its answer", func() bool { return d.Count("ai_turns", "state = 'open'") == 5 })
		d.SendMessage(testkit.Text(testshop.Customer(1), "I will look into it."))
		for _, id := range others {
			if u := d.Decided(id); !strings.Contains(u.AIReply, "4.90") {
				t.Errorf("%+v; people were asked for %v", u, d.HandOffs())
			}
		}
		d.Settle()
	})
}

// What was reserved for a question that nobody was asked is given back.
func TestAReservationThatIsNotNeeded(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		k.Do(http.MethodPatch, "/v1/ai/settings", k.Key, map[string]any{"dailyTokens": 1000})
		r, err := k.App.Service.Model.ReserveTokens(t.Context(), k.WorkspaceID, 800)
		k.Must(err)
		k.Do(http.MethodPatch, "/v1/ai/settings", k.Key, map[string]any{"enabled": false})
		if _, err := k.App.Service.Model.GenerateAI(t.Context(), model.AIGeneration{WorkspaceID: k.WorkspaceID, Reservation: r}); crm.CodeOf(err) != crm.CodeAIDisabled {
			t.Errorf("%v", err)
		}
		if n := k.Count("ai_reservations"); n != 0 {
			t.Errorf("%d reservations are left", n)
		}
		if row := k.Rows("SELECT used, reserved FROM ai_budget_days")[0]; row["used"] != int64(0) || row["reserved"] != int64(0) {
			t.Errorf("the day stands at %v", row)
		}
	})
}

// A server that answers with what no database takes, and with secrets, does
// neither stop a turn nor have them kept.
func TestAServerThatSaysStrangeThings(t *testing.T) {
	const key = "sk-0123456789abcdefghij"
	say := `{"model":"m\u0000\ud800` + strings.Repeat("x", 5000) + `","choices":[{"finish_reason":"stop","message":{"content":"{\"action\":\"handoff\",\"text\":\"\\u0000\",\"citations\":[],\"language\":\"\\u0000\",\"reason\":\"\\u0000 no \\ud800 idea ` + key + `\"}"}}],"usage":{"prompt_tokens":5,"completion_tokens":1,"note":"` + "\xff\xfe" + `\u0000` + key + `"}}`
	answers := []func(w http.ResponseWriter){
		func(w http.ResponseWriter) { fmt.Fprint(w, say) },
		func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"message":"no \u0000 `+key+` \ud800"}}`)
		},
		func(w http.ResponseWriter) {
			fmt.Fprint(w, `{"model":"\u0000","choices":[{"finish_reason":"stop","message":{"refusal":"\u0000`+key+`"}}]}`)
		},
		func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, "\x00\xff"+key)
		},
	}
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		var list []string
		for i, answer := range answers {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w) }))
			t.Cleanup(server.Close)
			r := k.Do(http.MethodPost, "/v1/ai/providers", k.Key, map[string]any{"name": fmt.Sprint("Strange ", i), "kind": "openai", "model": "m", "baseUrl": server.URL + "/v1", "apiKey": key})
			if r.Status != http.StatusCreated {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			list = append(list, r.Text("id"))
		}
		d := newDesk(t, k, map[string]any{"providerIds": list[:1], "cacheSeconds": 0})
		d.Decided(d.Ask(testshop.Customer(1), testshop.AsksDelivery))
		for _, id := range list[1:] { // a draft, which is tried
			if r := d.Do(http.MethodPatch, "/v1/assistants/"+d.Assistant, d.Key, map[string]any{"config": map[string]any{"providerIds": []string{id}}}); r.Status >= 300 {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			if r := d.Post("/v1/assistants/"+d.Assistant+"/test", map[string]any{"question": testshop.AsksDelivery}); strings.Contains(string(r.Body), key[:12]) {
				t.Errorf("a test shows %s", r.Body)
			}
		}
		for _, row := range d.Rows("SELECT provider_id, answered, detail, usage FROM ai_calls") {
			if s := fmt.Sprint(row); strings.ContainsAny(s, "\x00") || strings.Contains(s, key[:12]) || len(s) > 2000 {
				t.Errorf("on record is %.300q", s)
			}
		}
		for _, h := range testshop.EventsOf(d.Kit, crm.EventConversationHandedOff, func(crm.ConversationHandedOffData) bool { return true }) {
			if h.Reason == string(crm.HandOffInternal) || strings.Contains(h.Evidence, key[:12]) {
				t.Errorf("%+v", h)
			}
		}
		if d.Calls("class = ''") == 0 || d.Calls("class = 'credential'") == 0 {
			t.Errorf("the servers were not asked: %v", d.Rows("SELECT class, provider_id FROM ai_calls"))
		}
	})
}
