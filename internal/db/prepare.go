package db

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// PrepareAll prepares every registered statement and returns the failures.
func PrepareAll(ctx context.Context, db *DB) (failures []error) {
	for _, s := range statements {
		if s.postgres && db.Engine() == "sqlite" || s.embedded && db.Engine() != "sqlite" {
			continue
		}
		switch e := db.engine.(type) {
		case *sqliteEngine:
			if _, err := e.writer.prepared(s); err != nil {
				failures = append(failures, err)
			}
		case *postgresEngine:
			c, err := e.pool.Acquire(ctx)
			if err != nil {
				return append(failures, err)
			}
			for _, text := range []string{s.text, s.merged, s.many} {
				if text == "" {
					continue
				}
				if _, err := c.Conn().Prepare(ctx, text, text); err != nil {
					failures = append(failures, &prepareError{text, err})
				}
			}
			c.Release()
		}
	}
	return failures
}

type prepareError struct {
	sql string
	err error
}

func (e *prepareError) Error() string { return e.sql + ": " + e.err.Error() }

// By names the indexes of the embedded engine that the statement goes by, all of
// them; none means the primary key, in its order. A test holds it to them.
func (s *Stmt) By(indexes ...string) *Stmt {
	s.by, s.planned = indexes, true
	return s
}

// PlansBesideTheIndex returns the statements that do not go by the index on the
// embedded engine that was made for them, each with its plan, and how many have
// one.
func PlansBesideTheIndex(db *DB) (plans map[string]string, planned int, err error) {
	plans = map[string]string{}
	for _, s := range statements {
		if !s.planned {
			continue
		}
		planned++
		p, _, err := db.engine.(*sqliteEngine).writer.c.Prepare("EXPLAIN QUERY PLAN " + s.sqlite)
		if err != nil {
			return nil, planned, err
		}
		var text strings.Builder
		for p.Step() {
			text.WriteString(p.ColumnText(3) + "\n")
		}
		if err := p.Close(); err != nil {
			return nil, planned, err
		}
		if plan := text.String(); !goesBy(plan, s.by) {
			plans[s.text] = plan
		}
	}
	return plans, planned, nil
}

// ByOnPostgres names the indexes of PostgreSQL that the statement goes by, one
// row of arguments at a time. A test holds it to them.
func (s *Stmt) ByOnPostgres(indexes ...string) *Stmt {
	s.byOnPostgres = indexes
	return s
}

// Bounded names the conditions by which every index that the statement reads is
// narrowed on PostgreSQL, as its plans write them, also for a table that was
// never analyzed. A test holds it to them.
func (s *Stmt) Bounded(conditions ...string) *Stmt {
	s.bounded = conditions
	return s
}

