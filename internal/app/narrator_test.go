package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// heard keeps what is printed; while it is stuck it takes nothing.
type heard struct {
	mu    sync.Mutex
	text  strings.Builder
	stuck chan struct{}
}

func (h *heard) Write(p []byte) (int, error) {
	if h.stuck != nil {
		<-h.stuck
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(p)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// The demo prints a line for everything that happens, without secrets.
func TestTheDemoSaysWhatHappens(t *testing.T) {
	d := startDemo(t, t.TempDir())
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer receiver.Close()
	var out heard
	d.app.Narrate(&out)
	d.call("POST", "/v1/webhook-endpoints", map[string]any{"url": receiver.URL + "/hook?token=secret-of-the-receiver", "events": []string{"messages.received"}}, nil)
	d.call("POST", "/v1/messages", map[string]any{"to": "+14155550123", "type": "template", "templateName": "order_shipped",
		"parameters": map[string]string{"name": "Ada", "order_number": "48213", "eta": "on Friday"}}, nil)
	d.call("POST", "/_sandbox/ai", []map[string]any{{"match": map[string]string{"path": "/ai/one/"}, "fail": "server_error", "times": 2}}, nil)
	d.ask("+14155550201", "When are you open?\x1b[31m")
	d.ask("+14155550203", "I want to talk to a person")
	lines := []string{
		`in          \+14155550201      “When are you open\?`,
		`out         \+14155550123      \[template order_shipped\]`,
		`status      \+14155550123      delivered`,
		`reply       \+14155550201      “These are our opening hours.*…”  \(\d+ tokens\)`,
		`failover    Sandbox One → Sandbox Two  \(server_error\)`,
		`hand-off    to people  \(asked_for_person\)`,
		`event ✓     messages.received         → http://127\.0\.0\.1:\d+/hook  200  \d+ ms`,
	}
	for _, line := range lines {
		want := regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d  ` + line)
		for deadline := time.Now().Add(patience); !want.MatchString(out.String()); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("there is no line %s:\n%s", line, out.String())
			}
		}
	}
	for _, secret := range []string{"secret-of-the-receiver", d.info.APIKey, d.info.AppSecret, "whsec_", "\x1b"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%q is printed:\n%s", secret, out.String())
		}
	}
	t.Log("\n" + out.String())
}

// A terminal that takes nothing more, as after Ctrl-S, holds up nothing.
func TestAStuckTerminalHoldsUpNothing(t *testing.T) {
	d := startDemo(t, t.TempDir())
	out := heard{stuck: make(chan struct{})}
	d.app.Narrate(&out)
	for i := range 300 { // of four lines at least
		d.call("POST", "/v1/messages", map[string]any{"to": fmt.Sprintf("+1415556%04d", i), "type": "template", "templateName": "order_shipped",
			"parameters": map[string]string{"name": "Ada", "order_number": "48213", "eta": "on Friday"}}, nil)
	}
	d.ask("+14155550201", "When are you open?")
	if out.String() != "" {
		t.Error("something was printed")
	}
	close(out.stuck)
	for deadline := time.Now().Add(patience); !strings.Contains(out.String(), "lines skipped"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the lines that are missing are not counted")
		}
		d.call("POST", "/_sandbox/messages", map[string]any{"from": "+14155550209", "text": "hello"}, nil)
	}
}
