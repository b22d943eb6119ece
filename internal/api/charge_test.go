package api_test

import (
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// priced is a status with what the provider bills.
func priced(id, status string, at time.Time, model, kind, category string, billable bool) map[string]any {
	s := testkit.Status(id, status, customer, at)
	s["pricing"] = map[string]any{"billable": billable, "pricing_model": model, "type": kind, "category": category}
	return s
}

// What a message costs is what delivery settled, in whatever order statuses
// come; a status that has no say in it changes nothing.
func TestChargeOfAMessage(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Truncate(time.Second)
		for i, order := range permutations([]string{"sent", "delivered", "read", "played"}) {
			id := k.SendMessage(testkit.OrderShipped(fmt.Sprintf("+1415557%04d", i)))
			wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
			all := map[string]map[string]any{
				"sent":      priced(wamid, "sent", at, "PMP", "regular", "marketing", false),
				"delivered": priced(wamid, "delivered", at, "PMP", "regular", "utility", true),
				"read":      testkit.Status(wamid, "read", customer, at),
				"played":    priced(wamid, "played", at, "CBP", "", "service", false)}
			for _, status := range order {
				post(t, k, "messages", "statuses", all[status])
			}
			if c := fmt.Sprint(k.Message(id)["charge"]); c != "map[billable:true category:utility model:PMP type:regular]" {
				t.Errorf("%v: the charge is %s", order, c)
			}
			if i == 11 {
				break // both engines have met enough orders
			}
		}
	})
}

// A message to a group costs something where it does for any participant, and
// shows how far it has come with each.
func TestReceiptsOfAGroup(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Truncate(time.Second)
		id := k.SendMessage(testkit.OrderShipped("+" + customer))
		wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
		of := func(who string, s map[string]any) map[string]any {
			s["recipient_id"], s["recipient_type"], s["recipient_participant_id"] = "GROUP", "group", who
			return s
		}
		post(t, k, "messages", "statuses", of("16505550001", priced(wamid, "delivered", at, "PMP", "regular", "group_utility", true)),
			of("16505550002", priced(wamid, "delivered", at, "PMP", "free_customer_service", "group_service", false)))
		post(t, k, "messages", "statuses", of("16505550001", testkit.Status(wamid, "read", "", at.Add(time.Second))), of("16505550002", testkit.Status(wamid, "sent", "", at)))
		m := k.Message(id)
		if c := fmt.Sprint(m["charge"]); c != "map[billable:true category:group_utility model:PMP type:regular]" {
			t.Errorf("the charge is %s", c)
		}
		var lines []string
		for _, r := range m["receipts"].([]any) {
			r := r.(map[string]any)
			lines = append(lines, fmt.Sprint(r["recipient"], " ", r["status"], " ", r["charge"].(map[string]any)["billable"]))
		}
		if got := fmt.Sprint(lines); got != "[16505550001 read true 16505550002 delivered false]" {
			t.Errorf("the receipts are %s", got)
		}
	})
}
