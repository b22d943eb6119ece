package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// The budget of a file and of a function, in lines. Tests are exempt.
const (
	maxFile     = 400
	maxFunction = 100
)

// longer are the exceptions, by file or by file and function, each with its
// reason: tables of data may be as long as the data.
var longer = map[string]string{"sdk/go/api.gen.go": "it is generated"}

// TestSizes stops files and functions that grow beyond what is read at once.
func TestSizes(t *testing.T) {
	seen := map[string]bool{}
	check := func(name string, lines, most int) {
		if lines <= most {
			return
		}
		seen[name] = true
		if longer[name] == "" {
			t.Errorf("%s has %d lines, at most %d are allowed: split it by what it does", name, lines, most)
		}
	}
	for _, s := range sources(t) {
		check(s.path, strings.Count(s.text, "\n"), maxFile)
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				check(s.path+" "+fn.Name.Name, files.Position(fn.End()).Line-files.Position(fn.Pos()).Line+1, maxFunction)
			}
		}
	}
	for name := range longer {
		if !seen[name] {
			t.Errorf("%s is short enough: take it off the list", name)
		}
	}
}

// No package is a drawer for whatever fits nowhere.
func TestNoDrawers(t *testing.T) {
	for _, s := range sources(t) {
		for _, name := range []string{"pkg", "util", "utils", "common", "helpers", "models", "types"} {
			if strings.Contains("/"+s.pkg+"/", "/"+name+"/") {
				t.Errorf("%s is in a folder %s: name it after what it does", s.path, name)
			}
		}
	}
}
