package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A release is the same byte for byte when it is made again, holds what it
// should, and its binary says which version it is.
func TestReleaseIsReproducible(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	platform := runtime.GOOS + "/" + runtime.GOARCH
	first, second := t.TempDir(), t.TempDir()
	for _, out := range []string{first, second} {
		if err := run(out, "1.2.3", platform); err != nil {
			t.Fatal(err)
		}
	}
	list, err := os.ReadDir(first)
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	sums := string(read(t, filepath.Join(first, "SHA256SUMS")))
	for _, e := range list {
		a, b := read(t, filepath.Join(first, e.Name())), read(t, filepath.Join(second, e.Name()))
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two builds differ", e.Name())
		}
		sum := sha256.Sum256(a)
		if e.Name() != "SHA256SUMS" && !strings.Contains(sums, hex.EncodeToString(sum[:])+"  "+e.Name()+"\n") {
			t.Errorf("%s is not in SHA256SUMS: %s", e.Name(), sums)
		}
	}
	base := "crm_1.2.3_" + strings.ReplaceAll(platform, "/", "_")
	names, binary := unpack(t, filepath.Join(first, base+".tar.gz"), base+"/crm")
	for _, want := range []string{"crm", "LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "crm.service", "compose.yaml", "Dockerfile"} {
		if !slices.Contains(names, base+"/"+want) {
			t.Errorf("the archive lacks %s: %v", want, names)
		}
	}
	if out, err := exec.Command(binary, "version").CombinedOutput(); err != nil || !strings.Contains(string(out), "1.2.3") {
		t.Errorf("crm version: %s %v", out, err)
	}
	checkParts(t, read(t, filepath.Join(first, "crm_1.2.3_sbom.cdx.json")))
}

// checkParts holds the list of parts against go.mod and the playground's pin.
func checkParts(t *testing.T, text []byte) {
	t.Helper()
	var list struct {
		BOMFormat, SpecVersion string
		Components             []component
	}
	if err := json.Unmarshal(text, &list); err != nil || list.BOMFormat != "CycloneDX" || list.SpecVersion != "1.5" {
		t.Fatal(string(text[:200]), err)
	}
	have := map[string]bool{}
	for _, c := range list.Components {
		have[c.PURL] = true
	}
	pinned := regexp.MustCompile(`const pkg = '(@.*)@(.*)'`).FindSubmatch(read(t, "web/fetch-scalar.mjs"))
	for _, want := range []string{"pkg:golang/std@" + strings.TrimPrefix(runtime.Version(), "go"),
		"pkg:npm/" + strings.ReplaceAll(string(pinned[1]), "@", "%40") + "@" + string(pinned[2])} {
		if !have[want] {
			t.Errorf("the list of parts lacks %s", want)
		}
	}
	direct := regexp.MustCompile(`(?m)^\t(\S+) (v\S+)$`).FindAllStringSubmatch(string(read(t, "go.mod")), -1)
	missing := 0
	for _, m := range direct {
		if !have["pkg:golang/"+m[1]+"@"+m[2]] && m[1] != "service.example/crm/sdk/go" {
			missing++ // those that only tests use
		}
	}
	if len(direct) < 15 || missing > 4 {
		t.Errorf("%d of %d direct modules are not in the list of parts", missing, len(direct))
	}
}

// The other systems are compiled too: of them Windows differs most. Whether it
// compiles shows without optimizing what nobody runs, in two thirds of the time.
func TestForeignPlatformCompiles(t *testing.T) {
	cmd := exec.Command("go", "build", "-trimpath", "-gcflags=all=-N -l -dwarf=false", "-o", os.DevNull, "./cmd/crm")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=windows", "GOARCH=amd64")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("GOOS=windows: %v\n%s", err, out)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// unpack returns the names in an archive and the path of one file of it, unpacked.
func unpack(t *testing.T, path, wanted string) (names []string, out string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		head, err := r.Next()
		if err == io.EOF {
			return names, out
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, head.Name)
		if head.Name == wanted {
			content, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			out = filepath.Join(t.TempDir(), "crm")
			if err := os.WriteFile(out, content, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
}
