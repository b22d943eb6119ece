package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/api"
	"service.example/crm/internal/testkit"
)

const wrongSignature = "sha256=0000000000000000000000000000000000000000000000000000000000000000"

// beginPost sends the head of a post with a wrong signature that a proxy of this
// machine hands on for an address.
func beginPost(k *testkit.Kit, path, from string, size int) net.Conn {
	c, err := net.Dial("tcp", strings.TrimPrefix(k.App.URL(), "http://"))
	k.Must(err)
	k.Must(c.SetDeadline(time.Now().Add(2 * testkit.Patience)))
	_, err = fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: crm\r\nX-Forwarded-For: 198.51.100.1, %s\r\nX-Hub-Signature-256: %s\r\nContent-Length: %d\r\n\r\n", path, from, wrongSignature, size)
	k.Must(err)
	return c
}

// Whoever cannot sign, at one address, takes no room from those who can, on
// whichever path: 40 posts that never end, and genuine ones are taken meanwhile.
func TestAnAddressTakesNoMoreThanItsShare(t *testing.T) {
	const posts, size = 40, 4 << 20
	k := testkit.New(t, testkit.Options{})
	api.SetWebhookWindow(k.App.API, 20*time.Second)
	const secret = "the-other-shops-own-secret"
	own := k.Do(http.MethodPost, "/v1/messaging-accounts", k.Other.Key, map[string]any{"messagingAccountId": k.Other.WABAID, "systemUserToken": k.App.Sandbox.Token, "appSecret": secret}).Text("webhookPath")
	for n, at := range []struct {
		path, secret, sources string
		to                    testkit.Tenant
	}{
		{testkit.Callback, k.Secret(), "198.51.100.7", k.Tenant},
		{own, secret, "198.51.100.8", k.Other},
		{testkit.Callback, k.Secret(), "2001:db8:7:7::%d", k.Tenant}, // one network
	} {
		answers := make(chan int, posts)
		var conns []net.Conn
		for i := range posts {
			from := at.sources
			if strings.Contains(from, "%d") {
				from = fmt.Sprintf(from, i+1)
			}
			c := beginPost(k, at.path, from, size)
			conns = append(conns, c)
			go func() { _, _ = c.Write(make([]byte, size-1)) }()
			go func() {
				if res, err := http.ReadResponse(bufio.NewReader(c), nil); err == nil {
					answers <- res.StatusCode
				} else {
					answers <- 0 // cut off while it wrote
				}
			}()
		}
		k.Eventually("each post waits for its last byte, or was refused", func() bool {
			waiting := posts - len(answers)
			return api.WebhookBytes(k.App.API) >= int64(waiting)*(size-1)
		})
		if n := len(answers); n == 0 || n == posts {
			t.Errorf("%s: %d of %d posts were refused", at.path, n, posts)
		}
		for i := range 5 {
			id := fmt.Sprintf("wamid.%d.%d", n, i)
			hello := testkit.Webhook(at.to, "messages", testkit.Incoming(id, customer, "Hello", k.Now()))
			if r := k.PostProvider(at.path, at.secret, hello); r.Status != http.StatusOK {
				t.Errorf("%s: a genuine webhook is answered with %d %s", at.path, r.Status, r.Body)
			}
		}
		for _, c := range conns {
			_ = c.Close()
		}
		k.Eventually("their room is given back", func() bool { return api.WebhookBytes(k.App.API) == 0 })
	}
}

// A webhook whose bytes drip is cut off; one that only takes its time is not.
func TestAWebhookThatDripsIsCutOff(t *testing.T) {
	t.Parallel()
	const window = 3 * time.Second
	k := testkit.New(t, testkit.Options{})
	api.SetWebhookWindow(k.App.API, window)
	const part, parts = 32 << 10, 20
	steady, drips := beginPost(k, testkit.Callback, "203.0.113.1", part*parts), beginPost(k, testkit.Callback, "203.0.113.1", part*parts)
	defer steady.Close()
	defer drips.Close()
	began := time.Now()
	answer := func(c net.Conn, status chan int) {
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Error(err)
			status <- 0
			return
		}
		body, _ := io.ReadAll(res.Body)
		t.Logf("%d after %s: %s", res.StatusCode, time.Since(began), body)
		status <- res.StatusCode
	}
	cut, taken := make(chan int, 1), make(chan int, 1)
	go answer(drips, cut)
	go answer(steady, taken)
	go func() {
		for pause := time.NewTicker(50 * time.Millisecond); ; <-pause.C {
			if _, err := drips.Write([]byte{' '}); err != nil {
				return
			}
		}
	}()
	for pause, n := time.NewTicker(2*window/parts), 0; n < parts; n++ { // as long as two windows
		_, err := steady.Write(make([]byte, part))
		k.Must(err)
		<-pause.C
	}
	if status := <-taken; status != http.StatusUnauthorized {
		t.Errorf("a body that comes at 100 KiB per second is answered with %d, want 401 after its last byte", status)
	}
	if status := <-cut; status != http.StatusRequestTimeout || time.Since(began) > 5*window {
		t.Errorf("a body that drips is answered with %d after %s, want 408 after %s", status, time.Since(began), window)
	}
}
