package egress

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// proxy is a proxy of both kinds, for tests. It notes what it is asked for and
// connects to one address, whatever that is.
type proxy struct {
	url   *url.URL
	to    string
	mu    sync.Mutex
	asked []string
}

func newProxy(t *testing.T, scheme string, serve func(*proxy, net.Conn)) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := &proxy{url: &url.URL{Scheme: scheme, Host: l.Addr().String()}}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() { defer conn.Close(); serve(p, conn) }()
		}
	}()
	return p
}

func (p *proxy) note(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, what)
}

func (p *proxy) take() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := strings.Join(p.asked, " ")
	p.asked = nil
	return out
}

func (p *proxy) join(conn net.Conn, from io.Reader) {
	other, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer other.Close()
	go func() { _, _ = io.Copy(other, from); _ = other.Close() }()
	_, _ = io.Copy(conn, other)
}

// answers is an HTTP proxy that answers CONNECT with a head.
func answers(head string) func(*proxy, net.Conn) {
	return func(p *proxy, conn net.Conn) {
		in := bufio.NewReader(conn)
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		p.note(r.Method + " " + r.Host + r.Header.Get("Proxy-Authorization"))
		if _, err := io.WriteString(conn, head); err == nil && strings.Contains(head, " 200 ") {
			p.join(conn, in)
		}
	}
}

// socks is a SOCKS proxy that wants this login ("" for none) and answers with a
// code.
func socks(login string, code byte) func(*proxy, net.Conn) {
	return func(p *proxy, conn net.Conn) {
		read := func(n int) []byte {
			b := make([]byte, n)
			_, _ = io.ReadFull(conn, b)
			return b
		}
		hello := read(2)
		method := read(int(hello[1]))[0]
		if login == "" && method != 0 || login != "" && method != 2 {
			_, _ = conn.Write([]byte{5, 0xff})
			return
		}
		_, _ = conn.Write([]byte{5, method})
		if method == 2 {
			name := read(int(read(2)[1]))
			given := string(name) + ":" + string(read(int(read(1)[0])))
			if given != login {
				_, _ = conn.Write([]byte{1, 1})
				return
			}
			_, _ = conn.Write([]byte{1, 0})
		}
		head := read(4)
		size := map[byte]int{1: 4, 4: 16}[head[3]]
		a, _ := netip.AddrFromSlice(read(size))
		p.note(netip.AddrPortFrom(a, binary.BigEndian.Uint16(read(2))).String())
		_, _ = conn.Write([]byte{5, code, 0, 1, 0, 0, 0, 0, 0, 0})
		if code == 0 {
			p.join(conn, conn)
		}
	}
}

