package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func known(t *testing.T) []string {
	t.Helper()
	parser, err := kong.New(&commands{})
	if err != nil {
		t.Fatal(err)
	}
	return knownVariables(parser.Model)
}

func TestUnknownVariables(t *testing.T) {
	for environ, want := range map[string]string{
		"CRM_DATABASE=x CRM_LISTEN=y HOME=z CRM_TEST_SEED=1":                                                "",
		"CRM_SERVICE_HOST=10.0.0.1 CRM_SERVICE_PORT=80 CRM_SERVICE_PORT_HTTP=80 CRM_PORT=tcp://10.0.0.1:80": "",
		"CRM_PORT_80_TCP=tcp://10.0.0.1:80 CRM_PORT_80_TCP_ADDR=10.0.0.1 CRM_DB_SERVICE_HOST=10.0.0.2":      "",
		"CRM_DATABSE_URL=geheim":       "CRM_DATABSE_URL (did you mean CRM_DATABASE?)",
		"CRM_DATABASE_URL=geheim":      "CRM_DATABASE_URL (did you mean CRM_DATABASE?)",
		"CRM_MASTERKEY=geheim":         "CRM_MASTERKEY (did you mean CRM_MASTER_KEY?)",
		"CRM_ZEBRA=geheim CRM_LSTEN=1": "CRM_LSTEN (did you mean CRM_LISTEN?), CRM_ZEBRA",
		"CRM_=geheim":                  "CRM_",
	} {
		if want != "" {
			want = "environment variables that crm does not know are ignored: " + want
		}
		if got := unknownVariables(known(t), strings.Fields(environ)); string(got) != want {
			t.Errorf("%s\n got %s\nwant %s", environ, got, want)
		}
	}
}

// serve, doctor and admin warn of a misspelt variable in one line, show no value
// and work all the same.
func TestMisspeltVariableIsWarnedOf(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir(), env: []string{"CRM_DATABSE_URL=geheim", "CRM_PROVIDER_URL=" + sandboxURL(t)}}
	want := "CRM_DATABSE_URL (did you mean CRM_DATABASE?)"
	served := c.start("msg=ready", "serve")
	served.interrupt()
	for command, out := range map[string]string{"admin": c.must("admin", "list-workspaces"), "doctor": c.must("doctor"), "serve": served.out.String()} {
		if strings.Count(out, want) != 1 || strings.Contains(out, "geheim") {
			t.Errorf("%s: %s", command, out)
		}
	}
}

// Every variable that code or a script of the repository reads is known.
func TestEveryVariableOfTheRepositoryIsKnown(t *testing.T) {
	reads := regexp.MustCompile(`(?:Getenv\(|LookupEnv\(|const \w+ = |process\.env\.)"?(CRM_\w+)`)
	var found []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == "dist"):
			return filepath.SkipDir
		case filepath.Ext(path) != ".go" && filepath.Ext(path) != ".mjs" && filepath.Ext(path) != ".ts":
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range reads.FindAllStringSubmatch(string(text), -1) {
			found = append(found, m[1])
		}
		return err
	})
	if err != nil || len(found) < 8 {
		t.Fatal(err, found)
	}
	for _, name := range found {
		if !slices.Contains(known(t), name) {
			t.Errorf("%s is read and not known", name)
		}
	}
}
