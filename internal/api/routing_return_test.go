package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// secondTeam is another team of a world, with one member.
func (w routingWorld) secondTeam(settings map[string]any) (team string, member testkit.Person) {
	w.t.Helper()
	team = w.do(http.StatusCreated, http.MethodPost, "/v1/teams", w.Key, map[string]any{"name": "Second"}).Text("id")
	member = w.NewPerson(w.WorkspaceID, crm.RoleAgent)
	w.do(http.StatusOK, http.MethodPut, "/v1/teams/"+team+"/members", w.Key, map[string]any{"userIds": []string{member.ID}})
	w.do(http.StatusOK, http.MethodPut, "/v1/routing/teams/"+team, w.Key, settings)
	return team, member
}

func (w routingWorld) teamOf(id string) string {
	w.t.Helper()
	return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, w.Key, nil).Text("teamId")
}

func (w routingWorld) requeue(id string) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPost, "/v1/conversations/"+id+"/requeue", w.Key, nil)
}

// What nobody takes in time goes to the team that the overflow names, once, and is
// given there with the time that its contact has waited.
func TestWhoWaitsTooLongGoesToAnotherTeam(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		second, member := w.secondTeam(map[string]any{"method": "round_robin", "overflow": map[string]any{"afterMinutes": 5, "teamId": w.team}})
		w.do(http.StatusOK, http.MethodPut, "/v1/routing/teams/"+w.team, k.Key, map[string]any{"method": "round_robin", "overflow": map[string]any{"afterMinutes": 10, "teamId": second}})
		w.available(w.people[0].ID, "offline")
		w.available(member.ID, "away")
		id := w.writes("+14155550141", "Hello")
		k.Eventually("it waits in the first team", func() bool { return k.Count("routing_queue", "explained") == 1 })
		waiting := k.Rows("SELECT waiting_since, queue_at FROM routing_queue")[0]
		k.Advance(9 * time.Minute)
		k.Quiet()
		if w.teamOf(id) != w.team {
			t.Fatal("it went on before its time")
		}
		k.Advance(2 * time.Minute)
		k.Eventually("it goes on to the second team", func() bool { return w.teamOf(id) == second })
		k.Eventually("why nobody got it there is told", func() bool { return k.Count("routing_queue", "explained") == 1 })
		if got := k.Rows("SELECT waiting_since, queue_at FROM routing_queue")[0]; fmt.Sprint(got) != fmt.Sprint(waiting) {
			t.Errorf("its place was %v and is %v", waiting, got)
		}
		if d := w.decisions(id)[0]; d["cause"] != "overflow" || d["outcome"] != "queued" || d["target"].(map[string]any)["teamId"] != second {
			t.Errorf("the decision is %v", d)
		}
		k.Advance(time.Hour)
		k.Quiet()
		if got := w.teamOf(id); got != second {
			t.Errorf("it went back to %s", got)
		}
		if n := k.Count("routing_decisions"); n != 2 {
			t.Errorf("%d decisions", n)
		}
		w.available(member.ID, "online")
		k.Eventually("who comes there gets it", func() bool { return w.agent(id) == member.ID })
	})
}

// Who gives a conversation back does not get it again until everybody had it; then
// it goes round, but not for ever.
func TestWhatIsGivenBackGoesRound(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 3, map[string]any{"method": "least_load"})
		id := w.writes("+14155550151", "Hello")
		k.Eventually("somebody gets it", func() bool { return w.agent(id) != "" })
		had := []string{w.agent(id)}
		for len(had) < 3 {
			w.requeue(id)
			k.Eventually("somebody else gets it", func() bool { return w.agent(id) != "" })
			if next := w.agent(id); slices.Contains(had, next) {
				t.Fatalf("%s got it again, had by %v", next, had)
			}
			had = append(had, w.agent(id))
		}
		if d := w.decisions(id)[0]; d["cause"] != "requeued" || len(d["excludedAgentIds"].([]any)) != 2 || d["reasons"].(map[string]any)["excluded"] != 2.0 {
			t.Errorf("the decision is %v", d)
		}
		for given := 3; given < crm.MaxAssignments; given++ {
			w.requeue(id)
			k.Eventually("it goes round", func() bool { return w.agent(id) != "" })
		}
		w.requeue(id)
		k.Eventually("people decide from now on", func() bool { return w.decisions(id)[0]["outcome"] == "too_often" })
		k.Quiet()
		if who := w.agent(id); who != "" || k.Count("routing_queue") != 0 {
			t.Errorf("%q has it", who)
		}
		if got := w.teamOf(id); got != w.team {
			t.Errorf("it is with %q", got)
		}
		w.do(http.StatusConflict, http.MethodPost, "/v1/conversations/"+id+"/requeue", k.Key, nil)
		k.Advance(25 * time.Hour)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"teamId": w.team, "agentId": had[0]})
		w.requeue(id)
		k.Eventually("a day later it is given again", func() bool { return w.agent(id) != "" })
	})
}

