package whatsapp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/whatsapp/outgoing"
)

const token = "EAAtest"

func serve(t testing.TB, h http.HandlerFunc) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return New(s.URL+"/", "v25.0", nil)
}

func hello() *outgoing.Message {
	return &outgoing.Message{PhoneNumberID: "106", To: "+14155550123", Type: "text", CallbackData: "msg_1",
		Content: crm.Content{Text: &crm.Text{Body: "hello"}}}
}

func TestSend(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != "POST" || r.URL.Path != "/v25.0/106/messages" || r.Header.Get("Authorization") != "Bearer "+token ||
			r.Header.Get("Content-Type") != "application/json" || !strings.Contains(string(body), `"body":"hello"`) {
			t.Errorf("%s %s %v %s", r.Method, r.URL, r.Header, body)
		}
		fmt.Fprint(w, `{"messaging_product":"whatsapp","contacts":[{"input":"+14155550123","wa_id":"14155550123","user_id":"US.1"}],"messages":[{"id":"wamid.A","message_status":"accepted"}]}`)
	})
	got, err := c.Send(t.Context(), token, hello())
	if want := (Sent{MessageID: "wamid.A", WaID: "14155550123", UserID: "US.1", Status: "accepted"}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

// hijack answers with raw bytes and closes; a reset is sent instead of an
// orderly end when reset is set.
func hijack(t *testing.T, answer string, reset bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		io.WriteString(conn, answer)
		if reset {
			conn.(*net.TCPConn).SetLinger(0)
		}
	}
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func TestSendOutcomes(t *testing.T) {
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		want    Class
	}{
		"closed without answer": {hijack(t, "", false), ClassUnknown},
		"reset without answer":  {hijack(t, "", true), ClassUnknown},
		"reset after headers":   {hijack(t, "HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n", true), ClassUnknown},
		"truncated body":        {hijack(t, "HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"messages\":[", false), ClassUnknown},
		"no HTTP":               {hijack(t, "hello\r\n\r\n", false), ClassUnknown},
		"200 that is no JSON":   {answer(200, "<html>"), ClassUnknown},
		"200 that is empty":     {answer(200, ""), ClassUnknown},
		"200 without a message": {answer(200, `{"messages":[]}`), ClassUnknown},
		"200 without an id":     {answer(200, `{"messages":[{"message_status":"accepted"}]}`), ClassUnknown},
		"200 of another shape":  {answer(200, `{"messages":{"id":"wamid.A"}}`), ClassUnknown},
		"200 too large":         {answer(200, strings.Repeat(" ", maxAnswer)+`{"messages":[{"id":"a"}]}`), ClassUnknown},
		"500 without body":      {answer(500, ""), ClassUnknown},
		"502 of a proxy":        {answer(502, "<html>bad gateway"), ClassUnknown},
		"503 with odd JSON":     {answer(503, `{"error":"busy"}`), ClassUnknown},
		"503 without a code":    {answer(503, `{"error":{"message":"busy"}}`), ClassUnknown},
		"408 without body":      {answer(408, ""), ClassUnknown},
		"503 of the provider":   {answer(503, `{"error":{"code":2,"message":"x"}}`), ClassRetry},
		"500 with unknown code": {answer(500, `{"error":{"code":987654,"message":"x"}}`), ClassUnknown},
		"500 transient":         {answer(500, `{"error":{"code":987654,"is_transient":true}}`), ClassRetry},
		"code as text":          {answer(400, `{"error":{"code":"131026","error_subcode":"x","message":7}}`), ClassRefused},
		"429 without body":      {answer(429, ""), ClassLater},
		"429 with unknown code": {answer(429, `{"error":{"code":987654}}`), ClassLater},
		"400 with unknown code": {answer(400, `{"error":{"code":987654}}`), ClassRefused},
		"403 with unknown code": {answer(403, `{"error":{"code":987654}}`), ClassFix},
		"404 of something else": {answer(404, "not found"), ClassRefused},
		"403 of something else": {answer(403, "go away"), ClassFix},
		"401 with code 0":       {answer(401, `{"error":{"code":0,"message":"x"}}`), ClassFix},
		"redirect to other hosts": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://other.invalid/", http.StatusTemporaryRedirect)
		}, ClassFix},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := serve(t, c.handler).Send(t.Context(), token, hello())
			if err == nil || Classify(err) != c.want {
				t.Errorf("got %v (%v), want class %v", err, Classify(err), c.want)
			}
		})
	}
}

func TestSendNeverWritten(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	tls := httptest.NewUnstartedServer(answer(200, ""))
	tls.Config.ErrorLog = log.New(io.Discard, "", 0)
	tls.StartTLS()
	defer tls.Close()
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		base string
	}{
		"refused":          {t.Context(), "http://" + l.Addr().String()},
		"no such host":     {t.Context(), "http://host.invalid"},
		"untrusted":        {t.Context(), tls.URL},
		"no TLS there":     {t.Context(), "https" + strings.TrimPrefix(httpURL(t), "http")},
		"bad URL":          {t.Context(), "http://a b"},
		"ended beforehand": {done, tls.URL},
	} {
		_, err := New(c.base, "v25.0", nil).Send(c.ctx, token, hello())
		if err == nil || Classify(err) != ClassRetry {
			t.Errorf("%s: got %v (%v), want retry", name, err, Classify(err))
		}
	}
}

func httpURL(t *testing.T) string {
	s := httptest.NewServer(answer(200, ""))
	t.Cleanup(s.Close)
	return s.URL
}

func TestSendTimeoutAfterWriting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // only then is the end of the connection noticed
		cancel()
		<-r.Context().Done()
	})
	_, err := c.Send(ctx, token, hello())
	if !errors.Is(err, context.Canceled) || Classify(err) != ClassUnknown {
		t.Errorf("got %v (%v)", err, Classify(err))
	}
}

// roundTripper stands for a transport that tells nothing of its progress.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestForeignTransportIsNotTrusted(t *testing.T) {
	c := New("http://provider.invalid", "v25.0", &http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
		return nil, errors.New("failed somewhere")
	})})
	if _, err := c.Send(t.Context(), token, hello()); Classify(err) != ClassUnknown {
		t.Errorf("got %v (%v)", err, Classify(err))
	}
}

func TestRedirectKeepsToken(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer other.Close()
	given := &http.Client{}
	s := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer s.Close()
	if _, err := New(s.URL, "v25.0", given).Account(t.Context(), token, "1"); Classify(err) != ClassFix {
		t.Errorf("got %v", err)
	}
	if given.CheckRedirect != nil {
		t.Error("the caller's client was changed")
	}
}

func TestErrorsHideToken(t *testing.T) {
	refused := serve(t, answer(400, `{"error":{"code":190,"message":"Malformed access token EAAtest","error_data":{"details":"EAAtest is bad"}}}`))
	_, err := refused.Account(t.Context(), token, "1")
	_, dial := New("http://host.invalid", "v25.0", nil).DebugToken(t.Context(), token)
	for _, err := range []error{err, dial} {
		if err == nil || strings.Contains(err.Error(), token) {
			t.Errorf("got %v", err)
		}
	}
	if got := Classify(dial); got != ClassRetry {
		t.Errorf("class %v", got)
	}
}
