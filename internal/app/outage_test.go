package app_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testpg"
)

// authority has the certificate of example.com that this package's tests trust.
var authority *httptest.Server

func TestMain(m *testing.M) {
	authority = httptest.NewTLSServer(http.NotFoundHandler())
	dir, err := os.MkdirTemp("", "crm-app-test")
	if err != nil {
		panic(err)
	}
	file := filepath.Join(dir, "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authority.Certificate().Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		panic(err)
	}
	if err := os.Setenv("SSL_CERT_FILE", file); err != nil { // before anything reads it
		panic(err)
	}
	testpg.Main(m, func() { authority.Close(); _ = os.RemoveAll(dir) })
}

// remote is the provider of live workspaces: it has a name, an address and a
// certificate, and hands calls on to the simulator.
type remote struct {
	t       *testing.T
	address string
	target  atomic.Pointer[url.URL]
	unknown atomic.Bool // its name
	server  *http.Server
}

func newRemote(t *testing.T) *remote {
	r := &remote{t: t, address: "127.0.0.1:0"}
	r.resolve()
	r.listen(trusted)
	t.Cleanup(r.close)
	return r
}

// trusted and noCertificate are how the provider shows itself.
func trusted(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	return &authority.TLS.Certificates[0], nil
}

func noCertificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	return nil, errors.New("there is none")
}

func (r *remote) listen(certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error)) {
	l, err := net.Listen("tcp", r.address)
	if err != nil {
		r.t.Fatal(err)
	}
	r.address = l.Addr().String()
	r.server = &http.Server{
		ReadHeaderTimeout: time.Minute, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		TLSConfig: &tls.Config{GetCertificate: certificate, MinVersion: tls.VersionTLS12},
		Handler:   &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(r.target.Load()) }},
	}
	go func(s *http.Server) { _ = s.ServeTLS(l, "", "") }(r.server)
}

func (r *remote) close() { _ = r.server.Close() }

// resolve has names looked up by a server of this test, which knows every one as
// 127.0.0.1, or none.
func (r *remote) resolve() {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		r.t.Fatal(err)
	}
	usual := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
	r.t.Cleanup(func() { net.DefaultResolver = usual; _ = conn.Close() })
	go func() {
		for buf := make([]byte, 1500); ; {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			q := m.Questions[0]
			answer := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, Authoritative: true, RecursionAvailable: true}, Questions: m.Questions}
			switch {
			case r.unknown.Load():
				answer.RCode = dnsmessage.RCodeNameError
			case q.Type == dnsmessage.TypeA:
				answer.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}}}
			}
			if packed, err := answer.Pack(); err == nil {
				_, _ = conn.WriteTo(packed, from)
			}
		}
	}()
}

// live starts a service with a live workspace whose provider is r.
func (r *remote) live(log slog.Handler) (*testkit.Kit, testkit.Tenant) {
	_, port, _ := net.SplitHostPort(r.address)
	const account = "200000000000003"
	k := testkit.New(r.t, testkit.Options{Log: log,
		Config: func(c *config.Serve) {
			c.ProviderURL, c.AppSecret, c.VerifyToken = "https://example.com:"+port, "the-live-apps-secret", sandbox.DefaultVerifyToken
		},
		Sandbox: func(c *sandbox.Config) {
			a := sandbox.DefaultAccount()
			a.ID, a.Phones = account, []sandbox.Phone{{ID: "100000000000003", Number: "+15550003000", Name: "Live"}}
			for i, t := range a.Templates {
				a.Templates[i] = sandbox.Template(strings.Replace(string(t), `"id":"9000`, `"id":"9200`, 1))
			}
			c.Accounts = append(c.Accounts, a)
		}})
	target, err := url.Parse(k.App.Sandbox.URL)
	k.Must(err)
	r.target.Store(target)
	ctx := context.Background()
	w, key, err := k.App.Service.Access.CreateWorkspace(ctx, "Live shop", true, "en_US")
	k.Must(err)
	actor, err := k.App.Service.Access.Operator(ctx, w.ID)
	k.Must(err)
	_, err = k.App.Service.Onboarding.ConnectMessagingAccount(ctx, actor, onboarding.ConnectRequest{ProviderID: account, Token: k.App.Sandbox.Token})
	k.Must(err)
	return k, testkit.Tenant{WorkspaceID: w.ID, Key: key.Secret}
}

