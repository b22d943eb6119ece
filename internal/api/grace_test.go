package api_test

import (
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// A call without an answer is not made again while the provider makes up for
// lost time: what it posts late shows that the status may be on its way.
func TestTheGraceGoesOnWhileTheProviderIsLate(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour, Config: func(c *config.Serve) { c.UnknownGrace = time.Minute }}, func(t *testing.T, k *testkit.Kit) {
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Drop: "after", Times: 1, Match: sandbox.Match{Kind: "send"}}))
		id := k.SendMessage(testkit.OrderShipped(person))
		attempts := func() int { list, _ := k.Message(id)["attempts"].([]any); return len(list) }
		k.Eventually("the outcome is unknown", func() bool {
			list, _ := k.Message(id)["attempts"].([]any)
			return len(list) == 1 && list[0].(map[string]any)["outcome"] == "unknown"
		})
		k.Advance(50 * time.Second)
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", testkit.Status("wamid.of-another", "sent", customer, k.Now().Add(-40*time.Second))))
		k.Eventually("the late webhook is applied", func() bool { return k.Count("phone_numbers", "late_at > 0") == 1 })
		k.Advance(20 * time.Second) // 70 s after the call
		k.Quiet()
		if n := attempts(); n != 1 {
			t.Errorf("%d calls were made although the provider was late 20 s ago", n)
		}
		k.Advance(41 * time.Second)
		k.Eventually("the call is made again", func() bool { return attempts() == 2 })
	})
}
