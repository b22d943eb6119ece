package model_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/model"
	"service.example/crm/internal/testkit"
)

// models is a kit with one provider per name, which the simulator plays.
type models struct {
	*testkit.Kit
	t   *testing.T
	ids map[string]string
}

func withModels(t *testing.T, k *testkit.Kit, kinds map[string]string) *models {
	m := &models{Kit: k, t: t, ids: map[string]string{}}
	for name, kind := range kinds {
		version := map[string]string{"gemini": "/v1beta"}[kind]
		if version == "" {
			version = "/v1"
		}
		r := k.Do(http.MethodPost, "/v1/ai/providers", k.Key, map[string]any{"name": name, "kind": kind, "model": "sandbox-1",
			"baseUrl": k.App.Sandbox.URL + "/ai/" + name + version, "apiKey": "sk-test-0123456789abcdef", "timeoutSeconds": 20,
			"prices": map[string]string{"input": "1", "cachedInput": "0.1", "cacheWrite": "1.25", "output": "4"}})
		if r.Status != http.StatusCreated {
			t.Fatalf("%s: %d %s", name, r.Status, r.Body)
		}
		m.ids[name] = r.Text("id")
	}
	return m
}

func (m *models) generate(workspaceID string, names ...string) (ai.Result, error) {
	g := model.AIGeneration{WorkspaceID: workspaceID, For: crm.AICallFor{Purpose: crm.AIForReply, ConversationID: "cnv_x", AssistantID: "ast_x", AssistantRevision: 3},
		Call: ai.Call{Request: ai.Request{System: ai.RenderPassages([]ai.Passage{{ID: "kp_1", Text: "Delivery takes 2 days."}}),
			Messages: []ai.Message{{Role: ai.User, Text: ai.RenderMessage("How long does delivery take?")}}}}}
	for _, n := range names {
		g.ProviderIDs = append(g.ProviderIDs, m.ids[n])
	}
	return m.App.Service.Model.GenerateAI(context.Background(), g)
}

func (m *models) faults(list ...sandbox.Fault) {
	m.t.Helper()
	m.Must(m.Sandbox().SetAIFaults(list...))
}

func (m *models) usage(query string) map[string]any {
	m.t.Helper()
	r := m.Do(http.MethodGet, "/v1/ai/usage?"+query, m.Key, nil)
	if r.Status != http.StatusOK {
		m.t.Fatalf("%d %s", r.Status, r.Body)
	}
	return r.JSON()
}

// Every attempt is on record, whatever came of it, and the sums are those that
// the providers told, however each wire counts.
func TestEveryAttemptIsAccountedFor(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		m := withModels(t, k, map[string]string{"one": "openai", "two": "anthropic", "three": "gemini"})
		m.faults(sandbox.Fault{Match: sandbox.Match{Path: "/ai/one/"}, Fail: "overloaded", Times: 2},
			sandbox.Fault{Match: sandbox.Match{Path: "/ai/two/"}, Fail: "credential", Times: 1},
			sandbox.Fault{CachedTokens: 7, CacheWriteTokens: 3, ReasoningTokens: 11, Times: 2},
			sandbox.Fault{Match: sandbox.Match{Path: "/ai/three/"}, Fail: "no_usage", Times: 1})
		calls := 0
		for range 4 {
			for _, chain := range [][]string{{"one", "two", "three"}, {"three", "gone"}, {"two", "three"}} {
				r, err := m.generate(k.WorkspaceID, chain...)
				if err != nil {
					t.Fatal(err)
				}
				calls += len(r.Attempts)
			}
		}
		if n := k.Count("ai_calls"); n != calls {
			t.Errorf("%d rows for %d attempts", n, calls)
		}
		var truth sandbox.AIUsage
		for _, u := range k.Sandbox().AIUsage() {
			truth.InputUncached += u.InputUncached
			truth.CacheRead += u.CacheRead
			truth.CacheWrite += u.CacheWrite
			truth.Output += u.Output
			truth.Reasoning += u.Reasoning
		}
		total := m.usage("groupBy=provider,day")["total"]
		for name, want := range map[string]int{"inputUncached": truth.InputUncached, "cacheRead": truth.CacheRead, "cacheWrite": truth.CacheWrite,
			"output": truth.Output, "reasoning": truth.Reasoning} {
			if got := testkit.Number(total, "tokens", name); int(got) != want {
				t.Errorf("%s: counted %v, told %d", name, got, want)
			}
		}
		if testkit.Number(total, "calls") != float64(calls) || testkit.Number(total, "failures", "transient") != 2 || testkit.Number(total, "failures", "credential") != 1 || testkit.Number(total, "estimatedTokens") == 0 {
			t.Errorf("the sums are %v", total)
		}
		cost := int64(truth.InputUncached)*1_000_000 + int64(truth.CacheRead)*100_000 + int64(truth.CacheWrite)*1_250_000 + int64(truth.Output+truth.Reasoning)*4_000_000
		row := k.Rows("SELECT CAST(sum(cost_micros) AS BIGINT) AS n FROM ai_usage_days WHERE workspace_id = '%s'", k.WorkspaceID)[0]["n"].(int64)
		if d := row - cost/1_000_000; d < -int64(calls) || d > int64(calls) { // each is rounded
			t.Errorf("the cost is %d, want about %d", row, cost/1_000_000)
		}
		if r := k.Do(http.MethodGet, "/v1/ai/calls?failed=true&limit=1", k.Key, nil); r.Text("data", "0", "class") == "" || r.Text("nextCursor") == "" {
			t.Errorf("failed calls: %s", r.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/ai/calls?conversationId=cnv_x&limit=200", k.Other.Key, nil); strings.Contains(string(r.Body), "aic_") {
			t.Errorf("another workspace sees calls: %s", r.Body)
		}
	})
}

