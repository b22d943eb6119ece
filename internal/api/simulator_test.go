package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/testkit"
)

// A service as crm serve runs it trusts no constant of the simulator, and keeps
// the control API and its clock to itself.
func TestServeTrustsNoConstantOfTheSandbox(t *testing.T) {
	k := testkit.New(t, testkit.Options{Strict: true, Sandbox: func(c *sandbox.Config) { c.AppSecret, c.Token, c.VerifyToken = "", "", "" }})
	body := []byte(`{"object":"whatsapp_business_account","entry":[]}`)
	forged := testkit.Request{Method: http.MethodPost, Path: "/provider/webhook", Body: body,
		Header: map[string]string{"Content-Type": "application/json", "X-Hub-Signature-256": sandbox.Sign(sandbox.DefaultAppSecret, body)}}
	if r := k.Send(forged); r.Status != http.StatusUnauthorized && r.Status != http.StatusForbidden {
		t.Errorf("a webhook signed with the constant is answered %d", r.Status)
	}
	if r := k.Do(http.MethodGet, "/provider/webhook?hub.mode=subscribe&hub.challenge=1&hub.verify_token="+sandbox.DefaultVerifyToken, "", nil); r.Status == http.StatusOK {
		t.Error("the constant verify token is taken")
	}
	url, before := k.App.Sandbox.URL, k.Now()
	for path, body := range map[string]string{"clock": `{"advance":"25h"}`, "messages": `{"from":"+14155550123","text":"hi"}`} {
		res, err := http.Post(url+"/_sandbox/"+path, "application/json", strings.NewReader(body))
		k.Must(err)
		res.Body.Close()
		if res.StatusCode != http.StatusForbidden {
			t.Errorf("POST /_sandbox/%s is answered %d", path, res.StatusCode)
		}
	}
	if moved := k.Now().Sub(before); moved > time.Hour {
		t.Errorf("the service's clock moved by %s", moved)
	}
	// All the same a test workspace is connected without a token, and works.
	w := k.NewTenant("Tokenless", "")
	k.Must(k.DB().Ping(context.Background()))
	r := k.Do(http.MethodPost, "/v1/sandbox/messages", k.Key, map[string]any{"from": "+14155550123", "text": "Hello"})
	if r.Status != http.StatusCreated {
		t.Fatalf("a customer cannot write: %d %s", r.Status, r.Body)
	}
	k.EventuallyStored(r.Text("providerMessageId"))
	if r := k.Do(http.MethodPost, "/v1/sandbox/messages", w.Key, map[string]any{"from": "+14155550123", "text": "Hello"}); r.Status != http.StatusUnprocessableEntity {
		t.Errorf("without a number: %d %s", r.Status, r.Body)
	}
}

// A test workspace that is connected without a token uses whatever token the
// simulator has now.
func TestTestWorkspaceNeedsNoToken(t *testing.T) {
	k := testkit.New(t, testkit.Options{Strict: true, Sandbox: func(c *sandbox.Config) { c.Token = "" }})
	actor, err := k.App.Service.Access.Operator(context.Background(), k.WorkspaceID)
	k.Must(err)
	_, err = k.App.Service.Onboarding.ConnectMessagingAccount(context.Background(), actor, onboarding.ConnectRequest{ProviderID: k.WABAID})
	k.Must(err)
	sent := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.OrderShipped("+14155550123"))
	if sent.Status != http.StatusAccepted {
		t.Fatalf("%d %s", sent.Status, sent.Body)
	}
	k.Eventually("the customer's phone has it", func() bool { return len(k.Sandbox().Phone("+14155550123")) == 1 })
	hint := k.Rows("SELECT token_hint FROM messaging_accounts WHERE workspace_id = '%s'", k.WorkspaceID)[0]["token_hint"]
	if hint != "…dbox" {
		t.Errorf("the hint is %v", hint)
	}
}

