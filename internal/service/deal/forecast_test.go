package deal_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// A category that somebody set outlives every move; one of the stage follows it. A sum is
// converted by the last rate until the day, and is none where a rate is missing.
func TestForecastsConvertAndKeepCategories(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		set, free := s.deal("Set", map[string]any{"amount": "1000", "currency": "JPY", "forecastCategory": "commit"}), s.deal("Free", map[string]any{"amount": "2.5", "currency": "KWD"})
		for _, id := range []string{set, free} {
			s.must(http.MethodPost, "/v1/deals/"+id+"/move", map[string]any{"toStageId": s.stages[1]})
		}
		for id, want := range map[string]string{set: "commit manual", free: "pipeline stage"} {
			d := s.must(http.MethodGet, "/v1/deals/"+id, nil)
			if got := d.Text("forecastCategory") + " " + d.Text("forecastCategorySource"); got != want {
				t.Errorf("a moved deal is %s, want %s", got, want)
			}
		}
		if r := k.Do(http.MethodPatch, "/v1/deals/"+set, k.Key, map[string]any{"forecastCategory": "sure", "title": ""}); r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), "/forecastCategory") || !strings.Contains(string(r.Body), "/title") {
			t.Errorf("a category that there is not is answered with %d %s", r.Status, r.Body)
		}
		if d := s.must(http.MethodPatch, "/v1/deals/"+set, map[string]any{"forecastCategory": ""}); d.Text("forecastCategorySource") != "stage" {
			t.Errorf("a category that was taken away is %s", d.Body)
		}
		today := k.Now().UTC()
		rate := func(from, rate string, days int) map[string]any {
			return map[string]any{"from": from, "to": "EUR", "rate": rate, "on": today.AddDate(0, 0, days).Format(time.DateOnly)}
		}
		forecast := "/v1/pipelines/" + s.pipeline + "/forecast?currency=EUR"
		s.must(http.MethodPut, "/v1/exchange-rates", map[string]any{"rates": []any{rate("JPY", "0.006", -9), rate("JPY", "0.0062", -1), rate("JPY", "9", 1), rate("KWD", "3", 1)}})
		if r := s.must(http.MethodGet, forecast, nil); !strings.Contains(string(r.Body), `"amount":null,"weightedAmount":null`) || !strings.Contains(string(r.Body), `"missingRates":["KWD"]`) {
			t.Errorf("without a rate the forecast is %s", r.Body)
		}
		s.must(http.MethodPut, "/v1/exchange-rates", map[string]any{"rates": []any{rate("KWD", "3.0101", 0)}})
		// 1000 × 0.0062 = 6.20, and 2.500 × 3.0101 = 7.52525, rounded: 7.53.
		if r := s.must(http.MethodGet, forecast, nil); r.Text("converted", "amount") != "13.73" || r.Text("converted", "rates", "0", "rate") != "0.0062" || r.Text("converted", "rates", "1", "on") != today.Format(time.DateOnly) {
			t.Errorf("the forecast is %s", r.Body)
		}
		if n := len(listOf(s.must(http.MethodGet, "/v1/exchange-rates?to=EUR&from=JPY", nil), "data")); n != 3 {
			t.Errorf("%d rates of JPY are listed, want 3", n)
		}
	})
}

// Who reaches only some deals forecasts their own, and nobody else's; a bridge needs all.
func TestForecastsStayWithinReach(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		agent, other := k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		own := s.deal("Own", map[string]any{"amount": "10", "ownerId": agent.ID})
		s.deal("Hidden", map[string]any{"amount": "700", "ownerId": other.ID})
		path := "/v1/pipelines/" + s.pipeline
		for _, query := range []string{"", "?ownerId=" + agent.ID, "?groupBy=month"} {
			if r := k.Do(http.MethodGet, path+"/forecast"+query, agent.Key, nil); r.Text("amounts", "0", "amount") != "10.00" || r.Text("ownerId") != agent.ID {
				t.Errorf("%s is %d %s", query, r.Status, r.Body)
			}
		}
		for _, query := range []string{"/forecast?ownerId=" + other.ID, "/forecast?ownerId=none", "/bridge", "/conversion", "/bridge/items", "/bridge/export", "/closings", "/closings/items?reasonId=none"} {
			if r := k.Do(http.MethodGet, path+query, agent.Key, nil); r.Status != http.StatusForbidden {
				t.Errorf("%s is %d %s", query, r.Status, r.Body)
			}
		}
		at := "at=" + k.Now().UTC().Format(time.RFC3339Nano)
		for _, query := range []string{"/forecast/items?" + at, "/board?" + at, "/forecast/items"} {
			if r := k.Do(http.MethodGet, path+query, agent.Key, nil); !strings.Contains(string(r.Body), own) || strings.Contains(string(r.Body), "Hidden") {
				t.Errorf("%s shows %d %s", query, r.Status, r.Body)
			}
		}
		if r := s.must(http.MethodGet, path+"/forecast", nil); r.Text("amounts", "0", "amount") != "710.00" || fmt.Sprint(r.JSON()["deals"]) != "2" {
			t.Errorf("the whole forecast is %s", r.Body)
		}
	})
}
