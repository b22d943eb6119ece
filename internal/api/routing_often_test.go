package api_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// What goes from one to the next too often goes to the team of the overflow, with the
// time that its contact waits, and there on to people if that is in vain, too. Its
// timeline tells it each time.
func TestWhatGoesRoundTooOftenGoesToTheOverflow(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		second, member := w.secondTeam(map[string]any{"method": "round_robin"})
		w.do(http.StatusOK, http.MethodPut, "/v1/routing/teams/"+w.team, k.Key, map[string]any{"method": "round_robin", "overflow": map[string]any{"afterMinutes": 600, "teamId": second}})
		began := k.Now()
		w.available(member.ID, "away")
		id := w.writes("+14155550211", "Hello")
		since := w.waitsSince(id)
		for range crm.MaxAssignments {
			k.Eventually("the member gets it", func() bool { return w.agent(id) == w.people[0].ID })
			w.requeue(id)
		}
		k.Eventually("the other team has it", func() bool { return w.teamOf(id) == second })
		k.Eventually("why nobody there gets it is told", func() bool { return k.Count("routing_queue", "explained AND queue = '"+second+"'") == 1 })
		list := w.decisions(id)
		if list[0]["cause"] != "overflow" || list[0]["outcome"] != "queued" || list[0]["target"].(map[string]any)["teamId"] != second {
			t.Errorf("the decision is %v", list[0])
		}
		if list[1]["cause"] != "requeued" || list[1]["outcome"] != "too_often" || list[1]["movedToTeamId"] != second || list[2]["movedToTeamId"] != "" {
			t.Errorf("the decisions before are %v", list[1:3])
		}
		tells := func(n int, from, to any) {
			t.Helper()
			list := k.Do(http.MethodGet, "/v1/events?event=conversation.routed_too_often", k.Key, nil).JSON()["data"].([]any)
			if len(list) != n {
				t.Fatalf("%d events tell it, want %d", len(list), n)
			}
			body := list[n-1].(map[string]any)["data"].(map[string]any)
			if body["conversation_id"] != id || body["from_team_id"] != from || body["team_id"] != to || body["decision_id"] == "" || body["episode_id"] == "" {
				t.Errorf("it is told as %v", body)
			}
		}
		tells(1, w.team, second)
		if now := w.waitsSince(id); now != since {
			t.Errorf("the contact waits since %s, not %s", now, since)
		}
		told := func() (of []any) {
			for _, e := range w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/timeline?limit=200", k.Key, nil).JSON()["data"].([]any) {
				if e := e.(map[string]any); e["kind"] == "routed_too_often" {
					of = append(of, e["decisionId"])
				}
			}
			return of
		}
		if got := told(); len(got) != 1 || got[0] != list[1]["id"] {
			t.Errorf("the timeline tells %v, not %v", got, list[1]["id"])
		}

		w.available(member.ID, "online")
		k.Eventually("the member of the other team gets it", func() bool { return w.agent(id) == member.ID })
		w.requeue(id)
		k.Eventually("people decide from now on", func() bool { return w.decisions(id)[0]["outcome"] == "too_often" })
		k.Quiet()
		if who, team := w.agent(id), w.teamOf(id); who != "" || team != second || k.Count("routing_queue") != 0 {
			t.Errorf("%q of %s has it", who, team)
		}
		if d := w.decisions(id)[0]; d["movedToTeamId"] != "" || len(told()) != 2 {
			t.Errorf("the decision is %v, the timeline tells %v", d, told())
		}
		tells(2, second, second)
		k.Advance(time.Minute)
		r := w.rehearsed(map[string]any{"from": began.Add(-time.Second), "to": k.Now()})
		if different := number(r, "result", "check", "different"); different != 0 {
			t.Errorf("%v decisions are different: %s", different, r.Body)
		}
	})
}
