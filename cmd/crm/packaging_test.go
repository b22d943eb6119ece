package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5/pgconn"
	"go.yaml.in/yaml/v3"
)

// root is the folder of the repository.
const root = "../.."

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// serveVariables are the environment variables that crm serve knows.
func serveVariables(t *testing.T) (names []string) {
	t.Helper()
	var cli commands
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range parser.Model.Children {
		if command.Name == "serve" {
			for _, f := range command.Flags {
				names = append(names, f.Envs...)
			}
		}
	}
	return names
}

// checkServe parses crm serve with an environment as the program would.
func checkServe(t *testing.T, env map[string]string, args ...string) {
	t.Helper()
	known := serveVariables(t)
	for name, value := range env {
		if strings.HasPrefix(name, "CRM_") && !slices.Contains(known, name) {
			t.Errorf("%s is no setting of crm serve", name)
		}
		t.Setenv(name, value)
	}
	var cli commands
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Errorf("crm %s: %v", args, err)
	}
	if err := cli.Serve.Validate(); err != nil {
		t.Errorf("crm %s: %v", args, err)
	}
}

type composeFile struct {
	Services map[string]struct {
		Image       string
		Environment map[string]string
		Secrets     []string
		Volumes     []string
		Ports       []string
		ReadOnly    bool     `yaml:"read_only"`
		CapDrop     []string `yaml:"cap_drop"`
		SecurityOpt []string `yaml:"security_opt"`
	}
	Secrets, Volumes map[string]any
}

// The compose files start the service by settings that it has, without rights
// and with nothing to write but its volume.
func TestComposeFiles(t *testing.T) {
	for _, path := range []string{"compose.yaml", "compose.embedded.yaml"} {
		var c composeFile
		if err := yaml.Unmarshal([]byte(readText(t, path)), &c); err != nil {
			t.Fatal(path, err)
		}
		crm, ok := c.Services["crm"]
		if !ok || crm.Image != "crm" || !crm.ReadOnly || !slices.Equal(crm.Volumes, []string{"data:/data"}) {
			t.Errorf("%s: %+v", path, crm)
		}
		for name, s := range c.Services {
			if !slices.Contains(s.CapDrop, "ALL") || !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
				t.Errorf("%s: %s keeps rights", path, name)
			}
			for _, secret := range s.Secrets {
				if _, ok := c.Secrets[secret]; !ok {
					t.Errorf("%s: %s names the secret %s, which is not there", path, name, secret)
				}
			}
			for _, port := range s.Ports {
				if !strings.HasPrefix(port, "127.0.0.1:") {
					t.Errorf("%s: %s listens on %s", path, name, port)
				}
			}
		}
		env := map[string]string{}
		for name, value := range crm.Environment {
			env[name] = regexp.MustCompile(`\$\{\w+:-\}`).ReplaceAllString(value, "")
		}
		checkServe(t, env, "serve")
	}
}

// The password of PostgreSQL is read from its file.
func TestComposePasswordFile(t *testing.T) {
	var c composeFile
	if err := yaml.Unmarshal([]byte(readText(t, "compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "pgpass")
	if err := os.WriteFile(file, []byte("*:*:*:crm:s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := pgconn.ParseConfig(strings.Replace(c.Services["crm"].Environment["CRM_DATABASE"], "/run/secrets/pgpass", file, 1))
	if err != nil || config.Password != "s3cret" || config.Host != "postgres" {
		t.Errorf("%+v %v", config, err)
	}
}

// The image starts the service by settings that it has.
func TestDockerfile(t *testing.T) {
	text := readText(t, "Dockerfile")
	env := map[string]string{}
	for _, pair := range regexp.MustCompile(`(CRM_\w+)=(\S+)`).FindAllStringSubmatch(text, -1) {
		env[pair[1]] = pair[2]
	}
	if len(env) < 3 || !strings.Contains(text, "FROM scratch") || !strings.Contains(text, "USER 65532") {
		t.Errorf("%v\n%s", env, text)
	}
	checkServe(t, env, "serve")
}

// The unit starts the service by settings that it has, and is as hard as it
// says; systemd itself judges it where this machine has it.
func TestSystemdUnit(t *testing.T) {
	text := readText(t, "packaging/crm.service")
	setting := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		if name, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			setting[name] = strings.TrimSpace(setting[name] + " " + value)
		}
	}
	for name, want := range map[string]string{
		"DynamicUser": "yes", "StateDirectory": "crm", "ProtectSystem": "strict", "ProtectHome": "yes", "NoNewPrivileges": "yes", "PrivateTmp": "yes",
		"PrivateDevices": "yes", "CapabilityBoundingSet": "", "MemoryDenyWriteExecute": "yes", "RestrictNamespaces": "yes", "UMask": "0077",
		"RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX", "SystemCallFilter": "@system-service ~@privileged", "SystemCallArchitectures": "native",
	} {
		if got, ok := setting[name]; !ok || got != want {
			t.Errorf("%s=%s, want %s", name, got, want)
		}
	}
	env := map[string]string{}
	for _, pair := range strings.Fields(setting["Environment"]) {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	command := strings.Fields(setting["ExecStart"])
	checkServe(t, env, command[1:]...)

	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Log("systemd-analyze is not on this machine")
		return
	}
	unit := filepath.Join(t.TempDir(), "crm.service")
	if err := os.WriteFile(unit, []byte(strings.ReplaceAll(text, command[0], program)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("systemd-analyze", "verify", "--man=no", unit).CombinedOutput(); err != nil || strings.Contains(string(out), "crm.service") {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
	// An exposure of 2.0 of 10 at most; what is not confined at all has 9.6.
	if out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit).CombinedOutput(); err != nil {
		t.Errorf("systemd-analyze security: %v\n%s", err, out)
	}
}

// The health check is true: it fails where nothing answers and where what
// answers is not ready.
func TestHealthcheck(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("it asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
	check := func(listen string) error {
		return exec.Command(program, "healthcheck", "--listen", listen).Run()
	}
	for _, listen := range []string{"127.0.0.1:" + port, "0.0.0.0:" + port, ":" + port, "[::]:" + port} {
		if err := check(listen); err != nil {
			t.Errorf("%s: %v", listen, err)
		}
	}
	status = http.StatusServiceUnavailable
	if check("127.0.0.1:"+port) == nil {
		t.Error("503 is taken for ready")
	}
	server.Close()
	if check("127.0.0.1:"+port) == nil {
		t.Error("silence is taken for ready")
	}
}
