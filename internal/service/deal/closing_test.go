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

// Why deals were lost is counted by what they were at that moment: reopened, won,
// changed, moved or removed later, they stay. A reason that is deleted keeps its name.
func TestClosingsAreOfTheirMoment(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		k.Advance(time.Duration(26-k.Now().UTC().Hour()) * time.Hour) // early in a day
		path := "/v1/pipelines/" + s.pipeline + "/closings"
		reason := func(kind, name string) string {
			return s.must(http.MethodPost, "/v1/deal-reasons", map[string]any{"kind": kind, "name": name}).Text("id")
		}
		dear, liked := reason("lost", "Too dear"), reason("won", "Liked")
		move := func(id string, stage int, more map[string]any) {
			t.Helper()
			more["toStageId"] = s.stages[stage]
			s.must(http.MethodPost, "/v1/deals/"+id+"/move", more)
		}
		// said is a report in one line, whose numbers are held against the items.
		said := func(query string) string {
			t.Helper()
			r := s.must(http.MethodGet, path+query, nil)
			out := fmt.Sprint(r.JSON()["kind"], " ", r.JSON()["count"])
			for _, of := range listOf(r, "reasons") {
				filter, listed := of["reasonId"].(string), 0
				if filter == "" {
					filter = "none"
				}
				for cursor := ""; ; {
					page := s.must(http.MethodGet, path+"/items"+query+"&limit=1&reasonId="+filter+"&cursor="+cursor, nil)
					listed += len(listOf(page, "data"))
					if cursor, _ = page.JSON()["nextCursor"].(string); cursor == "" {
						break
					}
				}
				if fmt.Sprint(listed) != fmt.Sprint(of["count"]) {
					t.Errorf("%v lists %d deals", of, listed)
				}
				out += fmt.Sprint("; ", of["name"], " ", of["count"], " ", of["share"])
				for _, sum := range of["currencies"].([]any) {
					sum := sum.(map[string]any)
					out += fmt.Sprint(" ", sum["deals"], " ", sum["amount"], " ", sum["currency"])
				}
			}
			return out
		}
		wants := func(what, query, want string) {
			t.Helper()
			if got := said(query); got != want {
				t.Errorf("%s: it is %q, want %q", what, got, want)
			}
		}
		day := func(ago int) string { return k.Now().UTC().AddDate(0, 0, -ago).Format(time.DateOnly) }
		today := "?from=" + day(0) + "&to=" + day(0)
		wants("nothing", today, "lost 0")

		chairs := s.deal("Chairs", map[string]any{"amount": "100.05"})
		tea := s.deal("Tea", map[string]any{"amount": "1200", "currency": "JPY"})
		oil := s.deal("Oil", map[string]any{"amount": "2.505", "currency": "KWD"})
		bare := s.deal("Bare", nil)
		for _, id := range []string{chairs, tea, oil} {
			move(id, 4, map[string]any{"lostReasonId": dear, "closeNote": "By a third"})
		}
		move(bare, 4, map[string]any{"closeNote": "They moved"})
		all := "lost 4; Too dear 3 0.75 1 100.05 EUR 1 1200 JPY 1 2.505 KWD;  1 0.25 1 0.00 <nil>"
		wants("four", today, all)
		if r := s.must(http.MethodGet, path+"/items"+today, nil); fmt.Sprint(titles(r)) != "[Bare Oil Tea Chairs]" || r.Text("data", "0", "closeNote") != "They moved" || r.Text("data", "1", "amount") != "2.505" || r.Text("data", "1", "reasonId") != dear {
			t.Errorf("the items are %s", r.Body)
		}

		move(chairs, 0, map[string]any{})
		s.must(http.MethodPatch, "/v1/deals/"+chairs, map[string]any{"amount": "70.00"})
		s.must(http.MethodPatch, "/v1/deals/"+tea, map[string]any{"amount": "9"})
		s.must(http.MethodDelete, "/v1/deals/"+oil, nil)
		s.must(http.MethodDelete, "/v1/deal-reasons/"+dear, nil)
		wants("reopened, changed and removed later", today, all)
		move(chairs, 4, map[string]any{"closeNote": "Again"})
		wants("lost once more", today, "lost 5; Too dear 3 0.6 1 100.05 EUR 1 1200 JPY 1 2.505 KWD;  2 0.4 1 0.00 <nil> 1 70.00 EUR")
		move(chairs, 3, map[string]any{"wonReasonId": liked})
		wants("won in the end", today+"&kind=won", "won 1; Liked 1 1 1 70.00 EUR")

		// A day begins elsewhere at another time: it is early in UTC, so late the day before in New York.
		wants("the same day in New York", today+"&timeZone=America/New_York", "lost 0")
		if got := said("?from=" + day(1) + "&to=" + day(1) + "&timeZone=America/New_York"); !strings.HasPrefix(got, "lost 5;") {
			t.Errorf("the day before in New York has %q", got)
		}
		k.Advance(24 * time.Hour)
		wants("a day later", "?from="+day(0)+"&to="+day(0), "lost 0")
		wants("two days", "?from="+day(1)+"&to="+day(0)+"&kind=won", "won 1; Liked 1 1 1 70.00 EUR")

		for query, pointer := range map[string]string{"?kind=open": "kind", "?timeZone=Mars": "timeZone", "?from=yesterday": "from", "?from=2026-01-01&to=2026-06-01": "from", "/items?cursor=x": "cursor", "/items?kind=all": "kind"} {
			if r := k.Do(http.MethodGet, path+query, k.Key, nil); r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"`+pointer+`"`) {
				t.Errorf("%s is answered with %d %s", query, r.Status, r.Body)
			}
		}
		if r := k.Do(http.MethodGet, "/v1/pipelines/pip_0/closings", k.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("a pipeline that there is not is answered with %d %s", r.Status, r.Body)
		}
		if r := s.must(http.MethodGet, path+"/items?reasonId=dlr_0", nil); len(listOf(r, "data")) != 0 {
			t.Errorf("a reason that there is not lists %s", r.Body)
		}
	})
}

func titles(r testkit.Response) (out []string) {
	for _, item := range listOf(r, "data") {
		out = append(out, item["title"].(string))
	}
	return slices.Clip(out)
}
