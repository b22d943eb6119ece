package jobs

import (
	"context"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
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

// ErrLost says that a job is no longer held by who tried to finish it: another
// node has taken it over, and nothing of the update was kept.
var ErrLost = crm.Errorf(crm.KindConflict, "job_lost", "The job was taken over by another node.")

var (
	// Locks of several nodes are taken in one order, before the rows.
	lockKeysSQL = db.PostgresMerged(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
		`SELECT k, '' FROM (SELECT DISTINCT k FROM unnest($1::text[]) k ORDER BY k) s WHERE pg_advisory_xact_lock(hashtextextended(k, 0)) IS NOT NULL`)
)

var (
	// A job that comes behind a free one of its key is due when that one is. Who is
	// not to hold it need not look at all that waits of the key. Whether there is a
	// key is asked of what comes: asked of what is there, every job without a key
	// would read all others without one. Who is smaller and who is larger is sought in
	// the index: of who is another one all that this one holds would be read.
	insertJobSQL = db.Merged(`INSERT INTO jobs (id, workspace_id, kind, queue, key, run_at, owner, fence, payload)
		VALUES ($1, $2, $3, $4, $5,
			CASE WHEN (SELECT run_at FROM jobs WHERE kind = $3 AND key = $5 AND $5 <> '' AND owner = '' ORDER BY id LIMIT 1) > $6
				THEN (SELECT run_at FROM jobs WHERE kind = $3 AND key = $5 AND $5 <> '' AND owner = '' ORDER BY id LIMIT 1) ELSE $6 END,
			CASE WHEN $8 = '' THEN '' WHEN EXISTS (SELECT 1 FROM jobs WHERE kind = $3 AND key = $5 AND $5 <> '' AND owner < $8)
				OR EXISTS (SELECT 1 FROM jobs WHERE kind = $3 AND key = $5 AND $5 <> '' AND owner > $8) THEN '' ELSE $8 END, 1, $7)
		RETURNING owner || '/' || CAST(run_at AS TEXT)`,
		`INSERT INTO jobs (id, workspace_id, kind, queue, key, run_at, owner, fence, payload)
		SELECT u.id, u.workspace_id, u.kind, u.queue, u.key, greatest(u.run_at,
				(SELECT j.run_at FROM jobs j WHERE j.kind = u.kind AND j.key = u.key AND u.key <> '' AND j.owner = '' ORDER BY j.id LIMIT 1)),
			CASE WHEN u.owner = '' THEN '' WHEN EXISTS (SELECT 1 FROM jobs j WHERE j.kind = u.kind AND j.key = u.key AND u.key <> '' AND j.owner < u.owner)
				OR EXISTS (SELECT 1 FROM jobs j WHERE j.kind = u.kind AND j.key = u.key AND u.key <> '' AND j.owner > u.owner) THEN '' ELSE u.owner END, 1, u.payload
		FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[])
			AS u (id, workspace_id, kind, queue, key, run_at, payload, owner)
		RETURNING id::text, owner || '/' || run_at`).Bounded("Index Cond: ((kind = u.kind) AND (key = u.key) AND (owner ")
)

// byKey is how a plan of PostgreSQL finds one job.
const byKey = "Index Cond: ((workspace_id = "

var (
	deleteJobSQL = db.Merged(`DELETE FROM jobs WHERE id = $1 AND workspace_id = $2 AND fence = $3`,
		`DELETE FROM jobs j USING unnest($1::bigint[], $2::text[], $3::bigint[]) AS u (id, workspace_id, fence)
		WHERE j.workspace_id = u.workspace_id AND j.id = u.id AND j.fence = u.fence RETURNING j.id || '/' || j.workspace_id, ''`).KeyOf(2).Bounded(byKey)
)

var (
	progressJobSQL = db.SQL(`UPDATE jobs SET payload = $4 WHERE workspace_id = $1 AND id = $2 AND fence = $3`).Bounded(byKey)
	retryJobSQL    = db.SQL(`UPDATE jobs SET owner = '', run_at = $4, attempt = attempt + $5 WHERE workspace_id = $1 AND id = $2 AND fence = $3`).Bounded(byKey)
)

var (
	forgetAttemptsSQL = db.SQL(`UPDATE jobs SET attempt = 0 WHERE workspace_id = $1 AND id = $2 AND fence = $3`).Bounded(byKey)
)

var (
	jobTimeSQL = db.SQL(`SELECT run_at FROM jobs WHERE workspace_id = $1 AND id = $2 AND owner || '' = ''`).Bounded(byKey)
)

var (
	// What others hold by now stays theirs.
	giveBackJobSQL = db.Merged(`UPDATE jobs SET owner = '', run_at = CASE WHEN run_at < $4 THEN $4 ELSE run_at END WHERE id = $1 AND workspace_id = $2 AND fence = $3`,
		`UPDATE jobs j SET owner = '', run_at = greatest(j.run_at, u.run_at) FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) AS u (id, workspace_id, fence, run_at)
		WHERE j.workspace_id = u.workspace_id AND j.id = u.id AND j.fence = u.fence RETURNING j.id || '/' || j.workspace_id, ''`).KeyOf(2).Bounded(byKey)
)

var (
	// These go by jobs_key: what is free is what nobody's name is on, in words that
	// do not fit jobs_due. PostgreSQL makes a plan once, perhaps while the table is
	// empty, and would read by jobs_due all that waits of the kind.
	delayKeySQL = db.SQL(`UPDATE jobs SET run_at = $4 WHERE kind = $1 AND key = $2 AND id > $3 AND owner || '' = '' AND run_at < $4`).Bounded("Index Cond: ((kind = $1) AND (key = $2) AND (id > $3)").
		Unlimited("the jobs of one key").AcrossWorkspaces("a key is that of one workspace, or of nobody")
)

var (
	hastenKeySQL = db.SQL(`UPDATE jobs SET run_at = $3 WHERE kind = $1 AND key = $2 AND key <> '' AND owner || '' = '' AND run_at > $3`).Bounded("Index Cond: ((kind = $1) AND (key = ").
		Unlimited("the jobs of one key").AcrossWorkspaces("a key is that of one workspace, or of nobody")
)

var (
	hastenJobSQL = db.SQL(`UPDATE jobs SET run_at = $4 WHERE kind = $1 AND key = $2 AND payload = $3 AND owner || '' = '' AND run_at > $4`).Bounded("Index Cond: ((kind = $1) AND (key = ").
		Unlimited("the jobs of one key").AcrossWorkspaces("a key is that of one workspace, or of nobody")
)

var (
	dropJobSQL = db.SQL(`DELETE FROM jobs WHERE kind = $1 AND key = $2 AND payload = $3 AND owner || '' = ''`).Bounded("Index Cond: ((kind = $1) AND (key = ").
		Unlimited("the jobs of one key").AcrossWorkspaces("a key is that of one workspace, or of nobody")
)

var (
	dropJobByIDSQL = db.SQL(`DELETE FROM jobs WHERE workspace_id = $1 AND id = $2`)
)

var (
	// The next workspaces that have jobs, one step of the key each, and
	// whether the oldest job of each was stored before a time. Identifiers rise with
	// time.
	jobWorkspacesSQL = db.SQL(`WITH RECURSIVE w (name) AS (
			SELECT min(workspace_id) FROM jobs WHERE workspace_id > $1
			UNION ALL
			SELECT (SELECT min(workspace_id) FROM jobs WHERE workspace_id > w.name) FROM w WHERE w.name IS NOT NULL)
		SELECT name, (SELECT min(id) FROM jobs WHERE workspace_id = w.name) < $2 FROM w WHERE name IS NOT NULL LIMIT $3`).
		By().AcrossWorkspaces("the age decides")
	oldJobsSQL = db.SQL(`SELECT id, workspace_id, kind, queue, key, run_at, attempt, fence, payload FROM jobs
		WHERE workspace_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4`)
)

var (
	FreeJobsOfSQL = db.SQL(`UPDATE jobs SET owner = '' WHERE owner = $1`).
		Unlimited("an index over owners would cost every job a write more").AcrossWorkspaces("a node lets go of what it holds")
)

var (
	countJobsSQL = db.SQL(`SELECT kind, count(*), min(run_at) FROM jobs GROUP BY kind`).
		Unlimited("counts every job that waits").AcrossWorkspaces("metrics of the deployment")
)

var (
	// What was stored in the name of a node that had left or was declared dead
	// meanwhile belongs to nobody.
	FreeOrphanJobsSQL = db.SQL(`UPDATE jobs SET owner = '' WHERE owner <> '' AND owner NOT IN (SELECT id FROM nodes)`).
		Unlimited("an index over owners would cost every job a write more").AcrossWorkspaces("what is held by nodes that are gone")
)

// EnqueueJob stores a job in the transaction. A job that is due, or soon will
// be, goes straight to this process's worker after the commit, if that has room
// and the order of the key allows.
func EnqueueJob(tx *db.Tx, j Job) {
	j.ID = tx.NewNumber()
	now := tx.Now()
	if j.RunAt.IsZero() {
		j.RunAt = now
	}
	w := workers.Of(tx)
	held := w != nil && w.Accepts(j.Kind, j.Queue, max(0, j.RunAt.Sub(now)))
	owner := ""
	if held {
		if j.Key != "" && tx.OnPostgres() {
			tx.Write(lockKeysSQL, string(j.Kind)+j.Key)
		}
		w.Expect(j.Kind, j.Key)
		tx.OrElse(func() { w.Forgo(j.Kind, j.Key) })
		owner = w.Owner()
	}
	var is string // its owner and its time
	tx.WriteReturning(insertJobSQL, func(r db.Row) error { return r.Scan(&is) },
		j.ID, j.WorkspaceID, string(j.Kind), j.Queue, j.Key, db.Ms(j.RunAt), j.Payload, owner)
	if w == nil {
		return
	}
	tx.After(func() {
		owner, runAt, _ := strings.Cut(is, "/")
		if owner != "" {
			j.Fence = 1
			w.Offer(j)
			return
		}
		if held {
			w.Forgo(j.Kind, j.Key)
		}
		due, _ := strconv.ParseInt(runAt, 10, 64)
		w.Due(j.Kind, j.Queue, db.At(due))
	})
}

// FinishJob removes a job that is done. When somebody else has taken it over
// meanwhile, the whole update fails with ErrLost.
func FinishJob(tx *db.Tx, j Job) {
	tx.WriteExactlyOne(deleteJobSQL, ErrLost, j.ID, j.WorkspaceID, j.Fence)
}

// RetryJob gives a job back, to run again at the time; what is free of its key
// waits as long. counted says whether this run counts as an attempt.
func RetryJob(tx *db.Tx, j Job, at time.Time, counted bool) {
	n := 0
	if counted {
		n = 1
	}
	tx.WriteExactlyOne(retryJobSQL, ErrLost, j.WorkspaceID, j.ID, j.Fence, db.Ms(at), n)
	if j.Key != "" && at.After(tx.Now()) {
		tx.Write(delayKeySQL, string(j.Kind), j.Key, j.ID, db.Ms(at))
	}
	if w := workers.Of(tx); w != nil {
		tx.After(func() { w.Due(j.Kind, j.Queue, at) })
	}
}

// ForgetAttempts lets a job that is held fail as often as a new one, because it
// has made progress.
func ForgetAttempts(tx *db.Tx, j Job) {
	tx.WriteExactlyOne(forgetAttemptsSQL, ErrLost, j.WorkspaceID, j.ID, j.Fence)
}

// giveBackJobs frees jobs that were held and not begun. They wait for the head,
// if there is one that waits; what others have taken over meanwhile stays
// theirs.
func giveBackJobs(tx *db.Tx, head Job, list []Job) error {
	var until int64
	if head.ID != 0 {
		if _, err := tx.One(jobTimeSQL, []any{&until}, head.WorkspaceID, head.ID); err != nil {
			return err
		}
	}
	for _, j := range list {
		tx.Write(giveBackJobSQL, j.ID, j.WorkspaceID, j.Fence, until)
	}
	return nil
}

// HastenJob lets a waiting job run now, because what it waited for has come.
func HastenJob(tx *db.Tx, kind JobKind, key, payload string) {
	tx.Write(hastenJobSQL, string(kind), key, payload, db.Ms(tx.Now()))
	if w := workers.Of(tx); w != nil {
		at := tx.Now()
		tx.After(func() { w.Due(kind, "", at) })
	}
}

// DropJob removes a waiting job that has nothing left to do. What waited for it
// is due.
func DropJob(tx *db.Tx, kind JobKind, key, payload string) {
	tx.Write(dropJobSQL, string(kind), key, payload)
	tx.Write(hastenKeySQL, string(kind), key, db.Ms(tx.Now()))
	if w := workers.Of(tx); w != nil {
		at := tx.Now()
		tx.After(func() { w.Due(kind, "", at) })
	}
}

// DropJobByID removes a job, whoever holds it, because what it was to do has
// been done.
func DropJobByID(tx *db.Tx, workspaceID string, id int64) { tx.Write(dropJobByIDSQL, workspaceID, id) }

// WorkspacesWithOldJobs looks at up to limit workspaces that have jobs, after one
// by its identifier. It returns those in which a job was stored before the time,
// and the last one that it looked at; "" at the end.
func WorkspacesWithOldJobs(tx *db.Tx, after string, before time.Time, limit int) (list []string, last string, err error) {
	n := 0
	err = tx.Each(jobWorkspacesSQL, func(r db.Row) error {
		var old bool
		err := r.Scan(&last, &old)
		if old {
			list = append(list, last)
		}
		n++
		return err
	}, after, db.FirstNumber(before), limit)
	if n < limit {
		last = ""
	}
	return list, last, err
}

// OldJobs returns up to limit jobs of a workspace, of all kinds, after the
// identifier that were stored before the time, whoever holds them.
func OldJobs(tx *db.Tx, workspaceID string, after int64, before time.Time, limit int) (out []Job, err error) {
	err = tx.Each(oldJobsSQL, func(r db.Row) error {
		var j Job
		var kind string
		var runAt int64
		err := r.Scan(&j.ID, &j.WorkspaceID, &kind, &j.Queue, &j.Key, &runAt, &j.Attempt, &j.Fence, &j.Payload)
		j.Kind, j.RunAt = JobKind(kind), db.At(runAt)
		out = append(out, j)
		return err
	}, workspaceID, after, db.FirstNumber(before), limit)
	return out, err
}

// JobCount is how many jobs of a kind wait or run, and since when the oldest is due.
type JobCount struct {
	Kind   JobKind
	Count  int64
	Oldest time.Time
}

// CountJobs counts the jobs of each kind, for metrics and health checks.
func CountJobs(ctx context.Context, base *db.DB) (out []JobCount, err error) {
	err = base.View(ctx, func(tx *db.Tx) error {
		out = nil
		return tx.Each(countJobsSQL, func(r db.Row) error {
			var kind string
			var n, oldest int64
			err := r.Scan(&kind, &n, &oldest)
			out = append(out, JobCount{JobKind(kind), n, db.At(oldest)})
			return err
		})
	})
	return out, err
}

var _ = db.Held(FreeJobsOfSQL, FreeOrphanJobsSQL)

// ProgressJob changes what a job that is held has still to do. The update fails
// with ErrLost when the job has been taken over.
func ProgressJob(tx *db.Tx, j Job, payload string) {
	tx.WriteExactlyOne(progressJobSQL, ErrLost, j.WorkspaceID, j.ID, j.Fence, payload)
}
