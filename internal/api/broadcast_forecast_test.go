package api_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// forecasts is how many broadcasts are forecast: few in the gate, and 50 by make forecasts.
func forecasts(t *testing.T) int {
	text := os.Getenv("CRM_FORECASTS")
	if text == "" {
		return 6
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("CRM_FORECASTS is %q", text)
	}
	return n
}

// What a broadcast costs is within its forecast, and what it is expected to cost where
// nothing is lost: in four currencies and twelve markets, with volume tiers, with people who
// cannot get it, who just wrote, and whom an ad led here.
func TestForecastsComeTrue(t *testing.T) {
	n := forecasts(t)
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Sandbox: monthAccounts}, func(t *testing.T, k *testkit.Kit) {
		month := newMonth(t, k)
		random := rand.New(rand.NewPCG(7, 50))
		worst := 0.0
		for i := range n {
			p := month.payers[(i+3)%4] // the last one, which is the first here, has volume tiers
			k.Tenant = p.Tenant
			w := broadcasting{k, t}
			id := w.create(month.audience(p, random), [](map[string]any){
				{"templateName": "offer"}, nil,
				{"templateName": "order_shipped", "parameters": map[string]any{"name": "Ada", "order_number": "7", "eta": "on Friday"}}}[random.IntN(3)])
			w.prepared(id)
			said := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/forecast", k.Key, nil)
			w.act(id, "start")
			k.Eventually("it is completed", func() bool { return w.get(id).Text("status") == "completed" })
			month.booked()
			sum := 0.0
			for _, row := range fetch(k, "/v1/charges/summary?groupBy=broadcast")["data"].([]any) {
				if r := row.(map[string]any); r["key"] == id {
					if sum = amountOf(t, r["amount"]); r["unpriced"] != 0.0 || r["currency"] != p.currency {
						t.Errorf("the charges are %v", r)
					}
				}
			}
			charge := said.JSON()["charge"].(map[string]any)
			best, expected, most := amountOf(t, charge["best"]), amountOf(t, charge["expected"]), amountOf(t, charge["worst"])
			off := math.Abs(sum-expected) / expected
			if worst = max(worst, off); sum < best-1e-6 || sum > most+1e-6 || off > 0.03 || charge["currency"] != p.currency {
				t.Errorf("it cost %v, and was to cost: %s", sum, said.Body)
			}
		}
		t.Logf("%d broadcasts cost what was said, to %.2f%%", n, 100*worst)
	})
}

func amountOf(t *testing.T, text any) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(fmt.Sprint(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// audience are 20 to 80 people of all markets. Some are there twice or have no number, some
// wrote just now, and some of these came by an ad.
func (w *monthWorld) audience(p payer, random *rand.Rand) map[string]any {
	w.t.Helper()
	list := []any{}
	for range 20 + random.IntN(61) {
		to := fmt.Sprintf("+%s%05d", monthPrefixes[random.IntN(len(monthPrefixes))], random.IntN(100_000))
		list = append(list, map[string]any{"to": to})
		switch random.IntN(12) {
		case 0:
			list = append(list, map[string]any{"to": to})
		case 1:
			list = append(list, map[string]any{"to": "12"})
		case 2:
			w.writes(p, to, nil)
		case 3:
			w.writes(p, to, map[string]any{"source_type": "ad", "source_id": "1", "source_url": "https://ad.example"})
			w.send(p, to, map[string]any{"type": "text", "text": map[string]any{"body": "Welcome"}})
		}
	}
	w.Settle()
	return map[string]any{"recipients": list}
}
