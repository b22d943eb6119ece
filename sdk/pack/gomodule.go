package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// goModule is the path of the Go client library.
const goModule = "service.example/crm/sdk/go"

// goSources are the files of the Go module: what its users compile, its
// licence and what it says of itself.
func goSources() ([]string, error) {
	return walk(goFolder, nil, func(path string) bool {
		inner := strings.Contains(filepath.ToSlash(path), "/internal/")
		text := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
		return !inner && (text || strings.HasSuffix(path, "go.mod") || strings.HasSuffix(path, "LICENSE") || strings.HasSuffix(path, "README.md"))
	})
}

// packGo makes the zip of the module as Go's module proxies give it: every file
// below module@version, in order, without times.
func packGo(folder, version string) ([]byte, error) {
	list, err := goSources()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, path := range list {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return nil, err
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: goModule + "@v" + version + "/" + filepath.ToSlash(name), Method: zip.Deflate})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(content); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return out.Bytes(), err
}
