package delivery_test

import (
	"context"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testpg"
)

// An endpoint that is enabled begins anew also where a transaction of another
// database of the server is older than what was read.
func TestAnEndpointBeginsAnewBehindWhatWasRead(t *testing.T) {
	ctx := context.Background()
	elsewhere, err := schema.Open(ctx, db.Options{URL: testpg.New(t)})
	if err != nil {
		t.Fatal(err)
	}
	k := testkit.New(t, testkit.Options{Postgres: true})
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- elsewhere.Update(ctx, "", func(tx *db.Tx) error {
			if err := event.AppendEvent(tx, crm.EventMessagesReceived, "w", "key", crm.EventScope{}, numbered{}); err != nil {
				return err
			}
			if _, err := event.CountWebhookEndpoints(tx, "w"); err != nil { // sends what was queued
				return err
			}
			close(begun)
			<-end
			return nil
		})
	}()
	select {
	case <-begun:
	case err := <-ended:
		t.Fatal(err)
	}
	c := newCounter(t)
	id := register(k, c.url)
	a := &appender{k: k, kind: crm.EventMessagesReceived}
	a.append(t, 1, 2)
	count := func() int { n, _ := c.count(); return n }
	k.Eventually("they come", func() bool { return count() == 2 })
	enable(t, k, id, false)
	a.append(t, 1, 3)
	enable(t, k, id, true)
	a.append(t, 1, 2)
	close(end)
	k.Must(<-ended)
	k.Must(elsewhere.Close())
	k.Quiet()
	if n := count(); n != 4 {
		t.Errorf("%d events came, want 4 without the 3 that were missed", n)
	}
}
