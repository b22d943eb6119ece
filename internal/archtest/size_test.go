package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Budgets, tests left away: what is larger is not read at once.
const (
	maxFile         = 400  // lines
	maxFunction     = 80   // lines
	maxPackageFiles = 40   // files
	maxPackageLines = 5000 // lines
	maxMethods      = 60   // methods of one type
	maxFields       = 25   // fields of one struct
)

// larger is an exemption: what it is now, which it may not exceed, and why it
// is not within the budget.
type larger struct {
	now int
	why string
}

const (
	wire   = "one form of the API, field by field"
	noun   = "one noun with all that is stored of it"
	routes = "one method per route of the provider"
)

// exemptions by the name that the test reports. They only shrink: a figure that
// is far too high is to be lowered, and one that is not needed is to go.
var exemptions = map[string]larger{
	"methods of internal/api.Server":         {70, "one method per operation, until each room has its own handlers"},
	"fields of internal/api.KnowledgeSource": {26, wire},
	"fields of internal/crm.KnowledgeSource": {29, noun},
	"fields of internal/crm.Message":         {27, noun},
	"methods of internal/sandbox.Server":     {86, routes},
	"methods of internal/sandbox.call":       {106, routes},
}

// flatByDesign are packages of any size: one file per noun, per route, or per phase.
var flatByDesign = []string{"internal/crm", "internal/api", "internal/sandbox", "bench"}

// measured is a figure with its budget.
type measured struct{ now, most int }

// TestSizes stops what grows beyond its budget.
func TestSizes(t *testing.T) {
	found := measure(t)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		got, exempt := found[name], exemptions[name]
		switch {
		case exempt.now == 0 && got.now > got.most:
			t.Errorf("%s: %d, at most %d are allowed: split it by what it does", name, got.now, got.most)
		case exempt.now == 0:
		case got.now > exempt.now:
			t.Errorf("%s: %d, it had %d and may only shrink", name, got.now, exempt.now)
		case got.now <= got.most:
			t.Errorf("%s: %d is within the budget: take it off the list", name, got.now)
		case got.now < exempt.now*3/4:
			t.Errorf("%s: it shrank to %d: write that in the place of %d", name, got.now, exempt.now)
		}
	}
	for name := range exemptions {
		if _, ok := found[name]; !ok {
			t.Errorf("%s is not there any more: take it off the list", name)
		}
	}
}

// measure returns every figure that has a budget, by name.
func measure(t *testing.T) map[string]measured {
	t.Helper()
	out := map[string]measured{}
	add := func(name string, n, most int) {
		out[name] = measured{out[name].now + n, most}
	}
	for _, s := range sources(t) {
		if strings.HasPrefix(s.text, "// Code generated ") {
			continue
		}
		lines := strings.Count(s.text, "\n")
		add("lines of "+s.path, lines, maxFile)
		if !slices.Contains(flatByDesign, s.pkg) {
			add("files of "+s.pkg, 1, maxPackageFiles)
			add("lines of "+s.pkg, lines, maxPackageLines)
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if receiver := receiverOf(d); receiver != "" {
					add(fmt.Sprintf("methods of %s.%s", s.pkg, receiver), 1, maxMethods)
					name = receiver + "." + name
				}
				if name != "init" && name != "_" { // a package may have several
					add(fmt.Sprintf("lines of %s.%s", s.pkg, name), files.Position(d.End()).Line-files.Position(d.Pos()).Line+1, maxFunction)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok {
						if form, ok := spec.Type.(*ast.StructType); ok {
							add(fmt.Sprintf("fields of %s.%s", s.pkg, spec.Name.Name), form.Fields.NumFields(), maxFields)
						}
					}
				}
			}
		}
	}
	return out
}

// receiverOf is the name of the type that a method belongs to, or "".
func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	form := d.Recv.List[0].Type
	if star, ok := form.(*ast.StarExpr); ok {
		form = star.X
	}
	switch generic := form.(type) {
	case *ast.IndexExpr:
		form = generic.X
	case *ast.IndexListExpr:
		form = generic.X
	}
	if name, ok := form.(*ast.Ident); ok {
		return name.Name
	}
	return ""
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
