package db

import (
	"context"
	"maps"
	"strconv"
	"sync"

	"github.com/jackc/pgx/v5"
)

// keptTokens are the tokens of the commits that were acknowledged last. A server
// that took over and has an older one lost what was acknowledged, as a failover may
// whose replicas are not waited for (docs/adr/0066).
type keptTokens struct {
	check  sync.Mutex // one connection looks at a time; the others wait for what it finds
	mu     sync.Mutex
	byLane map[int]int64
	lost   []func()
}

func newKeptTokens() keptTokens { return keptTokens{byLane: map[int]int64{}} }

func (k *keptTokens) keep(lane int, token string) {
	number, _ := strconv.ParseInt(token, 10, 64) // our own
	k.mu.Lock()
	k.byLane[lane] = max(k.byLane[lane], number)
	k.mu.Unlock()
}

// now are those of this moment, and who is told when they are lost.
func (k *keptTokens) now() (byLane map[int]int64, lost []func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return maps.Clone(k.byLane), k.lost
}

const keptSQL = `SELECT lane, token FROM commit_tokens WHERE node = $1`

// findLoss finds out, before a new connection is used, whether the server behind it
// has what was acknowledged. A row that is not there may have been tidied up.
func (e *postgresEngine) findLoss(ctx context.Context, c *pgx.Conn) error {
	e.kept.check.Lock()
	defer e.kept.check.Unlock()
	kept, tell := e.kept.now()
	if len(kept) == 0 {
		return nil
	}
	rows, err := c.Query(ctx, keptSQL, pgx.QueryExecModeExec, e.node)
	if err != nil {
		return err
	}
	var lane int
	var token string
	lost := false
	_, err = pgx.ForEachRow(rows, []any{&lane, &token}, func() error {
		number, _ := strconv.ParseInt(token, 10, 64)
		lost = lost || number < kept[lane]
		return nil
	})
	if err != nil || !lost {
		return err
	}
	e.kept.mu.Lock()
	clear(e.kept.byLane)
	e.kept.mu.Unlock()
	for _, fn := range tell {
		fn()
	}
	return nil
}

// OnLoss has fn called when the server is found to have lost transactions that were
// acknowledged, before anything is read or written there. It must not block, nor use
// the database. The embedded engine loses nothing while it is open.
func (db *DB) OnLoss(fn func()) {
	e, ok := db.engine.(*postgresEngine)
	if !ok {
		return
	}
	e.kept.mu.Lock()
	defer e.kept.mu.Unlock()
	e.kept.lost = append(e.kept.lost, fn)
}
