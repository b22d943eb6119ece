package api_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit"
)

// draftWorld has people who write in conversations.
type draftWorld struct{ noteWorld }

func (w draftWorld) path(conversation string) string {
	return "/v1/conversations/" + conversation + "/draft"
}

func (w draftWorld) write(status int, key, conversation, body string, more map[string]any) testkit.Response {
	w.t.Helper()
	fields := map[string]any{"body": body}
	for name, value := range more {
		fields[name] = value
	}
	return w.do(status, http.MethodPut, w.path(conversation), key, fields)
}

// ifMatch writes a draft where it is still the one that is named.
func (w draftWorld) ifMatch(key, conversation, body, tag string) testkit.Response {
	return w.Send(testkit.Request{Method: http.MethodPut, Path: w.path(conversation), Key: key, Header: map[string]string{"If-Match": tag}, Body: []byte(`{"body": "` + body + `"}`)})
}

// list returns what a list of drafts shows, page by page.
func (w draftWorld) list(key, path string) (out []string) {
	w.t.Helper()
	for next := "?limit=2"; next != ""; {
		r := w.do(http.StatusOK, http.MethodGet, path+next, key, nil).JSON()
		for _, d := range r["data"].([]any) {
			out = append(out, d.(map[string]any)["body"].(string))
		}
		next = ""
		if cursor, ok := r["nextCursor"].(string); ok {
			next = "?limit=2&cursor=" + cursor
		}
	}
	return out
}

func (w draftWorld) has(key, conversation string) string {
	w.t.Helper()
	r := w.Do(http.MethodGet, w.path(conversation), key, nil)
	if r.Status == http.StatusNotFound {
		return ""
	}
	return r.Text("body")
}

// A draft is its writer's until they share it, and nobody has one out of reach.
func TestDraftsArePrivateUntilTheyAreShared(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := draftWorld{noteWorld{k, t}}
		id, _ := w.conversation("+14155550160")
		other, _ := w.conversation("+14155550161")
		third, _ := w.conversation("+14155550162")
		anna, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		text := "Grüße\n\t\"quoted\" \\ 👋🏽 \u2028 " // as it is, to the end
		if got := w.write(http.StatusOK, anna.Key, id, text, nil); got.Text("body") != text {
			t.Errorf("the draft is kept as %q", got.Text("body"))
		}
		w.write(http.StatusOK, anna.Key, other, "Other", nil)
		w.write(http.StatusOK, anna.Key, third, "Third", nil)
		w.write(http.StatusOK, bob.Key, id, "Bob's", nil)
		w.write(http.StatusOK, anna.Key, other, "Other again", nil)
		if got, want := w.list(anna.Key, "/v1/drafts"), []string{"Other again", "Third", text}; !slices.Equal(got, want) {
			t.Errorf("her own are %q, want %q", got, want)
		}
		if got := w.list(bob.Key, w.path(id)+"s"); !slices.Equal(got, []string{"Bob's"}) {
			t.Errorf("a colleague sees %q", got)
		}
		w.write(http.StatusOK, anna.Key, id, "Shared", map[string]any{"shared": true})
		if got := w.list(bob.Key, w.path(id)+"s"); len(got) != 2 || !slices.Contains(got, "Shared") {
			t.Errorf("a colleague sees %q of what is shared", got)
		}
		if got := w.has(bob.Key, id); got != "Bob's" {
			t.Errorf("his own is %q", got)
		}

		// Somebody who is deactivated: what was private stays so.
		w.write(http.StatusOK, bob.Key, id, "Bob's secret", nil)
		w.do(http.StatusOK, http.MethodPost, "/v1/users/"+bob.ID+"/deactivate", k.Key, nil)
		if got := w.list(anna.Key, w.path(id)+"s"); !slices.Equal(got, []string{"Shared"}) {
			t.Errorf("she sees %q of who is gone", got)
		}

		agent := k.NewPerson(k.WorkspaceID, w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Own", "reach": crm.ReachOwnAndFollowed,
			"scopes": []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeMessagesWrite}}).Text("id"))
		assign := func(to string) {
			w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": to})
		}
		refused := func() {
			t.Helper()
			w.write(http.StatusNotFound, agent.Key, id, "Mine", nil)
			for method, path := range map[string]string{http.MethodGet: w.path(id), http.MethodDelete: w.path(id), "GET ": w.path(id) + "s"} {
				w.do(http.StatusNotFound, strings.TrimSpace(method), path, agent.Key, nil)
			}
			if got := w.list(agent.Key, "/v1/drafts"); len(got) > 0 {
				t.Errorf("out of reach there is %q", got)
			}
		}
		refused()
		assign(agent.ID)
		w.write(http.StatusOK, agent.Key, id, "Mine", nil)
		if got := w.list(agent.Key, "/v1/drafts"); !slices.Equal(got, []string{"Mine"}) {
			t.Errorf("in reach there is %q", got)
		}
		assign("")
		refused()
		w.do(http.StatusForbidden, http.MethodPut, w.path(id), k.Key, map[string]any{"body": "A key's"})
	})
}

