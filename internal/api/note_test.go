package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// noteWorld is a conversation with what tests of notes need.
type noteWorld struct {
	*testkit.Kit
	t *testing.T
}

func (w noteWorld) conversation(phone string) (id, contact string) {
	m := w.Message(w.EventuallyStored(w.CustomerWrites(phone, "Hello")))
	return m["conversationId"].(string), m["contactId"].(string)
}

func (w noteWorld) do(status int, method, path, key string, body any) testkit.Response {
	w.t.Helper()
	r := w.Do(method, path, key, body)
	if r.Status != status {
		w.t.Fatalf("%s %s: %d, wanted %d: %s", method, path, r.Status, status, r.Body)
	}
	return r
}

func (w noteWorld) bodies(conversation, key string) string {
	w.t.Helper()
	var out []string
	for path := "/v1/conversations/" + conversation + "/notes?limit=2"; path != ""; {
		r := w.do(http.StatusOK, http.MethodGet, path, key, nil)
		for _, n := range r.JSON()["data"].([]any) {
			out = append(out, n.(map[string]any)["body"].(string))
		}
		path = ""
		if next, ok := r.JSON()["nextCursor"].(string); ok {
			path = "/v1/conversations/" + conversation + "/notes?limit=2&cursor=" + next
		}
	}
	return strings.Join(out, " ")
}

// Notes of contacts who turn out to be one person are listed together, can be
// changed there, and go back when the merge is undone.
func TestNotesFollowAMerge(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		one, contact := w.conversation("+14155550101")
		two, other := w.conversation("+14155550102")
		write := func(conversation, body string) string {
			return w.do(http.StatusCreated, http.MethodPost, "/v1/conversations/"+conversation+"/notes", k.Key, map[string]any{"body": body}).Text("id")
		}
		for i := range 4 {
			write([]string{one, two}[i%2], fmt.Sprint(i))
		}
		last := write(two, "4")
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contact+"/merge", k.Key, map[string]any{"contactId": other})
		merge := w.do(http.StatusOK, http.MethodGet, "/v1/contacts/"+contact, k.Key, nil).Text("merges", "0", "id")
		for _, id := range []string{one, two} {
			if got := w.bodies(id, k.Key); got != "4 3 2 1 0" {
				t.Errorf("the notes of %s are %q", id, got)
			}
		}
		w.do(http.StatusOK, http.MethodPatch, "/v1/conversations/"+one+"/notes/"+last, k.Key, map[string]any{"body": "four"})
		w.do(http.StatusOK, http.MethodPost, "/v1/contact-merges/"+merge+"/undo", k.Key, nil)
		if a, b := w.bodies(one, k.Key), w.bodies(two, k.Key); a != "2 0" || b != "four 3 1" {
			t.Errorf("afterwards they are %q and %q", a, b)
		}
	})
}

// Whoever is mentioned follows the conversation, and sees it if that is what was
// missing; phone numbers that are not theirs stay out of reach.
func TestMentionsBringPeopleIn(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		id, _ := w.conversation("+14155550101")
		scopes := []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeMessagesWrite}
		role := func(name string, more map[string]any) string {
			body := map[string]any{"name": name, "scopes": scopes, "reach": crm.ReachOwnAndFollowed}
			for field, value := range more {
				body[field] = value
			}
			return w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, body).Text("id")
		}
		followers := role("Follower", nil)
		anna, bob := k.NewPerson(k.WorkspaceID, followers), k.NewPerson(k.WorkspaceID, followers)
		reader := k.NewPerson(k.WorkspaceID, role("Reader", map[string]any{"scopes": scopes[:2]}))
		path := "/v1/conversations/" + id
		w.do(http.StatusNotFound, http.MethodGet, path, anna.Key, nil)

		r := w.do(http.StatusUnprocessableEntity, http.MethodPost, path+"/notes", k.Key, map[string]any{"body": "Look.", "mentionedUserIds": []string{anna.ID, reader.ID}})
		if at := fmt.Sprint(r.JSON()["errors"]); !strings.Contains(at, "/mentionedUserIds/1") || strings.Contains(at, "/mentionedUserIds/0") {
			t.Errorf("who cannot answer was told as %s", at)
		}
		w.do(http.StatusNotFound, http.MethodGet, path, anna.Key, nil) // nothing was half done
		receiver := k.NewReceiver("note.created")
		note := w.do(http.StatusCreated, http.MethodPost, path+"/notes", k.Key, map[string]any{"body": "Look.", "mentionedUserIds": []string{anna.ID}}).Text("id")
		w.do(http.StatusOK, http.MethodGet, path, anna.Key, nil)
		w.do(http.StatusNotFound, http.MethodGet, path, bob.Key, nil)

		w.do(http.StatusForbidden, http.MethodPatch, path+"/notes/"+note, anna.Key, map[string]any{"mentionedUserIds": []string{bob.ID}})
		own := w.do(http.StatusCreated, http.MethodPost, path+"/notes", anna.Key, map[string]any{"body": "Me too."}).Text("id")
		w.do(http.StatusOK, http.MethodPatch, path+"/notes/"+own, anna.Key, map[string]any{"mentionedUserIds": []string{bob.ID}})
		w.do(http.StatusOK, http.MethodGet, path, bob.Key, nil)
		if got := w.bodies(id, bob.Key); got != "Me too. Look." {
			t.Errorf("Bob reads %q", got)
		}
		w.do(http.StatusForbidden, http.MethodDelete, path+"/notes/"+own, bob.Key, nil)
		w.do(http.StatusNoContent, http.MethodDelete, path+"/notes/"+own, k.Key, nil)
		receiver.Eventually(2, "note.created")
	})
}

