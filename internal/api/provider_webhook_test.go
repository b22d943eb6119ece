package api_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/testkit"
)

const customer = "14155550123"

func TestProviderHandshake(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	ask := func(mode, token, challenge string) testkit.Response {
		q := url.Values{"hub.mode": {mode}, "hub.verify_token": {token}, "hub.challenge": {challenge}}
		return k.Do(http.MethodGet, testkit.Callback+"?"+q.Encode(), "", nil)
	}
	r := ask("subscribe", sandbox.DefaultVerifyToken, "1158201444")
	if r.Status != http.StatusOK || string(r.Body) != "1158201444" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("the handshake is answered with %d %q %v", r.Status, r.Body, r.Header)
	}
	if r := ask("subscribe", sandbox.DefaultVerifyToken, "<script>alert(1)</script>"); r.Status == http.StatusOK && r.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a challenge could be taken for a page: %v", r.Header)
	}
	for name, r := range map[string]testkit.Response{
		"a wrong token":  ask("subscribe", "guess", "1"),
		"an empty token": ask("subscribe", "", "1"),
		"another mode":   ask("unsubscribe", sandbox.DefaultVerifyToken, "1"),
		"nothing":        k.Do(http.MethodGet, testkit.Callback, "", nil),
	} {
		if r.Status != http.StatusForbidden || r.Code() != string(crm.CodeVerifyTokenInvalid) {
			t.Errorf("%s is answered with %d %s", name, r.Status, r.Body)
		}
	}
}

// Without a good signature over these very bytes nothing is stored.
func TestProviderSignature(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	body := testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.A", customer, "Hello", k.Now()))
	good := sandbox.Sign(k.Secret(), body)
	old := hmac.New(sha1.New, []byte(k.Secret()))
	old.Write(body)
	for name, header := range map[string]map[string]string{
		"none":              {},
		"empty":             {"X-Hub-Signature-256": ""},
		"another secret's":  {"X-Hub-Signature-256": sandbox.Sign("guess", body)},
		"an empty secret's": {"X-Hub-Signature-256": sandbox.Sign("", body)},
		"another body's":    {"X-Hub-Signature-256": sandbox.Sign(k.Secret(), append(body, ' '))},
		"without its name":  {"X-Hub-Signature-256": strings.TrimPrefix(good, "sha256=")},
		"cut off":           {"X-Hub-Signature-256": good[:len(good)-2]},
		"too long":          {"X-Hub-Signature-256": good + "00"},
		"SHA-1 only":        {"X-Hub-Signature": "sha1=" + hex.EncodeToString(old.Sum(nil))},
		"SHA-1 as SHA-256":  {"X-Hub-Signature-256": "sha256=" + hex.EncodeToString(old.Sum(nil))},
	} {
		r := k.Send(testkit.Request{Method: http.MethodPost, Path: testkit.Callback, Header: header, Body: body})
		if r.Status != http.StatusUnauthorized || r.Code() != string(crm.CodeSignatureInvalid) {
			t.Errorf("a signature that is %s is answered with %d %s", name, r.Status, r.Body)
		}
	}
	if n := k.Count("provider_webhooks") + k.Count("jobs") + k.Count("messages") + k.Count("contacts"); n != 0 {
		t.Errorf("%d rows were stored all the same", n)
	}
	if r := k.Send(testkit.Request{Method: http.MethodPost, Path: testkit.Callback, Header: map[string]string{"X-Hub-Signature-256": good}, Body: body}); r.Status != http.StatusOK {
		t.Errorf("a good signature is answered with %d %s", r.Status, r.Body)
	}
	k.EventuallyStored("wamid.A")
}

