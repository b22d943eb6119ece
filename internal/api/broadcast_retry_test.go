package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/testkit"
)

// failing lets a message to each number fail after it was taken, once each.
func failing(k *testkit.Kit, codes map[string]int) {
	var list []sandbox.Fault
	for to, code := range codes {
		list = append(list, sandbox.Fault{Match: sandbox.Match{Kind: "send", To: to}, Code: code, Async: true, Times: 1})
	}
	k.Must(k.Sandbox().SetFaults(list...))
}

// reasons are the failures of an answer in a line: code, count, advice.
func reasons(r testkit.Response) string {
	out := ""
	list, _ := r.JSON()["data"].([]any)
	for _, one := range list {
		f := one.(map[string]any)
		advice := ""
		if reason, is := f["failureReason"].(map[string]any); is {
			advice = fmt.Sprint(reason["retry"])
		}
		out += fmt.Sprint(f["providerCode"], " ", f["count"], " ", advice, "; ")
	}
	return out
}

// Who failed is grouped by the reason, and a retry reaches those once more whose reason
// allows it, and nobody else.
func TestARetryReachesWhomItMay(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		// 131000 may be sent again at once, 131049 after a day, 131026 never.
		failing(k, map[string]int{"+14155570001": 131000, "+14155570002": 131000, "+14155570003": 131049, "+14155570004": 131026})
		id := w.create(numbers(0, 10), nil)
		w.act(id, "start")
		k.Eventually("everything has an outcome", func() bool { return w.counts(id) == "0 0 0 6 6 0 4 0 0" && w.get(id).Text("status") == "completed" })
		failures := func() string {
			return reasons(k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/failures", k.Key, nil))
		}
		if got := failures(); got != "131000 2 safe; 131026 1 never; 131049 1 later; " {
			t.Errorf("why: %s", got)
		}
		k.Eventually("all failures are counted", func() bool {
			return reasons(k.Do(http.MethodGet, "/v1/failures?templateName=hello_world", k.Key, nil)) == "131000 2 safe; 131026 1 never; 131049 1 later; "
		})
		if got := reasons(k.Do(http.MethodGet, "/v1/failures?templateName=other", k.Key, nil)); got != "" {
			t.Errorf("of another template: %s", got)
		}
		got := func() (out string) {
			for i := range 10 {
				out += fmt.Sprint(len(k.Sandbox().Phone(fmt.Sprintf("+1415557%04d", i))), " ")
			}
			return out
		}
		before := got()
		// The first one fails once more.
		failing(k, map[string]int{"+14155570001": 131000})
		retry := func() testkit.Response {
			return k.DoIdempotent(http.MethodPost, "/v1/broadcasts/"+id+"/retry", k.Key, "once", nil)
		}
		r := retry()
		if r.Status != http.StatusOK || r.Text("status") != "running" {
			t.Fatalf("retry: %d %s", r.Status, r.Body)
		}
		if same := retry(); string(same.Body) != string(r.Body) || same.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("the same retry again: %d %s", same.Status, same.Body)
		}
		k.Eventually("it is completed again", func() bool { return w.counts(id) == "0 0 0 7 7 0 3 0 0" && w.get(id).Text("status") == "completed" })
		if got := failures(); got != "131000 1 safe; 131026 1 never; 131049 1 later; " {
			t.Errorf("why after a retry: %s", got)
		}
		k.Advance(25 * time.Hour)
		if r := w.act(id, "retry"); r.Status != http.StatusOK {
			t.Fatalf("another retry: %d %s", r.Status, r.Body)
		}
		k.Eventually("all but one arrived", func() bool { return w.counts(id) == "0 0 0 9 9 0 1 0 0" && w.get(id).Text("status") == "completed" })
		if r := w.act(id, "retry"); r.Status != http.StatusConflict || r.Code() != "broadcast_status" {
			t.Errorf("nothing to retry: %d %s", r.Status, r.Body)
		}
		if before, after := before, got(); before != "1 0 0 0 0 1 1 1 1 1 " || after != "1 1 1 1 0 1 1 1 1 1 " {
			t.Errorf("messages on the phones: %s, then %s", before, after)
		}
		w.agrees()
	})
}

// A retry keeps to the limits, is paused and goes on, and counts by arms stay true.
func TestARetryKeepsToLimits(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		failing(k, map[string]int{"+14155570001": 131000, "+14155570002": 131000, "+14155570003": 131000})
		id := w.create(numbers(0, 10), map[string]any{"limits": map[string]any{"messages": 8}})
		w.act(id, "start")
		end := func(label, counts, status string) {
			t.Helper()
			k.Eventually(label, func() bool { return w.counts(id) == counts && w.get(id).Text("status") == status })
		}
		// A failed one counts no more, so the limit may be reached on the way.
		k.Eventually("all are tried", func() bool {
			if w.get(id).Text("status") == "paused" && w.counts(id) != "0 0 0 7 7 0 3 0 0" {
				w.act(id, "resume")
			}
			return w.counts(id) == "0 0 0 7 7 0 3 0 0" && w.get(id).Text("status") == "completed"
		})
		if r := w.act(id, "retry"); r.Status != http.StatusOK {
			t.Fatalf("retry: %d %s", r.Status, r.Body)
		}
		end("the limit holds", "0 2 0 8 8 0 0 0 0", "paused")
		k.Do(http.MethodPatch, "/v1/broadcasts/"+id, k.Key, map[string]any{"limits": map[string]any{}})
		w.act(id, "resume")
		end("the others get it", "0 0 0 10 10 0 0 0 0", "completed")
		w.agrees()
	})
}

// agrees holds the counts against the recipients.
func (w broadcasting) agrees() {
	w.t.Helper()
	w.Must(w.App.Service.Broadcast.Compare(w.t.Context(), false, func(d broadcast.Difference) { w.t.Errorf("wrong: %+v", d) }))
}
