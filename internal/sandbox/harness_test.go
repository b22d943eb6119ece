package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	testPhone   = "100000000000001"
	testAccount = "200000000000001"
	customerOne = "+16505551234"
)

// bench is a sandbox with a receiver of its webhooks.
type bench struct {
	*testing.T
	*Server
	url  string
	hook *receiver
	stop func()
}

// receiver collects webhooks whose signature is right and answers as told.
type receiver struct {
	mu     sync.Mutex
	bodies [][]byte
	forged int
	answer func(n int) int // status of the nth post; nil = 200
}

func (h *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		if r.URL.Query().Get("hub.verify_token") != DefaultVerifyToken {
			w.WriteHeader(http.StatusForbidden)
		}
		_, _ = io.WriteString(w, r.URL.Query().Get("hub.challenge"))
		return
	}
	body, _ := io.ReadAll(r.Body)
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.Header.Get("X-Hub-Signature-256") != Sign(DefaultAppSecret, body) {
		h.forged++
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	h.bodies = append(h.bodies, body)
	if h.answer != nil {
		w.WriteHeader(h.answer(len(h.bodies)))
	}
}

func (h *receiver) all() [][]byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([][]byte(nil), h.bodies...)
}

// newBench starts a sandbox whose receiver answers 200; edit may change its
// configuration first.
func newBench(t *testing.T, edit func(*Config)) *bench {
	t.Helper()
	hook := &receiver{}
	back := httptest.NewServer(hook)
	t.Cleanup(back.Close)
	cfg := Config{Seed: 7, AppSecret: DefaultAppSecret, VerifyToken: DefaultVerifyToken, Token: DefaultToken,
		Control: Control{Open: true, Clock: true}, CallbackURL: back.URL, WebhookRetry: []time.Duration{time.Millisecond, time.Millisecond}}
	if edit != nil {
		edit(&cfg)
	}
	s := New(cfg)
	front := httptest.NewServer(s.Handler())
	t.Cleanup(front.Close)
	b := &bench{T: t, Server: s, url: front.URL, hook: hook}
	b.start()
	t.Cleanup(func() { b.stop() })
	return b
}

// start runs the sandbox until stop.
func (b *bench) start() { b.stop = started(b.Server) }

// started runs a sandbox and returns what ends it.
func started(s *Server) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = s.Run(ctx) })
	return func() { cancel(); running.Wait() }
}

// Advance moves the clock and waits until everything that is due has run.
func (b *bench) Advance(d time.Duration) {
	b.Helper()
	b.Server.Advance(d)
	ran := make(chan struct{})
	b.timers.after(0, taskFunc(func() { close(ran) }))
	select {
	case <-ran:
	case <-time.After(time.Minute):
		b.Fatal("timed out waiting for what was due")
	}
}

// settled waits until nothing is pending.
func (b *bench) settled() {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := b.Wait(ctx); err != nil {
		b.Fatalf("still pending: %+v", b.Stats().Webhooks)
	}
}

// corpus returns a folder of the payload corpus. It skips the test where there is
// none.
func corpus(t *testing.T, folder string) string {
	t.Helper()
	root := os.Getenv("CRM_FIXTURES")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "fixtures")
	}
	dir := filepath.Join(root, folder)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no payload corpus at %s; set CRM_FIXTURES to its folder", root)
	}
	return dir
}

// until waits for a condition; what it is about is named when it does not come
// to hold.
func (b *bench) until(what string, holds func() bool) {
	b.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			b.Fatalf("timed out waiting until %s", what)
		}
	}
}

// do makes a call with the right token and returns status and decoded answer.
func (b *bench) do(method, path, body string) (int, fields) {
	b.Helper()
	req, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+DefaultToken)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	out, e := parseFields(raw)
	if e != nil {
		b.Fatalf("%s %s answered %d %q", method, path, res.StatusCode, raw)
	}
	return res.StatusCode, out
}

func (b *bench) send(body string) (int, fields) {
	b.Helper()
	return b.do("POST", "/v25.0/"+testPhone+"/messages", body)
}

// text sends a text to customerOne and returns its id.
func (b *bench) text(body string) string {
	b.Helper()
	status, answer := b.send(textTo(customerOne, body))
	if status != http.StatusOK {
		b.Fatalf("send answered %d %v", status, answer)
	}
	return answer.first("messages").str("id")
}

func textTo(to, body string) string {
	quoted, _ := json.Marshal(body)
	return `{"messaging_product":"whatsapp","to":"` + to + `","type":"text","text":{"body":` + string(quoted) + `}}`
}

func templateTo(to, name, language, components string) string {
	return `{"messaging_product":"whatsapp","to":"` + to + `","type":"template","biz_opaque_callback_data":"cb-` + name + `",` +
		`"template":{"name":"` + name + `","language":{"code":"` + language + `"}` + components + `}}`
}

// write has customerOne write, which opens the window.
func (b *bench) write(text string) Sent {
	b.Helper()
	sent, err := b.CustomerSends(CustomerMessage{From: customerOne, Text: text, Name: "Zoë"})
	if err != nil {
		b.Fatal(err)
	}
	return sent
}

// statuses returns all statuses received so far, in order of arrival.
func (b *bench) statuses() []fields {
	var out []fields
	for _, v := range b.values() {
		out = append(out, v.objects("statuses")...)
	}
	return out
}

// values returns the values of all changes received so far.
func (b *bench) values() []fields {
	b.Helper()
	var out []fields
	for _, body := range b.hook.all() {
		post, e := parseFields(body)
		if e != nil {
			b.Fatalf("webhook is not JSON: %s", body)
		}
		for _, entry := range post.objects("entry") {
			for _, change := range entry.objects("changes") {
				out = append(out, change.sub("value"))
			}
		}
	}
	return out
}

func names(statuses []fields) string {
	var out []string
	for _, s := range statuses {
		out = append(out, s.str("status"))
	}
	return strings.Join(out, " ")
}

func dump(v any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", " ")
	_ = enc.Encode(v)
	return out.String()
}

// number spells a code as the answers have it; 0 is none.
func number(code int) string {
	if code == 0 {
		return ""
	}
	return strconv.Itoa(code)
}

// waiting is the number of items that are not under way.
func (o *outbox) waiting() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.queued + o.late
}
