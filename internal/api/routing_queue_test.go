package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit"
)

// stand is where a conversation stands in its queue, as position, whether there are more,
// and the seconds that it still takes, -1 where that is not said; "" if it does not wait.
func (w routingWorld) stand(id string) string {
	w.t.Helper()
	out := ""
	for _, d := range w.decisions(id) {
		if q, waits := d["queue"].(map[string]any); waits {
			eta, told := q["etaSeconds"].(float64)
			if !told {
				eta = -1
			}
			out += fmt.Sprint(q["position"], " ", q["atLeast"], " ", eta)
		}
	}
	return out
}

// fill writes rows of a table of routing.
func (w routingWorld) fill(table, columns string, n int, row func(i int) []any) {
	w.t.Helper()
	marks := ""
	for i := range row(0) {
		marks += fmt.Sprintf(", $%d", i+2)
	}
	insert := db.SQL("INSERT INTO " + table + " (workspace_id, " + columns + ") VALUES ($1" + marks + ")")
	for first := 0; first < n; first += 500 {
		w.Must(w.DB().Update(w.t.Context(), w.WorkspaceID, func(tx *db.Tx) error {
			for i := first; i < min(n, first+500); i++ {
				tx.Write(insert, append([]any{w.WorkspaceID}, row(i)...)...)
			}
			return nil
		}))
	}
}

func (w routingWorld) knowsWaits(place, n int, each time.Duration) {
	w.fill("routing_waits", "queue, place, ended_at, conversation_id, waited_ms", n, func(i int) []any {
		return []any{w.team, place, w.Now().Add(-time.Hour).UnixMilli(), fmt.Sprintf("cnv_%d_%04d", place, i), int64(i+1) * each.Milliseconds()}
	})
}

// Who waits in a queue is told where they stand, and how long it takes by how long it
// took others, as long as that came true.
func TestThePlaceInTheQueueIsTold(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		w.capacity(1)
		member := w.people[0]
		has := w.writes("+14155550301", "Hello")
		k.Eventually("the member gets it", func() bool { return w.agent(has) == member.ID })
		if got := w.stand(has); got != "" {
			t.Errorf("who has an agent stands at %s", got)
		}
		w.knowsWaits(1, 20, time.Minute) // 1 to 20 minutes
		first := w.writes("+14155550302", "Hello")
		full := func(n int) {
			t.Helper()
			k.Eventually("it waits", func() bool { return k.Count("routing_queue", "explained AND wait_cause = 'all_full'") == n })
		}
		full(1)
		second := w.writes("+14155550303", "Hello")
		full(2)
		want := func(id, want string) {
			t.Helper()
			if got := w.stand(id); got != want {
				t.Errorf("it stands at %q, want %q", got, want)
			}
		}
		want(first, "1 false -1") // nobody knows yet whether such estimates hold
		want(second, "2 false -1")
		promises := func(made, kept int) {
			w.fill("routing_promises", "queue, hour_at, made, kept", 1, func(int) []any {
				return []any{w.team, w.Now().Truncate(time.Hour).Add(-time.Duration(made) * time.Hour).UnixMilli(), made, kept}
			})
		}
		promises(40, 32)
		want(first, "1 false 1020") // 17 of 20 minutes
		want(second, "2 false -1")  // nobody stood there yet
		w.do(http.StatusOK, http.MethodPatch, "/v1/conversations/"+second, k.Key, map[string]any{"priority": "urgent"})
		want(first, "2 false -1")
		w.do(http.StatusOK, http.MethodPatch, "/v1/conversations/"+second, k.Key, map[string]any{"priority": "normal"})

		k.Advance(5 * time.Minute)
		w.status(has, "closed")
		k.Eventually("the first gets somebody", func() bool { return w.agent(first) == member.ID })
		want(first, "")
		count := func(table, where string, want int) {
			t.Helper()
			if n := k.Count(table, where); n != want {
				t.Errorf("%d %s with %s, want %d: %v", n, table, where, want, k.Rows("SELECT * FROM %s", table))
			}
		}
		count("routing_waits", "conversation_id = '"+first+"' AND place = 1 AND waited_ms >= 300000 AND waited_ms < 330000", 1)
		count("routing_promises", "made = 1 AND kept = 1", 1)
		full(1)
		k.Eventually("now the second is the first", func() bool { return w.stand(second) != "2 false -1" })
		want(second, "1 false 1020") // the 18th of 21
		third := w.writes("+14155550304", "Hello")
		full(2)
		w.status(second, "closed") // nobody gave it to anybody
		k.Advance(time.Hour)
		w.status(first, "closed")
		k.Eventually("the third gets somebody", func() bool { return w.agent(third) == member.ID })
		count("routing_waits", "conversation_id = '"+second+"'", 0)
		count("routing_waits", "conversation_id = '"+third+"' AND place = 2", 1)
		count("routing_promises", "made = 1", 1) // nothing was said of place 2

		late := w.writes("+14155550305", "Hello")
		full(1)
		k.Eventually("it is told", func() bool { return w.stand(late) == "1 false 1020" })
		w.available(member.ID, "away")
		k.Eventually("nobody is there", func() bool { return w.stand(late) == "1 false -1" })
		w.available(member.ID, "online")
		k.Eventually("somebody is back", func() bool { return w.stand(late) == "1 false 1020" })
		promises(60, 30) // with the others not three of four
		want(late, "1 false -1")
	})
}

