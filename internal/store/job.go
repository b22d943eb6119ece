package store

import (
	"context"
	"sync"
	"time"

	"service.example/crm/internal/crm"
)

// JobKind names what a job does.
type JobKind string

// Job is a piece of durable work. Queues of one kind are served in turn; jobs
// of one key run one at a time in the order of their identifiers.
type Job struct {
	ID          int64
	WorkspaceID string
	Kind        JobKind
	Queue       string
	Key         string
	RunAt       time.Time
	Attempt     int
	Fence       int64
	Payload     string
}

// Worker takes freshly committed jobs without a detour over the table.
type Worker interface {
	// Owner is the identifier of this node.
	Owner() string
	// Accepts reports whether a job of the kind and queue that is due after the
	// wait may be handed over.
	Accepts(kind JobKind, queue string, wait time.Duration) bool
	// Expect announces, before the commit, that a job of the key may be handed
	// over: Offer or Forgo follows.
	Expect(kind JobKind, key string)
	// Offer hands over a committed job that Owner holds, to run at its time. It
	// does not block.
	Offer(Job)
	// Forgo tells that a job that was expected does not come.
	Forgo(kind JobKind, key string)
	// Due tells that a job of the kind will be free at the time.
	Due(kind JobKind, at time.Time)
}

// ErrLost says that a job is no longer held by who tried to finish it: another
// node has taken it over, and nothing of the update was kept.
var ErrLost = crm.Errorf(crm.KindConflict, "job_lost", "The job was taken over by another node.")

// SetWorker names who runs jobs in this process; number makes its job
// identifiers unique among nodes.
func (db *DB) SetWorker(w Worker, number int64) {
	if db.worker != w { // a worker that joins anew may be read meanwhile
		db.worker = w
	}
	db.jobIDs.setNode(number)
}