// The provider posts at least once: five times at once is one change and one
// set of events.
func TestProviderPostsAgain(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		id := k.SendMessage(testkit.OrderShipped("+" + customer))
		wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
		before := k.Count("events")
		for _, body := range [][]byte{
			testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.A", customer, "Hello", k.Now())),
			testkit.Webhook(k.Tenant, "statuses", testkit.Status(wamid, "delivered", customer, k.Now())),
		} {
			var all sync.WaitGroup
			for range 5 {
				all.Go(func() {
					if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK || len(r.Body) != 0 {
						t.Errorf("it is answered with %d %s", r.Status, r.Body)
					}
				})
			}
			all.Wait()
		}
		k.Quiet()
		if n := k.Count("messages", "direction = 'inbound'"); n != 1 {
			t.Errorf("the message was stored %d times", n)
		}
		if n := k.Count("events") - before; n != 4 { // received, opened, upsert, delivered
			t.Errorf("%d events were told, want 4", n)
		}
		if m := k.Message(id); m["status"] != "delivered" {
			t.Errorf("the message is %v", m["status"])
		}
	})
}

func permutations(list []string) (out [][]string) {
	if len(list) == 0 {
		return [][]string{nil}
	}
	for i, first := range list {
		rest := append(append([]string{}, list[:i]...), list[i+1:]...)
		for _, p := range permutations(rest) {
			out = append(out, append([]string{first}, p...))
		}
	}
	return out
}

// Statuses come in any order, and end the same: the proof of delivery wins.
func TestStatusesInEveryOrder(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		i := 0
		for _, c := range []struct {
			statuses []string
			want     string
		}{
			{[]string{"sent", "delivered", "read"}, "read"},
			{[]string{"sent", "delivered", "read", "failed"}, "read"},
			{[]string{"sent", "delivered", "failed"}, "delivered"},
			{[]string{"sent", "failed"}, "failed"},
			{[]string{"delivered", "read", "delivered"}, "read"},
			{[]string{"sent", "sent", "failed"}, "failed"},
		} {
			for _, order := range permutations(c.statuses) {
				i++
				checkOrder(t, k, fmt.Sprintf("1415556%04d", i), order, c.want)
			}
		}
		t.Logf("%d orders", i)
	})
}

func checkOrder(t *testing.T, k *testkit.Kit, number string, order []string, want string) {
	t.Helper()
	id := k.SendMessage(testkit.OrderShipped("+" + number))
	wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
	for n, status := range order {
		item := testkit.Status(wamid, status, number, k.Now().Add(time.Duration(n)*time.Second))
		if r := k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", item)); r.Status != http.StatusOK {
			t.Fatalf("a status is answered with %d %s", r.Status, r.Body)
		}
	}
	k.Quiet()
	m := k.Message(id)
	if m["status"] != want {
		t.Errorf("%v end as %v, want %s", order, m["status"], want)
	}
	if m["error"] != nil && want != "failed" {
		t.Errorf("%v: a message that arrived still shows %v", order, m["error"])
	}
	// What is told only moves forward.
	last := 0
	for _, row := range k.Rows("SELECT body FROM events WHERE key = '%s' ORDER BY id", m["conversationId"]) {
		told := testkit.Response{Body: row["body"].([]byte)}.Text("data", "status")
		if rank := crm.Status(told).Rank(); rank <= last {
			t.Errorf("%v: %s was told after a later status", order, told)
		} else {
			last = rank
		}
	}
}

// A body that makes no sense is kept aside, and what comes after it is applied.
func TestProviderGarbage(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		unreadable := []string{"", "garbage", "null", "[]", `"text"`, `{"object":`, "\x00\xff\xfe", strings.Repeat(`{"a":`, 20_000)}
		odd := []string{`{}`, `{"object":"page","entry":[{"id":"1"}]}`, `{"entry":[null,5,{"changes":"x"},{"changes":[{"value":[]}]}]}`,
			`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"messages":[{"id":5},{"id":"wamid.B"},7]}}]}]}`,
			strings.Repeat("[", 5000) + strings.Repeat("]", 5000)}
		for _, body := range append(unreadable, odd...) {
			if r := k.PostProvider(testkit.Callback, k.Secret(), []byte(body)); r.Status != http.StatusOK {
				t.Errorf("%.40q is answered with %d %s", body, r.Status, r.Body)
			}
		}
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.A", customer, "Hello", k.Now())))
		k.EventuallyStored("wamid.A")
		if n := k.Count("provider_webhooks", "state = 'quarantined'"); n < len(unreadable) {
			t.Errorf("%d bodies are quarantined, want at least %d", n, len(unreadable))
		}
		if n := k.Count("messages"); n != 1 {
			t.Errorf("%d messages were made of garbage", n-1)
		}
	})
}

