package blob

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"service.example/crm/internal/testkit/tests3"
)

// onBoth runs a test on a directory and on a real S3 server. file returns the
// stored bytes of an object as a file.
func onBoth(t *testing.T, test func(t *testing.T, s *Store, file func(name string) string)) {
	t.Run("directory", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "media")
		s, err := Directory(path)
		if err != nil {
			t.Fatal(err)
		}
		test(t, s, func(name string) string { return filepath.Join(path, name[len(name)-2:], name) })
	})
	t.Run("s3", func(t *testing.T) {
		server := tests3.New(t)
		test(t, onServer(t, server, "some/where"), func(name string) string { return filepath.Join(server.Folder, "some/where", name) })
	})
}

func onServer(t *testing.T, server *tests3.Server, prefix string) *Store {
	s, err := OpenS3(S3{Endpoint: server.Endpoint, Region: tests3.Region, Bucket: server.Bucket, Prefix: prefix,
		AccessKey: tests3.AccessKey, SecretKey: tests3.SecretKey})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return b
}

func put(t *testing.T, s *Store, name string, data []byte) (key []byte) {
	t.Helper()
	key, err := s.Put(context.Background(), name, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func readFrom(s *Store, name string, key []byte, from int64) ([]byte, error) {
	r, err := s.Open(context.Background(), name, key, from)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Whatever the size and wherever the reading begins, what was put comes back,
// and none of it is on the disk.
func TestPutAndOpen(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store, file func(string) string) {
		for i, size := range []int{1, packageSize - 1, packageSize, packageSize + 1, 3 * packageSize, partSize, partSize + 1, 3*partSize + 12345} {
			name := "obj_" + string(rune('a'+i))
			data := random(size)
			copy(data, "PLAIN")
			key := put(t, s, name, data)
			for _, from := range []int{0, 1, size / 2, size - 1, packageSize, 2*packageSize - 1} {
				if from >= size {
					continue
				}
				got, err := readFrom(s, name, key, int64(from))
				if err != nil || !bytes.Equal(got, data[from:]) {
					t.Fatalf("%d bytes from %d: %d bytes come back, %v", size, from, len(got), err)
				}
			}
			stored, err := os.ReadFile(file(name))
			if err != nil || size > 4 && bytes.Contains(stored, []byte("PLAIN")) {
				t.Fatalf("%d bytes are not encrypted: %v", size, err)
			}
			if err := s.Delete(context.Background(), name); err != nil {
				t.Fatal(err)
			}
			if _, err := readFrom(s, name, key, 0); !errors.Is(err, ErrNotFound) {
				t.Errorf("after its removal it is opened with %v", err)
			}
		}
		if err := s.Check(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// Reader answers ranges as a browser asks for them.
func TestReader(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store, _ func(string) string) {
		data := random(5*packageSize + 77)
		key := put(t, s, "obj_1", data)
		r := s.Reader(context.Background(), "obj_1", key, int64(len(data)))
		defer r.Close()
		if err := iotest.TestReader(r, data); err != nil {
			t.Error(err)
		}
	})
}

// Every change of the stored bytes is noticed at the latest where it is read.
func TestTampering(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store, file func(string) string) {
		const packages = 4
		data := random(packages*packageSize - 100)
		key := put(t, s, "obj_1", data)
		path := file("obj_1")
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := func(change func(b []byte) []byte) []byte { return change(slices.Clone(good)) }
		second, third := good[sealedSize:2*sealedSize], good[2*sealedSize:3*sealedSize]
		for what, bad := range map[string][]byte{
			"a bit of the text":    changed(func(b []byte) []byte { b[sealedSize+1000] ^= 1; return b }),
			"a bit of a header":    changed(func(b []byte) []byte { b[sealedSize+2] ^= 1; return b }),
			"a bit of a tag":       changed(func(b []byte) []byte { b[2*sealedSize-1] ^= 1; return b }),
			"the order":            slices.Concat(good[:sealedSize], third, second, good[3*sealedSize:]),
			"a package is gone":    slices.Concat(good[:sealedSize], good[2*sealedSize:]),
			"a package is doubled": slices.Concat(good[:2*sealedSize], good[sealedSize:]),
			"cut at a package":     good[:3*sealedSize],
			"cut within a package": good[:3*sealedSize+500],
			"the last byte":        good[:len(good)-1],
			"all of it":            {},
		} {
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(s.Reader(context.Background(), "obj_1", key, int64(len(data))))
			if err == nil || !bytes.HasPrefix(data, got) {
				t.Errorf("changed was %s, and %d bytes are read, %v", what, len(got), err)
			}
		}
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readFrom(s, "obj_1", random(keySize), 0); !errors.Is(err, ErrDamaged) {
			t.Errorf("another key opens it with %v", err)
		}
		other := put(t, s, "obj_2", random(100))
		if _, err := readFrom(s, "obj_1", other, 0); !errors.Is(err, ErrDamaged) {
			t.Errorf("another object's key opens it with %v", err)
		}
	})
}

// A put that fails leaves nothing that can be opened, and what a crash leaves
// is listed.
func TestBrokenPut(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store, file func(string) string) {
		for _, size := range []int{10, 2 * partSize} {
			cause := errors.New("the line went dead")
			r := io.MultiReader(bytes.NewReader(random(size)), iotest.ErrReader(cause))
			if _, err := s.Put(context.Background(), "obj_1", r); !errors.Is(err, cause) {
				t.Errorf("the error is %v", err)
			}
			if _, err := readFrom(s, "obj_1", random(keySize), 0); !errors.Is(err, ErrNotFound) {
				t.Errorf("half a file is opened with %v", err)
			}
			if names := list(t, s); len(names) > 0 {
				t.Errorf("it left %v", names)
			}
		}
	})
}

