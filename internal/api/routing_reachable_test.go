package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// listens opens a live stream of a member, until what it returns is called.
func (w routingWorld) listens(who testkit.Person) (end func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.App.URL()+"/v1/events/stream", nil)
	w.Must(err)
	req.AddCookie(&http.Cookie{Name: "crm", Value: strings.TrimPrefix(who.Key, testkit.SessionKey)})
	res, err := http.DefaultClient.Do(req)
	w.Must(err)
	if res.StatusCode != http.StatusOK {
		w.t.Fatalf("the stream is answered %d", res.StatusCode)
	}
	w.t.Cleanup(func() { cancel(); _ = res.Body.Close() })
	return func() {
		cancel()
		_ = res.Body.Close()
		w.Eventually("the stream is closed", func() bool {
			return strings.Contains(string(w.Do(http.MethodGet, "/metrics", "", nil).Body), "crm_event_streams 0\n")
		})
	}
}

// Where a workspace asks for it, who had a live stream and has none any more gets
// nothing automatically, until there is one again. Who never had one gets some.
func TestWhoIsUnreachableGetsNothing(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 2, map[string]any{"method": "round_robin"})
		first, second := w.people[0], w.people[1]
		w.available(second.ID, "offline")
		settings := func(status int, seconds any) testkit.Response {
			return w.do(status, http.MethodPatch, "/v1/routing/settings", k.Key, map[string]any{"unreachableAfterSeconds": seconds})
		}
		for _, wrong := range []int{-1, 29, 3601} {
			settings(http.StatusUnprocessableEntity, wrong)
		}
		noted := func() bool {
			return k.Count("routing_streams", "user_id = '"+first.ID+"'") == 1
		}

		end := w.listens(first) // nobody asks yet
		k.Quiet()
		if noted() {
			t.Error("a stream is noted for nobody")
		}
		if got := settings(http.StatusOK, 90).JSON()["unreachableAfterSeconds"]; got != 90.0 {
			t.Errorf("the setting is %v", got)
		}
		mine := w.writes("+14155550221", "Hello")
		k.Eventually("who never had a stream since gets it", func() bool { return w.agent(mine) == first.ID })
		k.Advance(crm.StreamNotePause)
		k.Eventually("the stream is noted", noted)
		end()
		k.Advance(time.Minute)
		soon := w.writes("+14155550222", "Hello")
		k.Eventually("who lost it just now gets it", func() bool { return w.agent(soon) == first.ID })

		k.Advance(time.Minute + 11*time.Second)
		waits := w.writes("+14155550223", "Hello")
		k.Eventually("nobody gets it any more", func() bool {
			d := w.decisions(waits)
			return len(d) == 1 && d[0]["outcome"] == "queued" && d[0]["reasons"].(map[string]any)["unreachable"] == 1.0 && d[0]["reasons"].(map[string]any)["offline"] == 1.0
		})
		k.Eventually("the cause is that the first cannot be reached", func() bool {
			return k.Count("routing_queue", "wait_cause = 'unreachable "+first.ID+"'") == 1
		})
		if who := w.agent(mine); who != first.ID {
			t.Errorf("%q has what they had", who)
		}
		end = w.listens(first)
		k.Eventually("who opens one again gets it", func() bool { return w.agent(waits) == first.ID })
		k.Advance(time.Hour)
		k.Eventually("it is noted again while it is open", func() bool {
			return k.Count("routing_streams", fmt.Sprintf("until_at > %d", k.Now().UnixMilli())) == 1
		})
		late := w.writes("+14155550224", "Hello")
		k.Eventually("who still has one gets more", func() bool { return w.agent(late) == first.ID })

		end()
		k.Advance(time.Hour)
		none := w.writes("+14155550225", "Hello")
		k.Eventually("it waits", func() bool { return k.Count("routing_queue", "conversation_id = '"+none+"'") == 1 })
		settings(http.StatusOK, 0)
		k.Eventually("without the setting they get it", func() bool { return w.agent(none) == first.ID })
	})
}
