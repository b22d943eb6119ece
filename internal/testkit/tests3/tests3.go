// Package tests3 gives tests a bucket on a real S3 server. It builds Versity's
// gateway (Apache-2.0) from its module and starts it as a process.
package tests3

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/testkit/child"
)

// The server program, and the credentials that it is started with.
const (
	module    = "github.com/versity/versitygw"
	version   = "v1.8.0"
	Region    = "us-east-1"
	AccessKey = "test-access-key"
	SecretKey = "test-secret-key"
)

// Server is a running server with one bucket.
type Server struct {
	Endpoint *url.URL
	Bucket   string
	// Folder is where the server keeps the objects of the bucket.
	Folder string
}

// New starts a server that ends with the test. It skips the test, saying why,
// where the program cannot be built; with CI set it fails instead.
func New(t testing.TB) *Server {
	t.Helper()
	program, err := build()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no S3 server: ", err)
		}
		t.Skip("no S3 server: ", err)
	}
	root, address := t.TempDir(), freeAddress(t)
	s := &Server{Endpoint: &url.URL{Scheme: "http", Host: address}, Bucket: "media", Folder: filepath.Join(root, "media")}
	if err := os.Mkdir(s.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	// Metadata beside the objects, because not every file system has extended attributes.
	sidecar := t.TempDir()
	cmd := exec.Command(program, "--port", address, "--access", AccessKey, "--secret", SecretKey, "--quiet", "posix", "--sidecar", sidecar, root)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := child.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	deadline := time.Now().Add(20 * time.Second)
	for {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
			return s
		}
		if time.Now().After(deadline) {
			t.Fatalf("the S3 server did not start: %v\n%s", err, out.String())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func freeAddress(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// build installs the program once into the user's cache.
var build = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "crm-test", "versitygw-"+version)
	program := filepath.Join(folder, "versitygw")
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	// Not optimized, because to compile it takes longer than what is asked of it.
	cmd := exec.Command("go", "install", "-gcflags=github.com/...=-N -l -dwarf=false", module+"/cmd/versitygw@"+version)
	cmd.Env = append(os.Environ(), "GOBIN="+folder, "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s cannot be built: %w: %s", module, err, out)
	}
	return program, nil
})