// Of a long queue the position is told up to 1,000, as quickly as of a short one.
func TestALongQueueIsNotCounted(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "manual"})
		id := w.writes("+14155550311", "Hello")
		k.Eventually("it waits", func() bool { return k.Count("routing_queue", "explained") == 1 })
		const others = 5000
		w.fill("routing_queue", "conversation_id, queue, queue_at, waiting_since, phone_number_id, episode_id, decision_id, cause, target, answered_by, answered_at, overflow_at, visited, explained, wait_cause", others,
			func(i int) []any {
				return []any{fmt.Sprintf("cnv_%05d", i), w.team, 1000 + i, 1000 + i, "", "", "", "team", "{}", "", 0, 0, "", true, "unassigned"}
			})
		for place := 1; place <= assign.Place(assign.MaxPosition); place++ {
			w.knowsWaits(place, 200, time.Second)
		}
		w.fill("routing_promises", "queue, hour_at, made, kept", 7*24, func(i int) []any {
			return []any{w.team, w.Now().Truncate(time.Hour).Add(-time.Duration(i) * time.Hour).UnixMilli(), 10, 8}
		})
		if got := w.stand(id); got != "1000 true -1" {
			t.Errorf("it stands at %q", got)
		}
		move := db.SQL("UPDATE routing_queue SET queue_at = $3, wait_cause = 'all_full', place = 1 WHERE workspace_id = $1 AND conversation_id = $2")
		w.Must(w.DB().Update(t.Context(), w.WorkspaceID, func(tx *db.Tx) error { tx.Write(move, w.WorkspaceID, id, 1000+998); return nil }))
		if got := w.stand(id); got != "999 false 181" && got != "1000 false 181" {
			t.Errorf("it stands at %q", got)
		}
		actor, err := w.App.Service.Access.Operator(t.Context(), w.WorkspaceID)
		w.Must(err)
		took := make([]time.Duration, 500)
		for i := range took {
			begun := time.Now()
			_, err := w.App.Service.Routing.Decisions(t.Context(), actor, id, "", 50)
			took[i] = time.Since(begun)
			w.Must(err)
		}
		slices.Sort(took)
		t.Logf("of 500: median %s, 99th %s", took[250], took[495])
		if took[250] > 50*time.Millisecond {
			t.Errorf("the median is %s", took[250])
		}
	})
}