// Every failure that the providers know, on every wire: the reply that results,
// the rows with their class, and what is told to people.
func TestFaultMatrixIsAccountedFor(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	m := withModels(t, k, map[string]string{"openai": "openai", "anthropic": "anthropic", "gemini": "gemini", "spare": "openai"})
	cases := []struct{ fail, classes, notice string }{
		{"rate_limit", "rate_limit", ""}, {"quota", "quota", "provider_out_of_quota"}, {"quota_400", "quota", "provider_out_of_quota"}, {"quota_402", "quota", "provider_out_of_quota"},
		{"server_error", "transient transient", ""}, {"bad_gateway", "transient transient", ""}, {"unavailable", "transient transient", ""},
		{"gateway_timeout", "transient transient", ""}, {"overloaded", "transient transient", ""}, {"error_in_200", "transient transient", ""}, {"reset", "transient transient", ""},
		{"credential", "credential", "provider_misconfigured"}, {"credential_400", "credential", "provider_misconfigured"}, {"forbidden", "credential", "provider_misconfigured"},
		{"region", "region", "provider_misconfigured"}, {"model_access", "model_access", "provider_misconfigured"}, {"model_gone", "model_gone", "provider_misconfigured"},
		{"gone", "model_gone", "provider_misconfigured"}, {"context_length", "context_length", ""}, {"request_too_large", "context_length", ""},
		{"empty", "bad_output bad_output", ""}, {"truncated", "bad_output bad_output", ""},
		{"content_filter", "content_policy", ""}, {"content_filter_400", "content_policy", ""}, {"refusal", "content_policy", ""}, {"caller_fault", "caller_fault", ""},
	}
	for _, kind := range []string{"openai", "anthropic", "gemini"} {
		for i, c := range cases {
			// Another model is another revision, of which nothing is known.
			r := k.Do(http.MethodPatch, "/v1/ai/providers/"+m.ids[kind], k.Key, map[string]any{"model": fmt.Sprintf("sandbox-%d", i)})
			if r.Status != http.StatusOK {
				t.Fatalf("%s", r.Body)
			}
			m.faults(sandbox.Fault{Match: sandbox.Match{Path: "/ai/" + kind + "/"}, Fail: c.fail})
			before := k.Count("ai_calls")
			res, err := m.generate(k.WorkspaceID, kind, "spare")
			ends := c.classes == "content_policy" || c.classes == "caller_fault"
			if ends != (err != nil) || !ends && res.TargetID != m.ids["spare"] {
				t.Errorf("%s %s: %v, answered by %s", kind, c.fail, err, res.TargetID)
			}
			var classes []string
			for _, row := range k.Rows("SELECT class FROM ai_calls WHERE provider_id = '%s' AND model = 'sandbox-%d' ORDER BY id", m.ids[kind], i) {
				classes = append(classes, fmt.Sprint(row["class"]))
			}
			// A failure that took its time is not tried again.
			if got := strings.Join(classes, " "); got != c.classes && got != strings.Fields(c.classes)[0] || k.Count("ai_calls")-before != len(res.Attempts) {
				t.Errorf("%s %s: on record are %q and %d rows of %d attempts", kind, c.fail, got, k.Count("ai_calls")-before, len(res.Attempts))
			}
			open := k.Rows("SELECT kind FROM ai_notices WHERE workspace_id = '%s' AND resolved_at = 0", k.WorkspaceID)
			if c.notice == "" && len(open) != 0 || c.notice != "" && (len(open) != 1 || open[0]["kind"] != c.notice) {
				t.Errorf("%s %s: people are told %v", kind, c.fail, open)
			}
		}
		k.Do(http.MethodPatch, "/v1/ai/providers/"+m.ids[kind], k.Key, map[string]any{"model": "sandbox-99"})
	}
}

