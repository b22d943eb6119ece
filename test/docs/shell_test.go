package docs

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shell is a bash that blocks are pasted into. It has a network of its own
// where the machine gives one, so that port 8080 is free.
type shell struct {
	t    *testing.T
	home string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  chan string // a line each
	seen map[string]string
}

// problem is the answer to a refused request, which curl does not fail for.
var problem = regexp.MustCompile(`"type":\s*"/docs`)

func openShell(t *testing.T, home string) *shell {
	t.Helper()
	s := &shell{t: t, home: home, out: make(chan string, 10_000), seen: map[string]string{}}
	argv := []string{"bash", "--norc"}
	if exec.Command("unshare", "-n", "ip", "link", "set", "lo", "up").Run() == nil {
		argv = []string{"unshare", "-n", "bash", "-c", "ip link set lo up && exec bash --norc"}
	} else if l, err := net.Listen("tcp", "127.0.0.1:8080"); err != nil {
		t.Fatal("port 8080 is in use, and the documents name it: stop what listens there")
	} else {
		_ = l.Close() // the demo takes it
	}
	s.cmd = exec.Command(argv[0], argv[1:]...)
	s.cmd.Dir = home
	s.cmd.Env = append(os.Environ(), "npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false")
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.cmd.Stderr = s.cmd.Stdout
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.out)
		for lines := bufio.NewReader(out); ; {
			line, err := lines.ReadString('\n')
			if line != "" {
				s.out <- strings.TrimSuffix(line, "\n")
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

// close ends everything that the shell started.
func (s *shell) close() {
	_ = s.in.Close()
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGTERM)
	done := make(chan struct{})
	go func() { _ = s.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
		s.t.Error("the shell had to be killed")
	}
}

// paste runs a text and returns what it printed.
func (s *shell) paste(text string) string {
	s.t.Helper()
	const mark = "·end of block·"
	fmt.Fprintf(s.in, "%s\necho; echo '%s'\n", text, mark) // the output may end within a line
	var out bytes.Buffer
	limit := time.After(patience)
	for {
		select {
		case line, open := <-s.out:
			if !open {
				s.t.Fatalf("the shell ended in:\n%s\n%s", text, out.String())
			}
			if line == mark {
				return out.String()
			}
			out.WriteString(line + "\n")
		case <-limit:
			s.t.Fatalf("no end after %s:\n%s\n%s", patience, text, out.String())
		}
	}
}

var placeholder = regexp.MustCompile(`\b(wsp)_…`)

// The reader's own account stands in the README; here it is the simulator's.
const (
	exampleAccount = "102290129340398"
	sandboxAccount = "200000000000001"
)

var identifier = regexp.MustCompile(`\b(wsp)_[0-9a-z]+`)

// run pastes a block as it is written; only ids that an earlier block printed
// are put in, as a reader would.
func (s *shell) run(b block) {
	s.t.Helper()
	text := placeholder.ReplaceAllStringFunc(b.text, func(p string) string {
		if id := s.seen[strings.TrimSuffix(p, "_…")]; id != "" {
			return id
		}
		return p
	})
	text = strings.ReplaceAll(text, exampleAccount, sandboxAccount)
	began := time.Now()
	out := s.paste(text + "\nstatus_of_block=$?")
	for _, m := range identifier.FindAllStringSubmatch(out, -1) {
		s.seen[m[1]] = m[0]
	}
	if status := strings.TrimSpace(s.paste("echo $status_of_block")); status != "0" {
		s.t.Errorf("line %d failed with %s:\n%s\n%s", b.line, status, b.text, out)
	}
	if problem.MatchString(out) {
		s.t.Errorf("line %d was refused:\n%s\n%s", b.line, b.text, out)
	}
	for line := range strings.SplitSeq(b.text, "\n") {
		if strings.HasPrefix(line, "# ") && !expectation(line).MatchString(out) {
			s.t.Errorf("line %d did not print %q:\n%s", b.line, line, out)
		}
	}
	s.t.Logf("line %d: %.1f s", b.line, time.Since(began).Seconds())
}

// startDemo does what the first block says, in the background, and waits until
// the demo says that it is running.
func (s *shell) startDemo() {
	s.t.Helper()
	began := time.Now()
	out := s.paste(`rm -f data/demo/demo.json
make run >demo.log 2>&1 &
demo=$!
for _ in $(seq 2400); do [ -s data/demo/demo.json ] && break; kill -0 $demo 2>/dev/null || break; sleep 0.1; done
[ -s data/demo/demo.json ] || cat demo.log`)
	if strings.TrimSpace(out) != "" {
		s.t.Fatalf("make run did not come up:\n%s", out)
	}
	s.t.Logf("make run: %.1f s", time.Since(began).Seconds())
}

func (s *shell) stopDemo() {
	s.paste(`[ -z "$demo" ] || { pkill -TERM -P $demo 2>/dev/null; kill $demo 2>/dev/null; wait $demo 2>/dev/null; demo=; }`)
}

// serve pastes a block whose last command runs until it is stopped, beside a
// simulator of the provider for those that ask the provider something.
func (s *shell) serve(b block) {
	s.t.Helper()
	text := strings.TrimRight(b.text, "\n") + " >serve.log 2>&1 &"
	out := s.paste(`bin/crm sandbox --listen 127.0.0.1:8090 --token EAAsandbox --app-secret … --verify-token … >sandbox.log 2>&1 &
printf EAAsandbox > token.txt
export CRM_PROVIDER_URL=http://127.0.0.1:8090
` + text + `
for _ in $(seq 300); do curl -sf http://127.0.0.1:8080/readyz >/dev/null && break; sleep 0.1; done
curl -sf http://127.0.0.1:8080/readyz >/dev/null || cat serve.log`)
	if strings.Contains(out, "crm:") {
		s.t.Fatalf("line %d did not come up:\n%s", b.line, out)
	}
}

// copyRepository copies what git would give a newcomer, with the downloads
// that an earlier build has made: the network is not what is tested.
func copyRepository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(t.TempDir(), "crm")
	script := `set -e
mkdir -p "$2"; cd "$1"
git ls-files -coz --exclude-standard | while IFS= read -r -d '' f; do [ ! -e "$f" ] || printf '%s\0' "$f"; done | tar --null -T - -cf - | tar -xf - -C "$2"
for f in $(git ls-files -oi --exclude-standard --directory web/dist sdk/typescript/node_modules sdk/typescript/dist); do
  mkdir -p "$2/$(dirname "$f")"; cp -a "$f" "$2/$(dirname "$f")/"
done`
	if out, err := exec.Command("bash", "-c", script, "bash", root, home).CombinedOutput(); err != nil {
		t.Fatalf("the repository could not be copied: %v\n%s", err, out)
	}
	return home
}
