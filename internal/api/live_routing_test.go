package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// routingWorld is a team whose members take turns, and rules that lead to it.
type routingWorld struct {
	noteWorld
	team   string
	people []testkit.Person
}

func newRoutingWorld(k *testkit.Kit, t *testing.T, members int, settings map[string]any) routingWorld {
	t.Helper()
	w := routingWorld{noteWorld: noteWorld{k, t}}
	w.team = w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Returns"}).Text("id")
	var ids []string
	for range members {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		w.people, ids = append(w.people, p), append(ids, p.ID)
	}
	w.do(http.StatusOK, http.MethodPut, "/v1/teams/"+w.team+"/members", k.Key, map[string]any{"userIds": ids})
	w.do(http.StatusOK, http.MethodPut, "/v1/routing/teams/"+w.team, k.Key, settings)
	w.do(http.StatusOK, http.MethodPut, rulesPath, k.Key, map[string]any{"rules": []any{
		map[string]any{"key": "refunds", "when": map[string]any{"keywords": []string{"refund"}}, "target": map[string]any{"teamId": w.team, "priority": "high"}}},
		"default": map[string]any{"teamId": w.team}})
	return w
}

func (w routingWorld) capacity(n int) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPatch, "/v1/routing/settings", w.Key, map[string]any{"capacity": n})
}

func (w routingWorld) writes(phone, text string) string {
	w.t.Helper()
	return w.Message(w.EventuallyStored(w.CustomerWrites(phone, text)))["conversationId"].(string)
}

// agent is who has a conversation.
func (w routingWorld) agent(id string) string {
	w.t.Helper()
	return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, w.Key, nil).Text("agentId")
}

func (w routingWorld) decisions(id string) (out []map[string]any) {
	w.t.Helper()
	for _, d := range w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/routing", w.Key, nil).JSON()["data"].([]any) {
		out = append(out, d.(map[string]any))
	}
	return out
}

// What contacts write goes to the members of a team in turn, up to their capacity;
// the rest waits, in order, and is given to whoever comes free.
func TestConversationsAreGivenToWhoIsFree(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 2, map[string]any{"method": "round_robin"})
		w.capacity(1)
		first, second := w.writes("+14155550101", "Where is my refund?"), w.writes("+14155550102", "Hello")
		k.Eventually("two conversations are given to two members", func() bool {
			a, b := w.agent(first), w.agent(second)
			return a != "" && b != "" && a != b
		})
		third, fourth := w.writes("+14155550103", "Hello"), w.writes("+14155550104", "My refund")
		k.Eventually("why nobody got the others is told", func() bool {
			for _, id := range []string{third, fourth} {
				list := w.decisions(id)
				if len(list) != 1 || list[0]["outcome"] != "queued" || list[0]["candidateCount"] != 2.0 {
					return false
				}
			}
			return true
		})
		if d := w.decisions(fourth)[0]; d["ruleKey"] != "refunds" || d["reasons"].(map[string]any)["at_capacity"] != 2.0 || d["rulesVersion"] != 1.0 || len(d["top"].([]any)) != 2 {
			t.Errorf("the decision is %v", d)
		}
		had := w.agent(first)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+first+"/status", k.Key, map[string]any{"status": "closed"})
		k.Eventually("the one that counts as waiting longest is given to who came free", func() bool { return w.agent(fourth) == had })
		if w.agent(third) != "" {
			t.Error("the other one was given to somebody beyond their capacity")
		}
		w.capacity(2)
		k.Eventually("more capacity lets them get more", func() bool { return w.agent(third) != "" })
		if d := w.decisions(third); len(d) != 2 || d[0]["outcome"] != "assigned" || d[0]["agentId"] != w.agent(third) {
			t.Errorf("the decisions are %v", d)
		}
		k.Quiet()
		for _, id := range []string{second, third, fourth} {
			told := len(k.Rows("SELECT id FROM events WHERE kind = 'conversation.assigned' AND key = '%s'", id))
			if told != 2 {
				t.Errorf("%d events of the assignment of %s, want its team and its agent", told, id)
			}
		}
		if n := k.Count("routing_queue"); n != 0 {
			t.Errorf("%d conversations are still queued", n)
		}
	})
}

