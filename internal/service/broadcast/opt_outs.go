package broadcast

import (
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

const (
	// optOutsPause is how often it is asked who opted out, and optOutsAsked of how many
	// contacts at most it is asked whether they got a message of the broadcast.
	optOutsPause = time.Second
	optOutsAsked = 1000
)

// optOutWatch remembers when a run last asked who opted out.
type optOutWatch struct{ asked time.Time }

// tooMany reports whether so many of those who got a message of a broadcast opted out that
// it had better pause. It asks now and then.
func (w *optOutWatch) tooMany(ctx context.Context, s *Broadcasts, b crm.Broadcast) (bool, error) {
	delivered := b.Counts.Delivered - b.WatchedDelivered
	if delivered < crm.BroadcastHeard || time.Since(w.asked) < optOutsPause {
		return false, nil
	}
	w.asked = time.Now()
	var n int64
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { n, err = optOuts(tx, b); return err })
	return n*100 > delivered*crm.BroadcastOptOuts, err
}

// optOuts counts who opted out after a message of a broadcast, since it is watched.
func optOuts(tx *db.Tx, b crm.Broadcast) (n int64, err error) {
	since := b.WatchedAt
	if since.IsZero() && b.StartedAt != nil {
		since = *b.StartedAt
	}
	ids, err := contact.OptedOutSince(tx, b.WorkspaceID, since, optOutsAsked)
	if err != nil {
		return 0, err
	}
	slices.Sort(ids)
	_, roots, err := rootsOf(tx, b.WorkspaceID, slices.Compact(ids))
	if err != nil {
		return 0, err
	}
	of, err := namesOf(tx, b.WorkspaceID, roots)
	if err != nil {
		return 0, err
	}
	var rows [][]any
	for _, id := range roots {
		for _, name := range of[id] {
			rows = append(rows, []any{b.WorkspaceID, name, b.ID})
		}
	}
	err = tx.EachOf(reachedSQL, rows, func(int, db.Row) error { n++; return nil })
	return n, err
}
