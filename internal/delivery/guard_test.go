package delivery_test

import (
	"net/http"
	"testing"

	"service.example/crm/internal/testkit"
)

// An endpoint that is the service itself gets nothing: it would answer its own
// events. That is known when it is dialled, and not tried again.
func TestTheServiceIsNoReceiver(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		made := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": k.App.URL() + "/provider/webhook", "events": []string{"template.status_updated"}})
		if made.Status != http.StatusCreated {
			t.Fatalf("it is registered: %d %s", made.Status, made.Body)
		}
		k.Do(http.MethodPost, "/v1/webhook-endpoints/"+made.Text("id")+"/test", k.Key, map[string]any{"event": "template.status_updated"})
		k.Eventually("it is refused", func() bool {
			return len(k.Rows("SELECT state FROM deliveries WHERE endpoint_id = '%s' AND error = 'forbidden_address' AND state = 'failed'", made.Text("id"))) == 1
		})
	})
}
