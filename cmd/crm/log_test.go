package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit/testpg"
)

var readyAt = regexp.MustCompile(`"url":"(http://[^"]+)"`)

// served is a service of a test with a key of its workspace.
type served struct {
	*running
	t        *testing.T
	url, key string
}

func serve(t *testing.T, c call, args ...string) *served {
	t.Helper()
	made := c.must("admin", "create-workspace", "Lucky Shop")
	r := c.start(`"msg":"ready"`, append([]string{"serve", "--log-format", "json"}, args...)...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the service said:\n%s", r.out.String())
		}
	})
	return &served{running: r, t: t, url: readyAt.FindStringSubmatch(r.out.String())[1], key: secretOf.FindStringSubmatch(made)[1]}
}

func (s *served) do(method, path string, header map[string]string, body []byte) (status int, answer string) {
	s.t.Helper()
	req, _ := http.NewRequest(method, s.url+path, bytes.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+s.key)
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

// eventually waits for a condition.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("not so: " + what)
		}
	}
}

// count returns how many lines of the log contain the text.
func (s *served) count(text string) (n int) {
	for line := range strings.Lines(s.out.String()) {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

// The request log says what was asked of whom, and nothing that is somebody's.
func TestLogsRequests(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir(), env: []string{"CRM_PROVIDER_URL=" + sandboxURL(t)}}
	s := serve(t, c, "--log-requests")
	s.do("GET", "/v1/contacts?phone=%2B14155550123&secret=in-the-query", nil, nil)
	s.do("GET", "/v1/messages/msg_in-the-path", nil, nil)
	s.do("POST", "/v1/messages", map[string]string{"Content-Type": "application/json"}, []byte(`{"to":"+14155550123","type":"text","text":{"body":"text of the message"}}`))
	s.do("GET", "/healthz", nil, nil)
	eventually(t, "every request is in the log", func() bool { return s.count(`"msg":"request"`) >= 4 })
	out, _ := s.interrupt()
	for _, secret := range []string{"14155550123", "in-the-query", "in-the-path", "text of the message", s.key, "secret="} {
		if strings.Contains(out, secret) {
			t.Errorf("the log contains %q:\n%s", secret, out)
		}
	}
	for _, want := range []string{`"method":"GET","route":"GET /v1/contacts","status":`, `"route":"GET /v1/messages/{id}","status":404`, `"route":"GET /healthz","status":200`} {
		if !strings.Contains(out, want) {
			t.Errorf("the log does not contain %s:\n%s", want, out)
		}
	}
	line := regexp.MustCompile(`"msg":"request","request":"req_\w+","method":"POST","route":"POST /v1/messages","status":\d+,"took":"[0-9.]+(µs|ms|s)","bytes":[1-9]\d*,"workspace":"wsp_\w+","actor":"api_key:key_\w+"`)
	if !line.MatchString(out) {
		t.Errorf("no line says all of a request:\n%s", out)
	}
}

// ready is what /readyz says.
type ready struct {
	Status, Reason string
	Checks         []struct {
		Name, State, Reason string
		Required            bool
	}
}

func (s *served) ready() (status int, r ready) {
	status, text := s.do("GET", "/readyz", nil, nil)
	_ = json.Unmarshal([]byte(text), &r)
	return status, r
}

// check returns the state of a check of /readyz.
func (r ready) check(name string) string {
	for _, c := range r.Checks {
		if c.Name == name {
			return c.State
		}
	}
	return "missing"
}

// A database that takes no writes is one line of the log, with the reason, and
// another one when it takes them again; /readyz tells meanwhile.
func TestTellsOfADatabaseThatIsAway(t *testing.T) {
	t.Parallel()
	server := testpg.StartServer(t)
	c := call{t: t, dir: t.TempDir(), env: []string{"CRM_DATABASE=" + server.URL, "CRM_MASTER_KEY=" + testMasterKey, "CRM_PROVIDER_URL=" + sandboxURL(t)}}
	s := serve(t, c)
	eventually(t, "it is ready", func() bool { status, r := s.ready(); return status == 200 && r.check("database") == "ok" })
	server.Stop()
	eventually(t, "it is not ready, and says why", func() bool {
		status, r := s.ready()
		return status == 503 && r.Status == "unavailable" && strings.HasPrefix(r.Reason, "database: ") && r.check("database") == "away"
	})
	for range 20 {
		s.do("GET", "/v1/contacts", nil, nil)
	}
	server.Start(t)
	eventually(t, "it is ready again", func() bool { status, _ := s.ready(); return status == 200 })
	eventually(t, "the log says so", func() bool { return s.count("the database accepts writes again") == 1 })
	if n := s.count("the database does not accept writes"); n != 1 {
		t.Errorf("the log says %d times that the database is away:\n%s", n, s.out.String())
	}
	if n := s.count(`"level":"ERROR"`); n > 2 {
		t.Errorf("the log has %d errors of one outage:\n%s", n, s.out.String())
	}
}

// A virus scanner and the provider that are away are told of by the log and by
// /readyz, which stays ready: messages without files are taken.
func TestTellsOfAScannerAndAProviderThatAreAway(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir()}
	scanner := filepath.Join(c.dir, "scanner")
	write := func(code int) {
		t.Helper()
		text := fmt.Sprintf("#!/bin/sh\ncat >/dev/null\nexit %d\n", code)
		if err := os.WriteFile(scanner+".new", []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(scanner+".new", scanner); err != nil {
			t.Fatal(err)
		}
	}
	write(2)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	provider := closed.Addr().String()
	_ = closed.Close()
	s := serve(t, c, "--media-scanner", scanner, "--provider-url", "http://"+provider)
	upload := func() int {
		status, _ := s.do("POST", "/v1/media", map[string]string{"Content-Type": "multipart/form-data; boundary=b"},
			[]byte("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--\r\n"))
		return status
	}
	for range 3 {
		if status := upload(); status != 503 {
			t.Fatalf("an upload without a scanner: %d", status)
		}
	}
	if status, r := s.ready(); status != 200 || r.check("virus scanner") != "away" || r.check("provider") != "ok" {
		t.Errorf("/readyz: %d %+v", status, r)
	}
	write(0)
	if status := upload(); status >= 300 {
		t.Fatalf("an upload with a scanner: %d", status)
	}
	if status, r := s.ready(); status != 200 || r.check("virus scanner") != "ok" {
		t.Errorf("/readyz: %d %+v", status, r)
	}
	if away, back := s.count("the virus scanner does not answer"), s.count("the virus scanner answers again"); away != 1 || back != 1 {
		t.Errorf("the log says %d times that the scanner is away and %d times that it is back:\n%s", away, back, s.out.String())
	}
}

// A receiver that fails is one line of the log, and another one when it takes
// events again, however many calls fail meanwhile.
func TestTellsOnceOfAReceiverThatIsAway(t *testing.T) {
	t.Parallel()
	var well bool
	lock := make(chan struct{}, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		lock <- struct{}{}
		defer func() { <-lock }()
		if !well {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	defer receiver.Close()
	c := call{t: t, dir: t.TempDir(), env: []string{"CRM_PROVIDER_URL=" + sandboxURL(t)}}
	s := serve(t, c, "--allow-loopback-receivers", "--webhook-schedule", "100ms,100ms")
	status, text := s.do("POST", "/v1/webhook-endpoints", map[string]string{"Content-Type": "application/json"}, []byte(`{"url":"`+receiver.URL+`/hook","events":["*"]}`))
	var made struct{ ID string }
	if _ = json.Unmarshal([]byte(text), &made); status != 201 {
		t.Fatal(status, text)
	}
	test := func() {
		s.do("POST", "/v1/webhook-endpoints/"+made.ID+"/test", map[string]string{"Content-Type": "application/json"}, []byte(`{"event":"messages.received"}`))
	}
	for range 15 {
		test()
	}
	eventually(t, "the log says that it fails", func() bool { return s.count("an endpoint fails") == 1 })
	lock <- struct{}{}
	well = true
	<-lock
	eventually(t, "the log says that it takes events again", func() bool { return s.count("an endpoint takes events again") == 1 })
	if n := s.count("an endpoint fails"); n != 1 {
		t.Errorf("the log says it %d times:\n%s", n, s.out.String())
	}
}
