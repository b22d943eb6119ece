package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// actionWorld has conversations, and what they can be changed to.
type actionWorld struct {
	labelWorld
	ids           []string
	people, teams []string
	labels        []string
}

func newActionWorld(t *testing.T, k *testkit.Kit, n int) *actionWorld {
	w := &actionWorld{labelWorld: labelWorld{noteWorld{k, t}}}
	for i := range n {
		id, _ := w.conversation(fmt.Sprintf("+14155552%03d", i))
		w.ids = append(w.ids, id)
	}
	for i := range 2 {
		w.people = append(w.people, k.NewPerson(k.WorkspaceID, crm.RoleOwner).ID)
		w.teams = append(w.teams, w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": fmt.Sprint("Team ", i)}).Text("id"))
		w.labels = append(w.labels, w.label(fmt.Sprint("Label ", i)))
	}
	return w
}

func (w *actionWorld) act(key string, ids []string, change map[string]any) testkit.Response {
	w.t.Helper()
	return w.do(http.StatusCreated, http.MethodPost, "/v1/actions", key, map[string]any{"conversationIds": ids, "change": change})
}

// stands is where every conversation stands, as people see it.
func (w *actionWorld) stands() map[string]string {
	w.t.Helper()
	out := map[string]string{}
	for _, id := range w.ids {
		c := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, w.Key, nil).JSON()
		for _, field := range []string{"status", "snoozedUntil", "wakeOnReply", "followUpAt", "teamId", "agentId", "priority", "waitingSince", "unreadCount"} {
			out[id] += fmt.Sprint(field, " ", c[field], ", ")
		}
		labels := c["labelIds"].([]any)
		slices.SortFunc(labels, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		out[id] += fmt.Sprint(labels)
	}
	return out
}

// some is a change of anything.
func (w *actionWorld) some() map[string]any {
	out := map[string]any{}
	either := func(list []string) string { return append(list, "")[rand.IntN(len(list)+1)] }
	for len(out) == 0 {
		if rand.IntN(2) == 0 {
			status := map[string]any{"status": []string{"open", "pending", "snoozed", "closed"}[rand.IntN(4)]}
			if status["status"] == "snoozed" && rand.IntN(2) == 0 {
				status["until"] = w.Now().Add(100 * time.Hour).UTC().Format("2006-01-02T15:04:05.000Z")
			}
			out["status"] = status
		}
		if rand.IntN(3) == 0 {
			to := map[string]any{}
			if id := either(w.people); id != "" {
				to["agentId"] = id
			}
			if id := either(w.teams); id != "" {
				to["teamId"] = id
			}
			out["assignment"] = to
		}
		if rand.IntN(3) == 0 {
			out["priority"] = []string{"urgent", "high", "normal", "low"}[rand.IntN(4)]
		}
		if rand.IntN(3) == 0 {
			out["addLabelIds"] = w.labels[:1]
		}
		if rand.IntN(3) == 0 {
			out["removeLabelIds"] = w.labels[1:]
		}
	}
	return out
}

func idsOf(list any) (out []string) {
	for _, one := range list.([]any) {
		if of, ok := one.(map[string]any); ok {
			one = of["conversationId"]
		}
		out = append(out, one.(string))
	}
	return out
}

// Whatever an action does, undoing it gives back where each conversation stood that
// nobody touched since, and leaves the others.
func TestAnActionIsUndone(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newActionWorld(t, k, 8)
		changed, kept := 0, 0
		for round := range 12 {
			w.act(k.Key, w.ids[rand.IntN(4):], w.some()) // so that they stand anyhow
			before := w.stands()
			change := w.some()
			made := w.act(k.Key, w.ids, change).JSON()
			if n := len(idsOf(made["changed"])) + len(idsOf(made["skipped"])); n != len(w.ids) {
				t.Fatalf("%d of %d conversations are told of: %v", n, len(w.ids), made)
			}
			after := w.stands()
			for _, id := range w.ids {
				if (after[id] != before[id]) != slices.Contains(idsOf(made["changed"]), id) {
					t.Errorf("%v: %s was\n%s, is\n%s, and the action says %v", change, id, before[id], after[id], made)
				}
			}
			touched := ""
			if list := idsOf(made["changed"]); len(list) > 1 && round%2 == 0 {
				touched = list[0]
				w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+touched+"/labels", k.Key, map[string]any{"labelIds": []string{w.label(fmt.Sprint("Round ", round))}})
			}
			after = w.stands()
			undone := w.do(http.StatusOK, http.MethodPost, "/v1/actions/"+made["id"].(string)+"/undo", k.Key, nil).JSON()
			now := w.stands()
			for _, id := range w.ids {
				want := before[id]
				if id == touched {
					want = after[id]
				}
				if now[id] != want {
					t.Errorf("%v, undone (%v): %s is\n%s, want\n%s", change, undone["kept"], id, now[id], want)
				}
			}
			if list := idsOf(undone["kept"]); touched != "" && !slices.Equal(list, []string{touched}) || touched == "" && len(list) > 0 {
				t.Errorf("kept is %v, touched was %s", list, touched)
			}
			changed, kept = changed+len(idsOf(undone["undone"])), kept+len(idsOf(undone["kept"]))
			if r := w.do(http.StatusConflict, http.MethodPost, "/v1/actions/"+made["id"].(string)+"/undo", k.Key, nil); r.Code() != string(crm.CodeActionUndone) {
				t.Errorf("a second undoing is refused by %s", r.Code())
			}
		}
		if changed < 10 {
			t.Errorf("%d conversations were set back", changed)
		}
		k.Quiet()
	})
}