// Customers may put any character into their name and their words.
func TestProviderOddCharacters(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const odd = "a\x00b\u202e\ufeff\U0001f600\u0007"
		message := testkit.Incoming("wamid.A", customer, odd, k.Now())
		body := testkit.Webhook(k.Tenant, "messages", message)
		name, err := json.Marshal(odd)
		k.Must(err)
		body = bytes.Replace(body, []byte(`"messaging_product"`), []byte(`"contacts":[{"wa_id":"`+customer+`","profile":{"name":`+string(name)+`}}],"messaging_product"`), 1)
		if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
			t.Fatalf("it is answered with %d %s", r.Status, r.Body)
		}
		k.Quiet()
		if n := k.Count("messages"); n != 1 {
			t.Errorf("the message was lost: %v", k.Rows("SELECT state, problem FROM provider_webhooks"))
		}
	})
}

func TestProviderBodyLimit(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	for _, c := range []struct {
		size, status int
	}{{4 << 20, http.StatusOK}, {4<<20 + 1, http.StatusRequestEntityTooLarge}} {
		body := bytes.Repeat([]byte(" "), c.size)
		if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != c.status {
			t.Errorf("%d bytes are answered with %d %s", c.size, r.Status, r.Body)
		}
	}
	if n := k.Count("provider_webhooks"); n != 1 {
		t.Errorf("%d bodies were stored", n)
	}
}

// What a customer writes opens the window for a day.
func TestInboundOpensTheWindow(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		text := testkit.Text("+"+customer, "We open at 9.")
		if r := k.Do(http.MethodPost, "/v1/messages", k.Key, text); r.Code() != string(crm.CodeWindowClosed) {
			t.Errorf("before anything was written a text is answered with %d %s", r.Status, r.Body)
		}
		k.CustomerWrites("+"+customer, "When do you open?")
		k.EventuallyMessage(k.SendMessage(text), "delivered")
		k.Advance(25 * time.Hour)
		if r := k.Do(http.MethodPost, "/v1/messages", k.Key, text); r.Code() != string(crm.CodeWindowClosed) {
			t.Errorf("a day later a text is answered with %d %s", r.Status, r.Body)
		}
		// One that waits until then is refused when it would be sent.
		k.CustomerWrites("+"+customer, "And tomorrow?")
		text["scheduledAt"] = k.Now().Add(26 * time.Hour)
		id := k.SendMessage(text)
		k.Advance(27 * time.Hour)
		if m := k.EventuallyMessage(id, "failed"); fmt.Sprint(m["error"]) == "" || m["error"].(map[string]any)["code"] != string(crm.CodeWindowClosed) {
			t.Errorf("a text scheduled beyond the window failed with %v", m["error"])
		}
	})
}

// Twenty messages of one customer at once make one contact and one
// conversation, and each is there once.
func TestInboundAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "messages", testkit.Incoming(fmt.Sprintf("wamid.%d", i), customer, "Hello", k.Now())))
			})
			if i%5 == 0 { // and somebody answers at the same time
				all.Go(func() { k.SendMessage(testkit.OrderShipped("+" + customer)) })
			}
		}
		all.Wait()
		k.Settle()
		for table, want := range map[string]int{"contacts": 1, "conversations": 1, "messages": 24} {
			if n := k.Count(table); n != want {
				t.Errorf("there are %d %s, want %d", n, table, want)
			}
		}
	})
}

