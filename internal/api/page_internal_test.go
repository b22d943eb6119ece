package api

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCursor(t *testing.T) {
	for _, after := range []string{"msg_01jd5k3v6rf0w8m2a4t9x7bq1e", "1:", "é", strings.Repeat("x", 100)} {
		if got, ok := decodeCursor(*encodeCursor(after)); !ok || got != after {
			t.Errorf("%q comes back as %q, %v", after, got, ok)
		}
	}
	if encodeCursor("") != nil {
		t.Error("the end of a list has a cursor")
	}
	for _, bad := range []string{"!", "MTo", "Mjp4", "MTp4AA", "MTr_", "MTp4=", "bXNnXzAx", "\x00"} {
		if got, ok := decodeCursor(bad); ok {
			t.Errorf("%q is taken for a cursor of %q", bad, got)
		}
	}
}

// Whatever is given as a cursor is refused or is one that is given again.
func FuzzDecodeCursor(f *testing.F) {
	for _, seed := range []string{"", "MTptc2dfMDFqZDVr", "MTo", "!", "MTp4AA", strings.Repeat("A", 300)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cursor string) {
		after, ok := decodeCursor(cursor)
		if !ok || after == "" {
			return
		}
		if !utf8.ValidString(after) || strings.ContainsRune(after, 0) {
			t.Fatalf("the cursor %q gives %q, which no database compares", cursor, after)
		}
		if again, ok := decodeCursor(*encodeCursor(after)); !ok || again != after {
			t.Fatalf("%q comes back as %q", after, again)
		}
	})
}
