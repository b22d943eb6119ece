package crashtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// Each label that is put on a conversation makes one deal by a rule and moves it by
// another, though processes are killed meanwhile; on PostgreSQL there are two nodes, and
// each of them is killed.
func TestDealRulesSurviveKills(t *testing.T) {
	const people, labels = 10, 160
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		base := w.nodes[n-1].url
		var pipeline struct {
			ID     string
			Stages []struct{ ID string }
		}
		w.api(base, "POST", "/v1/pipelines", map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}, map[string]any{"name": "Offer"}}}, &pipeline)
		var label struct{ ID string }
		w.api(base, "POST", "/v1/labels", map[string]any{"name": "Offer"}, &label)
		var rules [2]struct{ ID string }
		for i, act := range []map[string]any{{"type": "create_deal", "pipelineId": pipeline.ID, "title": "Offer"}, {"type": "move_deal", "stageId": pipeline.Stages[1].ID}} {
			w.api(base, "POST", "/v1/deal-rules", map[string]any{"name": fmt.Sprint(i), "trigger": "label_added", "conditions": map[string]any{"labelIds": []string{label.ID}}, "act": act}, &rules[i])
		}
		for i := range people {
			w.control("POST", "/_sandbox/messages", map[string]any{"from": fmt.Sprintf("+1646557%04d", i), "text": "Hello"})
		}
		open := w.openConversations(base, people)

		var all sync.WaitGroup
		work := make(chan int)
		for range 4 {
			all.Go(func() {
				for i := range work { // on and off, each conversation at one place
					for _, ids := range [][]string{{label.ID}, {}} {
						for status := 0; status != http.StatusOK; {
							if status, _, _ = w.try(w.nodes[i%n].url, "PUT", "/v1/conversations/"+open[i%people]+"/labels", "", map[string]any{"labelIds": ids}); status != http.StatusOK {
								time.Sleep(20 * time.Millisecond)
							}
						}
					}
				}
			})
		}
		kills := 0
		for i := range labels {
			work <- i
			if i%(labels/8) == labels/16 {
				dies := w.nodes[kills%n]
				dies.p.kill()
				w.logs()
				w.start(dies)
				kills++
			}
		}
		close(work)
		all.Wait()
		base = w.nodes[n-1].url
		put := 0
		w.pages(base, "/v1/events", func(item json.RawMessage) {
			var e struct {
				Data struct {
					Added []string `json:"added_label_ids"`
				}
			}
			if err := json.Unmarshal(item, &e); err != nil {
				t.Fatal(err)
			}
			put += len(e.Data.Added)
		})
		runs := func(rule string) (out map[string]int) {
			out = map[string]int{}
			w.pages(base, "/v1/deal-rules/"+rule+"/runs", func(item json.RawMessage) {
				var r struct{ Outcome string }
				if err := json.Unmarshal(item, &r); err != nil {
					t.Fatal(err)
				}
				out[r.Outcome]++
			})
			return out
		}
		awaitUntil(t, time.Minute, "the rules acted on every label", func() (bool, string) {
			moved := runs(rules[1].ID)
			return moved["moved"]+moved["skipped"] >= put, fmt.Sprint(moved)
		})
		deals := map[string]int{}
		w.pages(base, "/v1/deals", func(item json.RawMessage) {
			var d struct {
				StageID   string
				CreatedBy struct{ ID string }
			}
			if err := json.Unmarshal(item, &d); err != nil {
				t.Fatal(err)
			}
			deals[d.CreatedBy.ID]++
			deals[d.StageID]++
		})
		made, moved := runs(rules[0].ID), runs(rules[1].ID)
		// What the second rule moves is what the first one made of the same label.
		if put < people || made["created"] != put || deals[rules[0].ID] != put || moved["moved"]+moved["skipped"] != put || deals[pipeline.Stages[1].ID] != moved["moved"] {
			t.Errorf("%d labels were put on: the rules did %v and %v, and the deals are %v", put, made, moved, deals)
		}
		w.logs()
		t.Logf("%d labels made a deal each over %d kills", put, kills)
	})
}
