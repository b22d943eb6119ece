package event_test

import (
	"context"
	"testing"

	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// A node that lives on while PostgreSQL crashes and comes back reads on.
func TestTheLogIsReadOnAfterPostgresCrashed(t *testing.T) {
	server := testpg.StartServer(t)
	base := testdb.Open(t, server.URL)
	ctx := context.Background()
	appendEvents(t, base, 1)
	_, end := follow(t, base, event.Position{})
	for range 2 {
		server.Kill()
		server.Start(t)
		for err := base.Ping(ctx); err != nil; err = base.Ping(ctx) {
			t.Log(err) // of connections that are gone
		}
		appendEvents(t, base, 3)
		var came []string
		if came, end = follow(t, base, end); len(came) != 3 {
			t.Fatalf("3 events were written after the crash, and %d are read", len(came))
		}
	}
}
