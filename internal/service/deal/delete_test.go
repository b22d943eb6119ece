package deal_test

import (
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"service.example/crm/internal/testkit"
)

// sums are how many deals stages have and what they are worth, by stage and currency.
type sums map[string][2]int64

// totals are the sums that are kept, and those of the deals that there are.
func (s *shop) totals() (kept, real sums) {
	kept, real = sums{}, sums{}
	for _, row := range s.Rows("SELECT stage_id, currency, amount_minor FROM deals WHERE workspace_id = '%s'", s.WorkspaceID) {
		key := row["stage_id"].(string) + row["currency"].(string)
		real[key] = [2]int64{real[key][0] + 1, real[key][1] + max(0, row["amount_minor"].(int64))}
	}
	for _, row := range s.Rows("SELECT stage_id, currency, deals, amount_minor FROM stage_totals WHERE workspace_id = '%s' AND (deals <> 0 OR amount_minor <> 0)", s.WorkspaceID) {
		kept[row["stage_id"].(string)+row["currency"].(string)] = [2]int64{row["deals"].(int64), row["amount_minor"].(int64)}
	}
	return kept, real
}

// A deal that is deleted is nowhere any more: not in lists, nor counted, nor beside
// others. Its past stays, and the audit log says who did it.
func TestADealIsDeleted(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		kept, gone := s.deal("Kept", map[string]any{"amount": "10.50"}), s.deal("Gone", map[string]any{"amount": "4800"})
		s.must(http.MethodPut, "/v1/deals/"+gone+"/lines", map[string]any{"lines": []any{map[string]any{"name": "Chair", "unitAmount": "12"}}})
		before := s.must(http.MethodGet, "/v1/deals/"+gone, nil)
		s.must(http.MethodPatch, "/v1/deals/"+gone, map[string]any{"title": "Soon gone"})
		if r := k.Send(testkit.Request{Method: http.MethodDelete, Path: "/v1/deals/" + gone, Key: k.Key, Header: map[string]string{"If-Match": before.Header.Get("ETag")}}); r.Code() != "changed_meanwhile" || r.Status != http.StatusPreconditionFailed {
			t.Errorf("a deal that changed is deleted: %d %s", r.Status, r.Body)
		}
		nodes := []*testkit.Kit{k, k.Second()}
		var all sync.WaitGroup
		var mu sync.Mutex
		answers := map[int]int{}
		for i := range 8 {
			all.Go(func() {
				r := nodes[i%2].Do(http.MethodDelete, "/v1/deals/"+gone, k.Key, nil)
				mu.Lock()
				defer mu.Unlock()
				answers[r.Status]++
			})
		}
		all.Wait()
		if answers[http.StatusNoContent] != 1 || answers[http.StatusNotFound] != 7 {
			t.Errorf("eight deletions are answered with %v", answers)
		}
		for _, path := range []string{"", "/history", "/spans", "/lines"} {
			if r := k.Do(http.MethodGet, "/v1/deals/"+gone+path, k.Key, nil); r.Status != http.StatusNotFound {
				t.Errorf("%s of a deal that is gone is answered with %d %s", path, r.Status, r.Body)
			}
		}
		for _, path := range []string{"/v1/deals", "/v1/pipelines/" + s.pipeline + "/board"} {
			if r := s.must(http.MethodGet, path, nil); strings.Contains(string(r.Body), gone) || !strings.Contains(string(r.Body), kept) {
				t.Errorf("%s shows %s", path, r.Body)
			}
		}
		if r := s.must(http.MethodPost, "/v1/deals/"+kept+"/move", map[string]any{"toStageId": s.stages[1], "afterDealId": gone}); r.Text("placement") != "nearest" {
			t.Errorf("a deal is put beside one that is gone: %s", r.Body)
		}
		if kept, real := s.totals(); !maps.Equal(kept, real) || len(real) != 1 {
			t.Errorf("%v are counted, there are %v", kept, real)
		}
		if rows := s.Rows("SELECT kind FROM deal_history WHERE workspace_id = '%s' AND deal_id = '%s' ORDER BY number DESC LIMIT 1", s.WorkspaceID, gone); len(rows) != 1 || rows[0]["kind"] != "deleted" {
			t.Errorf("the history ends with %v", rows)
		}
		if rows := s.Rows("SELECT number FROM deal_spans WHERE workspace_id = '%s' AND deal_id = '%s' AND to_at = 0", s.WorkspaceID, gone); len(rows) != 0 {
			t.Errorf("a span goes on: %v", rows)
		}
		if rows := s.Rows("SELECT deal_id FROM deal_lines WHERE workspace_id = '%s' AND deal_id = '%s'", s.WorkspaceID, gone); len(rows) != 0 {
			t.Errorf("lines are left: %v", rows)
		}
		r := s.must(http.MethodGet, "/v1/audit-log?action=deal.deleted", nil)
		if list := listOf(r, "data"); len(list) != 1 || !strings.Contains(string(r.Body), gone) {
			t.Errorf("the audit log has %s", r.Body)
		}
	})
}

// What a stage requires cannot be taken from a deal while it is there; what the deal
// lacked before stays its own matter.
func TestAStageKeepsWhatItRequires(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		p := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Strict", "currency": "EUR", "stages": []any{map[string]any{"name": "Offer", "requires": []any{"amount", "expectedCloseOn", "lines"}}}})
		id := s.deal("Chairs", map[string]any{"amount": "5", "expectedCloseOn": "2027-01-31"})
		s.must(http.MethodPut, "/v1/deals/"+id+"/lines", map[string]any{"lines": []any{map[string]any{"name": "Chair", "unitAmount": "12"}}})
		s.must(http.MethodPost, "/v1/deals/"+id+"/move", map[string]any{"toStageId": p.Text("stages", "0", "id")})
		r := k.Do(http.MethodPatch, "/v1/deals/"+id, k.Key, map[string]any{"expectedCloseOn": "", "title": "Benches"})
		if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), "/expectedCloseOn") || !strings.Contains(string(r.Body), "The stage Offer requires") {
			t.Errorf("what the stage requires is taken away: %d %s", r.Status, r.Body)
		}
		r = k.Do(http.MethodPut, "/v1/deals/"+id+"/lines", k.Key, map[string]any{"lines": []any{}})
		if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"/lines"`) {
			t.Errorf("the lines are taken away: %d %s", r.Status, r.Body)
		}
		if d := s.must(http.MethodGet, "/v1/deals/"+id, nil); d.Text("title") != "Chairs" || d.Text("amountSource") != "lines" {
			t.Errorf("something changed: %s", d.Body)
		}
		s.must(http.MethodPatch, "/v1/deals/"+id, map[string]any{"expectedCloseOn": "2027-02-01"})
		s.must(http.MethodPatch, "/v1/pipelines/"+p.Text("id"), map[string]any{"stages": []any{map[string]any{"id": p.Text("stages", "0", "id"), "requires": []any{"ownerId", "amount", "expectedCloseOn"}},
			map[string]any{"id": p.Text("stages", "1", "id")}, map[string]any{"id": p.Text("stages", "2", "id")}}})
		s.must(http.MethodPatch, "/v1/deals/"+id, map[string]any{"title": "Benches"}) // it has no owner, and needs none for this
	})
}
