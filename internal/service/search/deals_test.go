package search_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit"
)

var (
	forgetSQL      = db.SQL(`DELETE FROM search_documents WHERE workspace_id = $1`)
	forgetWordsSQL = db.EmbeddedSQL(`DELETE FROM search_words`)
	refillSQL      = db.SQL(`UPDATE search_positions SET fill = 'deal:' WHERE workspace_id = $1`)
	anewSQL        = db.SQL(`UPDATE search_positions SET fill = 'contact+:' WHERE workspace_id = $1`)
)

// Deals are found by their title and by why they ended, by whoever sees them: their owner
// and those who see their conversation. What they are called now counts, and filters
// leave the deals of a contact, also of one that was merged, or of a conversation.
func TestDealsAreFoundByWhoSeesThem(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		do := func(method, path string, body any) testkit.Response {
			t.Helper()
			r := k.Do(method, path, k.Key, body)
			if r.Status >= 300 {
				t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			return r
		}
		agent, other := k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		talk := func(phone string, with testkit.Person) (conversation, contact string) {
			m := k.Message(k.EventuallyStored(k.CustomerWrites(phone, "Hello")))
			do(http.MethodPut, "/v1/conversations/"+m["conversationId"].(string)+"/assignment", map[string]any{"agentId": with.ID})
			return m["conversationId"].(string), m["contactId"].(string)
		}
		mine, person := talk("+14155550191", agent)
		theirs, _ := talk("+14155550192", other)
		second := do(http.MethodPost, "/v1/contacts", map[string]any{"phone": "+14155550193", "name": "Second"}).Text("id")
		pipeline := do(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}}}).JSON()
		deal := func(title string, more map[string]any) string {
			body := map[string]any{"title": title, "pipelineId": pipeline["id"]}
			for name, v := range more {
				body[name] = v
			}
			return do(http.MethodPost, "/v1/deals", body).Text("id")
		}
		owned := deal("Forty violins", map[string]any{"ownerId": agent.ID, "conversationId": theirs})
		talked := deal("A violin case", map[string]any{"conversationId": mine})
		nobodys := deal("Violin strings", map[string]any{"contactId": second})
		renamed := deal("Cello", nil)
		do(http.MethodPatch, "/v1/deals/"+renamed, map[string]any{"title": "Violin bow"})
		stages := pipeline["stages"].([]any)
		lost := deal("Harp", nil)
		do(http.MethodPost, "/v1/deals/"+lost+"/move", map[string]any{"toStageId": stages[len(stages)-1].(map[string]any)["id"], "closeNote": "They took a violin"})
		for i := range 90 { // more than a step looks at
			deal(fmt.Sprint("Violin lesson ", i), map[string]any{"conversationId": theirs})
		}
		k.Indexed()
		finds := func(when, key, query string, want ...string) {
			t.Helper()
			var got []string
			for _, h := range find(t, k, key, query) {
				if got = append(got, h.id); h.kind != "deal" {
					t.Errorf("%s: %v is found", when, h)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", when, got, want)
			}
		}
		finds("all but lessons", k.Key, "q=violin&conversationId="+mine, talked)
		finds("by the reason", k.Key, "q=took+a+violin", lost)
		finds("by an old title", k.Key, "q=cello")
		finds("by a new title", k.Key, "q=violin+bow", renamed)
		finds("an agent", agent.Key, "q=violin+case", talked)
		finds("the beginning of a word", agent.Key, "q=viol", talked, owned)
		finds("of a contact", k.Key, "q=violin&contactId="+person, talked)
		finds("of another", k.Key, "q=violin&contactId="+second, nobodys)
		third := do(http.MethodPost, "/v1/contacts", map[string]any{"phone": "+14155550194", "name": "Third"}).Text("id")
		has := func(deal string, contacts ...string) {
			list := []any{}
			for i, id := range contacts {
				list = append(list, map[string]any{"contactId": id, "isPrimary": i == 0})
			}
			do(http.MethodPut, "/v1/deals/"+deal+"/contacts", map[string]any{"contacts": list})
		}
		has(renamed, second, third)
		finds("of one beside the primary contact", k.Key, "q=violin&contactId="+third, renamed)
		finds("of the primary one all the same", k.Key, "q=violin&contactId="+second, renamed, nobodys)
		has(renamed, third)
		finds("of one whom the deal has no more", k.Key, "q=violin&contactId="+second, nobodys)
		has(talked, person, third)
		finds("of several", k.Key, "q=violin&contactId="+third, renamed, talked)
		finds("and in reach", agent.Key, "q=violin&contactId="+third+"&kind=deal")
		if got := len(find(t, k, k.Key, "kind=deal&q=lesson")); got != 90 {
			t.Errorf("%d lessons are found", got)
		}
		finds("another agent has none of hers", other.Key, "q=case")
		finds("no deal has a phone number", k.Key, "q=violin&kind=deal&phoneNumberId="+k.NumberID)
		do(http.MethodPost, "/v1/contacts/"+person+"/merge", map[string]any{"contactId": second})
		k.Indexed()
		finds("of a contact that another was merged into", k.Key, "q=violin&contactId="+person, nobodys, talked)
		do(http.MethodPost, "/v1/contacts/"+second+"/merge", map[string]any{"contactId": third})
		finds("beside it, too", k.Key, "q=violin&contactId="+person, renamed, nobodys, talked)
		do(http.MethodPut, "/v1/conversations/"+mine+"/assignment", map[string]any{"agentId": other.ID})
		finds("out of sight", agent.Key, "q=case")
		finds("in sight", other.Key, "q=case", talked)
		if r := k.Do(http.MethodGet, "/v1/search?q=violin&kind=deal", k.NewKey(k.WorkspaceID, crm.ScopeConversationsRead), nil); r.Status != http.StatusForbidden {
			t.Errorf("without deals:read it is answered %d", r.Status)
		}
	})
}

