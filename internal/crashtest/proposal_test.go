package crashtest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/autonomy"
	"service.example/crm/internal/db"
)

// proposalKinds are the acts that the assistant of the test does by itself.
var proposalKinds = []string{"label", "team", "deal", "close"}

// What customers write lets an assistant propose one act of each kind, and do it as long as
// not too many wait to be judged, once, though processes are killed meanwhile; on
// PostgreSQL there are two nodes, and each of them is killed.
func TestProposalsSurviveKills(t *testing.T) {
	people := 4 * rounds(t, 7)
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		base := w.nodes[0].url
		var made struct{ ID string }
		w.api(base, "POST", "/v1/labels", map[string]any{"name": "Refund"}, &made)
		w.api(base, "POST", "/v1/teams", map[string]any{"name": "Team Repairs"}, &made)
		w.api(base, "POST", "/v1/pipelines", map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}, map[string]any{"name": "Chairs"}}}, &made)
		assistant := w.hireAssistant(map[string]any{"burstPauseMs": 200})
		for _, kind := range proposalKinds {
			w.api(base, "PUT", "/v1/assistants/"+assistant+"/autonomy/"+kind, map[string]any{"state": "act"}, &made)
		}
		w.control("POST", "/_sandbox/ai", map[string]any{"delayMs": 100}) // so that most are being made when it dies
		calm := w.faultScript(repeatedWebhooks)
		kills := 0
		for i := range people {
			w.control("POST", "/_sandbox/messages", map[string]any{"from": fmt.Sprintf("+1646558%04d", i), "text": "My chairs need repairs, I want a refund, bye"})
			if i%4 == 3 {
				time.Sleep(w.lull())
				dies := w.nodes[kills%n]
				dies.p.kill()
				w.logs()
				w.start(dies)
				kills++
			}
		}
		calm()
		base = w.nodes[n-1].url
		written := w.conversations(base, people, "all", "closed")
		var proposed map[string]string
		awaitUntil(t, 2*time.Minute, "everything is proposed", func() (bool, string) {
			proposed = w.proposals(base, written)
			return len(proposed) >= people*len(proposalKinds), fmt.Sprint(len(proposed), " of ", people*len(proposalKinds))
		})
		done, did := map[string]int{}, w.actsOfAssistants(base)
		for key, status := range proposed {
			want := 0
			if status == "done" {
				want = 1
				done[key[:4]]++
			}
			if did[key] != want {
				t.Errorf("%s is %s, and was done %d times", key, status, did[key])
			}
			delete(did, key)
		}
		for _, kind := range proposalKinds {
			if n := done[kind[:4]]; n != min(people, autonomy.MaxOpen) {
				t.Errorf("%d acts of the kind %s are done", n, kind)
			}
		}
		if len(did) > 0 {
			t.Errorf("nobody proposed %v", did)
		}
		w.logs()
		t.Logf("%d proposals, %v of them done, over %d kills", len(proposed), done, kills)
	})
}

// proposals are the status of each proposal, by its kind and conversation. More than one of
// a kind is an error.
func (w *world) proposals(base string, conversations []string) map[string]string {
	w.t.Helper()
	out := map[string]string{}
	for _, id := range conversations {
		var page struct {
			Data []struct{ Kind, Status string }
		}
		w.api(base, "GET", "/v1/proposals?limit=50&conversationId="+id, nil, &page)
		for _, p := range page.Data {
			key := p.Kind + " " + id
			if _, twice := out[key]; twice {
				w.t.Errorf("a message has two proposals: %s", key)
			}
			out[key] = p.Status
		}
	}
	return out
}

// actsOfAssistants counts what assistants did, by its kind and conversation.
func (w *world) actsOfAssistants(base string) map[string]int {
	w.t.Helper()
	out := map[string]int{}
	type by struct{ Type string }
	w.pages(base, "/v1/events", func(item json.RawMessage) {
		var e struct {
			Event string
			Data  struct {
				ConversationID string   `json:"conversation_id"`
				ChangedBy      by       `json:"changed_by"`
				Added          []string `json:"added_label_ids"`
				TeamID         string   `json:"team_id"`
				ToStatus       string   `json:"to_status"`
				Reason         string   `json:"reason"`
			}
		}
		if err := json.Unmarshal(item, &e); err != nil {
			w.t.Fatal(err)
		}
		d := e.Data
		if d.ChangedBy.Type != "assistant" || d.Reason != "proposal" {
			return
		}
		switch {
		case e.Event == "conversation.labels_updated":
			out["label "+d.ConversationID] += len(d.Added)
		case e.Event == "conversation.assigned":
			out["team "+d.ConversationID]++
		case e.Event == "conversation.status_updated" && d.ToStatus == "closed":
			out["close "+d.ConversationID]++
		}
	})
	w.pages(base, "/v1/deals", func(item json.RawMessage) {
		var d struct {
			ConversationID string
			CreatedBy      by
		}
		if err := json.Unmarshal(item, &d); err != nil {
			w.t.Fatal(err)
		}
		if d.CreatedBy.Type == "assistant" {
			out["deal "+d.ConversationID]++
		}
	})
	return out
}
