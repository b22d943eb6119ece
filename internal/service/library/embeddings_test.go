package library_test

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// calls are the calls for vectors so far, by class.
func (l *shelf) calls() map[string]int64 {
	out := map[string]int64{}
	for _, row := range l.Rows("SELECT class, count(*) AS n FROM ai_calls WHERE workspace_id = '%s' AND purpose = 'embedding' GROUP BY class", l.WorkspaceID) {
		out[row["class"].(string)] = row["n"].(int64)
	}
	return out
}

func (l *shelf) vectorFaults(list ...sandbox.Fault) {
	l.T.Helper()
	for i := range list {
		list[i].Match.Path = "/embeddings"
	}
	l.Must(l.Sandbox().SetAIFaults(list...))
}

const unlike = "can you reimburse me"

// A question that has no word in common with its passage finds it by its
// meaning, and only so; switched off, nothing of it is left.
func TestMeaningFindsKnowledge(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		l.Stock()
		found, meaning, evidence := l.Search(unlike)
		if len(found) > 0 || evidence || meaning["used"] != false || meaning["reason"] != "off" {
			t.Fatalf("words find %v, %v", found, meaning)
		}
		words := l.Find("is parking free")
		l.Embed()
		// Every call is accounted for, at the endpoint's own numbers.
		told := k.Sandbox().AIUsage()["vectors"]
		u := l.Do(http.MethodGet, "/v1/ai/usage?groupBy=provider,day", k.Key, nil).JSON()["total"]
		if int64(testkit.Number(u, "calls")) != told.Calls || int(testkit.Number(u, "tokens", "inputUncached")) != told.InputUncached || told.Calls == 0 {
			t.Errorf("counted %v, told %+v", u, told)
		}
		found, meaning, evidence = l.Meant(unlike)
		if len(found) == 0 || found[0]["passage"].(map[string]any)["title"] != "Refunds" || !evidence || meaning["used"] != true || meaning["remembered"] != false {
			t.Fatalf("found %v, %v", found, meaning)
		}
		if f := found[0]; f["vectorRank"] != 1.0 || f["byMeaning"] != true || f["confidence"] != 0.0 || f["lift"].(float64) < 0.3 || f["wordRank"] != nil {
			t.Errorf("the ranks are %v", f)
		}
		if _, meaning, _ = l.Search("  Can you reimburse me?"); meaning["remembered"] != true {
			t.Errorf("the question is asked twice: %v", meaning)
		}
		l.Meant("is parking free")
		if got := l.Find("is parking free"); got[0].ID != words[0].ID || got[0].WordRank != 1 || got[0].VectorRank != 1 || got[0].Confidence != words[0].Confidence {
			t.Errorf("found %+v, by words %+v", got[0], words[0])
		}
		if got, err := l.Service.Library.FindKnowledge(context.Background(), k.Other.WorkspaceID, unlike, knowledge.Options{}); err != nil || len(got) > 0 {
			t.Errorf("another workspace finds %v, %v", got, err)
		}
		e := l.Embeddings(map[string]any{"enabled": false})
		k.Quiet()
		if n := k.Count("knowledge_vectors"); n != 0 || e["enabled"] != false || e["state"] != "off" {
			t.Errorf("%d vectors are left; %v", n, e)
		}
		if got := l.Find("is parking free"); !reflect.DeepEqual(got, words) {
			t.Errorf("after all found %+v, before %+v", got, words)
		}
		for _, raw := range []any{e, k.Rows("SELECT * FROM knowledge_embeddings"), k.Rows("SELECT * FROM ai_calls"), k.Rows("SELECT * FROM idempotency_keys")} {
			if strings.Contains(fmt.Sprintf("%s %v", raw, raw), testshop.EmbeddingsKey) {
				t.Errorf("the key is shown: %v", raw)
			}
		}
	})
}

