package api_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit"
)

// A provider that gives an id a second time, as a simulator does that began
// anew, lets no message be sent twice: it counts as sent, and its statuses reach it.
func TestAnIDThatTheProviderGivesTwiceDoublesNothing(t *testing.T) {
	for _, postgres := range []bool{false, true} {
		o := testkit.Options{Postgres: postgres}
		send := func(k *testkit.Kit) string {
			r := k.Do(http.MethodPost, "/v1/messages", k.Key, map[string]any{"to": "+14155550142", "type": "template", "templateName": "order_shipped",
				"language": "en_US", "parameters": map[string]string{"name": "Maria", "order_number": "1", "eta": "on Friday"}})
			if r.Status != http.StatusAccepted {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			return r.Text("messageId")
		}
		delivered := func(k *testkit.Kit, id string) testkit.Response {
			for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
				r := k.Do(http.MethodGet, "/v1/messages/"+id, k.Key, nil)
				if r.Text("status") == "delivered" {
					return r
				}
				if time.Now().After(deadline) {
					t.Fatalf("it is never delivered: %s", r.Body)
				}
			}
		}
		first := testkit.New(t, o)
		given := delivered(first, send(first)).Text("providerMessageId")
		k := testkit.New(t, o) // the same simulator anew
		k.Must(k.DB().Update(context.Background(), "k", func(tx *db.Tx) error {
			message.InsertMessage(tx, &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: k.WorkspaceID, ConversationID: "cnv", ContactID: "cnt", PhoneNumberID: k.NumberID,
				Direction: crm.Outbound, Type: "text", Status: crm.StatusDelivered, ProviderMessageID: given, CreatedAt: tx.Now()})
			return nil
		}))
		id := send(k)
		if got := delivered(k, id).Text("providerMessageId"); got != given+"#"+id {
			t.Errorf("the provider gave %s, and %s is kept", given, got)
		}
		if n := len(k.Sandbox().Phone("+14155550142")); n != 1 {
			t.Errorf("the message was sent %d times", n)
		}
	}
}
