package broadcast

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// The newest messages of broadcasts that somebody got after a time: no more rows than a cap
// has messages.
var gotSQL = db.SQL(`SELECT accepted_at FROM broadcast_recipients INDEXED BY broadcast_recipients_accepted
	WHERE workspace_id = $1 AND person = $2 AND accepted_at > 0 AND accepted_at > $3 ORDER BY accepted_at DESC LIMIT $4`).
	By("broadcast_recipients_accepted").ByOnPostgres("broadcast_recipients_accepted")

// acceptedAt is what a recipient's accepted_at is.
func acceptedAt(r crm.Recipient) int64 {
	switch {
	case r.AcceptedAt.IsZero():
		return 0
	case r.State.Counts():
		return db.Ms(r.AcceptedAt)
	}
	return -db.Ms(r.AcceptedAt)
}

// got adds up how many messages people got after a time, by who they are: names has all
// names of each, and each name once.
func got(tx *db.Tx, workspaceID string, names map[string][]string, since time.Time, limit int64) (map[string]int64, error) {
	out := map[string]int64{}
	var rows [][]any
	var of []string
	for _, person := range sortedKeys(names) {
		for _, name := range names[person] {
			rows, of = append(rows, []any{workspaceID, name, db.Ms(since), limit}), append(of, person)
		}
	}
	err := tx.EachOf(gotSQL, rows, func(i int, _ db.Row) error { out[of[i]]++; return nil })
	return out, err
}
