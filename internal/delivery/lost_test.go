package delivery_test

import (
	"fmt"
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
