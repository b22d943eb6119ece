package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/testkit/testpg"
)

const testMasterKey = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

// saysOf returns the mark and the text of a check.
func saysOf(t *testing.T, out, name string) (mark, text string) {
	t.Helper()
	for line := range strings.Lines(out) {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if text, ok := strings.CutPrefix(rest, name); ok {
			return mark, strings.TrimSpace(text)
		}
	}
	t.Errorf("doctor says nothing of %s:\n%s", name, out)
	return "", ""
}

// expect holds a check against the mark and a part of the text.
func expect(t *testing.T, out, name, mark, part string) {
	t.Helper()
	if m, text := saysOf(t, out, name); m != mark || !strings.Contains(text, part) {
		t.Errorf("doctor says of %s: %s %q, want %s %q", name, m, text, mark, part)
	}
}

// An address may have a password in it, which is shown to nobody.
func TestDoctorShowsNoPassword(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir()}
	out, _ := c.run("doctor", "--provider-url", "http://user:hidden@127.0.0.1:1/")
	expect(t, out, "provider", "✗", "http://user:xxxxx@127.0.0.1:1/ does not answer")
	if strings.Contains(out, "hidden") {
		t.Error(out)
	}
}

// The mail server is asked, and its password shown to nobody.
func TestDoctorAsksTheMailServer(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir()}
	out, _ := c.run("doctor", "--provider-url", sandboxURL(t), "--smtp-url", network.mail, "--mail-from", "Service <a@b.example>")
	expect(t, out, "mail", "✓", "")
	out, _ = c.run("doctor", "--provider-url", sandboxURL(t), "--smtp-url", "smtp://ada:hidden@127.0.0.1:1", "--mail-from", "a@b.example")
	expect(t, out, "mail", "✗", "127.0.0.1:1")
	if strings.Contains(out, "hidden") {
		t.Error(out)
	}
}

// Before the first start doctor says what is missing, makes nothing, and finds
// nothing in order that is not there.
func TestDoctorTellsWhatIsMissing(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir()}
	out := c.must("doctor", "--provider-url", sandboxURL(t))
	for name, part := range map[string]string{"app secret": "not set", "verify token": "not set", "callback URL": "not set"} {
		expect(t, out, name, "!", part)
	}
	for name, part := range map[string]string{"mail": "no mail server is set", "master key": "the first start creates it", "database": "./data/crm.db does not exist yet", "media": "does not exist yet"} {
		expect(t, out, name, "–", part)
	}
	if made, _ := os.ReadDir(c.dir); len(made) > 0 {
		t.Errorf("doctor made %s", made)
	}
	if !strings.Contains(out, "The service can start. Check 3 points marked !") {
		t.Error(out)
	}
	c.must("migrate")
	out = c.must("doctor", "--provider-url", sandboxURL(t), "--app-secret", "s", "--verify-token", "v", "--callback-url", "http://crm.example.com/provider/webhook")
	for _, name := range []string{"app secret", "verify token", "master key", "database", "schema", "secrets"} {
		expect(t, out, name, "✓", "")
	}
	expect(t, out, "callback URL", "!", "is not https")
	if out, code := c.run("doctor", "--provider-url", "http://127.0.0.1:1"); code != 1 || !strings.Contains(out, "crm: 1 point to fix") {
		t.Errorf("%d: %s", code, out)
	} else {
		expect(t, out, "provider", "✗", "does not answer: dial tcp 127.0.0.1:1: connect: connection refused")
	}
	if err := os.WriteFile(filepath.Join(c.dir, "data", "master.key"), []byte(testMasterKey), 0o600); err != nil {
		t.Fatal(err)
	}
	out, code := c.run("doctor", "--provider-url", sandboxURL(t))
	if code != 1 {
		t.Error(out)
	}
	expect(t, out, "database", "✗", "does not open with this master key")
}

