package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// snoozed is a conversation of the first member, put aside until a time or until its
// contact writes.
func (w routingWorld) snoozed(phone string, ahead time.Duration) string {
	w.t.Helper()
	for _, p := range w.people[1:] {
		w.available(p.ID, "offline")
	}
	id := w.writes(phone, "Hello")
	w.Eventually("the first member gets it", func() bool { return w.agent(id) == w.people[0].ID })
	w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", w.Key, map[string]any{"status": "snoozed", "until": w.Now().Add(ahead).UTC().Format(time.RFC3339)})
	for _, p := range w.people[1:] {
		w.available(p.ID, "online")
	}
	return id
}

func (w routingWorld) waitsSince(id string) string {
	w.t.Helper()
	return fmt.Sprint(w.Rows("SELECT waiting_since FROM conversation_states WHERE conversation_id = '%s'", id))
}

// What was snoozed and wakes for somebody who is not there goes to the others of the
// team at once, with the time that its contact waits; who is there keeps it.
func TestWhatWakesForSomebodyAwayGoesToTheOthers(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 2, map[string]any{"method": "round_robin"})
		first, second := w.people[0].ID, w.people[1].ID

		kept := w.snoozed("+14155550191", time.Hour)
		w.writes("+14155550191", "Still there?")
		k.Quiet()
		if who := w.agent(kept); who != first {
			t.Errorf("%s has what woke for somebody who is there", who)
		}

		reply, timed, mine := w.snoozed("+14155550192", time.Hour), w.snoozed("+14155550193", 30*time.Minute), w.snoozed("+14155550194", time.Hour)
		since := w.waitsSince(reply)
		w.available(first, "away")
		w.writes("+14155550192", "Still there?")
		k.Eventually("the other one gets what the contact woke", func() bool { return w.agent(reply) == second })
		if now := w.waitsSince(reply); now != since {
			t.Errorf("the contact waits since %s, not %s", now, since)
		}
		if d := w.decisions(reply)[0]; d["cause"] != "woke" || d["outcome"] != "assigned" || fmt.Sprint(d["previousAgent"]) != fmt.Sprint(map[string]any{"agentId": first, "reason": "away"}) {
			t.Errorf("the decision is %v", d)
		}
		if d := w.decisions(timed)[0]; d["previousAgent"] != nil {
			t.Errorf("the decision before is %v", d)
		}
		told := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+reply+"/timeline?limit=2", k.Key, nil).JSON()["data"].([]any)[1].(map[string]any)
		if told["reason"] != "agent_unavailable" || told["kind"] != "assignment" || told["by"].(map[string]any)["type"] != "system" {
			t.Errorf("the timeline tells %v", told)
		}

		w.do(http.StatusOK, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"closingGraceMinutes": 10})
		w.status(reply, "closed")
		w.available(second, "away")
		w.available(first, "online")
		w.writes("+14155550192", "Thanks!")
		k.Eventually("the other one gets what goes on after its closing", func() bool { return w.agent(reply) == first && w.decisions(reply)[0]["cause"] == "woke" })
		w.do(http.StatusOK, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"closingGraceMinutes": 0})

		w.available(first, "offline")
		w.available(second, "offline")
		k.Advance(31 * time.Minute)
		k.Eventually("what a time woke waits for the others", func() bool { return w.decisions(timed)[0]["cause"] == "woke" && w.agent(timed) == "" })
		w.available(first, "online")
		k.Eventually("who comes back first gets it, also if they had it", func() bool { return w.agent(timed) == first })

		// Who opens it by hand decides themselves.
		w.available(first, "away")
		w.status(mine, "open")
		k.Quiet()
		if who := w.agent(mine); who != first {
			t.Errorf("%q has what somebody opened", who)
		}
	})
}

// What wakes is kept where nobody else is given conversations, and taken off those
// who may not have it any more, or do not work now.
func TestWhoKeepsWhatWakes(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 2, map[string]any{"method": "round_robin"})
		first, second := w.people[0].ID, w.people[1].ID
		team := func(settings map[string]any) {
			t.Helper()
			w.do(http.StatusOK, http.MethodPut, "/v1/routing/teams/"+w.team, k.Key, settings)
		}
		manual := w.snoozed("+14155550195", time.Hour)
		team(map[string]any{"method": "manual"})
		w.available(first, "offline")
		w.writes("+14155550195", "Still there?")
		k.Quiet()
		if who := w.agent(manual); who != first {
			t.Errorf("%q has what wakes in a team that takes conversations itself", who)
		}

		team(map[string]any{"method": "round_robin"})
		w.available(first, "online")
		shift, full, role := w.snoozed("+14155550196", time.Hour), w.snoozed("+14155550197", time.Hour), w.snoozed("+14155550198", time.Hour)
		w.do(http.StatusOK, http.MethodPut, "/v1/routing/agents/"+first, k.Key, map[string]any{"capacity": 0})
		w.writes("+14155550197", "Still there?")
		k.Quiet()
		if who := w.agent(full); who != first {
			t.Errorf("%q has what woke for somebody who has much", who)
		}
		team(map[string]any{"method": "round_robin", "shiftCalendarId": w.do(http.StatusCreated, http.MethodPost, "/v1/calendars", k.Key, map[string]any{"name": "Never", "timeZone": "UTC", "hours": []any{}}).Text("id")})
		w.writes("+14155550196", "Still there?")
		k.Eventually("what wakes outside the shift waits for it", func() bool {
			d := w.decisions(shift)[0]
			return d["cause"] == "woke" && d["previousAgent"].(map[string]any)["reason"] == "off_shift" && w.agent(shift) == ""
		})
		team(map[string]any{"method": "round_robin"})
		k.Eventually("it is given when the shift begins", func() bool { return w.agent(shift) == second })

		reader := w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Reader", "scopes": []string{"conversations:read"}, "reach": "teams"}).Text("id")
		w.do(http.StatusOK, http.MethodPatch, "/v1/users/"+first, k.Key, map[string]any{"role": reader})
		w.writes("+14155550198", "Still there?")
		k.Eventually("who may not answer any more does not keep it", func() bool { return w.agent(role) == second })
		if got := w.decisions(role)[0]["previousAgent"].(map[string]any)["reason"]; got != "no_scope" {
			t.Errorf("the reason is %v", got)
		}
	})
}
