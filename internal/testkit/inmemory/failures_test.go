package main

import (
	"strings"
	"testing"
)

func TestWhatFailedIsPrintedOnceMore(t *testing.T) {
	var out, told strings.Builder
	f := &failures{out: &out}
	const printed = "ok  \ta\t0.1s\n--- FAIL: TestOne (0.00s)\n    one_test.go:12: it is 3, want 4\npanic: test timed out after 22m0s\n\trunning tests:\n\t\tTestTwo/sqlite (21m0s)\n\ngoroutine 1 [chan receive]:\nmain.main()\nFAIL\tb\t1320.1s\n"
	for _, part := range []string{printed[:30], printed[30:70], printed[70:]} {
		if _, err := f.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	f.print(&told)
	if out.String() != printed {
		t.Errorf("the output became %q", out.String())
	}
	const want = "\nWhat failed, once more:\n--- FAIL: TestOne (0.00s)\n    one_test.go:12: it is 3, want 4\npanic: test timed out after 22m0s\n\trunning tests:\n\t\tTestTwo/sqlite (21m0s)\n"
	if told.String() != want {
		t.Errorf("it tells %q", told.String())
	}
}
