package deal_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// What was won and lost is converted by the rates of the days on which it was. A rate that
// is set later changes none of it, but that of the very day.
func TestWhatWasWonKeepsItsRate(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		k.Advance(time.Duration(24-k.Now().UTC().Hour()) * time.Hour) // so that a day does not end meanwhile
		day := func(ago int) string { return k.Now().UTC().AddDate(0, 0, -ago).Format(time.DateOnly) }
		set := func(on, rate string) {
			t.Helper()
			s.must(http.MethodPut, "/v1/exchange-rates", map[string]any{"rates": []any{map[string]any{"from": "USD", "to": "EUR", "on": on, "rate": rate}}})
		}
		end := func(amount, currency string, stage int) {
			t.Helper()
			id := s.deal("Chairs", map[string]any{"amount": amount, "currency": currency})
			s.must(http.MethodPost, "/v1/deals/"+id+"/move", map[string]any{"toStageId": s.stages[stage], "closeNote": "So"})
		}
		first := day(0)
		wants := func(what, won, lost string) {
			t.Helper()
			r := s.must(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/bridge?currency=EUR&from="+first+"&to="+day(0), nil)
			if r.Text("converted", "won") != won || r.Text("converted", "lost") != lost {
				t.Errorf("%s: won and lost are %v, want %s and %s", what, r.JSON()["converted"], won, lost)
			}
		}
		wants("nothing", "0.00", "0.00")
		end("100.00", "JOD", 3)
		if r := s.must(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/bridge?currency=EUR&from="+first+"&to="+first, nil); r.JSON()["converted"].(map[string]any)["won"] != nil || r.Text("converted", "missingRates", "0") != "JOD" {
			t.Errorf("without a rate it is %v", r.JSON()["converted"])
		}
		s.must(http.MethodPut, "/v1/exchange-rates", map[string]any{"rates": []any{map[string]any{"from": "JOD", "to": "EUR", "on": first, "rate": "1.25"}}})
		wants("a rate of the day that came late", "125.00", "0.00")

		set(day(5), "0.9")
		end("100.00", "USD", 3)
		end("10.00", "EUR", 3)
		end("50.00", "USD", 4)
		wants("by the last rate until the day", "225.00", "45.00")
		set(day(5), "0.5")
		set(day(2), "0.4")
		wants("rates of days before that are set later", "225.00", "45.00")
		end("100.00", "USD", 3)
		wants("one day has one rate", "315.00", "45.00")
		k.Advance(24 * time.Hour)
		set(day(0), "0.8")
		wants("a rate of a later day", "315.00", "45.00")
		end("100.00", "USD", 3)
		wants("each day by its own", "395.00", "45.00")
		set(first, "1")
		wants("the rate of that very day is corrected", "415.00", "50.00")
		if r := s.must(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/bridge?currency=EUR&from="+first+"&to="+day(0)+"&timeZone=Asia/Kathmandu", nil); r.Text("converted", "won") != "415.00" {
			t.Errorf("days of another zone have %v", r.JSON()["converted"])
		}
		// A forecast is of what is open, by the rate of now.
		s.deal("Tables", map[string]any{"amount": "100.00", "currency": "USD"})
		if r := s.must(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/forecast?currency=EUR", nil); r.Text("converted", "amount") != "80.00" {
			t.Errorf("the forecast is %v", r.JSON()["converted"])
		}
	})
}