// A proxy is asked for the address that was judged, and what it answers is told
// apart: its own fault, or the receiver's.
func TestProxy(t *testing.T) {
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Host) }))
	defer receiver.Close()
	login := url.UserPassword("crm", "secret word")
	const target = "93.184.215.14:8080"
	for name, c := range map[string]struct {
		scheme string
		serve  func(*proxy, net.Conn)
		user   *url.Userinfo
		target string
		asked  string
		want   error
	}{
		"HTTP":                  {"http", answers("HTTP/1.1 200 Connection established\r\n\r\n"), nil, target, "CONNECT " + target, nil},
		"HTTP with a login":     {"http", answers("HTTP/1.1 200 OK\r\nVia: x\r\n\r\n"), login, target, "CONNECT " + target + "Basic Y3JtOnNlY3JldCB3b3Jk", nil},
		"HTTP, IPv6":            {"http", answers("HTTP/1.1 200 OK\r\n\r\n"), nil, "[2606:2800:21f:cb07::1]:443", "CONNECT [2606:2800:21f:cb07::1]:443", nil},
		"HTTP, login refused":   {"http", answers("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"), nil, target, "CONNECT " + target, ErrProxy},
		"HTTP, forbidden":       {"http", answers("HTTP/1.1 403 Forbidden\r\n\r\n"), nil, target, "CONNECT " + target, ErrForbidden},
		"HTTP, not to be had":   {"http", answers("HTTP/1.1 502 Bad Gateway\r\n\r\n"), nil, target, "CONNECT " + target, syscall.ECONNREFUSED},
		"HTTP, broken":          {"http", answers("SSH-2.0\r\n\r\n"), nil, target, "CONNECT " + target, ErrProxy},
		"HTTP, without end":     {"http", answers("HTTP/1.1 200 OK\r\nX-A: " + strings.Repeat("a", 32<<10)), nil, target, "CONNECT " + target, ErrProxy},
		"HTTP, closes":          {"http", answers(""), nil, target, "CONNECT " + target, ErrProxy},
		"HTTP, private":         {"http", answers("HTTP/1.1 200 OK\r\n\r\n"), nil, "10.0.0.1:443", "", ErrForbidden},
		"HTTP, metadata":        {"http", answers("HTTP/1.1 200 OK\r\n\r\n"), nil, "169.254.169.254:80", "", ErrForbidden},
		"HTTP, loopback":        {"http", answers("HTTP/1.1 200 OK\r\n\r\n"), nil, "127.0.0.1:8080", "", ErrForbidden},
		"SOCKS":                 {"socks5", socks("", 0), nil, target, target, nil},
		"SOCKS, IPv6":           {"socks5", socks("", 0), nil, "[2606:2800:21f:cb07::1]:443", "[2606:2800:21f:cb07::1]:443", nil},
		"SOCKS with a login":    {"socks5", socks("crm:secret word", 0), login, target, target, nil},
		"SOCKS, login refused":  {"socks5", socks("other:", 0), login, target, "", ErrProxy},
		"SOCKS, login wanted":   {"socks5", socks("other:", 0), nil, target, "", ErrProxy},
		"SOCKS, forbidden":      {"socks5", socks("", 2), nil, target, target, ErrForbidden},
		"SOCKS, refused":        {"socks5", socks("", 5), nil, target, target, syscall.ECONNREFUSED},
		"SOCKS, broken":         {"socks5", socks("", 1), nil, target, target, ErrProxy},
		"SOCKS that is HTTP":    {"socks5", func(_ *proxy, conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 400 Bad Request\r\n\r\n") }, nil, target, "", ErrProxy},
		"SOCKS, private":        {"socks5", socks("", 0), nil, "192.168.0.1:443", "", ErrForbidden},
		"SOCKS, a refused port": {"socks5", socks("", 0), nil, "93.184.215.14:25", "", ErrForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProxy(t, c.scheme, c.serve)
			p.to = receiver.Listener.Addr().String()
			p.url.User = c.user
			g := &Guard{Proxy: p.url}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			conn, err := g.DialContext(ctx, "tcp", c.target)
			if asked := p.take(); asked != c.asked || !errors.Is(err, c.want) {
				t.Errorf("it was asked for %q, want %q; %v, want %v", asked, c.asked, err, c.want)
			}
			if err != nil {
				return
			}
			defer conn.Close()
			_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: through.example\r\nConnection: close\r\n\r\n")
			if answer, err := io.ReadAll(conn); err != nil || !bytes.Contains(answer, []byte("through.example")) {
				t.Errorf("through it comes %q, %v", answer, err)
			}
		})
	}
}

func TestProxyThatIsAway(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mute := l.Addr().String() // it accepts and says nothing
	defer l.Close()
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = gone.Close()
	for _, scheme := range []string{"http", "https", "socks5"} {
		for what, address := range map[string]string{"mute": mute, "gone": gone.Addr().String()} {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			g := &Guard{Proxy: &url.URL{Scheme: scheme, Host: address}}
			if _, err := g.DialContext(ctx, "tcp", "93.184.215.14:443"); !errors.Is(err, ErrProxy) {
				t.Errorf("%s, %s: %v", scheme, what, err)
			}
			cancel()
		}
	}
}

// Each address has a head start; the first that answers is taken, and the
// others are let go.
func TestRace(t *testing.T) {
	var list []netip.AddrPort
	for i := range 4 {
		list = append(list, netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}), 443))
	}
	down := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	var open sync.WaitGroup
	conn, err := race(t.Context(), list, func(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
		switch to {
		case list[0]: // hangs, and answers too late
			open.Add(1)
			<-ctx.Done()
			a, _ := net.Pipe()
			return closing{a, &open}, nil
		case list[1]:
			return nil, down
		}
		a, _ := net.Pipe()
		return a, nil
	})
	if err != nil || conn == nil {
		t.Fatal(err)
	}
	open.Wait() // the late one is closed
	if _, err := race(t.Context(), list, func(context.Context, netip.AddrPort) (net.Conn, error) { return nil, down }); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("when all refuse it is %v", err)
	}
}

type closing struct {
	net.Conn
	open *sync.WaitGroup
}

func (c closing) Close() error { c.open.Done(); return c.Conn.Close() }

func TestCheckProxy(t *testing.T) {
	for text, ok := range map[string]bool{"http://proxy:3128": true, "https://proxy": true, "socks5://crm:x@proxy:1080": true, "http://proxy/": true,
		"proxy:3128": false, "socks4://proxy": false, "http://": false, "http://proxy/path": false, "http://proxy?x=1": false} {
		u, err := url.Parse(text)
		if got := err == nil && crm.CheckProxy(u); got != ok {
			t.Errorf("%s: %v", text, got)
		}
	}
}
