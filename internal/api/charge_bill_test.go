package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/testkit"
)

// billed are messages of a day, category and kind of price, as a line.
type billed map[string]struct {
	volume int64
	micros int64
}

func (b billed) add(day, category, kind string, volume, micros int64) {
	key := day + " " + category + " " + kind
	was := b[key]
	was.volume, was.micros = was.volume+volume, was.micros+micros
	b[key] = was
}

// providersBill is what the provider's analytics say.
func providersBill(t *testing.T, k *testkit.Kit, from, to time.Time) billed {
	t.Helper()
	fields := fmt.Sprintf(`pricing_analytics.start(%d).end(%d).granularity(DAILY).dimensions(["PRICING_CATEGORY","PRICING_TYPE","COUNTRY"])`, from.Unix(), to.Unix())
	req, err := http.NewRequest(http.MethodGet, k.App.Sandbox.URL+"/v25.0/"+k.WABAID+"?fields="+url.QueryEscape(fields), nil)
	k.Must(err)
	req.Header.Set("Authorization", "Bearer "+k.App.Sandbox.Token)
	res, err := http.DefaultClient.Do(req)
	k.Must(err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	k.Must(err)
	var answer struct {
		Analytics struct {
			Data []struct {
				Points []struct {
					Start    int64       `json:"start"`
					Category string      `json:"pricing_category"`
					Kind     string      `json:"pricing_type"`
					Volume   int64       `json:"volume"`
					Cost     json.Number `json:"cost"`
				} `json:"data_points"`
			} `json:"data"`
		} `json:"pricing_analytics"`
	}
	k.Must(json.Unmarshal(body, &answer))
	out := billed{}
	for _, data := range answer.Analytics.Data {
		for _, p := range data.Points {
			micros, ok := crm.ParseMicros(p.Cost.String())
			if !ok {
				t.Fatalf("the cost is %s", p.Cost)
			}
			out.add(time.Unix(p.Start, 0).UTC().Format(time.DateOnly), strings.ToLower(p.Category), strings.ToLower(p.Kind), p.Volume, micros)
		}
	}
	return out
}

// ledgersBill is what the ledger says of the same.
func ledgersBill(t *testing.T, k *testkit.Kit) billed {
	t.Helper()
	out := billed{}
	for path := "/v1/charges?limit=100"; path != ""; {
		page := fetch(k, path)
		for _, row := range page["data"].([]any) {
			c := row.(map[string]any)
			amount, _ := c["amount"].(string)
			micros, ok := crm.ParseMicros(strings.TrimPrefix(amount, "-"))
			if !ok {
				t.Fatalf("a charge has the amount %v: %v", c["amount"], c)
			}
			if c["count"].(float64) < 0 {
				micros = -micros
			}
			kind := map[string]string{"per_message": "regular", "entry_point": "free_entry_point"}[c["rule"].(string)]
			if kind == "" {
				kind = "free_customer_service"
			}
			out.add(c["bookedAt"].(string)[:10], c["category"].(string), kind, int64(c["count"].(float64)), micros)
		}
		path = ""
		if next, _ := page["nextCursor"].(string); next != "" {
			path = "/v1/charges?limit=100&cursor=" + url.QueryEscape(next)
		}
	}
	return out
}

// The ledger is what the provider bills, to the last unit, by a tariff that is written
// separately: over days and markets, with statuses doubled and out of order, messages that
// fail, and replies that are free.
func TestTheLedgerIsTheProvidersBill(t *testing.T) {
	opt := testkit.Options{Sandbox: func(c *sandbox.Config) { c.AutoRead = true }}
	testkit.OnBoth(t, opt, func(t *testing.T, k *testkit.Kit) {
		k.Must(k.Sandbox().SetFaults(
			sandbox.Fault{Statuses: "reordered", Share: 0.2, Match: sandbox.Match{Kind: "send"}},
			sandbox.Fault{Statuses: "doubled", Share: 0.3, Match: sandbox.Match{Kind: "send"}},
			sandbox.Fault{Code: 131026, Async: true, Share: 0.1, Match: sandbox.Match{Kind: "send"}}))
		began := k.Now().UTC().Truncate(crm.SpanDay)
		prefixes := []string{"4915157", "1415557", "1809555", "9198765", "5511987", "3361234", "4479111", "9715012", "2782123", "8613812", "6791234", "2348031"}
		arrived := 0
		for day := range 3 {
			var ids []string
			for i, prefix := range prefixes {
				to := fmt.Sprintf("+%s%05d", prefix, i)
				for n := range 3 {
					if n == 2 {
						k.CustomerWrites(strings.TrimPrefix(to, "+"), "Hello")
						ids = append(ids, k.SendMessage(map[string]any{"to": to, "type": "text", "text": map[string]any{"body": fmt.Sprint("Reply ", day)}}))
						continue
					}
					ids = append(ids, k.SendMessage(testkit.OrderShipped(to)))
				}
			}
			for _, id := range ids {
				k.Eventually("it has come to its end", func() bool {
					status := k.Message(id)["status"]
					return status == "read" || status == "failed"
				})
				if k.Message(id)["status"] == "read" {
					arrived++
				}
			}
			k.Advance(25 * time.Hour)
		}
		k.Eventually("the provider has posted everything", func() bool { return k.Sandbox().Stats().Webhooks.Pending == 0 })
		k.Eventually("everything is booked", func() bool { return k.Count("charge_facts") == 0 })
		want, got := providersBill(t, k, began, began.AddDate(0, 0, 10)), ledgersBill(t, k)
		if !maps.Equal(want, got) {
			for _, key := range slices.Sorted(maps.Keys(want)) {
				t.Errorf("%s: the provider has %+v, the ledger %+v", key, want[key], got[key])
			}
			t.Errorf("the ledger has %d lines, the bill %d", len(got), len(want))
		}
		volume, micros := int64(0), int64(0)
		for _, line := range want {
			volume, micros = volume+line.volume, micros+line.micros
		}
		if volume != int64(arrived) || volume < 60 || micros == 0 {
			t.Errorf("%d messages are billed with %d millionths, %d arrived", volume, micros, arrived)
		}
		t.Logf("%d messages, %s USD", volume, crm.FormatMicros(micros))
		recountCharges(t, k)
	})
}

// recountCharges holds the sums against the ledger, and has wrong ones set right.
func recountCharges(t *testing.T, k *testkit.Kit) {
	t.Helper()
	var found []charge.Difference
	compare := func(repair bool) int {
		found = nil
		k.Must(k.App.Service.Charge.Compare(t.Context(), repair, func(d charge.Difference) { found = append(found, d) }))
		return len(found)
	}
	sums := func() string {
		return string(k.Do(http.MethodGet, "/v1/charges/summary?groupBy=market", k.Key, nil).Body)
	}
	right := sums()
	if compare(false) != 0 {
		t.Errorf("of the sums are wrong: %+v", found)
	}
	k.Must(k.DB().Update(t.Context(), k.WorkspaceID, func(tx *db.Tx) error {
		if _, err := tx.Exec(db.SQL(`UPDATE charge_days SET charges = charges + 2, amount = amount - 7 WHERE workspace_id = $1 AND market = 'India'`), k.WorkspaceID); err != nil {
			return err
		}
		for _, wrong := range []string{`DELETE FROM charge_days WHERE workspace_id = $1 AND market = 'Germany'`, `DELETE FROM charge_totals WHERE workspace_id = $1 AND key = 'Germany'`,
			`UPDATE charge_totals SET free = free + 1 WHERE workspace_id = $1 AND dimension = 'market'`} {
			if _, err := tx.Exec(db.SQL(wrong), k.WorkspaceID); err != nil {
				return err
			}
		}
		return nil
	}))
	if compare(false) == 0 || sums() == right {
		t.Error("wrong sums are not found")
	}
	if compare(true) == 0 || compare(false) != 0 || sums() != right {
		t.Errorf("after the repair is wrong: %+v", found)
	}
}
