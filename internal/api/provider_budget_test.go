package api_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/api"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// heldHeap is the most bytes that were in use while it looked, garbage left out.
// It is signed: what the test before left may be freed between two looks.
func heldHeap() (most int64) {
	for range 8 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, int64(m.HeapAlloc))
	}
	return most
}

// slowBody is a body whose last byte waits until all others have come.
type slowBody struct {
	*bytes.Reader
	waits func() // is called once, before the last byte
}

func (b *slowBody) Read(p []byte) (int, error) {
	if b.Len() == 1 && b.waits != nil {
		b.waits()
		b.waits = nil
	}
	return b.Reader.Read(p[:max(1, min(len(p), b.Len()-1))])
}

// countLog counts the records with a message.
type countLog struct {
	text string
	n    *atomic.Int64
}

func (countLog) Enabled(context.Context, slog.Level) bool { return true }
func (c countLog) WithAttrs([]slog.Attr) slog.Handler     { return c }
func (c countLog) WithGroup(string) slog.Handler          { return c }

func (c countLog) Handle(_ context.Context, r slog.Record) error {
	if strings.Contains(r.Message, c.text) {
		c.n.Add(1)
	}
	return nil
}

// Whoever may sign for one account posts as much as they like, all at once:
// memory stays within bounds, and what is about other numbers is applied
// meanwhile.
func TestManyLargeWebhooksAtOnce(t *testing.T) {
	const posts, bound = 36, 64 << 20
	told := &atomic.Int64{}
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour, Log: countLog{"with 503 until earlier ones", told}})
	api.SetWebhookWindow(k.App.API, time.Minute)
	const secret = "the-other-shops-own-secret"
	own := k.App.URL() + k.Do(http.MethodPost, "/v1/messaging-accounts", k.Other.Key, map[string]any{"messagingAccountId": k.Other.WABAID, "systemUserToken": k.App.Sandbox.Token, "appSecret": secret}).Text("webhookPath")
	items := strings.Repeat(`{"id":"1","status":"read","timestamp":"1","recipient_id":"1"},`, 60_000)
	body := []byte(`{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"1"},"statuses":[` + strings.TrimSuffix(items, ",") + `]}}]}]}`)
	signature, before := sandbox.Sign(secret, body), heldHeap()
	var waiting, taken, refused, odd atomic.Int64
	var all sync.WaitGroup
	release := make(chan struct{})
	for range posts {
		all.Go(func() {
			at := &slowBody{Reader: bytes.NewReader(body), waits: func() { waiting.Add(1); <-release }}
			switch status, wait := postOnce(t, own, signature, at, len(body)); {
			case status == http.StatusOK:
				taken.Add(1)
			case status == 0 || status == http.StatusServiceUnavailable && wait != "": // 0: it was cut off in the middle
				refused.Add(1)
			default:
				odd.Add(1)
			}
		})
	}
	k.Eventually("every post waits for its last byte, or was refused", func() bool { return waiting.Load()+refused.Load() >= posts })
	if held := heldHeap() - before; held > bound {
		t.Errorf("%d posts of %d bytes hold %d MB, at most %d are right", posts, len(body), held>>20, bound>>20)
	} else {
		t.Logf("%d posts of %d bytes hold %d MB", posts, len(body), held>>20)
	}
	for _, id := range []string{"wamid.A", "wamid.B", "wamid.C"} {
		hello := testkit.Webhook(k.Tenant, "messages", testkit.Incoming(id, customer, "Hello", k.Now()))
		if r := k.PostProvider(testkit.Callback, k.Secret(), hello); r.Status != http.StatusOK {
			t.Errorf("a webhook of another account is answered with %d %s", r.Status, r.Body)
		}
		k.EventuallyStored(id)
	}
	close(release)
	all.Wait()
	if taken.Load() == 0 || refused.Load() == 0 || odd.Load() != 0 {
		t.Errorf("%d were stored, %d refused with Retry-After, %d answered otherwise", taken.Load(), refused.Load(), odd.Load())
	}
	if n := told.Load(); n != 1 {
		t.Errorf("the log told %d times of the refusals", n)
	}
	k.Eventually("a refused post is taken when it comes again", func() bool {
		status, _ := postOnce(t, own, signature, bytes.NewReader(body), len(body))
		return status == http.StatusOK
	})
}

// postOnce posts a body on a connection of its own; 0 says that none was answered.
func postOnce(t *testing.T, url, signature string, body io.Reader, size int) (status int, retryAfter string) {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	req, err := http.NewRequest(http.MethodPost, url, io.NopCloser(body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	req.ContentLength = int64(size)
	req.Header.Set("X-Hub-Signature-256", signature)
	res, err := client.Do(req)
	if err != nil {
		return 0, ""
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode, res.Header.Get("Retry-After")
}

// What cannot be signed, or finds no room, is refused before its body comes.
func TestWebhooksAreRefusedUnread(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	good := "sha256=" + strings.Repeat("0", 64)
	for name, head := range map[string]string{
		"no signature":           "POST /provider/webhook HTTP/1.1\r\n",
		"half a signature":       "POST /provider/webhook HTTP/1.1\r\nX-Hub-Signature-256: sha256=00\r\n",
		"no hex":                 "POST /provider/webhook HTTP/1.1\r\nX-Hub-Signature-256: " + strings.Replace(good, "0", "x", 1) + "\r\n",
		"an account that is not": "POST /provider/webhook/wba_01jd5k3v6rf0w8m2a4t9x7bq1e HTTP/1.1\r\nX-Hub-Signature-256: " + good + "\r\n",
	} {
		c, err := net.Dial("tcp", strings.TrimPrefix(k.App.URL(), "http://"))
		k.Must(err)
		k.Must(c.SetDeadline(time.Now().Add(10 * time.Second)))
		_, err = io.WriteString(c, head+"Host: localhost\r\nContent-Length: 4000000\r\n\r\n")
		k.Must(err)
		line := make([]byte, len("HTTP/1.1 401"))
		if _, err := io.ReadFull(c, line); err != nil || string(line) != "HTTP/1.1 401" {
			t.Errorf("%s: %q %v, want 401 before the body", name, line, err)
		}
		_ = c.Close()
	}
}
