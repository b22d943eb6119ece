package main

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit/child"
	"service.example/crm/internal/testkit/testpg"
)

// program is the binary as it is shipped, built once for all tests here.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "crm-program-")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "crm")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		panic("go build: " + string(out))
	}
	_ = os.Chmod(dir, 0o755) // for tests that run it as somebody else
	testpg.Main(m, func() { _ = os.RemoveAll(dir) })
}

// call is one run of the binary.
type call struct {
	t      *testing.T
	dir    string   // working directory
	env    []string // beside PATH and HOME
	stdin  string
	nobody bool // run without the rights of root, which may write everywhere
	// program is another build than the shared one.
	program string
}

// command prepares a run. Addresses are chosen by the system, so that nothing
// else on the machine is in the way.
func (c call) command(args ...string) *exec.Cmd {
	cmd := exec.Command(cmp.Or(c.program, program), args...)
	cmd.Dir = c.dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "PWD=" + c.dir,
		"CRM_LISTEN=127.0.0.1:0", "CRM_DEMO_LISTEN=127.0.0.1:0", "CRM_SANDBOX_LISTEN=127.0.0.1:0"}, c.env...)
	cmd.Stdin = strings.NewReader(c.stdin)
	if c.nobody && os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	return cmd
}

// run runs a command to its end.
func (c call) run(args ...string) (output string, code int) {
	c.t.Helper()
	var out bytes.Buffer
	cmd := c.command(args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	err := child.Start(cmd)
	if err == nil {
		err = cmd.Wait()
	}
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		c.t.Fatal(err)
	}
	code = 0
	if err != nil {
		code = err.(*exec.ExitError).ExitCode()
	}
	return out.String(), code
}

// must runs a command that must succeed.
func (c call) must(args ...string) string {
	c.t.Helper()
	out, code := c.run(args...)
	if code != 0 {
		c.t.Fatalf("crm %s ended with %d:\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

// running is a command that runs until it is told to end.
type running struct {
	t    *testing.T
	cmd  *exec.Cmd
	out  output
	done chan struct{}
}

// start starts a command and waits until it has printed the word.
func (c call) start(until string, args ...string) *running {
	c.t.Helper()
	r := &running{t: c.t, cmd: c.command(args...), done: make(chan struct{})}
	r.cmd.Stdout, r.cmd.Stderr = &r.out, &r.out
	if err := child.Start(r.cmd); err != nil {
		c.t.Fatal(err)
	}
	go func() { _ = r.cmd.Wait(); close(r.done) }()
	c.t.Cleanup(func() { _ = r.cmd.Process.Kill(); <-r.done })
	r.await(until)
	return r
}

// patience is how long a busy machine may take for anything here.
const patience = time.Minute

// await waits until the command has printed the word.
func (r *running) await(word string) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for !strings.Contains(r.out.String(), word) {
		select {
		case <-r.done:
			if !strings.Contains(r.out.String(), word) {
				r.t.Fatalf("%s ended before it printed %q:\n%s", r.cmd, word, r.out.String())
			}
			return
		case <-ctx.Done():
			r.t.Fatalf("%s did not print %q:\n%s", r.cmd, word, r.out.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// interrupt is Ctrl-C; it returns how the command ended.
func (r *running) interrupt() (output string, code int) {
	r.t.Helper()
	_ = r.cmd.Process.Signal(os.Interrupt)
	select {
	case <-r.done:
	case <-time.After(patience):
		r.t.Fatalf("%s does not end:\n%s", r.cmd, r.out.String())
	}
	return r.out.String(), r.cmd.ProcessState.ExitCode()
}

// output is what a command has printed so far.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// testToken is a System User Token that the shared simulator accepts.
const testToken = "EAAofTheTests"

// network is the provider simulator that the tests here share.
var network struct {
	once      sync.Once
	url, mail string
}

// sandboxURL is where the shared provider simulator listens.
func sandboxURL(t *testing.T) string {
	t.Helper()
	network.once.Do(func() {
		account := sandbox.DefaultAccount()
		account.ID = "102290129340398" // as the examples say
		s, err := app.ListenSandbox("127.0.0.1:0", sandbox.Config{Token: testToken, Accounts: []sandbox.Account{account}})
		if err != nil {
			t.Fatal(err)
		}
		go func() { _ = s.Run(context.Background()) }()
		network.url, network.mail = s.URL, s.MailURL
	})
	return network.url
}
