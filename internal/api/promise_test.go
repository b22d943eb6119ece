package api_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// promiseWorld is a workspace in which people promise things.
type promiseWorld struct{ labelWorld }

func newPromiseWorld(t *testing.T, k *testkit.Kit) promiseWorld {
	return promiseWorld{labelWorld{noteWorld{k, t}}}
}

// promise notes one that is due after d.
func (w promiseWorld) promise(conversation, key, text string, d time.Duration) (id, dueAt string) {
	w.t.Helper()
	at := w.Now().Add(d).UTC().Format("2006-01-02T15:04:05.000Z")
	r := w.do(http.StatusCreated, http.MethodPost, "/v1/conversations/"+conversation+"/promises", key, map[string]any{"text": text, "dueAt": at})
	return r.Text("id"), at
}

func (w promiseWorld) change(id string, body map[string]any) map[string]any {
	w.t.Helper()
	return w.do(http.StatusOK, http.MethodPatch, "/v1/promises/"+id, w.Key, body).JSON()
}

// shown is how a conversation stands: its status, and when its next promise is due.
func (w promiseWorld) shown(id string) (status string, due any) {
	c := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, w.Key, nil).JSON()
	return c["status"].(string), c["promiseDueAt"]
}

// open are the texts of the open promises that somebody reaches.
func (w promiseWorld) open(key, query string) (out []string) {
	w.t.Helper()
	page := w.do(http.StatusOK, http.MethodGet, "/v1/promises?limit=200"+query, key, nil).JSON()
	for _, p := range page["data"].([]any) {
		out = append(out, p.(map[string]any)["text"].(string))
	}
	return out
}

func (w promiseWorld) expect(what string, got, want any) {
	w.t.Helper()
	if got != want {
		w.t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// A promise opens its conversation at its time, closed or snoozed, and stays until
// somebody keeps or withdraws it.
func TestAPromiseComesBack(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newPromiseWorld(t, k)
		id, _ := w.conversation("+14155550161")
		call, callAt := w.promise(id, k.Key, "Call back.", 2*time.Hour)
		bill, billAt := w.promise(id, k.Key, "Send the invoice.", time.Hour)
		listed := func(want ...string) {
			t.Helper()
			if got := w.list(k.Key, "view=promises"); !slices.Equal(got, want) {
				t.Errorf("the view has %v, want %v", got, want)
			}
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", k.Key, map[string]any{"status": "closed"})
		_, due := w.shown(id)
		w.expect("the next promise", due, billAt)
		listed(id)
		if got := w.open(k.Key, ""); !slices.Equal(got, []string{"Send the invoice.", "Call back."}) {
			t.Errorf("open are %q", got)
		}
		k.Advance(61 * time.Minute)
		k.Eventually("the promise opens it", func() bool { status, _ := w.shown(id); return status == "open" })
		_, due = w.shown(id)
		w.expect("what is due and open", due, billAt)
		if p := w.do(http.StatusOK, http.MethodGet, "/v1/promises/"+bill, k.Key, nil).JSON(); p["status"] != "open" || p["wokeAt"] == nil || p["endedBy"] != nil {
			t.Errorf("it is %v", p)
		}
		w.change(bill, map[string]any{"status": "kept"})
		_, due = w.shown(id)
		w.expect("after it was kept, the next", due, callAt)

		laterAt := k.Now().Add(30 * time.Hour).UTC().Format("2006-01-02T15:04:05.000Z")
		w.change(call, map[string]any{"dueAt": laterAt})
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", k.Key, map[string]any{"status": "snoozed", "until": k.Now().Add(100 * time.Hour)})
		k.Advance(2 * time.Hour) // the first time: nothing happens
		k.Quiet()
		if status, due := w.shown(id); status != "snoozed" || due != laterAt {
			t.Errorf("put off, it is %s, due at %v", status, due)
		}
		k.Advance(29 * time.Hour)
		k.Eventually("it opens at the second time", func() bool { status, _ := w.shown(id); return status == "open" })
		w.change(call, map[string]any{"status": "withdrawn"})
		_, due = w.shown(id)
		w.expect("without promises it", due, nil)
		listed()
		w.expect("how many are open", len(w.open(k.Key, "")), 0)
		w.expect("how often it was due", k.Count("events", "kind = 'promise.due'"), 2)
		w.expect("how often a promise changed", k.Count("events", "kind = 'promise.updated'"), 5)
		var reasons []string
		for _, e := range w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id+"/timeline?limit=100", k.Key, nil).JSON()["data"].([]any) {
			if e := e.(map[string]any); e["kind"] == "promise_due" || e["reason"] == "promise" {
				reasons = append(reasons, e["kind"].(string))
			}
		}
		if !slices.Equal(reasons, []string{"status", "promise_due", "status", "promise_due"}) {
			t.Errorf("the timeline tells %v", reasons)
		}
		w.change(call, map[string]any{"status": "open"}) // its time is over: it stands there at once
		listed(id)
		k.Quiet()
	})
}

