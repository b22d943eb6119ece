package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// clocks are those of a conversation by their kind, the newest of each.
func (w noteWorld) clocks(conversation string) map[string]map[string]any {
	w.t.Helper()
	out := map[string]map[string]any{}
	for _, one := range w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+conversation+"/clocks", w.Key, nil).JSON()["data"].([]any) {
		c := one.(map[string]any)
		if kind := c["kind"].(string); out[kind] == nil {
			out[kind] = c
		}
	}
	return out
}

func (w noteWorld) promise(policies ...map[string]any) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPut, "/v1/service-levels", w.Key, map[string]any{"policies": policies})
}

func (w noteWorld) breaches() (kinds []string) {
	for _, row := range w.Rows("SELECT body FROM events WHERE kind = 'conversation.sla_breached' ORDER BY position") {
		_, rest, _ := strings.Cut(wholeText(row["body"]), `"kind":"`)
		kind, _, _ := strings.Cut(rest, `"`)
		kinds = append(kinds, kind)
	}
	return kinds
}

func wholeText(v any) string {
	if raw, ok := v.([]byte); ok {
		return string(raw)
	}
	s, _ := v.(string)
	return s
}

// A breach is told when a clock is due, once, also if the answer comes before
// anybody looked; who is answered in time is not told of.
func TestABreachIsToldOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 15, "next": 30}, "warnMinutesBefore": 5})
		late, _ := w.conversation("+14155550141")
		kept, _ := w.conversation("+14155550142")
		shown := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+late, k.Key, nil).JSON()
		first := w.clocks(late)["first"]
		if first["state"] != "running" || first["warnAt"] == nil || shown["dueAt"] != first["dueAt"] || first["policy"] != "all" {
			t.Fatalf("the clock is %v, the conversation due at %v", first, shown["dueAt"])
		}
		k.SendMessage(w.text("+14155550142", "Right away."))
		k.Eventually("the answer is taken", func() bool { return w.clocks(kept)["first"]["state"] == "met" })
		k.Advance(14 * time.Minute)
		k.Must(k.App.Service.ServiceLevel.TellBreaches(t.Context()))
		if list := w.breaches(); len(list) > 0 {
			t.Fatalf("told too soon: %v", list)
		}
		k.Advance(2 * time.Minute)
		k.Eventually("the breach is told", func() bool { return len(w.breaches()) == 1 })
		for _, e := range w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+late+"/timeline", k.Key, nil).JSON()["data"].([]any) {
			if e := e.(map[string]any); strings.HasPrefix(e["kind"].(string), "sla_") != (e["clockKind"] == "first") {
				t.Errorf("the clock of the entry %v is %v", e["kind"], e["clockKind"])
			}
		}
		if c := w.clocks(late)["first"]; c["breachedAt"] != c["dueAt"] || c["state"] != "running" {
			t.Errorf("the late clock is %v", c)
		}
		k.SendMessage(w.text("+14155550141", "Sorry for the delay."))
		k.Eventually("it is answered", func() bool { return w.clocks(late)["first"]["state"] == "missed" })
		w.CustomerWrites("+14155550141", "Never mind.")
		if c := w.clocks(late)["next"]; c["state"] != "running" || c["no"] != 2.0 {
			t.Errorf("the next clock is %v", c)
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+late+"/status", k.Key, map[string]any{"status": "closed"})
		if c := w.clocks(late)["next"]; c["state"] != "stopped" {
			t.Errorf("the clock of a closed conversation is %v", c)
		}
		k.Advance(time.Hour)
		k.Must(k.App.Service.ServiceLevel.TellBreaches(t.Context()))
		if list := w.breaches(); len(list) != 1 || list[0] != "first" {
			t.Errorf("told: %v", list)
		}
		if due := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+late, k.Key, nil).JSON()["dueAt"]; due != nil {
			t.Errorf("a closed conversation is due at %v", due)
		}
	})
}

// A clock keeps the policy and the calendar with which its episode opened; the
// calendar of the policies in force is not deleted, and who does not reach a
// conversation sees none of its clocks.
func TestClocksKeepTheirPolicy(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		calendar := w.do(http.StatusCreated, http.MethodPost, "/v1/calendars", k.Key, map[string]any{"name": "Always", "timeZone": "UTC", "hours": everyDay("00:00", "24:00")}).Text("id")
		w.promise(map[string]any{"key": "urgent", "when": map[string]any{"priorities": []string{"urgent"}}, "targets": map[string]any{"first": 1}},
			map[string]any{"key": "others", "calendarId": calendar, "targets": map[string]any{"first": 60, "resolution": 600}})
		id, _ := w.conversation("+14155550143")
		w.do(http.StatusOK, http.MethodPatch, "/v1/calendars/"+calendar, k.Key, map[string]any{"hours": everyDay("09:00", "10:00")})
		if r := k.Do(http.MethodDelete, "/v1/calendars/"+calendar, k.Key, nil); r.Status != http.StatusConflict || r.Text("code") != string(crm.CodeInUse) {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		w.promise()
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", k.Key, map[string]any{"status": "pending"})
		k.Advance(time.Hour)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", k.Key, map[string]any{"status": "open"})
		c := w.clocks(id)["resolution"]
		due, err := time.Parse(time.RFC3339, c["dueAt"].(string))
		began, err2 := time.Parse(time.RFC3339, c["startedAt"].(string))
		if took := due.Sub(began); err != nil || err2 != nil || took < 11*time.Hour || took > 11*time.Hour+time.Minute || c["policy"] != "others" || c["calendarVersion"] != 1.0 || c["policyVersion"] != 1.0 {
			t.Errorf("it is due after %s: %v", took, c)
		}
		if other, _ := w.conversation("+14155550144"); len(w.clocks(other)) > 0 {
			t.Errorf("without policies it has the clocks %v", w.clocks(other))
		}
		agent := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		if r := k.Do(http.MethodGet, "/v1/conversations/"+id+"/clocks", agent.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("somebody who does not reach it: %d %s", r.Status, r.Body)
		}
	})
}

func everyDay(from, to string) (hours []map[string]any) {
	for _, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
		hours = append(hours, map[string]any{"day": day, "from": from, "to": to})
	}
	return hours
}
