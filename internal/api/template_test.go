package api_test

import (
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// A template name that is misspelt is answered with the one that was probably
// meant, never with one of another workspace; a language that it lacks with
// those that it has.
func TestMisspeltTemplateIsAnsweredWithTheNearestOne(t *testing.T) {
	rename := func(c *sandbox.Config) {
		for i, t := range c.Accounts[1].Templates {
			c.Accounts[1].Templates[i] = sandbox.Template(strings.Replace(string(t), `"order_shipped"`, `"parcel_handed_over"`, 1))
		}
	}
	testkit.OnBoth(t, testkit.Options{Sandbox: rename}, func(t *testing.T, k *testkit.Kit) {
		for _, c := range []struct{ key, name, language, want string }{
			{k.Key, "order_shiped", "", `This workspace has no template "order_shiped". Did you mean order_shipped? POST /v1/templates/sync mirrors new ones.`},
			{k.Key, "shipped_order", "en_US", `This workspace has no template "shipped_order". Did you mean order_shipped? POST /v1/templates/sync mirrors new ones.`},
			{k.Key, "parcel_handed_ovr", "", `This workspace has no template "parcel_handed_ovr". POST /v1/templates/sync mirrors new ones.`},
			{k.Other.Key, "parcel_handed_ovr", "", `This workspace has no template "parcel_handed_ovr". Did you mean parcel_handed_over? POST /v1/templates/sync mirrors new ones.`},
			{k.Key, "order_shipped", "de", `Template "order_shipped" has no language "de"; it has en_US, es.`},
		} {
			body := map[string]any{"to": "+14155550123", "type": "template", "templateName": c.name}
			if c.language != "" {
				body["language"] = c.language
			}
			r := k.Do(http.MethodPost, "/v1/messages", c.key, body)
			if r.Status != http.StatusUnprocessableEntity || !strings.HasSuffix(r.Text("detail"), c.want) {
				t.Errorf("%s: %d %s\nwant %s", c.name, r.Status, r.Body, c.want)
			}
		}
	})
}
