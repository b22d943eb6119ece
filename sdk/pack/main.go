// Command pack packs the client libraries into web/dist. So the service hands
// out the version that matches it.
//
//	go run ./sdk/pack            # what can be packed; says what cannot
//	go run ./sdk/pack -require   # everything, or an error
//
// The TypeScript library needs Node.js and npm; the Go module needs nothing. The
// same sources give the same bytes. Up-to-date packages are left alone.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Where the libraries are and what is made of them, from the repository's root.
const (
	typescriptFolder = "sdk/typescript"
	typescriptFile   = "web/dist/sdk-typescript.tgz"
	goFolder         = "sdk/go"
	goFile           = "web/dist/sdk-go.zip"
	stampFile        = "web/dist/sdk.json"
)

// stamp says what was packed: the version, and the hashes of sources and results.
type stamp struct {
	Version    string `json:"version"`
	TypeScript string `json:"typescript,omitempty"`
	Go         string `json:"go"`
}

func main() {
	require := flag.Bool("require", false, "fail when a library cannot be packed")
	flag.Parse()
	if err := run(*require); err != nil {
		fmt.Fprintln(os.Stderr, "sdk/pack: "+err.Error())
		os.Exit(1)
	}
}

func run(require bool) error {
	version, err := packageVersion()
	if err != nil {
		return err
	}
	old := readStamp()
	fresh := stamp{Version: version}
	if fresh.Go, err = refresh(old.Go, goFile, goSources, func() ([]byte, error) { return packGo(goFolder, version) }); err != nil {
		return err
	}
	fresh.TypeScript, err = refresh(old.TypeScript, typescriptFile, typescriptSources, packTypeScript)
	var absent *absentError
	if errors.As(err, &absent) && !require {
		fmt.Fprintf(os.Stderr, "The TypeScript library is not in this build, and GET /sdk/typescript.tgz says so: %s.\n", absent.why)
		if err := os.Remove(typescriptFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	} else if err != nil {
		return err
	}
	text, err := json.MarshalIndent(fresh, "", "  ")
	if err != nil {
		return err
	}
	return write(stampFile, append(text, '\n'))
}

// absentError says why a library cannot be packed on this machine.
type absentError struct{ why string }

func (e *absentError) Error() string { return e.why }

// refresh packs a library unless the result of an earlier run is of the same
// sources and whole. It returns the mark of both.
func refresh(old, file string, sources func() ([]string, error), pack func() ([]byte, error)) (string, error) {
	list, err := sources()
	if err != nil {
		return "", err
	}
	mark, err := hashFiles(list)
	if err != nil {
		return "", err
	}
	if have, err := os.ReadFile(file); err == nil && old == mark+" "+hash(have) {
		return old, nil
	}
	made, err := pack()
	if err != nil {
		return "", err
	}
	fmt.Printf("%s: %d kB\n", file, (len(made)+999)/1000)
	return mark + " " + hash(made), write(file, made)
}

func readStamp() (s stamp) {
	if text, err := os.ReadFile(stampFile); err == nil {
		_ = json.Unmarshal(text, &s) // one that cannot be read is made anew
	}
	return s
}

// packageVersion is the version of both libraries.
func packageVersion() (string, error) {
	text, err := os.ReadFile(filepath.Join(typescriptFolder, "package.json"))
	if err != nil {
		return "", fmt.Errorf("%w; run it in the repository's root", err)
	}
	var about struct{ Version string }
	if err := json.Unmarshal(text, &about); err != nil || about.Version == "" {
		return "", fmt.Errorf("%s/package.json has no version: %w", typescriptFolder, err)
	}
	return about.Version, nil
}

// typescriptSources are the files that the npm package is made of.
func typescriptSources() ([]string, error) {
	list := []string{}
	for _, name := range []string{"package.json", "package-lock.json", "README.md", "LICENSE", "tsconfig.json", "tsdown.config.ts"} {
		list = append(list, filepath.Join(typescriptFolder, name))
	}
	return walk(filepath.Join(typescriptFolder, "src"), list, func(string) bool { return true })
}

// packTypeScript builds the npm package. npm gives every file the same time and
// owner, so the bytes depend on the sources alone.
func packTypeScript() ([]byte, error) {
	if _, err := exec.LookPath("npm"); err != nil {
		return nil, &absentError{"npm was not found; install Node.js 20 or later and build again"}
	}
	if _, err := os.Stat(filepath.Join(typescriptFolder, "node_modules", ".bin", "tsdown")); err != nil {
		fmt.Println("Fetching the build tools of the TypeScript library (once) …")
		if _, err := npm("ci", "--no-audit", "--no-fund", "--fetch-retries=1"); err != nil {
			return nil, &absentError{"npm could not fetch its build tools: " + err.Error()}
		}
	}
	folder, err := os.MkdirTemp("", "sdk-pack-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if out, err := npm("run", "--silent", "build"); err != nil {
		return nil, fmt.Errorf("the TypeScript library does not build: %w\n%s", err, out)
	}
	if _, err := npm("pack", "--ignore-scripts", "--pack-destination", folder); err != nil {
		return nil, fmt.Errorf("npm pack: %w", err)
	}
	made, err := filepath.Glob(filepath.Join(folder, "*.tgz"))
	if err != nil || len(made) != 1 {
		return nil, fmt.Errorf("npm pack left %d packages: %w", len(made), err)
	}
	return os.ReadFile(made[0])
}

// npm runs npm in the library's folder. An error has the end of what it printed.
func npm(args ...string) (string, error) {
	name := "npm"
	if runtime.GOOS == "windows" {
		name = "npm.cmd"
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = typescriptFolder
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		err = fmt.Errorf("%w: %s", err, strings.Join(lines[max(0, len(lines)-3):], "; "))
	}
	return out.String(), err
}

// walk adds the files below a folder that are wanted, in order.
func walk(folder string, list []string, wanted func(path string) bool) ([]string, error) {
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && wanted(path) {
			list = append(list, path)
		}
		return err
	})
	return list, err
}

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func hashFiles(list []string) (string, error) {
	h := sha256.New()
	for _, path := range list {
		content, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %s\n", filepath.ToSlash(path), hash(content))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// write replaces a file in one step, so that a broken run leaves no half of it.
func write(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".pack-")
	if err != nil {
		return err
	}
	_, err = io.Copy(f, bytes.NewReader(content))
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