// A template that the provider pauses is not sent from that moment on.
func TestTemplateStatus(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver("template.status_updated")
		k.SendMessage(testkit.OrderShipped("+" + customer)) // so that the template is remembered
		k.Sandbox().SetTemplateStatus("order_shipped", "en_US", "PAUSED", "")
		told := r.Eventually(1)[0].Data
		if told["name"] != "order_shipped" || told["status"] != "paused" || told["previous_status"] != "approved" {
			t.Errorf("what is told is %v", told)
		}
		if res := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.OrderShipped("+"+customer)); res.Code() != string(crm.CodeTemplatePaused) {
			t.Errorf("a paused template is answered with %d %s", res.Status, res.Body)
		}
		list := k.Do(http.MethodGet, "/v1/templates?status=paused&name=order_shipped", k.Key, nil).JSON()["data"].([]any)
		if len(list) != 1 || list[0].(map[string]any)["language"] != "en_US" {
			t.Errorf("the mirror shows %v", list)
		}
		k.Sandbox().SetTemplateStatus("order_shipped", "en_US", "APPROVED", "")
		r.Eventually(2)
		k.SendMessage(testkit.OrderShipped("+" + customer))
	})
}

// An account's own app secret vouches for that account only.
func TestAccountSecretMovesItsOwnOnly(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	const secret = "the-other-shops-own-secret"
	r := k.Do(http.MethodPost, "/v1/messaging-accounts", k.Other.Key, map[string]any{"messagingAccountId": k.Other.WABAID, "systemUserToken": k.App.Sandbox.Token, "appSecret": secret})
	own := r.Text("webhookPath")
	id := k.SendMessage(testkit.OrderShipped("+" + customer))
	wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
	foreign := testkit.Status(wamid, "read", customer, k.Now())
	foreign["biz_opaque_callback_data"] = id
	events := k.Count("events")
	for _, body := range [][]byte{
		testkit.Webhook(k.Tenant, "statuses", foreign),
		testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.A", customer, "Hello", k.Now())),
		testkit.Webhook(k.Other, "statuses", foreign), // through its own number
		templatePaused(k.Tenant),
	} {
		if r := k.PostProvider(own, secret, body); r.Status != http.StatusOK {
			t.Errorf("it is answered with %d %s", r.Status, r.Body)
		}
	}
	k.Quiet()
	if m := k.Message(id); m["status"] != "accepted" || k.Count("events") != events || k.Count("messages", "direction = 'inbound'") != 0 {
		t.Errorf("another account's secret moved the message to %v, and made %d events", m["status"], k.Count("events")-events)
	}
	k.PostProvider(own, secret, testkit.Webhook(k.Other, "messages", testkit.Incoming("wamid.B", customer, "Hello", k.Now())))
	k.EventuallyStored("wamid.B")
	for name, r := range map[string]testkit.Response{
		"the deployment's secret at an account's path": k.PostProvider(own, k.Secret(), []byte("{}")),
		"an account's secret at the common path":       k.PostProvider(testkit.Callback, secret, []byte("{}")),
		"an account's secret at another's path":        k.PostProvider("/provider/webhook/"+k.AccountID, secret, []byte("{}")),
		"an empty secret at an account without one":    k.Send(testkit.Request{Method: http.MethodPost, Path: "/provider/webhook/" + k.AccountID, Header: map[string]string{"X-Hub-Signature-256": sandbox.Sign("", []byte("{}"))}, Body: []byte("{}")}),
		"an account that is not there":                 k.PostProvider("/provider/webhook/wba_01jd5k3v6rf0w8m2a4t9x7bq1e", secret, []byte("{}")),
	} {
		if r.Status != http.StatusUnauthorized {
			t.Errorf("%s is answered with %d %s", name, r.Status, r.Body)
		}
	}
}

