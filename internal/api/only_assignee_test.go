package api_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// Where only the assignee replies, nobody else of the people does; what nobody has,
// and API keys, are free.
func TestOnlyTheAssigneeReplies(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone = "+14155550151"
		id, _ := w.conversation(phone)
		anna, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		assign := func(to string) {
			w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": to})
		}
		send := func(status int, key string) {
			t.Helper()
			r := w.do(status, http.MethodPost, "/v1/messages", key, w.text(phone, "Hello."))
			if status == http.StatusConflict && r.Text("code") != string(crm.CodeNotAssignee) {
				t.Errorf("refused with %s", r.Body)
			}
		}
		assign(anna.ID)
		send(http.StatusAccepted, bob.Key) // it is off
		w.do(http.StatusOK, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"onlyAssigneeReplies": true})
		send(http.StatusConflict, bob.Key)
		batch := w.do(http.StatusOK, http.MethodPost, "/v1/messages/batch", bob.Key, map[string]any{"messages": []any{w.text(phone, "Hello."), w.text("+14155550152", "Hello.")}})
		if code := batch.Text("results", "0", "error", "code"); code != string(crm.CodeNotAssignee) {
			t.Errorf("in a batch it is refused with %q: %s", code, batch.Body)
		}
		send(http.StatusAccepted, anna.Key)
		send(http.StatusAccepted, k.Key)
		assign("")
		send(http.StatusAccepted, bob.Key)
		assign(bob.ID)
		send(http.StatusConflict, anna.Key)
		w.do(http.StatusOK, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"onlyAssigneeReplies": false})
		send(http.StatusAccepted, anna.Key)
	})
}

// Two people write while a conversation goes from one to the other and back: whoever
// began to send after it was theirs is accepted, whoever began after they had lost it
// is refused.
func TestWhoeverLosesAConversationIsRefused(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone, rounds = "+14155550153", 12
		id, _ := w.conversation(phone)
		people := [2]testkit.Person{k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)}
		w.do(http.StatusOK, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"onlyAssigneeReplies": true})
		// owner is who has it: 0 and 1, and -1 while it is on its way.
		var mu sync.Mutex
		owner, turn := -1, 0
		look := func() (int, int) { mu.Lock(); defer mu.Unlock(); return owner, turn }
		set := func(who int) { mu.Lock(); owner, turn = who, turn+1; mu.Unlock() }
		stop, faults := make(chan struct{}), make(chan string, 1000)
		var senders sync.WaitGroup
		end := sync.OnceFunc(func() { close(stop); senders.Wait(); close(faults) })
		defer end()
		var sent, refused [2]atomic.Int64
		for me, person := range people {
			senders.Go(func() {
				for n := 0; ; n++ {
					select {
					case <-stop:
						return
					default:
					}
					before, at := look()
					r := k.Do(http.MethodPost, "/v1/messages", person.Key, w.text(phone, fmt.Sprint(me, n)))
					after, then := look()
					settled := at == then && before == after && before >= 0
					switch {
					case r.Status == http.StatusAccepted && settled && before != me, r.Status == http.StatusConflict && settled && before == me:
						faults <- fmt.Sprintf("%d has it, and %d is answered with %d", before, me, r.Status)
					case r.Status == http.StatusAccepted:
						sent[me].Add(1)
					case r.Status == http.StatusConflict:
						refused[me].Add(1)
					default:
						faults <- fmt.Sprintf("%d %s", r.Status, r.Body)
					}
				}
			})
		}
		tried := func() bool {
			return sent[0].Load() > 0 && sent[1].Load() > 0 && refused[0].Load() > 0 && refused[1].Load() > 0
		}
		// On a slow machine it takes longer until both have met both.
		for i, began := 0, time.Now(); i < rounds || !tried() && time.Since(began) < time.Minute; i++ {
			set(-1)
			w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": people[i%2].ID})
			set(i % 2)
			for range 3 { // time for both to try
				w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil)
			}
		}
		end()
		for fault := range faults {
			t.Error(fault)
		}
		for me := range people {
			if !tried() {
				t.Errorf("%d sent %d messages and was refused %d times", me, sent[me].Load(), refused[me].Load())
			}
		}
	})
}

// Who answers in a conversation that nobody has gets it where the workspace says so:
// of two who answer at once, one. Keys, messages for later and plain templates get none.
func TestWhoeverAnswersGetsTheConversation(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone = "+14155550154"
		id, _ := w.conversation(phone)
		anna, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		send := func(key string, more map[string]any) {
			t.Helper()
			body := w.text(phone, "Hello.")
			for name, value := range more {
				body[name] = value
			}
			w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", key, body)
		}
		has := func() string {
			return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).Text("agentId")
		}
		send(anna.Key, nil) // it is off
		w.do(http.StatusOK, http.MethodPatch, "/v1/inbox-settings", k.Key, map[string]any{"assignOnAnswer": true})
		send(k.Key, nil)
		send(anna.Key, map[string]any{"scheduledAt": k.Now().Add(time.Hour)})
		if got := has(); got != "" {
			t.Fatalf("%q has it", got)
		}
		var both sync.WaitGroup
		for _, p := range []testkit.Person{anna, bob} {
			both.Go(func() { send(p.Key, nil) })
		}
		both.Wait()
		first := has()
		if first != anna.ID && first != bob.ID {
			t.Errorf("%q has it", first)
		}
		send(anna.Key, nil)
		send(bob.Key, nil)
		if got := has(); got != first {
			t.Errorf("%q has it, then %q", first, got)
		}
		entries := timelineWorld{w}.entries(k.Key, id, 50)
		if len(entries) == 0 || entries[0]["kind"] != "assignment" || entries[0]["reason"] != "answered" || entries[0]["by"].(map[string]any)["id"] != first {
			t.Errorf("the timeline has %v", entries)
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": ""})
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", k.Key, map[string]any{"status": "closed"})
		send(bob.Key, nil)
		if got := has(); got != "" {
			t.Errorf("%q has what is closed", got)
		}
	})
}
