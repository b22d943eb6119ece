package db

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// setting is something that PostgreSQL has to be set to for our statements.
type setting struct{ name, value string }

// settings are what transactions run under. Every statement goes by an index.
// Without fresh statistics the planner would read whole tables for the merged
// ones, and keep that plan. It is made once, whatever the arguments: planning
// costs more than most of them. A page of a list comes in the order of an index,
// never by sorting the rest. Nor does one start further processes: for a plan that is
// made for any length, a page is a tenth of everything, and three of them would read it.
// An acknowledgement is a promise, whatever the role or the database has set.
var settings = []setting{
	{"enable_seqscan", "off"}, {"enable_bitmapscan", "off"}, {"enable_hashjoin", "off"}, {"enable_mergejoin", "off"}, {"jit", "off"},
	{"plan_cache_mode", "force_generic_plan"}, {"max_parallel_workers_per_gather", "0"}, {"synchronous_commit", "on"},
}

// idleLimit is the setting by which the server frees what it holds for a side
// that vanished without a word.
func idleLimit(lease time.Duration) setting {
	return setting{"idle_in_transaction_session_timeout", strconv.FormatInt(lease.Milliseconds(), 10)}
}

// A connection asks for its settings when it begins, which costs nothing
// afterwards. A pooler whose connections to the server serve many refuses that,
// or forgets what was asked for. Then each transaction has the settings set for
// itself, in the round trip of its begin (docs/adr/0034).

// errPooled says that connections do not have the settings that they asked for.
var errPooled = errors.New("a connection pooler stands between")

// isPooler reports whether a connection was refused because of what it asked for.
func isPooler(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && strings.Contains(pg.Message, "unsupported startup parameter")
}

// droppedSettings counts the settings that a connection asked for and has not.
const droppedSettings = `SELECT count(*) FROM unnest($1::text[], $2::text[]) AS s (name, value) WHERE current_setting(s.name) <> s.value`

// hasSettings is errPooled unless a connection has what it asked for.
func hasSettings(ctx context.Context, c *pgx.Conn) error {
	var names, values []string
	for _, s := range settings {
		names, values = append(names, s.name), append(values, s.value)
	}
	var dropped int
	if err := c.QueryRow(ctx, droppedSettings, pgx.QueryExecModeExec, names, values).Scan(&dropped); err != nil {
		return err
	}
	if dropped > 0 {
		return errPooled
	}
	return nil
}

// setBySession has connections ask for the settings when they begin.
func setBySession(cfg *pgxpool.Config, lease time.Duration) {
	for _, s := range append(settings, idleLimit(lease)) {
		cfg.ConnConfig.RuntimeParams[s.name] = s.value
	}
}

// setByTransaction returns the statement that sets them for one transaction and
// says which session of the server runs it. A pooler may give each transaction
// another one, where no statement is prepared, so none is unless the URL says how
// it is to be done.
func setByTransaction(cfg *pgxpool.Config, url string, lease time.Duration) string {
	var calls []string
	for _, s := range append(settings, idleLimit(lease)) {
		delete(cfg.ConnConfig.RuntimeParams, s.name)
		calls = append(calls, "set_config('"+s.name+"', '"+s.value+"', true)")
	}
	if !strings.Contains(url, "default_query_exec_mode=") {
		cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		cfg.ConnConfig.DescriptionCacheCapacity = cfg.ConnConfig.StatementCacheCapacity
	}
	return "SELECT pg_backend_pid() WHERE " + strings.Join(calls, " || ") + " <> ''"
}