// On PostgreSQL doctor tells a server that is away from a database that is not
// there, and both from one that is empty.
func TestDoctorOnPostgreSQL(t *testing.T) {
	t.Parallel()
	database := testpg.New(t)
	c := call{t: t, dir: t.TempDir(), env: []string{"CRM_PROVIDER_URL=" + sandboxURL(t), "CRM_MASTER_KEY=" + testMasterKey}}
	out := c.must("doctor", "--database", database)
	expect(t, out, "database", "✓", "")
	expect(t, out, "schema", "–", "the database is empty")
	if strings.Contains(out, "schema_migrations") {
		t.Error(out)
	}
	c.must("migrate", "--database", database)
	out = c.must("doctor", "--database", database)
	expect(t, out, "schema", "✓", "")
	expect(t, out, "secrets", "✓", "")

	u, _ := url.Parse(database)
	name := strings.TrimPrefix(u.Path, "/")
	conn, err := pgx.Connect(context.Background(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	expect(t, out, "passkeys", "✓", "")
	if _, err := conn.Exec(context.Background(), `INSERT INTO passkeys (user_id, id, credential, site, name, record, backed_up, created_at) VALUES ('usr_1', 'pky_1', 'x', 'old.example', 'Laptop', 'x', 0, 1)`); err != nil {
		t.Fatal(err)
	}
	expect(t, c.must("doctor", "--database", database, "--public-url", "https://crm.example"), "passkeys", "!", "for old.example, which do not work at crm.example")
	expect(t, c.must("doctor", "--database", database, "--public-url", "https://192.0.2.1"), "passkeys", "!", "but there are none")
	expect(t, c.must("doctor", "--database", database, "--public-url", "https://old.example"), "passkeys", "✓", "")
	if _, err := conn.Exec(context.Background(), "ALTER DATABASE "+name+" SET synchronous_commit = off"); err != nil {
		t.Fatal(err)
	}
	if _, text := saysOf(t, c.must("doctor", "--database", database), "durability"); !strings.Contains(text, "synchronous_commit") {
		t.Error(text)
	}

	u.Path = "/no_such_database"
	for _, args := range [][]string{{"doctor"}, {"serve"}, {"migrate"}, {"admin", "list-workspaces"}} {
		out, code := c.run(append(args, "--database", u.String())...)
		if code != 1 || !strings.Contains(out, `has no database "no_such_database"; make it with: createdb`) || strings.Contains(out, "does not answer") {
			t.Errorf("%s: %d %s", args, code, out)
		}
	}
	out, code := c.run("doctor", "--database", "postgres://127.0.0.1:1/crm")
	if code != 1 {
		t.Error(out)
	}
	expect(t, out, "database", "✗", "PostgreSQL at 127.0.0.1:1 does not answer")
	out, _ = call{t: t, dir: c.dir}.run("doctor", "--database", database)
	expect(t, out, "master key", "✗", "is not set; create one with: openssl rand -base64 32")
}

// Counts that are wrong are listed, and set right when that is asked for.
func TestDoctorRepairsCounters(t *testing.T) {
	t.Parallel()
	database := testpg.New(t)
	c := call{t: t, dir: t.TempDir(), env: []string{"CRM_MASTER_KEY=" + testMasterKey, "CRM_DATABASE=" + database}}
	if out, code := c.run("doctor", "counters"); code != 1 || !strings.Contains(out, "the schema has version 0") {
		t.Errorf("before there is anything: %d %s", code, out)
	}
	c.must("migrate")
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES ('wsp_1', 'num_1', 'tem_1', '', 'open', true, 2, 3)`); err != nil {
		t.Fatal(err)
	}
	out, code := c.run("doctor", "counters")
	if code != 1 || !strings.Contains(out, "wsp_1  status open, number num_1, team tem_1, waiting for an answer: counted 3, there are 0\n") || !strings.Contains(out, "wrong counts: 1") {
		t.Errorf("%d: %s", code, out)
	}
	if out := c.must("doctor", "counters", "--repair"); !strings.Contains(out, "Counts set right: 1.") {
		t.Error(out)
	}
	if out := c.must("doctor", "counters"); !strings.Contains(out, "Every count is right.") {
		t.Error(out)
	}
	if out, code := c.run("doctor", "--repair"); code != 1 || !strings.Contains(out, "--repair is for crm doctor counters") {
		t.Errorf("%d: %s", code, out)
	}
	embedded := call{t: t, dir: t.TempDir()}
	embedded.must("migrate")
	if out := embedded.must("doctor", "counters"); !strings.Contains(out, "Workspaces compared: 0. Every count is right.") {
		t.Error(out)
	}
}

// A database that was restored without its files, or with those of another one, is
// told of: what people sent could not be opened.
func TestDoctorMissesFiles(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir(), env: []string{"CRM_PROVIDER_URL=" + sandboxURL(t)}}
	s := serve(t, c)
	if status, text := s.do("POST", "/v1/media", map[string]string{"Content-Type": "multipart/form-data; boundary=b"},
		[]byte("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--\r\n")); status >= 300 {
		t.Fatal(status, text)
	}
	s.interrupt()
	c.must("doctor")
	media := filepath.Join(c.dir, "data", "media")
	if err := os.RemoveAll(media); err != nil {
		t.Fatal(err)
	}
	out, code := c.run("doctor")
	if expect(t, out, "media", "✗", "does not exist, but the database has files"); code != 1 {
		t.Error(code)
	}
	if err := os.Mkdir(media, 0o700); err != nil {
		t.Fatal(err)
	}
	out, code = c.run("doctor")
	if expect(t, out, "files", "✗", "the database has a file that is not in the store"); code != 1 {
		t.Error(code)
	}
}