// PlansUnbounded returns the statements that read more than what bounds them, as
// PostgreSQL plans them for a table without statistics, each with its plan, and
// how many say what that is.
func PlansUnbounded(ctx context.Context, db *DB) (plans map[string]string, planned int, err error) {
	c, err := db.engine.(*postgresEngine).pool.Acquire(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer c.Release()
	plans = map[string]string{}
	for _, s := range statements {
		if s.bounded == nil {
			continue
		}
		planned++
		text := cmp.Or(s.merged, s.text)
		plan, err := planOnPostgres(ctx, c.Conn(), text)
		if err != nil {
			return nil, planned, &prepareError{text, err}
		}
		found := 0
		for _, condition := range s.bounded {
			found += strings.Count(plan, condition)
		}
		if found == 0 || found != strings.Count(plan, "Index Scan")+strings.Count(plan, "Index Only Scan") {
			plans[text] = plan
		}
	}
	return plans, planned, nil
}

// PostgresPlansBesideTheIndex returns the statements that do not go by the index
// on PostgreSQL that was made for them, each with its plan, and how many have
// one. The plan holds for any arguments, and may read a whole table only where
// nothing else can be done.
func PostgresPlansBesideTheIndex(ctx context.Context, db *DB) (plans map[string]string, planned int, err error) {
	plans = map[string]string{}
	tx, err := db.engine.(*postgresEngine).pool.Begin(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := tx.Exec(ctx, "SET LOCAL enable_seqscan = off"); err != nil {
		return nil, 0, err
	}
	for _, s := range statements {
		if s.byOnPostgres == nil {
			continue
		}
		planned++
		// An index of words is read as a bitmap, or not at all.
		bitmaps := map[bool]string{false: "off", true: "on"}[strings.Contains(s.text, " @@ ")]
		if _, err := tx.Exec(ctx, "SET LOCAL enable_bitmapscan = "+bitmaps); err != nil {
			return nil, planned, err
		}
		plan, err := planOnPostgres(ctx, tx.Conn(), s.text)
		if err != nil {
			return nil, planned, &prepareError{s.text, err}
		}
		missing := slices.ContainsFunc(s.byOnPostgres, func(index string) bool { return !strings.Contains(plan, index) })
		if missing || strings.Contains(plan, "Seq Scan on messages") {
			plans[s.text] = plan
		}
	}
	return plans, planned, nil
}

// planOnPostgres is the plan of a statement, whatever its arguments.
func planOnPostgres(ctx context.Context, c *pgx.Conn, text string) (plan string, err error) {
	return planAs(ctx, c, text, "")
}

// planAs is planOnPostgres as the options of EXPLAIN want it.
func planAs(ctx context.Context, c *pgx.Conn, text, options string) (plan string, err error) {
	if _, err := c.Exec(ctx, "PREPARE planned AS "+text, pgx.QueryExecModeSimpleProtocol); err != nil {
		return "", err
	}
	defer func() { _, _ = c.Exec(ctx, "DEALLOCATE planned", pgx.QueryExecModeSimpleProtocol) }()
	numbers := map[string]bool{}
	for _, n := range dollar.FindAllString(text, -1) {
		numbers[n] = true
	}
	values := ""
	if len(numbers) > 0 {
		values = "(" + strings.TrimSuffix(strings.Repeat("NULL, ", len(numbers)), ", ") + ")"
	}
	rows, err := c.Query(ctx, "EXPLAIN "+options+" EXECUTE planned"+values, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return "", err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(lines, "\n"), err
}

var (
	// changesRows begins a statement that changes or removes rows.
	changesRows = regexp.MustCompile(`^\s*(WITH [\s\S]*\b)?(UPDATE|DELETE FROM) `)
	// ofOneWorkspace is how a statement says whose rows these are, and ofOneRow that
	// it is one by its key.
	ofOneWorkspace = regexp.MustCompile(`\bworkspace_id = (\$|u\.)`)
	ofOneRow       = regexp.MustCompile(`\bWHERE (id|job_id|name) = \$`)
	limited        = regexp.MustCompile(`\bLIMIT (\$|u\.)`)
)

// ChangesUnbounded returns the statements that change or remove rows of several
// workspaces, however many there are.
func ChangesUnbounded() (texts []string) {
	for _, s := range statements {
		if changesRows.MatchString(s.text) && !ofOneWorkspace.MatchString(s.text) && !ofOneRow.MatchString(s.text) && !limited.MatchString(s.text) {
			texts = append(texts, s.text)
		}
	}
	return texts
}

// Statements is how many statements the program has: those of rooms that it
// does not link are missing.
func Statements() int { return len(statements) }

// MergedOrder tells in which order a transaction on PostgreSQL sends what is
// merged, and so in which order it locks rows: the beginning of each statement.
func MergedOrder() (out []string) {
	for _, s := range statements {
		if s.merged != "" {
			words := strings.Fields(s.text)
			out = append(out, strings.Join(words[:min(3, len(words))], " "))
		}
	}
	return out
}

// goesBy reports whether a plan searches or scans each of the indexes, and no
// table of deliveries by its key beside them.
func goesBy(plan string, indexes []string) bool {
	if len(indexes) == 0 {
		return strings.Contains(plan, "USING PRIMARY KEY") && !strings.Contains(plan, "TEMP B-TREE")
	}
	for _, name := range indexes {
		if !strings.Contains(plan, "USING INDEX "+name) && !strings.Contains(plan, "USING COVERING INDEX "+name) {
			return false
		}
	}
	return !strings.Contains(plan, "SEARCH deliveries USING PRIMARY KEY") && !strings.Contains(plan, "SEARCH d USING PRIMARY KEY")
}
