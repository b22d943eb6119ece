package api_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// A contact who writes while a conversation is snoozed opens it, but the time at which
// somebody wanted to come back stays: the conversation opens then, even if it was
// closed meanwhile, and is listed until somebody acts.
func TestAFollowUpFires(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := labelWorld{noteWorld{k, t}}
		const phone = "+14155550161"
		id, _ := w.conversation(phone)
		other, _ := w.conversation("+14155550162")
		status := func(id string, body map[string]any) map[string]any {
			return w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/status", k.Key, body).JSON()
		}
		shown := func(id string) map[string]any {
			return w.do(http.StatusOK, http.MethodGet, "/v1/conversations/"+id, k.Key, nil).JSON()
		}
		listed := func(want ...string) {
			t.Helper()
			if got := w.list(k.Key, "view=follow_ups"); !slices.Equal(got, want) {
				t.Errorf("follow-ups are %v, want %v", got, want)
			}
		}
		snooze := func(id string, d time.Duration) string {
			until := k.Now().Add(d).UTC().Format("2006-01-02T15:04:05.000Z")
			status(id, map[string]any{"status": "snoozed", "until": until})
			return until
		}
		until := snooze(id, 2*time.Hour)
		sooner := snooze(other, time.Hour)
		listed()
		k.EventuallyStored(k.CustomerWrites(phone, "ok, thanks"))
		k.EventuallyStored(k.CustomerWrites("+14155550162", "ok"))
		for of, at := range map[string]string{id: until, other: sooner} {
			if c := shown(of); c["status"] != "open" || c["snoozedUntil"] != nil || c["followUpAt"] != at {
				t.Errorf("woken, it is %v until %v, with a follow-up at %v, not %s", c["status"], c["snoozedUntil"], c["followUpAt"], at)
			}
		}
		listed(other, id)
		status(id, map[string]any{"status": "closed"})
		if c := status(other, map[string]any{"status": "open"}); c["followUpAt"] != nil { // somebody has come back to it
			t.Errorf("opened, its follow-up is at %v", c["followUpAt"])
		}
		listed(id)
		k.Advance(3 * time.Hour)
		k.Eventually("the follow-up opens it", func() bool { return shown(id)["status"] == "open" })
		if c := shown(id); c["followUpAt"] != until || c["episode"].(map[string]any)["no"] != 2.0 {
			t.Errorf("then it has %v and %v", c["followUpAt"], c["episode"])
		}
		listed(id)
		status(id, map[string]any{"status": "pending"})
		listed()
		if c := shown(id); c["followUpAt"] != nil {
			t.Errorf("dealt with, its follow-up is at %v", c["followUpAt"])
		}
		k.Quiet()
	})
}
