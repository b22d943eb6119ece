package api_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// receiptWorld has a contact who looks at what they are told of.
type receiptWorld struct{ noteWorld }

func (w receiptWorld) policy(p crm.ReadReceipts) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPatch, "/v1/phone-numbers/"+w.NumberID, w.Key, map[string]any{"readReceipts": p})
}

// told returns the messages that contacts were told of as read, as they were told.
func (w receiptWorld) told() (out []string) {
	w.t.Helper()
	w.Settle()
	calls, _ := w.Sandbox().Log(0, 10_000)
	for _, c := range calls {
		if id, read := strings.CutPrefix(c.Effect, "read "); read {
			out = append(out, id)
		}
	}
	return out
}

func (w receiptWorld) mustTell(what string, want ...string) {
	w.t.Helper()
	if got := w.told(); !slices.Equal(got, want) {
		w.t.Errorf("%s: the contact is told of %v, want %v", what, got, want)
	}
}

func (w receiptWorld) writes(phone, text string) (id string) {
	id = w.CustomerWrites(phone, text)
	w.EventuallyStored(id)
	return id
}

func (w receiptWorld) read(key, conversation string, inbounds int) {
	w.t.Helper()
	w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+conversation+"/read", key, map[string]any{"inboundCount": inbounds})
}

// Where a number tells what was viewed, the assignee who has seen the newest message
// tells it, once.
func TestTheContactIsToldWhatTheAssigneeViewed(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := receiptWorld{noteWorld{k, t}}
		const phone = "+14155550170"
		anna, bob := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		w.writes(phone, "One")
		second := w.writes(phone, "Two")
		id := k.Message(k.EventuallyStored(second))["conversationId"].(string)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": anna.ID})
		w.read(anna.Key, id, 2)
		w.policy(crm.ReceiptsWhenAnswered)
		w.read(anna.Key, id, 2)
		w.mustTell("by another policy")
		w.policy(crm.ReceiptsWhenViewed)
		w.read(bob.Key, id, 2)
		w.read(anna.Key, id, 1)
		w.mustTell("who is not the assignee, or has not seen the newest")
		var both sync.WaitGroup
		for range 4 {
			both.Go(func() { w.read(anna.Key, id, 2) })
		}
		both.Wait()
		w.mustTell("the assignee", second)
		w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", anna.Key, w.text(phone, "Hi"))
		w.read(anna.Key, id, 2)
		w.mustTell("once more", second)
		third := w.writes(phone, "Three")
		w.read(anna.Key, id, 3)
		w.mustTell("a new one", second, third)
		stored := k.EventuallyStored(w.writes(phone, "Four"))
		w.do(http.StatusNoContent, http.MethodPost, "/v1/messages/"+stored+"/read", k.Key, nil)
		w.read(anna.Key, id, 4)
		if got := w.told(); len(got) != 3 {
			t.Errorf("what was told by hand is told again: %v", got)
		}
		w.policy(crm.ReceiptsNever)
		w.writes(phone, "Five")
		w.read(anna.Key, id, 5)
		if got := w.told(); len(got) != 3 {
			t.Errorf("where nothing is to be told, there is %v", got)
		}
	})
}

// Where a number tells what was answered, an answer that the provider took tells of
// the newest message before it, once; what is no answer tells nothing.
func TestTheContactIsToldWhatWasAnswered(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := receiptWorld{noteWorld{k, t}}
		const phone = "+14155550171"
		anna := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		w.writes(phone, "One")
		second := w.writes(phone, "Two")
		stored := k.EventuallyStored(second)
		id := k.Message(stored)["conversationId"].(string)
		send := func(key string, body map[string]any) {
			t.Helper()
			w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", key, body)
		}
		send(k.Key, w.text(phone, "By default nothing is told."))
		w.mustTell("by default")
		w.policy(crm.ReceiptsWhenAnswered)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": anna.ID})
		w.read(anna.Key, id, 2)
		send(k.Key, testkit.OrderShipped(phone))
		send(anna.Key, map[string]any{"to": phone, "type": "reaction", "reaction": map[string]any{"messageId": stored, "emoji": "👍"}})
		w.mustTell("what is no answer")

		// Two answers at once, of which one has to be sent again.
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Drop: "before", Times: 1, Match: sandbox.Match{Kind: "send"}}))
		var both sync.WaitGroup
		for _, key := range []string{anna.Key, k.Key} {
			both.Go(func() { send(key, w.text(phone, "Hi")) })
		}
		both.Wait()
		k.Eventually("the contact is told", func() bool { k.Advance(time.Second); return len(w.told()) > 0 })
		w.mustTell("two answers", second)

		third := w.writes(phone, "Three")
		send(anna.Key, w.text(phone, "Yes"))
		send(anna.Key, w.text(phone, "And yes"))
		w.mustTell("the next ones", second, third)
	})
}

// While the provider does not take it, a receipt is told later; one that it refuses,
// or that somebody does not want any more, is not.
func TestAReadReceiptIsToldLater(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := receiptWorld{noteWorld{k, t}}
		const phone = "+14155550172"
		w.policy(crm.ReceiptsWhenAnswered)
		first := w.writes(phone, "One")
		answer := func() { w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", k.Key, w.text(phone, "Hi")) }
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Status: 503, Code: 131016, Times: 3, Match: sandbox.Match{Kind: "read"}}))
		answer()
		k.Eventually("it is told in the end", func() bool { k.Advance(10 * time.Second); return len(w.told()) > 0 })
		w.mustTell("later", first)

		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Status: 400, Code: 131009, Match: sandbox.Match{Kind: "read"}}))
		w.writes(phone, "Two")
		answer()
		k.Settle()
		waits := func() int { return k.Count("jobs", "kind = 'mark_read'") }
		k.Eventually("what is refused is not tried again", func() bool { k.Settle(); return waits() == 0 })
		w.mustTell("refused", first)

		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Status: 503, Code: 131016, Match: sandbox.Match{Kind: "read"}}))
		w.writes(phone, "Three")
		answer()
		k.Eventually("it waits", func() bool { return waits() == 1 })
		w.policy(crm.ReceiptsNever)
		k.Must(k.Sandbox().SetFaults())
		k.Eventually("nobody waits", func() bool { k.Advance(time.Minute); return waits() == 0 })
		w.mustTell("not wanted any more", first)
	})
}
