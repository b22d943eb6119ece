package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// grownPause is how often a node looks which tables have grown.
const grownPause = 5 * time.Second

const (
	// tableStepsSQL returns how large tables are, in steps of four times, and whether
	// PostgreSQL has never looked at them. Behind the last step its own pace is enough.
	tableStepsSQL = `SELECT relname, width_bucket(pg_relation_size(oid), ARRAY[131072, 524288, 2097152, 8388608, 33554432, 134217728, 536870912]::bigint[]), reltuples < 0
		FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND pg_relation_size(oid) >= 131072`
	// mayAnalyzeSQL says whether this node lets PostgreSQL look at a table: of several that
	// would at once, one does.
	mayAnalyzeSQL = `SELECT pg_try_advisory_xact_lock(hashtextextended('analyze ' || relname, 0)) AND coalesce(greatest(last_analyze, last_autoanalyze) < now() - interval '1 second', true)
		FROM pg_stat_user_tables WHERE schemaname = current_schema() AND relname = $1`
)

// analyzeGrown lets PostgreSQL look at tables that grow, until ctx ends. It plans a
// statement once for a connection, and anew when it has looked at a table, which it does
// once a minute at most: until then it reads a new table by any index (docs/adr/0071).
func (e *postgresEngine) analyzeGrown(ctx context.Context) {
	var steps map[string]int // by table; nil before the first look
	tick := time.NewTicker(grownPause)
	defer tick.Stop()
	for {
		// While the database is away others tell of it; it is looked again afterwards.
		if now, grown, err := e.grown(ctx, steps); err == nil {
			if steps = now; len(grown) > 0 {
				e.analyze(ctx, grown)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// grown returns on which step each table is now, and which are on a higher one than
// before. Without steps from before, these are those that PostgreSQL has never looked at.
func (e *postgresEngine) grown(ctx context.Context, before map[string]int) (now map[string]int, names []string, err error) {
	rows, err := e.pool.Query(ctx, tableStepsSQL, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return nil, nil, err
	}
	now = map[string]int{}
	var name string
	var step int
	var never bool
	_, err = pgx.ForEachRow(rows, []any{&name, &step, &never}, func() error {
		if now[name] = step; step > before[name] && (before != nil || never) {
			names = append(names, name)
		}
		return nil
	})
	return now, names, err
}

// analyze lets PostgreSQL look at tables, on a connection of its own: it takes some tenths
// of a second. What is locked is left to PostgreSQL itself.
func (e *postgresEngine) analyze(ctx context.Context, names []string) {
	c, err := pgx.ConnectConfig(ctx, e.pool.Config().ConnConfig)
	if err != nil {
		return
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	for _, name := range names {
		_ = pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
			mine := false
			if err := tx.QueryRow(ctx, mayAnalyzeSQL, pgx.QueryExecModeSimpleProtocol, name).Scan(&mine); err != nil || !mine {
				return err
			}
			_, err := tx.Exec(ctx, "ANALYZE (SKIP_LOCKED) "+pgx.Identifier{name}.Sanitize(), pgx.QueryExecModeSimpleProtocol)
			return err
		})
	}
}
