package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// The provider is made to send something, which only this deployment can answer. The
// subscription is as it was afterwards.
func TestCheckWebhooks(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		id := accountShown(k)["id"].(string)
		check := func() testkit.Response {
			t.Helper()
			r := k.Do(http.MethodPost, "/v1/messaging-accounts/"+id+"/check-webhooks", k.Key, nil)
			if r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			return r
		}
		provider := func(method, body string) string {
			t.Helper()
			return graph(k, method, "/"+k.WABAID+"/subscribed_apps", body)
		}
		works := func() {
			t.Helper()
			if r := check(); r.JSON()["working"] != true || r.Text("problem") != "" || !strings.HasSuffix(r.Text("callbackUrl"), "/provider/webhook") {
				t.Errorf("it does not work: %s", r.Body)
			}
		}
		fails := func(problem, next string) {
			t.Helper()
			if r := check(); r.JSON()["working"] != false || !strings.Contains(r.Text("problem"), problem) || !strings.Contains(r.Text("nextAction"), next) {
				t.Errorf("not %q: %s", problem, r.Body)
			}
		}
		works()
		if shown := provider(http.MethodGet, ""); strings.Contains(shown, "override_callback_uri") {
			t.Errorf("the subscription is another one now: %s", shown)
		}
		// The provider does not get through.
		subscription := sandbox.Match{Path: "/subscribed_apps"}
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: subscription, Times: 1, DelayMs: 1}, sandbox.Fault{Match: subscription, Status: 400, Code: 100, Subcode: 2200})) // the first call only reads
		fails("does not get an answer", "reachable from the internet")
		k.Must(k.Sandbox().SetFaults())
		// The account has a URL of its own here.
		own := k.App.URL() + "/provider/webhook/" + id
		provider(http.MethodPost, `{"override_callback_uri":"`+own+`","verify_token":"`+k.App.Sandbox.VerifyToken+`"}`)
		if r := check(); r.JSON()["working"] != true || r.Text("callbackUrl") != own || !strings.Contains(provider(http.MethodGet, ""), id) {
			t.Errorf("at the account's own URL: %s", r.Body)
		}
		// They go elsewhere, where somebody answers the provider's question.
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, r.URL.Query().Get("hub.challenge"))
		}))
		defer other.Close()
		elsewhere := other.URL + "/elsewhere"
		provider(http.MethodPost, `{"override_callback_uri":"`+elsewhere+`","verify_token":"`+k.App.Sandbox.VerifyToken+`"}`)
		fails("go to "+elsewhere, "fix")
		if shown := provider(http.MethodGet, ""); !strings.Contains(shown, "elsewhere") {
			t.Errorf("the address is changed: %s", shown)
		}
		provider(http.MethodDelete, "")
		fails("not subscribed", "fix")
		provider(http.MethodPost, "{}")
		works()
		// Away is no verdict.
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Code: 2}))
		if r := k.Do(http.MethodPost, "/v1/messaging-accounts/"+id+"/check-webhooks", k.Key, nil); r.Status != http.StatusBadGateway {
			t.Errorf("while the provider is away: %d %s", r.Status, r.Body)
		}
	})
}

// An account with an app of its own has its webhooks posted to its own URL.
func TestAnAccountWithItsOwnApp(t *testing.T) {
	var at atomic.Pointer[url.URL]
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(at.Load()) }})
	defer front.Close()
	testkit.OnBoth(t, testkit.Options{OneByOne: true, Config: func(c *config.Serve) { c.CallbackURL = front.URL + "/provider/webhook" }}, func(t *testing.T, k *testkit.Kit) {
		here, err := url.Parse(k.App.URL())
		k.Must(err)
		at.Store(here)
		r := k.Do(http.MethodPost, "/v1/messaging-accounts", k.Key, map[string]any{"messagingAccountId": k.WABAID, "systemUserToken": k.App.Sandbox.Token, "appSecret": k.App.Sandbox.AppSecret})
		path := r.Text("webhookPath")
		if r.Status != http.StatusCreated || path == "" {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if shown := graph(k, http.MethodGet, "/"+k.WABAID+"/subscribed_apps", ""); !strings.Contains(shown, path[strings.LastIndex(path, "/")+1:]) {
			t.Errorf("the webhooks go to %s, not to %s", shown, path)
		}
		k.EventuallyStored(k.CustomerWrites("+14155550177", "Hello"))
		// What is mended is mended the same way.
		unsubscribe(k, k.WABAID)
		id := r.Text("id")
		if r := k.Do(http.MethodPost, "/v1/onboarding/doctor/webhooks_not_subscribed."+id+"/fix", k.Key, nil); r.Status != http.StatusOK {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if shown := graph(k, http.MethodGet, "/"+k.WABAID+"/subscribed_apps", ""); !strings.Contains(shown, id) {
			t.Errorf("after the doctor the webhooks go to %s", shown)
		}
		if r := k.Do(http.MethodPost, "/v1/messaging-accounts/"+id+"/check-webhooks", k.Key, nil); r.JSON()["working"] != true {
			t.Errorf("the check: %d %s", r.Status, r.Body)
		}
	})
}
