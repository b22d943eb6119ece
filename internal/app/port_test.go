package app_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"service.example/crm/internal/app"
	"service.example/crm/internal/sandbox"
)

// The sandbox listens again where it did, and elsewhere, in a line of the log,
// where the port was taken meanwhile or the file says nothing.
func TestTheSandboxKeepsItsPort(t *testing.T) {
	dir := t.TempDir()
	start := func() (url, log string) {
		t.Helper()
		var text bytes.Buffer
		a, err := app.New(context.Background(), app.DemoConfig(dir, "127.0.0.1:0"), app.Options{Sandbox: sandbox.DemoConfig(), Log: slog.New(slog.NewTextHandler(&text, nil))})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Stop(context.Background())
		return a.Sandbox.URL, text.String()
	}
	first, _ := start()
	if again, log := start(); again != first || log != "" {
		t.Errorf("the sandbox was at %s and is at %s: %s", first, again, log)
	}
	taken, err := net.Listen("tcp", strings.TrimPrefix(first, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	second, log := start()
	if second == first || !strings.Contains(log, "the sandbox's port is in use") {
		t.Errorf("with its port taken the sandbox is at %s: %s", second, log)
	}
	if again, _ := start(); again != second {
		t.Errorf("the sandbox was at %s and is at %s", second, again)
	}
	for _, text := range []string{"", "0", "70000", "words"} {
		if err := os.WriteFile(filepath.Join(dir, "sandbox.port"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, log := start(); log != "" {
			t.Errorf("with %q remembered: %s", text, log)
		}
	}
}
