package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/alecthomas/kong"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/service/signon"
	"service.example/crm/internal/testkit/child"
	"service.example/crm/internal/testkit/testpg"
)

// untilEnded is what the commands print that run until they are told to end.
var untilEnded = map[string]string{"serve": "ready", "demo": "Stop with Ctrl-C", "sandbox": "control API", "listen": "Listening to"}

// command is a call of crm in a line of a shell, with the variables before it.
var command = regexp.MustCompile(`^\$?\s*((?:[A-Z_]+=\S+(?: \S+\))? )*)(?:\./)?(?:bin/)?(crm .*)$`)

var servedAt = regexp.MustCompile(`url=http://(\S+)`)

// reader is somebody who types what is written, in a folder of their own.
type reader struct {
	call
	workspace string
}

func newReader(t *testing.T) *reader {
	t.Helper()
	dir := t.TempDir()
	r := &reader{call: call{t: t, dir: dir}}
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(dir, "bin", "crm")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"token.txt": testToken + "\n", "master.key": testMasterKey, "app-secret": "a secret"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.env = []string{"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), "CRM_PROVIDER_URL=" + sandboxURL(t)}
	r.workspace = strings.Fields(r.must("admin", "create-workspace", "Of the reader", "--live"))[1]
	return r
}

// fill puts what a reader has in the place of what only stands for it.
func (r *reader) fill(line string) string {
	for strings.Contains(line, "key_…") {
		key := strings.Fields(r.must("admin", "create-key", r.workspace))[2]
		line = strings.Replace(line, "key_…", key, 1)
	}
	if strings.Contains(line, "sso_…") {
		line = strings.ReplaceAll(line, "sso_…", r.connection("example.com"))
	}
	if strings.Contains(line, "-operator --email olivia@example.com") {
		r.olivia(strings.Contains(line, "remove-operator"))
	}
	line = strings.ReplaceAll(line, "wsp_…", r.workspace)
	line = strings.ReplaceAll(line, "--listen 127.0.0.1:8082", "--listen 127.0.0.1:0") // others may use the port
	if database := "postgres://crm:secret@db.internal:5432/crm"; strings.Contains(line, database) {
		line = strings.ReplaceAll(line, database, testpg.New(r.t))
	}
	return line
}

// connection makes an SSO connection of the reader's workspace, which claims a domain.
func (r *reader) connection(domain string) (id string) {
	r.t.Helper()
	name, address, domains := "Reader", "https://login.example.com", []string{domain}
	r.serves(func(s *service.Service, actor crm.Actor) error {
		c, err := s.SignOn.CreateConnection(r.t.Context(), actor, signon.Change{Name: &name, Issuer: &address, ClientID: &name, ClientSecret: &name, Domains: &domains})
		id = c.ID
		return err
	})
	return id
}

// olivia makes a person who has accepted an invitation, and an operator of her.
func (r *reader) olivia(operator bool) {
	r.t.Helper()
	r.serves(func(s *service.Service, actor crm.Actor) error {
		const email = "olivia@example.com"
		_, err := s.People.Enrol(r.t.Context(), actor, people.NewPerson{Email: email, Name: "Olivia", RoleID: crm.RoleAgent, Password: "mango river lantern 42"})
		if err == nil && operator {
			_, err = s.People.AddOperator(r.t.Context(), email)
		}
		return err
	})
}

// serves does something in the reader's workspace, as who runs the service may.
func (r *reader) serves(do func(*service.Service, crm.Actor) error) {
	r.t.Helper()
	err := app.WithService(r.t.Context(), config.Database{Database: filepath.Join(r.dir, "data", "crm.db")}, service.Options{}, "http://127.0.0.1:1", "v25.0", func(s *service.Service) error {
		actor, err := s.Access.Operator(r.t.Context(), r.workspace)
		if err != nil {
			return err
		}
		return do(s, actor)
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

// types runs a line in a shell; what runs until it is told to end is told so.
func (r *reader) types(line string) {
	r.t.Helper()
	name := strings.Fields(line[strings.Index(line, "crm "):])[1]
	if name == "listen" {
		defer r.start("Stop with Ctrl-C", "demo").interrupt()
	}
	cmd := exec.Command("sh", "-c", r.fill(line))
	like := r.command()
	cmd.Dir, cmd.Env = like.Dir, like.Env
	if name == "healthcheck" { // of a service that runs
		served := r.start("msg=ready", "serve")
		defer served.interrupt()
		cmd.Env = append(cmd.Env, "CRM_LISTEN="+servedAt.FindStringSubmatch(served.out.String())[1])
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	running := &running{t: r.t, cmd: cmd, done: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = &running.out, &running.out
	if err := child.Start(cmd); err != nil {
		r.t.Fatal(err)
	}
	go func() { _ = cmd.Wait(); close(running.done) }()
	r.t.Cleanup(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	if word := untilEnded[name]; word != "" && !strings.Contains(line, "--help") {
		running.await(word)
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	}
	<-running.done
	// A shell that is interrupted with its command ends by the signal, too.
	ended := untilEnded[name] != "" && strings.Contains(running.out.String(), "topped") && cmd.ProcessState.ExitCode() == -1
	if code := cmd.ProcessState.ExitCode(); code != 0 && !ended {
		r.t.Errorf("%s\nended with %d:\n%s", line, code, running.out.String())
	}
}

// examples are the lines of a text that call crm.
func examples(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if m := command.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			lines = append(lines, m[1]+m[2])
		}
	}
	return lines
}

// leaves are the commands as they are typed.
func leaves(t *testing.T) (list []string) {
	t.Helper()
	parser, err := kong.New(&commands{}, kong.Name("crm"))
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(true) {
		list = append(list, strings.TrimPrefix(leaf.FullPath(), "crm "))
	}
	return list
}

// Every command has examples in its help, and each works as it stands there.
func TestHelpTellsWhatWorks(t *testing.T) {
	t.Parallel()
	for _, name := range leaves(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReader(t)
			help := r.must(append(strings.Fields(name), "--help")...)
			lines := examples(help)
			if len(lines) == 0 {
				t.Fatalf("the help of crm %s shows no example:\n%s", name, help)
			}
			for _, line := range lines {
				if !strings.Contains(line, "crm "+name) {
					t.Errorf("the help of crm %s shows %s", name, line)
				}
				r.types(line)
			}
		})
	}
}

var (
	fence  = regexp.MustCompile("(?s)```sh\n(.*?)```")
	inline = regexp.MustCompile("`((?:bin/)?crm [^`]+)`")
)

// What README.md shows of crm works as it stands there.
func TestREADMEShowsWhatWorks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
		lines = append(lines, examples(block[1])...)
	}
	known := leaves(t)
	for _, m := range inline.FindAllStringSubmatch(fence.ReplaceAllString(string(text), ""), -1) {
		for _, line := range examples(m[1]) {
			if slices.ContainsFunc(known, func(name string) bool { return strings.HasPrefix(line+" ", "crm "+name+" ") }) {
				lines = append(lines, line)
			} else {
				lines = append(lines, line+" --help") // a group of commands
			}
		}
	}
	if len(lines) < 5 {
		t.Fatalf("README.md shows only %s", lines)
	}
	r := newReader(t)
	for _, line := range lines {
		r.types(line)
	}
}
