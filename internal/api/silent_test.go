package api_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// A message of which nothing final was heard for 30 days has expired; of a
// reaction nothing more than sent is ever heard.
func TestSilentMessagesExpire(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const customer = "+14155550123"
		hello := k.EventuallyStored(k.CustomerWrites(customer, "Hello"))
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "text"}, Statuses: "lost"}))
		began := k.Now()
		text := k.SendMessage(testkit.Text(customer, "Still there?"))
		reaction := k.SendMessage(map[string]any{"to": customer, "type": "reaction", "reaction": map[string]any{"messageId": hello, "emoji": "👍"}})
		k.EventuallyMessage(text, "accepted")
		k.EventuallyMessage(reaction, "sent")
		k.Advance(31 * 24 * time.Hour)
		k.Must(k.App.Service.Message.ExpireSilent(context.Background(), k.WorkspaceID, began.Add(-time.Hour), k.Now()))
		k.EventuallyMessage(text, "expired")
		if m := k.Message(reaction); m["status"] != "sent" {
			t.Errorf("the reaction is %v", m["status"])
		}
	})
}

// However many there are, each is looked at.
func TestManySilentMessagesExpire(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	const count = 230
	k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, Statuses: "lost", Times: count}))
	began := k.Now()
	messages := make([]any, count)
	for i := range messages {
		messages[i] = map[string]any{"to": fmt.Sprintf("+1415555%04d", i), "type": "template", "templateName": "order_shipped", "language": "en_US",
			"parameters": map[string]string{"name": "Maria", "order_number": "1", "eta": "on Friday"}}
	}
	if r := k.Do("POST", "/v1/messages/batch", k.Key, map[string]any{"messages": messages}); r.Status >= 300 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	with := func(status string) bool { return k.Count("message_states", "status = '"+status+"'") == count }
	k.Eventually("all are accepted", func() bool { return with("accepted") })
	k.Advance(31 * 24 * time.Hour)
	k.Must(k.App.Service.Message.ExpireSilent(context.Background(), k.WorkspaceID, began.Add(-time.Hour), k.Now()))
	if !with("expired") {
		t.Errorf("%d of %d expired", k.Count("message_states", "status = 'expired'"), count)
	}
}