func templatePaused(to testkit.Tenant) []byte {
	return []byte(`{"object":"whatsapp_business_account","entry":[{"id":"` + to.WABAID + `","changes":[{"field":"message_template_status_update",
		"value":{"event":"PAUSED","message_template_id":9000000000000001,"message_template_name":"hello_world","message_template_language":"en_US","reason":null}}]}]}`)
}

// A status that comes before the provider's answer waits for its message.
func TestStatusBeforeTheAnswer(t *testing.T) {
	testkit.OnBoth(t, liveOptions(t), func(t *testing.T, k *testkit.Kit) {
		live := newLive(k)
		provider.Store(&hook{before: func(wamid string) {
			if r := k.PostProvider(testkit.Callback, liveSecret, testkit.Webhook(live, "statuses", testkit.Status(wamid, "delivered", customer, k.Now()))); r.Status != http.StatusOK {
				t.Errorf("an unknown status is answered with %d %s", r.Status, r.Body)
			}
			k.Eventually("the status is parked", func() bool { return k.Count("parked_statuses") == 1 })
		}, target: k.App.Sandbox.URL})
		r := k.Do(http.MethodPost, "/v1/messages", live.Key, testkit.OrderShipped("+"+customer))
		k.Eventually("the parked status is applied", func() bool {
			return k.Do(http.MethodGet, "/v1/messages/"+r.Text("messageId"), live.Key, nil).Text("status") == "delivered"
		})
		if n := k.Count("parked_statuses"); n != 0 {
			t.Errorf("%d statuses are still parked", n)
		}
		// One for a message that was sent elsewhere is kept and changes nothing.
		k.PostProvider(testkit.Callback, liveSecret, testkit.Webhook(live, "statuses", testkit.Status("wamid.elsewhere", "read", customer, k.Now())))
		k.Eventually("the status is parked", func() bool { return k.Count("parked_statuses") == 1 })
	})
}

// The test app's secret speaks of test workspaces only, and the live one of
// live workspaces only.
func TestLiveAndTestNeverMix(t *testing.T) {
	k := testkit.New(t, liveOptions(t))
	live := newLive(k)
	provider.Store(&hook{target: k.App.Sandbox.URL})
	for id, body := range map[string][]byte{
		k.Secret(): testkit.Webhook(live, "messages", testkit.Incoming("wamid.live", customer, "Hello", k.Now())),
		liveSecret: testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.test", customer, "Hello", k.Now())),
	} {
		if r := k.PostProvider(testkit.Callback, id, body); r.Status != http.StatusOK {
			t.Errorf("it is answered with %d %s", r.Status, r.Body)
		}
	}
	k.Quiet()
	if n := k.Count("messages") + k.Count("contacts"); n != 0 {
		t.Errorf("%d rows came of webhooks of the other realm", n)
	}
	k.PostProvider(testkit.Callback, liveSecret, testkit.Webhook(live, "messages", testkit.Incoming("wamid.live", customer, "Hello", k.Now())))
	k.EventuallyStored("wamid.live")
}

// newLive makes a live workspace whose provider is the proxy of liveOptions.
func newLive(k *testkit.Kit) testkit.Tenant {
	ctx := context.Background()
	provider.Store(&hook{target: k.App.Sandbox.URL})
	w, key, err := k.App.Service.Access.CreateWorkspace(ctx, "Live shop", true, "en_US")
	k.Must(err)
	actor, err := k.App.Service.Access.Operator(ctx, w.ID)
	k.Must(err)
	r, err := k.App.Service.Onboarding.ConnectMessagingAccount(ctx, actor, onboarding.ConnectRequest{ProviderID: "200000000000003", Token: k.App.Sandbox.Token})
	k.Must(err)
	n := r.Numbers[0]
	return testkit.Tenant{WorkspaceID: w.ID, Key: key.Secret, AccountID: r.Account.ID, WABAID: r.Account.ProviderID,
		NumberID: n.ID, Number: n.Number, ProviderNumberID: n.ProviderID}
}
