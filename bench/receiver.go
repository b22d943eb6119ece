package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
)

// receiver is the customer's system: it takes events and says so at once.
type receiver struct {
	url      string
	server   *http.Server
	tracker  atomic.Pointer[tracker]
	arrivals atomic.Pointer[arrivals]
	backlog  atomic.Pointer[backlog]
	exposure atomic.Pointer[exposure]
	buffers  sync.Pool
}

func newReceiver() (*receiver, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &receiver{url: "http://" + l.Addr().String() + "/webhook"}
	r.buffers.New = func() any { return new(bytes.Buffer) }
	r.tracker.Store(newTracker())
	r.server = &http.Server{Handler: r, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = r.server.Serve(l) }()
	return r, nil
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body := r.buffers.Get().(*bytes.Buffer)
	defer r.buffers.Put(body)
	body.Reset()
	if _, err := io.Copy(body, io.LimitReader(req.Body, 1<<20)); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if x := r.exposure.Load(); x != nil && x.serve(w, req, body.Bytes()) {
		return
	}
	// The bodies are the service's own and flat, so that a search does.
	id, status := member(body.Bytes(), `"message_id":"`), member(body.Bytes(), `"status":"`)
	if b := r.backlog.Load(); b != nil && bytes.HasPrefix(id, []byte(eventNumber)) {
		b.event(id)
	} else if id != nil && status != nil {
		r.tracker.Load().event(id, crm.Status(status), crm.Status(member(body.Bytes(), `"previous_status":"`)))
	} else if a := r.arrivals.Load(); a != nil && id != nil {
		a.event(id)
	}
	w.WriteHeader(http.StatusOK)
}

// member returns the text after the name, up to the next quote.
func member(body []byte, name string) []byte {
	_, rest, ok := bytes.Cut(body, []byte(name))
	if !ok {
		return nil
	}
	value, _, ok := bytes.Cut(rest, []byte(`"`))
	if !ok {
		return nil
	}
	return value
}

func (r *receiver) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = r.server.Shutdown(ctx)
	_ = r.server.Close()
}
