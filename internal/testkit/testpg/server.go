package testpg

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/testkit/child"
)

// Server is a PostgreSQL of one test's own, which it may kill, put back and
// start again at the same address.
type Server struct {
	URL  string // of its first database
	bin  string
	dir  string
	port int
	attr *syscall.SysProcAttr
	cmd  *exec.Cmd
}

// StartServer starts a server that ends with the test. Like New it skips the
// test where none can be had, and fails it with CI set.
func StartServer(t testing.TB) *Server {
	t.Helper()
	bin, err := binaries()
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("no PostgreSQL: " + err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := makeServer(bin)
	if err == nil {
		t.Cleanup(s.remove)
		err = s.start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// makeServer makes the files of a server in a temporary folder.
func makeServer(bin string) (*Server, error) {
	dir, err := os.MkdirTemp("", "crm-postgres-")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir}
	if s.attr, err = Unprivileged(dir); err != nil {
		return nil, err
	}
	if err := s.run(filepath.Join(bin, "initdb"), "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"); err != nil {
		return nil, err
	}
	if s.port, err = freePort(); err != nil {
		return nil, err
	}
	s.URL = fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", s.port)
	return s, nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// run runs a program as the user of the server.
func (s *Server) run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr, cmd.Dir = &syscall.SysProcAttr{Credential: s.attr.Credential}, s.dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out.String())
	}
	return nil
}

func (s *Server) start() error {
	s.cmd = exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data(), "-p", strconv.Itoa(s.port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="+s.dir, "-c", "max_connections=200")
	s.cmd.SysProcAttr, s.cmd.Dir = s.attr, s.dir
	if err := child.Start(s.cmd); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		c, err := pgx.Connect(ctx, s.URL)
		if err == nil {
			return c.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the throw-away PostgreSQL does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Start starts the server again, and waits until it answers.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

// Kill ends every process of the server without a warning, and returns when
// they are gone.
func (s *Server) Kill() {
	path := fmt.Sprintf("/proc/%d/task/%d/children", s.cmd.Process.Pid, s.cmd.Process.Pid)
	_ = s.cmd.Process.Signal(syscall.SIGSTOP) // so that it makes no more of them
	children, _ := os.ReadFile(path)
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	for _, text := range strings.Fields(string(children)) {
		pid, err := strconv.Atoi(text)
		for err == nil {
			err = syscall.Kill(pid, syscall.SIGKILL)
			time.Sleep(time.Millisecond)
		}
	}
}

// Stop ends the server in order.
func (s *Server) Stop() {
	_ = s.cmd.Process.Signal(syscall.SIGINT)
	_ = s.cmd.Wait()
}

// Keep copies the files of the server, which is stopped meanwhile.
func (s *Server) Keep(t testing.TB) {
	t.Helper()
	s.Stop()
	if err := s.run("cp", "-a", s.data(), s.data()+".kept"); err != nil {
		t.Fatal(err)
	}
	s.Start(t)
}

// PutBack kills the server and starts it from what was kept: what was committed
// since then never was, as after a failover that lost it.
func (s *Server) PutBack(t testing.TB) {
	t.Helper()
	s.Kill()
	if err := s.run("mv", s.data(), s.data()+".lost"); err != nil {
		t.Fatal(err)
	}
	if err := s.run("cp", "-a", s.data()+".kept", s.data()); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(s.data() + ".lost"); err != nil {
		t.Fatal(err)
	}
	s.Start(t)
}

func (s *Server) remove() {
	s.Stop()
	_ = os.RemoveAll(s.dir)
}