// What waits with somebody who is away goes back to the team after a time, with its
// place; who is back in time keeps it, and so does who was not asked to act.
func TestWhatWaitsWithSomebodyAwayGoesBack(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 2, map[string]any{"method": "round_robin"})
		w.do(http.StatusOK, http.MethodPatch, "/v1/routing/settings", k.Key, map[string]any{"requeueAfterMinutes": 10})
		first, second := w.people[0].ID, w.people[1].ID
		w.available(second, "offline")
		waits, answered := w.writes("+14155550161", "Hello"), w.writes("+14155550162", "Hello")
		k.Eventually("the first one has both", func() bool { return w.agent(waits) == first && w.agent(answered) == first })
		w.status(answered, "pending")
		w.available(second, "online")

		w.available(first, "away")
		k.Advance(9 * time.Minute)
		w.available(first, "online")
		k.Advance(10 * time.Minute)
		k.Quiet()
		if w.agent(waits) != first {
			t.Fatal("who was back in time lost it")
		}
		since := k.Rows("SELECT waiting_since FROM conversation_states WHERE conversation_id = '%s'", waits)[0]
		w.available(first, "away")
		k.Advance(11 * time.Minute)
		k.Eventually("the other one gets what waits", func() bool { return w.agent(waits) == second })
		if w.agent(answered) != first {
			t.Error("what was answered went, too")
		}
		if now := k.Rows("SELECT waiting_since FROM conversation_states WHERE conversation_id = '%s'", waits)[0]; fmt.Sprint(now) != fmt.Sprint(since) {
			t.Errorf("it waits since %v, not %v", now, since)
		}
		if d := w.decisions(waits)[0]; d["cause"] != "away" || d["agentId"] != second {
			t.Errorf("the decision is %v", d)
		}
		told := k.Rows("SELECT body FROM events WHERE kind = 'conversation.assigned' AND key = '%s' ORDER BY id", waits)
		if n := len(told); n != 4 {
			t.Errorf("%d events of assignments, want team, first, nobody, second", n)
		}
		w.writes("+14155550162", "And now?")
		k.Eventually("what wakes for somebody away goes to the other one", func() bool { return w.agent(answered) == second })
	})
}

// A new priority moves a conversation in its queue, and a rule's priority is that of
// the conversation.
func TestAPriorityMovesWhoWaits(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		w.capacity(1)
		w.available(w.people[0].ID, "offline")
		first, second, third := w.writes("+14155550171", "Hello"), w.writes("+14155550172", "Hello"), w.writes("+14155550173", "My refund")
		k.Eventually("all wait", func() bool { return k.Count("routing_queue", "explained") == 3 })
		if p := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+third, k.Key, nil).Text("priority"); p != "high" {
			t.Errorf("the priority is %s, not that of the rule", p)
		}
		w.do(http.StatusOK, http.MethodPatch, "/v1/conversations/"+second, k.Key, map[string]any{"priority": "urgent"})
		w.do(http.StatusOK, http.MethodPatch, "/v1/conversations/"+third, k.Key, map[string]any{"priority": "low"})
		w.available(w.people[0].ID, "online")
		for _, id := range []string{second, first, third} {
			k.Eventually("the next one is given", func() bool { return w.agent(id) != "" })
			if n := k.Count("routing_queue"); n > 2 {
				t.Errorf("%d wait", n)
			}
			w.status(id, "closed")
		}
	})
}

