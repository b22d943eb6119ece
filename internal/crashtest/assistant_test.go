package crashtest

import (
	"testing"
	"time"
)

// A process that is killed while assistants have replies written never lets a
// customer have two of them, nor none: each burst gets one answer, or people
// are told, or a person has spoken, and every message is told of once.
func TestAssistantsSurviveKills(t *testing.T) {
	eachEngine(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		w.hireAssistant(map[string]any{"burstPauseMs": 200})
		w.control("POST", "/_sandbox/ai", []map[string]any{ // so that most replies are being written when it dies
			{"match": map[string]any{"path": "/ai/first/"}, "fail": "rate_limit", "retryAfter": "ms:100", "share": 0.2},
			{"match": map[string]any{"path": "/ai/first/"}, "fail": "wrong_schema", "share": 0.1},
			{"delayMs": 150},
		})
		calm := w.faultScript(repeatedWebhooks)
		n, began := rounds(t, 3), time.Now()
		v := w.startVisitors(4)
		v.await(len(pleas)) // every kind of visitor was there, however few the kills
		for range n {
			time.Sleep(w.lull())
			w.nodes[0].p.kill()
			w.senderDied()
			w.logs()
			w.start(w.nodes[0])
		}
		calm()
		v.end()
		w.control("DELETE", "/_sandbox/ai", nil)
		v.verify(3 * time.Minute)
		for _, end := range []string{"model", "cache", "approved", "handed off", "superseded", "failovers", "person"} {
			if n >= 10 && v.count[end] == 0 {
				t.Errorf("none of the bursts came to %q", end)
			}
		}
		w.verifySubscribers(w.nodes[0].url, n)
		w.logs()
		t.Logf("%d kills in %s: %s", n, time.Since(began).Round(time.Second), v)
	})
}

// repeatedWebhooks are the faults of the provider after which every message of
// a customer comes, perhaps twice and late.
var repeatedWebhooks = []map[string]any{
	onWebhooks(map[string]any{"double": true}),
	onWebhooks(map[string]any{"drop": "after"}),
	onWebhooks(map[string]any{"badSignature": true}),
}

// hireAssistant puts an assistant with a chain of two models and knowledge on
// duty and returns its id; config is added to its configuration.
func (w *world) hireAssistant(config map[string]any) (id string) {
	w.t.Helper()
	base := w.nodes[0].url
	var chain []string
	for _, name := range []string{"first", "second"} {
		var p struct{ ID string }
		w.api(base, "POST", "/v1/ai/providers", map[string]any{"name": name, "kind": "openai", "baseUrl": w.sandbox + "/ai/" + name + "/v1", "model": "sandbox-1"}, &p)
		chain = append(chain, p.ID)
	}
	w.learns(map[string]any{"kind": "article", "title": "Delivery", "content": "Delivery costs 4.90 euros and takes two working days."})
	w.learns(map[string]any{"kind": "question", "question": "When do you open?", "answer": openingHours})
	var numbers struct{ Data []struct{ ID string } }
	w.api(base, "GET", "/v1/phone-numbers", nil, &numbers)
	all := map[string]any{"providerIds": chain}
	for name, v := range config {
		all[name] = v
	}
	var out struct{ ID string }
	w.api(base, "POST", "/v1/assistants", map[string]any{"name": "Shop", "phoneNumberIds": []string{numbers.Data[0].ID}, "config": all}, &out)
	return out.ID
}

const openingHours = "We open at 9:00 and close at 18:00 from Monday to Saturday."

// learns adds a source of knowledge and waits until it is found.
func (w *world) learns(source map[string]any) (id string) {
	w.t.Helper()
	var out struct{ ID, State string }
	w.api(w.nodes[0].url, "POST", "/v1/knowledge/sources", source, &out)
	awaitUntil(w.t, 60*time.Second, "the knowledge is indexed", func() (bool, string) {
		w.api(w.nodes[0].url, "GET", "/v1/knowledge/sources/"+out.ID, nil, &out)
		return out.State == "ready", out.State
	})
	return out.ID
}

// Five messages that come quickly get one reply; a person who writes while a
// reply is being written is the only one who speaks.
func TestOneVoice(t *testing.T) {
	bothEngines(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		w.hireAssistant(map[string]any{"burstPauseMs": 5000}) // a machine that is busy posts slowly
		v := &visitors{w: w}
		five := v.writes("+16465560001", "burst", "Hi", "I have a question", "it is about delivery", "how much does it cost", "and how many working days does it take?")
		v.verify(time.Minute)
		if got := w.heard(five.from); len(got) != 1 || v.count["model"] != 1 {
			t.Errorf("the customer got %q", got)
		}
		// The model is asked, and does not answer before somebody else does.
		w.control("POST", "/_sandbox/ai", map[string]any{"fail": "hang"})
		late := v.writes("+16465560002", "question", "How much does delivery cost and how many working days does it take?")
		awaitUntil(t, 30*time.Second, "the model is asked", func() (bool, string) { s := w.aiFaultHits(); return s > 0, "" })
		late.spoke = "I will look into it."
		w.sends(late, "one-voice")
		v.verify(time.Minute)
		if got := w.heard(late.from); len(got) != 1 || got[0] != late.spoke || v.count["person"] != 1 {
			t.Errorf("a person wrote while the reply was being written, and the customer got %q", got)
		}
		w.logs()
	})
}
