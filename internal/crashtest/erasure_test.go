package crashtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// A person is erased whole, however often the nodes that do it are killed; who was beside
// it keeps everything.
func TestAnErasureSurvivesKills(t *testing.T) {
	const messages, person, beside = 300, "+4917683920571", "+4917683920998"
	eachEngine(t, func(t *testing.T, bin, database string) {
		nodes, most := 1, 12
		if db.IsPostgres(database) {
			nodes, most = 2, 4 // the other node waits until the lease of the dead one is over
		}
		w := newWorld(t, bin, database, nodes)
		base := w.nodes[nodes-1].url
		var ids, kept []string
		send := func(to string) string {
			var m struct{ MessageID string }
			w.api(base, "POST", "/v1/messages", message(to, "48213"), &m)
			return m.MessageID
		}
		for range messages {
			ids = append(ids, send(person))
		}
		for range 20 {
			kept = append(kept, send(beside))
		}
		w.settle(base, append(ids, kept...), time.Minute)
		var shown struct{ ContactID string }
		w.api(base, "GET", "/v1/messages/"+ids[0], nil, &shown)
		var erasure struct {
			ID, State, Phase string
			Done             int64
			Messages         int64
		}
		w.api(base, "POST", "/v1/contacts/"+shown.ContactID+"/erase", map[string]any{}, &erasure)
		kills, stood := 0, ""
		for _, n := range w.nodes { // whichever of them has just begun
			n.p.kill()
			kills++
		}
		for _, n := range w.nodes {
			w.start(n)
		}
		base = w.nodes[0].url
		awaitUntil(t, 2*time.Minute, "all is erased", func() (bool, string) {
			status, answer, err := w.try(base, "GET", "/v1/contact-erasures/"+erasure.ID, "", nil)
			if err != nil || status != http.StatusOK || json.Unmarshal(answer, &erasure) != nil {
				return false, "no answer"
			}
			if at := erasure.Phase + string(rune('a'+erasure.Done/100)); erasure.State == "running" && at != stood && kills < most {
				stood = at
				n := w.nodes[kills%nodes]
				n.p.kill()
				w.start(n)
				base = w.nodes[(kills+1)%nodes].url
				kills++
			}
			return erasure.State == "completed", string(answer)
		})
		if erasure.Messages != messages || kills < 2 {
			t.Errorf("after %d kills the erasure is %+v", kills, erasure)
		}
		for _, list := range []string{"/v1/messages", "/v1/events", "/v1/conversations", "/v1/contacts"} {
			w.pages(base, list, func(item json.RawMessage) {
				if strings.Contains(string(item), person[1:]) {
					t.Errorf("%s shows %.200s", list, item)
				}
			})
		}
		for _, id := range kept {
			var m struct{ Status string }
			if w.api(base, "GET", "/v1/messages/"+id, nil, &m); m.Status == "" {
				t.Errorf("%s of somebody else is gone", id)
			}
		}
		w.logs()
		t.Logf("%d messages and what belongs to them were erased over %d kills", messages, kills)
	})
}
