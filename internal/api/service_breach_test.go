package api_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// told is when the breach of each clock was told, in milliseconds.
func (w noteWorld) told() map[string][]int64 {
	w.t.Helper()
	out := map[string][]int64{}
	for _, row := range w.Rows("SELECT body, created_at FROM events WHERE kind = 'conversation.sla_breached'") {
		var body struct {
			Data struct {
				ClockID string `json:"clock_id"`
			}
		}
		w.Must(json.Unmarshal([]byte(wholeText(row["body"])), &body))
		out[body.Data.ClockID] = append(out[body.Data.ClockID], row["created_at"].(int64))
	}
	return out
}

// However many clocks are due at once, each breach is told within five seconds, and once,
// although two nodes tell, and somebody else as well.
func TestManyBreachesAreToldInTime(t *testing.T) {
	const many, within = 600, 5 * time.Second
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		other := k.Second()
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 60}})
		for i := range many {
			k.CustomerWrites(fmt.Sprintf("+1646558%04d", i), "Hello")
		}
		k.Eventually("every clock runs", func() bool { return k.Count("clocks", "raise_at > 0") == many })
		k.Quiet()
		if n := len(w.told()); n > 0 {
			t.Fatalf("%d are told of before they are due", n)
		}
		last := k.Rows("SELECT max(due_at) AS due FROM clocks")[0]["due"].(int64)
		ahead := time.UnixMilli(last).Sub(k.Now())
		k.Advance(ahead) // all of them are due from now on
		if other != k {
			other.Advance(ahead)
		}
		due := k.Now()
		var both sync.WaitGroup
		for _, node := range []*testkit.Kit{k, other} {
			both.Go(func() { k.Must(node.App.Service.ServiceLevel.TellBreaches(t.Context())) })
		}
		both.Wait()
		k.Eventually("every breach is told", func() bool { return len(w.told()) == many })
		k.Must(other.App.Service.ServiceLevel.TellBreaches(t.Context()))
		latest := int64(0)
		for id, times := range w.told() {
			if len(times) != 1 {
				t.Errorf("%s was told %d times", id, len(times))
			}
			latest = max(latest, times[0])
		}
		if n := k.Count("timeline", "kind = 'sla_breached'"); n != many {
			t.Errorf("timelines have %d of %d breaches", n, many)
		}
		took := time.UnixMilli(latest).Sub(due)
		if t.Logf("the last of %d was told %s after they were due", many, took); took > within {
			t.Errorf("that is more than %s", within)
		}
	})
}
