package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"testing"
)

// Whoever makes an actor says of what kind it is: what it does is recorded as
// done by it.
func TestEveryActorHasAKind(t *testing.T) {
	found := 0
	for _, s := range sources(t) {
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, s.path, s.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			made, ok := n.(*ast.CompositeLit)
			if !ok || !isActor(made.Type, s.pkg) || len(made.Elts) == 0 {
				return true
			}
			found++
			for _, e := range made.Elts {
				field, ok := e.(*ast.KeyValueExpr)
				if name, _ := field.Key.(*ast.Ident); ok && name != nil && name.Name == "Kind" {
					return true
				}
			}
			t.Errorf("%s makes an actor without its Kind", files.Position(made.Pos()))
			return true
		})
	}
	if found < 3 {
		t.Errorf("only %d places that make an actor were found", found)
	}
}

// isActor reports whether an expression of a package names crm.Actor.
func isActor(x ast.Expr, pkg string) bool {
	if s, ok := x.(*ast.SelectorExpr); ok {
		of, _ := s.X.(*ast.Ident)
		return of != nil && of.Name == "crm" && s.Sel.Name == "Actor"
	}
	name, _ := x.(*ast.Ident)
	return pkg == "internal/crm" && name != nil && name.Name == "Actor"
}

// formerDoers are names of fields that once said who did something.
var formerDoers = regexp.MustCompile(`^(?:KeyID|APIKeyID|OperatorID|.*By(?:ID|KeyID)?)$`)

// Who did something is a crm.DoneBy in every noun: a bare identifier does not
// say whether a key, a user or somebody else did it.
func TestWhoDidSomethingIsNoBareID(t *testing.T) {
	found := 0
	for _, s := range sources(t) {
		if s.pkg != "internal/crm" {
			continue
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, s.path, s.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			noun, ok := n.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range noun.Fields.List {
				for _, name := range field.Names {
					if !formerDoers.MatchString(name.Name) || name.Name == "SupersededBy" { // by a message
						continue
					}
					switch typeName(field.Type) {
					case "DoneBy":
						found++
					case "string", "any":
						t.Errorf("%s: %s is not a DoneBy", files.Position(name.Pos()), name.Name)
					}
				}
			}
			return true
		})
	}
	if found < 10 {
		t.Errorf("only %d fields that say who did something were found", found)
	}
}

// typeName is the name of a type, or of what it points to.
func typeName(x ast.Expr) string {
	if p, ok := x.(*ast.StarExpr); ok {
		x = p.X
	}
	name, _ := x.(*ast.Ident)
	if name == nil {
		return ""
	}
	return name.Name
}
