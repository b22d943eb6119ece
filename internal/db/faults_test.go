package db_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/sealed"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// filled returns the path of a closed database of about a megabyte.
func filled(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "crm.db")
	base := testdb.Open(t, path)
	insert(t, base, 0, 2000)
	if err := base.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func insert(t *testing.T, base *db.DB, from, to int) {
	t.Helper()
	err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
		for i := from; i < to; i++ {
			access.InsertWorkspace(tx, crm.Workspace{ID: fmt.Sprintf("w%05d", i), Name: strings.Repeat("n", 400), CreatedAt: tx.Now()})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// refused checks that a file does not open, that the error has every word, and
// that the file was not touched.
func refused(t *testing.T, path string, key []byte, words ...string) {
	t.Helper()
	before := hash(t, path)
	base, err := schema.Open(context.Background(), db.Options{URL: path, Key: key})
	if err == nil {
		_ = base.Close()
		t.Fatal("it opens")
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error does not say %q: %v", w, err)
		}
	}
	if hash(t, path) != before {
		t.Error("the file was changed although it was refused")
	}
}

func hash(t *testing.T, path string) [32]byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(b)
}

func TestAWrongKeyIsRefused(t *testing.T) {
	path := filled(t)
	other := bytes.Repeat([]byte("x"), 32)
	other[7] = 'y'
	refused(t, path, other, path, "master key", "Nothing was changed")
	refused(t, path, testdb.Key[:16], "32 bytes")
	if base := testdb.Open(t, path); base == nil {
		t.Fatal("the right key does not open it any more")
	}
}

func TestAForeignFileIsRefused(t *testing.T) {
	for name, content := range map[string]string{"text": strings.Repeat("not a database\n", 1000), "a plain database": "SQLite format 3\x00" + strings.Repeat("\x00\x10", 4088),
		"short": "x"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "crm.db")
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			refused(t, path, testdb.Key, path, "Nothing was changed")
		})
	}
}

func TestADamagedHeadIsRefused(t *testing.T) {
	path := filled(t)
	overwrite(t, path, 0, 4096)
	refused(t, path, testdb.Key, path, "Nothing was changed")
}

// Damage in the middle shows when the pages are read: as an error that says
// so, never as other data.
func TestDamageInTheMiddleIsAnError(t *testing.T) {
	path := filled(t)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	overwrite(t, path, info.Size()*3/4/4096*4096, 4*4096) // the tables of the schema stand before
	before := hash(t, path)
	base, err := schema.Open(context.Background(), db.Options{URL: path, Key: testdb.Key})
	if err == nil {
		err = base.View(context.Background(), func(tx *db.Tx) error {
			list, err := access.Workspaces(tx, 100_000)
			for _, w := range list {
				if w.Name != strings.Repeat("n", 400) {
					t.Errorf("%q was read with a name that nobody stored", w.ID)
				}
			}
			return err
		})
		_ = base.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "malformed") && !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v, want an error that tells of the damage", err)
	}
	if hash(t, path) != before {
		t.Error("the damaged file was changed")
	}
}

func overwrite(t *testing.T, path string, offset, size int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	noise := make([]byte, size)
	r := rand.NewChaCha8([32]byte{1})
	_, _ = r.Read(noise)
	if _, err := f.WriteAt(noise, offset); err != nil {
		t.Fatal(err)
	}
}

const newerSchema = "INSERT INTO schema_migrations (version, name, applied_at) VALUES (9999, 'later', 1)"

func TestANewerSchemaIsRefused(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		path := filled(t)
		c := connect(t, path)
		if err := c.Exec(newerSchema); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		refused(t, path, testdb.Key, "9999", "newer program", "Nothing was changed")
	})
	t.Run("postgres", func(t *testing.T) {
		url := testpg.New(t)
		testdb.Open(t, url)
		ctx := context.Background()
		c, err := pgx.Connect(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(ctx)
		if _, err := c.Exec(ctx, newerSchema); err != nil {
			t.Fatal(err)
		}
		_, err = schema.Open(ctx, db.Options{URL: url})
		if err == nil || !strings.Contains(err.Error(), "9999") || !strings.Contains(err.Error(), "newer program") {
			t.Errorf("got %v", err)
		}
	})
}

