package crashtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// A broadcast passes no limit of its messages or of its money, though every node that sends
// it is killed while it nears one: what the provider took is the limit, to the message.
// Raised, the limit lets it end, and everybody has one message.
func TestLimitsOfABroadcastHoldThroughKills(t *testing.T) {
	const people, first, second = 300, 90, 170
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		base := w.nodes[0].url
		var list []any
		for i := range people {
			list = append(list, map[string]any{"to": fmt.Sprintf("+1646%07d", 5580000+i)})
		}
		var b broadcastView
		w.api(base, "POST", "/v1/broadcasts", map[string]any{"name": "Hello", "templateName": "hello_world", "language": "en_US", "audience": map[string]any{"recipients": list}, "limits": map[string]any{"messages": first}}, &b)
		path := "/v1/broadcasts/" + b.ID
		await := func(what string, is func() bool) {
			t.Helper()
			awaitUntil(t, 2*time.Minute, what, func() (bool, string) {
				b = broadcastView{}
				if status, answer, err := w.try(base, "GET", path, "", nil); err == nil && status == http.StatusOK {
					_ = json.Unmarshal(answer, &b)
				}
				return is(), fmt.Sprintf("%+v", b)
			})
		}
		killed := 0
		taken := func(limit int) {
			t.Helper()
			w.calls.read()
			n := 0
			for _, id := range w.calls.ids() {
				n += w.calls.of(id).accepted
			}
			if n != limit || b.Counts.Sent != limit || b.Counts.Failed != 0 || b.Counts.Queued != people-limit {
				t.Errorf("the limit is %d, and the provider took %d messages: %+v", limit, n, b)
			}
		}
		w.api(base, "POST", path+"/start", map[string]any{}, &b)
		for i, limit := range []int{first, second} {
			before, reason := []int{0, first}[i], []string{"message_limit_reached", "amount_limit_reached"}[i]
			await("it goes on", func() bool { return b.Counts.Sent > before })
			killed += w.restartEach()
			await("the limit stops it", func() bool {
				return b.Status == "paused" && b.Reason == reason && b.Counts.Sending == 0
			})
			await("everybody whose turn came got it", func() bool { return b.Counts.Delivered >= limit })
			taken(limit)
			next := map[string]any{"messages": people}
			if limit == first {
				var cost struct {
					Charge struct{ Amount, Currency string }
				}
				w.api(base, "GET", path, nil, &cost)
				sum, err := strconv.ParseFloat(cost.Charge.Amount, 64)
				if err != nil || sum == 0 {
					t.Fatalf("%d messages cost %+v", limit, cost)
				}
				// Half a message more than the next ones cost.
				next = map[string]any{"amount": strconv.FormatFloat(sum/first*(second+0.5), 'f', 6, 64)}
			}
			w.api(base, "PATCH", path, map[string]any{"limits": next}, &b)
			w.api(base, "POST", path+"/resume", map[string]any{}, &b)
		}
		killed += w.restartEach()
		await("it ends", func() bool { return b.Status == "completed" && b.Counts.Delivered >= people })
		taken(people)
		if s := w.stats(); s.DuplicateCount != 0 {
			t.Errorf("the provider got %d messages twice: %v", s.DuplicateCount, s.Duplicates)
		}
		t.Logf("three limits held over %d kills", killed)
	})
}
