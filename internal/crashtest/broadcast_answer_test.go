package crashtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// Each recipient's first answer gets its label, one deal and one hand-off, whatever is
// written after it, though processes are killed meanwhile; on PostgreSQL there are two
// nodes, and each of them is killed.
func TestAnswersToABroadcastSurviveKills(t *testing.T) {
	const people, kills = 60, 6
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		base := w.nodes[0].url
		made := func(path string, body map[string]any) string {
			var one struct{ ID string }
			w.api(base, "POST", path, body, &one)
			return one.ID
		}
		label, team := made("/v1/labels", map[string]any{"name": "Interested"}), made("/v1/teams", map[string]any{"name": "Sales"})
		pipeline := made("/v1/pipelines", map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}}})
		numbers, list := make([]string, people), make([]any, people)
		for i := range people {
			numbers[i] = fmt.Sprintf("+1646%07d", 5590000+i)
			list[i] = map[string]any{"to": numbers[i]}
		}
		id := made("/v1/broadcasts", map[string]any{"name": "Sale", "templateName": "hello_world", "language": "en_US", "audience": map[string]any{"recipients": list},
			"followUp": map[string]any{"labelIds": []string{label}, "deal": map[string]any{"pipelineId": pipeline, "title": "{{contact.name}}"}, "handOff": map[string]any{"teamId": team}}})
		path := "/v1/broadcasts/" + id
		w.api(base, "POST", path+"/start", map[string]any{}, &struct{}{})
		awaitUntil(t, 2*time.Minute, "everybody got it", func() (bool, string) {
			var b broadcastView
			w.api(base, "GET", path, nil, &b)
			return b.Status == "completed" && b.Counts.Delivered == people, fmt.Sprintf("%+v", b)
		})
		killed := 0
		for i, from := range numbers {
			for _, text := range []string{"Yes!", "Tell me more"} {
				w.control("POST", "/_sandbox/messages", map[string]any{"from": from, "text": text})
			}
			if i%(people/kills) == people/kills-1 {
				dies := w.nodes[killed%n]
				dies.p.kill()
				w.logs()
				w.start(dies)
				killed++
			}
		}
		awaitUntil(t, 2*time.Minute, "every answer was followed up", func() (bool, string) {
			var shown struct {
				FollowUp struct{ Answered, Labelled, DealsMade, HandedOff, Failed int }
			}
			status, answer, err := w.try(base, "GET", path+"/results", "", nil)
			if err == nil && status == http.StatusOK {
				err = json.Unmarshal(answer, &shown)
			}
			u := shown.FollowUp
			return err == nil && u.Answered == people && u.Labelled == people && u.DealsMade == people && u.HandedOff == people && u.Failed == 0, fmt.Sprintf("%+v %v", shown, err)
		})
		deals := map[string]int{}
		w.pages(base, "/v1/deals", func(item json.RawMessage) {
			var d struct{ ConversationID string }
			if err := json.Unmarshal(item, &d); err != nil {
				t.Fatal(err)
			}
			deals[d.ConversationID]++
		})
		w.pages(base, path+"/recipients", func(item json.RawMessage) {
			var r struct {
				FollowUp struct{ ConversationID, DealID string }
			}
			if err := json.Unmarshal(item, &r); err != nil {
				t.Fatal(err)
			}
			if n := deals[r.FollowUp.ConversationID]; n != 1 || r.FollowUp.DealID == "" {
				t.Errorf("%d deals of %s", n, item)
			}
			w.followedUpOnce(base, r.FollowUp.ConversationID, label, team)
		})
		if len(deals) != people {
			t.Errorf("%d people answered, and %d conversations have deals", people, len(deals))
		}
		w.logs()
		t.Logf("%d people got what follows an answer once each over %d kills", people, killed)
	})
}

// followedUpOnce holds a conversation against what an answer brings about.
func (w *world) followedUpOnce(base, id, label, team string) {
	w.t.Helper()
	var c struct {
		TeamID, Status string
		LabelIDs       []string
	}
	w.api(base, "GET", "/v1/conversations/"+id, nil, &c)
	if c.TeamID != team || c.Status != "open" || len(c.LabelIDs) != 1 || c.LabelIDs[0] != label {
		w.t.Errorf("after an answer %s is %+v", id, c)
	}
	kinds := map[string]int{}
	w.pages(base, "/v1/conversations/"+id+"/timeline", func(item json.RawMessage) {
		var e struct{ Kind string }
		if err := json.Unmarshal(item, &e); err != nil {
			w.t.Fatal(err)
		}
		kinds[e.Kind]++
	})
	if kinds["broadcast_answered"] != 1 {
		w.t.Errorf("the timeline of %s tells %v", id, kinds)
	}
}
