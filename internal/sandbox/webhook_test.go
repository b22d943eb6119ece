package sandbox

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestCustomerMessageWebhook(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Clock = func() time.Time { return time.Unix(1750101000, 0) } })
	sent := b.write("déjà vu / 😀")
	b.settled()
	want := `{"object":"whatsapp_business_account","entry":[{"id":"` + testAccount + `","changes":[{"value":{` +
		`"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550001000","phone_number_id":"` + testPhone + `"},` +
		`"contacts":[{"profile":{"name":"Zo\u00eb"},"wa_id":"16505551234","user_id":"` + sent.UserID + `"}],` +
		`"messages":[{"from":"16505551234","from_user_id":"` + sent.UserID + `","id":"` + strings.ReplaceAll(sent.MessageID, "/", `\/`) + `",` +
		`"timestamp":"1750101000","type":"text","text":{"body":"d\u00e9j\u00e0 vu \/ \ud83d\ude00"}}]},"field":"messages"}]}]}`
	if got := b.hook.all(); len(got) != 1 || string(got[0]) != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if !strings.HasPrefix(sent.UserID, "US.") || !isUserID(sent.UserID) {
		t.Errorf("user id %q", sent.UserID)
	}
}

func TestHiddenNumber(t *testing.T) {
	b := newBench(t, nil)
	if _, err := b.CustomerSends(CustomerMessage{UserID: "BR.123", Username: "ana", Name: "Ana", Text: "oi"}); err != nil {
		t.Fatal(err)
	}
	status, answer := b.send(`{"messaging_product":"whatsapp","recipient":"BR.123","type":"text","text":{"body":"hello"}}`)
	if contact := answer.first("contacts"); status != 200 || contact.has("wa_id") || contact.str("user_id") != "BR.123" {
		t.Errorf("answered %d %v", status, answer)
	}
	b.settled()
	for _, v := range b.values() {
		for _, m := range v.objects("messages") {
			if m.has("from") || m.str("from_user_id") != "BR.123" {
				t.Errorf("message: %v", m)
			}
		}
		for _, s := range v.objects("statuses") {
			if s.has("recipient_id") || s.str("recipient_user_id") != "BR.123" {
				t.Errorf("status: %v", s)
			}
		}
		if c := v.first("contacts"); c.has("wa_id") || c.sub("profile").str("username") != "ana" {
			t.Errorf("contact: %v", c)
		}
	}
	if got := b.Phone("BR.123"); len(got) != 1 || got[0].To != "BR.123" {
		t.Errorf("phone: %s", dump(got))
	}
}