// Live workspaces have no simulated customers.
func TestLiveWorkspaceHasNoSimulatedCustomers(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	_, key, err := k.App.Service.Access.CreateWorkspace(context.Background(), "Live shop", true, "en_US")
	k.Must(err)
	for _, r := range []testkit.Response{
		k.Do(http.MethodPost, "/v1/sandbox/messages", key.Secret, map[string]any{"from": "+14155550123", "text": "Hello"}),
		k.Do(http.MethodGet, "/v1/sandbox/phones/+14155550123", key.Secret, nil),
	} {
		if r.Status != http.StatusForbidden || r.Text("code") != "test_workspace_only" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
}

// A node that starts later has other secrets, and serves the test workspaces
// that were connected before: stored accounts hold no token of the simulator.
func TestTestWorkspaceOutlivesTheSandboxsToken(t *testing.T) {
	var cfg config.Serve
	k := testkit.New(t, testkit.Options{Strict: true, Postgres: true, Config: func(c *config.Serve) { cfg = *c },
		Sandbox: func(c *sandbox.Config) { c.Token = "" }})
	ctx := context.Background()
	other, err := app.New(ctx, cfg, app.Options{})
	k.Must(err)
	t.Cleanup(func() { _ = other.Stop(ctx) })
	k.Must(other.Start(ctx))
	if other.Sandbox.Token == k.App.Sandbox.Token {
		t.Fatal("two nodes share the simulator's token")
	}
	actor, err := other.Service.Access.Operator(ctx, k.WorkspaceID)
	k.Must(err)
	if _, err := other.Service.Template.SyncTemplates(ctx, actor); err != nil {
		t.Errorf("the later node's simulator refuses: %v", err)
	}
}

// A server without the simulator says so, and how to have one: it is no outage,
// and no token would help.
func TestServerWithoutSimulatorSaysSo(t *testing.T) {
	k := testkit.New(t, testkit.Options{Strict: true, Config: func(c *config.Serve) { c.Sandbox = false }, NoAccount: true})
	_, live, err := k.App.Service.Access.CreateWorkspace(context.Background(), "Live shop", true, "en_US")
	k.Must(err)
	account := map[string]any{"messagingAccountId": "200000000000001"}
	for _, r := range []testkit.Response{
		k.Do(http.MethodPost, "/v1/sandbox/messages", k.Key, map[string]any{"from": "+14155550123", "text": "Hello"}),
		k.Do(http.MethodGet, "/v1/sandbox/phones/+14155550123", k.Key, nil),
		k.Do(http.MethodPost, "/v1/messaging-accounts", k.Key, account),
	} {
		if r.Status != http.StatusConflict || r.Text("code") != "simulator_not_running" || !strings.Contains(r.Text("detail"), "--sandbox") {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	r := k.Do(http.MethodPost, "/v1/messaging-accounts", live.Secret, account)
	if r.Status != http.StatusUnprocessableEntity || !strings.Contains(r.Text("detail"), "System users") {
		t.Errorf("a live account without a token: %d %s", r.Status, r.Body)
	}
}

// Who lets a simulated customer write finds the window open, however long the provider
// takes to tell of it; what is not told of is written all the same.
func TestASimulatedMessageHasBeenReceived(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{DelayMs: 300, Times: 3, Match: sandbox.Match{Kind: "webhook:message"}}, sandbox.Fault{Drop: "before", Match: sandbox.Match{Kind: "webhook:message"}}))
		for i := range 3 {
			from := "+1415555010" + string(rune('0'+i))
			if r := k.Do(http.MethodPost, "/v1/sandbox/messages", k.Key, map[string]any{"from": from, "text": "Is my table ready?"}); r.Status != http.StatusCreated {
				t.Fatalf("a customer cannot write: %d %s", r.Status, r.Body)
			}
			if r := k.Do(http.MethodPost, "/v1/messages", k.Key, map[string]any{"to": from, "type": "text", "text": map[string]any{"body": "Your table is ready."}}); r.Status != http.StatusAccepted {
				t.Errorf("the answer to %s: %d %s", from, r.Status, r.Body)
			}
		}
		if r := k.Do(http.MethodPost, "/v1/sandbox/messages", k.Key, map[string]any{"from": "+14155550109", "text": "Hello?"}); r.Status != http.StatusCreated {
			t.Errorf("while the provider tells of nothing: %d %s", r.Status, r.Body)
		}
	})
}