// A call that never got out spends no attempt of its message, which is sent when
// the provider can be reached again.
func TestACallThatNeverGotOutSpendsNoAttempt(t *testing.T) {
	r := newRemote(t)
	k, live := r.live(nil)
	for _, c := range []struct {
		name, detail string
		away, back   func()
	}{
		{"refused connection", "refused", func() { r.close() }, func() { r.listen(trusted) }},
		{"unknown name", "no such host", func() { r.unknown.Store(true); r.close(); r.listen(trusted) }, func() { r.unknown.Store(false) }},
		{"TLS failure", "tls", func() { r.close(); r.listen(noCertificate) }, func() { r.close(); r.listen(trusted) }},
	} {
		c.away()
		id := k.Do(http.MethodPost, "/v1/messages", live.Key, testkit.OrderShipped("+14155550161")).Text("messageId")
		attempts := func() (list []struct{ Outcome, Detail string }) {
			var m struct {
				Attempts []struct{ Outcome, Detail string }
			}
			k.Must(json.Unmarshal(k.Do(http.MethodGet, "/v1/messages/"+id, live.Key, nil).Body, &m))
			return m.Attempts
		}
		for n := 1; n <= 2; n++ {
			k.Eventually(c.name+": the call fails", func() bool { list := attempts(); return len(list) >= n && list[n-1].Outcome == "refused" })
			k.Advance(3 * time.Second)
		}
		if spent := k.Count("jobs", "payload = '"+id+"' AND attempt > 0"); spent > 0 || !strings.Contains(attempts()[0].Detail, c.detail) {
			t.Errorf("%s: spends an attempt: %v; it says %q", c.name, spent > 0, attempts()[0].Detail)
		}
		c.back()
		k.Eventually(c.name+": the message is sent", func() bool {
			k.Advance(time.Second)
			list := attempts()
			return list[len(list)-1].Outcome == "known"
		})
	}
}

// An outage of the provider is one line when it begins and one when it ends,
// however many messages meet it; readiness tells of it and stays ready.
func TestAnOutageOfTheProviderIsToldOnce(t *testing.T) {
	log := &logged{}
	r := newRemote(t)
	k, live := r.live(slog.NewTextHandler(log, nil))
	provider := func() string { return providerState(k) }
	if s := provider(); s != "ok" {
		t.Fatalf("at first the provider is %q", s)
	}
	const away, back = "the provider is not working", "the provider works again"
	r.close()
	var ids []string
	for n := range 20 {
		ids = append(ids, k.Do(http.MethodPost, "/v1/messages", live.Key, testkit.OrderShipped("+141555501"+string(rune('0'+n/10))+string(rune('0'+n%10)))).Text("messageId"))
	}
	k.Eventually("the outage is told", func() bool { return log.count(away) > 0 && provider() == "away" })
	k.Advance(time.Minute)
	r.listen(trusted)
	k.Eventually("all is sent", func() bool {
		k.Advance(time.Second)
		return k.Count("message_states", "workspace_id = '"+live.WorkspaceID+"' AND status IN ('accepted', 'sent', 'delivered')") == len(ids)
	})
	if log.count(away) != 1 || log.count(back) != 1 || provider() != "ok" {
		t.Errorf("the outage is told %d times, its end %d times, and the provider is %q afterwards", log.count(away), log.count(back), provider())
	}
	if n := log.count("connection refused"); n != 1 {
		t.Errorf("%d lines tell of the failure, want one", n)
	}
}

// Readiness and the log say the same of the provider at every moment: it is away
// from the line that says so until the line that says that it works again.
func TestReadinessAndTheLogAgreeOnTheProvider(t *testing.T) {
	log := &logged{}
	r := newRemote(t)
	k, live := r.live(slog.NewTextHandler(log, nil))
	lines := func() int { return log.count("the provider is not working") - log.count("the provider works again") }
	var compared [2]int
	agree := func() {
		told := lines()
		if state := providerState(k); lines() == told { // else it changed in between
			compared[told]++
			if want := []string{"ok", "away"}[told]; state != want {
				t.Errorf("readiness says %q while the log says %q", state, want)
			}
		}
	}
	settled := func(outcome, id string) func() bool {
		return func() bool {
			agree()
			return strings.Contains(string(k.Do(http.MethodGet, "/v1/messages/"+id, live.Key, nil).Body), `"outcome":"`+outcome+`"`)
		}
	}
	post := func(n int) string {
		return k.Do(http.MethodPost, "/v1/messages", live.Key, testkit.OrderShipped(fmt.Sprintf("+141555502%02d", n))).Text("messageId")
	}
	r.close()
	for n := 0; lines() == 0; n++ {
		k.Eventually("a call fails", settled("refused", post(n)))
		if n > 20 {
			t.Fatal("20 calls failed and the log does not tell")
		}
	}
	agree()
	r.listen(trusted)
	id := post(99)
	k.Eventually("the message is sent", func() bool { k.Advance(time.Second); return settled("known", id)() })
	agree()
	if compared[0] < 3 || compared[1] < 2 {
		t.Errorf("compared %d times while it worked, %d while it was away", compared[0], compared[1])
	}
}

// providerState is what readiness says of the provider.
func providerState(k *testkit.Kit) string {
	answer := k.Do(http.MethodGet, "/readyz", "", nil)
	var body struct {
		Checks []struct{ Name, State string }
	}
	k.Must(json.Unmarshal(answer.Body, &body))
	for _, c := range body.Checks {
		if c.Name == "provider" && answer.Status == http.StatusOK {
			return c.State
		}
	}
	return answer.Code()
}

// logged keeps what is logged.
type logged struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// count returns how many lines have a text.
func (l *logged) count(text string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.buf.String()) {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}
