package deal_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// An agent sees the deals that they own and those of conversations that they reach, in
// lists, on the board, by their identifier and in the log; and moves no others.
func TestDealsStayWithinReach(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		agent, other := k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		known := map[any]bool{}
		talk := func(phone, assignee string) string {
			k.EventuallyStored(k.CustomerWrites(phone, "Hello"))
			for _, c := range listOf(s.must(http.MethodGet, "/v1/conversations?limit=200", nil), "data") {
				if !known[c["id"]] {
					known[c["id"]] = true
					s.must(http.MethodPut, "/v1/conversations/"+c["id"].(string)+"/assignment", map[string]any{"agentId": assignee})
					return c["id"].(string)
				}
			}
			t.Fatal("there is no conversation with " + phone)
			return ""
		}
		mine, theirs := talk("+14155550123", agent.ID), talk("+14155550124", other.ID)
		seen := []string{s.deal("Own", map[string]any{"ownerId": agent.ID, "conversationId": theirs}), s.deal("Talked about", map[string]any{"conversationId": mine})}
		hidden := []string{s.deal("Of another", map[string]any{"conversationId": theirs, "ownerId": other.ID}), s.deal("Of nobody", nil)}
		for _, id := range append(slices.Clone(seen), hidden...) {
			s.must(http.MethodPost, "/v1/deals/"+id+"/move", map[string]any{"toStageId": s.stages[1]})
		}
		for _, path := range []string{"/v1/deals", "/v1/deals?stageId=" + s.stages[1], "/v1/deals?pipelineId=" + s.pipeline + "&status=open", "/v1/pipelines/" + s.pipeline + "/board", "/v1/events?limit=200"} {
			r := k.Do(http.MethodGet, path, agent.Key, nil)
			for _, id := range seen {
				if !strings.Contains(string(r.Body), id) {
					t.Errorf("%s does not show %s: %s", path, id, r.Body)
				}
			}
			for _, id := range hidden {
				if strings.Contains(string(r.Body), id) {
					t.Errorf("%s shows %s: %s", path, id, r.Body)
				}
			}
		}
		if r := k.Do(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/board", agent.Key, nil); strings.Contains(string(r.Body), `"count":4`) || !strings.Contains(string(r.Body), `"count":null`) {
			t.Errorf("the board tells what is beyond the reach: %s", r.Body)
		}
		for _, id := range hidden {
			for path, method := range map[string]string{"": http.MethodGet, "/history": http.MethodGet, "/spans": http.MethodGet, "/move": http.MethodPost} {
				var body any
				if method == http.MethodPost {
					body = map[string]any{"toStageId": s.stages[2]}
				}
				if r := k.Do(method, "/v1/deals/"+id+path, agent.Key, body); r.Status != http.StatusNotFound {
					t.Errorf("%s%s is answered with %d %s", id, path, r.Status, r.Body)
				}
			}
			if r := k.Do(http.MethodPatch, "/v1/deals/"+id, agent.Key, map[string]any{"title": "Mine"}); r.Status != http.StatusNotFound {
				t.Errorf("%s is changed: %d %s", id, r.Status, r.Body)
			}
		}
		for _, id := range seen {
			if r := k.Do(http.MethodPost, "/v1/deals/"+id+"/move", agent.Key, map[string]any{"toStageId": s.stages[2]}); r.Status != http.StatusOK {
				t.Errorf("%s is not moved: %d %s", id, r.Status, r.Body)
			}
		}
		if r := k.Do(http.MethodPost, "/v1/deals", agent.Key, map[string]any{"title": "New", "pipelineId": s.pipeline, "conversationId": theirs}); r.Status != http.StatusUnprocessableEntity {
			t.Errorf("a deal of a conversation beyond the reach is answered with %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodPost, "/v1/deals", agent.Key, map[string]any{"title": "New", "pipelineId": s.pipeline}); r.Text("ownerId") != agent.ID {
			t.Errorf("who makes a deal does not own it: %s", r.Body)
		}
		if r := k.Do(http.MethodPost, "/v1/pipelines", agent.Key, map[string]any{"name": "Mine", "stages": []any{map[string]any{"name": "New"}}}); r.Status != http.StatusForbidden {
			t.Errorf("an agent makes a pipeline: %d %s", r.Status, r.Body)
		}
	})
}

// In one gap keys grow until those around it are made anew: the order stays.
func TestKeysAreMadeAnewInANarrowGap(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		last := s.deal("Last", nil)
		first := s.deal("First", nil)
		want := []string{first, last}
		long := 0
		for i := range 300 {
			id := s.deal(fmt.Sprint(i), map[string]any{"stageId": s.stages[1]})
			r := s.must(http.MethodPost, "/v1/deals/"+id+"/move", map[string]any{"toStageId": s.stages[0], "afterDealId": first})
			if r.Text("placement") != "as_asked" {
				t.Fatalf("it was put elsewhere: %s", r.Body)
			}
			want = slices.Insert(want, 1, id)
		}
		for _, row := range s.Rows("SELECT position FROM deals WHERE workspace_id = '%s'", s.WorkspaceID) {
			long = max(long, len(row["position"].(string)))
		}
		if long > crm.MaxOrderKey {
			t.Errorf("a key has %d bytes", long)
		}
		var got []string
		for cursor := ""; ; {
			c := listOf(s.must(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/board?limit=70&stageId="+s.stages[0]+"&cursor="+cursor, nil), "columns")[0]
			for _, d := range c["deals"].([]any) {
				got = append(got, d.(map[string]any)["id"].(string))
			}
			if cursor, _ = c["nextCursor"].(string); cursor == "" {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("the order is\n%v, want\n%v", got, want)
		}
	})
}

// A deal rots so many days after somebody did something with it, or the contact wrote.
func TestDealsRot(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		p := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Slow", "stages": []any{map[string]any{"name": "New", "rotsAfterDays": 3}}})
		k.EventuallyStored(k.CustomerWrites("+14155550123", "Hello"))
		c := listOf(s.must(http.MethodGet, "/v1/conversations", nil), "data")[0]["id"]
		id := s.deal("Chairs", map[string]any{"pipelineId": p.Text("id"), "conversationId": c})
		due := func() time.Time {
			at, err := time.Parse(time.RFC3339, s.must(http.MethodGet, "/v1/deals/"+id, nil).Text("rotsAt"))
			k.Must(err)
			return at
		}
		begun := due()
		if left := begun.Sub(k.Now()); left < 71*time.Hour || left > 72*time.Hour {
			t.Errorf("it rots in %v", left)
		}
		k.Advance(24 * time.Hour)
		if !due().Equal(begun) {
			t.Error("it rots later although nothing happened")
		}
		k.EventuallyStored(k.CustomerWrites("+14155550123", "Still there?"))
		k.Eventually("the message counts", func() bool { return due().Sub(begun) >= 24*time.Hour })
		s.must(http.MethodPost, "/v1/deals/"+id+"/move", map[string]any{"toStageId": p.Text("stages", "1", "id")})
		if got := s.must(http.MethodGet, "/v1/deals/"+id, nil).JSON()["rotsAt"]; got != nil {
			t.Errorf("a deal that is won rots at %v", got)
		}
	})
}
