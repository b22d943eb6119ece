package segment_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// Who answered a broadcast and who read it is found, also after a merge, and told only to
// who sees the conversation.
func TestSegmentsOfBroadcasts(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := &world{Kit: k, t: t}
		role := w.must(http.MethodPost, "/v1/roles", object{"name": "Own", "reach": crm.ReachOwnAndFollowed,
			"scopes": []crm.Scope{crm.ScopeContactsRead, crm.ScopeConversationsRead, crm.ScopeMessagesRead, crm.ScopeMessagesWrite}}).Text("id")
		agent := k.NewPerson(k.WorkspaceID, role)
		numbers := []string{"+14155570001", "+14155570002", "+14155570003", "+14155570004"}
		first, second := w.broadcast("First", numbers), w.broadcast("Second", numbers[:2])
		for i, n := range map[int]int{0: 2, 1: 2, 2: 1} { // the read ones of each
			if read, err := k.Sandbox().Read(numbers[i], ""); err != nil || read != n {
				t.Fatalf("%s read %d messages: %v", numbers[i], read, err)
			}
		}
		k.CustomerWrites(numbers[1], "Thanks!") // answers the second
		k.CustomerWrites(numbers[3], "Thanks!") // answers the first
		k.Eventually("reading and answering is counted", func() bool {
			return w.result(first, "read")+w.result(second, "read") == 5 && w.result(first, "answered") == 1 && w.result(second, "answered") == 1
		})
		count := func(key string, filter object) float64 {
			t.Helper()
			r := k.Do(http.MethodPost, "/v1/segments/preview", key, object{"filter": filter})
			if r.Status != http.StatusOK {
				t.Fatalf("%v: %d %s", filter, r.Status, r.Body)
			}
			return r.JSON()["count"].(float64)
		}
		hour := k.Now().Add(-time.Hour)
		check := func(filter object, want float64) {
			t.Helper()
			if got := count(k.Key, filter); got != want {
				t.Errorf("%v counts %v, want %v", filter, got, want)
			}
		}
		all := func() {
			t.Helper()
			check(object{"opened": object{}}, 3)
			check(object{"opened": object{"broadcastId": first}}, 3)
			check(object{"opened": object{"broadcastId": second, "withinDays": 1}}, 2)
			check(object{"opened": object{"before": hour}}, 0)
			check(object{"answered": object{"after": hour}}, 2)
			check(object{"answered": object{"broadcastId": first}}, 1)
			check(object{"all": []any{object{"opened": object{"broadcastId": second}}, object{"answered": object{"broadcastId": second}}}}, 1)
			check(object{"all": []any{object{"opened": object{"broadcastId": first}}, object{"not": object{"answered": object{}}}}}, 2)
		}
		all()
		reader := w.contactOf(numbers[1])
		id := w.must(http.MethodPost, "/v1/segments", object{"name": "Answered", "filter": object{"answered": object{"broadcastId": first}}}).Text("id")
		e := w.must(http.MethodGet, "/v1/segments/"+id+"/contacts/"+reader+"/explanation", nil)
		if got := fmt.Sprint(e.JSON()["matched"], " ", e.Text("conditions", "0", "condition"), " ", e.Text("conditions", "0", "value")); got != "false answered the broadcast First never" {
			t.Errorf("it is explained by %s", got)
		}
		mine := w.must(http.MethodGet, "/v1/conversations?contactId="+reader, nil).Text("data", "0", "id")
		w.must(http.MethodPut, "/v1/conversations/"+mine+"/assignment", object{"agentId": agent.ID})
		if a, o := count(agent.Key, object{"answered": object{}}), count(agent.Key, object{"opened": object{"broadcastId": first}}); a != 1 || o != 1 {
			t.Errorf("who sees one counts %v and %v", a, o)
		}
		if r := k.Do(http.MethodPost, "/v1/segments/preview", agent.Key, object{"filter": object{"not": object{"bought": object{}}}}); r.Status != http.StatusForbidden {
			t.Errorf("who sees one asks who bought: %d %s", r.Status, r.Body)
		}
		blind := k.NewKey(k.WorkspaceID, crm.ScopeContactsRead)
		if r := k.Do(http.MethodPost, "/v1/segments/preview", blind, object{"filter": object{"opened": object{}}}); r.Status != http.StatusForbidden {
			t.Errorf("messages are asked for without their scope: %d %s", r.Status, r.Body)
		}
		none := crm.PrefixBroadcast + "_01jd5k3v6rf0w8m2a4t9x7bq1b"
		if r := k.Do(http.MethodPost, "/v1/segments/preview", k.Key, object{"filter": object{"opened": object{"broadcastId": none}}}); r.Status != http.StatusUnprocessableEntity || r.Text("errors", "0", "pointer") != "/filter/opened/broadcastId" {
			t.Errorf("a broadcast that there is not: %d %s", r.Status, r.Body)
		}
		// Somebody who did nothing takes over what the other one did.
		kept := w.must(http.MethodPost, "/v1/contacts", object{"phone": "+4915112345678"}).Text("id")
		w.must(http.MethodPost, "/v1/contacts/"+kept+"/merge", object{"contactId": reader})
		all()
		if n := count(agent.Key, object{"answered": object{}}); n != 1 {
			t.Errorf("after a merge, who sees one counts %v", n)
		}
	})
}

// broadcast sends one to numbers, and waits until all have it.
func (w *world) broadcast(name string, numbers []string) string {
	w.t.Helper()
	var list []any
	for _, n := range numbers {
		list = append(list, object{"to": n})
	}
	id := w.must(http.MethodPost, "/v1/broadcasts", object{"name": name, "templateName": "hello_world", "language": "en_US", "audience": object{"recipients": list}}).Text("id")
	w.must(http.MethodGet, "/v1/broadcasts/"+id+"/forecast", nil)
	w.must(http.MethodPost, "/v1/broadcasts/"+id+"/start", object{})
	w.Eventually("everything is delivered", func() bool { return w.result(id, "delivered") == float64(len(numbers)) })
	return id
}

// result is a count of a broadcast.
func (w *world) result(id, name string) float64 {
	counts, _ := w.must(http.MethodGet, "/v1/broadcasts/"+id, nil).JSON()["counts"].(map[string]any)
	n, _ := counts[name].(float64)
	return n
}

func (w *world) contactOf(number string) string {
	return w.must(http.MethodGet, "/v1/contacts?phone=%2B"+number[1:], nil).Text("data", "0", "id")
}
