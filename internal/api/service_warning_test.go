package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// warnings are the bodies of the warnings, in their order.
func (w noteWorld) warnings() (out []map[string]any) {
	for _, row := range w.Rows("SELECT body FROM events WHERE kind = 'conversation.sla_warned' ORDER BY position") {
		var e struct{ Data map[string]any }
		w.Must(json.Unmarshal([]byte(wholeText(row["body"])), &e))
		out = append(out, e.Data)
	}
	return out
}

// A clock that runs and will be late soon is told of once, with a line in the timeline;
// one that stands still is not.
func TestAWarningIsToldOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := timelineWorld{noteWorld{k, t}}
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 30, "resolution": 60}, "warnMinutesBefore": 10})
		waits, contact := w.conversation("+14155550171")
		stands, _ := w.conversation("+14155550172")
		k.SendMessage(w.text("+14155550172", "We look into it."))
		k.Eventually("the answer is taken", func() bool { return w.clocks(stands)["first"]["state"] == "met" })
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+stands+"/status", k.Key, map[string]any{"status": "pending"})
		k.Advance(19 * time.Minute)
		k.Must(k.App.Service.ServiceLevel.TellWarnings(t.Context()))
		if list := w.warnings(); len(list) > 0 {
			t.Fatalf("told too soon: %v", list)
		}
		k.Advance(2 * time.Minute)
		k.Eventually("the warning is told", func() bool { return len(w.warnings()) == 1 })
		clock, told := w.clocks(waits)["first"], w.warnings()[0]
		if told["conversation_id"] != waits || told["contact_id"] != contact || told["clock_id"] != clock["id"] || told["kind"] != "first" || told["policy"] != "all" ||
			told["due_at"].(float64)-told["warn_at"].(float64) != 600 || clock["warnedAt"] != clock["warnAt"] || clock["breachedAt"] != nil {
			t.Errorf("the warning is %v, the clock %v", told, clock)
		}
		entries := w.entries(k.Key, waits, 10)
		if e := entries[0]; e["kind"] != "sla_warned" || e["clockId"] != clock["id"] || e["by"].(map[string]any)["type"] != "system" {
			t.Errorf("the timeline begins with %v", e)
		}
		k.Advance(31 * time.Minute)
		k.Eventually("the resolution warns, and the first answer is late", func() bool { return len(w.warnings()) == 2 && len(w.breaches()) == 1 })
		k.Must(k.App.Service.ServiceLevel.TellWarnings(t.Context()))
		if list := w.warnings(); len(list) != 2 || list[1]["conversation_id"] != waits || list[1]["kind"] != "resolution" {
			t.Errorf("told: %v", list)
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+stands+"/status", k.Key, map[string]any{"status": "open"})
		k.Advance(51 * time.Minute)
		k.Eventually("it warns when it runs again", func() bool { return len(w.warnings()) == 3 })
	})
}

// The view due_soon begins with what is due first, page by page, and has only what is
// at work and has a clock that runs.
func TestDueSoon(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := labelWorld{noteWorld{k, t}}
		w.conversation("+14155550180") // opened before there was a promise
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 30, "next": 60}})
		var ids []string
		for _, phone := range []string{"+14155550181", "+14155550182", "+14155550183", "+14155550184", "+14155550185"} {
			id, _ := w.conversation(phone)
			ids = append(ids, id)
			k.Advance(time.Minute)
		}
		listed := func(want ...string) {
			t.Helper()
			var got []string
			for cursor := ""; ; {
				page := w.do(http.StatusOK, http.MethodGet, "/v1/conversations?view=due_soon&limit=2"+cursor, k.Key, nil).JSON()
				due := ""
				for _, c := range page["data"].([]any) {
					one := c.(map[string]any)
					if at := one["dueAt"].(string); at < due {
						t.Errorf("%s is due before the one listed before it", one["id"])
					} else {
						due = at
					}
					got = append(got, one["id"].(string))
				}
				next, more := page["nextCursor"].(string)
				if !more {
					break
				}
				cursor = "&cursor=" + next
			}
			if !slices.Equal(got, want) {
				t.Errorf("due soon are %v, want %v", got, want)
			}
		}
		listed(ids...)
		k.SendMessage(w.text("+14155550181", "Yes."))
		k.Eventually("it is answered", func() bool { return w.clocks(ids[0])["first"]["state"] == "met" })
		listed(ids[1:]...)
		k.EventuallyStored(k.CustomerWrites("+14155550181", "And the other one?"))
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+ids[2]+"/status", k.Key, map[string]any{"status": "closed"})
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+ids[3]+"/status", k.Key, map[string]any{"status": "snoozed"})
		listed(ids[1], ids[4], ids[0])
	})
}
