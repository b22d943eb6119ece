package routing

import (
	"context"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

var (
	selectQueuedSQL = db.SQL(`SELECT ` + queueColumns + ` FROM routing_queue WHERE workspace_id = $1 AND conversation_id = $2`)
	aheadSQL        = db.SQL(`SELECT count(*) FROM (SELECT 1 FROM routing_queue WHERE workspace_id = $1 AND queue = $2 AND (queue_at, waiting_since, conversation_id) < ($3, $4, $5)
		ORDER BY queue_at, waiting_since, conversation_id LIMIT $6) q`).By("routing_queue_order").ByOnPostgres("routing_queue_order")
	insertPlaceWaitSQL = db.SQL(`INSERT INTO routing_waits (workspace_id, queue, place, ended_at, conversation_id, waited_ms) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`)
	placeWaitsSQL      = db.SQL(`SELECT waited_ms FROM routing_waits WHERE workspace_id = $1 AND queue = $2 AND place = $3 AND ended_at >= $4 ORDER BY ended_at DESC, conversation_id DESC LIMIT $5`).ByOnPostgres("routing_waits_pkey")
	countPromiseSQL    = db.SQL(`INSERT INTO routing_promises (workspace_id, queue, hour_at, made, kept) VALUES ($1, $2, $3, 1, $4)
		ON CONFLICT (workspace_id, queue, hour_at) DO UPDATE SET made = routing_promises.made + 1, kept = routing_promises.kept + excluded.kept`)
	promisesSQL = db.SQL(`SELECT CAST(coalesce(sum(made), 0) AS BIGINT), CAST(coalesce(sum(kept), 0) AS BIGINT) FROM routing_promises WHERE workspace_id = $1 AND queue = $2 AND hour_at >= $3`).
			ByOnPostgres("routing_promises_pkey")

	expirePlaceWaitsSQL = db.SQL(`DELETE FROM routing_waits WHERE (workspace_id, queue, place, ended_at, conversation_id) IN
		(SELECT workspace_id, queue, place, ended_at, conversation_id FROM routing_waits WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)`).By("routing_waits_age").ByOnPostgres("routing_waits_age").
		AcrossWorkspaces("retention")
	expirePromisesSQL = db.SQL(`DELETE FROM routing_promises WHERE (workspace_id, queue, hour_at) IN
		(SELECT workspace_id, queue, hour_at FROM routing_promises WHERE hour_at < $1 ORDER BY hour_at LIMIT $2)`).By("routing_promises_age").ByOnPostgres("routing_promises_age").
		AcrossWorkspaces("retention")
)

const hourMs = 60 * 60 * 1000

// selectQueued returns a conversation that waits in a queue; false if it does not.
func selectQueued(tx *db.Tx, workspaceID, conversationID string) (q queued, found bool, err error) {
	list, err := readQueued(tx, selectQueuedSQL, workspaceID, conversationID)
	if err != nil || len(list) == 0 {
		return q, false, err
	}
	return list[0], true, nil
}

// ahead counts the conversations before one in its queue, up to assign.MaxPosition.
func ahead(tx *db.Tx, q queued) (n int, err error) {
	_, err = tx.One(aheadSQL, []any{&n}, q.workspaceID, q.queue, q.queueAt, q.waitingSince, q.conversationID, assign.MaxPosition)
	return n, err
}

// placeWaits are the latest waits from a place of a queue, in milliseconds.
func placeWaits(tx *db.Tx, workspaceID, queue string, place int) (out []int64, err error) {
	err = tx.Each(placeWaitsSQL, func(r db.Row) error {
		var ms int64
		err := r.Scan(&ms)
		out = append(out, ms)
		return err
	}, workspaceID, queue, place, db.Ms(tx.Now().Add(-assign.EstimateLife)), assign.WaitsOfEstimate)
	return out, err
}

// promises are how many promises of a queue ended of late, and how many were kept.
func promises(tx *db.Tx, q queued) (made, kept int64, err error) {
	_, err = tx.One(promisesSQL, []any{&made, &kept}, q.workspaceID, q.queue, db.Ms(tx.Now().Add(-assign.EstimateLife)))
	return made, kept, err
}

// noteWaited notes how long a conversation waited from its place, and whether what was
// promised of it was kept. Who went on to another queue was promised too much.
func noteWaited(tx *db.Tx, q queued, moved bool) {
	if q.place == 0 {
		return
	}
	now := db.Ms(tx.Now())
	waited, kept := max(now-q.toldAt, 0), 0
	tx.Write(insertPlaceWaitSQL, q.workspaceID, q.queue, q.place, now, q.conversationID, waited)
	if q.promised == 0 {
		return
	}
	if waited <= q.promised && !moved {
		kept = 1
	}
	tx.Write(countPromiseSQL, q.workspaceID, q.queue, now/hourMs*hourMs, kept)
}

// sweepEstimates forgets the waits and promises whose time is over.
func (s *Routing) sweepEstimates(ctx context.Context) error {
	for _, which := range []*db.Stmt{expirePlaceWaitsSQL, expirePromisesSQL} {
		err := core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
			return tx.Exec(which, db.Ms(tx.Now().Add(-assign.EstimateLife-time.Hour)), limit)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// standOf is where a conversation waits in its queue.
func standOf(tx *db.Tx, q queued) (out crm.RoutingStand, err error) {
	var before int
	var made, kept int64
	err = tx.Together(
		func(tx *db.Tx) (err error) { before, err = ahead(tx, q); return err },
		func(tx *db.Tx) (err error) { made, kept, err = promises(tx, q); return err })
	out.Position = min(before+1, assign.MaxPosition)
	out.AtLeast = before >= assign.MaxPosition
	if err != nil || out.AtLeast || q.place == 0 || q.waitReason != string(crm.WaitFull) || !assign.Holds(made, kept) {
		return out, err
	}
	waits, err := placeWaits(tx, q.workspaceID, q.queue, assign.Place(out.Position))
	if ms, ok := assign.Estimate(waits); ok {
		took := time.Duration(ms) * time.Millisecond
		out.Estimate = &took
	}
	return out, err
}
