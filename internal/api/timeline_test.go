package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// timelineWorld reads what happened to conversations.
type timelineWorld struct{ noteWorld }

// entries returns what the timeline shows, newest first, page by page.
func (w timelineWorld) entries(key, conversation string, limit int) (out []map[string]any) {
	w.t.Helper()
	first := fmt.Sprint("?limit=", limit)
	for next := first; next != ""; {
		r := w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+conversation+"/timeline"+next, key, nil).JSON()
		for _, e := range r["data"].([]any) {
			out = append(out, e.(map[string]any))
		}
		next = ""
		if cursor, ok := r["nextCursor"].(string); ok {
			next = first + "&cursor=" + cursor
		}
	}
	return out
}

func kindsOf(entries []map[string]any) (out []string) {
	for _, e := range entries {
		out = append(out, e["kind"].(string))
	}
	slices.Reverse(out)
	return out
}

// The timeline has one entry for each thing that happened, with who did it and why,
// and none for what changed nothing.
func TestTimelineTellsWhatHappenedAndWhy(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := timelineWorld{noteWorld{k, t}}
		id, _ := w.conversation("+14155550170")
		path := "/v1/conversations/" + id
		anna := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		label := w.do(http.StatusCreated, http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "VIP"}).Text("id")
		for range 2 { // the second time nothing changes
			w.do(http.StatusOK, http.MethodPut, path+"/assignment", anna.Key, map[string]any{"agentId": anna.ID})
			w.do(http.StatusOK, http.MethodPatch, path, k.Key, map[string]any{"priority": "high"})
			w.do(http.StatusOK, http.MethodPut, path+"/labels", anna.Key, map[string]any{"labelIds": []string{label}})
		}
		note := w.do(http.StatusCreated, http.MethodPost, path+"/notes", anna.Key, map[string]any{"body": "Refund."}).Text("id")
		w.do(http.StatusOK, http.MethodPut, path+"/status", anna.Key, map[string]any{"status": "closed", "reason": "resolved"})
		all := w.entries(k.Key, id, 50)
		if got, want := kindsOf(all), []string{"status", "assignment", "priority", "labels", "note", "status"}; !slices.Equal(got, want) {
			t.Fatalf("the timeline has %v, want %v", got, want)
		}
		for _, limit := range []int{1, 2, 5} {
			if got := w.entries(anna.Key, id, limit); !slices.EqualFunc(got, all, func(a, b map[string]any) bool { return a["id"] == b["id"] }) {
				t.Errorf("in pages of %d it has %d entries, not %d", limit, len(got), len(all))
			}
		}
		slices.Reverse(all)
		change := func(e map[string]any, field string) string {
			c, _ := e["changes"].(map[string]any)[field].(map[string]any)
			return fmt.Sprint(c["from"], " → ", c["to"])
		}
		for i, want := range []struct{ by, reason, field, change string }{
			{"contact", "contact_wrote", "status", "closed → open"},
			{"user", "request", "agentId", "<nil> → " + anna.ID},
			{"api_key", "request", "priority", "normal → high"},
			{"user", "request", "labelIds", "[] → [" + label + "]"},
			{"user", "", "status", "<nil> → <nil>"},
			{"user", "request", "agentId", anna.ID + " → <nil>"},
		} {
			e := all[i]
			if by := e["by"].(map[string]any)["type"]; by != want.by || e["reason"] != want.reason || change(e, want.field) != want.change {
				t.Errorf("entry %d is by %v, because %q, %s", i, by, e["reason"], change(e, want.field))
			}
		}
		if all[4]["noteId"] != note {
			t.Errorf("the note is %v, want %s", all[4]["noteId"], note)
		}
	})
}

// Where contacts are merged, the conversation that stays shows what happened to both.
func TestTimelinesOfMergedConversationsAreOne(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := timelineWorld{noteWorld{k, t}}
		id, contact := w.conversation("+14155550171")
		other, second := w.conversation("+14155550172")
		w.do(http.StatusCreated, http.MethodPost, "/v1/conversations/"+other+"/notes", k.Key, map[string]any{"body": "Theirs."})
		merge := w.do(http.StatusOK, http.MethodPost, "/v1/contacts/"+contact+"/merge", k.Key, map[string]any{"contactId": second})
		all := w.entries(k.Key, id, 2)
		if got, want := kindsOf(all), []string{"status", "status", "note", "merged"}; !slices.Equal(got, want) {
			t.Errorf("the timeline has %v, want %v: %s", got, want, merge.Body)
		}
		if all[0]["otherConversationId"] != other {
			t.Errorf("it names %v", all[0]["otherConversationId"])
		}
		if got := w.entries(k.Key, other, 50); len(got) != len(all) {
			t.Errorf("by the other id there are %d entries", len(got))
		}
	})
}
