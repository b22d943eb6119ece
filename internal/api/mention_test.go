package api_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// mentionWorld is what notes mention, as a model keeps it.
type mentionWorld struct {
	labelWorld
	people []testkit.Person
	notes  map[string]*mentionNote
	root   map[string]string // what a conversation is joined to; itself
}

type mentionNote struct {
	conversation string
	at           map[string]string // when a user was mentioned
}

// wanted is what the list of a user has: the conversation and when.
func (w *mentionWorld) wanted(user string) (out []string) {
	latest := map[string]string{}
	for _, n := range w.notes {
		if at, ok := n.at[user]; ok {
			root := w.root[n.conversation]
			latest[root] = max(latest[root], at)
		}
	}
	for id, at := range latest {
		out = append(out, at+" "+id)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(b, a) })
	return out
}

func (w *mentionWorld) check(when string) {
	w.t.Helper()
	for _, p := range w.people {
		var got []string
		for path := "/v1/conversations?limit=2&view=mentions"; path != ""; {
			r := w.do(http.StatusOK, http.MethodGet, path, p.Key, nil).JSON()
			for _, c := range r["data"].([]any) {
				got = append(got, fmt.Sprint(c.(map[string]any)["mentionedAt"], " ", c.(map[string]any)["id"]))
			}
			path = ""
			if next, ok := r["nextCursor"].(string); ok {
				path = "/v1/conversations?limit=2&view=mentions&cursor=" + next
			}
		}
		if want := w.wanted(p.ID); !slices.Equal(got, want) {
			w.t.Fatalf("%s: the list has\n%q, want\n%q", when, got, want)
		}
	}
}

func (w *mentionWorld) some() []string {
	out := []string{}
	for _, p := range w.people {
		if rand.IntN(2) == 0 {
			out = append(out, p.ID)
		}
	}
	return out
}

func (w *mentionWorld) write(conversation string) {
	users := w.some()
	r := w.do(http.StatusCreated, http.MethodPost, "/v1/conversations/"+conversation+"/notes", w.Key, map[string]any{"body": "Look", "mentionedUserIds": users})
	n := &mentionNote{conversation: w.root[conversation], at: map[string]string{}}
	for _, id := range users {
		n.at[id] = r.Text("createdAt")
	}
	w.notes[r.Text("id")] = n
}

// edit changes one of the notes, or deletes it.
func (w *mentionWorld) edit(remove bool) {
	for id, n := range w.notes { // any of them
		path := "/v1/conversations/" + w.root[n.conversation] + "/notes/" + id
		if remove {
			w.do(http.StatusNoContent, http.MethodDelete, path, w.Key, nil)
			delete(w.notes, id)
			return
		}
		users := w.some()
		r := w.do(http.StatusOK, http.MethodPatch, path, w.Key, map[string]any{"mentionedUserIds": users})
		at := map[string]string{}
		for _, user := range users {
			if at[user] = n.at[user]; at[user] == "" {
				at[user] = r.Text("editedAt")
			}
		}
		n.at = at
		return
	}
}

// Whatever is written, edited, deleted, merged and parted: the list has each
// conversation that mentions somebody once, by its latest mention.
func TestMentionsAreListed(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := &mentionWorld{labelWorld: labelWorld{noteWorld{k, t}}, notes: map[string]*mentionNote{}, root: map[string]string{}}
		var all, contacts []string
		for i := range 5 {
			id, contact := w.conversation(fmt.Sprintf("+1415555017%d", i))
			all, contacts, w.root[id] = append(all, id), append(contacts, contact), id
		}
		for range 3 {
			w.people = append(w.people, k.NewPerson(k.WorkspaceID, crm.RoleOwner))
		}
		for round := range 40 {
			k.Advance(time.Second)
			switch rand.IntN(4) {
			case 0:
				w.edit(false)
			case 1:
				w.edit(true)
			default:
				w.write(all[rand.IntN(len(all))])
			}
			if round%10 == 9 {
				w.check("written")
			}
		}
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+all[0]+"/status", k.Key, map[string]any{"status": "closed"})
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contacts[0]+"/merge", k.Key, map[string]any{"contactId": contacts[1]})
		w.root[all[1]] = all[0]
		w.check("joined")
		for range 6 {
			k.Advance(time.Second)
			w.edit(rand.IntN(2) == 0)
			w.write(all[1])
		}
		w.check("changed while joined")
		merge := w.do(http.StatusOK, http.MethodGet, "/v1/contacts/"+contacts[0], k.Key, nil).Text("merges", "0", "id")
		w.do(http.StatusOK, http.MethodPost, "/v1/contact-merges/"+merge+"/undo", k.Key, nil)
		w.root[all[1]] = all[1]
		w.check("parted")
		for len(w.notes) > 0 {
			w.edit(true)
		}
		w.check("deleted")
		w.do(http.StatusUnprocessableEntity, http.MethodGet, "/v1/conversations?view=mentions", k.Key, nil)
	})
}

// Two who write and delete notes of a conversation at once leave the list as the
// notes that are there say.
func TestMentionsMeet(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := labelWorld{noteWorld{k, t}}
		id, _ := w.conversation("+14155550101")
		person := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		path := "/v1/conversations/" + id + "/notes"
		const writers = 6
		done := make(chan string, writers)
		for i := range writers {
			go func() {
				for range 4 {
					r := k.Do(http.MethodPost, path, k.Key, map[string]any{"body": "Look", "mentionedUserIds": []string{person.ID}})
					if i == 0 || r.Status != http.StatusCreated {
						done <- fmt.Sprint(r.Status)
						return
					}
					if r = k.Do(http.MethodDelete, path+"/"+r.Text("id"), k.Key, nil); r.Status != http.StatusNoContent {
						done <- fmt.Sprint(r.Status)
						return
					}
				}
				done <- "201"
			}()
		}
		for range writers {
			if status := <-done; status != "201" {
				t.Errorf("a write is answered by %s", status)
			}
		}
		left := w.do(http.StatusOK, http.MethodGet, path, k.Key, nil).JSON()["data"].([]any)
		r := w.do(http.StatusOK, http.MethodGet, "/v1/conversations?view=mentions", person.Key, nil).JSON()["data"].([]any)
		if len(left) != 1 || len(r) != 1 || r[0].(map[string]any)["mentionedAt"] != left[0].(map[string]any)["createdAt"] {
			t.Errorf("with %d notes, the list has %v", len(left), r)
		}
		w.do(http.StatusNoContent, http.MethodDelete, path+"/"+left[0].(map[string]any)["id"].(string), k.Key, nil)
		if got := w.list(person.Key, "view=mentions"); got != nil {
			t.Errorf("without notes, the list has %v", got)
		}
	})
}
