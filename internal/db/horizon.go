package db

import (
	"math"
	"sync"
	"time"
)

// The horizon of the log on PostgreSQL is the first transaction that may yet
// commit: what earlier ones wrote can be seen, and nothing comes before it any
// more. It is the oldest transaction still open.
//
// The server counts the transactions of all its databases together. One that
// somebody leaves open elsewhere would hold the log up, so when the horizon has
// stood still for a while, only the transactions of this database are asked.

// horizonPatience is how long the oldest transaction of the server is waited
// for before it is asked whose it is.
const horizonPatience = 250 * time.Millisecond

// horizonWatch remembers since when the horizon has stood still, and the
// furthest one: what was before it once stays there, whatever the server's
// oldest transaction is later. A server that was started anew may count again
// from before it, when it crashed.
type horizonWatch struct {
	mu       sync.Mutex
	at       int64
	since    time.Time
	furthest int64
	started  int64 // when the server was that the furthest one is of
}

// stands reports whether the horizon has been at the transaction for longer
// than one may wait, while later ones have begun.
func (w *horizonWatch) stands(at, next int64, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.at != at || at == next {
		w.at, w.since = at, now
	}
	return now.Sub(w.since) > horizonPatience
}

// reach takes a horizon and returns the furthest one of the server that was
// started then, whose next transaction is named.
func (w *horizonWatch) reach(commit, next, started int64) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if started != w.started || next < w.furthest {
		w.started, w.furthest = started, commit
	}
	w.furthest = max(w.furthest, commit)
	return w.furthest
}

var (
	selectHorizon = PostgresSQL(`SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint, (SELECT count(*) FROM nodes),
		(extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint`)
	// What is known of the sessions is kept for a transaction: it has to be as of now.
	forgetSessions = PostgresSQL(`SELECT pg_stat_clear_snapshot()::text`)
	// The numbers of open transactions are of 32 bits. Where a session of this
	// database hides its own from us, the answer is that there is an old one.
	selectOpenHere = PostgresSQL(`SELECT CASE WHEN a.usename IS NULL OR pg_has_role(a.usename, 'USAGE') OR pg_has_role('pg_read_all_stats', 'USAGE')
			THEN a.backend_xid::text::bigint ELSE -1 END
		FROM pg_stat_activity a WHERE a.datname = current_database() AND (a.backend_xid IS NOT NULL
			OR NOT (a.usename IS NULL OR pg_has_role(a.usename, 'USAGE') OR pg_has_role('pg_read_all_stats', 'USAGE')))
		UNION ALL SELECT transaction::text::bigint FROM pg_prepared_xacts WHERE database = current_database()`)
)

// Horizon returns the first transaction that may yet commit, and how many
// nodes there are. What lies before it is in sight of the statements after it.
func (tx *Tx) Horizon() (commit, nodes int64, err error) {
	if tx.db.engine.dialect() == sqliteDialect {
		return math.MaxInt64, 1, nil
	}
	var next, started int64
	if _, err = tx.One(selectHorizon, []any{&commit, &next, &nodes, &started}); err != nil {
		return 0, 0, err
	}
	if !tx.db.horizon.stands(commit, next, time.Now()) {
		return tx.db.horizon.reach(commit, next, started), nodes, nil
	}
	// Whatever is numbered before next has begun; if it is not open now, it has ended.
	own := next
	if _, err = tx.One(forgetSessions, []any{new(string)}); err != nil {
		return 0, 0, err
	}
	err = tx.Each(selectOpenHere, func(r Row) error {
		var open int64
		if err := r.Scan(&open); err != nil {
			return err
		}
		if open < 0 {
			own = commit
			return nil
		}
		own = min(own, fullNumber(open, next))
		return nil
	})
	if err != nil {
		return 0, 0, err
	}
	return tx.db.horizon.reach(max(commit, own), next, started), nodes, nil
}

// fullNumber returns the 64-bit number of a transaction, of which the lower
// half is known, near another one's.
func fullNumber(low, near int64) int64 {
	return near + int64(int32(uint32(low)-uint32(near)))
}
