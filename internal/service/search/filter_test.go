package search_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// Filters leave what fits them, scopes decide on kinds, and what another workspace
// wrote is never found.
func TestFiltersAndScopesNarrowTheSearch(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		in := k.EventuallyStored(k.CustomerWrites("+14155550101", "My violin is late"))
		shown := k.Message(in)
		conversation, person := shown["conversationId"].(string), shown["contactId"].(string)
		other := k.EventuallyStored(k.CustomerWrites("+14155550102", "A violin, please"))
		out := k.SendMessage(map[string]any{"to": "+14155550101", "type": "text", "text": map[string]any{"body": "Your violin is on its way"}})
		k.EventuallyMessage(out, "delivered")
		note := k.Do("POST", "/v1/conversations/"+conversation+"/notes", k.Key, map[string]any{"body": "Likes the violin"}).Text("id")
		k.Indexed()
		now := url.QueryEscape(k.Now().Add(time.Minute).Format(time.RFC3339))
		for _, c := range []struct {
			query string
			want  []string
		}{
			{"q=violin", []string{note, out, other, in}},
			{"q=violin&kind=message", []string{out, other, in}},
			{"q=violin&kind=note", []string{note}},
			{"q=violin&kind=contact", nil},
			{"q=violin&direction=inbound", []string{other, in}},
			{"q=violin&direction=outbound", []string{out}},
			{"q=violin&conversationId=" + conversation, []string{note, out, in}},
			{"q=violin&contactId=" + person, []string{note, out, in}},
			{"q=violin&conversationId=cnv_01jd5k3v6rf0w8m2a4t9x7bq1c", nil},
			{"q=violin&contactId=con_01jd5k3v6rf0w8m2a4t9x7bq1c", nil},
			{"q=violin&phoneNumberId=" + k.NumberID, []string{note, out, other, in}},
			{"q=violin&phoneNumberId=num_01jd5k3v6rf0w8m2a4t9x7bq1c", nil},
			{"q=violin&from=" + now, nil},
			{"q=violin&to=" + now, []string{note, out, other, in}},
			{"q=0101&kind=contact&contactId=" + person, []string{person}},
			{"q=violin+late", []string{in}},
		} {
			var got []string
			for _, h := range find(t, k, k.Key, c.query) {
				got = append(got, h.id)
			}
			if strings.Join(got, " ") != strings.Join(c.want, " ") {
				t.Errorf("%s finds %v, not %v", c.query, got, c.want)
			}
		}
		if got := find(t, k, k.Other.Key, "q=violin"); len(got) != 0 {
			t.Errorf("another workspace finds %v", got)
		}
		some := k.NewKey(k.WorkspaceID, crm.ScopeConversationsRead)
		if got := find(t, k, some, "q=violin"); len(got) != 1 || got[0].id != note {
			t.Errorf("without messages:read: %v", got)
		}
		for path, status := range map[string]int{"?q=violin&kind=message": 403, "?q=violin&kind=contact": 403, "?q=violin&kind=note": 200, "?q=": 422, "": 422, "?q=" + strings.Repeat("a", 201): 422,
			"?q=%21%3F": 422, "?q=violin&cursor=moon": 422, "?q=violin&from=moon": 422} {
			if r := k.Do("GET", "/v1/search"+path, some, nil); r.Status != status {
				t.Errorf("%s: %d %s", path, r.Status, r.Body)
			}
		}
		if r := k.Do("GET", "/v1/search?q=violin", k.NewKey(k.WorkspaceID, crm.ScopeMessagesRead), nil); r.Status != 403 {
			t.Errorf("without conversations:read: %d", r.Status)
		}
	})
}

// What the log does not tell of is found all the same: an edit, a message that was
// taken back, and contacts that become one and two again.
func TestWhatTheLogDoesNotTellIsFound(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		ids := map[string]string{}
		for _, phone := range []string{"+14155550111", "+14155550112"} {
			r := k.Do("POST", "/v1/contacts", k.Key, map[string]any{"phone": phone, "name": "Quentin " + phone[9:]})
			ids[phone] = r.Text("id")
		}
		k.Indexed()
		if got := find(t, k, k.Key, "q=quentin"); len(got) != 2 {
			t.Fatalf("%v", got)
		}
		r := k.Do("POST", "/v1/contacts/"+ids["+14155550111"]+"/merge", k.Key, map[string]any{"contactId": ids["+14155550112"]})
		if r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		k.Indexed()
		if got := find(t, k, k.Key, "q=quentin"); len(got) != 1 || got[0].id != ids["+14155550111"] {
			t.Errorf("after the merge: %v", got)
		}
		merge := k.Rows("SELECT id FROM contact_merges WHERE workspace_id = '%s'", k.WorkspaceID)[0]["id"].(string)
		if r := k.Do("POST", "/v1/contact-merges/"+merge+"/undo", k.Key, nil); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		k.Indexed()
		if got := find(t, k, k.Key, "q=quentin"); len(got) != 2 {
			t.Errorf("after it was undone: %v", got)
		}
		lag, waiting, err := k.App.Service.Search.Lag(context.Background())
		if err != nil || lag != 0 || waiting != 0 {
			t.Errorf("%s, %d, %v", lag, waiting, err)
		}
	})
}
