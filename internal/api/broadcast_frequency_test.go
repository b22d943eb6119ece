package api_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// completed waits until a broadcast that was started has ended, and its counts are these.
func (w broadcasting) completed(id, counts string) {
	w.t.Helper()
	w.Eventually("it ends with "+counts, func() bool { return w.get(id).Text("status") == "completed" && w.counts(id) == counts })
}

// Who got enough messages of broadcasts lately is left out: when the audience is expanded,
// and again when the turn comes. What failed does not count, and what is long ago does not.
func TestBroadcastFrequencyCap(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		once := map[string]any{"frequencyCap": map[string]any{"messages": 1, "days": 7}}
		failing(k, map[string]int{"+14155570002": 131026})
		first := w.create(numbers(0, 3), nil) // nobody knows them yet
		w.act(first, "start")
		w.completed(first, "0 0 0 2 2 0 1 0 0")
		second := w.create(numbers(0, 4), once)
		w.prepared(second)
		if got := w.excluded(second); got != "[map[count:2 reason:frequency_cap]]" {
			t.Errorf("who got one: %s", got)
		}
		page := k.Do(http.MethodGet, "/v1/broadcasts/"+second+"/recipients?state=excluded", k.Key, nil)
		if page.Text("data", "0", "to") != "+14155570000" || page.Text("data", "1", "to") != "+14155570001" || page.Text("data", "1", "reason") != "frequency_cap" {
			t.Errorf("the list: %s", page.Body)
		}
		third := w.create(numbers(0, 5), once) // prepared before the second one sends
		w.prepared(third)
		w.act(second, "start")
		w.completed(second, "2 0 0 2 2 0 0 0 0")
		w.act(third, "start")
		w.completed(third, "4 0 0 1 1 0 0 0 0")
		if got := w.excluded(third); got != "[map[count:4 reason:frequency_cap]]" {
			t.Errorf("at their turn: %s", got)
		}
		for i, want := range []int{1, 1, 1, 1, 1} {
			if got := w.got("+1415557000" + string(rune('0'+i))); got != want {
				t.Errorf("number %d got %d", i, got)
			}
		}
		draft := w.create(numbers(0, 5), once)
		w.prepared(draft)
		change := func(body map[string]any, want string) {
			t.Helper()
			if r := k.Do(http.MethodPatch, "/v1/broadcasts/"+draft, k.Key, body); r.Status != http.StatusOK {
				t.Fatalf("change: %d %s", r.Status, r.Body)
			}
			w.prepared(draft)
			if got := w.excluded(draft); got != want {
				t.Errorf("after %v: %s", body, got)
			}
		}
		change(map[string]any{"name": "The same"}, "[map[count:5 reason:frequency_cap]]")
		change(map[string]any{"frequencyCap": map[string]any{"messages": 2, "days": 7}}, "[]")
		change(once, "[map[count:5 reason:frequency_cap]]")
		change(map[string]any{"scheduledAt": k.Now().Add(8 * 24 * time.Hour)}, "[]") // long ago by then
		change(map[string]any{"scheduledAt": k.Now().Add(time.Hour)}, "[map[count:5 reason:frequency_cap]]")
		change(map[string]any{"frequencyCap": map[string]any{}}, "[]")
		k.Advance(8 * 24 * time.Hour)
		later := w.create(numbers(0, 5), once)
		w.prepared(later)
		if got := w.excluded(later); got != "[]" {
			t.Errorf("a week later: %s", got)
		}
		w.agrees()
	})
}

// Two broadcasts that run at once give nobody more than their cap.
func TestBroadcastFrequencyCapAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		var ids []string
		for range 3 {
			id := w.create(numbers(0, 40), map[string]any{"frequencyCap": map[string]any{"messages": 2, "days": 1}})
			w.prepared(id)
			ids = append(ids, id)
		}
		for _, id := range ids {
			w.act(id, "start")
		}
		sent := 0.0
		for _, id := range ids {
			k.Eventually("it ends", func() bool { return w.get(id).Text("status") == "completed" })
			sent += w.get(id).JSON()["counts"].(map[string]any)["sent"].(float64)
		}
		if sent != 80 {
			t.Errorf("%v were sent to 40 people", sent)
		}
		for i := range 40 {
			if got := w.got(numbers(i, 1)["recipients"].([]any)[0].(map[string]any)["to"].(string)); got != 2 {
				t.Errorf("number %d got %d", i, got)
			}
		}
		w.agrees()
	})
}

func TestBroadcastFrequencyCapFaults(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		for body, code := range map[string]string{
			`{"messages":0,"days":7}`:  "out_of_range",
			`{"messages":21,"days":7}`: "out_of_range",
			`{"messages":1,"days":31}`: "out_of_range",
			`{"messages":1}`:           "required",
		} {
			r := k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/broadcasts", Key: k.Key,
				Body: []byte(`{"name":"x","templateName":"hello_world","audience":{"recipients":[{"to":"+14155570001"}]},"frequencyCap":` + body + `}`)})
			if r.Text("errors", "0", "code") != code || r.Status/100 != 4 {
				t.Errorf("%s: %d %s", body, r.Status, r.Body)
			}
		}
	})
}
