package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// labelWorld has conversations and labels.
type labelWorld struct{ noteWorld }

func (w labelWorld) label(name string) string {
	w.t.Helper()
	return w.do(http.StatusCreated, http.MethodPost, "/v1/labels", w.Key, map[string]any{"name": name}).Text("id")
}

func (w labelWorld) put(conversation string, labels ...string) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+conversation+"/labels", w.Key, map[string]any{"labelIds": append([]string{}, labels...)})
}

// has returns the labels that a conversation is shown with.
func (w labelWorld) has(conversation string) string {
	w.t.Helper()
	return fmt.Sprint(w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+conversation, w.Key, nil).JSON()["labelIds"])
}

// list returns the conversations of a list, page by page.
func (w labelWorld) list(key, query string) (out []string) {
	w.t.Helper()
	for path := "/v1/conversations?limit=2&" + query; path != ""; {
		r := w.do(http.StatusOK, http.MethodGet, path, key, nil).JSON()
		for _, c := range r["data"].([]any) {
			out = append(out, c.(map[string]any)["id"].(string))
		}
		path = ""
		if next, ok := r["nextCursor"].(string); ok {
			path = "/v1/conversations?limit=2&" + query + "&cursor=" + next
		}
	}
	return out
}

// Lists by label have what has it, in their order, as far as somebody reaches; a
// label that is deleted is taken off all of them.
func TestConversationsAreListedByLabel(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := labelWorld{noteWorld{k, t}}
		red, blue := w.label("Red"), w.label("Blue")
		var all, reds, both []string
		var contacts []string
		for i := range 7 {
			id, contact := w.conversation(fmt.Sprintf("+1415555014%d", i))
			all, contacts = append([]string{id}, all...), append([]string{contact}, contacts...)
			switch {
			case i%3 == 0:
				w.put(id, red, blue)
				both = append([]string{id}, both...)
			case i%2 == 0:
				w.put(id, red)
			default:
				w.put(id, blue)
				continue
			}
			reds = append([]string{id}, reds...)
		}
		for query, want := range map[string][]string{
			"labelId=" + red:                                                        reds,
			"view=all&labelId=" + red:                                               reds,
			"view=unassigned&labelId=" + red:                                        reds,
			"view=mine&labelId=" + red:                                              nil,
			"labelId=" + red + "&phoneNumberId=" + k.NumberID:                       reds,
			"labelId=" + red + "&phoneNumberId=num_01jd5k3v6rf0w8m2a4t9x7bq1c":      nil,
			"labelId=" + red + "&contactId=" + contacts[slices.Index(all, both[0])]: both[:1],
			"labelId=lbl_01jd5k3v6rf0w8m2a4t9x7bq1b":                                nil,
		} {
			key := k.Key
			if strings.Contains(query, "mine") {
				key = k.NewPerson(k.WorkspaceID, crm.RoleOwner).Key
			}
			if got := w.list(key, query); !slices.Equal(got, want) {
				t.Errorf("%s lists %v, want %v", query, got, want)
			}
		}

		// Somebody who sees their own conversations only finds these.
		agent := k.NewPerson(k.WorkspaceID, w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Own", "reach": crm.ReachOwnAndFollowed,
			"scopes": []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeMessagesWrite, crm.ScopeTeamsWrite}}).Text("id"))
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+both[0]+"/assignment", k.Key, map[string]any{"agentId": agent.ID})
		for _, query := range []string{"labelId=" + red, "view=mine&labelId=" + red} {
			if got := w.list(agent.Key, query); !slices.Equal(got, both[:1]) {
				t.Errorf("an agent lists %v by %s", got, query)
			}
		}
		w.do(http.StatusNotFound, http.MethodPut, "/v1/conversations/"+both[1]+"/labels", agent.Key, map[string]any{"labelIds": []string{}})
		w.do(http.StatusForbidden, http.MethodPatch, "/v1/labels/"+red, agent.Key, map[string]any{"name": "Mine"})

		w.do(http.StatusNoContent, http.MethodDelete, "/v1/labels/"+red, k.Key, nil)
		k.Eventually("no conversation has the label", func() bool {
			return len(k.Rows("SELECT conversation_id FROM conversation_labels WHERE workspace_id = '%s' AND label_id = '%s'", k.WorkspaceID, red)) == 0
		})
		for _, id := range all {
			if has := w.has(id); strings.Contains(has, red) {
				t.Errorf("%s has %s", id, has)
			}
		}
		if got := w.list(k.Key, "labelId="+red); got != nil {
			t.Errorf("the deleted label lists %v", got)
		}
		w.do(http.StatusUnprocessableEntity, http.MethodPut, "/v1/conversations/"+all[0]+"/labels", k.Key, map[string]any{"labelIds": []string{red}})
	})
}

