package api_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

func reacts(id, target string, emoji any, at time.Time) map[string]any {
	payload := map[string]any{"message_id": target}
	if emoji != nil {
		payload["emoji"] = emoji
	}
	return item(id, customer, "reaction", at, payload)
}

// emojis are those that the API shows on a message.
func emojis(k *testkit.Kit, providerID string) (out []string) {
	list, _ := shownAs(k, providerID)["reactions"].([]any)
	for _, r := range list {
		out = append(out, r.(map[string]any)["emoji"].(string))
	}
	return out
}

// A reaction that is taken back is gone from its message, is no message itself,
// leaves the window as it is, and is told as what it is; in any order and twice.
func TestReactionTakenBack(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver("messages.received", "messages.upsert", "messages.reaction_removed")
		at := k.Now().Add(-2 * time.Hour).Truncate(time.Second)
		post(t, k, "messages", "messages", testkit.Incoming("wamid.A", customer, "Hello", at), reacts("wamid.R1", "wamid.A", "👍", at.Add(time.Minute)))
		if got := emojis(k, "wamid.A"); len(got) != 1 || got[0] != "👍" {
			t.Errorf("the message has %v", got)
		}
		window := func() any { return k.Rows("SELECT last_inbound_at FROM conversations")[0]["last_inbound_at"] }
		before, messages := window(), k.Count("messages")
		for i, gone := range []any{nil, nil, ""} { // without the key, once more, and as an empty one
			post(t, k, "messages", "messages", reacts("wamid.R2", "wamid.A", gone, at.Add(time.Hour)))
			if got := emojis(k, "wamid.A"); len(got) != 0 {
				t.Errorf("%d: the message has %v", i, got)
			}
		}
		if k.Count("messages") != messages || window() != before {
			t.Error("a reaction that is taken back is a message, or opens the window")
		}
		if m := shownAs(k, "wamid.R1"); m["revokedAt"] == nil {
			t.Errorf("the reaction is %v", m)
		}
		// Taken back before it comes, and before its message comes.
		post(t, k, "messages", "messages", reacts("wamid.R4", "wamid.B", nil, at.Add(3*time.Minute)), reacts("wamid.R3", "wamid.B", "🎉", at.Add(2*time.Minute)),
			testkit.Incoming("wamid.B", customer, "Again", at))
		if got := emojis(k, "wamid.B"); len(got) != 0 {
			t.Errorf("the second message has %v", got)
		}
		k.Quiet()
		var removed []string
		for _, d := range r.Delivered() {
			if d.Event == "messages.reaction_removed" {
				removed = append(removed, d.Data["message_id"].(string)+" "+d.Data["emoji"].(string))
			} else if d.Data["content"] == "" {
				t.Errorf("%s has no content: %v", d.Event, d.Data)
			}
		}
		if len(removed) != 2 || removed[0] != "wamid.A 👍" || removed[1] != "wamid.B " {
			t.Errorf("receivers were told that these were taken back: %v", removed)
		}
	})
}

// A reaction of the business, sent from here, stands on its message too.
func TestOwnReaction(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	wamid := k.CustomerWrites(person, "Hello")
	target := k.EventuallyStored(wamid)
	for _, c := range []struct {
		emoji string
		want  int
	}{{"❤️", 1}, {"", 0}} {
		k.EventuallyMessage(k.SendMessage(map[string]any{"to": person, "type": "reaction", "reaction": map[string]any{"messageId": target, "emoji": c.emoji}}), "sent")
		k.Quiet()
		if got := emojis(k, wamid); len(got) != c.want {
			t.Errorf("after %q the message has %v", c.emoji, got)
		}
	}
	if r := k.Do(http.MethodGet, "/v1/messages/"+target, k.Key, nil); r.Status != http.StatusOK {
		t.Errorf("%d", r.Status)
	}
}