// An action goes as far as its author reaches and follows the rules of a single
// change; only they, or who manages users, undo it, for a day.
func TestActionsKeepToTheRules(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newActionWorld(t, k, 3)
		own := w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Own", "reach": crm.ReachOwnAndFollowed,
			"scopes": []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeMessagesWrite}}).Text("id")
		agent, colleague := k.NewPerson(k.WorkspaceID, own), k.NewPerson(k.WorkspaceID, own)
		w.act(k.Key, w.ids[:2], map[string]any{"assignment": map[string]any{"agentId": agent.ID}})

		made := w.act(agent.Key, w.ids, map[string]any{"assignment": map[string]any{"agentId": colleague.ID}}).JSON()
		if got, want := idsOf(made["changed"]), slices.Sorted(slices.Values(w.ids[:2])); !slices.Equal(got, want) || fmt.Sprint(idsOf(made["skipped"])) != fmt.Sprint(w.ids[2:]) {
			t.Errorf("within reach changed are %v, want %v; skipped %v", got, want, made["skipped"])
		}
		path := "/v1/actions/" + made["id"].(string)
		w.do(http.StatusNotFound, http.MethodGet, path, colleague.Key, nil)
		w.do(http.StatusNotFound, http.MethodPost, path+"/undo", colleague.Key, nil)
		w.do(http.StatusOK, http.MethodGet, path, k.Key, nil)
		w.do(http.StatusNotFound, http.MethodGet, "/v1/conversations/"+w.ids[0], agent.Key, nil) // out of their reach now
		undone := w.do(http.StatusOK, http.MethodPost, path+"/undo", agent.Key, nil).JSON()
		if len(idsOf(undone["undone"])) != 2 || undone["undoneAt"] == nil {
			t.Errorf("undone is %v", undone)
		}
		w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+w.ids[0], agent.Key, nil)
		if list := w.do(http.StatusOK, http.MethodGet, "/v1/actions", agent.Key, nil).JSON()["data"].([]any); len(list) != 1 {
			t.Errorf("the agent's own actions are %v", list)
		}

		// What a contact wrote since keeps a status as it is, and nothing else.
		closed := w.act(k.Key, w.ids[2:], map[string]any{"status": map[string]any{"status": "pending"}}).Text("id")
		urgent := w.act(k.Key, w.ids[:1], map[string]any{"priority": "urgent"}).Text("id")
		k.EventuallyStored(k.CustomerWrites("+14155552002", "Wait"))
		k.EventuallyStored(k.CustomerWrites("+14155552000", "Wait"))
		if r := w.do(http.StatusOK, http.MethodPost, "/v1/actions/"+closed+"/undo", k.Key, nil).JSON(); len(idsOf(r["undone"])) != 0 || r["kept"].([]any)[0].(map[string]any)["reason"] != crm.SkipChanged {
			t.Errorf("after a message undone is %v", r)
		}
		if r := w.do(http.StatusOK, http.MethodPost, "/v1/actions/"+urgent+"/undo", k.Key, nil).JSON(); len(idsOf(r["undone"])) != 1 {
			t.Errorf("after a message undone is %v", r)
		}

		w.act(k.Key, w.ids[:1], map[string]any{"status": map[string]any{"status": "closed"}})
		r := w.act(k.Key, w.ids[:2], map[string]any{"status": map[string]any{"status": "snoozed"}}).JSON()
		if skipped := r["skipped"].([]any); len(skipped) != 1 || skipped[0].(map[string]any)["reason"] != crm.SkipNotAllowed {
			t.Errorf("a closed conversation that is snoozed is %v", r)
		}
		key := testkit.Request{Method: http.MethodPost, Path: "/v1/actions", Key: k.Key, Header: map[string]string{"Idempotency-Key": "once"},
			Body: []byte(`{"conversationIds": ["` + w.ids[2] + `"], "change": {"priority": "low"}}`)}
		if one, two := k.Send(key), k.Send(key); one.Text("id") == "" || one.Text("id") != two.Text("id") {
			t.Errorf("repeated, an action is %s and %s", one.Body, two.Body)
		}
		late := w.act(k.Key, w.ids[2:], map[string]any{"priority": "urgent"}).Text("id")
		k.Advance(crm.ActionUndoable + time.Minute)
		if r := w.do(http.StatusConflict, http.MethodPost, "/v1/actions/"+late+"/undo", k.Key, nil); r.Code() != string(crm.CodeActionOld) {
			t.Errorf("a late undoing is refused by %s", r.Code())
		}
		k.Advance(crm.ActionLife)
		if err := k.App.Service.Conversation.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.do(http.StatusNotFound, http.MethodGet, "/v1/actions/"+late, k.Key, nil)
	})
}

