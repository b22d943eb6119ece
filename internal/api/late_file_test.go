package api_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// lateUpload begins an upload with a form of one file. Once the service reads the
// file, meanwhile is called; then the rest is sent.
func lateUpload(t *testing.T, k *testkit.Kit, path, key, contentType string, body []byte, meanwhile func()) (status int) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(k.App.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	who := "Authorization: Bearer " + key
	if secret, ok := strings.CutPrefix(key, testkit.SessionKey); ok {
		who = "Cookie: crm=" + secret + "\r\nSec-Fetch-Site: same-origin"
	}
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\n%s\r\nContent-Type: %s\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n",
		path, conn.RemoteAddr(), who, contentType, len(body))
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	line, err := in.ReadString('\n')
	if err != nil || !strings.Contains(line, " 100 ") { // it asks for the body of somebody whom it let in
		t.Fatalf("%q %v", line, err)
	}
	_, _ = in.ReadString('\n')
	if _, err = conn.Write(body[:len(body)/2]); err != nil {
		t.Fatal(err)
	}
	meanwhile()
	if _, err = conn.Write(body[len(body)/2:]); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	return r.StatusCode
}

// A file may come long after its request. Whoever was shut out meanwhile, or lost
// the scope, is refused, and nothing of the file stays.
func TestALateFileIsNoWayBackIn(t *testing.T) {
	table := []byte("phone,name\n" + strings.Repeat("+14155550123,Ada\n", 2000))
	deals := []byte("title,amount\n" + strings.Repeat("Forty chairs,4800.00\n", 2000))
	text := []byte("# Opening hours\n\n" + strings.Repeat("We are open from nine to six on every day of the week.\n\n", 300))
	uploads := []struct {
		path, filename, mimeType, rows string
		content                        []byte
		done                           int
	}{{"/v1/media", "a.pdf", "application/pdf", "media", pdf(100_000), 201}, {"/v1/contact-imports", "a.csv", "text/csv", "contact_imports", table, 202},
		{"/v1/contact-imports/preview", "a.csv", "text/csv", "contact_imports", table, 200}, {"/v1/deal-imports", "a.csv", "text/csv", "deal_imports", deals, 202},
		{"/v1/deal-imports/preview", "a.csv", "text/csv", "deal_imports", deals, 200}, {"/v1/knowledge/sources", "a.md", "text/markdown", "knowledge_sources", text, 202}}
	for _, engine := range engines() {
		t.Run(engine, func(t *testing.T) {
			dir, o := mediaFolder(t, testkit.Options{Postgres: engine == "postgres", NoAccount: true})
			k := testkit.New(t, o)
			for _, u := range uploads {
				contentType, body := form("file", u.filename, u.mimeType, u.content)
				made := k.Do(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Mine", "scopes": []string{"*"}})
				revoke := func() { k.Do(http.MethodDelete, "/v1/api-keys/"+made.Text("id"), k.Key, nil) }
				if got := lateUpload(t, k, u.path, made.Text("key"), contentType, body, revoke); got != http.StatusUnauthorized {
					t.Errorf("%s: the revoked key is answered %d", u.path, got)
				}
				p := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
				leave := func() { k.Do(http.MethodDelete, "/v1/session", p.Key, nil) }
				if got := lateUpload(t, k, u.path, p.Key, contentType, body, leave); got != http.StatusUnauthorized {
					t.Errorf("%s: the ended session is answered %d", u.path, got)
				}
				p = k.NewPerson(k.WorkspaceID, crm.RoleAdmin)
				demote := func() {
					r := k.Do(http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Nothing " + u.path, "scopes": []string{"messages:read"}, "reach": "all"})
					if r = k.Do(http.MethodPatch, "/v1/users/"+p.ID, k.Key, map[string]any{"role": r.Text("id")}); r.Status != 200 {
						t.Errorf("%d %s", r.Status, r.Body)
					}
				}
				if got := lateUpload(t, k, u.path, p.Key, contentType, body, demote); got != http.StatusForbidden {
					t.Errorf("%s: who lost the scope is answered %d", u.path, got)
				}
				if n := k.Count(u.rows); n != 0 {
					t.Errorf("%s: %d rows are stored", u.path, n)
				}
			}
			if left := blobs(t, dir); len(left) != 0 {
				t.Errorf("objects are left: %v", left)
			}
			for _, u := range uploads {
				contentType, body := form("file", u.filename, u.mimeType, u.content)
				if got := lateUpload(t, k, u.path, k.Key, contentType, body, func() {}); got != u.done {
					t.Errorf("%s: who may is answered %d", u.path, got)
				}
			}
		})
	}
}

// The same holds for a file that comes late from a link.
func TestALateLinkIsNoWayBackIn(t *testing.T) {
	dir, o := mediaFolder(t, testkit.Options{NoAccount: true})
	k := testkit.New(t, o)
	made := k.Do(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Mine", "scopes": []string{"*"}})
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		k.Do(http.MethodDelete, "/v1/api-keys/"+made.Text("id"), k.Key, nil)
		_, _ = w.Write(pdf(1000))
	}))
	defer files.Close()
	if r := k.Do(http.MethodPost, "/v1/media", made.Text("key"), map[string]any{"url": files.URL + "/a.pdf"}); r.Status != http.StatusUnauthorized {
		t.Errorf("the revoked key is answered %d %s", r.Status, r.Body)
	}
	if left := blobs(t, dir); len(left) != 0 || k.Count("media") != 0 {
		t.Errorf("%d files, and the objects %v", k.Count("media"), left)
	}
}
