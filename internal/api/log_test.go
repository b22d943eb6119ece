package api_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// captured keeps what is logged.
type captured struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (c *captured) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buf.Write(p)
}

func (c *captured) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buf.String()
}

// No key, token, secret or message text is ever logged, however busy and
// faulty the day is.
func TestNothingSecretIsLogged(t *testing.T) {
	log := &captured{}
	const word, accountSecret = "xylophone", "an-account-secret-of-its-own"
	k := testkit.New(t, testkit.Options{
		Log:    slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug, AddSource: true}),
		Config: func(c *config.Serve) { c.WebhookSchedule = "1s,1s"; c.UnknownGrace = time.Second },
	})
	secrets := map[string]string{"an API key": k.Key, "another's API key": k.Other.Key, "a token": k.App.Sandbox.Token,
		"the app secret": k.Secret(), "an account's secret": accountSecret, "the verify token": sandbox.DefaultVerifyToken, "a message text": word}

	r := k.NewReceiver()
	secrets["a signing secret"] = k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": "http://127.0.0.1:1/nobody"}).Text("secret")
	secrets["a new key"] = k.Do(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "New", "scopes": []string{"*"}}).Text("key")
	k.Do(http.MethodPost, "/v1/messaging-accounts", k.Key, map[string]any{"messagingAccountId": k.WABAID, "systemUserToken": k.App.Sandbox.Token, "appSecret": accountSecret})
	k.Do(http.MethodPost, "/v1/messaging-accounts", k.Key, map[string]any{"messagingAccountId": k.WABAID, "systemUserToken": "EAA" + word})

	// A good day.
	k.CustomerWrites("+14155550123", "Do you sell a "+word+"?")
	k.EventuallyMessage(k.SendMessage(testkit.Text("+14155550123", "We have one "+word+".")), "delivered")
	template := testkit.OrderShipped("+14155550123")
	template["parameters"] = map[string]string{"name": word, "order_number": "1", "eta": "today"}
	k.DoIdempotent(http.MethodPost, "/v1/messages", k.Key, word, template)
	r.Eventually(2)

	// A bad one: refusals, lost answers, a provider that is down, garbage.
	k.Do(http.MethodPost, "/v1/messages", k.Key+"x", template)
	k.Do(http.MethodPost, "/v1/messages", k.Key, `{"to":"`+word)
	k.Do(http.MethodGet, "/v1/messages?to="+word+"&key="+k.Key, k.Key, nil)
	for _, fault := range []sandbox.Fault{
		{Match: sandbox.Match{Kind: "send"}, Status: 400, Code: 131026, Details: "no " + word, Times: 1},
		{Match: sandbox.Match{Kind: "send"}, Status: 401, Code: 190, Times: 1},
		{Match: sandbox.Match{Kind: "send"}, Status: 500, Times: 1},
		{Match: sandbox.Match{Kind: "send"}, Drop: "after", Times: 1},
		{Match: sandbox.Match{Kind: "send"}, Malformed: true, Times: 1},
		{Match: sandbox.Match{Kind: "management"}, Drop: "before"},
		{Match: sandbox.Match{Kind: "management"}, Status: 500, Code: 2},
	} {
		k.Must(k.Sandbox().SetFaults(fault))
		id := k.SendMessage(testkit.Text("+14155550123", word))
		k.Do(http.MethodPost, "/v1/templates/sync", k.Key, nil)
		k.Eventually("the message has been tried", func() bool {
			list, _ := k.Message(id)["attempts"].([]any)
			return len(list) > 0 && list[0].(map[string]any)["outcome"] != nil
		})
	}
	k.Must(k.Sandbox().SetFaults())
	body := testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.A", "14155550123", word, k.Now()), map[string]any{"type": word}, word)
	k.PostProvider(testkit.Callback, "wrong", body)
	k.PostProvider(testkit.Callback, k.Secret(), body)
	k.PostProvider(testkit.Callback, k.Secret(), []byte(word))
	k.PostProvider(testkit.Callback, k.Secret(), []byte(`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"`+word+`","value":{"errors":[{"code":1,"title":"`+word+`"}]}}]}]}`))
	k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "errors", map[string]any{"code": 131000, "title": word, "message": word}))
	k.Do(http.MethodGet, testkit.Callback+"?hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1", "", nil)
	k.Advance(time.Minute)
	k.Eventually("what was tried again is done", func() bool { return k.Count("message_states", "status IN ('queued', 'sending')") == 0 })

	text := log.text()
	for what, secret := range secrets {
		if secret == "" {
			t.Fatalf("there is no %s to look for", what)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if strings.Contains(line, secret) {
				t.Errorf("%s is logged: %s", what, line)
			}
		}
	}
	if n := strings.Count(text, "\n"); n < 3 {
		t.Errorf("%d lines were logged: the day was not bad enough to show anything", n)
	}
}
