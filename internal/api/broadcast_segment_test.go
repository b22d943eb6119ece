package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"service.example/crm/internal/testkit"
)

// A broadcast goes to a segment as it was when it was named, or to a filter, and its charges
// name it.
func TestBroadcastToASegment(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		for i := range 7 {
			tags := []string{"all"}
			if i < 3 {
				tags = append(tags, "vip")
			}
			r := k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": fmt.Sprintf("+49151570000%02d", i), "name": fmt.Sprint("Contact ", i), "tags": tags})
			if r.Status != http.StatusCreated {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		vip := map[string]any{"tag": map[string]any{"anyOf": []string{"vip"}}}
		segment := k.Do(http.MethodPost, "/v1/segments", k.Key, map[string]any{"name": "VIP", "filter": vip})
		if segment.Status != http.StatusCreated {
			t.Fatalf("%d %s", segment.Status, segment.Body)
		}
		id := w.create(map[string]any{"segmentId": segment.Text("id")}, nil)
		w.prepared(id)
		if r := k.Do(http.MethodDelete, "/v1/segments/"+segment.Text("id"), k.Key, nil); r.Status != http.StatusNoContent {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r := w.act(id, "start"); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		w.Eventually("it is sent", func() bool { return w.get(id).Text("status") == "completed" })
		w.Eventually("its messages are booked", func() bool {
			data, _ := fetch(k, "/v1/charges/summary?groupBy=broadcast")["data"].([]any)
			return len(data) == 1 && data[0].(map[string]any)["key"] == id && data[0].(map[string]any)["count"] == 3.0
		})
		other := w.create(map[string]any{"filter": map[string]any{"not": vip}}, nil)
		w.prepared(other)
		if got := w.get(other).JSON()["counts"].(map[string]any)["queued"]; got != 4.0 {
			t.Errorf("%v contacts are not in the segment, want 4", got)
		}
		for field, audience := range map[string]map[string]any{
			"/audience/segmentId": {"segmentId": segment.Text("id")},
			"/audience":           {"segmentId": segment.Text("id"), "filter": vip},
			"/audience/filter":    {"filter": map[string]any{"tag": map[string]any{}}},
		} {
			r := k.Do(http.MethodPost, "/v1/broadcasts", k.Key, map[string]any{"name": "x", "templateName": "hello_world", "audience": audience})
			if r.Status != http.StatusUnprocessableEntity || len(r.Text("errors", "0", "pointer")) < len(field) || r.Text("errors", "0", "pointer")[:len(field)] != field {
				t.Errorf("%s: %d %s", field, r.Status, r.Body)
			}
		}
	})
}
