package testkit_test

import (
	"testing"

	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m) }

// A message goes the whole way: accepted, sent, delivered, told.
func TestKit(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver()
		id := k.SendMessage(testkit.OrderShipped("+14155550123"))
		k.EventuallyMessage(id, "delivered")
		k.Settle()
		list := r.Delivered("messages.status_updated")
		if len(list) == 0 || list[len(list)-1].Data["status"] != "delivered" {
			t.Fatalf("the receiver was told %v", list)
		}
		if k.CustomerWrites("+14155550123", "Thank you"); len(r.Eventually(2, "messages.received", "messages.upsert")) != 2 {
			t.Fatal("an incoming message is told twice: received and upsert")
		}
		if n := k.Count("messages"); n != 2 {
			t.Fatalf("there are %d messages", n)
		}
	})
}
