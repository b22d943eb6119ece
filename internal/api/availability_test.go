package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// Somebody who is away for a time is online again by itself; the log tells what was
// said and when it ended. Colleagues see each other, others do not.
func TestAvailability(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const path = "/v1/availability"
		of := func(id string) string { return "/v1/users/" + id + "/availability" }
		sue, ann, bob := k.NewPerson(k.WorkspaceID, crm.RoleSupervisor), k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		team := w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Mine"}).Text("id")
		w.do(http.StatusOK, http.MethodPut, "/v1/teams/"+team+"/members", k.Key, map[string]any{"userIds": []string{sue.ID, ann.ID}})
		set := func(status int, key string, who testkit.Person, body map[string]any) {
			t.Helper()
			w.do(status, http.MethodPut, of(who.ID), key, body)
		}
		status := func(key string, who testkit.Person) string {
			return w.do(http.StatusOK, http.MethodGet, of(who.ID), key, nil).Text("status")
		}
		list := func(key, query string) string {
			var out []string
			for _, v := range w.do(http.StatusOK, http.MethodGet, path+query, key, nil).JSON()["data"].([]any) {
				out = append(out, v.(map[string]any)["userId"].(string))
			}
			return strings.Join(out, " ")
		}
		if got := status(ann.Key, ann); got != "online" {
			t.Errorf("who never said anything is %s", got)
		}
		set(http.StatusOK, ann.Key, ann, map[string]any{"status": "away", "reason": "Lunch", "until": k.Now().Add(30 * time.Minute)})
		k.Advance(29 * time.Minute)
		before := status(sue.Key, ann)
		k.Advance(2 * time.Minute)
		if after := status(sue.Key, ann); before != "away" || after != "online" {
			t.Errorf("at lunch they were %s, afterwards %s", before, after)
		}
		set(http.StatusOK, ann.Key, ann, map[string]any{"status": "online"}) // they are
		set(http.StatusOK, sue.Key, ann, map[string]any{"status": "away", "until": k.Now().Add(time.Hour)})
		k.Advance(10 * time.Minute)
		set(http.StatusOK, ann.Key, ann, map[string]any{"status": "offline"})
		set(http.StatusOK, ann.Key, ann, map[string]any{"status": "offline"}) // once more is no change

		var spans []string
		for next := of(ann.ID) + "/log?limit=2"; next != ""; {
			r := w.do(http.StatusOK, http.MethodGet, next, ann.Key, nil)
			for _, v := range r.JSON()["data"].([]any) {
				span := v.(map[string]any)
				length := "still"
				from, _ := time.Parse(time.RFC3339, span["from"].(string))
				if to, ok := span["to"].(string); ok {
					end, _ := time.Parse(time.RFC3339, to)
					length = end.Sub(from).Round(time.Minute).String()
				}
				spans = append(spans, fmt.Sprint(span["status"], " ", length))
			}
			next = ""
			if cursor, ok := r.JSON()["nextCursor"].(string); ok {
				next = of(ann.ID) + "/log?limit=2&cursor=" + cursor
			}
		}
		if got := strings.Join(spans, ", "); got != "offline still, away 10m0s, away 30m0s" {
			t.Errorf("the log says %s", got)
		}

		if all := list(k.Key, ""); strings.Count(all, "usr_") != 3 {
			t.Errorf("a key lists %s", all)
		}
		for query, want := range map[string]int{"": 2, "?teamId=" + team: 2} {
			if got := list(sue.Key, query); strings.Count(got, "usr_") != want || strings.Contains(got, bob.ID) {
				t.Errorf("%q: a supervisor lists %s", query, got)
			}
		}
		if got := list(bob.Key, ""); got != bob.ID {
			t.Errorf("who is in no team lists %s", got)
		}
		set(http.StatusNotFound, sue.Key, bob, map[string]any{"status": "away"})
		set(http.StatusForbidden, ann.Key, sue, map[string]any{"status": "away"})
		w.do(http.StatusForbidden, http.MethodGet, of(sue.ID)+"/log", ann.Key, nil)
		w.do(http.StatusOK, http.MethodGet, of(ann.ID)+"/log", sue.Key, nil)
	})
}
