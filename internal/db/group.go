package db

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"
)

// How many waiting updates share one transaction at most.
const (
	postgresBatch = 256
	maxRetries    = 8

	// maxTurn bounds how long updates are added to a transaction, so that a
	// small one does not wait behind many large ones.
	maxTurn = 3 * time.Millisecond

	// urgentPause is how far apart the batches of a lane begin at least while several
	// updates come at once, and usualPause how far when no caller waits: what PostgreSQL
	// does for a batch costs little more than for one update of it (ADR 0008).
	urgentPause = 8 * time.Millisecond
	usualPause  = 16 * time.Millisecond
)

// update is one call of Update that waits for its commit.
type update struct {
	ctx   context.Context
	group Group
	rank  rank
	added time.Time
	fn    func(*Tx) error
	err   error
	lane  int
	after []func() // to run when it is on disk
	undo  []func() // to run when it is not
	done  chan struct{}
}

// finish tells that an update has come to its end.
func (u *update) finish() {
	u.settle()
	close(u.done)
}

// settle does what is to be done once it is known what became of an update.
func (u *update) settle() {
	if u.err != nil {
		u.rollBack()
	}
	for _, fn := range u.after {
		fn()
	}
}

// rollBack undoes what an attempt announced.
func (u *update) rollBack() {
	for _, fn := range u.undo {
		fn()
	}
	u.after, u.undo = nil, nil
}

// updateConn is the connection as one update of a batch sees it.
type updateConn struct {
	conn
	undo []func()
}

// OrElse registers fn to run if the transaction does not get on disk.
func (tx *Tx) OrElse(fn func()) {
	if c, ok := tx.conn.(*updateConn); ok {
		c.undo = append(c.undo, fn)
	}
}

// rank is how soon an update is due.
type rank int

const (
	rankUsual  rank = iota // nobody waits for it
	rankUrgent             // a caller of the API waits for it
	rankSoon               // the provider waits for it
	rankLong               // nobody waits for it, and it takes many milliseconds
	ranks
)

type rankContext struct{}

// Urgent marks the updates made with the context as those that a caller of the
// API waits for.
func Urgent(ctx context.Context) context.Context {
	return context.WithValue(ctx, rankContext{}, rankUrgent)
}

// Soon marks the updates made with the context as those that the provider waits
// for: they go before what nobody waits for, and callers go before them.
func Soon(ctx context.Context) context.Context {
	return context.WithValue(ctx, rankContext{}, rankSoon)
}

// Long marks the updates made with the context as those that take many milliseconds
// each, so that the embedded engine's one writer does not make a caller wait for them.
func Long(ctx context.Context) context.Context {
	return context.WithValue(ctx, rankContext{}, rankLong)
}

// lane is one writer, and what waits for it.
type lane struct {
	number               int
	split                bool // what is due soon, and what takes long, waits by itself
	longWait, longerWait time.Duration
	queues               [ranks]chan *update
	began                time.Time // when its last batch did
}

func newLane(number, limit int, split bool) *lane {
	l := &lane{number: number, split: split, longWait: longWait, longerWait: longerWait}
	for i := range l.queues {
		l.queues[i] = make(chan *update, 2*limit)
	}
	return l
}

func (l *lane) add(u *update) {
	u.lane = l.number
	u.rank, _ = u.ctx.Value(rankContext{}).(rank)
	switch {
	case l.split:
	case u.rank == rankSoon:
		u.rank = rankUrgent
	case u.rank == rankLong:
		u.rank = rankUsual
	}
	u.added = time.Now()
	l.queues[u.rank] <- u
}

func (l *lane) close() {
	for _, q := range l.queues {
		close(q)
	}
}

// wait returns the next update, or nil when the lane is closed and empty.
func (l *lane) wait() *update {
	q := l.queues
	for q != [ranks]chan *update{} {
		var u *update
		var ok bool
		var from rank
		select {
		case u, ok = <-q[rankUrgent]:
			from = rankUrgent
		case u, ok = <-q[rankSoon]:
			from = rankSoon
		case u, ok = <-q[rankUsual]:
			from = rankUsual
		case u, ok = <-q[rankLong]:
			from = rankLong
		}
		if ok {
			return u
		}
		q[from] = nil
	}
	return nil
}

// waiting is how many updates wait.
func (l *lane) waiting() (n int) {
	for _, q := range l.queues {
		n += len(q)
	}
	return n
}

// next returns the update that the batch after this one begins with, or nil when the lane
// is closed and empty.
func (l *lane) next(batch []*update) *update {
	if len(batch) == 1 || l.waiting() >= callersQueue {
		return l.wait()
	}
	time.Sleep(urgentPause - time.Since(l.began))
	if pause := usualPause - time.Since(l.began); pause > 0 {
		over := time.NewTimer(pause)
		defer over.Stop()
		select {
		case u := <-l.queues[rankUrgent]: // nil when it is closed
			if u != nil {
				return u
			}
		case <-over.C:
		}
	}
	return l.wait()
}

