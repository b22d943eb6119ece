package api_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// A customer who changes its number stays one contact with its history, by
// whatever the provider tells of it; replies go to the number as it is shown.
func TestACustomerChangesItsNumber(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const old, new = "+14155550161", "+14155550162"
		k.EventuallyStored(k.CustomerWrites(old, "Hello"))
		contact := func(phone string) string {
			list, _ := k.Do(http.MethodGet, "/v1/contacts?phone=%2B"+phone[1:], k.Key, nil).JSON()["data"].([]any)
			if len(list) != 1 {
				return ""
			}
			return list[0].(map[string]any)["id"].(string)
		}
		before := contact(old)
		_, err := k.Sandbox().ChangeNumber(old, new)
		k.Must(err)
		k.Eventually("the contact has the new number", func() bool { return contact(new) == before })
		k.Settle()
		later := k.EventuallyStored(k.CustomerWrites(new, "It is still me"))
		if m := k.Message(later); m["contactId"] != before || contact(old) != "" {
			t.Errorf("who writes from the new number is %v, was %s; the old one leads to %q", m["contactId"], before, contact(old))
		}
		if n := k.Count("contacts", "workspace_id = '"+k.WorkspaceID+"' AND merged_into = ''"); n != 1 {
			t.Errorf("one person is %d contacts", n)
		}
		r := k.Do(http.MethodGet, "/v1/contacts/"+before, k.Key, nil)
		if r.Text("phone") != new || r.Text("notices", "0", "kind") == "" {
			t.Errorf("the contact is %s", r.Body)
		}
	})
}

// A merge counts at once for sends that remember their conversation.
func TestAMergeIsSeenBySends(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		const a, b = "+14155550163", "+14155550164"
		send := func(to string) map[string]any { return k.Message(k.SendMessage(testkit.OrderShipped(to))) }
		kept, gone := send(a), send(b)
		send(b) // remembered now
		path := "/v1/contacts/" + kept["contactId"].(string)
		if r := k.Do(http.MethodPost, path+"/merge", k.Key, map[string]any{"contactId": gone["contactId"]}); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		after := send(b)
		if after["conversationId"] != kept["conversationId"] || after["to"] != b {
			t.Errorf("a send to the merged contact's number went to %v in %v", after["to"], after["conversationId"])
		}
		merge := k.Do(http.MethodGet, path, k.Key, nil).Text("merges", "0", "id")
		if r := k.Do(http.MethodPost, "/v1/contact-merges/"+merge+"/undo", k.Key, nil); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if parted := send(b); parted["conversationId"] != gone["conversationId"] {
			t.Errorf("after the merge was undone it goes to %v", parted["conversationId"])
		}
	})
}
