package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// stepWorld has conversations whose policies have steps.
type stepWorld struct{ noteWorld }

// run has two nodes look for steps at once.
func (w stepWorld) run() {
	w.t.Helper()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if err := w.App.Service.ServiceLevel.RunSteps(w.t.Context()); err != nil {
				w.t.Error(err)
			}
		})
	}
	both.Wait()
}

// stands is priority, team, agent and labels of a conversation.
func (w stepWorld) stands(id string) string {
	w.t.Helper()
	c := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, w.Key, nil).JSON()
	return fmt.Sprint(c["priority"], " ", c["teamId"], " ", c["agentId"], " ", c["labelIds"])
}

// moves are the reasons of the assignments of a conversation.
func (w stepWorld) moves(id string) (out []string) {
	for _, row := range w.Rows("SELECT body FROM events WHERE kind = 'conversation.assigned' ORDER BY position") {
		if body := wholeText(row["body"]); strings.Contains(body, id) {
			_, rest, _ := strings.Cut(body, `"reason":"`)
			reason, _, _ := strings.Cut(rest, `"`)
			out = append(out, reason)
		}
	}
	return out
}

func step(kind string, percent int, do map[string]any) map[string]any {
	return map[string]any{"kind": kind, "atPercent": percent, "do": do}
}

// Steps run in their order when so much of the target is used, each once; a clock that
// was answered runs none.
func TestStepsOfServiceLevels(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := stepWorld{noteWorld{k, t}}
		first := w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "First"}).Text("id")
		second := w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Second"}).Text("id")
		hot := w.do(http.StatusCreated, http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "Hot"}).Text("id")
		gone := w.do(http.StatusCreated, http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "Gone"}).Text("id")
		agent := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		w.do(http.StatusOK, http.MethodPut, "/v1/teams/"+first+"/members", k.Key, map[string]any{"userIds": []string{agent.ID}})
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 100, "resolution": 1000}, "steps": []any{
			step("first", 150, map[string]any{"teamId": second, "addLabelIds": []string{hot, gone}}),
			step("first", 50, map[string]any{"priority": "high"}),
			step("first", 100, map[string]any{"unassign": true, "priority": "urgent"}),
			step("first", 300, map[string]any{"priority": "low"}),
			step("resolution", 60, map[string]any{"priority": "normal"})}})
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/labels/"+gone, k.Key, nil)
		id, _ := w.conversation("+14155550151")
		answered, _ := w.conversation("+14155550152")
		closed, _ := w.conversation("+14155550153")
		for _, one := range []string{id, answered, closed} {
			w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+one+"/assignment", k.Key, map[string]any{"teamId": first, "agentId": agent.ID})
		}
		w.promise() // a version of its own is kept with the episode
		k.SendMessage(w.text("+14155550152", "Right away."))
		k.Eventually("the answer is taken", func() bool { return w.clocks(answered)["first"]["state"] == "met" })
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+closed+"/status", k.Key, map[string]any{"status": "closed"})
		before := w.stands(answered)

		is := func(what, want string, steps float64) {
			t.Helper()
			k.Eventually(what, func() bool { return w.clocks(id)["first"]["stepsRun"] == steps })
			if got := w.stands(id); got != want {
				t.Errorf("%s: it stands at %s, not %s", what, got, want)
			}
		}
		is("nothing is due", fmt.Sprint("normal ", first, " ", agent.ID, " []"), 0)
		k.Advance(51 * time.Minute)
		w.run()
		is("half is used", fmt.Sprint("high ", first, " ", agent.ID, " []"), 1)
		w.do(http.StatusOK, http.MethodPatch, "/v1/conversations/"+id, k.Key, map[string]any{"priority": "low"})
		w.run() // again: what people changed since stays
		is("nothing more is due", fmt.Sprint("low ", first, " ", agent.ID, " []"), 1)
		k.Advance(100 * time.Minute) // two at once
		w.run()
		is("it is late", fmt.Sprint("urgent ", second, "  [", hot, "]"), 3)
		clock, told := w.clocks(id)["first"]["id"], ""
		for _, e := range timelineWorld(w).entries(k.Key, id, 50) {
			if e["reason"] == crm.ReasonEscalated && e["clockId"] == clock {
				told += fmt.Sprint(e["step"], " ", e["kind"], ", ")
			}
		}
		if told != "3 assignment, 3 labels, 2 assignment, 1 priority, " {
			t.Errorf("the timeline has the steps %s", told)
		}
		if got := w.moves(id); !slices.Equal(got, []string{crm.ReasonRequest, crm.ReasonEscalated, crm.ReasonEscalated}) {
			t.Errorf("the assignments were told as %v", got)
		}
		k.SendMessage(w.text("+14155550151", "Sorry."))
		k.Eventually("the answer is taken", func() bool { return w.clocks(id)["first"]["state"] == "missed" })
		k.Advance(10 * time.Hour)
		w.run()
		k.Eventually("the resolution is late", func() bool { return w.clocks(id)["resolution"]["stepsRun"] == 1.0 })
		is("it was answered", fmt.Sprint("normal ", second, "  [", hot, "]"), 3)

		if c := w.clocks(answered)["first"]; c["stepsRun"] != 0.0 || w.stands(answered) != before {
			t.Errorf("who was answered: %v, %s", c, w.stands(answered))
		}
		if c := w.clocks(closed)["first"]; c["stepsRun"] != 0.0 || slices.Contains(w.moves(closed), crm.ReasonEscalated) {
			t.Errorf("what was closed: %v", c)
		}
		if n := k.Count("clocks", "step_at > 0"); n != 0 {
			t.Errorf("%d clocks wait for a step", n)
		}
	})
}

