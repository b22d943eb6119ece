package crashtest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// A process that is killed while assistants have replies written never lets a
// customer have two of them, nor none: each gets one answer, or people are told.
func TestAssistantsSurviveKills(t *testing.T) {
	eachEngine(t, func(t *testing.T, bin, database string) {
		if strings.HasPrefix(database, "postgres") && os.Getenv("CRM_CRASH_ROUNDS") == "" {
			t.Skip("what a dead node held on PostgreSQL is free after 20 s; set CRM_CRASH_ROUNDS")
		}
		w := newWorld(t, bin, database, 1)
		w.hireAssistant()
		w.control("POST", "/_sandbox/ai", map[string]any{"delayMs": 150}) // so that most are being written when it dies
		wrote := map[string]string{}                                      // customer → provider's id of the message
		n := rounds(t, 3)
		for round := range n {
			for i := range 12 {
				from := fmt.Sprintf("+1646556%02d%02d", round, i)
				var out struct{ MessageID string }
				body := map[string]any{"from": from, "text": "How much does delivery cost and how many working days does it take?"}
				if err := json.Unmarshal(w.control("POST", "/_sandbox/messages", body), &out); err != nil || out.MessageID == "" {
					t.Fatal("the customer could not write: ", err)
				}
				wrote[from] = out.MessageID
			}
			time.Sleep(lull() / 2)
			w.nodes[0].p.kill()
			w.logs()
			w.start(w.nodes[0])
		}
		w.control("DELETE", "/_sandbox/ai", nil)
		awaitUntil(t, 90*time.Second, "every customer is answered", func() (bool, string) {
			missing, example := 0, ""
			for from := range wrote {
				if w.heard(from) == 0 {
					missing, example = missing+1, from
				}
			}
			return missing == 0, fmt.Sprintf("%d of %d are not, for example %s", missing, len(wrote), example)
		})
		awaitUntil(t, 90*time.Second, "the receiver is told of every message", func() (bool, string) {
			told, missing := w.receiver.told(), 0
			for _, id := range wrote {
				if len(told[id]["messages.upsert"]) == 0 {
					missing++
				}
			}
			return missing == 0, fmt.Sprintf("%d are missing", missing)
		})
		told := w.receiver.told()
		for from, id := range wrote {
			if n := w.heard(from); n != 1 {
				t.Errorf("%s got %d answers", from, n)
			}
			if n := len(told[id]["messages.upsert"]); n != 1 {
				t.Errorf("the receiver was told %d times of %s", n, id)
			}
		}
		w.logs()
		t.Logf("%d kills, %d customers with one answer each", n, len(wrote))
	})
}

// hireAssistant puts an assistant with a model and knowledge on duty.
func (w *world) hireAssistant() {
	w.t.Helper()
	base := w.nodes[0].url
	var provider, source, out struct{ ID, State string }
	w.api(base, "POST", "/v1/ai/providers", map[string]any{"name": "Sandbox", "kind": "openai", "baseUrl": w.sandbox + "/v1", "model": "sandbox-1"}, &provider)
	w.api(base, "POST", "/v1/knowledge/sources", map[string]any{"kind": "article", "title": "Delivery", "content": "Delivery costs 4.90 euros and takes two working days."}, &source)
	awaitUntil(w.t, 60*time.Second, "the knowledge is indexed", func() (bool, string) {
		w.api(base, "GET", "/v1/knowledge/sources/"+source.ID, nil, &source)
		return source.State == "ready", source.State
	})
	var numbers struct{ Data []struct{ ID string } }
	w.api(base, "GET", "/v1/phone-numbers", nil, &numbers)
	w.api(base, "POST", "/v1/assistants", map[string]any{"name": "Shop", "phoneNumberIds": []string{numbers.Data[0].ID},
		"config": map[string]any{"providerIds": []string{provider.ID}, "burstPauseMs": 0, "cacheSeconds": 0}}, &out)
}

// heard is how many messages a customer's phone has received.
func (w *world) heard(from string) int {
	w.t.Helper()
	var phone struct{ Messages []struct{ ID string } }
	if err := json.Unmarshal(w.control("GET", "/_sandbox/phones/"+from, nil), &phone); err != nil {
		w.t.Fatal(err)
	}
	return len(phone.Messages)
}
