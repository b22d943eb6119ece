package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// file is one file of an archive: its name there and where it is taken from.
type file struct {
	name, path string
	mode       fs.FileMode
}

// inOrder sorts files by name, so that archives do not depend on the caller.
func inOrder(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
}

// packTar makes a .tar.gz with the files in one folder, all of one time.
func packTar(folder string, files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, f := range inOrder(files) {
		content, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		head := &tar.Header{Name: path.Join(folder, f.name), Mode: int64(f.mode), Size: int64(len(content)), ModTime: at, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := t.Write(content); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// packZip makes a .zip in the same way.
func packZip(folder string, files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range inOrder(files) {
		content, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		head := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: at}
		head.SetMode(f.mode)
		w, err := z.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(content); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}
