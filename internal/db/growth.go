package db

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// PlansThatGrow returns the statements that read ever more of a table the more
// rows it has, each with the reason: a scan of a whole table, or an index of which
// nothing bounds how much is read. It looks at the tables of the database that have
// more than so many rows, so these must be filled, and on PostgreSQL analyzed.
func PlansThatGrow(ctx context.Context, db *DB, many int64) (plans map[string]string, tables []string, err error) {
	switch e := db.engine.(type) {
	case *sqliteEngine:
		return growthOnSQLite(e, many)
	case *postgresEngine:
		c, err := e.pool.Acquire(ctx)
		if err != nil {
			return nil, nil, err
		}
		defer c.Release()
		return growthOnPostgres(ctx, c.Conn(), many)
	}
	return nil, nil, fmt.Errorf("no plans of %s", db.Engine())
}

func growthOnPostgres(ctx context.Context, c *pgx.Conn, many int64) (plans map[string]string, tables []string, err error) {
	rows, err := c.Query(ctx, "SELECT relname, relkind = 'r' FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = current_schema()::regnamespace AND reltuples > $1 ORDER BY relname", many)
	if err != nil {
		return nil, nil, err
	}
	large := map[string]bool{} // tables and indexes
	var name string
	var isTable bool
	_, err = pgx.ForEachRow(rows, []any{&name, &isTable}, func() error {
		large[name] = true
		if isTable {
			tables = append(tables, name)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	plans = map[string]string{}
	for _, s := range statements {
		for _, text := range []string{s.text, s.merged, s.many} {
			if text == "" || s.embedded {
				continue
			}
			plan, err := planAs(ctx, c, text, "(FORMAT JSON)")
			if err != nil {
				return nil, nil, &prepareError{text, err}
			}
			var top []struct{ Plan planNode }
			if err := json.Unmarshal([]byte(plan), &top); err != nil {
				return nil, nil, &prepareError{text, err}
			}
			if found := top[0].Plan.grows(large, float64(many), false); found != "" {
				plans[text] = found
			}
		}
	}
	return plans, tables, nil
}

// planNode is one step of a plan of PostgreSQL.
type planNode struct {
	Type     string     `json:"Node Type"`
	Table    string     `json:"Relation Name"`
	Index    string     `json:"Index Name"`
	Bounds   string     `json:"Index Cond"`
	Filter   string     `json:"Filter"`
	Rows     float64    `json:"Plan Rows"`
	Children []planNode `json:"Plans"`
}

// grows tells what of the plan reads more of a large table the more it has. ends
// says that whoever asks for the rows of this step stops when it has enough.
func (n *planNode) grows(large map[string]bool, many float64, ends bool) string {
	switch n.Type {
	case "Limit":
		ends = true
	case "Sort", "Aggregate", "Hash", "WindowAgg", "ModifyTable", "Hash Join":
		ends = false
	}
	if large[n.Table] {
		switch {
		case n.Type == "Seq Scan" && !(ends && n.Filter == ""):
			return "reads the whole of " + n.Table
		case strings.HasPrefix(n.Type, "Index") && n.Bounds == "" && large[n.Index] && !(ends && n.Filter == ""):
			return fmt.Sprintf("reads the whole of the index %s of %s", n.Index, n.Table)
		case strings.HasSuffix(n.Type, "Scan") && !ends && n.Rows > many:
			return fmt.Sprintf("reads some %.0f rows of %s", n.Rows, n.Table)
		}
	}
	for i := range n.Children {
		if found := n.Children[i].grows(large, many, ends); found != "" {
			return found
		}
	}
	return ""
}

var (
	// aliased is a table of a statement with the name that it has there.
	aliased = regexp.MustCompile(`\b(?:FROM|JOIN|UPDATE|INTO) ([a-z_]+)(?: (?:AS )?([a-z]\w*))?`)
	// scanned is what reads a whole table, or all that a workspace has of it.
	scanned = regexp.MustCompile(`^(?:SCAN (\w+)|SEARCH (\w+) USING .*\(workspace_id=\?\)$)`)
)

// planStep is one step of a plan of SQLite; parent is the number of the one that it is part
// of, 0 for none.
type planStep struct {
	number, parent int
	text           string
}

func planOnSQLite(e *sqliteEngine, sql string) (out []planStep, err error) {
	p, _, err := e.writer.c.Prepare("EXPLAIN QUERY PLAN " + sql)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", sql, err)
	}
	for p.Step() {
		out = append(out, planStep{p.ColumnInt(0), p.ColumnInt(1), p.ColumnText(3)})
	}
	return out, p.Close()
}

// isOfEachRow reports whether a step is done for each row of another one.
func isOfEachRow(steps []planStep, i int) bool {
	for at := steps[i].parent; at != 0; {
		n := slices.IndexFunc(steps, func(s planStep) bool { return s.number == at })
		if n < 0 {
			return false
		}
		if strings.HasPrefix(steps[n].text, "CORRELATED") {
			return true
		}
		at = steps[n].parent
	}
	return false
}

// isFirstOnly reports whether a statement asks by a subquery for the first row of a
// workspace, by its name there.
func isFirstOnly(sql, name string) bool {
	return name != "" && regexp.MustCompile(`\b`+name+` WHERE `+name+`\.workspace_id = \S+ ORDER BY `+name+`\.\w+ DESC LIMIT 1\)`).MatchString(sql)
}

func growthOnSQLite(e *sqliteEngine, many int64) (plans map[string]string, tables []string, err error) {
	column := func(sql string) (out []string, err error) {
		p, _, err := e.writer.c.Prepare(sql)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", sql, err)
		}
		for p.Step() {
			out = append(out, p.ColumnText(p.ColumnCount()-1))
		}
		return out, p.Close()
	}
	names, err := column("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
	large, largeOfOne := map[string]bool{}, map[string]bool{} // of them all, of one workspace
	for _, name := range names {
		var count []string
		if count, err = column("SELECT count(*) FROM " + name); err != nil {
			return nil, nil, err
		}
		var n int64
		if _, err = fmt.Sscan(count[0], &n); n > many {
			large[name] = true
			tables = append(tables, name)
			// Not every table has workspaces.
			of, _ := column(fmt.Sprintf("SELECT 1 FROM %s GROUP BY workspace_id HAVING count(*) > %d LIMIT 1", name, many))
			largeOfOne[name] = len(of) > 0
		}
	}
	plans = map[string]string{}
	for _, s := range statements {
		if s.postgres || err != nil {
			continue
		}
		names := map[string]string{}
		for _, m := range aliased.FindAllStringSubmatch(s.sqlite, -1) {
			names[m[1]], names[m[2]] = m[1], m[1]
		}
		delete(names, "") // of those without another name
		var steps []planStep
		steps, err = planOnSQLite(e, s.sqlite)
		var plan strings.Builder
		for _, step := range steps {
			plan.WriteString(step.text + "\n")
		}
		for i, step := range steps {
			m := scanned.FindStringSubmatch(step.text)
			// A limit ends what it is about, but not what is asked of each row.
			ends := strings.Contains(s.sqlite, "LIMIT") && !strings.Contains(plan.String(), "TEMP B-TREE")
			if m != nil && (large[names[m[1]]] || largeOfOne[names[m[2]]]) && !(ends && (!isOfEachRow(steps, i) || isFirstOnly(s.sqlite, m[2]))) {
				plans[s.text] = plan.String()
			}
		}
	}
	return plans, tables, err
}
