package knowledge

import (
	"testing"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The quick way of plain text comes to what the long one does.
func TestFoldCaseOfASCII(t *testing.T) {
	for a := range 128 {
		for b := range 128 {
			text := string([]byte{byte(a), byte(b), 'X', byte(a)})
			if want := norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text))); foldCase(text) != want {
				t.Fatalf("%q is folded to %q, not %q", text, foldCase(text), want)
			}
		}
	}
}
