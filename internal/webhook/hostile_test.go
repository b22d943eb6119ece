package webhook

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// raw starts a receiver that does with each connection what it likes, once the
// request is there, until the client has enough.
func raw(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
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
			go func() {
				defer func() { _ = conn.Close() }()
				r, err := http.ReadRequest(bufio.NewReader(conn))
				if err == nil {
					_, err = io.Copy(io.Discard, r.Body)
				}
				if err == nil {
					serve(conn)
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// say answers with a text and closes the connection.
func say(text string) func(net.Conn) {
	return func(conn net.Conn) { _, _ = io.WriteString(conn, text) }
}

// forever writes the same until the client has closed the connection, with a
// pause each time.
func forever(head, again string, pause time.Duration) func(net.Conn) {
	return func(conn net.Conn) {
		_, err := io.WriteString(conn, head)
		for block := []byte(again); err == nil; {
			_, err = conn.Write(block)
			time.Sleep(pause) // the pace of a slow receiver, not a condition
		}
	}
}

const drip = 10 * time.Millisecond

// Each of these receivers costs one call, of its own time and of bounded
// memory, and fails as what it is.
func TestHostileReceivers(t *testing.T) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write(make([]byte, 64<<20))
	_ = z.Close()
	block := strings.Repeat("a", 32<<10)
	for name, c := range map[string]struct {
		serve  func(net.Conn)
		want   string // the error
		status int
	}{
		"never answers":            {func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }, ErrorTimeout, 0},
		"drips its head":           {forever("HTTP/1.1 200 OK\r\nX-Slow: ", "a", drip), ErrorTimeout, 0},
		"drips its status":         {forever("HTTP/1.1 ", "2", drip), ErrorTimeout, 0},
		"drips its body":           {forever("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", "a", drip), ErrorTimeout, 0},
		"drips its chunks":         {forever("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", drip), ErrorTimeout, 0},
		"drips early hints":        {forever("", "HTTP/1.1 103 Early Hints\r\n\r\n", drip), ErrorTimeout, 0},
		"drips a bad request":      {forever("HTTP/1.1 500 No\r\n\r\n", "a", drip), ErrorTimeout, 0},
		"has no end of headers":    {forever("HTTP/1.1 200 OK\r\n", "X-A: "+block+"\r\n", 0), ErrorLost, 0},
		"has no end of one header": {forever("HTTP/1.1 200 OK\r\nX-A: ", block, 0), ErrorLost, 0},
		"has no end of hints":      {forever("", "HTTP/1.1 103 Early Hints\r\nX-A: "+block[:1000]+"\r\n\r\n", 0), ErrorLost, 0},
		"has no end of status":     {forever("HTTP/1.1 200 ", block, 0), ErrorLost, 0},
		"has no end of body":       {forever("HTTP/1.1 200 OK\r\n\r\n", block, 0), "", 200},
		"has no end of chunks":     {forever("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "8000\r\n"+block+"\r\n", 0), "", 200},
		"fails without end":        {forever("HTTP/1.1 500 No\r\n\r\n", block, 0), "status_500", 500},
		"lies about its length":    {forever("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n", block, 0), "", 200},
		"has a trailer bomb":       {forever("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\n", "X: "+block+"\r\n", 0), ErrorLost, 0},
		"is a gzip bomb":           {say("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + bomb.String()), "", 200},
		"redirects to metadata":    {say("HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/meta-data\r\nContent-Length: 0\r\n\r\n"), "status_302", 302},
		"switches protocols":       {forever("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", "a", drip), "status_101", 101},
		"resets": {func(conn net.Conn) {
			_ = conn.(*net.TCPConn).SetLinger(0)
		}, ErrorLost, 0},
		"closes":                  {say(""), ErrorLost, 0},
		"closes in its head":      {say("HTTP/1.1 200 OK\r\nContent-Le"), ErrorLost, 0},
		"closes in its body":      {say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive."), ErrorLost, 0},
		"closes in a long body":   {say("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + block), ErrorLost, 0},
		"closes in its chunks":    {say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive.\r\n"), ErrorLost, 0},
		"has a bad chunk":         {say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\na"), ErrorLost, 0},
		"has a negative length":   {say("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"), ErrorLost, 0},
		"has two lengths":         {say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\naa"), ErrorLost, 0},
		"has a status of letters": {say("HTTP/1.1 abc OK\r\n\r\n"), ErrorLost, 0},
		"has a folded header":     {say("HTTP/1.1 200 OK\r\n folded\r\nContent-Length: 0\r\n\r\n"), ErrorLost, 0},
		"is a mail server":        {say("220 mail.example ESMTP\r\n"), ErrorLost, 0},
		"is a shell":              {say("SSH-2.0-OpenSSH_9.9\r\n"), ErrorLost, 0},
		"speaks HTTP/2":           {say("\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), ErrorLost, 0},
		"speaks TLS":              {say("\x15\x03\x01\x00\x02\x02\x46"), ErrorLost, 0},
		"says it without a body":  {say("HTTP/1.1 204 No Content\r\n\r\n"), "", 204},
		"is from another century": {say("HTTP/1.0 200 OK\r\n\r\nfine"), "", 200},
	} {
		t.Run(name, func(t *testing.T) {
			url := raw(t, c.serve)
			client := newClient(local)
			timeout := 30 * time.Second
			if c.want == ErrorTimeout {
				timeout = 150 * time.Millisecond
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := client.Post(context.Background(), Call{URL: url, ID: "evt_1", Secrets: []string{NewSecret()}, Body: []byte("{}"), Timeout: timeout})
			runtime.ReadMemStats(&after)
			if r.Error != c.want || r.StatusCode != c.status || r.OK() != (c.want == "") {
				t.Errorf("it is %q, %d, want %q, %d", r.Error, r.StatusCode, c.want, c.status)
			}
			if len(r.AnswerBody) > keepAnswer || len(r.AnswerHeaders) > keepAnswer {
				t.Errorf("%d and %d bytes are kept", len(r.AnswerBody), len(r.AnswerHeaders))
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
				t.Errorf("it costs %d bytes of memory", used)
			}
			if name == "is a gzip bomb" && !bytes.HasPrefix(r.AnswerBody, []byte{0x1f, 0x8b}) {
				t.Error("the answer was unpacked")
			}
		})
	}
}

// What goes wrong in the handshake is the certificate's or the version's fault,
// or the connection's.
func TestHostileTLS(t *testing.T) {
	secure := func(change func(*httptest.Server)) string {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		s.Config.ErrorLog = quiet
		s.TLS = &tls.Config{}
		change(s)
		s.StartTLS()
		t.Cleanup(s.Close)
		return s.URL
	}
	accept := func(serve func(net.Conn)) string {
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
				go func() { defer conn.Close(); serve(conn) }()
			}
		}()
		return "https://" + l.Addr().String()
	}
	for name, c := range map[string]struct{ url, want string }{
		"nobody's certificate": {secure(func(*httptest.Server) {}), ErrorTLS},
		"an old version":       {secure(func(s *httptest.Server) { s.TLS.MaxVersion = tls.VersionTLS11 }), ErrorTLS},
		"asks for ours":        {secure(func(s *httptest.Server) { s.TLS.ClientAuth = tls.RequireAnyClientCert }), ErrorTLS},
		"refuses the name": {secure(func(s *httptest.Server) {
			s.TLS.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) { return nil, io.EOF }
		}), ErrorTLS},
		"says nothing": {accept(func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }), ErrorTimeout},
		"closes":       {accept(func(conn net.Conn) { _, _ = conn.Read(make([]byte, 4096)) }), ErrorLost},
		"answers HTTP": {accept(func(conn net.Conn) {
			_, _ = conn.Read(make([]byte, 4096))
			say("HTTP/1.1 400 Bad Request\r\n\r\n")(conn)
		}), ErrorTLS},
	} {
		t.Run(name, func(t *testing.T) {
			timeout := 30 * time.Second
			if c.want == ErrorTimeout {
				timeout = 150 * time.Millisecond
			}
			r := newClient(local).Post(context.Background(), Call{URL: c.url, ID: "evt_1", Timeout: timeout})
			if r.Error != c.want || r.StatusCode != 0 {
				t.Errorf("it is %+v, want %q", r, c.want)
			}
		})
	}
}

// A connection that its receiver closed while it was idle is no failure of the
// receiver: the request is made again on a new one.
func TestClosedConnectionIsReplaced(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Close") == "" {
			return
		}
		if r.Header.Get("Idempotency-Key") != "" {
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	defer s.Close()
	var first atomic.Bool
	url := raw(t, func(conn net.Conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
		if first.CompareAndSwap(false, true) {
			_, _ = conn.Read(make([]byte, 1)) // the next request begins, and the connection ends
		}
	})
	c := newClient(local)
	for i := range 2 {
		if r := post(c, url); !r.OK() {
			t.Errorf("call %d: %+v", i+1, r)
		}
	}
	if r := c.Post(context.Background(), Call{URL: s.URL, ID: "evt_1", Header: http.Header{"X-Close": {"1"}}}); !r.OK() {
		t.Errorf("a header of the client's own was sent: %+v", r)
	}
}

func TestTimes(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer s.Close()
	c := newClient(local)
	if r := post(c, s.URL); r.Connect <= 0 || r.TLS != 0 || r.Head < r.Connect || r.Latency < r.Head {
		t.Errorf("a new connection: %+v", r)
	}
	if r := post(c, s.URL); r.Connect != 0 || r.DNS != 0 || r.Head <= 0 || r.Latency < r.Head {
		t.Errorf("one that is used again: %+v", r)
	}
}
