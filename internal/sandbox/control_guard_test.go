package sandbox

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// asked makes a call of the control API with other headers than a program on
// this machine would send.
func (b *bench) asked(method, path string, header map[string]string) (int, string) {
	b.Helper()
	req, err := http.NewRequest(method, b.url+path, strings.NewReader(`{"from":"+16505551234","text":"hello"}`))
	if err != nil {
		b.Fatal(err)
	}
	for name, value := range header {
		req.Header.Set(name, value)
		if name == "Host" {
			req.Host = value
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(raw)
}

const jsonBody = "application/json"

// An open control API serves programs on this machine, curl's form content type
// included, and no web page.
func TestOpenControlRefusesWebPages(t *testing.T) {
	b := newBench(t, nil)
	for _, c := range []struct {
		name, method string
		header       map[string]string
		status       int
	}{
		{"curl -d", "POST", map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, 200},
		{"no content type", "POST", nil, 200},
		{"localhost", "POST", map[string]string{"Host": "localhost:1"}, 200},
		{"IPv6 loopback", "POST", map[string]string{"Host": "[::1]:1"}, 200},
		{"a name that resolves here", "GET", map[string]string{"Host": "rebound.example"}, 403},
		{"a private address", "POST", map[string]string{"Host": "10.0.0.1:80"}, 403},
		{"a page elsewhere", "POST", map[string]string{"Origin": "https://evil.example"}, 403},
		{"a page on another port", "POST", map[string]string{"Origin": "http://127.0.0.1:1"}, 403},
		{"a page without an origin", "POST", map[string]string{"Origin": "null"}, 403},
		{"a browser says so", "POST", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
	} {
		path := "/_sandbox/messages"
		if c.method == "GET" {
			path = "/_sandbox/log"
		}
		if status, answer := b.asked(c.method, path, c.header); status != c.status {
			t.Errorf("%s: %d %s, want %d", c.name, status, answer, c.status)
		}
	}
}

// A closed control API wants its token, and JSON by name.
func TestClosedControlWantsItsToken(t *testing.T) {
	off := newBench(t, func(c *Config) { c.Control = Control{} })
	if status, answer := off.asked("POST", "/_sandbox/messages", map[string]string{"Content-Type": jsonBody}); status != 403 {
		t.Errorf("without a token set: %d %s", status, answer)
	}
	b := newBench(t, func(c *Config) { c.Control = Control{Token: "let-me-in"} })
	good := "Bearer let-me-in"
	for _, c := range []struct {
		name   string
		header map[string]string
		status int
	}{
		{"the token", map[string]string{"Authorization": good, "Content-Type": jsonBody}, 200},
		{"no token", map[string]string{"Content-Type": jsonBody}, 401},
		{"the provider's token", map[string]string{"Authorization": "Bearer " + DefaultToken, "Content-Type": jsonBody}, 401},
		{"a form", map[string]string{"Authorization": good, "Content-Type": "application/x-www-form-urlencoded"}, 415},
		{"another host", map[string]string{"Authorization": good, "Content-Type": jsonBody, "Host": "rebound.example"}, 403},
		{"a web page", map[string]string{"Authorization": good, "Content-Type": jsonBody, "Origin": "https://evil.example"}, 403},
	} {
		if status, answer := b.asked("POST", "/_sandbox/messages", c.header); status != c.status {
			t.Errorf("%s: %d %s, want %d", c.name, status, answer, c.status)
		}
	}
	if status, _ := b.asked("POST", "/_sandbox/clock", map[string]string{"Authorization": good, "Content-Type": jsonBody}); status != 400 || b.advanced.Load() != 0 {
		t.Errorf("the clock can be moved: %d", status)
	}
}

// Who has no token does not decide where the addresses of files lead, to which
// clients take theirs.
func TestStrangersDoNotSayWhereFilesAre(t *testing.T) {
	b := newBench(t, nil)
	b.asked("POST", "/_sandbox/messages", nil)
	b.asked("GET", "/v25.0/"+testPhone, map[string]string{"Host": "rebound.example"})
	if got := *b.ownURL.Load(); got != b.url {
		t.Errorf("files are at %s, want %s", got, b.url)
	}
	b.asked("GET", "/v25.0/"+testPhone, map[string]string{"Host": "known.example", "Authorization": "Bearer " + DefaultToken})
	if got := *b.ownURL.Load(); got != "http://known.example" {
		t.Errorf("files are at %s, although a client came by another address", got)
	}
}

// Simulators that start beside each other share neither secrets nor ids, and
// know a customer by the same user id.
func TestStartsDifferButForUserIDs(t *testing.T) {
	one, two := New(Config{}), New(Config{})
	token, secret, verify := one.Secrets()
	token2, secret2, verify2 := two.Secrets()
	if token == token2 || secret == secret2 || verify == verify2 || token == DefaultToken || secret == DefaultAppSecret || verify == DefaultVerifyToken {
		t.Error("two starts share a secret")
	}
	if one.ids.messageID("14155550123", sentByBusiness) == two.ids.messageID("14155550123", sentByBusiness) || one.ids.nodeID() == two.ids.nodeID() {
		t.Error("two starts draw the same ids")
	}
	if one.ids.userID("14155550123") != two.ids.userID("14155550123") {
		t.Error("a customer's user id changes with a restart")
	}
	if a, b := New(Config{Seed: 7}), New(Config{Seed: 7}); a.ids.messageID("1", sentByBusiness) != b.ids.messageID("1", sentByBusiness) {
		t.Error("a seed does not fix the ids")
	}
}

// The control API says what it offers, and each example works.
func TestControlIndex(t *testing.T) {
	b := newBench(t, nil)
	status, text := b.asked("GET", "/_sandbox/", nil)
	calls := b.controlCalls()
	for _, c := range calls {
		if !strings.Contains(text, c.Path) || !strings.Contains(text, c.Summary) {
			t.Errorf("the index does not tell of %s %s", c.Method, c.Path)
		}
	}
	if status != 200 || strings.HasPrefix(text, "{") {
		t.Errorf("for people: %d %s", status, text)
	}
	status, raw := b.asked("GET", "/_sandbox/", map[string]string{"Accept": jsonBody})
	if f, e := parseFields([]byte(raw)); status != 200 || e != nil || len(f.list("calls")) != len(calls) {
		t.Errorf("as JSON: %d %s", status, raw)
	}
	b.write("hello")
	b.send(templateTo(customerOne, "order_shipped_tracking", "en_US", shippedComponents))
	for _, c := range calls {
		path := strings.NewReplacer("{number}", customerOne, "{name}", "hello_world", "{id}", testAccount, "{own}", testPhone).Replace(strings.TrimPrefix(c.Path, "/_sandbox/"))
		if c.Path == "/_sandbox/phones/{number}" && c.Method == "POST" {
			path = "phones/" + customerOne
		}
		if status, answer := b.control(c.Method, path, c.Example); status != 200 {
			t.Errorf("%s %s %s: %d %v", c.Method, c.Path, c.Example, status, answer)
		}
	}
}
