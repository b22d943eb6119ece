package version

import (
	"runtime"
	"strings"
	"testing"
)

func TestCurrentSaysWhatItIs(t *testing.T) {
	if b := Current(); b.Version != development || b.Go != runtime.Version() || b.Platform != runtime.GOOS+"/"+runtime.GOARCH {
		t.Errorf("%+v", b)
	}
	Version = "1.2.3"
	defer func() { Version = "" }()
	if b := Current(); b.Version != "1.2.3" || !strings.HasPrefix(b.String(), "crm 1.2.3, ") {
		t.Errorf("%+v", b)
	}
	b := Build{Version: "1.2.3", Commit: "0123456789abcdef", Date: "2026-01-02T03:04:05Z", Modified: true, Go: "go1.26", Platform: "linux/arm64"}
	if want := "crm 1.2.3, commit 0123456789ab with changes, 2026-01-02T03:04:05Z, go1.26, linux/arm64"; b.String() != want {
		t.Errorf("%s, want %s", b, want)
	}
}