// A provider that needs another configuration is told of, to people and to the
// other nodes, and called again when it has changed or a test succeeded.
func TestProviderStanding(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		m := withModels(t, k, map[string]string{"one": "openai", "two": "gemini"})
		path := "/v1/ai/providers/" + m.ids["one"]
		state := func() string { return k.Do(http.MethodGet, path, k.Key, nil).Text("health", "state") }
		notices := func() string {
			return fmt.Sprint(k.Rows("SELECT kind, resolved_at > 0 AS ended FROM ai_notices WHERE workspace_id = '%s' ORDER BY id", k.WorkspaceID))
		}
		m.faults(sandbox.Fault{Match: sandbox.Match{Path: "/ai/one/"}, Fail: "credential", Times: 2})
		if r, err := m.generate(k.WorkspaceID, "one", "two"); err != nil || r.TargetID != m.ids["two"] {
			t.Fatal(r, err)
		}
		if state() != "misconfigured" || !strings.Contains(notices(), "provider_misconfigured") || k.Count("ai_provider_standings", "state = 'misconfigured'") != 1 {
			t.Errorf("it is %s, notices %s", state(), notices())
		}
		if r := k.Do(http.MethodPost, path+"/test", k.Key, nil); r.JSON()["ok"] != false || state() != "misconfigured" {
			t.Errorf("a test that fails: %s", r.Body)
		}
		if r := k.Do(http.MethodPost, path+"/test", k.Key, nil); r.JSON()["ok"] != true || state() != "closed" {
			t.Errorf("a test that succeeds: %s", r.Body)
		}
		if k.Count("ai_provider_standings", "state = 'closed'") != 1 || k.Count("ai_notices", "resolved_at = 0") != 0 {
			t.Errorf("after it: %s", notices())
		}
		// Another node found it out; this one learns within its memory's life.
		k.Must(k.DB().Update(context.Background(), k.WorkspaceID, func(tx *db.Tx) error {
			model.SaveAIStanding(tx, k.WorkspaceID, crm.AIStanding{ProviderID: m.ids["one"], Revision: 1, State: "misconfigured", Class: "region", Since: tx.Now().Add(time.Second)})
			return nil
		}))
		k.Eventually("the other node's knowledge is learnt", func() bool { return state() == "misconfigured" })
		if r := k.Do(http.MethodPatch, path, k.Key, map[string]any{"apiKey": "sk-test-another-key-0001"}); r.Status != http.StatusOK || r.Text("health", "state") != "closed" || r.Text("apiKeyHint") != "…0001" {
			t.Errorf("changed: %s", r.Body)
		}
		if r, err := m.generate(k.WorkspaceID, "one"); err != nil || len(r.Attempts) != 1 {
			t.Error(r, err)
		}
		for _, row := range k.Rows("SELECT * FROM ai_providers") {
			if strings.Contains(fmt.Sprintf("%s", row), "another-key") {
				t.Error("the key is stored in the open")
			}
		}
	})
}

// The day's budget is never overrun by what is reserved, and what a process
// that died had reserved is counted.
func TestTokenBudget(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		ctx, svc := context.Background(), k.App.Service
		r := k.Do(http.MethodPatch, "/v1/ai/settings", k.Key, map[string]any{"dailyTokens": 1000})
		if r.Status != http.StatusOK {
			t.Fatalf("%s", r.Body)
		}
		var mu sync.Mutex
		var held []crm.TokenReservation
		refused := 0
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() {
				one, err := svc.Model.ReserveTokens(ctx, k.WorkspaceID, 100)
				mu.Lock()
				defer mu.Unlock()
				if crm.CodeOf(err) == crm.CodeAIBudgetExhausted {
					refused++
				} else if err != nil {
					t.Error(err)
				} else {
					held = append(held, one)
				}
			})
		}
		all.Wait()
		if len(held) != 10 || refused != 20 {
			t.Fatalf("%d reserved, %d refused", len(held), refused)
		}
		for range 2 { // a second time does nothing
			for _, one := range held[:9] {
				k.Must(svc.Model.SettleTokens(ctx, one, 60))
			}
		}
		today := func() string {
			row := k.Rows("SELECT used, reserved FROM ai_budget_days WHERE workspace_id = '%s'", k.WorkspaceID)[0]
			return fmt.Sprint(row["used"], " ", row["reserved"])
		}
		if today() != "540 100" {
			t.Errorf("used and reserved: %s", today())
		}
		if n := k.Count("ai_notices", "kind IN ('budget_50', 'budget_100') AND resolved_at = 0"); n != 2 {
			t.Errorf("%d notices", n)
		}
		// The process that held the last one is gone.
		late := held[9]
		lost := func() {
			k.Must(svc.Model.Sweep(ctx, 90*24*time.Hour))
		}
		if lost(); today() != "540 100" {
			t.Errorf("too early: %s", today())
		}
		k.Advance(model.LostReservationAge + time.Minute)
		lost()
		k.Must(svc.Model.SettleTokens(ctx, late, 1))
		if today() != "640 0" {
			t.Errorf("lost: %s", today())
		}
	})
}