// Actions over the same conversations at once, in any order, and their undoings all
// end, and each conversation has what one of them left.
func TestActionsMeet(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newActionWorld(t, k, 12)
		const writers = 6
		done := make(chan string, writers)
		for range writers {
			ids, changes := slices.Clone(w.ids), []map[string]any{w.some(), w.some(), w.some()}
			rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
			go func() {
				for _, change := range changes {
					r := k.Do(http.MethodPost, "/v1/actions", k.Key, map[string]any{"conversationIds": ids, "change": change})
					if r.Status != http.StatusCreated {
						done <- fmt.Sprint(r.Status, string(r.Body))
						return
					}
					if r = k.Do(http.MethodPost, "/v1/actions/"+r.Text("id")+"/undo", k.Key, nil); r.Status != http.StatusOK {
						done <- fmt.Sprint(r.Status, string(r.Body))
						return
					}
				}
				done <- ""
			}()
		}
		for i := range w.ids {
			k.EventuallyStored(k.CustomerWrites(fmt.Sprintf("+14155552%03d", i), "Still there?"))
		}
		for range writers {
			if fault := <-done; fault != "" {
				t.Error(fault)
			}
		}
		// Of two who undo one action, one does.
		id := w.act(k.Key, w.ids, map[string]any{"addLabelIds": []string{w.label("Both")}}).Text("id")
		statuses := make(chan int, 2)
		for range 2 {
			go func() { statuses <- k.Do(http.MethodPost, "/v1/actions/"+id+"/undo", k.Key, nil).Status }()
		}
		if one, two := <-statuses, <-statuses; one+two != http.StatusOK+http.StatusConflict {
			t.Errorf("two undoings at once get %d and %d", one, two)
		}
		k.Quiet()
	})
}

// A hundred conversations take no longer than a request may.
func TestAnActionOfAHundredIsQuick(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{OneByOne: true}, func(t *testing.T, k *testkit.Kit) {
		w := newActionWorld(t, k, crm.MaxActionConversations)
		began := time.Now()
		made := w.act(k.Key, w.ids, map[string]any{"status": map[string]any{"status": "closed"}, "assignment": map[string]any{"teamId": w.teams[0]}, "addLabelIds": w.labels, "priority": "low"})
		acted := time.Since(began)
		undone := w.do(http.StatusOK, http.MethodPost, "/v1/actions/"+made.Text("id")+"/undo", k.Key, nil).JSON()
		t.Logf("acted in %s, undone in %s", acted, time.Since(began)-acted)
		if n := len(idsOf(undone["undone"])); n != crm.MaxActionConversations || acted > 5*time.Second {
			t.Errorf("%d conversations were set back; the action took %s", n, acted)
		}
	})
}
