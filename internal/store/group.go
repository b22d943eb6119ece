package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// How many waiting updates share one transaction at most.
const (
	sqliteBatch   = 256
	postgresBatch = 64
	maxRetries    = 8

	// Under load the embedded engine commits this often at most: every commit
	// writes the pages at the end of each table anew, so that fewer and larger
	// ones save a third of the work. busyBatch is what counts as load.
	commitPause = 2 * time.Millisecond
	busyBatch   = 6
)

// update is one call of Update that waits for its commit.
type update struct {
	ctx   context.Context
	fn    func(*Tx) error
	err   error
	after []func()
	done  chan struct{}
}

// runLane gathers whatever waits into one transaction, again and again: while
// one batch is being made durable, the next one gathers. A lone caller waits
// for nobody.
func (db *DB) runLane(ch chan *update, limit int) {
	batch := make([]*update, 0, limit)
	pausing := db.engine.dialect() == sqliteDialect
	var began time.Time
	for first := range ch {
		if pausing && len(batch) >= busyBatch && len(ch) < limit {
			time.Sleep(commitPause - time.Since(began))
		}
		began = time.Now()
		batch = append(batch[:0], first)
	gather:
		for len(batch) < limit {
			select {
			case u, ok := <-ch:
				if !ok {
					break gather
				}
				batch = append(batch, u)
			default:
				break gather
			}
		}
		db.commit(batch)
		for _, u := range batch {
			for _, fn := range u.after {
				fn()
			}
			close(u.done)
		}
	}
}

// commit runs the batch as one transaction. When anything in it fails in the
// database, the whole is rolled back and each update runs alone, so that one
// failure spares the rest.
func (db *DB) commit(batch []*update) {
	if len(batch) == 1 {
		db.commitAlone(batch[0])
		return
	}
	if err := db.attempt(batch); err == nil {
		return
	}
	for _, u := range batch {
		db.commitAlone(u)
	}
}

func (db *DB) commitAlone(u *update) {
	alone := []*update{u}
	for try := 0; ; try++ {
		err := db.attempt(alone)
		if err == nil {
			return
		}
		if try == maxRetries || !db.engine.dialect().retryable(err) {
			if !errors.Is(err, errUndo) {
				u.err = err
			}
			u.after = nil
			return
		}
		pause := time.Duration(1+rand.IntN(1<<min(try, 6))) * time.Millisecond
		time.Sleep(pause)
	}
}

// errUndo rolls a transaction back because of an update whose own error is
// kept in the update.
var errUndo = errors.New("undo")

// attempt runs every update of the batch in one transaction. It returns an
// error when the transaction did not commit.
func (db *DB) attempt(batch []*update) error {
	return db.engine.write(context.Background(), func(c conn) error {
		shared := &batchState{}
		for _, u := range batch {
			u.after = nil // of an attempt that was rolled back
			if u.err = u.ctx.Err(); u.err != nil {
				continue
			}
			tx := &Tx{conn: c, db: db, batch: shared}
			if u.err = guard(u.fn, tx); u.err == nil {
				if err := tx.flush(); err != nil {
					return err
				}
				u.after = tx.after
				continue
			}
			if err := c.broken(); err != nil {
				return err
			}
			if tx.dirty {
				return errUndo
			}
		}
		return c.flush()
	})
}
