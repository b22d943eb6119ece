package reason

import (
	"strings"
	"testing"

	"service.example/crm/internal/crm"
)

// Every code is explained in plain sentences, and none that is not in the table.
func TestEveryCodeIsExplained(t *testing.T) {
	known := map[int]bool{}
	for _, r := range All() {
		known[r.ProviderCode] = true
		for _, text := range []string{r.Cause, r.NextAction} {
			if !strings.HasSuffix(text, ".") || len(text) > 260 {
				t.Errorf("%d: %q is no short sentence", r.ProviderCode, text)
			}
		}
		if r.Retry == "" || (r.RetryAfterSeconds > 0) != (r.Retry == crm.RetryLater && r.RetryAfterSeconds > 0) {
			t.Errorf("%d may be sent again: %q after %d s", r.ProviderCode, r.Retry, r.RetryAfterSeconds)
		}
		if strings.Contains(r.NextAction, "by itself") && (r.Retry == crm.RetryNever || r.Retry == crm.RetryMended) {
			t.Errorf("%d is not tried again by itself: it is %s", r.ProviderCode, r.Retry)
		}
	}
	for code := range explained {
		if !known[code] {
			t.Errorf("%d is explained and not in the table", code)
		}
	}
	if r, ok := Of(202); !ok || r.ProviderCode != 202 || r.Cause == "" {
		t.Errorf("of a range: %+v", r)
	}
	if _, ok := Of(42); ok {
		t.Error("an unknown code is explained")
	}
}