// Steps stand still with their clock, and go on where its conversation was joined to
// another one.
func TestStepsGoByTheirClock(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := stepWorld{noteWorld{k, t}}
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 60, "resolution": 100}, "steps": []any{
			step("resolution", 50, map[string]any{"priority": "urgent"}), step("first", 200, map[string]any{"priority": "low"})}})
		quiet, other := w.conversation("+14155550155")
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+quiet+"/status", k.Key, map[string]any{"status": "closed"})
		id, contact := w.conversation("+14155550154")
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", k.Key, map[string]any{"status": "pending"})
		k.Advance(90 * time.Minute)
		w.run()
		if c := w.clocks(id)["resolution"]; c["state"] != "paused" || c["stepsRun"] != 0.0 || !strings.HasPrefix(w.stands(id), "normal") {
			t.Errorf("what stands still: %v", c)
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", k.Key, map[string]any{"status": "open"})
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+other+"/merge", k.Key, map[string]any{"contactId": contact})
		if at := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).Text("id"); at != quiet {
			t.Fatalf("the conversation was joined to %s", at)
		}
		k.Advance(49 * time.Minute)
		w.run()
		k.Eventually("the first clock ran its step", func() bool { return w.clocks(id)["first"]["stepsRun"] == 1.0 })
		if got := w.stands(id); !strings.HasPrefix(got, "low") {
			t.Errorf("it stands at %s", got)
		}
		k.Advance(2 * time.Minute)
		w.run()
		k.Eventually("the resolution ran its step", func() bool { return w.clocks(id)["resolution"]["stepsRun"] == 1.0 })
		if got := w.stands(id); !strings.HasPrefix(got, "urgent") {
			t.Errorf("it stands at %s", got)
		}
	})
}

// A clock that began while two conversations were one goes back with its episode: its
// steps are run, and its breach is told, where it counts.
func TestClocksOfUndoneMergesGoBack(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := stepWorld{noteWorld{k, t}}
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 100, "next": 100}, "steps": []any{step("next", 50, map[string]any{"priority": "high"})}})
		kept, keeps := w.conversation("+14155550153")
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+kept+"/status", k.Key, map[string]any{"status": "closed"})
		gone, goes := w.conversation("+14155550154")
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+keeps+"/merge", k.Key, map[string]any{"contactId": goes})
		merge := w.do(http.StatusOK, http.MethodGet, "/v1/contacts/"+keeps, k.Key, nil).Text("merges", "0", "id")
		k.SendMessage(w.text("+14155550154", "We look."))
		k.Eventually("the answer is taken", func() bool {
			return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+kept, k.Key, nil).JSON()["waitingSince"] == nil
		})
		w.conversation("+14155550154") // they write again
		w.do(http.StatusOK, http.MethodPost, "/v1/contact-merges/"+merge+"/undo", k.Key, nil)
		k.Advance(60 * time.Minute)
		w.run()
		if got := w.stands(gone); !strings.HasPrefix(got, "high") {
			t.Errorf("the conversation that parted stands at %s, the other one at %s", got, w.stands(kept))
		}
		k.Advance(60 * time.Minute)
		k.Eventually("the breach is told", func() bool { return len(w.breaches()) == 1 })
		body := wholeText(k.Rows("SELECT body FROM events WHERE kind = 'conversation.sla_breached'")[0]["body"])
		if !strings.Contains(body, gone) || !strings.Contains(body, goes) {
			t.Errorf("the breach is told as %s", body)
		}
	})
}