var (
	insertJob = stmt(`INSERT INTO jobs (id, workspace_id, kind, queue, key, run_at, owner, fence, payload)
		VALUES ($1, $2, $3, $4, $5, $6, '', 0, $7)`)
	// Locks of several nodes are taken in one order, before the rows.
	lockKeys = mergedStmt(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
		`SELECT k, '' FROM (SELECT DISTINCT k FROM unnest($1::text[]) k ORDER BY k) s WHERE pg_advisory_xact_lock(hashtextextended(k, 0)) IS NOT NULL`)
	insertHeldJob = mergedStmt(`INSERT INTO jobs (id, workspace_id, kind, queue, key, run_at, owner, fence, payload)
		VALUES ($1, $2, $3, $4, $5, $6,
			CASE WHEN EXISTS (SELECT 1 FROM jobs WHERE kind = $3 AND key = $5 AND key <> '' AND owner <> $8) THEN '' ELSE $8 END, 1, $7)
		RETURNING owner`,
		`INSERT INTO jobs (id, workspace_id, kind, queue, key, run_at, owner, fence, payload)
		SELECT u.id, u.workspace_id, u.kind, u.queue, u.key, u.run_at,
			CASE WHEN EXISTS (SELECT 1 FROM jobs j WHERE j.kind = u.kind AND j.key = u.key AND j.key <> '' AND j.owner <> u.owner) THEN '' ELSE u.owner END, 1, u.payload
		FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[])
			AS u (id, workspace_id, kind, queue, key, run_at, payload, owner)
		RETURNING id::text, owner`)
	deleteJob = mergedStmt(`DELETE FROM jobs WHERE id = $1 AND fence = $2`,
		`DELETE FROM jobs j USING unnest($1::bigint[], $2::bigint[]) AS u (id, fence) WHERE j.id = u.id AND j.fence = u.fence RETURNING j.id::text, ''`)
	retryJob       = stmt(`UPDATE jobs SET owner = '', run_at = $3, attempt = attempt + $4 WHERE id = $1 AND fence = $2`)
	hastenJob      = stmt(`UPDATE jobs SET run_at = $4 WHERE kind = $1 AND key = $2 AND payload = $3 AND owner = '' AND run_at > $4`)
	dropJob        = stmt(`DELETE FROM jobs WHERE kind = $1 AND key = $2 AND payload = $3 AND owner = ''`)
	claimableQueue = stmt(`WITH RECURSIVE q (name) AS (
			SELECT min(queue) FROM jobs WHERE kind = $1 AND owner = ''
			UNION ALL
			SELECT (SELECT min(queue) FROM jobs WHERE kind = $1 AND owner = '' AND queue > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name FROM q WHERE name IS NOT NULL LIMIT 10000`)
	anyJobDue = stmt(`WITH RECURSIVE q (name) AS (
			SELECT min(queue) FROM jobs WHERE kind = $1 AND owner = ''
			UNION ALL
			SELECT (SELECT min(queue) FROM jobs WHERE kind = $1 AND owner = '' AND queue > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name FROM q WHERE (SELECT min(run_at) FROM jobs WHERE kind = $1 AND owner = '' AND queue = q.name) <= $2 LIMIT 1`)
	// A job is free when all earlier ones of its key are due or held by the
	// same node. The page goes by time, and an earlier job of a key may be due
	// later than the next one, after a retry: it is taken along beyond the limit.
	// (CROSS JOIN keeps SQLite from reading every job that waits.)
	claimableJobs = stmt(`WITH page AS (SELECT id, key FROM jobs j
			WHERE kind = $1 AND queue = $2 AND owner = '' AND run_at <= $3
			AND (key = '' OR NOT EXISTS (SELECT 1 FROM jobs b WHERE b.kind = $1 AND b.key = j.key AND b.id < j.id
				AND (b.owner <> '' AND b.owner <> $4 OR b.owner = '' AND b.run_at > $3)))
			ORDER BY run_at, id LIMIT $5),
		last AS (SELECT key, max(id) AS id FROM page WHERE key <> '' GROUP BY key)
		SELECT j.id, workspace_id, queue, j.key, run_at, attempt, fence, payload FROM page JOIN jobs j ON j.id = page.id WHERE page.key = ''
		UNION ALL
		SELECT j.id, workspace_id, queue, j.key, run_at, attempt, fence, payload FROM last
		CROSS JOIN jobs j WHERE j.kind = $1 AND j.key = last.key AND j.id <= last.id AND j.owner = ''`)
	claimJob   = stmt(`UPDATE jobs SET owner = $2, fence = fence + 1 WHERE id = $1 AND owner = ''`)
	freeJobsOf = stmt(`UPDATE jobs SET owner = '' WHERE owner = $1`)
	countJobs  = stmt(`SELECT kind, count(*), min(run_at) FROM jobs GROUP BY kind`)
	lockText   = postgresStmt(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`)
)

// lock serialises transactions of several nodes that touch the same key. The
// embedded engine has one writer and needs none.
func (tx *Tx) lock(key string) {
	if tx.db.engine.dialect() == postgresDialect {
		tx.writeReturning(lockText, func(Row) error { return nil }, key)
	}
}

// EnqueueJob stores a job in the transaction. A job that is due, or soon will
// be, goes straight to this process's worker after the commit, if that has room
// and the order of the key allows.
func (tx *Tx) EnqueueJob(j Job) {
	j.ID = tx.db.jobIDs.next()
	now := tx.Now()
	if j.RunAt.IsZero() {
		j.RunAt = now
	}
	w := tx.db.worker
	args := []any{j.ID, j.WorkspaceID, string(j.Kind), j.Queue, j.Key, ms(j.RunAt), j.Payload}
	if w == nil || !w.Accepts(j.Kind, j.Queue, max(0, j.RunAt.Sub(now))) {
		tx.write(insertJob, args...)
		if w != nil {
			tx.After(func() { w.Due(j.Kind, j.RunAt) })
		}
		return
	}
	if j.Key != "" && tx.db.engine.dialect() == postgresDialect {
		tx.write(lockKeys, string(j.Kind)+j.Key)
	}
	w.Expect(j.Kind, j.Key)
	tx.orElse(func() { w.Forgo(j.Kind, j.Key) })
	var owner string
	tx.writeReturning(insertHeldJob, func(r Row) error { return r.Scan(&owner) }, append(args, w.Owner())...)
	tx.After(func() {
		if owner == "" {
			w.Forgo(j.Kind, j.Key)
			w.Due(j.Kind, j.RunAt)
			return
		}
		j.Fence = 1
		w.Offer(j)
	})
}

// FinishJob removes a job that is done. When somebody else has taken it over
// meanwhile, the whole update fails with ErrLost.
func (tx *Tx) FinishJob(j Job) { tx.writeExactlyOne(deleteJob, ErrLost, j.ID, j.Fence) }

// RetryJob gives a job back, to run again at the time. counted says whether
// this run counts as an attempt.
func (tx *Tx) RetryJob(j Job, at time.Time, counted bool) {
	n := 0
	if counted {
		n = 1
	}
	tx.writeExactlyOne(retryJob, ErrLost, j.ID, j.Fence, ms(at), n)
	if w := tx.db.worker; w != nil {
		tx.After(func() { w.Due(j.Kind, at) })
	}
}

// HastenJob lets a waiting job run now, because what it waited for has come.
func (tx *Tx) HastenJob(kind JobKind, key, payload string) {
	tx.write(hastenJob, string(kind), key, payload, ms(tx.Now()))
	if w := tx.db.worker; w != nil {
		at := tx.Now()
		tx.After(func() { w.Due(kind, at) })
	}
}

// DropJob removes a waiting job that has nothing left to do.
func (tx *Tx) DropJob(kind JobKind, key, payload string) {
	tx.write(dropJob, string(kind), key, payload)
}

// AnyJobDue reports whether a job of the kind is due that nobody holds.
func (tx *Tx) AnyJobDue(kind JobKind) (bool, error) {
	var queue string
	return tx.one(anyJobDue, []any{&queue}, string(kind), ms(tx.Now()))
}

// ClaimJobs takes about limit due jobs of a kind for the owner, the same share
// from every queue. room says how many more of a queue may be taken.
func (tx *Tx) ClaimJobs(kind JobKind, owner string, limit int, room func(queue string) int) ([]Job, error) {
	tx.lock("claim" + string(kind))
	var queues []string
	err := tx.each(claimableQueue, func(r Row) error {
		var q string
		err := r.Scan(&q)
		queues = append(queues, q)
		return err
	}, string(kind))
	if err != nil || len(queues) == 0 {
		return nil, err
	}
	var out []Job
	share := max(1, limit/len(queues))
	for _, q := range queues {
		n := min(share, room(q), limit-len(out))
		if n <= 0 {
			continue
		}
		if err := tx.claimQueue(kind, q, owner, n, &out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (tx *Tx) claimQueue(kind JobKind, queue, owner string, n int, out *[]Job) error {
	first := len(*out)
	err := tx.each(claimableJobs, func(r Row) error {
		j := Job{Kind: kind}
		var runAt int64
		if err := r.Scan(&j.ID, &j.WorkspaceID, &j.Queue, &j.Key, &runAt, &j.Attempt, &j.Fence, &j.Payload); err != nil {
			return err
		}
		j.RunAt = at(runAt)
		j.Fence++
		*out = append(*out, j)
		return nil
	}, string(kind), queue, ms(tx.Now()), owner, n)
	for _, j := range (*out)[first:] {
		tx.write(claimJob, j.ID, owner)
	}
	return err
}

// JobCount is how many jobs of a kind wait or run, and since when the oldest is due.
type JobCount struct {
	Kind   JobKind
	Count  int64
	Oldest time.Time
}

// CountJobs counts the jobs of each kind, for metrics and health checks.
func (db *DB) CountJobs(ctx context.Context) (out []JobCount, err error) {
	err = db.View(ctx, func(tx *Tx) error {
		out = nil
		return tx.each(countJobs, func(r Row) error {
			var kind string
			var n, oldest int64
			err := r.Scan(&kind, &n, &oldest)
			out = append(out, JobCount{JobKind(kind), n, at(oldest)})
			return err
		})
	})
	return out, err
}

// jobIDs makes identifiers that rise with time and differ between nodes:
// 41 bits of milliseconds, 10 of the node, 12 of a counter.
type jobIDs struct {
	mu   sync.Mutex
	node int64
	last int64
}

const jobEpoch = 1577836800000 // 2020-01-01, in milliseconds

func (g *jobIDs) setNode(n int64) { g.mu.Lock(); g.node = n & 1023; g.mu.Unlock() }

func (g *jobIDs) next() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := (time.Now().UnixMilli() - jobEpoch) << 12
	g.last = max(t, g.last+1)
	return g.last>>12<<22 | g.node<<12 | g.last&0xfff
}

func ms(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func msOf(t *time.Time) int64 {
	if t == nil {
		return 0
	}
	return ms(*t)
}

func at(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func atOf(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := at(ms)
	return &t
}
