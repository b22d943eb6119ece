// Package testpg gives tests an empty PostgreSQL database. It uses the server of
// TEST_POSTGRES_URL, or starts a temporary one from local binaries.
package testpg

import (
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

// Main runs the tests of a package, and stops the throw-away server and cleans
// up after them.
func Main(m *testing.M, cleanUp ...func()) {
	code := m.Run()
	for _, fn := range cleanUp {
		fn()
	}
	if template.name != "" {
		if err := run(server.url, "DROP DATABASE IF EXISTS "+template.name+" WITH (FORCE)"); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	if server.stop != nil {
		server.stop()
	}
	os.Exit(code)
}

// Beside starts a server, and stops it when work, which gets its URL, has ended.
// It returns an error where no server can be had, and runs no work then.
func Beside(work func(url string)) error {
	bin, err := binaries()
	if err != nil {
		return err
	}
	s, err := makeServer(bin)
	if err != nil {
		return err
	}
	defer s.remove()
	if err := s.start(); err != nil {
		return err
	}
	work(s.URL)
	return nil
}

// New returns the URL of a new, empty database that is dropped after the test.
// It skips the test, saying why, where no server can be had; with CI set it
// fails instead, so that nothing is skipped there.
func New(t testing.TB) string {
	t.Helper()
	find(t)
	return create(t, "")
}

// template is what NewLike copies; Main drops it.
var template struct {
	sync.Mutex
	name string
}

// NewLike is New for databases that begin as prepare leaves one: it is called
// once in a process, and must have closed its connections. A package that calls
// NewLike has Main.
func NewLike(t testing.TB, prepare func(url string) error) string {
	t.Helper()
	find(t)
	template.Lock()
	defer template.Unlock()
	if template.name == "" {
		name := fmt.Sprintf("crm_test_%d_template", os.Getpid())
		execute(t, server.url, "CREATE DATABASE "+name)
		template.name = name
		if err := prepare(urlOf(name)); err != nil {
			t.Fatal(err)
		}
	}
	return create(t, " TEMPLATE "+template.name)
}

// find finds or starts the server.
func find(t testing.TB) {
	t.Helper()
	server.once.Do(start)
	if server.skip != "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no PostgreSQL: " + server.skip)
		}
		t.Skip("no PostgreSQL: " + server.skip)
	}
}

func create(t testing.TB, like string) string {
	t.Helper()
	name := fmt.Sprintf("crm_test_%d_%d", os.Getpid(), time.Now().UnixNano())
	execute(t, server.url, "CREATE DATABASE "+name+like)
	t.Cleanup(func() { execute(t, server.url, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return urlOf(name)
}

func urlOf(database string) string {
	u, _ := url.Parse(server.url)
	u.Path = "/" + database
	return u.String()
}

func execute(t testing.TB, url, sql string) {
	t.Helper()
	if err := run(url, sql); err != nil {
		t.Fatal(err)
	}
}

func run(url, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, sql)
	return err
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
	own, err := makeServer(bin)
	if err == nil {
		err = own.start()
	}
	if err != nil {
		server.skip = err.Error()
		return
	}
	server.url, server.stop = own.URL, own.remove
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

// Unprivileged lets a program run as somebody who is not root and owns the
// folder: PostgreSQL and PgBouncer refuse to run as root.
func Unprivileged(dir string) (attr *syscall.SysProcAttr, err error) {
	attr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
	if os.Geteuid() == 0 {
		attr.Credential, err = unprivileged(dir)
	}
	return attr, err
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