// Whatever several do at once, nobody gets more than their capacity automatically, a
// conversation is given once in an episode, and none waits while somebody is free.
func TestAutomaticAssignmentsHold(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const capacity, workers, rounds = 2, 4, 6
		w := newRoutingWorld(k, t, 3, map[string]any{"method": "least_load"})
		w.capacity(capacity)
		var all sync.WaitGroup
		var done atomic.Bool
		for worker := range workers {
			all.Go(func() {
				r := rand.New(rand.NewPCG(uint64(worker), 63))
				for round := range rounds {
					phone := fmt.Sprintf("+1415555%02d%02d", worker+20, round%3)
					id := w.writes(phone, "Hello")
					person := w.people[r.IntN(len(w.people))]
					does := r.IntN(4)
					switch does {
					case 0:
						w.available(person.ID, "away")
						w.available(person.ID, "online")
					case 1:
						w.status(id, "pending")
					case 2:
						w.do(http.StatusOK, http.MethodPut, "/v1/routing/agents/"+person.ID, k.Key, map[string]any{"skills": []string{fmt.Sprintf("skill_%d", round)}})
					}
					if does == 1 || round >= 3 || r.IntN(2) == 0 { // what wakes from pending may be too much
						w.status(id, "closed")
					}
				}
			})
		}
		var watch sync.WaitGroup
		watch.Go(func() {
			for !done.Load() {
				for _, row := range k.Rows("SELECT agent_id, count(*) AS n FROM conversation_states WHERE status = 'open' AND agent_id <> '' GROUP BY agent_id HAVING count(*) > %d", capacity) {
					t.Errorf("a member has too many: %v", row)
				}
			}
		})
		all.Wait()
		for _, p := range w.people {
			w.available(p.ID, "online")
		}
		k.Eventually("nobody waits while somebody is free", func() bool {
			free := len(k.Rows("SELECT agent_id FROM conversation_states WHERE status = 'open' AND agent_id <> ''")) < capacity*len(w.people)
			return !free || k.Count("routing_queue") == 0 && k.Count("conversation_states", "status = 'open' AND agent_id = ''") == 0
		})
		done.Store(true)
		watch.Wait()
		if twice := k.Rows("SELECT episode_id FROM routing_decisions WHERE outcome = 'assigned' GROUP BY episode_id HAVING count(*) > 1"); len(twice) > 0 {
			t.Errorf("%v were given twice", twice)
		}
		for _, row := range append(k.Rows("SELECT waited_ms, waiting FROM episodes WHERE waited_ms > 0"), k.Rows("SELECT waited_ms, waiting FROM conversation_states WHERE waited_ms > 0 AND status <> 'closed'")...) {
			text, of, sum := row["waiting"].(string), crm.Waiting{}, int64(0)
			if !strings.HasPrefix(text, `{"s`) && !strings.HasPrefix(text, `{"cleared"`) { // of an episode that is over
				text = `{"sums":` + text + `}`
			}
			if err := json.Unmarshal([]byte(text), &of); err != nil {
				t.Fatal(err)
			}
			for _, n := range of.Sums {
				sum += n
			}
			if sum != row["waited_ms"].(int64) {
				t.Errorf("the causes %v sum to %d, the contact waited %v", of.Sums, sum, row["waited_ms"])
			}
		}
		if given := k.Count("routing_decisions", "outcome = 'assigned'"); given == 0 {
			t.Error("nothing was given to anybody")
		}
	})
}

// While nobody is there, contacts wait; whoever comes gets them in their order.
func TestQueuesKeepTheirOrder(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		w.capacity(20)
		w.available(w.people[0].ID, "offline")
		var want []string
		for i := range 6 {
			want = append(want, w.writes(fmt.Sprintf("+141555503%02d", i), "Hello"))
			k.Advance(time.Second) // clocks of senders count whole seconds
		}
		k.Eventually("they wait", func() bool { return k.Count("routing_queue", "explained") == len(want) })
		if d := w.decisions(want[0])[0]; d["reasons"].(map[string]any)["offline"] != 1.0 {
			t.Errorf("the decision is %v", d)
		}
		w.available(w.people[0].ID, "online")
		k.Eventually("all are given", func() bool { return w.agent(want[len(want)-1]) != "" })
		var got []string
		for _, row := range k.Rows("SELECT conversation_id FROM routing_decisions WHERE outcome = 'assigned' ORDER BY id") {
			got = append(got, row["conversation_id"].(string))
		}
		if !slices.Equal(got, want) {
			t.Errorf("they were given as %v, and waited as %v", got, want)
		}
	})
}

func (w routingWorld) available(userID, status string) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPut, "/v1/users/"+userID+"/availability", w.Key, map[string]any{"status": status})
}

func (w routingWorld) status(id, status string) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", w.Key, map[string]any{"status": status})
}

// Who waits for a member that is deactivated goes where the rules say without them.
func TestAMemberWhoIsGoneKeepsNobodyWaiting(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		other := k.NewPerson(k.WorkspaceID, crm.RoleSupervisor)
		w.available(other.ID, "offline")
		w.do(http.StatusOK, http.MethodPut, rulesPath, k.Key, map[string]any{"rules": []any{
			map[string]any{"key": "own", "target": map[string]any{"agentId": other.ID}}}, "default": map[string]any{"teamId": w.team}})
		waiting := w.writes("+14155550111", "Hello")
		k.Eventually("it waits for the member", func() bool { return k.Count("routing_queue", "explained") == 1 })
		w.do(http.StatusOK, http.MethodPost, "/v1/users/"+other.ID+"/deactivate", k.Key, nil)
		k.Eventually("it is given to the team of the next rule", func() bool { return w.agent(waiting) == w.people[0].ID })
	})
}

// Where contacts are merged, who waits goes on to wait in the conversation that is
// left, and somebody gets it.
func TestWhoIsMergedStillGetsSomebody(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		w.capacity(1)
		busy := w.writes("+14155550121", "Hello")
		k.Eventually("the member has one", func() bool { return w.agent(busy) != "" })
		kept, gone := w.writes("+14155550122", "Hello"), w.writes("+14155550123", "Hello")
		k.Eventually("two wait", func() bool { return k.Count("routing_queue", "explained") == 2 })
		w.status(kept, "closed")
		contactOf := func(id string) string {
			return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).Text("contactId")
		}
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contactOf(kept)+"/merge", k.Key, map[string]any{"contactId": contactOf(gone)})
		k.Eventually("one waits", func() bool {
			return k.Count("routing_queue", "conversation_id = '"+kept+"'") == 1 && k.Count("routing_queue") == 1
		})
		w.do(http.StatusOK, http.MethodPost, "/v1/contact-merges/"+k.Rows("SELECT id FROM contact_merges")[0]["id"].(string)+"/undo", k.Key, nil)
		k.Eventually("they parted, and the one who wrote waits", func() bool {
			return k.Count("routing_queue", "conversation_id = '"+gone+"'") == 1 && k.Count("routing_queue") == 1
		})
		w.status(busy, "closed")
		k.Eventually("who came free gets it", func() bool { return w.agent(gone) == w.people[0].ID })
	})
}