// Canned replies of a team are for its people and for who sees everything; others
// neither read nor change them, and a team that has some stays.
func TestCannedRepliesAreForTheirTeam(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const path = "/v1/canned-replies"
		team := func(name string, people ...string) string {
			id := w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": name}).Text("id")
			w.do(http.StatusOK, http.MethodPut, "/v1/teams/"+id+"/members", k.Key, map[string]any{"userIds": people})
			return id
		}
		sue, ann := k.NewPerson(k.WorkspaceID, crm.RoleSupervisor), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		mine, theirs := team("Mine", sue.ID, ann.ID), team("Theirs")
		make := func(status int, key, shortcut, team string) string {
			return w.do(status, http.MethodPost, path, key, map[string]any{"shortcut": shortcut, "body": "Hi", "teamId": team}).Text("id")
		}
		list := func(key, query string) string {
			var out []string
			for _, r := range w.do(http.StatusOK, http.MethodGet, path+query, key, nil).JSON()["data"].([]any) {
				out = append(out, r.(map[string]any)["shortcut"].(string))
			}
			return strings.Join(out, " ")
		}
		all := make(http.StatusCreated, k.Key, "Ärger", "")
		other := make(http.StatusCreated, k.Key, "offer", theirs)
		own := make(http.StatusCreated, sue.Key, "opening", mine)
		make(http.StatusForbidden, sue.Key, "oven", theirs)
		make(http.StatusForbidden, sue.Key, "oven", "")
		make(http.StatusForbidden, ann.Key, "oven", mine) // lacks the scope
		make(http.StatusUnprocessableEntity, sue.Key, "ärger", mine)
		for query, want := range map[string][2]string{"": {"offer opening Ärger", "opening Ärger"}, "?shortcut=O": {"offer opening", "opening"}, "?shortcut=%C3%84": {"Ärger", "Ärger"}, "?shortcut=%25": {"", ""}} {
			if a, b := list(k.Key, query), list(ann.Key, query); a != want[0] || b != want[1] {
				t.Errorf("%q: who sees all reads %q, an agent %q", query, a, b)
			}
		}
		for _, c := range []struct {
			status     int
			method, id string
		}{{http.StatusOK, http.MethodPatch, own}, {http.StatusForbidden, http.MethodPatch, all}, {http.StatusNotFound, http.MethodPatch, other}, {http.StatusNotFound, http.MethodGet, other}, {http.StatusForbidden, http.MethodDelete, all}} {
			w.do(c.status, c.method, path+"/"+c.id, sue.Key, map[string]any{"title": "New"})
		}
		w.do(http.StatusForbidden, http.MethodPatch, path+"/"+own, sue.Key, map[string]any{"teamId": theirs}) // given away
		w.do(http.StatusConflict, http.MethodDelete, "/v1/teams/"+theirs, k.Key, nil)
		w.do(http.StatusNoContent, http.MethodDelete, path+"/"+other, k.Key, nil)
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/teams/"+theirs, k.Key, nil)
	})
}

// A canned reply says who the contact is and who answers; what is not known stays
// as it is written and is named.
func TestCannedRepliesAreFilledIn(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		id, contact := w.conversation("+14155550101")
		w.do(http.StatusCreated, http.MethodPost, "/v1/contact-fields", k.Key, map[string]any{"key": "size", "label": "Size", "type": "number"})
		w.do(http.StatusOK, http.MethodPatch, "/v1/contacts/"+contact, k.Key, map[string]any{"name": "Zoë {{agent.name}} Lee", "fields": map[string]any{"size": 42}})
		body := "Hi {{ contact.firstName }} ({{contact.name}}), size {{contact.fields.size}}/{{contact.fields.width}}: {{agent.name}}{{contact.fields.width}}"
		reply := w.do(http.StatusCreated, http.MethodPost, "/v1/canned-replies", k.Key, map[string]any{"shortcut": "fit", "body": body}).Text("id")
		ann := k.NewPerson(k.WorkspaceID, crm.RoleAdmin)
		name := w.do(http.StatusOK, http.MethodGet, "/v1/me", ann.Key, nil).Text("name")
		for key, want := range map[string]string{
			ann.Key: "Hi Zoë (Zoë {{agent.name}} Lee), size 42/{{contact.fields.width}}: " + name + "{{contact.fields.width}} [contact.fields.width]",
			k.Key:   "Hi Zoë (Zoë {{agent.name}} Lee), size 42/{{contact.fields.width}}: {{agent.name}}{{contact.fields.width}} [contact.fields.width agent.name]",
		} {
			r := w.do(http.StatusOK, http.MethodPost, "/v1/canned-replies/"+reply+"/fill", key, map[string]any{"conversationId": id})
			if got := r.Text("text") + " " + fmt.Sprint(r.JSON()["missing"]); got != want {
				t.Errorf("it reads %q, wanted %q", got, want)
			}
		}
	})
}
