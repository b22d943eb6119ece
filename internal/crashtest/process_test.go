package crashtest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"service.example/crm/internal/testkit/child"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m, func() { _ = os.RemoveAll(built.dir) }) }

// built is the service as it is shipped, linked once for all tests here.
var built struct {
	once     sync.Once
	dir, bin string
	err      error
}

// build returns the program of the service.
func build(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "crm-program-"); built.err != nil {
			return
		}
		built.bin = filepath.Join(built.dir, "crm")
		if out, err := exec.Command("go", "build", "-o", built.bin, "service.example/crm/cmd/crm").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.bin
}

// process is a running command of the binary.
type process struct {
	cmd  *exec.Cmd
	log  logTail
	done chan struct{} // closed when it has ended
	err  error         // of Wait; set before done is closed
}

// spawn starts a command; stdout, if not nil, gets what it prints.
func spawn(t *testing.T, bin string, env []string, stdout io.Writer, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(bin, args...), done: make(chan struct{})}
	p.cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, env...)
	p.cmd.Stdout, p.cmd.Stderr = stdout, &p.log
	if err := child.Start(p.cmd); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(p.kill)
	return p
}

// kill is kill -9: the process gets no chance to do anything.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

// dump ends a process, and tells what its deliverer was doing.
func (p *process) dump() []string {
	_ = p.cmd.Process.Signal(syscall.SIGQUIT)
	<-p.done
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return p.log.calls
}

// run runs a command to its end and returns what it printed.
func run(t *testing.T, bin string, env []string, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, env...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("crm %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// lossFound is how a node tells that a server that took over lost commits.
const lossFound = "the database lost transactions that it had acknowledged"

// logTail keeps the lines of a process that tell of trouble.
type logTail struct {
	mu   sync.Mutex
	part []byte
	bad  []string
	// calls are of a dump, those of the deliverer.
	calls []string
}

func (l *logTail) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.part = append(l.part, b...)
	for {
		line, rest, ok := bytes.Cut(l.part, []byte("\n"))
		if !ok {
			return len(b), nil
		}
		text := string(line)
		l.part = rest
		if strings.Contains(text, "level=ERROR") || strings.Contains(text, lossFound) || strings.Contains(text, "panic") || strings.HasPrefix(text, "crm: ") {
			l.bad = append(l.bad, text)
		}
		if strings.HasPrefix(text, "service.example/crm/internal/delivery.") {
			l.calls = append(l.calls, text)
		}
	}
}

// count returns how many lines have the text.
func (l *logTail) count(text string) (n int) {
	for _, line := range l.lines() {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

func (l *logTail) lines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.bad...)
}

// startSandbox starts the provider simulator and returns its URL. Refused
// webhooks are posted again soon and for long, so that the time until a status
// arrives depends on the service alone.
func startSandbox(t *testing.T, bin string) string {
	t.Helper()
	args := []string{"sandbox", "--listen", "127.0.0.1:0", "--token", token, "--app-secret", "sandbox-app-secret", "--verify-token", "sandbox-verify-token", "--status-delay", "20ms", "--throughput", "1000", "--log-level", "error"}
	waits := "100ms,200ms" + strings.Repeat(",250ms", 400)
	args = append(args, "--retry", waits)
	r, w := io.Pipe()
	p := spawn(t, bin, nil, w, args...)
	found := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(r); lines.Scan(); {
			if _, url, ok := strings.Cut(lines.Text(), "running at "); ok {
				found <- strings.TrimSpace(url)
			}
		}
	}()
	select {
	case url := <-found:
		return url
	case <-p.done:
		t.Fatalf("the sandbox ended: %v %v", p.err, p.log.lines())
	case <-time.After(30 * time.Second):
		t.Fatal("the sandbox does not start")
	}
	return ""
}

// freePort returns a port that is free now and below the range from which the
// system takes the ports of outgoing connections, so that it stays free while
// the service is down.
func freePort(t *testing.T) int {
	t.Helper()
	for port := 20000 + os.Getpid()%5000; port < 32000; port++ {
		l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err != nil {
			continue
		}
		_ = l.Close()
		if _, taken := givenPorts.LoadOrStore(port, true); !taken {
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}

var givenPorts sync.Map

// awaitReady returns how long after since the service was ready.
func awaitReady(t *testing.T, p *process, url string, since time.Time) time.Duration {
	t.Helper()
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for deadline := since.Add(30 * time.Second); ; {
		if res, err := client.Get(url + "/readyz"); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return time.Since(since)
			}
		}
		select {
		case <-p.done:
			t.Fatalf("the service ended while it started: %v %v", p.err, p.log.lines())
		case <-time.After(2 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("the service is not ready after %s: %v", time.Since(since), p.log.lines())
		}
	}
}