// Of two who write at once by what they read, one does; without a condition the last
// one does. A draft that was deleted is not the one that is begun anew.
func TestTwoDevicesWriteADraft(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := draftWorld{noteWorld{k, t}}
		id, _ := w.conversation("+14155550163")
		anna := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		if r := w.ifMatch(anna.Key, id, "x", "*"); r.Status != http.StatusPreconditionFailed || r.Text("code") != string(crm.CodeChangedMeanwhile) {
			t.Errorf("where there is none, If-Match is answered with %d %s", r.Status, r.Body)
		}
		// Both begin it at once: there is one.
		var begin sync.WaitGroup
		for i := range 4 {
			begin.Go(func() {
				if r := k.Do(http.MethodPut, w.path(id), anna.Key, map[string]any{"body": fmt.Sprint(i)}); r.Status != http.StatusOK {
					t.Errorf("%d %s", r.Status, r.Body)
				}
			})
		}
		begin.Wait()
		if rows := k.Rows("SELECT * FROM drafts WHERE workspace_id = '%s'", k.WorkspaceID); len(rows) != 1 {
			t.Errorf("there are %v", rows)
		}
		for round := range 5 {
			tag := w.do(http.StatusOK, http.MethodGet, w.path(id), anna.Key, nil).Header.Get("ETag")
			statuses := make(chan int, 2)
			var both sync.WaitGroup
			for device := range 2 {
				both.Go(func() { statuses <- w.ifMatch(anna.Key, id, fmt.Sprint(round, device), tag).Status })
			}
			both.Wait()
			if a, b := <-statuses, <-statuses; a+b != http.StatusOK+http.StatusPreconditionFailed {
				t.Errorf("both are answered with %d and %d", a, b)
			}
		}
		old := w.do(http.StatusOK, http.MethodGet, w.path(id), anna.Key, nil).Header.Get("ETag")
		w.do(http.StatusNoContent, http.MethodDelete, w.path(id), anna.Key, nil)
		w.do(http.StatusNoContent, http.MethodDelete, w.path(id), anna.Key, nil)
		w.do(http.StatusNotFound, http.MethodGet, w.path(id), anna.Key, nil)
		w.write(http.StatusOK, anna.Key, id, "Anew", nil)
		if r := w.ifMatch(anna.Key, id, "Stale", old); r.Status != http.StatusPreconditionFailed {
			t.Errorf("what was deleted is taken for what was begun anew: %d %s", r.Status, r.Body)
		}
		if got := w.has(anna.Key, id); got != "Anew" {
			t.Errorf("the draft is %q", got)
		}
	})
}

// Who sends a message has no draft there any more; others have theirs, and a
// reaction is no message.
func TestSendingUsesUpADraft(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := draftWorld{noteWorld{k, t}}
		const phone = "+14155550164"
		message := k.EventuallyStored(k.CustomerWrites(phone, "Hello"))
		id := k.Message(message)["conversationId"].(string)
		other, _ := w.conversation("+14155550165")
		anna, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		seq := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).JSON()["seq"]
		for _, key := range []string{anna.Key, bob.Key} {
			r := w.write(http.StatusOK, key, id, "Hello!", map[string]any{"basedOnSeq": seq})
			if r.JSON()["answeredSince"] != false {
				t.Errorf("nobody answered yet: %s", r.Body)
			}
			w.write(http.StatusOK, key, other, "Other", nil)
		}
		reaction := map[string]any{"from": k.NumberID, "to": phone, "type": "reaction", "reaction": map[string]any{"messageId": message, "emoji": "👍"}}
		w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", anna.Key, reaction)
		w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", k.Key, w.text(phone, "A key's"))
		bad := w.text(phone, "Too late.")
		bad["expectedSeq"] = seq
		w.do(http.StatusConflict, http.MethodPost, "/v1/messages", anna.Key, bad) // the key answered
		if got := w.has(anna.Key, id); got != "Hello!" {
			t.Errorf("a reaction, a key or a refusal left %q", got)
		}
		w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", anna.Key, w.text(phone, "Hello!"))
		if a, b := w.has(anna.Key, id), w.has(bob.Key, id); a != "" || b != "Hello!" {
			t.Errorf("who sent has %q, the other %q", a, b)
		}
		if r := w.do(http.StatusOK, http.MethodGet, w.path(id), bob.Key, nil); r.JSON()["answeredSince"] != true {
			t.Errorf("the contact was answered: %s", r.Body)
		}
		if got := w.has(anna.Key, other); got != "Other" {
			t.Errorf("in another conversation she has %q", got)
		}
		batch := map[string]any{"messages": []any{w.text("+14155550165", "Hi")}}
		w.do(http.StatusOK, http.MethodPost, "/v1/messages/batch", anna.Key, batch)
		if got := w.has(anna.Key, other); got != "" {
			t.Errorf("after a batch she has %q", got)
		}
	})
}

