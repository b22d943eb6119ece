package testkit

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// handlerPause is how long the end of a test waits for handlers that still answer.
const handlerPause = 20 * time.Second

// Serve serves a handler over HTTP until the test ends, and returns its URL. A handler that
// still waits then fails the test; it does not hold up the others.
func Serve(t testing.TB, handler http.Handler) (url string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		closed := make(chan struct{})
		go func() { server.Close(); close(closed) }()
		select {
		case <-closed:
		case <-time.After(handlerPause):
			t.Error("a handler has not answered yet")
		}
	})
	return server.URL
}
