// Package testpg gives tests an empty PostgreSQL database: on the server named
// by TEST_POSTGRES_URL, or on a throw-away one started from local binaries.
package testpg

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

var server struct {
	once sync.Once
	url  string
	skip string
	stop func()
}

// Main runs the tests of a package and stops the throw-away server after them.
func Main(m *testing.M) {
	code := m.Run()
	if server.stop != nil {
		server.stop()
	}
	os.Exit(code)
}

// New returns the URL of a new, empty database that is dropped after the test.
// It skips the test, saying why, where no server can be had; with CI set it
// fails instead, so that nothing is skipped there.
func New(t testing.TB) string {
	t.Helper()
	server.once.Do(start)
	if server.skip != "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no PostgreSQL: " + server.skip)
		}
		t.Skip("no PostgreSQL: " + server.skip)
	}
	name := fmt.Sprintf("crm_test_%d_%d", os.Getpid(), time.Now().UnixNano())
	execute(t, server.url, "CREATE DATABASE "+name)
	t.Cleanup(func() { execute(t, server.url, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	u, _ := url.Parse(server.url)
	u.Path = "/" + name
	return u.String()
}

func execute(t testing.TB, url, sql string) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, sql); err != nil {
		t.Fatal(err)
	}
}

func start() {
	if server.url = os.Getenv("TEST_POSTGRES_URL"); server.url != "" {
		return
	}
	bin, err := binaries()
	if err != nil {
		server.skip = err.Error()
		return
	}
	if err := startLocal(bin); err != nil {
		server.skip = err.Error()
	}
}

func binaries() (string, error) {
	if p, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(p), nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", fmt.Errorf("set TEST_POSTGRES_URL or install the PostgreSQL server (no initdb found)")
	}
	return filepath.Dir(found[len(found)-1]), nil
}

// startLocal makes and starts a server in a temporary folder. PostgreSQL
// refuses to run as root, so root hands it to an unprivileged user.
func startLocal(bin string) error {
	dir, err := os.MkdirTemp("", "crm-postgres-")
	if err != nil {
		return err
	}
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
	if os.Geteuid() == 0 {
		if attr.Credential, err = unprivileged(dir); err != nil {
			return err
		}
	}
	run := func(name string, args ...string) error {
		cmd := exec.Command(filepath.Join(bin, name), args...)
		cmd.SysProcAttr, cmd.Dir = &syscall.SysProcAttr{Credential: attr.Credential}, dir
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w: %s", name, err, out.String())
		}
		return nil
	}
	data := filepath.Join(dir, "data")
	if err := run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"); err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-p", strconv.Itoa(port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="+dir, "-c", "max_connections=200")
	cmd.SysProcAttr, cmd.Dir = attr, dir
	if err := cmd.Start(); err != nil {
		return err
	}
	server.url = fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
	server.stop = func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	}
	return ready()
}

func unprivileged(dir string) (*syscall.Credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		if err := os.Chown(dir, uid, gid); err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, fmt.Errorf("PostgreSQL does not run as root and there is no user postgres or nobody")
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func ready() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		c, err := pgx.Connect(ctx, server.url)
		if err == nil {
			return c.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the throw-away PostgreSQL does not answer: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