// Vectors follow the passages: an edit embeds what was edited and nothing else,
// and what goes, goes with its vector.
func TestVectorsFollowThePassages(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		l.Stock()
		long := "# One\n\nThe first thing about candles.\n\n# Two\n\nThe second thing about mirrors.\n"
		article := l.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Things", Content: long})
		l.Settled(article.ID)
		l.Embed()
		k.Quiet()
		if n := k.Count("knowledge_vectors"); n != 7 {
			t.Fatalf("%d vectors", n)
		}
		before := k.Sandbox().AIUsage()["vectors"].InputUncached
		l.rewrite(article.ID, strings.Replace(long, "mirrors", "puppy", 1))
		k.Quiet()
		l.Embedded()
		if used := k.Sandbox().AIUsage()["vectors"].InputUncached - before; used == 0 || used > 20 || k.Count("knowledge_vectors") != 7 {
			t.Errorf("an edit embedded %d tokens, and left %d vectors", used, k.Count("knowledge_vectors"))
		}
		if found, _, _ := l.Meant("dogs"); len(found) == 0 || !strings.Contains(fmt.Sprint(found[0]), "puppy") {
			t.Errorf("the edit is not found: %v", found)
		}
		// The same text in another source is not embedded again, and its vector
		// stays when the first one goes.
		twin := l.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Parking", Content: "Parking is free for guests."})
		calls := k.Sandbox().AIUsage()["vectors"].Calls
		l.Settled(twin.ID)
		k.Quiet()
		if n := k.Sandbox().AIUsage()["vectors"].Calls; n != calls || k.Count("knowledge_vectors") != 7 {
			t.Errorf("equal text took %d calls", n-calls)
		}
		k.Must(l.Service.Library.DeleteKnowledgeSource(context.Background(), l.Actor, twin.ID))
		k.Must(l.Service.Library.DeleteKnowledgeSource(context.Background(), l.Actor, article.ID))
		k.Quiet()
		if n := k.Count("knowledge_vectors"); n != 5 {
			t.Errorf("%d vectors are left", n)
		}
		if found, _, _ := l.Meant("where do I leave my vehicle"); len(found) == 0 || found[0]["vectorRank"] != 1.0 {
			t.Errorf("found %v", found)
		}
		// Another model has a space of its own.
		l.Embeddings(map[string]any{"model": "embed-2", "dimensions": 64})
		l.Embedded()
		k.Quiet()
		if n := len(k.Rows("SELECT hash FROM knowledge_vectors WHERE workspace_id = '%s' AND length(vector) = 64", k.WorkspaceID)); n != 5 || k.Count("knowledge_vectors") != 5 {
			t.Errorf("%d of %d vectors are the new model's", n, k.Count("knowledge_vectors"))
		}
		if found, _, _ := l.Meant(unlike); len(found) == 0 || found[0]["vectorRank"] != 1.0 {
			t.Errorf("found %v", found)
		}
	})
}

func (l *shelf) rewrite(id, content string) {
	l.T.Helper()
	r := l.Do(http.MethodPatch, "/v1/knowledge/sources/"+id, l.Key, map[string]any{"content": content})
	if r.Status != http.StatusOK {
		l.T.Fatalf("%d %s", r.Status, r.Body)
	}
	l.Settled(id)
}