// Rules are added, listed and removed one by one, and decide as any others.
func TestRulesOneByOne(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		team, member := w.secondTeam(map[string]any{"method": "round_robin"})
		made := w.do(http.StatusCreated, http.MethodPost, "/v1/routing-rules", k.Key, map[string]any{"name": "Größe & Farbe", "conditions": map[string]any{"keywords": []string{"colour"}}, "target": map[string]any{"teamId": team}})
		if made.Text("id") != "gr_e_farbe" {
			t.Errorf("the key is %s", made.Text("id"))
		}
		id := w.writes("+14155550181", "Which colour?")
		k.Eventually("the rule decides", func() bool { return w.agent(id) == member.ID })
		for range 3 {
			w.do(http.StatusCreated, http.MethodPost, "/v1/routing-rules", k.Key, map[string]any{"name": strings.Repeat("Ж", 100), "target": map[string]any{"teamId": team}})
		}
		var ids []string
		for next := "/v1/routing-rules?limit=2"; next != ""; {
			r := w.do(http.StatusOK, http.MethodGet, next, k.Key, nil).JSON()
			for _, one := range r["data"].([]any) {
				ids = append(ids, one.(map[string]any)["id"].(string))
			}
			if next = ""; r["nextCursor"] != nil {
				next = "/v1/routing-rules?limit=2&cursor=" + r["nextCursor"].(string)
			}
		}
		if want := []string{"refunds", "gr_e_farbe", "rule", "rule_2", "rule_3"}; !slices.Equal(ids, want) {
			t.Errorf("the rules are %v, want %v", ids, want)
		}
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/routing-rules/gr_e_farbe", k.Key, nil)
		w.do(http.StatusNotFound, http.MethodDelete, "/v1/routing-rules/gr_e_farbe", k.Key, nil)
		// A rule whose member is gone keeps nobody from adding and removing others.
		w.do(http.StatusCreated, http.MethodPost, "/v1/routing-rules", k.Key, map[string]any{"name": "Own", "target": map[string]any{"agentId": member.ID}})
		w.do(http.StatusOK, http.MethodPost, "/v1/users/"+member.ID+"/deactivate", k.Key, nil)
		w.do(http.StatusCreated, http.MethodPost, "/v1/routing-rules", k.Key, map[string]any{"name": "Last", "target": map[string]any{"teamId": team}})
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/routing-rules/last", k.Key, nil)
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/routing-rules/own", k.Key, nil)
		w.do(http.StatusUnprocessableEntity, http.MethodGet, "/v1/routing-rules?cursor=own", k.Key, nil)
		if n := len(w.do(http.StatusOK, http.MethodGet, rulesPath, k.Key, nil).JSON()["rules"].([]any)); n != 4 {
			t.Errorf("%d rules are left", n)
		}
	})
}

// What waited in the queue when somebody closed it or gave it away waits there again when
// that is undone, with its place and what its rule asks for; what people had taken out of
// the queue stays with nobody.
func TestWhatIsUndoneWaitsAgain(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		undecided, _ := noteWorld{k, t}.conversation("+14155550172") // there are no rules yet
		byHand, _ := noteWorld{k, t}.conversation("+14155550173")
		for _, status := range []string{"closed", "open"} {
			noteWorld{k, t}.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+byHand+"/status", k.Key, map[string]any{"status": status})
		}
		w := newRoutingWorld(k, t, 2, map[string]any{"method": "least_load"})
		made := w.do(http.StatusCreated, http.MethodPost, "/v1/actions", k.Key, map[string]any{"conversationIds": []string{undecided, byHand}, "change": map[string]any{"status": map[string]any{"status": "closed"}}}).Text("id")
		w.do(http.StatusOK, http.MethodPost, "/v1/actions/"+made+"/undo", k.Key, nil)
		k.Eventually("what nobody had decided about is given to somebody", func() bool { return w.agent(undecided) != "" })
		k.Quiet()
		if who := w.agent(byHand); who != "" || len(w.decisions(byHand)) > 0 {
			t.Errorf("%q has what people opened themselves", who)
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/routing/rules", k.Key, map[string]any{"rules": []any{}, "default": map[string]any{"teamId": w.team, "requiredSkills": []string{"arabic"}}})
		waits := func(id, what string) string {
			k.Eventually(what, func() bool { return k.Count("routing_queue", "explained") == 1 })
			return fmt.Sprint(k.Rows("SELECT queue, queue_at, waiting_since FROM routing_queue"))
		}
		undo := func(change map[string]any, id string) {
			made := w.do(http.StatusCreated, http.MethodPost, "/v1/actions", k.Key, map[string]any{"conversationIds": []string{id}, "change": change}).Text("id")
			k.Quiet()
			if n := k.Count("routing_queue"); n != 0 {
				t.Fatalf("%v leaves it in the queue", change)
			}
			w.do(http.StatusOK, http.MethodPost, "/v1/actions/"+made+"/undo", k.Key, nil)
		}
		id := w.writes("+14155550171", "Hello")
		place := waits(id, "nobody has the skill")
		for _, change := range []map[string]any{{"status": map[string]any{"status": "closed"}}, {"assignment": map[string]any{"teamId": w.team, "agentId": w.people[0].ID}},
			{"status": map[string]any{"status": "pending"}}, {"assignment": map[string]any{}}} {
			undo(change, id)
			if got := waits(id, "it waits again"); got != place {
				t.Errorf("%v, undone: it waits as %s, before as %s", change, got, place)
			}
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/routing/agents/"+w.people[1].ID, k.Key, map[string]any{"skills": []string{"arabic"}})
		k.Eventually("who has the skill gets it", func() bool { return w.agent(id) == w.people[1].ID })

		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"teamId": w.team})
		undo(map[string]any{"status": map[string]any{"status": "closed"}}, id)
		k.Quiet()
		if who := w.agent(id); who != "" || k.Count("routing_queue") != 0 {
			t.Errorf("%q has what people had taken off everybody", who)
		}
	})
}