// Switched off, nothing is generated; another workspace's provider is nobody's.
func TestSwitchAndTenancy(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	m := withModels(t, k, map[string]string{"one": "openai"})
	if r, err := m.generate(k.Other.WorkspaceID, "one"); len(r.Attempts) != 0 || err == nil {
		t.Errorf("another workspace called it: %v %v", r, err)
	}
	k.Do(http.MethodPatch, "/v1/ai/settings", k.Key, map[string]any{"enabled": false})
	before := len(k.Sandbox().AIUsage())
	if _, err := m.generate(k.WorkspaceID, "one"); crm.CodeOf(err) != crm.CodeAIDisabled || len(k.Sandbox().AIUsage()) != before {
		t.Errorf("switched off: %v", err)
	}
	if _, err := k.App.Service.Model.ReserveTokens(context.Background(), k.WorkspaceID, 1); crm.CodeOf(err) != crm.CodeAIDisabled {
		t.Errorf("switched off: %v", err)
	}
}

// A caller who is gone leaves a record all the same; answers from the cache are
// on record with what they saved; old calls go, sums stay.
func TestRecordOutlivesTheCaller(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		m := withModels(t, k, map[string]string{"one": "openai"})
		m.faults(sandbox.Fault{Fail: "hang", Times: 1})
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			k.Eventually("the call is under way", func() bool { return m.hung() })
			cancel()
		}()
		_, err := k.App.Service.Model.GenerateAI(ctx, model.AIGeneration{WorkspaceID: k.WorkspaceID, ProviderIDs: []string{m.ids["one"]},
			For: crm.AICallFor{Purpose: crm.AIForReply}, Call: ai.Call{Request: ai.Request{Messages: []ai.Message{{Role: ai.User, Text: "Hello"}}}}})
		var e *ai.Error
		if !errors.As(err, &e) || e.Class != ai.Canceled || k.Count("ai_calls", "class = 'canceled'") != 1 {
			t.Errorf("%v, %d rows", err, k.Count("ai_calls"))
		}
		if _, err := m.generate(k.WorkspaceID, "one"); err != nil {
			t.Fatal(err)
		}
		k.Must(k.DB().Update(context.Background(), k.WorkspaceID, func(tx *db.Tx) error {
			k.App.Service.Model.RecordCacheHit(tx, k.WorkspaceID, crm.AICallFor{Purpose: crm.AIForReply, ConversationID: "cnv_y"}, ai.Usage{InputUncached: 90, Output: 10})
			return nil
		}))
		total := m.usage("groupBy=day")["total"]
		if testkit.Number(total, "cache", "hits") != 1 || testkit.Number(total, "cache", "hitRate") != 0.5 || testkit.Number(total, "cache", "tokensSaved", "total") != 100 || testkit.Number(total, "calls") != 2 {
			t.Errorf("%v", total)
		}
		k.Must(k.DB().Update(context.Background(), "janitor", func(tx *db.Tx) error {
			n, err := model.ExpireAICalls(tx, tx.Now().Add(time.Hour), 2)
			if n != 2 {
				t.Errorf("%d were removed", n)
			}
			return err
		}))
		if k.Count("ai_calls") != 1 || testkit.Number(m.usage("")["total"], "calls") != 2 {
			t.Error("the sums went with the calls, or a part was not a part")
		}
	})
}

// hung reports whether the fault that hangs has struck.
func (m *models) hung() bool {
	r, err := http.Get(m.App.Sandbox.URL + "/_sandbox/ai")
	if err != nil {
		return false
	}
	defer r.Body.Close()
	raw := make([]byte, 4096)
	n, _ := r.Body.Read(raw)
	return strings.Contains(string(raw[:n]), `"hits":1`)
}