// A conversation that others are joined to has their labels, until they part.
func TestLabelsFollowAMerge(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := labelWorld{noteWorld{k, t}}
		kept, contact := w.conversation("+14155550101")
		gone, other := w.conversation("+14155550102")
		a, b, c, d := w.label("a"), w.label("b"), w.label("c"), w.label("d")
		w.put(kept, a, b)
		w.put(gone, b, c)
		w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contact+"/merge", k.Key, map[string]any{"contactId": other})
		merge := w.do(http.StatusOK, http.MethodGet, "/v1/contacts/"+contact, k.Key, nil).Text("merges", "0", "id")
		for _, id := range []string{kept, gone} {
			if got, want := w.has(id), fmt.Sprint([]string{a, b, c}); got != want {
				t.Errorf("joined, it has %s, want %s", got, want)
			}
		}
		for _, label := range []string{b, c} {
			if got := w.list(k.Key, "labelId="+label); !slices.Equal(got, []string{kept}) {
				t.Errorf("joined, a label lists %v", got)
			}
		}
		w.put(kept, a, b, c, d)
		w.do(http.StatusOK, http.MethodPost, "/v1/contact-merges/"+merge+"/undo", k.Key, nil)
		for id, want := range map[string][]string{kept: {a, b, d}, gone: {b, c}} {
			if got := w.has(id); got != fmt.Sprint(want) {
				t.Errorf("parted, it has %s, want %v", got, want)
			}
		}
		if got := w.list(k.Key, "labelId="+c); !slices.Equal(got, []string{gone}) {
			t.Errorf("parted, a label lists %v", got)
		}
	})
}

// What is on a conversation while a label goes, or comes by a merge, is in the end
// what there is: the same in both places.
func TestLabelsMeetWhileTheyGo(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := labelWorld{noteWorld{k, t}}
		const rounds = 8
		type round struct{ kept, gone, contact, other, label string }
		var list []round
		for i := range rounds {
			r := round{label: w.label(fmt.Sprint("Label ", i))}
			r.kept, r.contact = w.conversation(fmt.Sprintf("+1415555020%d", i))
			r.gone, r.other = w.conversation(fmt.Sprintf("+1415555021%d", i))
			w.put(r.gone, r.label)
			list = append(list, r)
		}
		done := make(chan string, 3*rounds)
		try := func(method, path string, body any) {
			if r := k.Do(method, path, k.Key, body); r.Status >= 500 {
				done <- fmt.Sprintf("%s %s: %d %s", method, path, r.Status, r.Body)
				return
			}
			done <- ""
		}
		for _, r := range list {
			go try(http.MethodDelete, "/v1/labels/"+r.label, nil)
			go try(http.MethodPost, "/v1/contacts/"+r.contact+"/merge", map[string]any{"contactId": r.other})
			go try(http.MethodPut, "/v1/conversations/"+r.kept+"/labels", map[string]any{"labelIds": []string{r.label}})
		}
		for range 3 * rounds {
			if fault := <-done; fault != "" {
				t.Error(fault)
			}
		}
		k.Quiet()
		if left := k.Rows("SELECT * FROM conversation_labels WHERE workspace_id = '%s'", k.WorkspaceID); len(left) > 0 {
			t.Errorf("left are %v", left)
		}
		if left := k.Rows("SELECT id, labels, brought_labels FROM conversations WHERE workspace_id = '%s' AND (labels <> '' OR brought_labels <> '')", k.WorkspaceID); len(left) > 0 {
			t.Errorf("left are %v", left)
		}
	})
}
