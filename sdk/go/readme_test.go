package service

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
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
	return append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
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

// README.md tells of every resource of the client and of every call.
func TestReadmeTellsOfEveryResource(t *testing.T) {
	text := readme(t)
	for resource := range fieldsOf[Client]() {
		row := regexp.MustCompile("(?m)^\\| `" + resource.Name + "` .*$").FindString(text)
		if row == "" {
			t.Errorf("it does not tell of client.%s", resource.Name)
		}
		for i := range resource.Type.NumMethod() {
			if name := resource.Type.Method(i).Name; !strings.Contains(row, "`"+name+"`") {
				t.Errorf("it does not tell of client.%s.%s", resource.Name, name)
			}
		}
		for call := range strings.SplitSeq(row[strings.LastIndex(strings.TrimSuffix(row, " |"), "|")+1:], ",") {
			name := strings.Trim(call, " `|")
			if _, ok := resource.Type.MethodByName(name); !ok {
				t.Errorf("it tells of client.%s.%s, which does not exist", resource.Name, name)
			}
		}
	}
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
