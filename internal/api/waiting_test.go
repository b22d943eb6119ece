package api_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// waitedFor is why the contact waited in the latest episode, in minutes.
func (w routingWorld) waitedFor(id string) map[string]int {
	w.t.Helper()
	e := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/episodes", w.Key, nil).JSON()["data"].([]any)[0].(map[string]any)
	return minutesOf(w.t, e["waitedFor"].([]any), e["waitedMs"].(float64))
}

// minutesOf are causes in minutes; together they must be the whole.
func minutesOf(t *testing.T, causes []any, whole float64) map[string]int {
	t.Helper()
	out, sum := map[string]int{}, 0.0
	for _, c := range causes {
		one := c.(map[string]any)
		sum += one["waitedMs"].(float64)
		if n := int(one["waitedMs"].(float64)+500) / 60_000; n > 0 {
			out[one["cause"].(string)] = n
		}
	}
	if sum != whole {
		t.Errorf("the causes sum to %v, the waiting is %v", sum, whole)
	}
	return out
}

func (w routingWorld) wantWaited(name string, got, want map[string]int) {
	w.t.Helper()
	for _, of := range []map[string]int{got, want} {
		for cause := range of {
			if d := got[cause] - want[cause]; d < -1 || d > 1 {
				w.t.Errorf("%s: %s is %d minutes, want %d; all: %v", name, cause, got[cause], want[cause], got)
			}
		}
	}
}

// Each minute that a contact waits is booked to what kept them waiting: nobody
// there, everybody full, a skill missing, an agent who does not answer, a snooze, an
// answer that failed. The report has the same, and sums to the waiting.
func TestWaitingIsExplained(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		w.capacity(1)
		member := w.people[0]
		w.available(member.ID, "offline")
		id := w.writes("+14155550191", "Hello")
		cause := func(of, want string) {
			t.Helper()
			k.Eventually("it waits because "+want, func() bool {
				return k.Count("routing_queue", "conversation_id = '"+of+"' AND wait_cause = '"+want+"'") == 1
			})
		}
		cause(id, "nobody_available")
		k.Advance(20 * time.Minute)
		w.available(member.ID, "online")
		k.Eventually("the member gets it", func() bool { return w.agent(id) == member.ID })
		other := w.writes("+14155550192", "Hello")
		cause(other, "all_full")
		k.Advance(10 * time.Minute)
		w.status(id, "snoozed")
		k.Eventually("the member gets the other one, too", func() bool { return w.agent(other) == member.ID })
		k.Advance(30 * time.Minute)
		w.status(id, "open")
		answer := func(id, phone string) {
			t.Helper()
			w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", member.Key, map[string]any{"to": phone, "type": "text", "text": map[string]any{"body": "Hi"}})
			k.Eventually("the contact waits no more", func() bool {
				return k.Count("conversation_states", "conversation_id = '"+id+"' AND waiting_since = 0") == 1
			})
		}
		answer(id, "+14155550191")
		w.wantWaited("the first", w.waitedFor(id), map[string]int{"nobody_available": 20, "assigned": 10, "snoozed": 30})
		answer(other, "+14155550192")
		w.wantWaited("the second", w.waitedFor(other), map[string]int{"all_full": 10, "assigned": 30})
		w.status(other, "closed")
		w.wantWaited("the second, closed", w.waitedFor(other), map[string]int{"all_full": 10, "assigned": 30})

		want := map[string]int{"nobody_available": 20, "assigned": 40, "snoozed": 30, "all_full": 10}
		report := func(query string) map[string]any {
			return w.do(http.StatusOK, http.MethodGet, "/v1/reports/waiting"+query, k.Key, nil).JSON()
		}
		k.Eventually("the report has both", func() bool { return report("")["waitCount"] == 2.0 && k.Count("ended_waits") == 0 })
		r := report("?timeZone=Asia/Kathmandu")
		w.wantWaited("the report", minutesOf(t, r["causes"].([]any), r["waitedMs"].(float64)), want)
		days, sum := r["days"].([]any), 0.0
		for _, d := range days {
			sum += d.(map[string]any)["waitedMs"].(float64)
		}
		if len(days) != 7 || sum != r["waitedMs"] {
			t.Errorf("%d days sum to %v, want %v", len(days), sum, r["waitedMs"])
		}
		if r := report("?teamId=" + w.team); r["waitCount"] != 2.0 {
			t.Errorf("of the team: %v", r["waitCount"])
		}
		if r := report("?phoneNumberId=num_01jd5k3v6rf0w8m2a4t9x7bq1c"); r["waitCount"] != 0.0 || len(r["causes"].([]any)) != 0 {
			t.Errorf("of another number: %v", r)
		}
		w.do(http.StatusForbidden, http.MethodGet, "/v1/reports/waiting", member.Key, nil)
	})
}

// A skill that nobody there has is told apart from people who have enough to do, and
// what waits outside the team's hours from both.
func TestWaitingForASkill(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		w.do(http.StatusOK, http.MethodPut, rulesPath, k.Key, allTo(map[string]any{"teamId": w.team, "requiredSkills": []string{"arabic"}}))
		id := w.writes("+14155550195", "مرحبا")
		cause := func(want string) {
			t.Helper()
			k.Eventually("it waits because "+want, func() bool { return k.Count("routing_queue", "wait_cause = '"+want+"'") == 1 })
			k.Advance(10 * time.Minute)
		}
		cause("skill_missing arabic")
		w.available(w.people[0].ID, "away")
		cause("nobody_available")
		closed := w.do(http.StatusCreated, http.MethodPost, "/v1/calendars", k.Key, map[string]any{"name": "Never", "timeZone": "UTC", "hours": []any{}}).Text("id")
		w.do(http.StatusOK, http.MethodPut, "/v1/routing/teams/"+w.team, k.Key, map[string]any{"method": "round_robin", "shiftCalendarId": closed})
		cause("outside_hours")
		w.do(http.StatusOK, http.MethodPut, "/v1/routing/teams/"+w.team, k.Key, map[string]any{"method": "manual"})
		cause("unassigned")
		w.status(id, "closed")
		w.wantWaited("the episode", w.waitedFor(id), map[string]int{"skill_missing": 10, "nobody_available": 10, "outside_hours": 10, "unassigned": 10})
		k.Eventually("the report has it", func() bool { return k.Count("waiting_quarters", "cause = '' AND waits > 0") == 1 })
	})
}

// A wait of two months is added up in several transactions, and the report has all of
// it, once.
func TestAVeryLongWaitIsReported(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "manual"})
		id := w.writes("+14155550171", "Hello")
		const days = 60
		k.Advance(days * 24 * time.Hour)
		w.status(id, "closed")
		from := k.Now().AddDate(0, 0, -days-1).Format(time.DateOnly)
		var r map[string]any
		k.Eventually("all of it is in the report", func() bool {
			added := k.Count("ended_waits") == 0 // before the report is asked for: a long wait is added in parts
			r = w.do(http.StatusOK, http.MethodGet, "/v1/reports/waiting?from="+from, w.Key, nil).JSON()
			return added && r["waitCount"] == 1.0
		})
		if got := minutesOf(t, r["causes"].([]any), r["waitedMs"].(float64)); len(got) != 1 || got["unassigned"] < days*24*60 || got["unassigned"] > days*24*60+2 {
			t.Errorf("the report has %v, want %d minutes", got, days*24*60)
		}
	})
}
