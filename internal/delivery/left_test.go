package delivery_test

import (
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testdb"
)

// A delivery that waits for others of its key which have ended is made, and those that wait
// for it after it: who ended them may not have seen it, when the endpoint went from one node
// to another.
func TestWhatWaitsForNothingIsDelivered(t *testing.T) {
	var url string
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { url = c.Database.Database }})
	c := newCounter(t)
	id := register(k, c.url)
	count := func() int { n, _ := c.count(); return n }
	a := &appender{k: k, kind: crm.EventMessagesReceived}
	a.append(t, 2, 3)
	k.Eventually("they come", func() bool { return count() == 6 })
	k.Quiet()
	server := testdb.Beside(t, url)
	never := time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC).UnixMilli()
	testdb.Run(t, server, `INSERT INTO deliveries (event_id, endpoint_id, workspace_id, state, attempt, next_at, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, batch_id, sequence, key)
		SELECT id, $2, workspace_id, 'pending', 0, $3, 0, 0, 0, '', '', '', '', '', 1000000 + position, key FROM events WHERE workspace_id = $1 AND kind = $4
		ON CONFLICT (workspace_id, endpoint_id, event_id) DO UPDATE SET state = excluded.state, attempt = 0, next_at = excluded.next_at, sequence = excluded.sequence, key = excluded.key`, k.WorkspaceID, id, never, string(crm.EventMessagesReceived))
	k.Eventually("they come again", func() bool { _, again := c.count(); return again == 6 })
}