// Promises follow their conversations when contacts become one, and when they part.
func TestPromisesFollowAMerge(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newPromiseWorld(t, k)
		kept, keptContact := w.conversation("+14155550161")
		gone, goneContact := w.conversation("+14155550162")
		_, laterAt := w.promise(kept, k.Key, "Later.", 3*time.Hour)
		sooner, soonerAt := w.promise(gone, k.Key, "Sooner.", time.Hour)
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+keptContact+"/merge", k.Key, map[string]any{"contactId": goneContact})
		_, due := w.shown(kept)
		w.expect("joined, the next", due, soonerAt)
		page := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+kept+"/promises", k.Key, nil).JSON()
		w.expect("how many it has", len(page["data"].([]any)), 2)
		w.change(sooner, map[string]any{"text": "Sooner, really."})
		id := k.Rows("SELECT id FROM contact_merges WHERE workspace_id = '%s'", k.WorkspaceID)[0]["id"].(string)
		w.do(http.StatusOK, http.MethodPost, "/v1/contact-merges/"+id+"/undo", k.Key, nil)
		_, due = w.shown(kept)
		w.expect("parted, the one", due, laterAt)
		_, due = w.shown(gone)
		w.expect("parted, the other", due, soonerAt)
		k.Advance(61 * time.Minute)
		k.Eventually("it comes back where it was made", func() bool { return k.Count("promises", "woke_at > 0 AND conversation_id = '"+gone+"'") == 1 })
		k.Quiet()
	})
}

// Who reaches little sees and keeps what is promised in their conversations alone, a
// page says where it goes on, and a conversation has at most 50 that are open.
func TestPromisesByReach(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newPromiseWorld(t, k)
		mine, _ := w.conversation("+14155550161")
		theirs, _ := w.conversation("+14155550162")
		anna := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		ben := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+mine+"/assignment", k.Key, map[string]any{"agentId": anna.ID})
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+theirs+"/assignment", k.Key, map[string]any{"agentId": ben.ID})
		own, _ := w.promise(mine, anna.Key, "Mine.", time.Hour)
		other, _ := w.promise(theirs, ben.Key, "Theirs.", time.Hour)
		w.expect("what Anna sees", slices.Equal(w.open(anna.Key, ""), []string{"Mine."}), true)
		w.expect("what Anna keeps", slices.Equal(w.open(k.Key, "&userId="+anna.ID), []string{"Mine."}), true)
		w.do(http.StatusNotFound, http.MethodGet, "/v1/promises/"+other, anna.Key, nil)
		w.do(http.StatusNotFound, http.MethodPatch, "/v1/promises/"+other, anna.Key, map[string]any{"status": "kept"})
		w.do(http.StatusNotFound, http.MethodPost, "/v1/conversations/"+theirs+"/promises", anna.Key, map[string]any{"text": "No.", "dueAt": k.Now().Add(time.Hour)})
		r := w.do(http.StatusUnprocessableEntity, http.MethodPatch, "/v1/promises/"+own, anna.Key, map[string]any{"userId": ben.ID, "text": ""})
		w.expect("the first fault", r.Text("errors", "0", "pointer"), "/text")
		w.do(http.StatusUnprocessableEntity, http.MethodPatch, "/v1/promises/"+own, anna.Key, map[string]any{"userId": ben.ID})
		for range crm.MaxPromises - 1 {
			w.promise(mine, anna.Key, "More.", 2*time.Hour)
		}
		r = w.do(http.StatusConflict, http.MethodPost, "/v1/conversations/"+mine+"/promises", anna.Key, map[string]any{"text": "Too many.", "dueAt": k.Now().Add(time.Hour)})
		w.expect("the refusal", r.Text("code"), string(crm.CodePromiseLimit))
		for _, key := range []string{anna.Key, k.Key} {
			seen, cursor := 0, ""
			for {
				page := w.do(http.StatusOK, http.MethodGet, "/v1/promises?limit=7"+cursor, key, nil).JSON()
				seen += len(page["data"].([]any))
				next, more := page["nextCursor"].(string)
				if !more {
					break
				}
				cursor = "&cursor=" + next
			}
			want := crm.MaxPromises
			if key == k.Key {
				want++
			}
			w.expect("how many all pages have", seen, want)
		}
		k.Quiet()
	})
}
