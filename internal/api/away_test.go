package api_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/api"
	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testpg"
)

// A request that takes long leaves its connection to those that follow.
func TestALongRequestLeavesItsConnectionAlone(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, testkit.Options{})
	for _, op := range api.Operations(k.App.API) {
		if op.BodyReadTimeout >= 0 {
			t.Errorf("%s limits the time of a connection whose body has been read", op.OperationID)
		}
	}
	began, gate := make(chan struct{}), make(chan struct{})
	held := make(chan error, 1)
	go func() {
		held <- k.DB().Update(context.Background(), "k", func(*db.Tx) error { close(began); <-gate; return nil })
	}()
	<-began
	time.AfterFunc(5200*time.Millisecond, func() { close(gate) }) // longer than the time-outs that libraries set by themselves
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
	defer client.CloseIdleConnections()
	for i := range 3 {
		reused := false
		trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { reused = c.Reused }}
		req, err := http.NewRequestWithContext(httptrace.WithClientTrace(context.Background(), trace), http.MethodPost,
			k.App.URL()+"/v1/contacts", strings.NewReader(`{"phone":"+1415555012`+string(rune('0'+i))+`"}`))
		k.Must(err)
		req.Header.Set("Authorization", "Bearer "+k.Key)
		req.Header.Set("Content-Type", "application/json")
		res, err := client.Do(req)
		k.Must(err)
		body, err := io.ReadAll(res.Body)
		k.Must(err)
		if res.StatusCode != http.StatusCreated || reused != (i > 0) {
			t.Errorf("request %d, on a connection used before: %v: %d %s", i, reused, res.StatusCode, body)
		}
	}
	k.Must(<-held)
}

// A body that stands still ends its request within bounded time, and with it the
// connection.
func TestABodyThatStandsStillIsRefused(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, testkit.Options{})
	api.SetBodyTimeout(k.App.API, 200*time.Millisecond)
	for _, path := range []string{"/v1/messages", "/provider/webhook"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(k.App.URL(), "http://"))
		k.Must(err)
		defer conn.Close()
		_, err = io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: crm\r\nAuthorization: Bearer "+k.Key+
			"\r\nX-Hub-Signature-256: sha256="+strings.Repeat("0", 64)+"\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"to\"")
		k.Must(err)
		k.Must(conn.SetReadDeadline(time.Now().Add(testkit.Patience)))
		from := bufio.NewReader(conn)
		res, err := http.ReadResponse(from, nil)
		k.Must(err)
		body, err := io.ReadAll(res.Body)
		k.Must(err)
		if res.StatusCode != http.StatusRequestTimeout || !res.Close || res.Header.Get("Content-Type") != "application/problem+json" ||
			!bytes.Contains(body, []byte(`"code":"request_timeout"`)) {
			t.Errorf("%s: %d, closing: %v, %s", path, res.StatusCode, res.Close, body)
		}
		if _, err := from.ReadByte(); err != io.EOF { //nolint:errorlint // as readers return it
			t.Errorf("%s: the connection is still open: %v", path, err)
		}
	}
}

// While the database is away, every request is answered that it is so and when
// to try again; afterwards all goes on.
func TestAnOutageOfTheDatabaseIsUnavailable(t *testing.T) {
	t.Parallel()
	server := testpg.StartServer(t)
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) {
		c.Database.Database, c.MasterKeyFile = server.URL, ""
		c.MasterKey = strings.Repeat("a2tr", 10) + "a2s="
	}})
	contact := func(n string) testkit.Response {
		return k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": "+1415555010" + n})
	}
	if r := contact("1"); r.Status != http.StatusCreated {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	server.Kill()
	for name, r := range map[string]testkit.Response{
		"write": contact("2"),
		"read":  k.Do(http.MethodGet, "/v1/contacts", k.Key, nil),
		"send": k.Do(http.MethodPost, "/v1/messages", k.Key, map[string]any{"to": "+14155550101", "type": "template", "templateName": "order_shipped",
			"language": "en_US", "parameters": map[string]string{"name": "Maria", "order_number": "1", "eta": "on Friday"}}),
		"key that is not known yet": k.Do(http.MethodGet, "/v1/contacts", "sk_test_"+strings.Repeat("a", 40), nil),
	} {
		if name == "key that is not known yet" && r.Status == http.StatusUnauthorized {
			continue // by its form alone
		}
		if r.Status != http.StatusServiceUnavailable || r.Code() != "unavailable" || r.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %v %s", name, r.Status, r.Header["Retry-After"], r.Body)
		}
	}
	server.Start(t)
	if r := contact("3"); r.Status != http.StatusCreated {
		t.Errorf("afterwards: %d %s", r.Status, r.Body)
	}
}
