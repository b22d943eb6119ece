package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/testkit/testdb"
)

// The files are sealed piece by piece, and each piece belongs to its place.

func TestAPageAtAnotherPlaceIsAnError(t *testing.T) {
	path := filled(t)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := testdb.Open(t, empty).Close(); err != nil {
		t.Fatal(err)
	}
	tables, err := os.Stat(empty)
	if err != nil {
		t.Fatal(err)
	}
	middle := (int(tables.Size()) + len(file)) / 2 / page * page // among the rows, which come behind the tables
	copy(file[middle:middle+page], file[middle+page:middle+2*page])
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	base, err := schema.Open(context.Background(), db.Options{URL: path, Key: testdb.Key})
	if err == nil { // what is read then is not at that place
		defer base.Close()
		err = base.View(context.Background(), func(tx *db.Tx) error { _, err := access.Workspaces(tx, 100_000); return err })
	}
	if err == nil || !strings.Contains(err.Error(), "malformed") {
		t.Errorf("got %v, want an error that tells of the damage", err)
	}
}

// What a crash leaves of a log is used up to the first frame that is not whole.
func TestALogIsUsedUpToWhereItWasCut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "crm.db")
	base := testdb.Open(t, path)
	for i := range 40 {
		insert(t, base, i*10, (i+1)*10)
	}
	log, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	main, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const frame = 24 + 4096 + 40
	seen := map[int]bool{}
	for n, cut := range []int{len(log), len(log) - 1, len(log) - frame, len(log) - 3*frame - 17, len(log) / 2, len(log) / 2 / frame * frame, len(log) * 3 / 4} {
		for _, damage := range []string{"short", "garbage"} {
			rest := append([]byte(nil), log[:cut]...)
			if damage == "garbage" { // the blocks were there, their content was not
				rest = append(rest, make([]byte, len(log)-cut)...)
			}
			copied := filepath.Join(dir, fmt.Sprintf("copy-%d-%s.db", n, damage))
			if os.WriteFile(copied, main, 0o600) != nil || os.WriteFile(copied+"-wal", rest, 0o600) != nil {
				t.Fatal("the copy could not be written")
			}
			count := workspaces(t, copied)
			if cut == len(log) && count != 400 {
				t.Errorf("the whole log gives %d rows, not 400", count)
			}
			if count%10 != 0 {
				t.Errorf("cut at %d (%s): %d rows: a transaction was torn", cut, damage, count)
			}
			seen[count] = true
		}
	}
	if len(seen) < 3 {
		t.Errorf("the cuts made no difference: %v", seen)
	}
}

func workspaces(t *testing.T, path string) int {
	t.Helper()
	base, err := schema.Open(context.Background(), db.Options{URL: path, Key: testdb.Key})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	var list []crm.Workspace
	err = base.View(context.Background(), func(tx *db.Tx) (err error) { list, err = access.Workspaces(tx, 100_000); return err })
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// A transaction that does not fit the cache writes frames before its commit,
// reads them again and writes some anew.
func TestATransactionLargerThanTheCache(t *testing.T) {
	path := filled(t)
	c := connect(t, path)
	for _, sql := range []string{
		"PRAGMA temp_store=memory; PRAGMA synchronous=full; PRAGMA cache_size=10; PRAGMA cache_spill=10; CREATE TABLE big (id INTEGER PRIMARY KEY, a TEXT, b BLOB)",
		"BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 5000) INSERT INTO big SELECT i, 'first', randomblob(900) FROM n",
		"UPDATE big SET a = 'second' WHERE id % 7 = 0; UPDATE big SET a = 'third' WHERE id % 11 = 0; COMMIT",
		"BEGIN; UPDATE big SET a = 'undone', b = randomblob(1500); ROLLBACK",
	} {
		if err := c.Exec(sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	check := func(c *sqlite3.Conn, when string) {
		for sql, want := range map[string]string{"PRAGMA integrity_check": "ok", "SELECT count(*) FROM big WHERE a = 'undone'": "0",
			"SELECT count(*) FROM big WHERE a = 'third'": "454", "SELECT sum(length(b)) FROM big": "4500000"} {
			s, _, err := c.Prepare(sql)
			if err != nil || !s.Step() || s.ColumnText(0) != want {
				t.Errorf("%s: %s: %v, %q", when, sql, err, s.ColumnText(0))
			}
			_ = s.Close()
		}
	}
	check(c, "in the same connection")
	// The log as a crash leaves it: read by a copy that knows nothing else.
	copied := filepath.Join(t.TempDir(), "copy.db")
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + suffix)
		if err != nil || os.WriteFile(copied+suffix, b, 0o600) != nil {
			t.Fatal(err)
		}
	}
	recovered := connect(t, copied)
	check(recovered, "recovered from the log")
	for _, c := range []*sqlite3.Conn{c, recovered} {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	last := connect(t, copied)
	defer last.Close()
	check(last, "written back")
}

// A crash while the log is written back may cut any page of the file, the first
// one too: the log has them all, and nothing is lost.
func TestAPageThatWasCutIsReadFromTheLog(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "crm.db")
	base := testdb.Open(t, path)
	insert(t, base, 0, 50)
	log, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	main, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := base.Close(); err != nil { // which writes the log back
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for n := range len(whole) / page {
		copyPath := filepath.Join(dir, fmt.Sprintf("cut-%d.db", n))
		cut := append([]byte(nil), main...)
		if short := (n+1)*page - len(cut); short > 0 {
			cut = append(cut, make([]byte, short)...)
		}
		copy(cut[n*page:], whole[n*page:n*page+page/2])
		for name, content := range map[string][]byte{copyPath: cut, copyPath + "-wal": log} {
			if err := os.WriteFile(name, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c := connect(t, copyPath)
		s, _, err := c.Prepare("SELECT count(*) FROM workspaces")
		if err != nil || !s.Step() || s.ColumnInt(0) != 50 {
			t.Errorf("page %d of %d was cut: %v", n+1, len(whole)/page, err)
		}
		if s != nil {
			_ = s.Close()
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		_ = os.Remove(copyPath)
	}
	if _, err := schema.Open(context.Background(), db.Options{URL: path, Key: []byte(strings.Repeat("x", 32))}); err == nil || !strings.Contains(err.Error(), "master key") {
		t.Errorf("another key: %v", err)
	}
}
