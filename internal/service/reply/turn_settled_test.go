package reply_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

const asksDentist = "Can you recommend a good dentist around the corner?"

// status is where a conversation stands.
func (d *desk) status(conversation string) string {
	d.T.Helper()
	return d.Do(http.MethodGet, "/v1/conversations/"+conversation, d.Key, nil).Text("status")
}

func (d *desk) put(conversation string, status map[string]any) {
	d.T.Helper()
	if r := d.Do(http.MethodPut, "/v1/conversations/"+conversation+"/status", d.Key, status); r.Status != http.StatusOK {
		d.T.Fatalf("%d %s", r.Status, r.Body)
	}
}

// What people close or put off stays so, although an assistant that was asked before would
// hand it to people; what the contact writes then is handed off as ever.
func TestAHandOffLeavesWhatPeopleSettled(t *testing.T) {
	bothEngines(t, map[string]any{"burstPauseMs": 8000}, func(t *testing.T, d *desk) {
		for i, status := range []string{"closed", "snoozed"} {
			who := testshop.Customer(i + 1)
			id := d.Writes(who, asksDentist)
			d.EventuallyStored(id)
			c := d.Conversation(who)
			change := map[string]any{"status": status}
			if status == "snoozed" {
				change["until"] = d.Now().Add(48 * time.Hour).UTC().Format(time.RFC3339)
			}
			d.put(c, change)
			d.Advance(10 * time.Second)
			if u := d.Decided(id); u.AIReply != "" {
				t.Errorf("%s: the contact is told %q", status, u.AIReply)
			}
			d.Settle()
			if got := d.status(c); got != status {
				t.Errorf("it is %s again, after it was %s", got, status)
			}
		}
		if got := d.HandOffs(); len(got) != 0 {
			t.Errorf("people were asked: %v", got)
		}
		again := d.Writes(testshop.Customer(1), asksDentist)
		d.EventuallyStored(again)
		d.Advance(10 * time.Second)
		if u := d.Decided(again); u.AIReply == "" || d.status(d.Conversation(testshop.Customer(1))) != "open" {
			t.Errorf("what the contact wrote then is not handed off: %+v", u)
		}
	})
}

// Somebody closes the conversation while the model that gives it to people is asked: the
// decision is an old one by then.
func TestAHandOffThatIsDecidedIsNotStoredAfterPeopleClosed(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
		asked, release := make(chan bool, 16), make(chan bool)
		model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- true
			<-release
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error": {"type": "invalid_request_error", "code": "content_filter", "message": "The response was filtered."}}`))
		}))
		defer model.Close()
		let := sync.OnceFunc(func() { close(release) })
		defer let()
		r := k.Do(http.MethodPost, "/v1/ai/providers", k.Key, map[string]any{"name": "Slow", "kind": "openai", "baseUrl": model.URL + "/v1", "model": "slow"})
		d := newDesk(t, k, map[string]any{"providerIds": []string{r.Text("id")}})
		id := d.Writes(testshop.Customer(1), testshop.AsksDelivery)
		select {
		case <-asked:
		case <-time.After(testkit.Patience):
			t.Fatal("the model was not asked")
		}
		c := d.Conversation(testshop.Customer(1))
		d.put(c, map[string]any{"status": "closed"})
		let()
		if u := d.Decided(id); u.AIReply != "" {
			t.Errorf("the contact is told %q", u.AIReply)
		}
		d.Settle()
		if got := d.status(c); got != "closed" {
			t.Errorf("it is %s again", got)
		}
		if got := testshop.EventsOf(d.Kit, crm.EventConversationHandedOff, func(crm.ConversationHandedOffData) bool { return true }); len(got) != 0 {
			t.Errorf("people were asked: %v", got)
		}
	})
}