func TestUnansweredWebhooksAreRetried(t *testing.T) {
	b := newBench(t, nil)
	b.hook.answer = func(n int) int {
		if n < 3 {
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	}
	b.write("hello")
	b.settled()
	posts := b.hook.all()
	if len(posts) != 3 || string(posts[0]) != string(posts[2]) {
		t.Errorf("%d posts: %s", len(posts), posts)
	}
	if st := b.Stats().Webhooks; st.Posted != 3 || st.OK != 1 || st.Failed != 2 || st.Pending != 0 || st.Abandoned != 0 {
		t.Errorf("stats: %+v", st)
	}
}

func TestWebhooksAreGivenUpAfterTheLastRetry(t *testing.T) {
	b := newBench(t, nil)
	b.hook.answer = func(int) int { return http.StatusAccepted }
	b.write("hello")
	b.settled()
	if st := b.Stats().Webhooks; st.Posted != 3 || st.Abandoned != 1 {
		t.Errorf("stats: %+v", st)
	}
}

func TestSlowReceiverTimesOut(t *testing.T) {
	b := newBench(t, func(c *Config) { c.WebhookTimeout = 20 * time.Millisecond; c.WebhookRetry = []time.Duration{0} })
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer slow.Close()
	defer close(release)
	b.SetCallbackURL(slow.URL)
	b.write("hello")
	b.settled()
	if st := b.Stats().Webhooks; st.Failed != 2 || st.Abandoned != 1 {
		t.Errorf("stats: %+v", st)
	}
}

func TestAdvancedClockBringsRetriesForward(t *testing.T) {
	b := newBench(t, func(c *Config) { c.WebhookRetry = []time.Duration{24 * time.Hour} })
	failed := make(chan struct{}, 1)
	b.hook.answer = func(n int) int {
		if n == 1 {
			failed <- struct{}{}
			return http.StatusInternalServerError
		}
		return http.StatusOK
	}
	b.write("hello")
	<-failed
	b.until("the answer has come back and the retry waits", func() bool { return b.outbox.waiting() > 0 })
	short, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	if err := b.Wait(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("nothing is pending: %v", err)
	}
	b.Advance(30 * time.Hour)
	b.settled()
	if n := len(b.hook.all()); n != 2 {
		t.Errorf("%d posts", n)
	}
}

func TestBacklogIsAggregated(t *testing.T) {
	b := newBench(t, func(c *Config) { c.WebhookBatch, c.WebhookConcurrency = 10, 1 })
	b.book.phone("").limit.rate.Store(1_000_000)
	b.stop() // a backlog builds up while nothing is posted
	for range 25 {
		b.send(templateTo(customerOne, "hello_world", "en_US", ""))
	}
	b.write("between")
	b.start()
	b.settled()
	if got := len(b.statuses()); got != 50 {
		t.Fatalf("%d statuses", got)
	}
	sizes, contacts := map[int]int{}, 0
	for _, v := range b.values() {
		sizes[len(v.objects("statuses"))]++
		contacts = max(contacts, len(v.objects("contacts")))
	}
	if sizes[10] < 3 || len(b.hook.all()) > 12 {
		t.Errorf("sizes %v in %d posts", sizes, len(b.hook.all()))
	}
	if contacts != 1 {
		t.Errorf("one customer appears as %d contacts", contacts)
	}
}

func TestWebhookFaults(t *testing.T) {
	cases := map[string]struct {
		fault  Fault
		posts  int
		forged int
	}{
		"lost":           {Fault{Drop: dropBefore}, 0, 0},
		"answer lost":    {Fault{Drop: dropAfter}, 2, 0},
		"doubled":        {Fault{Double: true}, 2, 0},
		"bad signature":  {Fault{BadSignature: true}, 1, 1},
		"late":           {Fault{DelayMs: 2}, 1, 0},
		"another number": {Fault{Match: Match{To: "+999999999"}, Drop: dropBefore}, 1, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			c.fault.Match.Kind, c.fault.Times = "webhook", 1
			if err := b.SetFaults(c.fault); err != nil {
				t.Fatal(err)
			}
			b.write("hello")
			b.settled()
			if got := len(b.hook.all()); got != c.posts || b.hook.forged != c.forged {
				t.Errorf("%d posts and %d forged, want %d and %d", got, b.hook.forged, c.posts, c.forged)
			}
		})
	}
}

func TestReorderedWebhookLetsTheNextPass(t *testing.T) {
	b := newBench(t, nil)
	if err := b.SetFaults(Fault{Match: Match{Kind: "webhook:message"}, Reorder: true, Times: 1}); err != nil {
		t.Fatal(err)
	}
	first := b.write("first")
	b.until("the first one waits", func() bool { return b.outbox.waiting() > 0 })
	b.write("second")
	b.settled()
	values := b.values()
	if len(values) != 2 || values[1].first("messages").str("id") != first.MessageID {
		t.Errorf("posts: %s", dump(values))
	}
}

