package db_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/testkit/child"
	"service.example/crm/internal/testkit/testpg"
)

// newPooler stands before a PostgreSQL and takes no parameter of a connection
// but a few: it refuses the others, as PgBouncer does, or drops them, as it does
// where it is told to ignore them.
func newPooler(t *testing.T, database string, refuses bool) (through string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	server := u.Host
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go pool(client, server, refuses)
		}
	}()
	u.Host = l.Addr().String()
	return u.String()
}

func pool(client net.Conn, address string, refuses bool) {
	defer client.Close()
	head := make([]byte, 8)
	if _, err := io.ReadFull(client, head); err != nil {
		return
	}
	body := make([]byte, binary.BigEndian.Uint32(head)-8)
	if _, err := io.ReadFull(client, body); err != nil {
		return
	}
	kept := ""
	words := strings.Split(strings.TrimRight(string(body), "\x00"), "\x00")
	for i := 0; i+1 < len(words); i += 2 {
		switch words[i] {
		case "user", "database", "application_name", "client_encoding":
			kept += words[i] + "\x00" + words[i+1] + "\x00"
		default:
			if refuses {
				said := "SFATAL\x00C08P01\x00Munsupported startup parameter: " + words[i] + "\x00\x00"
				_, _ = client.Write(append(binary.BigEndian.AppendUint32([]byte{'E'}, uint32(len(said)+4)), said...))
				return
			}
		}
	}
	kept += "\x00"
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer server.Close()
	binary.BigEndian.PutUint32(head, uint32(len(kept)+8))
	if _, err := server.Write(append(head, kept...)); err != nil {
		return
	}
	go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
	_, _ = io.Copy(client, server)
}

// Where what stands between does not let connections ask for their settings, the
// transactions have them: planner, durability, and the end of one that is idle.
func TestSettingsTravelWithTransactionsThroughAPooler(t *testing.T) {
	want := map[string]string{"enable_seqscan": "off", "enable_hashjoin": "off", "plan_cache_mode": "force_generic_plan", "synchronous_commit": "on",
		"idle_in_transaction_session_timeout": "7s"}
	for name, refuses := range map[string]bool{"refuses": true, "drops": false} {
		t.Run(name, func(t *testing.T) {
			through := newPooler(t, asRole(t, testpg.New(t), "pooled", "synchronous_commit = off"), refuses)
			base, err := schema.Open(context.Background(), db.Options{URL: through, NodeLease: 7 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			defer base.Close()
			for setting, value := range want {
				for _, writes := range []bool{false, true} {
					if got := db.SettingOf(base, writes, setting); got != value {
						t.Errorf("in a transaction that writes (%t) %s is %q", writes, setting, got)
					}
				}
			}
			useDatabase(t, base)
		})
	}
}

// useDatabase writes rows side by side, and reads them again.
func useDatabase(t *testing.T, base *db.DB) {
	t.Helper()
	const rows = 100
	var calls sync.WaitGroup
	for i := range rows {
		calls.Go(func() {
			err := base.Update(context.Background(), fmt.Sprint("k", i), func(tx *db.Tx) error {
				access.InsertWorkspace(tx, crm.Workspace{ID: fmt.Sprint("w", i), Name: "n", CreatedAt: tx.Now()})
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	for i := range rows {
		err := base.View(context.Background(), func(tx *db.Tx) error { _, err := access.Workspace(tx, fmt.Sprint("w", i)); return err })
		if err != nil {
			t.Error(err)
		}
	}
}

// The same through PgBouncer itself, whose connections to the server serve
// everybody in turn, where it is installed.
func TestPgBouncer(t *testing.T) {
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer"
	}
	if _, err := os.Stat(program); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("PgBouncer is not installed; .ci/run installs it")
		}
		t.Skip("PgBouncer is not installed")
	}
	for name, more := range map[string]string{"refuses": "", "ignores": "ignore_startup_parameters = " + strings.Join(db.SettingNames(), ",")} {
		t.Run(name, func(t *testing.T) {
			base, err := schema.Open(context.Background(), db.Options{URL: startPgBouncer(t, program, testpg.New(t), more)})
			if err != nil {
				t.Fatal(err)
			}
			defer base.Close()
			if got := db.SettingOf(base, true, "enable_seqscan"); got != "off" {
				t.Errorf("enable_seqscan is %q", got)
			}
			useDatabase(t, base)
		})
	}
}

// startPgBouncer pools the connections to a database by transactions.
func startPgBouncer(t *testing.T, program, database, more string) (through string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "crm-pgbouncer-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().(*net.TCPAddr)
	_ = l.Close()
	config := filepath.Join(dir, "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\n* = host=%s port=%s user=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 4\n%s\n",
		u.Hostname(), u.Port(), u.User.Username(), address.Port, more)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, config)
	if cmd.SysProcAttr, err = testpg.Unprivileged(dir); err != nil {
		t.Fatal(err)
	}
	if err := child.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", address.String()); err == nil {
			_ = c.Close()
			break
		} else if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	u.Host = address.String()
	return u.String()
}
