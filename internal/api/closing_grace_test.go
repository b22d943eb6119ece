package api_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/testkit"
)

// Who says thanks a short while after a closing goes on with the same episode, with the
// person who had it; later, and where nobody wants that, the next one begins.
func TestAContactGoesOnAfterAClosing(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone = "+14155550195"
		anna := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		id, _ := w.conversation(phone)
		path := "/v1/conversations/" + id
		set := func(status int, minutes any) testkit.Response {
			return w.do(status, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"closingGraceMinutes": minutes})
		}
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 15, "next": 30, "resolution": 600}})
		shows := func(what string, episode float64, agent string) {
			t.Helper()
			k.Eventually(what, func() bool {
				c := w.do(http.StatusOK, http.MethodGet, path, anna.Key, nil).JSON()
				return c["status"] == "open" && c["waitingSince"] != nil && c["episode"].(map[string]any)["no"] == episode && c["agentId"] == agent
			})
		}
		closeIt := func() {
			t.Helper()
			w.do(http.StatusOK, http.MethodPut, path+"/assignment", anna.Key, map[string]any{"agentId": anna.ID})
			w.do(http.StatusOK, http.MethodPut, path+"/status", anna.Key, map[string]any{"status": "closed", "reason": "resolved", "category": "Delivery"})
		}
		if got := w.do(http.StatusOK, http.MethodGet, "/v1/inbox-settings", k.Key, nil).JSON()["closingGraceMinutes"]; got != 0.0 {
			t.Errorf("at first it is %v", got)
		}
		set(http.StatusUnprocessableEntity, 1441)
		set(http.StatusUnprocessableEntity, -1)
		closeIt()
		w.CustomerWrites(phone, "Thanks!")
		shows("the next episode begins where nobody wants to go on", 2, "")
		if got := set(http.StatusOK, 10).JSON()["closingGraceMinutes"]; got != 10.0 {
			t.Errorf("it is %v", got)
		}
		closeIt()
		k.Advance(9 * time.Minute)
		w.CustomerWrites(phone, "Thanks!")
		shows("the episode goes on", 2, anna.ID)
		if n := k.Count("episodes"); n != 1 {
			t.Errorf("%d episodes have ended", n)
		}
		running := 0
		for _, c := range w.do(http.StatusOK, http.MethodGet, path+"/clocks", anna.Key, nil).JSON()["data"].([]any) {
			if c.(map[string]any)["endedAt"] == nil {
				running++
			}
		}
		if running != 2 {
			t.Errorf("%d clocks run: one for the answer, one for the end", running)
		}
		closeIt() // once more
		k.Advance(11 * time.Minute)
		w.CustomerWrites(phone, "One more thing.")
		shows("after ten minutes the next one begins", 3, "")
		list := w.do(http.StatusOK, http.MethodGet, path+"/episodes", anna.Key, nil).JSON()["data"].([]any)
		if len(list) != 3 || list[1].(map[string]any)["inboundCount"] != 2.0 || list[1].(map[string]any)["category"] != "Delivery" {
			t.Errorf("the episodes are %s", wholeJSON(list))
		}
		k.Must(k.App.Service.Conversation.CompareCounts(t.Context(), k.WorkspaceID, false, func(c conversation.Compared) {
			if len(c.Wrong) > 0 {
				t.Errorf("counts are wrong: %+v", c.Wrong)
			}
		}))
	})
}

// About an episode that goes on its contact is asked after it was closed once more, and
// not before.
func TestWhoGoesOnIsAskedLater(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		w.settings(map[string]any{"enabled": true, "delayMinutes": 60})
		w.do(http.StatusOK, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"closingGraceMinutes": 30})
		const phone = "+14155550196"
		id, _ := w.finish(phone)
		k.Advance(20 * time.Minute)
		w.CustomerWrites(phone, "Thanks!")
		k.Eventually("the episode goes on", func() bool { return w.waits(id) != nil && k.Count("ratings") == 0 })
		w.status(id, map[string]any{"status": "closed"})
		k.Advance(41 * time.Minute) // an hour after it was closed first
		k.Quiet()
		if n := w.questions(phone); n != 0 {
			t.Errorf("the contact was asked %d times too soon", n)
		}
		k.Advance(20 * time.Minute)
		w.awaitState(id, "asked", "")
		k.Eventually("the question is on the phone", func() bool { return w.questions(phone) > 0 })
		k.Quiet()
		if n := w.questions(phone); n != 1 {
			t.Errorf("the contact was asked %d times", n)
		}
	})
}