func TestOverridesAndSubscription(t *testing.T) {
	b := newBench(t, nil)
	other := &receiver{}
	back := httptest.NewServer(other)
	defer back.Close()
	override := `"override_callback_uri":"` + back.URL + `","verify_token":"` + DefaultVerifyToken + `"`
	if status, answer := b.do("POST", "/v25.0/"+testAccount+"/subscribed_apps", "{"+override+"}"); status != 200 {
		t.Fatalf("override: %v", answer)
	}
	b.write("to the account's callback")
	b.settled()
	if len(b.hook.all()) != 0 || len(other.all()) != 1 {
		t.Fatalf("%d and %d posts", len(b.hook.all()), len(other.all()))
	}
	b.do("POST", "/v25.0/"+testAccount+"/subscribed_apps", "")
	b.do("POST", "/v25.0/"+testPhone, `{"webhook_configuration":{`+override+`}}`)
	b.write("to the number's callback")
	b.settled()
	if len(b.hook.all()) != 0 || len(other.all()) != 2 {
		t.Fatalf("%d and %d posts", len(b.hook.all()), len(other.all()))
	}
	b.do("DELETE", "/v25.0/"+testAccount+"/subscribed_apps", "")
	b.write("to nobody")
	b.settled()
	if len(other.all()) != 2 {
		t.Errorf("an account without subscription posted")
	}
	status, answer := b.do("POST", "/v25.0/"+testAccount+"/subscribed_apps", `{"override_callback_uri":"`+back.URL+`","verify_token":"wrong"}`)
	if status != 400 || answer.sub("error").str("error_subcode") != "2200" {
		t.Errorf("a failed handshake answered %d %v", status, answer)
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	run := func(seed int64) (string, string) {
		fixed := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		b := newBench(t, func(c *Config) {
			c.Seed, c.WebhookConcurrency, c.AutoRead = seed, 1, true
			c.Clock = func() time.Time { return fixed }
		})
		b.write("hello")
		b.settled()
		_, first := b.send(templateTo(customerOne, "hello_world", "en_US", ""))
		b.settled()
		_, second := b.send(`{}`)
		return string(encoder{}.value(nil, []any{map[string]any(first), map[string]any(second)})),
			string(joined(b.hook.all()))
	}
	answers, posts := run(1)
	again, postsAgain := run(1)
	if answers != again || posts != postsAgain {
		t.Errorf("the same seed gave\n%s\n%s\nand\n%s\n%s", answers, posts, again, postsAgain)
	}
	if other, _ := run(2); other == answers {
		t.Errorf("another seed gave the same ids")
	}
}

func joined(list [][]byte) (out []byte) {
	for _, b := range list {
		out = append(append(out, b...), '\n')
	}
	return out
}

func TestManySendersLoseNothing(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.AutoRead, c.WebhookBatch, c.StatusDelay = true, 20, time.Millisecond
		c.LogLimit = 50
	})
	b.book.phone("").limit.rate.Store(1_000_000)
	const senders, each = 8, 40
	var all sync.WaitGroup
	for n := range senders {
		all.Go(func() {
			for i := range each {
				to := "+1650555" + strconv.Itoa(1000+n*each+i)
				if status, answer := b.send(templateTo(to, "hello_world", "en_US", "")); status != 200 {
					t.Errorf("%d %v", status, answer)
				}
				if _, err := b.CustomerSends(CustomerMessage{From: to, Text: "hi"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	b.settled()
	order := map[string]string{}
	for _, s := range b.statuses() {
		order[s.str("id")] += s.str("status") + " "
	}
	for id, got := range order {
		if got != "sent delivered read " {
			t.Errorf("%s: %s", id, got)
		}
	}
	if st := b.Stats(); len(order) != senders*each || st.Delivered != senders*each || st.Inbound != senders*each {
		t.Errorf("%d messages, stats %+v", len(order), st)
	}
}

func TestHardEscapes(t *testing.T) {
	b := newBench(t, func(c *Config) { c.HardEscape = true })
	b.write("me@x.example <b> 50% & more")
	b.settled()
	if got := string(b.hook.all()[0]); !strings.Contains(got, `me\u0040x.example \u003cb\u003e 50\u0025 \u0026 more`) {
		t.Errorf("got %s", got)
	}
}
