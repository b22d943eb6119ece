package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"

	"service.example/crm/internal/crm"
)

// Listen makes connections whose requests Go's server refuses by itself (what
// is no HTTP, headers that are too large, a version or an encoding that it does
// not know) get a problem with an id instead of plain text.
func (s *Server) Listen(l net.Listener) net.Listener { return listener{l, s} }

type listener struct {
	net.Listener
	s *Server
}

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{c, l.s}, nil
}

type connection struct {
	net.Conn
	s *Server
}

// plainHead is what Go's server writes for a request that no handler gets:
// answers of ours always have more headers.
var plainHead = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

func (c *connection) Write(p []byte) (int, error) {
	if len(p) > 512 || !bytes.HasPrefix(p, []byte("HTTP/1.1 ")) || !bytes.Contains(p, plainHead) {
		return c.Conn.Write(p)
	}
	status, _ := strconv.Atoi(string(p[9:min(12, len(p))]))
	if _, err := c.Conn.Write(c.s.refusal(status)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// ReadFrom lets files be sent without copying them.
func (c *connection) ReadFrom(r io.Reader) (int64, error) {
	if to, ok := c.Conn.(io.ReaderFrom); ok {
		return to.ReadFrom(r)
	}
	return io.Copy(struct{ io.Writer }{c.Conn}, r)
}

// refusal is the whole answer to a request that could not be read.
func (s *Server) refusal(status int) []byte {
	text, ok := map[int]string{
		http.StatusRequestHeaderFieldsTooLarge: "The request headers are too large; at most 64 KiB are accepted.",
		http.StatusNotImplemented:              "The Transfer-Encoding is not supported; use Content-Length or chunked.",
		http.StatusHTTPVersionNotSupported:     "The HTTP version is not supported; use HTTP/1.1.",
		http.StatusExpectationFailed:           "The Expect header is not supported; remove it.",
	}[status]
	if !ok {
		text = "The request is not valid HTTP; check its first line and its headers."
	}
	id := s.svc.DB().Source().NewID(crm.PrefixRequest)
	body, _ := json.Marshal(&Problem{Type: typeOf(crm.CodeMalformed), Title: http.StatusText(status), Status: status, Detail: text,
		Code: crm.CodeMalformed, RequestID: id})
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/problem+json\r\nX-Request-Id: %s\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s",
		status, http.StatusText(status), id, len(body), body)
}

// CloseWrite ends what is sent and lets the other side finish reading.
func (c *connection) CloseWrite() error {
	if to, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return to.CloseWrite()
	}
	return nil
}