// Whatever the endpoint does, the words are found, and why the meaning is not
// is told and on record.
func TestWordsStandWhenMeaningFails(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		l.Stock()
		l.Embed()
		for i, c := range []struct {
			fault  sandbox.Fault
			reason string
		}{
			{sandbox.Fault{Fail: "hang"}, "timeout"}, {sandbox.Fault{Fail: "slow_body"}, "timeout"}, {sandbox.Fault{Fail: "reset"}, "transient"}, {sandbox.Fault{Fail: "unavailable"}, "transient"},
			{sandbox.Fault{Fail: "wrong_dimensions"}, "bad_output"}, {sandbox.Fault{Fail: "zero_vector"}, "bad_output"}, {sandbox.Fault{Fail: "too_few"}, "bad_output"},
			{sandbox.Fault{Malformed: true}, "bad_output"}, {sandbox.Fault{Fail: "rate_limit", RetryAfter: "seconds:7"}, "rate_limit"}, {sandbox.Fault{Fail: "quota"}, "quota"},
			{sandbox.Fault{Fail: "credential"}, "credential"}, {sandbox.Fault{Fail: "caller_fault"}, "caller_fault"}, {sandbox.Fault{Fail: "model_gone"}, "model_gone"},
		} {
			l.vectorFaults(c.fault)
			timeout := map[bool]int{true: 100, false: 2000}[c.reason == "timeout"]
			question := fmt.Sprint("is parking free ", i)
			var found []map[string]any
			l.Eventually("the failure is told", func() bool { // a slow machine may see a time-out first
				l.Embeddings(map[string]any{"apiKey": testshop.EmbeddingsKey, "timeoutMs": timeout}) // a configuration of which nothing is known
				k.Quiet()
				var meaning map[string]any
				var evidence bool
				found, meaning, evidence = l.Search(question)
				if meaning["used"] != false || !evidence || meaning["reason"] != c.reason && meaning["reason"] != "timeout" {
					t.Fatalf("%+v: %v", c.fault, meaning)
				}
				return meaning["reason"] == c.reason
			})
			for j, f := range found {
				if f["vectorRank"] != nil || f["wordRank"] != float64(j+1) {
					t.Errorf("%+v: found %v", c.fault, found)
				}
			}
			if l.calls()[c.reason] == 0 {
				t.Errorf("%+v is not on record: %v", c.fault, l.calls())
			}
		}
		// What failed again and again is not called, and said to be so.
		l.vectorFaults(sandbox.Fault{Fail: "unavailable"})
		l.Embeddings(map[string]any{"apiKey": testshop.EmbeddingsKey})
		k.Quiet()
		n := 100
		l.Eventually("the circuit is open", func() bool {
			n++
			_, meaning, evidence := l.Search(fmt.Sprint("is parking free ", n))
			if meaning["used"] != false || !evidence {
				t.Fatalf("%v", meaning)
			}
			return meaning["reason"] == "circuit_open"
		})
		health := l.Do(http.MethodGet, "/v1/knowledge/settings", k.Key, nil).JSON()["embeddings"].(map[string]any)["health"].(map[string]any)
		if health["state"] != "open" {
			t.Errorf("the health is %v", health)
		}
		// Nothing is asked while AI is off or the day's tokens are used up.
		l.vectorFaults()
		l.Embeddings(map[string]any{"apiKey": testshop.EmbeddingsKey})
		for change, reason := range map[string]string{`{"enabled":false}`: "disabled", `{"enabled":true,"dailyTokens":1}`: "budget"} {
			if r := k.Do(http.MethodPatch, "/v1/ai/settings", k.Key, []byte(change)); r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			if _, meaning, _ := l.Search("is parking free " + reason); meaning["reason"] != reason {
				t.Errorf("%s: %v", change, meaning)
			}
		}
	})
}

// Embedding that is stopped in the middle goes on where it was, when the
// endpoint is well again: what has a vector is not embedded again. Meanwhile the
// passages are found by their words.
func TestEmbeddingGoesOn(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		text := ""
		for i := range 70 {
			text += fmt.Sprintf("# Shelf %d\n\nOn shelf %d lies the toy with the number %d.\n\n", i, i, 1000+i)
		}
		l.Settled(l.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Store", Content: text}).ID)
		l.vectorFaults(sandbox.Fault{Share: 0.5, Times: 1, Fail: "unavailable"}) // the second call
		l.Embeddings(map[string]any{"baseUrl": k.App.Sandbox.URL + "/ai/vectors/v1", "model": "embed-1", "apiKey": testshop.EmbeddingsKey, "timeoutMs": 2000})
		l.Eventually("the second batch failed", func() bool { return l.calls()["transient"] == 1 })
		if found, _, evidence := l.Search("what lies on shelf 65"); !evidence || found[0]["wordRank"] != 1.0 {
			t.Errorf("found %v", found)
		}
		l.Eventually("the rest is embedded", func() bool { k.Advance(time.Second); return k.Count("knowledge_vectors") == 70 })
		l.Embedded()
		if calls := l.calls(); calls["transient"] != 1 || k.Sandbox().AIUsage()["vectors"].Calls > 4 {
			t.Errorf("the calls are %v, %d of them were answered", calls, k.Sandbox().AIUsage()["vectors"].Calls)
		}
		// What the endpoint takes no more of at once it gets in halves.
		l.vectorFaults(sandbox.Fault{Times: 2, Fail: "request_too_large"})
		l.Embeddings(map[string]any{"model": "embed-2"})
		l.Embedded()
		if n := k.Count("knowledge_vectors", "length(vector) = 256"); n != 70 {
			t.Errorf("%d vectors", n)
		}
		// Every statement names the workspace: the other one has what it has.
		other := &shelf{&testshop.Shelf{Kit: k, T: t, Service: l.Service}}
		other.Tenant = k.Other
		other.Embeddings(map[string]any{"baseUrl": k.App.Sandbox.URL + "/ai/vectors/v1", "model": "embed-2"})
		other.Embeddings(map[string]any{"enabled": false})
		k.Quiet()
		if n := k.Count("knowledge_vectors"); n != 70 {
			t.Errorf("another workspace removed %d vectors", 70-n)
		}
	})
}