// Drafts of contacts who turn out to be one person are kept: one is shown, both come
// back when the merge is undone, and to send uses up both.
func TestDraftsFollowAMerge(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := draftWorld{noteWorld{k, t}}
		kept, contact := w.conversation("+14155550166")
		gone, other := w.conversation("+14155550167")
		anna, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		w.write(http.StatusOK, anna.Key, kept, "Kept", nil)
		w.write(http.StatusOK, anna.Key, gone, "Gone", nil)
		w.write(http.StatusOK, bob.Key, gone, "Bob's", map[string]any{"shared": true})
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contact+"/merge", k.Key, map[string]any{"contactId": other})
		merge := w.do(http.StatusOK, http.MethodGet, "/v1/contacts/"+contact, k.Key, nil).Text("merges", "0", "id")
		for _, id := range []string{kept, gone} {
			if a, b := w.has(anna.Key, id), w.has(bob.Key, id); a != "Kept" || b != "Bob's" {
				t.Errorf("joined, she has %q, he %q", a, b)
			}
			if got := w.list(anna.Key, w.path(id)+"s"); len(got) != 2 || !slices.Contains(got, "Kept") || !slices.Contains(got, "Bob's") {
				t.Errorf("joined, there are %q", got)
			}
		}
		for key, want := range map[string]string{anna.Key: "Kept", bob.Key: "Bob's"} {
			if got := w.list(key, "/v1/drafts"); !slices.Equal(got, []string{want}) {
				t.Errorf("joined, one's own are %q", got)
			}
		}
		w.write(http.StatusOK, bob.Key, kept, "Bob's too", nil)
		if r := w.do(http.StatusOK, http.MethodGet, "/v1/drafts", bob.Key, nil); r.Text("data", "0", "conversationId") != kept {
			t.Errorf("it is shown in %s", r.Body)
		}
		w.do(http.StatusOK, http.MethodPost, "/v1/contact-merges/"+merge+"/undo", k.Key, nil)
		if a, b, c := w.has(anna.Key, kept), w.has(anna.Key, gone), w.has(bob.Key, gone); a != "Kept" || b != "Gone" || c != "Bob's too" {
			t.Errorf("parted, there are %q, %q and %q", a, b, c)
		}
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contact+"/merge", k.Key, map[string]any{"contactId": other})
		w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", anna.Key, w.text("+14155550166", "Hi"))
		if rows := k.Rows("SELECT body FROM drafts WHERE workspace_id = '%s' AND user_id = '%s'", k.WorkspaceID, anna.ID); len(rows) > 0 {
			t.Errorf("after sending there is %v", rows)
		}
	})
}

// A user has so many drafts, and none that nobody has changed for long.
func TestDraftsAreBounded(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := draftWorld{noteWorld{k, t}}
		id, _ := w.conversation("+14155550168")
		anna := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		k.Must(k.DB().Update(context.Background(), k.WorkspaceID, func(tx *db.Tx) error {
			for i := range crm.MaxDrafts {
				tx.Write(db.SQL(`INSERT INTO drafts (workspace_id, conversation_id, user_id, version, body, shared, based_on_seq, created_at) VALUES ($1, $2, $3, $4, 'x', FALSE, -1, 1)`),
					k.WorkspaceID, fmt.Sprint("cnv_", i), anna.ID, db.Ms(k.Now()))
			}
			return nil
		}))
		if r := w.write(http.StatusConflict, anna.Key, id, "One more", nil); r.Text("code") != string(crm.CodeDraftLimit) {
			t.Errorf("one more is answered with %s", r.Body)
		}
		k.Advance(crm.DraftLife - time.Hour)
		k.Must(k.App.Service.Draft.Sweep(context.Background()))
		count := func() int { return len(k.Rows("SELECT * FROM drafts WHERE workspace_id = '%s'", k.WorkspaceID)) }
		if n := count(); n != crm.MaxDrafts {
			t.Errorf("%d are left before their time", n)
		}
		k.Advance(2 * time.Hour)
		k.Must(k.App.Service.Draft.Sweep(context.Background()))
		if n := count(); n != 0 {
			t.Errorf("%d are left after their time", n)
		}
	})
}
