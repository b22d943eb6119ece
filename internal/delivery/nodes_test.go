package delivery_test

import (
	"context"
	"testing"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/testkit"
)

// Events of one key that two nodes write by turns reach the endpoint, which
// one of them serves, each once and in order.
func TestNodesWriteByTurns(t *testing.T) {
	var url string
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { url = c.Database.Database }})
	ctx := context.Background()
	other, err := store.Open(ctx, store.Options{URL: url, Lanes: 2, Readers: 1})
	k.Must(err)
	t.Cleanup(func() { _ = other.Close() })
	c := newCounter(t)
	id := register(k, c.url)
	k.Quiet()
	node, _, err := other.JoinNodes(ctx)
	k.Must(err)
	n := 0
	write := func(db *store.DB) {
		n++
		k.Must(db.Update(ctx, "conversation", func(tx *store.Tx) error {
			return tx.AppendEvent(crm.EventMessagesReceived, k.WorkspaceID, "conversation", crm.EventScope{}, numbered{"conversation", n})
		}))
	}
	came := func() bool { events, _ := c.count(); return events == n }
	// Once this one has come, this node knows of the other one.
	write(other)
	k.Eventually("the other node's event comes", came)
	for range 300 {
		write(k.DB())
		write(other)
	}
	k.Eventually("all come", came)
	k.Must(other.LeaveNodes(ctx, node))
	for range 100 {
		write(k.DB())
	}
	k.Eventually("all come when the other node has left", came)
	write(other) // a command beside the service
	k.Eventually("what no node wrote comes too", came)
	k.Quiet()
	c.exactly(t, n)
	if have := recorded(k, id, "succeeded"); have != n {
		t.Errorf("%d of %d are recorded", have, n)
	}
}

// A command beside the service on the embedded engine writes an event that the
// service is not told of; it comes, and nothing after it is lost.
func TestACommandBesideTheService(t *testing.T) {
	var database config.Database
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { database = c.Database }})
	master, err := app.MasterKey(database, false)
	k.Must(err)
	c := newCounter(t)
	register(k, c.url)
	a := &appender{k: k, kind: crm.EventMessagesReceived}
	a.append(t, 1, 5)
	beside, err := store.Open(context.Background(), store.Options{URL: database.Database, Key: master.DatabaseKey(), Readers: 1})
	k.Must(err)
	k.Must(beside.Update(context.Background(), "", func(tx *store.Tx) error {
		return tx.AppendEvent(crm.EventMessagesReceived, k.WorkspaceID, "other", crm.EventScope{}, numbered{"other", 1})
	}))
	k.Must(beside.Close())
	a.append(t, 1, 5)
	k.Eventually("all come", func() bool { events, _ := c.count(); return events == 11 })
	k.Quiet()
	c.exactly(t, 11)
}
