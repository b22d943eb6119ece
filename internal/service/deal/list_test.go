package deal_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// walk returns the titles of a list, page by page.
func (s *shop) walk(query string) (titles []string) {
	s.t.Helper()
	for cursor, pages := "", 0; ; pages++ {
		r := s.must(http.MethodGet, "/v1/deals?limit=2&"+query+"&cursor="+cursor, nil)
		for _, d := range listOf(r, "data") {
			titles = append(titles, d["title"].(string))
		}
		if cursor = r.Text("nextCursor"); cursor == "" || pages > 50 {
			return titles
		}
	}
}

// Every filter finds its deals, page by page, in the order of the list; those of contacts
// that were merged are found by the one that is left.
func TestDealsAreListed(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		k.EventuallyStored(k.CustomerWrites("+14155550123", "Hello"))
		c := listOf(s.must(http.MethodGet, "/v1/conversations", nil), "data")[0]
		twin := s.must(http.MethodPost, "/v1/contacts", map[string]any{"phone": "+14155550177"}).Text("id")
		days := []string{"2026-03-03", "2026-03-01", "", "2026-03-02", "2026-03-01", "2026-04-01"}
		for i, day := range days {
			more := map[string]any{"stageId": s.stages[i%2], "contactId": []any{twin, c["contactId"]}[i%2]}
			if day != "" {
				more["expectedCloseOn"] = day
			}
			if i%3 == 0 {
				more["conversationId"] = c["id"]
			}
			s.deal(fmt.Sprint(i), more)
		}
		s.must(http.MethodPost, "/v1/contacts/"+c["contactId"].(string)+"/merge", map[string]any{"contactId": twin})
		for query, want := range map[string]string{
			"": "5 4 3 2 1 0", "pipelineId=" + s.pipeline: "5 4 3 2 1 0", "stageId=" + s.stages[0]: "4 2 0", "status=open": "5 4 3 2 1 0", "status=won": "",
			"contactId=" + c["contactId"].(string): "5 4 3 2 1 0", "conversationId=" + c["id"].(string): "3 0", "stageId=" + s.stages[1] + "&conversationId=" + c["id"].(string): "3",
			"expectedCloseFrom=2026-03-01": "1 4 3 0 5", "expectedCloseFrom=2026-03-01&expectedCloseTo=2026-03-02": "1 4 3", "expectedCloseTo=2026-03-01": "1 4",
			"expectedCloseFrom=2026-03-02&stageId=" + s.stages[0]: "0", "ownerId=usr_01jd5k3v6rf0w8m2a4t9x7bq1n": "",
		} {
			if got := strings.Join(s.walk(query), " "); got != want {
				t.Errorf("?%s lists %q, want %q", query, got, want)
			}
		}
		page := s.must(http.MethodGet, "/v1/deals?limit=1", nil).Text("nextCursor")
		if r := k.Do(http.MethodGet, "/v1/deals?expectedCloseTo=2026-03-01&cursor="+page, k.Key, nil); r.Status != http.StatusUnprocessableEntity {
			t.Errorf("a cursor of another order is answered with %d %s", r.Status, r.Body)
		}
	})
}

// A pipeline keeps stages that have deals, and totals are those of the deals that there
// are, whatever is done to them.
func TestTotalsAreThoseOfTheDeals(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		a, b := s.deal("A", map[string]any{"amount": "10.50"}), s.deal("B", map[string]any{"amount": "1200", "currency": "JPY"})
		s.deal("C", nil)
		s.must(http.MethodPatch, "/v1/deals/"+a, map[string]any{"amount": "0.25", "currency": "KWD"})
		s.must(http.MethodPost, "/v1/deals/"+b+"/move", map[string]any{"toStageId": s.stages[1]})
		s.must(http.MethodPost, "/v1/deals/"+b+"/move", map[string]any{"toStageId": s.stages[3]})
		want := []string{"3 map[]", "0 []", "0 []", "1 []", "0 []"}
		want[0], want[3] = `2 [map[amount:0.250 currency:KWD deals:1]]`, `1 [map[amount:1200 currency:JPY deals:1]]`
		var got []string
		for _, c := range listOf(s.must(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/board", nil), "columns") {
			got = append(got, fmt.Sprint(c["count"], " ", c["totals"]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("the columns have %v, want %v", got, want)
		}
		var stages []any
		for _, id := range []string{s.stages[1], s.stages[2], s.stages[3], s.stages[4]} {
			stages = append(stages, map[string]any{"id": id})
		}
		if r := k.Do(http.MethodPatch, "/v1/pipelines/"+s.pipeline, k.Key, map[string]any{"stages": stages}); r.Code() != "stage_not_empty" || !strings.Contains(string(r.Body), s.stages[0]) {
			t.Errorf("a stage with deals is removed: %d %s", r.Status, r.Body)
		}
		other := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Other", "stages": []any{map[string]any{"name": "Only"}}})
		s.must(http.MethodPatch, "/v1/pipelines/"+other.Text("id"), map[string]any{"archived": true})
		if r := k.Do(http.MethodPost, "/v1/deals/"+a+"/move", k.Key, map[string]any{"toStageId": other.Text("stages", "0", "id")}); r.Code() != "pipeline_archived" {
			t.Errorf("a deal is moved into the archive: %d %s", r.Status, r.Body)
		}
		s.must(http.MethodPatch, "/v1/pipelines/"+other.Text("id"), map[string]any{"archived": false})
		if r := s.must(http.MethodPost, "/v1/deals/"+a+"/move", map[string]any{"toStageId": other.Text("stages", "0", "id")}); r.Text("pipelineId") != other.Text("id") {
			t.Errorf("a deal is moved to another pipeline, and is %s", r.Body)
		}
	})
}
