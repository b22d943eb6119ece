package api_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// What Go's server refuses before a handler sees it is answered by a problem.
func TestUnreadableRequestsGetAProblem(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	for request, want := range map[string]int{
		"nonsense\r\n\r\n": 400,
		"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n":                                400,
		"GET / HTTP/1.1\r\nHost: x\r\nA: " + strings.Repeat("a", 80<<10) + "\r\n\r\n": 431,
		"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n":               501,
		"GET / HTTP/3.7\r\nHost: x\r\n\r\n":                                           505,
	} {
		c, err := net.Dial("tcp", strings.TrimPrefix(k.App.URL(), "http://"))
		k.Must(err)
		_ = c.SetDeadline(time.Now().Add(testkit.Patience))
		_, err = io.WriteString(c, request)
		k.Must(err)
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Errorf("%.30q: %v", request, err)
			continue
		}
		body, _ := io.ReadAll(r.Body)
		answer := testkit.Response{Status: r.StatusCode, Body: body}
		if r.StatusCode != want || r.Header.Get("Content-Type") != "application/problem+json" || answer.Text("requestId") == "" || answer.Text("requestId") != r.Header.Get("X-Request-Id") {
			t.Errorf("%.30q: %d %v %s", request, r.StatusCode, r.Header, body)
		}
		_ = c.Close()
	}
}
