package schema_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"service.example/crm/internal/db"
)

// A log gets its positions in the order in which it was told, and who reads it
// goes on behind what it had read.
func TestLogsGetPositions(t *testing.T) {
	former := func(engine string) []string {
		// On PostgreSQL the transaction came first: c before b.
		commits := map[string]string{"a": "0", "b": "0", "c": "0", "cursor": "0", "end": "9"}
		if engine == "postgres" {
			commits = map[string]string{"a": "5", "b": "7", "c": "6", "cursor": "6", "end": "7"}
		}
		fill := func(sql string) string {
			for name, commit := range commits {
				sql = strings.ReplaceAll(sql, "<"+name+">", commit)
			}
			return sql
		}
		return []string{
			fill(`INSERT INTO events (workspace_id, id, xid, kind, key, created_at, body) VALUES ('w', 'evt_a', <a>, 'k', 'k', 1, ''), ('w', 'evt_b', <b>, 'k', 'k', 1, ''),
				('w', 'evt_c', <c>, 'k', 'k', 1, ''), ('x', 'evt_d', 4, 'k', 'k', 1, '')`),
			fill(`INSERT INTO endpoint_cursors (endpoint_id, workspace_id, owner, xid, event_id, snapshot) VALUES ('read', 'w', '', <cursor>, 'evt_c', ''), ('new', 'w', '', <a>, '', '')`),
			fill(`INSERT INTO redeliveries (workspace_id, endpoint_id, id, what, since_at, until_at, kinds, include_succeeded, end_id, end_xid, run_position)
				VALUES ('w', 'read', 'rdl', 'missed', 0, 0, '', FALSE, 'evt_c', <end>, 'evt_a')`),
		}
	}
	onUpgraded(t, "0031_positions.sql", former, func(t *testing.T, base *db.DB) {
		want := map[string]string{
			`SELECT id, position FROM events ORDER BY workspace_id, position`:                    "evt_a 1, evt_b 2, evt_c 3, evt_d 1",
			`SELECT endpoint_id, position FROM endpoint_cursors ORDER BY endpoint_id`:            "new 0, read 3",
			`SELECT since_id || '/' || run_position, end_position FROM redeliveries ORDER BY id`: "evt_a/0 2",
		}
		if base.Engine() == "postgres" {
			want = map[string]string{
				`SELECT id, position FROM events ORDER BY workspace_id, position`:                    "evt_a 1, evt_c 2, evt_b 3, evt_d 1",
				`SELECT endpoint_id, position FROM endpoint_cursors ORDER BY endpoint_id`:            "new 0, read 2",
				`SELECT since_id || '/' || run_position, end_position FROM redeliveries ORDER BY id`: "evt_a/0 1",
				`SELECT workspace_id, position FROM log_heads ORDER BY workspace_id`:                 "w 3, x 1",
			}
		}
		for sql, want := range want {
			check(t, base, sql, want)
		}
	})
}

// Only what may yet be sent has a time at which it is too late.
func TestWaitingMessagesKeepTheirEnd(t *testing.T) {
	former := []string{`INSERT INTO messages (workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, status, content, created_at, expires_at)
		VALUES ('w', 'a', 'c', 'c', 'n', 'outbound', 'text', 'queued', '{}', 1, 7), ('w', 'b', 'c', 'c', 'n', 'outbound', 'text', 'delivered', '{}', 1, 8),
		('w', 'c', 'c', 'c', 'n', 'outbound', 'text', 'sending', '{}', 1, 9), ('w', 'd', 'c', 'c', 'n', 'outbound', 'text', 'queued', '{}', 1, 0)`}
	onUpgraded(t, "0034_expirations.sql", always(former), func(t *testing.T, base *db.DB) {
		check(t, base, `SELECT message_id, expires_at FROM message_expirations ORDER BY message_id`, "a 7, c 9")
	})
}

// check compares rows of a text and a number.
func check(t *testing.T, base *db.DB, sql, want string) {
	t.Helper()
	var got []string
	err := base.View(context.Background(), func(tx *db.Tx) error {
		return tx.Each(db.SQL(sql), func(r db.Row) error {
			var name string
			var number int64
			err := r.Scan(&name, &number)
			got = append(got, fmt.Sprint(name, " ", number))
			return err
		})
	})
	if err != nil || strings.Join(got, ", ") != want {
		t.Errorf("%s: %s, %v\nwant %s", sql, strings.Join(got, ", "), err, want)
	}
}
