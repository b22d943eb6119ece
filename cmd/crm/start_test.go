package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// place is a folder in which the service is started, and how.
type place struct {
	name string
	dir  string // working directory
	env  []string
}

// places are folders as people have them. Where the database is not said, it is
// where it is by default.
func places(t *testing.T) []place {
	t.Helper()
	folder := func(names ...string) string {
		dir := filepath.Join(append([]string{t.TempDir()}, names...)...)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	link := func(to, from string) string {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
		return from
	}
	at := func(database string) []string { return []string{"CRM_DATABASE=" + database} }
	linkedData := folder()
	link(folder(), filepath.Join(linkedData, "data"))
	absolute := folder()
	inside := folder("inside")
	temporary := link(folder(), filepath.Join(folder(), "tmp"))
	return []place{
		{name: "empty folder", dir: folder()},
		{name: "below a link", dir: filepath.Join(link(folder(), filepath.Join(folder(), "link")), ".")},
		{name: "linked data folder", dir: linkedData},
		{name: "linked folder for temporary files", dir: folder(), env: []string{"TMPDIR=" + temporary}},
		{name: "relative path", dir: folder(), env: at("data/crm.db")},
		{name: "file name alone", dir: folder(), env: at("crm.db")},
		{name: "absolute path", dir: folder(), env: at(filepath.Join(absolute, "data", "crm.db"))},
		{name: "dotted path", dir: inside, env: at("./x/.././../data//crm.db")},
		{name: "spaces, umlauts and signs", dir: folder("Möbel & Söhne #1, 100 %41 neu?", "日本")},
	}
}

var secretOf = regexp.MustCompile(`api key +(\S+)`)

// Every command works in every folder, with its defaults.
func TestEveryCommandStartsEverywhere(t *testing.T) {
	t.Parallel()
	for _, p := range places(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			c := call{t: t, dir: p.dir, env: append(p.env, "CRM_PROVIDER_URL="+sandboxURL(t))}
			c.must("doctor")
			c.must("migrate")
			made := c.must("admin", "create-workspace", "Lucky Shop")
			workspace := strings.Fields(made)[1]
			if !secretOf.MatchString(made) || !strings.HasPrefix(workspace, "wsp_") {
				t.Fatal(made)
			}
			if list := c.must("admin", "list-workspaces"); !strings.Contains(list, workspace) {
				t.Error(list)
			}
			served := c.start("msg=ready", "serve", "--sandbox")
			key := strings.Fields(c.must("admin", "create-key", workspace))[2]
			if keys := c.must("admin", "list-keys", workspace); !strings.Contains(keys, key) {
				t.Error(keys)
			}
			c.must("admin", "rotate-key", workspace, key)
			c.must("admin", "revoke-key", workspace, key)
			c.must("reprocess", "--dry-run")
			c.must("doctor")
			c.must("openapi")
			if out, code := served.interrupt(); code != 0 {
				t.Errorf("serve ended with %d:\n%s", code, out)
			}
			demo := c.start("Stop with Ctrl-C", "demo")
			if out, code := demo.interrupt(); code != 0 {
				t.Errorf("demo ended with %d:\n%s", code, out)
			}
		})
	}
}

// folderForAll makes a folder that is not below the test's own, which others may not enter.
func folderForAll(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "crm-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// A folder that cannot be written to is refused in a sentence that names it,
// and nothing is left behind.
func TestAReadOnlyFolderIsRefusedInASentence(t *testing.T) {
	t.Parallel()
	dir := folderForAll(t)
	closed := filepath.Join(dir, "data")
	if err := os.Mkdir(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	c := call{t: t, dir: dir, nobody: true}
	for _, args := range [][]string{{"serve"}, {"migrate"}, {"reprocess"}, {"admin", "list-workspaces"}, {"doctor"},
		{"serve", "--database", "new/crm.db"}, {"demo"}, {"demo", "--data", "new"}} {
		out, code := c.run(args...)
		if code == 0 || !strings.Contains(out, "permission denied; choose another place by --database") || strings.Contains(out, "unable to open") {
			t.Errorf("crm %s ended with %d:\n%s", strings.Join(args, " "), code, out)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*")); len(left) > 0 {
		t.Errorf("%s is left behind", left)
	}
}

// A link in the place of the file leads nowhere: whoever may write to the folder
// could have put it there.
func TestALinkInPlaceOfTheDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	for name, target := range map[string]func(c call) string{
		"to a database": func(c call) string { c.must("migrate", "--database", "other/crm.db"); return "../other/crm.db" },
		"to nothing":    func(call) string { return "../planted" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := call{t: t, dir: t.TempDir()}
			to := target(c)
			if err := os.Mkdir(filepath.Join(c.dir, "data"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(to, filepath.Join(c.dir, "data", "crm.db")); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"serve"}, {"migrate"}, {"admin", "list-workspaces"}, {"doctor"}, {"reprocess"}} {
				if out, code := c.run(args...); code == 0 || !strings.Contains(out, "./data/crm.db is a symbolic link; name the file that it leads to") {
					t.Errorf("crm %s ended with %d:\n%s", strings.Join(args, " "), code, out)
				}
			}
			if _, err := os.Stat(filepath.Join(c.dir, "planted")); err == nil {
				t.Error("a file was made where the link leads")
			}
		})
	}
}

// A database that is not supported is refused by name, and no folder is created.
func TestAnUnknownDatabaseIsRefusedByName(t *testing.T) {
	t.Parallel()
	for database, want := range map[string]string{
		"mysql://root:secret@localhost/crm": `"mysql:" is not a supported database`,
		"sqlite:crm.db":                     `"sqlite:" is not a supported database`,
		"host=localhost dbname=crm":         "write a PostgreSQL database as postgres://",
		"data/":                             "names no database file",
	} {
		c := call{t: t, dir: t.TempDir(), env: []string{"CRM_DATABASE=" + database}}
		for _, args := range [][]string{{"serve"}, {"migrate"}, {"admin", "list-workspaces"}, {"doctor"}, {"reprocess"}} {
			if out, code := c.run(args...); code == 0 || !strings.Contains(out, want) || strings.Contains(out, "secret@") {
				t.Errorf("crm %s on %s ended with %d:\n%s", strings.Join(args, " "), database, code, out)
			}
		}
		_ = filepath.WalkDir(c.dir, func(path string, _ fs.DirEntry, _ error) error {
			if path != c.dir {
				t.Errorf("%s made %s", database, path)
			}
			return nil
		})
	}
}