// take returns an update of a rank that waits, or nil.
func (l *lane) take(r rank) *update {
	select {
	case u := <-l.queues[r]: // nil when it is closed
		return u
	default:
		return nil
	}
}

// runLane gathers whatever waits into one transaction, again and again: while
// one batch is being made durable, the next one gathers. A lone caller waits
// for nobody: only after a batch of several does the next one gather for a
// while. It is for PostgreSQL; see runTurns.
func (db *DB) runLane(l *lane, limit int) {
	batch := make([]*update, 0, limit)
	for first := l.wait(); first != nil; first = l.next(batch) {
		l.began = time.Now()
		batch = append(batch[:0], first)
		var urgent int
		batch, urgent = l.gather(batch, limit)
		db.note(urgent)
		byGroup(batch)
		for rest := batch; len(rest) > 0; {
			rest = rest[db.commit(rest):]
		}
	}
}

// commit runs as much of the batch as one turn allows in one transaction and
// returns how many updates that were. When anything in it fails in the
// database, the whole is rolled back and runs again in halves, so that one
// failure spares the rest.
func (db *DB) commit(batch []*update) (n int) {
	n = len(batch)
	if n == 1 {
		db.commitAlone(batch[0])
	} else {
		var again bool
		if n, again = db.together(batch); again {
			db.commitHalves(batch[:n])
		}
	}
	for _, u := range batch[:n] {
		u.finish()
	}
	return n
}

// together runs updates of the batch in one transaction and returns how many,
// and whether something failed so that they must run again in smaller parts.
func (db *DB) together(batch []*update) (n int, again bool) {
	n, err := db.attempt(batch)
	switch {
	case err == nil:
		return n, false
	case n == 0: // the database is away
		n = len(batch)
	case errors.Is(err, errSilent): // in parts it would take as long, each
	case !errors.Is(err, errUncertain):
		return n, true
	}
	for _, u := range batch[:n] {
		u.err = err
	}
	return n, false
}

func (db *DB) commitAlone(u *update) {
	alone := []*update{u}
	for try := 0; ; try++ {
		_, err := db.attempt(alone)
		if err == nil {
			return
		}
		if try == maxRetries || !db.engine.dialect().retryable(err) {
			if !errors.Is(err, errUndo) {
				u.err = err
			}
			return
		}
		pause := time.Duration(1+rand.IntN(1<<min(try, 6))) * time.Millisecond
		time.Sleep(pause)
	}
}

// errUndo rolls a transaction back because of an update whose own error is
// kept in the update.
var errUndo = errors.New("undo")

// attempt runs updates of the batch in one transaction, in order, until the
// turn is over, and returns how many it ran. It returns an error when the
// transaction did not commit.
func (db *DB) attempt(batch []*update) (n int, err error) {
	err = db.engine.write(context.Background(), batch[0].lane, func(c conn) error {
		began := time.Now()
		for n < len(batch) {
			if n > 0 && time.Since(began) > maxTurn {
				return nil
			}
			from := n
			n += db.side(batch[n:])
			if err := db.runSome(c, batch[from:n]); err != nil {
				return err
			}
		}
		return nil // the engine sends what is queued with the commit
	})
	db.noteWrite(err)
	if err != nil {
		for _, u := range batch[:n] {
			u.rollBack()
		}
	}
	return n, err
}

func (db *DB) runSome(c conn, updates []*update) error {
	if len(updates) > 1 {
		return db.runBeside(c, updates)
	}
	return db.runOne(c, updates[0])
}

// runOne runs one update. It returns an error when the whole transaction must
// be rolled back.
func (db *DB) runOne(c conn, u *update) error {
	if u.err = u.ctx.Err(); u.err != nil {
		return nil
	}
	own := &updateConn{conn: c}
	tx := &Tx{conn: own, db: db}
	u.err = guard(u.fn, tx)
	u.undo = own.undo
	if u.err == nil {
		u.after = tx.after
		if err := tx.flush(); err != nil {
			return err
		}
		// Also where fn makes little of it: what failed may have undone everything.
		return c.broken()
	}
	if err := c.broken(); err != nil {
		return err
	}
	if tx.dirty {
		return errUndo
	}
	return nil
}

// guard turns a panic of fn into an error, so that one caller's fault cannot
// end the writer that all callers share.
func guard(fn func(*Tx) error, tx *Tx) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", r, debug.Stack())
		}
	}()
	return fn(tx)
}
