package api_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// A body may come long after its head. Whoever was shut out meanwhile is refused,
// so that no request that is kept open outlives its key.
func TestALateBodyIsNoWayBackIn(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	made := k.Do(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Mine", "scopes": []string{"*"}})
	conn, err := net.Dial("tcp", strings.TrimPrefix(k.App.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	const body = `{"name":"Second","scopes":["*"]}`
	_, err = fmt.Fprintf(conn, "POST /v1/api-keys HTTP/1.1\r\nHost: crm\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", made.Text("key"), len(body), body[:5])
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // it is let in, and its body is late
	if r := k.Do(http.MethodDelete, "/v1/api-keys/"+made.Text("id"), k.Key, nil); r.Status >= 300 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	if _, err = fmt.Fprint(conn, body[5:]); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusUnauthorized {
		t.Errorf("the revoked key is answered %s", r.Status)
	}
}

// The answer to a key belongs to who asked first: somebody else may not see as much.
func TestAnAnswerIsNotReplayedToOthers(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	body := map[string]any{"name": "Mine", "scopes": []string{"messages:read"}}
	other := k.NewKey(k.WorkspaceID, "*")
	first := k.DoIdempotent(http.MethodPost, "/v1/api-keys", k.Key, "once", body)
	if again := k.DoIdempotent(http.MethodPost, "/v1/api-keys", k.Key, "once", body); again.Text("key") != first.Text("key") || first.Text("key") == "" {
		t.Errorf("%d %s", again.Status, again.Body)
	}
	if r := k.DoIdempotent(http.MethodPost, "/v1/api-keys", other, "once", body); r.Status != http.StatusUnprocessableEntity || r.Code() != "idempotency_key_reused" {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}