func TestList(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store, _ func(string) string) {
		var want []string
		for _, name := range []string{"obj_a1", "obj_b1", "obj_b2", "obj_c3"} {
			put(t, s, name, random(10))
			want = append(want, name)
		}
		if names := list(t, s); !slices.Equal(names, want) {
			t.Errorf("it lists %v", names)
		}
		var b []string
		err := s.List(context.Background(), "obj_b", func(name string) error { b = append(b, name); return nil })
		if slices.Sort(b); err != nil || !slices.Equal(b, want[1:3]) {
			t.Errorf("with a prefix it lists %v %v", b, err)
		}
		stop := errors.New("enough")
		if err := s.List(context.Background(), "", func(string) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("a listing that is ended says %v", err)
		}
	})
}

func list(t *testing.T, s *Store) (names []string) {
	t.Helper()
	if err := s.List(context.Background(), "", func(name string) error { names = append(names, name); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// What a crash left half-written is listed, so that it can be removed.
func TestLeftovers(t *testing.T) {
	path := t.TempDir()
	s, err := Directory(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "obj_1x", random(10))
	if err := os.WriteFile(filepath.Join(path, "1x", "obj_21x"+partial), random(10), 0o600); err != nil {
		t.Fatal(err)
	}
	if names := list(t, s); !slices.Equal(names, []string{"obj_1x", "obj_21x"}) {
		t.Errorf("it lists %v", names)
	}
	if err := s.Delete(context.Background(), "obj_21x"); err != nil || len(list(t, s)) != 1 {
		t.Errorf("it is not removed: %v", err)
	}
}

func TestLeftoversOnS3(t *testing.T) {
	s := onServer(t, tests3.New(t), "")
	b := s.backend.(*bucket)
	ctx := context.Background()
	if _, err := b.core.NewMultipartUpload(ctx, b.bucket, "obj_1", options); err != nil {
		t.Fatal(err)
	}
	if names := list(t, s); !slices.Equal(names, []string{"obj_1"}) {
		t.Errorf("it lists %v", names)
	}
	if err := s.Delete(ctx, "obj_1"); err != nil || len(list(t, s)) != 0 {
		t.Errorf("it is not removed: %v, %v", err, list(t, s))
	}
}

func TestNames(t *testing.T) {
	s, err := Directory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "a", "../../etc/passwd", "obj/1", "obj.1", "OBJ_1", strings.Repeat("a", 65), "obj_1\x00"} {
		if _, err := s.Put(context.Background(), name, strings.NewReader("x")); err == nil {
			t.Errorf("%q is taken as a name", name)
		}
	}
}

// An upload of any size holds a bounded part of it in memory.
func TestMemory(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store, _ func(string) string) {
		const size = 100 << 20
		source := io.LimitReader(zeros{}, size)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := s.Put(context.Background(), "obj_1", source); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 10<<20 {
			t.Errorf("%d MB were allocated", grown>>20)
		}
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A store that refuses is reported by the check, with what went wrong.
func TestCheckOfABadStore(t *testing.T) {
	server := tests3.New(t)
	wrong, err := OpenS3(S3{Endpoint: server.Endpoint, Region: tests3.Region, Bucket: "nothing-here", AccessKey: tests3.AccessKey, SecretKey: tests3.SecretKey})
	if err != nil {
		t.Fatal(err)
	}
	if err := wrong.Check(context.Background()); err == nil || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("a bucket that is not there: %v", err)
	}
	folder := t.TempDir()
	s, err := Directory(filepath.Join(folder, "media"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(folder, "media")); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(context.Background()); err == nil || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("a directory that is gone: %v", err)
	}
}
