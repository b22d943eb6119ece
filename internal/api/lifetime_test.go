package api_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit"
)

// While the provider is away, each message lives as long as it may and then
// says why it ended: its expiresAt, a day for a template, the window for others.
func TestMessagesLiveUntilTheirEndWhileTheProviderIsAway(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const customer = "+14155550123"
		k.CustomerWrites(customer, "Hello")
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, Status: 503, Code: 131016}))
		soon := testkit.OrderShipped("+14155550124")
		soon["expiresAt"] = k.Now().Add(time.Hour)
		later := testkit.OrderShipped("+14155550125")
		later["expiresAt"] = k.Now().Add(72 * time.Hour)
		ids := map[string]string{"soon": k.SendMessage(soon), "later": k.SendMessage(later),
			"template": k.SendMessage(testkit.OrderShipped("+14155550126")), "text": k.SendMessage(testkit.Text(customer, "Hi"))}
		ends := func(name, why string) {
			t.Helper()
			m := k.EventuallyMessage(ids[name], "expired")
			fault, _ := m["error"].(map[string]any)
			if fault["code"] != "message_expired" || fault["detail"] != why {
				t.Errorf("%s ended with %v", name, fault)
			}
		}
		k.Advance(20 * time.Hour)
		ends("soon", "The message was not sent before its expiresAt.")
		for _, name := range []string{"later", "template", "text"} {
			if s := k.Message(ids[name])["status"]; s != "queued" && s != "sending" {
				t.Errorf("after 20 hours %s is %v", name, s)
			}
		}
		k.Advance(5 * time.Hour)
		ends("template", "The message could not be sent within 24 hours.")
		ends("text", "The customer-service window closed before the message could be sent.")
		k.Must(k.Sandbox().SetFaults())
		k.EventuallyMessage(ids["later"], "delivered")
	})
}

// A call that is never answered is made 12 times, then the message fails and says
// that nobody knows.
func TestACallThatIsNeverAnsweredEnds(t *testing.T) {
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { c.UnknownGrace = time.Minute }})
	const customer = "+14155550128"
	k.Must(k.Sandbox().SetFaults(sandbox.Fault{Drop: "before", Match: sandbox.Match{Kind: "send", To: customer[1:]}}))
	id := k.SendMessage(testkit.OrderShipped(customer))
	unknown := func() (n int) {
		list, _ := k.Message(id)["attempts"].([]any)
		for _, a := range list {
			if a.(map[string]any)["outcome"] == "unknown" {
				n++
			}
		}
		return n
	}
	for n := 1; n <= 12; n++ {
		k.Eventually("the call is not answered", func() bool { return unknown() == n })
		k.EventuallyMessage(k.SendMessage(testkit.OrderShipped("+14155550129")), "delivered") // the provider works for others
		k.Advance(2 * time.Minute)
	}
	m := k.EventuallyMessage(id, "failed")
	if fault, _ := m["error"].(map[string]any); fault["code"] != "outcome_unknown" || unknown() != 12 {
		t.Errorf("after %d calls it failed with %v", unknown(), fault)
	}
}

// A status that comes before it is known that a call was not answered settles it.
func TestAStatusMayComeBeforeTheCallEnds(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Config: func(c *config.Serve) { c.UnknownGrace = time.Minute }}, func(t *testing.T, k *testkit.Kit) {
		const customer = "+14155550126"
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Drop: "before", DelayMs: 600, Match: sandbox.Match{Kind: "send", To: customer[1:]}}))
		id := k.SendMessage(testkit.OrderShipped(customer))
		k.EventuallyMessage(id, "sending")
		status := testkit.Status("wamid.early", "delivered", customer, k.Now())
		status["biz_opaque_callback_data"] = id
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", status))
		k.EventuallyMessage(id, "delivered")
		call := func(field string) any {
			list, _ := k.Message(id)["attempts"].([]any)
			a, _ := list[0].(map[string]any)
			return a[field]
		}
		k.Eventually("the call is unknown", func() bool { return call("outcome") == "unknown" })
		if call("settledAt") != nil {
			t.Error("the call ended before the status came, which is not what is tested")
		}
		k.Advance(2 * time.Minute)
		k.Eventually("the call is settled", func() bool { return call("settledAt") != nil })
	})
}