// connect opens an embedded database beside the service.
func connect(t *testing.T, path string) *sqlite3.Conn {
	t.Helper()
	fileSystem, release := sealed.Register(testdb.Key)
	t.Cleanup(release)
	c, err := sqlite3.OpenFlags("file:"+path+"?vfs="+fileSystem, sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestManyMayMigrateAtOnce(t *testing.T) {
	migrate := func(t *testing.T, url string) {
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				base, err := schema.Open(context.Background(), db.Options{URL: url, Key: testdb.Key, Lanes: 1, Readers: 1})
				if err != nil {
					t.Errorf("one of ten that start at once: %v", err)
					return
				}
				if have, known, err := base.SchemaVersion(context.Background()); err != nil || have != known {
					t.Errorf("the schema has version %d of %d (%v)", have, known, err)
				}
				if err := base.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	t.Run("sqlite", func(t *testing.T) { migrate(t, filepath.Join(t.TempDir(), "crm.db")) })
	t.Run("postgres", func(t *testing.T) { migrate(t, testpg.New(t)) })
}

const fullDiskChild = "CRM_TEST_FULL_DISK"

// TestAFullDisk runs a child whose files may not grow beyond a limit: writes
// fail as they do on a full disk. What was acknowledged before must be there
// afterwards, and writing goes on once there is room.
func TestAFullDisk(t *testing.T) {
	if path := os.Getenv(fullDiskChild); path != "" {
		fillDisk(t, path)
		return
	}
	path := filepath.Join(t.TempDir(), "crm.db")
	cmd := exec.Command(os.Args[0], "-test.run=^TestAFullDisk$", "-test.v")
	cmd.Env = append(os.Environ(), fullDiskChild+"="+path)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("the child: %v\n%s", err, out)
	}
	var acknowledged []string
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		if id, ok := strings.CutPrefix(lines.Text(), "stored "); ok {
			acknowledged = append(acknowledged, id)
		}
	}
	if len(acknowledged) < 10 {
		t.Fatalf("only %d rows were stored before the disk was full:\n%s", len(acknowledged), out)
	}
	base := testdb.Open(t, path)
	err = base.View(context.Background(), func(tx *db.Tx) error {
		for _, id := range acknowledged {
			if _, err := access.Workspace(tx, id); err != nil {
				t.Errorf("%s was acknowledged and is lost: %v", id, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := base.Close(); err != nil {
		t.Error(err)
	}
	check, _, err := connect(t, path).Prepare("PRAGMA integrity_check")
	if err != nil || !check.Step() || check.ColumnText(0) != "ok" {
		t.Errorf("the database is damaged: %v", err)
	}
}

// fillDisk is the child: it stores until it cannot, then gets room again.
func fillDisk(t *testing.T, path string) {
	signal.Ignore(syscall.SIGXFSZ) // then a write beyond the limit is an error
	base := testdb.Open(t, path)
	store1 := func(i int) error {
		w := crm.Workspace{ID: fmt.Sprintf("w%05d", i), Name: strings.Repeat("n", 4000), CreatedAt: base.Source().Now()}
		err := base.Update(context.Background(), "k", func(tx *db.Tx) error { access.InsertWorkspace(tx, w); return nil })
		if err == nil {
			fmt.Println("stored " + w.ID)
		}
		return err
	}
	setLimit(t, 1<<20)
	failures := 0
	for i := range 2000 {
		err := store1(i)
		if err == nil {
			continue
		}
		if text := err.Error(); failures == 0 && !strings.Contains(text, "disk") {
			t.Errorf("the error of a full disk does not tell of the disk: %v", err)
		}
		if failures++; failures == 5 {
			break
		}
	}
	if failures < 5 {
		t.Fatal("the disk never was full")
	}
	if err := base.Ping(context.Background()); err != nil {
		t.Errorf("reading does not go on: %v", err)
	}
	setLimit(t, ^uint64(0))
	for i := range 20 {
		if err := store1(5000 + i); err != nil {
			t.Fatalf("writing does not go on when there is room again: %v", err)
		}
	}
}

func setLimit(t *testing.T, size uint64) {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = min(size, limit.Max)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
}

// Nothing of what is stored can be read in the files without the key: neither
// the messages, nor what the provider posted, nor the names of anything.
func TestTheFilesShowNoPlainText(t *testing.T) {
	dir := t.TempDir()
	base := testdb.Open(t, filepath.Join(dir, "crm.db"))
	secrets := []string{"MARKER-in-a-message", "EAAmarkertoken", "sk_live_marker", "MARKER-in-a-webhook", "+14155559999"}
	for i := range 200 {
		err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
			id := fmt.Sprintf("msg_%d", i)
			access.InsertWorkspace(tx, crm.Workspace{ID: fmt.Sprintf("w%d", i), Name: secrets[1] + " " + secrets[2], CreatedAt: tx.Now()})
			message.InsertMessage(tx, &crm.Message{ID: id, WorkspaceID: "w", ConversationID: "c", Direction: crm.Outbound, Type: "text", Status: crm.StatusQueued,
				To: secrets[4], Content: crm.Content{Text: &crm.Text{Body: secrets[0]}}, Metadata: map[string]string{"a": secrets[0]}, CreatedAt: tx.Now()})
			inbound.InsertProviderWebhook(tx, "ingest", inbound.ProviderWebhook{Account: "live", ReceivedAt: tx.Now(), Body: []byte(secrets[3])}, []string{"q"})
			_, err := core.SaveIdempotentResult(tx, "w", id, "hash", []byte(secrets[0]))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	wal := search(t, dir, secrets)
	if !wal {
		t.Error("there is no log beside the database: the test has not seen it")
	}
	if err := base.Close(); err != nil {
		t.Fatal(err)
	}
	search(t, dir, secrets)
}

// search reads every file of a folder and reports whether a log was among them.
func search(t *testing.T, dir string, secrets []string) (wal bool) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		wal = wal || strings.HasSuffix(f.Name(), "-wal") && len(text) > 0
		for _, s := range append(secrets, "CREATE TABLE", "SQLite format 3") {
			if bytes.Contains(text, []byte(s)) {
				t.Errorf("%s shows %q in plain text", f.Name(), s)
			}
		}
	}
	return wal
}
