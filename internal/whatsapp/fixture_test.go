package whatsapp

import (
	"os"
	"path/filepath"
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