// An embedding that must wait says why, and goes on by itself. What the endpoint
// refuses keeps no other passage waiting.
func TestEmbeddingIsPaused(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		l := newShelf(t, k)
		l.Stock()
		run := func() map[string]any {
			r, _ := l.Do(http.MethodGet, "/v1/knowledge/settings", k.Key, nil).JSON()["embeddings"].(map[string]any)["embedding"].(map[string]any)
			return r
		}
		paused := func(why string) {
			t.Helper()
			l.Eventually("it is paused: "+why, func() bool { r := run(); return r["state"] == "paused" && r["paused"] == why && r["retryAt"] != nil })
		}
		l.Do(http.MethodPatch, "/v1/ai/settings", k.Key, map[string]any{"enabled": false})
		l.Embeddings(map[string]any{"baseUrl": k.App.Sandbox.URL + "/ai/vectors/v1", "model": "embed-1"})
		paused("ai_disabled")
		l.Do(http.MethodPatch, "/v1/ai/settings", k.Key, map[string]any{"enabled": true, "dailyTokens": 1})
		k.Advance(15 * time.Minute)
		paused("budget_used_up")
		l.vectorFaults(sandbox.Fault{Fail: "unavailable"})
		l.Do(http.MethodPatch, "/v1/ai/settings", k.Key, map[string]any{"dailyTokens": 0})
		k.Advance(15 * time.Minute)
		paused("providers_unavailable")
		l.vectorFaults(sandbox.Fault{Fail: "caller_fault"})
		l.Eventually("the endpoint refuses", func() bool { k.Advance(time.Minute); return run()["paused"] == "texts_refused" })
		if done := run()["done"]; done != 0.0 || k.Count("knowledge_vectors") != 0 {
			t.Errorf("%v texts are done, and %d have a vector", done, k.Count("knowledge_vectors"))
		}
		l.vectorFaults()
		k.Advance(2 * time.Hour)
		l.Embedded()
		// One text is refused: the others have their vectors, and so has what comes.
		l.vectorFaults(sandbox.Fault{Fail: "caller_fault", Times: 4}) // all five, three, two, one
		l.Embeddings(map[string]any{"model": "embed-2"})
		paused("texts_refused")
		if n := k.Count("knowledge_vectors"); n != 4 {
			t.Errorf("%d texts have a vector", n)
		}
		l.Settled(l.Pair("Is there a sauna?", "Yes, in the cellar.").ID)
		l.Eventually("what came has its vector", func() bool { return k.Count("knowledge_vectors") == 5 })
		paused("texts_refused")
		k.Advance(2 * time.Hour)
		l.Embedded()
		if r := run(); r["done"] != 6.0 || r["total"] != 6.0 || r["state"] != "completed" || k.Count("knowledge_vectors") != 6 {
			t.Errorf("in the end %d texts have a vector: %v", k.Count("knowledge_vectors"), r)
		}
	})
}