// A message of which the provider says that it failed was taken by it: it counts as sent,
// also when that word comes before the call ends and another one comes late.
func TestAMessageThatFailedAtTheProviderWasTaken(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const customer = "+14155550126"
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Drop: "before", DelayMs: 600, Match: sandbox.Match{Kind: "send", To: customer[1:]}}))
		id := k.SendMessage(testkit.OrderShipped(customer))
		k.EventuallyMessage(id, "sending")
		for _, word := range []string{"failed", "sent"} {
			status := testkit.Status("wamid.early", word, customer, k.Now())
			status["biz_opaque_callback_data"] = id
			k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", status))
			k.EventuallyMessage(id, "failed")
		}
		id = k.Do("GET", "/v1/templates?name=order_shipped", k.Key, nil).Text("data", "0", "id")
		k.Eventually("it counts as sent and as failed", func() bool {
			n := k.Do("GET", "/v1/templates/"+id+"/statistics", k.Key, nil).JSON()
			return testkit.Number(n, "sent") == 1 && testkit.Number(n, "failed") == 1
		})
		var told []string
		for _, e := range k.Do("GET", "/v1/events?events=messages.status_updated", k.Key, nil).JSON()["data"].([]any) {
			told = append(told, e.(map[string]any)["data"].(map[string]any)["status"].(string))
		}
		if got := strings.Join(told, " "); got != "accepted failed" {
			t.Errorf("what was told is %q", got)
		}
	})
}

// However often a message met a provider that was away, its history stays short,
// and its answer says how many calls it does not list.
func TestTheHistoryOfAMessageStaysShort(t *testing.T) {
	const calls, unknown = 300, 100
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		later := testkit.OrderShipped("+14155550127")
		later["scheduledAt"] = k.Now().Add(time.Hour)
		id := k.SendMessage(later)
		for n := range calls {
			var m *crm.Message
			k.Must(k.DB().Update(context.Background(), k.NumberID, func(tx *db.Tx) (err error) { m, err = message.ClaimMessage(tx, k.WorkspaceID, id); return err }))
			a := crm.Attempt{Outcome: crm.OutcomeRefused, Provider: &crm.ProviderError{Code: 131016, Title: "Service unavailable"}}
			if n == unknown {
				a = crm.Attempt{Outcome: crm.OutcomeUnknown, Detail: "No answer came."}
			}
			k.Must(k.DB().Update(context.Background(), k.NumberID, func(tx *db.Tx) error { message.RequeueMessage(tx, m, a); return nil }))
		}
		before := k.Message(id)
		k.Advance(time.Hour)
		after := k.EventuallyMessage(id, "delivered")
		for _, m := range []map[string]any{before, after} {
			list, _ := m["attempts"].([]any)
			omitted, _ := m["attemptsOmitted"].(float64)
			made := calls
			if m["status"] == "delivered" {
				made++
			}
			if len(list) > 24 || len(list)+int(omitted) != made {
				t.Errorf("%v: %d calls are listed and %v are not, of %d", m["status"], len(list), omitted, made)
			}
			outcomes := map[string]int{}
			var last time.Time
			for i, a := range list {
				a, _ := a.(map[string]any)
				outcome, _ := a["outcome"].(string)
				outcomes[outcome]++
				start, _ := a["startedAt"].(string)
				began, err := time.Parse(time.RFC3339, start)
				if err != nil || began.Before(last) || a["endedAt"] == nil {
					t.Errorf("%v: call %d is %v", m["status"], i, a)
				}
				last = began
			}
			if outcomes["unknown"] != 1 || outcomes["known"] != made-calls {
				t.Errorf("%v: the outcomes are %v", m["status"], outcomes)
			}
			if !strings.Contains(string(k.Do("GET", "/v1/messages/"+id, k.Key, nil).Body), `"status":"scheduled"`) {
				t.Errorf("%v: the timeline lost when the message was accepted", m["status"])
			}
		}
		if n := k.Count("message_states", "message_id = '"+id+"' AND length(attempts) + length(times) < 6000"); n != 1 {
			t.Error("the history takes 6000 bytes or more")
		}
	})
}
