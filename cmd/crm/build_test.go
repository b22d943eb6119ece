package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// clone copies what a fresh clone has and a build needs.
func clone(t *testing.T) string {
	t.Helper()
	root, dir := filepath.Join("..", ".."), t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "Makefile", "cmd", "internal", "sdk", "web", "openapi", "scripts", "docs", "LICENSE"} {
		err := filepath.WalkDir(filepath.Join(root, name), func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(root, path)
			if d.IsDir() {
				if d.Name() == "node_modules" || d.Name() == "e2e" || rel == filepath.Join("web", "dist", "app") || d.Name() == "dist" && filepath.Dir(rel) != "web" {
					return filepath.SkipDir
				}
				return os.MkdirAll(filepath.Join(dir, rel), 0o755)
			}
			if filepath.Dir(rel) == filepath.Join("web", "dist") && d.Name() != "README.md" || strings.HasSuffix(rel, "_test.go") {
				return nil
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, rel), text, info.Mode())
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// tools is a folder of nothing but these programs.
func tools(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range append(names, "sh", "make", "sed", "cut", "sort", "head", "tail", "grep", "date", "dirname", "sleep", "env", "rm") {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// build runs make build in a clone.
func build(dir, path string, env ...string) (output string, err error) {
	cmd := exec.Command("make", "build")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), append([]string{"PATH=" + path}, env...)...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Without Node.js the service is built, says what is absent, and so do /docs and /app.
// It is built again only when something has changed.
func TestBuildsWithoutNode(t *testing.T) {
	t.Parallel()
	dir := clone(t)
	out, err := build(dir, tools(t, "go"))
	if err != nil || !strings.Contains(out, "! Node.js 20 or later is not installed: the program goes without the app and the API playground") || !strings.Contains(out, "✓ Built bin/crm in ") {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err = build(dir, tools(t, "go")); err != nil || !strings.Contains(out, "✓ Built bin/crm in ") {
		t.Errorf("without the tools that tell whether it is up to date: %v\n%s", err, out)
	}
	again := tools(t, "go", "find", "cksum", "ls", "cat", "touch", "mkdir")
	source := filepath.Join(dir, "cmd", "crm", "help.go")
	for _, step := range []struct {
		change func() error
		want   string
	}{
		{nil, "✓ Built bin/crm in "},
		{nil, "✓ bin/crm is up to date."},
		{func() error { now := time.Now(); return os.Chtimes(source, now, now) }, "✓ Built bin/crm in "},
		{nil, "✓ bin/crm is up to date."},
		{func() error { return os.Remove(filepath.Join(dir, "bin", "crm")) }, "✓ Built bin/crm in "},
	} {
		if step.change != nil {
			if err := step.change(); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := build(dir, again); err != nil || !strings.Contains(out, step.want) {
			t.Fatalf("want %s: %v\n%s", step.want, err, out)
		}
	}
	demo := call{t: t, dir: dir, program: filepath.Join(dir, "bin", "crm")}.start("Stop with Ctrl-C", "demo")
	if !strings.Contains(demo.out.String(), "no API playground in this build") || !strings.Contains(demo.out.String(), "no app in this build") {
		t.Error(demo.out.String())
	}
	address := regexp.MustCompile(`Address +(\S+)`).FindStringSubmatch(demo.out.String())[1]
	for _, path := range []string{"/docs", "/app/inbox"} {
		res, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(page), "Node.js 20 or later") {
			t.Errorf("%s answers %d:\n%s", path, res.StatusCode, page)
		}
	}
}

// What a build cannot do without is said in a sentence, and soon: no Go, an old
// one, no network.
func TestSaysWhatABuildLacks(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	dir := clone(t)
	old := tools(t)
	script := "#!/bin/sh\n[ \"$1\" = env ] && echo go1.19.3 && exit\nexit 1\n"
	if err := os.WriteFile(filepath.Join(old, "go"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		env  []string
		want string
	}{
		"no Go":      {tools(t), nil, "✗ Go is not installed: get 1.26 or later from https://go.dev/dl/."},
		"an old Go":  {old, nil, "✗ Go 1.19.3 is installed, 1.26 or later is needed and cannot be fetched"},
		"no network": {tools(t, "go"), []string{"GOMODCACHE=" + filepath.Join(t.TempDir(), "empty"), "GOPROXY=http://" + silent.Addr().String(), "GOFLAGS=-modcacherw", "PATIENCE=2"}, "✗ The Go modules could not be downloaded within 2 s: is there a network"},
	} {
		began := time.Now()
		out, err := build(dir, c.path, c.env...)
		if err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if took := time.Since(began); took > patience {
			t.Errorf("%s: said after %s", name, took)
		}
	}
}

// With Node.js and without npm's registry the playground is left out, in a
// sentence that says so.
func TestSaysThatThePlaygroundCannotBeDownloaded(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("node", filepath.Join(clone(t), "web", "fetch-scalar.mjs"))
	cmd.Env = append(os.Environ(), "npm_config_registry=http://127.0.0.1:1", "npm_config_cache="+t.TempDir(), "npm_config_fetch_retry_mintimeout=10")
	out, err := cmd.CombinedOutput()
	if err == nil || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "could not be fetched: ") || !strings.Contains(string(out), "Is there a network?") {
		t.Errorf("%v\n%s", err, out)
	}
}
