// Command release makes the archives of a release from the root of the
// repository: one archive per platform, their checksums, and a list of all parts.
//
//	go run ./packaging/release -out release            # every platform
//	go run ./packaging/release -out release -only linux/amd64
//
// The same commit always gives the same bytes: archives hold no paths of the
// machine, the time of the commit, and files in order.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// platforms are what a release is made for.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

// release is one run of the program.
type release struct {
	out, version string
	at           time.Time // of the commit
	sums         bytes.Buffer
}

func main() {
	out := flag.String("out", "release", "folder of the archives")
	version := flag.String("version", "", "version of the release; by default the tag of the commit, else its time and hash")
	only := flag.String("only", "", "build one platform, such as linux/amd64")
	flag.Parse()
	if err := run(*out, *version, *only); err != nil {
		fmt.Fprintln(os.Stderr, "release: "+err.Error())
		os.Exit(1)
	}
}

func run(out, version, only string) error {
	r := &release{out: out}
	seconds, err := git("log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	r.at = time.Unix(n, 0).UTC()
	if r.version, err = versionOf(version, r.at); err != nil {
		return err
	}
	for _, need := range []string{"web/dist/scalar.js.br", "web/dist/sdk-typescript.tgz", "web/dist/sdk-go.zip"} {
		if _, err := os.Stat(need); err != nil {
			return fmt.Errorf("%s is not there, so the release would lack a part: run make docs sdk", need)
		}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	list := platforms
	if only != "" {
		list = []string{only}
	}
	for i, platform := range list {
		if err := r.make(platform, i == 0); err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), r.sums.Bytes(), 0o644)
}

// versionOf is the version that is asked for, or that of the commit.
func versionOf(asked string, at time.Time) (string, error) {
	if tag, err := git("describe", "--tags", "--exact-match"); asked == "" && err == nil {
		asked = tag
	}
	commit, err := git("rev-parse", "--short=12", "HEAD")
	return cmp.Or(strings.TrimPrefix(asked, "v"), "0.0.0-"+at.Format("20060102150405")+"-"+commit), err
}

// make builds one platform's archive; with the first one it writes the list of
// parts, which is the same for all.
func (r *release) make(platform string, first bool) error {
	system, machine, ok := strings.Cut(platform, "/")
	if !ok {
		return errors.New("a platform is written as linux/amd64")
	}
	folder, err := os.MkdirTemp("", "crm-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	binary := filepath.Join(folder, "crm")
	if system == "windows" {
		binary += ".exe"
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -X service.example/crm/internal/version.Version="+r.version, "-o", binary, "./cmd/crm")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+machine, "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	files := []file{{name: filepath.Base(binary), path: binary, mode: 0o755}}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"} {
		files = append(files, file{name: name, path: name, mode: 0o644})
	}
	if system == "linux" {
		for _, name := range []string{"Dockerfile", "compose.yaml", "compose.embedded.yaml", "packaging/crm.service"} {
			files = append(files, file{name: filepath.Base(name), path: name, mode: 0o644})
		}
	}
	base := fmt.Sprintf("crm_%s_%s_%s", r.version, system, machine)
	name, pack := base+".tar.gz", packTar
	if system == "windows" {
		name, pack = base+".zip", packZip
	}
	archive, err := pack(base, files, r.at)
	if err == nil {
		err = r.write(name, archive)
	}
	if err == nil && first {
		var parts []byte
		if parts, err = listParts(binary, r.version, r.at); err == nil {
			err = r.write("crm_"+r.version+"_sbom.cdx.json", parts)
		}
	}
	return err
}

// write puts a file into the release and adds its check sum.
func (r *release) write(name string, content []byte) error {
	fmt.Fprintf(&r.sums, "%x  %s\n", sha256.Sum256(content), name)
	fmt.Printf("%s  %.1f MB\n", name, float64(len(content))/1e6)
	return os.WriteFile(filepath.Join(r.out, name), content, 0o644)
}

func git(args ...string) (string, error) {
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w; a release is made in a Git working copy", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
