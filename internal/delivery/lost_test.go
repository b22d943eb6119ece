package delivery_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testdb"
)

// A database server that takes over without the end of the log gives the lost
// positions to other events. A service that lives on delivers all of them, be
// they fewer than those that were lost, or more.
func TestWhatComesAfterALostEndOfTheLogIsDelivered(t *testing.T) {
	for _, after := range []int{1, 3, 5, 8} {
		t.Run(fmt.Sprintf("5 lost, %d after them", after), func(t *testing.T) {
			var url string
			k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { url = c.Database.Database }})
			c := newCounter(t)
			id := register(k, c.url)
			count := func() int { n, _ := c.count(); return n }
			a := &appender{k: k, kind: crm.EventMessagesReceived}
			a.append(t, 1, 4)
			k.Eventually("they come", func() bool { return count() == 4 })
			k.Quiet()
			head := k.Rows("SELECT position FROM log_heads WHERE workspace_id = '%s'", k.WorkspaceID)[0]["position"].(int64)
			a.append(t, 1, 5)
			k.Eventually("they come", func() bool { return count() == 9 })
			k.Quiet()

			server := testdb.Beside(t, url)
			testdb.Run(t, server, "begin")
			testdb.Run(t, server, "DELETE FROM deliveries d USING events e WHERE e.id = d.event_id AND e.workspace_id = $1 AND e.position > $2", k.WorkspaceID, head)
			testdb.Run(t, server, "DELETE FROM events WHERE workspace_id = $1 AND position > $2", k.WorkspaceID, head)
			testdb.Run(t, server, "UPDATE log_heads SET position = $2 WHERE workspace_id = $1", k.WorkspaceID, head)
			testdb.Run(t, server, "UPDATE endpoint_cursors SET position = least(position, $2), event_id = '' WHERE endpoint_id = $1", id, head-1)
			testdb.Run(t, server, "commit")

			for n := range after {
				a.append(t, 1, 1)
				if n == 0 {
					k.Quiet() // the first of them comes by itself
				}
			}
			k.Eventually("what came after it comes", func() bool { return count() == 9+after })
		})
	}
}

// A database server that takes over may have an event, and not what was recorded of
// its attempt, which failed. The attempt is made again, and no cursor passes the event.
func TestAnAttemptThatWasLostIsMadeAgain(t *testing.T) {
	var url string
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { url = c.Database.Database }})
	c := newCounter(t)
	asked, answer := make(chan struct{}), make(chan struct{})
	var attempts, taken atomic.Int32
	c.answer = func(w http.ResponseWriter, n numbered) {
		if n.Number == 2 && attempts.Add(1) == 1 {
			close(asked)
			<-answer
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		taken.Add(1)
	}
	id := register(k, c.url)
	a := &appender{k: k, kind: crm.EventMessagesReceived}
	a.append(t, 1, 1)
	k.Eventually("it comes", func() bool { return taken.Load() == 1 })
	k.Quiet()
	a.append(t, 1, 1)
	<-asked
	server := testdb.Beside(t, url)
	for _, table := range []string{"commit_tokens", "endpoint_cursors"} {
		testdb.Run(t, server, "CREATE TABLE kept_"+table+" AS SELECT * FROM "+table)
	}
	close(answer)
	k.Eventually("the failure is recorded", func() bool { return k.Count("deliveries", "state = 'pending'") == 1 })

	testdb.Run(t, server, "begin")
	testdb.Run(t, server, "DELETE FROM deliveries WHERE endpoint_id = $1 AND state = 'pending'", id)
	testdb.Run(t, server, "DELETE FROM delivery_attempts WHERE endpoint_id = $1", id)
	for _, table := range []string{"commit_tokens", "endpoint_cursors"} {
		testdb.Run(t, server, "DELETE FROM "+table)
		testdb.Run(t, server, "INSERT INTO "+table+" SELECT * FROM kept_"+table)
	}
	testdb.Run(t, server, "commit")
	testdb.Run(t, server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'crm'")
	k.Eventually("the attempt is made again", func() bool { return taken.Load() == 2 })
	a.append(t, 1, 1)
	k.Eventually("what comes after it comes", func() bool { return taken.Load() == 3 })
	k.Quiet()
	if n := attempts.Load(); n != 2 {
		t.Errorf("it was posted %d times", n)
	}
}
