package delivery_test

import (
	"net/http"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// An endpoint is told of the kinds and the phone number that it asked for, and
// of what belongs to no number, whether it is handed over or read from the log.
func TestASubscriptionLimits(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		c := newCounter(t)
		made := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": c.url,
			"events": []string{"messages.*", "template.*"}, "phoneNumberIds": []string{k.NumberID}})
		here, elsewhere := crm.EventScope{PhoneNumberID: k.NumberID}, crm.EventScope{PhoneNumberID: k.Other.NumberID}
		wanted := &appender{k: k, kind: crm.EventMessagesReceived, of: here}
		another := &appender{k: k, kind: crm.EventMessagesReceived, of: elsewhere}
		write := func() {
			another.append(t, 3, 5)
			wanted.kind, wanted.of = crm.EventMessagesReceived, here
			wanted.append(t, 3, 5)
			(&appender{k: k, kind: crm.EventPhoneNumberUpdated, of: here}).append(t, 3, 5) // not asked for
			wanted.kind, wanted.of = crm.EventTemplateStatusUpdated, crm.EventScope{}
			wanted.append(t, 3, 5)
		}
		write()
		k.Quiet()
		c.exactly(t, 30)
		// Without the limit the other number's events come, too.
		k.Do(http.MethodPatch, "/v1/webhook-endpoints/"+made.Text("id"), k.Key, map[string]any{"phoneNumberIds": []string{}})
		another.next = wanted.next
		another.append(t, 3, 5)
		k.Quiet()
		c.exactly(t, 45)
	})
}
