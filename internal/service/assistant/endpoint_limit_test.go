package assistant_test

import (
	"net/http"
	"service.example/crm/internal/testkit/testshop"
	"testing"
)

// An endpoint is limited to assistants that its own workspace has.
func TestAnEndpointNamesItsOwnAssistants(t *testing.T) {
	testshop.OnBoth(t, nil, func(t *testing.T, d *testshop.Desk) {
		made := d.Post("/v1/webhook-endpoints", map[string]any{"url": "https://hooks.example.com/in", "assistantIds": []string{d.Assistant}})
		d.Tenant, d.Other = d.Other, d.Tenant
		foreign := d.Do(http.MethodPost, "/v1/assistants", d.Key, map[string]any{"name": "Another's"}).Text("id")
		d.Tenant, d.Other = d.Other, d.Tenant
		if foreign == "" {
			t.Fatal("the other workspace has no assistant")
		}
		for name, id := range map[string]string{"another workspace's": foreign, "nobody's": "ast_01J00000000000000000000000"} {
			for method, path := range map[string]string{http.MethodPost: "/v1/webhook-endpoints", http.MethodPatch: "/v1/webhook-endpoints/" + made.Text("id")} {
				r := d.Do(method, path, d.Key, map[string]any{"url": "https://hooks.example.com/in", "assistantIds": []string{d.Assistant, id}})
				if r.Status != http.StatusUnprocessableEntity && r.Status != http.StatusBadRequest || r.Text("errors", "0", "pointer") != "/assistantIds/1" {
					t.Errorf("%s %s: %d %s", method, name, r.Status, r.Body)
				}
			}
		}
	})
}
