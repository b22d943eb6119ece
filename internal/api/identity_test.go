package api_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// rotated is an item of the field user_id_update.
func rotated(previous, current string, at time.Time) map[string]any {
	return map[string]any{"detail": "The user id changed.", "user_id": map[string]any{"previous": previous, "current": current},
		"timestamp": strconv.FormatInt(at.Unix(), 10)}
}

// by is a text of somebody who is known by a user id only.
func by(id, userID string, at time.Time) map[string]any {
	m := testkit.Incoming(id, "", "Hello", at)
	delete(m, "from")
	m["from_user_id"] = userID
	return m
}

// person is who the provider's message is from, and in which conversation.
func writerOf(k *testkit.Kit, providerID string) [2]string {
	m := shownAs(k, providerID)
	c := k.Do(http.MethodGet, "/v1/conversations/"+m["conversationId"].(string), k.Key, nil)
	return [2]string{c.Text("contactId"), c.Text("id")}
}

// A person whose user id changes stays one contact with one conversation,
// whichever id a webhook names and in whatever order the news comes.
func TestUserIDRotation(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver("contact.identity_updated")
		at := k.Now().Add(-time.Hour).Truncate(time.Second)
		post(t, k, "messages", "messages", by("wamid.1", "US.A", at))
		first := writerOf(k, "wamid.1")
		for range 2 { // the provider posts at least once
			post(t, k, "user_id_update", "user_id_update", rotated("US.A", "US.B", at.Add(time.Minute)))
		}
		post(t, k, "messages", "messages", by("wamid.2", "US.B", at.Add(2*time.Minute)), by("wamid.3", "US.A", at.Add(time.Second)))
		// The second of two changes comes first, then the first, then a message under an id that is long past.
		post(t, k, "user_id_update", "user_id_update", rotated("US.C", "US.D", at.Add(4*time.Minute)))
		post(t, k, "user_id_update", "user_id_update", rotated("US.B", "US.C", at.Add(3*time.Minute)))
		post(t, k, "messages", "messages", by("wamid.4", "US.D", at.Add(5*time.Minute)), by("wamid.5", "US.C", at.Add(4*time.Minute)), by("wamid.6", "US.A", at))
		for _, id := range []string{"wamid.2", "wamid.3", "wamid.4", "wamid.5", "wamid.6"} {
			if got := writerOf(k, id); got != first {
				t.Errorf("%s is of contact and conversation %v, not %v", id, got, first)
			}
		}
		if c := k.Do(http.MethodGet, "/v1/contacts/"+first[0], k.Key, nil); c.Text("userId") != "US.D" {
			t.Errorf("the contact is %s", c.Body)
		}
		for _, id := range []string{"US.A", "US.B", "US.C", "US.D"} {
			list, _ := k.Do(http.MethodGet, "/v1/contacts?userId="+id, k.Key, nil).JSON()["data"].([]any)
			if len(list) != 1 || list[0].(map[string]any)["id"] != first[0] {
				t.Errorf("%s leads to %v", id, list)
			}
		}
		if list := k.Do(http.MethodGet, "/v1/contacts", k.Key, nil).JSON()["data"].([]any); len(list) != 1 {
			t.Errorf("%d contacts are listed", len(list))
		}
		r.Eventually(2)
		var told []string
		for _, d := range r.Delivered() {
			change := d.Data["changes"].([]any)[0].(map[string]any)
			told = append(told, d.Data["reason"].(string)+" "+change["from"].(string)+" "+change["to"].(string))
		}
		if len(told) != 2 || told[0] != "user_id_changed US.A US.B" || told[1] != "user_id_changed US.B US.D" {
			t.Errorf("receivers were told %v", told)
		}
	})
}

// News about somebody who wrote under the new user id already joins the two; of
// somebody who was not known at all it is remembered.
func TestUserIDRotationComesLate(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Add(-time.Hour).Truncate(time.Second)
		post(t, k, "messages", "messages", by("wamid.1", "US.A", at), by("wamid.2", "US.B", at.Add(2*time.Minute)))
		if writerOf(k, "wamid.1") == writerOf(k, "wamid.2") {
			t.Fatal("two user ids are one person before anybody said so")
		}
		post(t, k, "user_id_update", "user_id_update", rotated("US.A", "US.B", at.Add(time.Minute)))
		if writerOf(k, "wamid.1") != writerOf(k, "wamid.2") {
			t.Error("the two contacts were not merged")
		}
		value, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": k.WABAID, "time": at.Unix(),
			"changes": []any{map[string]any{"field": "user_id_update", "value": map[string]any{"user_id": map[string]any{"previous": "US.X", "current": "US.Y"}}}}}}})
		k.Must(err)
		if r := k.PostProvider(testkit.Callback, k.Secret(), value); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		k.Quiet()
		post(t, k, "messages", "messages", by("wamid.3", "US.X", at), by("wamid.4", "US.Y", at.Add(2*time.Minute)))
		if a, b := writerOf(k, "wamid.3"), writerOf(k, "wamid.4"); a != b {
			t.Errorf("one person is %v and %v", a, b)
		}
		if n := k.Count("conversations", "joined_to = ''"); n != 2 {
			t.Errorf("%d conversations of two people", n)
		}
	})
}
