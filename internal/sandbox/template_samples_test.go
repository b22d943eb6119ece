package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The samples of the provider's documentation can be created.
func TestSampleTemplatesAreAccepted(t *testing.T) {
	dir := corpus(t, "outbound")
	b := newBench(t, nil)
	filled := strings.NewReplacer("<CATEGORY>", "UTILITY", "<LANGUAGE>", "en", "<NAME>", "call_us", "<TEMPLATE_NAME>", "by_flow",
		`"order_confirmation"`, `"order_receipt"`) // the account has one of that name
	for _, pattern := range []string{"template-create-*.request.json", "oa-template-create*.request.json"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if status, answer := b.do("POST", "/v25.0/"+testAccount+"/message_templates", filled.Replace(string(raw))); status != 200 {
				t.Errorf("%s: %d %v", filepath.Base(file), status, answer)
			}
		}
	}
}
