package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/testkit"
)

// watcher is what a live stream told of presence.
type watcher struct {
	mu     sync.Mutex
	told   []string // "conversation user state"
	faults []string
}

func (x *watcher) times(what string) (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, one := range x.told {
		if strings.HasPrefix(one, what) {
			n++
		}
	}
	return n
}

// watch reads a live stream until the test ends.
func watch(t *testing.T, k *testkit.Kit, key, query string) *watcher {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.App.URL()+"/v1/events/stream"+query, nil)
	k.Must(err)
	if session, ok := strings.CutPrefix(key, testkit.SessionKey); ok {
		req.AddCookie(&http.Cookie{Name: "crm", Value: session})
	} else {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultClient.Do(req)
	k.Must(err)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("the stream is answered %d", res.StatusCode)
	}
	x, ended := &watcher{}, make(chan bool)
	go func() {
		defer close(ended)
		block := ""
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if lines.Text() != "" {
				block += lines.Text() + "\n"
				continue
			}
			x.take(block)
			block = ""
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		_ = res.Body.Close()
		for _, fault := range x.faults {
			t.Error(fault)
		}
	})
	return x
}

func (x *watcher) take(block string) {
	data, ok := strings.CutPrefix(block, "event: presence\ndata: ")
	if !ok {
		return
	}
	var p struct {
		ConversationID, UserID, State string
		At                            time.Time
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := json.Unmarshal([]byte(data), &p); err != nil || p.At.IsZero() || strings.Contains(block, "\nid:") {
		x.faults = append(x.faults, "presence is told as "+block)
	}
	x.told = append(x.told, p.ConversationID+" "+p.UserID+" "+p.State)
}

// There are who says so; the streams of those who reach the conversation are told, and
// nothing is stored.
func TestStreamsTellWhoIsThere(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		id, _ := w.conversation("+14155550180")
		mine, _ := w.conversation("+14155550181")
		anna, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		agent := k.NewPerson(k.WorkspaceID, w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Own", "reach": crm.ReachOwnAndFollowed,
			"scopes": []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeMessagesWrite, crm.ScopeEventsRead}}).Text("id"))
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+mine+"/assignment", k.Key, map[string]any{"agentId": agent.ID})
		k.Quiet()
		colleague, limited, key := watch(t, k, bob.Key, ""), watch(t, k, agent.Key, ""), watch(t, k, k.Key, "?events=presence")
		other, filtered, number := watch(t, k, k.Other.Key, ""), watch(t, k, k.Key, "?events=messages.*"), watch(t, k, k.Key, "?events=presence,messages.*&phoneNumberId="+k.NumberID)
		before := k.Count("events") + k.Count("jobs") + k.Count("audit_log")
		is := func(status int, person testkit.Person, conversation, state string) {
			t.Helper()
			w.do(status, http.MethodPut, "/v1/conversations/"+conversation+"/presence", person.Key, map[string]any{"state": state})
		}
		began := time.Now()
		for range 30 {
			is(http.StatusNoContent, anna, id, "viewing")
		}
		is(http.StatusNoContent, anna, id, "typing")
		viewing, typing := id+" "+anna.ID+" viewing", id+" "+anna.ID+" typing"
		for _, stream := range []*watcher{colleague, key, number} {
			k.Eventually("the stream tells that she types", func() bool { return stream.times(typing) > 0 })
		}
		if n, most := colleague.times(viewing), 1+int(time.Since(began)/time.Second); n > most {
			t.Errorf("the same is told %d times, at most %d are to be", n, most)
		}
		if r := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/presence", k.Key, nil); r.Text("people", "0", "userId") != anna.ID || r.Text("people", "0", "state") != "typing" {
			t.Errorf("there is %s", r.Body)
		}
		is(http.StatusNotFound, agent, id, "viewing")
		w.do(http.StatusNotFound, http.MethodGet, "/v1/conversations/"+id+"/presence", agent.Key, nil)
		is(http.StatusUnprocessableEntity, anna, id, "asleep")
		is(http.StatusUnprocessableEntity, anna, id, "")

		// What is told of the agent's conversation says that nothing else came before.
		is(http.StatusNoContent, bob, mine, "viewing")
		k.Eventually("the agent is told of their conversation", func() bool { return limited.times(mine+" "+bob.ID+" viewing") > 0 })
		if n := limited.times(id); n > 0 {
			t.Errorf("who does not reach it is told %d times", n)
		}
		is(http.StatusNoContent, anna, id, "left")
		for _, stream := range []*watcher{colleague, key, number} {
			k.Eventually("the stream tells that she left", func() bool { return stream.times(id+" "+anna.ID+" left") > 0 })
		}
		if r := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/presence", k.Key, nil); len(r.JSON()["people"].([]any)) > 0 {
			t.Errorf("she left, and there is %s", r.Body)
		}
		if n := other.times("") + filtered.times(""); n > 0 {
			t.Errorf("streams of others and of messages only are told %d times", n)
		}
		if after := k.Count("events") + k.Count("jobs") + k.Count("audit_log"); after != before {
			t.Errorf("%d rows were written", after-before)
		}
	})
}

// Who is there on one node is told by the other, too, and lost to it when they leave.
func TestNodesTellEachOtherWhoIsThere(t *testing.T) {
	a, b := twoNodes(t)
	anna, bob := a.NewPerson(a.WorkspaceID, crm.RoleOwner), a.NewPerson(a.WorkspaceID, crm.RoleOwner)
	var id string
	a.Must(a.DB().Update(context.Background(), a.WorkspaceID, func(tx *db.Tx) error {
		c, err := contact.EnsureConversation(tx, a.WorkspaceID, tx.NewID(crm.PrefixPhoneNumber), crm.Person{Phone: "+14155550182"})
		id = c.ID
		return err
	}))
	stream := watch(t, b, bob.Key, "")
	b.Quiet()
	path, before := "/v1/conversations/"+id+"/presence", a.Count("events")
	is := func(state string) {
		t.Helper()
		if r := a.Do(http.MethodPut, path, anna.Key, map[string]any{"state": state}); r.Status != http.StatusNoContent {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	people := func() int {
		t.Helper()
		list, _ := b.Do(http.MethodGet, path, bob.Key, nil).JSON()["people"].([]any)
		return len(list)
	}
	b.Eventually("the other node tells it", func() bool { is("typing"); return stream.times(id+" "+anna.ID+" typing") > 0 })
	b.Eventually("the other node knows it", func() bool { is("typing"); return people() == 1 })
	is("left")
	b.Eventually("the other node tells that she left", func() bool { return stream.times(id+" "+anna.ID+" left") > 0 })
	if n := people(); n != 0 {
		t.Errorf("she left, and %d are there", n)
	}
	if after := a.Count("events"); after != before {
		t.Errorf("%d events were written", after-before)
	}
}
