package service

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What README.md shows compiles, and go vet finds no fault in it.
func TestReadmeCompiles(t *testing.T) {
	dir, _ := writeBlocks(t)
	vet := exec.Command("go", "vet", "./...")
	vet.Dir = dir
	vet.Env = blocksEnv()
	if out, err := vet.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func blocksEnv() []string {
	return append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off")
}

// writeBlocks makes a module of what README.md shows: the whole program in
// the folder whole, and each other block as a function of the package readme.
func writeBlocks(t *testing.T) (dir string, functions []string) {
	t.Helper()
	library, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module readme\n\ngo 1.24\n\nrequire service.example/crm/sdk/go v1.0.0\n\nreplace service.example/crm/sdk/go => "+library+"\n")
	blocks := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllStringSubmatch(readme(t), -1)
	if len(blocks) < 7 || !strings.HasPrefix(blocks[0][1], "package main\n") {
		t.Fatalf("README.md has %d blocks of Go, or does not begin with a program", len(blocks))
	}
	write("whole/main.go", blocks[0][1])
	for i, block := range blocks[1:] {
		name := fmt.Sprintf("Block%d", i+2)
		functions = append(functions, name)
		write(strings.ToLower(name)+".go", functionOf(name, block[1]))
	}
	return dir, functions
}

// functionOf makes a file of a block, with what the blocks take as given.
func functionOf(name, block string) string {
	imports := []string{`import service "service.example/crm/sdk/go"`, `import "context"`}
	for name, path := range map[string]string{"errors": "errors", "fmt": "fmt", "http": "net/http", "io": "io", "log": "log", "os": "os"} {
		if regexp.MustCompile(`\b` + name + `\.`).MatchString(block) {
			imports = append(imports, fmt.Sprintf("import %q", path))
		}
	}
	return fmt.Sprintf(`package readme

%s

func %s(ctx context.Context, client *service.Client, event *service.WebhookEvent, handle func(*service.WebhookEvent), last string) (err error) {
	{
%s
	}
	return err
}
`, strings.Join(imports, "\n"), name, block)
}

var record = flag.Bool("record", false, "write the calls of each resource in README.md anew; read the diff")

// README.md lists every resource of the client with every call, and no other.
func TestReadmeListsEveryCall(t *testing.T) {
	old := readme(t)
	text := old
	for resource := range fieldsOf[Client]() {
		row := regexp.MustCompile("(?m)^(\\| `" + resource.Name + "` \\|[^|]*\\| )(.*) \\|$").FindStringSubmatch(text)
		if row == nil {
			t.Errorf("README.md has no row for client.%s: write one that says what it is about", resource.Name)
			continue
		}
		text = strings.Replace(text, row[0], row[1]+callsOf(resource.Type, row[2])+" |", 1)
	}
	if text == old || t.Failed() {
		return
	}
	if !*record {
		t.Fatal("README.md lists other calls than the client has: run make openapi")
	}
	if err := os.WriteFile("README.md", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// callsOf lists the calls of a resource: those listed before in their order,
// then new ones.
func callsOf(resource reflect.Type, before string) string {
	var calls []string
	for call := range strings.SplitSeq(before, ", ") {
		if _, there := resource.MethodByName(strings.Trim(call, "`")); there {
			calls = append(calls, call)
		}
	}
	for i := range resource.NumMethod() {
		if call := "`" + resource.Method(i).Name + "`"; !slices.Contains(calls, call) {
			calls = append(calls, call)
		}
	}
	return strings.Join(calls, ", ")
}

// fieldsOf yields the exported fields of a struct.
func fieldsOf[T any]() func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for _, field := range reflect.VisibleFields(reflect.TypeFor[T]()) {
			if field.IsExported() && !yield(field) {
				return
			}
		}
	}
}

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
