package jobs

import "service.example/crm/internal/db"

var (
	// The queues in which something is due, from a name on.
	dueQueuesSQL = db.SQL(`WITH RECURSIVE q (name) AS (
			SELECT min(queue) FROM jobs WHERE kind = $1 AND owner = '' AND queue >= $2
			UNION ALL
			SELECT (SELECT min(queue) FROM jobs WHERE kind = $1 AND owner = '' AND queue > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name FROM q WHERE name IS NOT NULL AND (SELECT min(run_at) FROM jobs WHERE kind = $1 AND owner = '' AND queue = q.name) <= $3 LIMIT $4`).
		By("jobs_due").AcrossWorkspaces("a claim takes what is due, whoever's it is")
)

var (
	anyJobDueSQL = db.SQL(`WITH RECURSIVE q (name) AS (
			SELECT min(queue) FROM jobs WHERE kind = $1 AND owner = ''
			UNION ALL
			SELECT (SELECT min(queue) FROM jobs WHERE kind = $1 AND owner = '' AND queue > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name FROM q WHERE (SELECT min(run_at) FROM jobs WHERE kind = $1 AND owner = '' AND queue = q.name) <= $2 LIMIT 1`).
		By("jobs_due").AcrossWorkspaces("a claim takes what is due, whoever's it is")
)

var (
	// A job is free when all earlier ones of its key are due or held by the
	// same node. The page goes by time, and an earlier job of a key may be due
	// later than the next one, after a retry: it is taken along beyond the limit.
	// (CROSS JOIN keeps SQLite from reading every job that waits.)
	claimableJobsSQL = db.SQL(`WITH page AS (SELECT workspace_id, id, key FROM jobs j
			WHERE kind = $1 AND queue = $2 AND owner = '' AND run_at <= $3
			AND (key = '' OR NOT EXISTS (SELECT 1 FROM jobs b WHERE b.kind = $1 AND b.key = j.key AND b.owner = '' AND b.id < j.id AND b.run_at > $3)
				AND NOT EXISTS (SELECT 1 FROM jobs b WHERE b.kind = $1 AND b.key = j.key AND b.owner > '' AND b.owner < $4 AND b.id < j.id)
				AND NOT EXISTS (SELECT 1 FROM jobs b WHERE b.kind = $1 AND b.key = j.key AND b.owner > $4 AND b.id < j.id))
			ORDER BY run_at, id LIMIT $5),
		last AS (SELECT key, max(id) AS id FROM page WHERE key <> '' GROUP BY key)
		SELECT j.id, j.workspace_id, queue, j.key, run_at, attempt, fence + 1, payload FROM page JOIN jobs j ON j.workspace_id = page.workspace_id AND j.id = page.id WHERE page.key = ''
		UNION ALL
		SELECT j.id, j.workspace_id, queue, j.key, run_at, attempt, fence + 1, payload FROM last
		CROSS JOIN jobs j WHERE j.kind = $1 AND j.key = last.key AND j.id <= last.id AND j.owner = ''`).
		By("jobs_due", "jobs_key").AcrossWorkspaces("a claim takes what is due, whoever's it is")
	claimJobSQL = db.SQL(`UPDATE jobs SET owner = $3, fence = fence + 1 WHERE workspace_id = $1 AND id = $2 AND owner || '' = ''`).Bounded(byKey)
)

