package whatsapp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// fixtures returns the files of a folder of the payload corpus that match the
// pattern, and skips the test where the corpus is absent.
func fixtures(t testing.TB, pattern string) []string {
	t.Helper()
	root := os.Getenv("CRM_FIXTURES")
	if root == "" {
		root = "../../../shared/fixtures"
	}
	files, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("no payload corpus at %s; set CRM_FIXTURES to its folder", root)
	}
	return files
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// sameJSON compares as JSON, taking the two spellings of the provider's
// samples as one: an index as string or integer, a sub_type in either case.
func sameJSON(t *testing.T, got, want []byte) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("%v in %s", err, got)
	}
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatalf("%v in %s", err, want)
	}
	if !reflect.DeepEqual(canonical(g), canonical(w)) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func canonical(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "recipient_type")
		for key, value := range v {
			if n, ok := value.(float64); ok && key == "index" {
				value = string(rune('0' + int(n)))
			}
			if s, ok := value.(string); ok && key == "sub_type" {
				value = strings.ToLower(s)
			}
			v[key] = canonical(value)
		}
	case []any:
		for i := range v {
			v[i] = canonical(v[i])
		}
	}
	return v
}
