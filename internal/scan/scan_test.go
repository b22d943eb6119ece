package scan

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func program(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scanner")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func scan(t *testing.T, setting string, file io.Reader) (string, error) {
	t.Helper()
	s, err := New(setting)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return s.Scan(ctx, file)
}

func TestCommand(t *testing.T) {
	grep := program(t, `if grep -q EVIL; then echo "stdin: $1 FOUND"; exit 1; fi`)
	large := strings.Repeat("clean ", 1<<20)
	for file, want := range map[string]string{"clean": "", "so EVIL it is": "stdin: Thing FOUND", large: "", large + "EVIL": "stdin: Thing FOUND"} {
		if found, err := scan(t, grep+" Thing", strings.NewReader(file)); found != want || err != nil {
			t.Errorf("%d bytes: %q, %v", len(file), found, err)
		}
	}
	if found, err := scan(t, program(t, "exit 1"), strings.NewReader("x")); found != "infected" || err != nil {
		t.Errorf("a program that says nothing: %q, %v", found, err)
	}
	for what, script := range map[string]string{"fails": "echo no database; exit 2", "is killed": "kill -9 $$"} {
		if found, err := scan(t, program(t, script), strings.NewReader("x")); found != "" || err == nil {
			t.Errorf("a program that %s: %q, %v", what, found, err)
		}
	}
	cause := errors.New("the file cannot be read")
	if _, err := scan(t, program(t, "cat > /dev/null"), iotest.ErrReader(cause)); !errors.Is(err, cause) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

// A scanner takes hostile files apart: it gets none of the service's secrets,
// and what it leaves running keeps nobody waiting.
func TestCommandIsKeptApart(t *testing.T) {
	t.Setenv("CRM_MASTER_KEY", "secret")
	if found, err := scan(t, program(t, `cat > /dev/null; env | grep -q CRM_ && exit 1; exit 0`), strings.NewReader("x")); found != "" || err != nil {
		t.Errorf("the scanner sees the settings: %q, %v", found, err)
	}
	began := time.Now()
	if _, err := scan(t, program(t, `cat > /dev/null; sleep 15 & exit 0`), strings.NewReader("x")); err == nil || time.Since(began) > 10*time.Second {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
}

func TestSettings(t *testing.T) {
	for _, setting := range []string{"", " ", "no-such-program -", "icap://", "icap://host", "icap://host:1344/"} {
		if _, err := New(setting); err == nil {
			t.Errorf("%q is taken", setting)
		}
	}
}

// icapServer answers each request by what answer makes of its body.
func icapServer(t *testing.T, answer func(body []byte) string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serveICAP(conn, answer)
		}
	}()
	return "icap://" + l.Addr().String() + "/avscan"
}

func serveICAP(conn net.Conn, answer func([]byte) string) {
	defer conn.Close()
	buffered := bufio.NewReader(conn)
	r := textproto.NewReader(buffered)
	line, _ := r.ReadLine()
	head, err := r.ReadMIMEHeader()
	var at int
	_, _ = fmt.Sscanf(head.Get("Encapsulated"), "res-hdr=0, res-body=%d", &at)
	if err != nil || !strings.HasPrefix(line, "RESPMOD icap://") || head.Get("Allow") != "204" || at == 0 {
		fmt.Fprintf(conn, "ICAP/1.0 400 %s\r\n\r\n", line)
		return
	}
	if _, err := io.CopyN(io.Discard, buffered, int64(at)); err != nil {
		return
	}
	body, err := io.ReadAll(httputil.NewChunkedReader(buffered))
	if err != nil {
		return
	}
	_, _ = io.WriteString(conn, answer(body))
}

func TestICAP(t *testing.T) {
	server := icapServer(t, func(body []byte) string {
		switch {
		case bytes.Contains(body, []byte("EICAR")):
			return "ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Eicar-Test;\r\nEncapsulated: res-hdr=0, null-body=30\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\n"
		case bytes.Contains(body, []byte("EVIL")):
			return "ICAP/1.0 200 OK\r\nX-Virus-ID: Evil.B\r\n\r\n"
		case bytes.Contains(body, []byte("broken")):
			return "ICAP/1.0 500 Server error\r\n\r\n"
		case bytes.Contains(body, []byte("nonsense")):
			return "HTTP/1.1 200 OK\r\n\r\n"
		case bytes.Contains(body, []byte("silent")):
			return ""
		case bytes.Contains(body, []byte("patience")):
			return "ICAP/1.0 100 Continue\r\n\r\nICAP/1.0 204 No Content\r\nISTag: \"1\"\r\n\r\n"
		}
		return "ICAP/1.0 204 No Content\r\nISTag: \"1\"\r\n\r\n"
	})
	large := strings.Repeat("clean ", 2<<20)
	for file, want := range map[string]string{"clean": "", "patience": "", "an EICAR file": "Eicar-Test", "EVIL": "Evil.B", large: "", large + "EICAR": "Eicar-Test"} {
		if found, err := scan(t, server, strings.NewReader(file)); found != want || err != nil {
			t.Errorf("%d bytes: %q, %v, want %q", len(file), found, err, want)
		}
	}
	for _, file := range []string{"broken", "nonsense", "silent"} {
		if found, err := scan(t, server, strings.NewReader(file)); found != "" || err == nil {
			t.Errorf("%s: %q, %v", file, found, err)
		}
	}
	if _, err := scan(t, "icap://127.0.0.1:1/avscan", strings.NewReader("x")); err == nil {
		t.Error("a server that is not there finds a file clean")
	}
	cause := errors.New("the file cannot be read")
	if _, err := scan(t, server, iotest.ErrReader(cause)); !errors.Is(err, cause) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

// A server that hangs is left when the time is over.
func TestICAPTimeout(t *testing.T) {
	release := make(chan struct{})
	server := icapServer(t, func([]byte) string { <-release; return "" })
	defer close(release)
	s, err := New(server)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if found, err := s.Scan(ctx, strings.NewReader("x")); found != "" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%q, %v", found, err)
	}
}