// Deals that were there before the index are filled in, behind the messages.
func TestDealsOfBeforeAreFilledIn(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		pipeline := k.Do(http.MethodPost, "/v1/pipelines", k.Key, map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}}}).Text("id")
		var want []hit
		for i := range 130 { // more than a batch
			r := k.Do(http.MethodPost, "/v1/deals", k.Key, map[string]any{"title": fmt.Sprint("Violin ", i), "pipelineId": pipeline})
			want = append([]hit{{"deal", r.Text("id")}}, want...)
		}
		k.Indexed()
		exec := func(list ...*db.Stmt) {
			k.Must(k.DB().Update(t.Context(), "search", func(tx *db.Tx) error {
				for _, s := range list {
					args := []any{k.WorkspaceID}
					if s == forgetWordsSQL {
						args = nil
					}
					if tx.OnPostgres() && s == forgetWordsSQL {
						continue
					}
					if _, err := tx.Exec(s, args...); err != nil {
						return err
					}
				}
				return nil
			}))
		}
		exec(forgetSQL, forgetWordsSQL)
		if got := find(t, k, k.Key, "q=violin"); len(got) != 0 {
			t.Fatalf("without an index %d are found", len(got))
		}
		exec(refillSQL)
		k.Indexed()
		if got := find(t, k, k.Key, "q=violin"); !slices.Equal(got, want) {
			t.Errorf("%d are filled in, want %d: %v", len(got), len(want), got)
		}

		// Contacts and notes anew, and nothing else.
		conversation := k.Message(k.EventuallyStored(k.CustomerWrites("+14155550191", "A cello, please")))["conversationId"].(string)
		k.Do(http.MethodPost, "/v1/conversations/"+conversation+"/notes", k.Key, map[string]any{"body": "wants a cello"})
		for i := range 130 {
			k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": fmt.Sprintf("+1415555%04d", 2000+i), "name": fmt.Sprint("Cello player ", i)})
		}
		k.Indexed()
		exec(forgetSQL, forgetWordsSQL, anewSQL)
		k.Indexed()
		count := map[string]int{}
		for _, h := range find(t, k, k.Key, "q=cello") {
			count[h.kind]++
		}
		if want := map[string]int{"contact": 130, "note": 1}; !maps.Equal(count, want) {
			t.Errorf("anew there are %v, want %v", count, want)
		}
	})
}
