package api

import (
	"cmp"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"service.example/crm/internal/input"
)

// The table of routes is what is registered; with -record it is written.
func TestRoutesAreWhatIsRegistered(t *testing.T) {
	var out strings.Builder
	s := &Server{mux: http.NewServeMux(), shapes: map[string]*input.Shape{}, uploads: map[string]int64{}, door: &door{public: map[string]bool{}}}
	s.huma = humago.New(s.mux, humaConfig())
	s.registerRoutes()
	for i, op := range s.operations {
		if i > 0 && op.tag != s.operations[i-1].tag {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "%-6s %-68s %-37s %s\n", op.method, op.path, op.id, cmp.Or(string(op.scope), "("+op.access.String()+")"))
	}
	if routes == "\n"+out.String() {
		return
	}
	if flag.Lookup("record").Value.String() != "true" {
		t.Fatalf("the table is stale: run make openapi. It has to be:\n%s", out.String())
	}
	file, err := os.ReadFile("routes.go")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(file), "const routes = `\n")
	_, after, _ := strings.Cut(rest, "`\n")
	if err := os.WriteFile("routes.go", []byte(before+"const routes = `\n"+out.String()+"`\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