var (
	// The same for PostgreSQL, of all queues and with the claim itself: one round
	// trip, however many queues have something due. OFFSET keeps the planner from
	// reading everything that waits for each key; what is free of a key is told by a
	// range of owners, which does not fit jobs_due.
	claimJobsSQL = db.PostgresSQL(`UPDATE jobs j SET owner = $4, fence = j.fence + 1 FROM (
			WITH page AS (SELECT p.* FROM unnest($2::text[], $5::bigint[]) AS u (queue, most) CROSS JOIN LATERAL (
				SELECT f.workspace_id, f.id, f.key FROM jobs f
				WHERE f.kind = $1 AND f.queue = u.queue AND f.owner = '' AND f.run_at <= $3
				AND (f.key = '' OR NOT EXISTS (SELECT 1 FROM jobs b WHERE b.kind = $1 AND b.key = f.key AND b.owner >= '' AND b.owner <= '' AND b.id < f.id AND b.run_at > $3)
					AND NOT EXISTS (SELECT 1 FROM jobs b WHERE b.kind = $1 AND b.key = f.key AND b.owner > '' AND b.owner < $4 AND b.id < f.id)
					AND NOT EXISTS (SELECT 1 FROM jobs b WHERE b.kind = $1 AND b.key = f.key AND b.owner > $4 AND b.id < f.id))
				ORDER BY f.run_at, f.id LIMIT u.most) p),
			last AS (SELECT key, max(id) AS id FROM page WHERE key <> '' GROUP BY key)
			SELECT workspace_id, id FROM page WHERE key = ''
			UNION ALL
			SELECT k.workspace_id, k.id FROM last CROSS JOIN LATERAL (SELECT e.workspace_id, e.id FROM jobs e
				WHERE e.kind = $1 AND e.key = last.key AND e.owner >= '' AND e.owner <= '' AND e.id <= last.id OFFSET 0) k) p
		WHERE j.workspace_id = p.workspace_id AND j.id = p.id AND j.owner || '' = ''
		RETURNING j.id, j.workspace_id, j.queue, j.key, j.run_at, j.attempt, j.fence, j.payload`).
		Bounded("Index Cond: ((kind = $1) AND (queue = u.queue) AND (run_at <= $3))", "Index Cond: ((kind = $1) AND (key = f.key) AND (owner ", "Index Cond: ((kind = $1) AND (key = page_1.key) AND (owner >= ", byKey).
		AcrossWorkspaces("a claim takes what is due, whoever's it is")
)

// AnyJobDue reports whether a job of the kind is due that nobody holds.
func AnyJobDue(tx *db.Tx, kind JobKind) (bool, error) {
	var queue string
	return tx.One(anyJobDueSQL, []any{&queue}, string(kind), db.Ms(tx.Now()))
}

// dueQueues returns up to limit queues of a kind in which a job is due that
// nobody holds, by name, from the first one after the name on.
func dueQueues(tx *db.Tx, kind JobKind, after string, limit int) ([]string, error) {
	if after != "" {
		after += "\x01" // no name goes on like this
	}
	return tx.Texts(dueQueuesSQL, string(kind), after, db.Ms(tx.Now()), limit)
}

// ShareValue is how many jobs of a queue are to be claimed.
type ShareValue struct {
	Queue string
	Limit int
}

// ClaimJobs takes due jobs of a kind for the owner, about as many of each queue
// as its share says.
func ClaimJobs(tx *db.Tx, kind JobKind, owner string, shares []ShareValue) (out []Job, err error) {
	now := db.Ms(tx.Now())
	claimed := func(r db.Row) error {
		j, err := scanJob(r)
		j.Kind = kind
		out = append(out, j)
		return err
	}
	if tx.OnPostgres() {
		tx.Lock("claim" + string(kind))
		queues, limits := make([]string, len(shares)), make([]int64, len(shares))
		for i, s := range shares {
			queues[i], limits[i] = s.Queue, int64(s.Limit)
		}
		err = tx.Each(claimJobsSQL, claimed, string(kind), queues, now, owner, limits)
		return out, err
	}
	for _, s := range shares {
		first := len(out)
		if err := tx.Each(claimableJobsSQL, claimed, string(kind), s.Queue, now, owner, s.Limit); err != nil {
			return nil, err
		}
		for _, j := range out[first:] {
			tx.Write(claimJobSQL, j.WorkspaceID, j.ID, owner)
		}
	}
	return out, nil
}

func scanJob(r db.Row) (j Job, err error) {
	var runAt int64
	err = r.Scan(&j.ID, &j.WorkspaceID, &j.Queue, &j.Key, &runAt, &j.Attempt, &j.Fence, &j.Payload)
	j.RunAt = db.At(runAt)
	return j, err
}
