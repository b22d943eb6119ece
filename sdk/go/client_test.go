package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	service "service.example/crm/sdk/go"
)

// server answers each request with the next of the answers and keeps what came.
type server struct {
	*httptest.Server
	requests []*http.Request
	bodies   []string
	answers  []func(http.ResponseWriter)
}

func serve(t *testing.T, answers ...func(http.ResponseWriter)) (*server, *service.Client) {
	t.Helper()
	s := &server{answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		n := len(s.requests)
		s.requests, s.bodies = append(s.requests, r), append(s.bodies, string(body))
		s.answers[min(n, len(s.answers)-1)](w)
	}))
	t.Cleanup(s.Close)
	client, err := service.NewClient(service.WithAPIKey("sk_test_x"), service.WithBaseURL(s.URL+"/"))
	if err != nil {
		t.Fatal(err)
	}
	return s, client
}

func answer(status int, body string, header ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func TestSend(t *testing.T) {
	s, client := serve(t, answer(202, `{"messageId":"msg_1","status":"queued","later":"ignored"}`))
	got, err := client.Messages.Send(t.Context(), service.SendMessage{To: "+15551234567", Type: "text", Text: &service.Text{Body: "Hello"}})
	if err != nil || got.MessageID != "msg_1" || got.Status != "queued" {
		t.Fatal(got, err)
	}
	r := s.requests[0]
	if r.Method != "POST" || r.URL.Path != "/v1/messages" || r.Header.Get("Authorization") != "Bearer sk_test_x" ||
		len(r.Header.Get("Idempotency-Key")) < 20 || r.Header.Get("Content-Type") != "application/json" {
		t.Error(r.Method, r.URL, r.Header)
	}
	if want := `{"to":"+15551234567","type":"text","text":{"body":"Hello"}}`; s.bodies[0] != want {
		t.Error(s.bodies[0])
	}
}

func TestRetryKeepsTheIdempotencyKey(t *testing.T) {
	s, client := serve(t, answer(503, `{"code":"unavailable"}`, "Retry-After", "0"), answer(429, "", "Retry-After", "0"),
		answer(202, `{"messageId":"msg_1","status":"queued"}`))
	if _, err := client.Messages.Send(t.Context(), service.SendMessage{}); err != nil {
		t.Fatal(err)
	}
	key := s.requests[0].Header.Get("Idempotency-Key")
	for _, r := range s.requests[1:] {
		if r.Header.Get("Idempotency-Key") != key {
			t.Error("another key")
		}
	}
	if len(s.requests) != 3 || s.bodies[2] != s.bodies[0] {
		t.Error(len(s.requests), s.bodies)
	}
	own, other := serve(t, answer(202, `{}`))
	if _, err := other.Messages.Send(t.Context(), service.SendMessage{}, service.WithIdempotencyKey("order-7")); err != nil ||
		own.requests[0].Header.Get("Idempotency-Key") != "order-7" {
		t.Error(err)
	}
}

func TestFailure(t *testing.T) {
	s, client := serve(t, answer(422, `{"status":422,"code":"validation_failed","title":"T","detail":"D","requestId":"req_1",
		"errors":[{"pointer":"/to","detail":"a","code":"required"},{"pointer":"/type","detail":"b","code":"required"}],
		"providerError":{"code":131056,"title":"pair"}}`))
	_, err := client.Messages.Send(t.Context(), service.SendMessage{})
	var failure *service.Error
	if !errors.As(err, &failure) {
		t.Fatal(err)
	}
	if failure.Status != 422 || failure.Code != "validation_failed" || failure.RequestID != "req_1" || len(failure.Faults) != 2 ||
		failure.Faults[1].Pointer != "/type" || failure.Provider.Code != 131056 || len(s.requests) != 1 {
		t.Errorf("%+v, %d requests", failure, len(s.requests))
	}
	if text := err.Error(); !strings.Contains(text, "/type: b") || !strings.Contains(text, "131056") {
		t.Error(text)
	}
}

func TestOddAnswers(t *testing.T) {
	for name, a := range map[string]func(http.ResponseWriter){
		"a page of a proxy": answer(404, "<html>"), "no JSON": answer(200, "<html>"), "a redirect": answer(302, "", "Location", "https://example.com/"),
		"another conflict": answer(409, `{"code":"not_cancelable"}`), "too much patience": answer(429, "", "Retry-After", "3600"),
	} {
		t.Run(name, func(t *testing.T) {
			s, client := serve(t, a)
			if _, err := client.Messages.Get(t.Context(), "msg_1"); err == nil || len(s.requests) != 1 {
				t.Error(err, len(s.requests))
			}
		})
	}
}

func TestNoAnswer(t *testing.T) {
	hold := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hold }))
	defer s.Close()
	defer close(hold)
	client, err := service.NewClient(service.WithAPIKey("k"), service.WithBaseURL(s.URL), service.WithTimeout(10*time.Millisecond), service.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Messages.Get(t.Context(), "msg_1")
	var connection *service.ConnectionError
	if !errors.As(err, &connection) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Messages.Get(ctx, "msg_1"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestList(t *testing.T) {
	s, client := serve(t, answer(200, `{"data":[{"id":"msg_1"},{"id":"msg_2"}],"nextCursor":"c2"}`),
		answer(200, `{"data":[{"id":"msg_3"}],"nextCursor":null}`))
	var ids []string
	for m, err := range client.Messages.List(service.ListMessages{Status: "failed", Limit: 2}).All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	if strings.Join(ids, " ") != "msg_1 msg_2 msg_3" || s.requests[0].URL.RawQuery != "limit=2&status=failed" ||
		s.requests[1].URL.RawQuery != "cursor=c2&limit=2&status=failed" {
		t.Error(ids, s.requests[0].URL, s.requests[1].URL)
	}
	for range client.Messages.List(service.ListMessages{}).All(t.Context()) {
		break
	}
	if len(s.requests) != 3 {
		t.Error("more was fetched than was read")
	}
	_, broken := serve(t, answer(403, `{"code":"missing_scope"}`))
	n := 0
	for _, err := range broken.Messages.List(service.ListMessages{}).All(t.Context()) {
		if n++; err == nil {
			t.Error("no error")
		}
	}
	if n != 1 {
		t.Error(n)
	}
}

func TestPathsAndFalse(t *testing.T) {
	s, client := serve(t, answer(200, `{}`))
	_, _ = client.Messages.Get(t.Context(), "a/../b")
	if got := s.requests[0].URL.EscapedPath(); got != "/v1/messages/a%2F..%2Fb" {
		t.Error(got)
	}
	_, _ = client.WebhookEndpoints.Update(t.Context(), "whk_1", service.UpdateWebhookEndpoint{Enabled: service.Ptr(false), Events: []string{}})
	if s.bodies[1] != `{"events":[],"enabled":false}` {
		t.Error(s.bodies[1])
	}
	if err := client.APIKeys.Delete(t.Context(), "key_1"); err != nil || s.requests[2].Method != "DELETE" {
		t.Error(err)
	}
}

func TestNewClient(t *testing.T) {
	t.Setenv("SERVICE_API_KEY", "")
	for _, o := range [][]service.Option{nil, {service.WithAPIKey("sk x")}, {service.WithAPIKey("k"), service.WithBaseURL("ftp://x")}} {
		if _, err := service.NewClient(o...); err == nil || strings.Contains(err.Error(), "sk x") {
			t.Error(err)
		}
	}
	t.Setenv("SERVICE_API_KEY", "sk_test_env")
	if _, err := service.NewClient(); err != nil {
		t.Error(err)
	}
}

func TestEventData(t *testing.T) {
	var data service.MessageStatusData
	if err := json.Unmarshal([]byte(`{"message_id":"msg_1","status":"failed","error":null}`), &data); err != nil || data.MessageID != "msg_1" || data.Error != nil {
		t.Error(data, err)
	}
}
