package stream_test

import (
	"context"
	"log/slog"
	"net"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/stream"
	"service.example/crm/internal/testkit"
)

// A connection that takes not even the head of the answer gives its place back.
func TestTheHeadIsNotTaken(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	h := stream.New(k.App.Service, slog.New(slog.DiscardHandler), stream.Options{PerActor: 1, PerWorkspace: 1, PerNode: 1, HeartBeat: time.Minute, WriteTimeout: 10 * time.Millisecond})
	ctx := context.Background()
	s, err := h.Open(ctx, stream.Request{Actor: crm.Actor{WorkspaceID: k.WorkspaceID, Kind: crm.ActorKey, ID: k.KeyID}, Want: crm.Subscription{Events: []crm.EventPattern{crm.AllEvents}}})
	k.Must(err)
	ours, theirs := net.Pipe() // nobody reads
	t.Cleanup(func() { _ = theirs.Close() })
	s.Serve(ours, []byte("HTTP/1.1 200 OK\r\n\r\n"), false)
	k.Eventually("the place is free", func() bool { return h.Count() == 0 })
	stopped, stop := context.WithCancel(ctx)
	stop()
	k.Must(h.Run(stopped))
}
