package crashtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/testkit/testpg"
)

// postgresKills is how often PostgreSQL is killed; CRM_POSTGRES_KILLS sets it.
func postgresKills(t *testing.T) int {
	text := os.Getenv("CRM_POSTGRES_KILLS")
	if text == "" {
		return 2
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("CRM_POSTGRES_KILLS=%q is no number of kills", text)
	}
	return n
}

// PostgreSQL is killed under load while two nodes go on: every 202 has its
// message, every 200 of a webhook its message, none is sent twice, and no job is
// held by a node that has forgotten it.
func TestNothingIsLostWhenPostgresIsKilled(t *testing.T) {
	server := testpg.StartServer(t)
	w := newWorld(t, build(t), server.URL, 2)
	w.eventsWithin = 2 * time.Minute
	kills, began := postgresKills(t), time.Now()
	defer w.showJobs()
	l := w.startLoadOn(6, w.nodes[0].url, w.nodes[1].url)
	c := w.startCrowd(1)
	for range kills {
		time.Sleep(200*time.Millisecond + rand.N(1800*time.Millisecond)) // the kill comes at a random moment
		server.Kill()
		server.Start(t)
	}
	before := l.count()
	awaitUntil(t, time.Minute, "messages are accepted again", func() (bool, string) {
		n := l.count() - before
		return n > 20, fmt.Sprint(n, " accepted since the last kill")
	})
	c.end()
	l.end()
	loaded := time.Since(began)
	r := w.verify(w.nodes[0].url, l, 5*time.Minute)
	c.verify(w.nodes[0].url, time.Minute)
	w.holdsNoJob(30 * time.Second)
	w.logs()
	t.Logf("%d kills in %s: %s; %d requests were made again, %d forgotten jobs were found and freed", kills, loaded.Round(time.Millisecond), r, l.retried.Load(),
		w.metric(w.nodes[0], "crm_jobs_forgotten_total")+w.metric(w.nodes[1], "crm_jobs_forgotten_total"))
}

// holdsNoJob waits until no job is held: what is final needs none, so that one
// which is held all the same is forgotten, and the nodes did not find it.
func (w *world) holdsNoJob(within time.Duration) {
	w.t.Helper()
	ctx := context.Background()
	db, err := pgx.Connect(ctx, w.database)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = db.Close(ctx) }()
	awaitUntil(w.t, within, "no job is held", func() (bool, string) {
		var held int
		var example string
		err := db.QueryRow(ctx, `SELECT count(*), coalesce(min(kind || ' ' || queue || ' of ' || owner), '') FROM jobs WHERE owner <> ''`).Scan(&held, &example)
		return err == nil && held == 0, fmt.Sprintf("%d are, for example %s: %v", held, example, err)
	})
}

// showJobs tells, after a failure, which jobs are left and what the nodes said.
func (w *world) showJobs() {
	if !w.t.Failed() {
		return
	}
	w.logs()
	ctx := context.Background()
	db, err := pgx.Connect(ctx, w.database)
	if err != nil {
		w.t.Error(err)
		return
	}
	defer func() { _ = db.Close(ctx) }()
	rows, err := db.Query(ctx, `SELECT format('%s jobs %s %s of %s, attempts to %s, the first due in %s ms, ids from %s', count(*), kind, queue, owner, max(attempt),
		min(run_at) - (extract(epoch FROM clock_timestamp()) * 1000)::bigint, min(id)) FROM jobs GROUP BY kind, queue, owner ORDER BY 1 LIMIT 20`)
	if err != nil {
		w.t.Error(err)
		return
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, line := range lines {
		w.t.Log(line)
	}
	w.t.Logf("the provider: %+v; %v", w.stats(), err)
	w.showMissing(ctx, db)
}

// showMissing tells, after a failure, where in the log the events stand that did
// not reach the receiver, how far its endpoint has come, and what is recorded of
// them.
func (w *world) showMissing(ctx context.Context, db *pgx.Conn) {
	var missing []string
	for id := range w.events(w.nodes[0].url) {
		if !w.receiver.has(id) {
			missing = append(missing, id)
		}
	}
	slices.Sort(missing)
	rows, err := db.Query(ctx, `SELECT format('missing: %s %s at position %s, key %s, at %s: %s', id, kind, position, key, created_at,
		coalesce((SELECT string_agg(format('%s, number %s, attempt %s, next at %s', d.state, d.sequence, d.attempt, d.next_at), ' ') FROM deliveries d WHERE d.event_id = e.id), CASE WHEN EXISTS (SELECT 1 FROM delivery_runs r WHERE r.first_event <= e.id AND r.last_event >= e.id) THEN 'maybe in a run' ELSE 'nothing is recorded' END)) FROM events e WHERE id = ANY($1) ORDER BY position LIMIT 60`, missing)
	if err != nil {
		w.t.Error(err)
		return
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	rows, _ = db.Query(ctx, `SELECT format('pending: %s number %s, attempt %s, next at %s, key %s, in the log %s', event_id, sequence, attempt, next_at, key, EXISTS (SELECT 1 FROM events e WHERE e.id = d.event_id)) FROM deliveries d WHERE state = 'pending' ORDER BY key, sequence LIMIT 60`)
	pending, also := pgx.CollectRows(rows, pgx.RowTo[string])
	lines = append(lines, pending...)
	rows, _ = db.Query(ctx, `SELECT row_to_json(c)::text FROM endpoint_cursors c UNION ALL SELECT row_to_json(h)::text FROM log_heads h`)
	cursors, _ := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, line := range append(lines, cursors...) {
		w.t.Log(line)
	}
	w.t.Log(err, also)
	for _, n := range w.nodes {
		for _, call := range n.p.dump() {
			w.t.Log(call)
		}
	}
}
