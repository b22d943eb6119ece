package longrun

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Columns are the columns of a run; Row scans them in this order.
const Columns = `run_state, run_phase, run_position, run_done, run_total, run_tries, run_paused, run_retry_at, run_error, run_started_at, run_updated_at, run_ended_at`

// unknownTotal is stored while the number of items is unknown.
const unknownTotal = -1

// Table is where one kind of runs is stored: a table of the room that has the
// kind, with Columns among its own.
type Table struct {
	keys                             int
	head, begin, advance, pause, end *db.Stmt
}

// In returns the statements of the runs in a table. keys are the columns that
// name one, workspace_id first. Call it for a package variable of rows*.go.
func In(table string, keys ...string) *Table {
	// The arguments of the key come behind the others.
	where := func(first int) string {
		var list []string
		for i, k := range keys {
			list = append(list, fmt.Sprintf("%s = $%d", k, first+i))
		}
		return " WHERE " + strings.Join(list, " AND ")
	}
	update := "UPDATE " + table + " SET "
	return &Table{keys: len(keys),
		head: db.SQL("SELECT " + Columns + " FROM " + table + where(1)),
		begin: db.SQL(update + `run_state = 'running', run_phase = $1, run_position = $2, run_done = 0, run_total = $3, run_tries = 0, run_paused = '', run_retry_at = 0,
			run_error = '', run_started_at = $4, run_updated_at = $4, run_ended_at = 0` + where(5)),
		// Only who still stands where the run does may move it.
		advance: db.SQL(update + `run_state = 'running', run_phase = $1, run_position = $2, run_done = run_done + $3, run_total = $4, run_tries = 0, run_paused = '',
			run_retry_at = 0, run_updated_at = $5` + where(7) + ` AND run_position = $6 AND run_ended_at = 0`),
		// How long it waits is known by run_updated_at: waiting on does not change it.
		pause: db.SQL(update + `run_updated_at = CASE WHEN run_paused = $1 THEN run_updated_at ELSE $2 END, run_state = 'paused', run_paused = $1, run_retry_at = $3,
			run_tries = $4` + where(6) + ` AND run_position = $5 AND run_ended_at = 0`),
		end: db.SQL(update + `run_state = $1, run_error = $2, run_total = CASE WHEN $1 = 'completed' AND run_total < 0 THEN run_done ELSE run_total END, run_paused = '',
			run_retry_at = 0, run_updated_at = $3, run_ended_at = $3` + where(4) + ` AND run_started_at > 0 AND run_ended_at = 0`),
	}
}

// Row takes the columns of a run from a row.
type Row struct {
	run                            crm.Run
	state, phase                   string
	total                          int64
	retry, started, updated, ended int64
}

// Into returns where to scan Columns.
func (r *Row) Into() []any {
	return []any{&r.state, &r.phase, &r.run.Position, &r.run.Done, &r.total, &r.run.Tries, &r.run.Paused, &r.retry, &r.run.Error, &r.started, &r.updated, &r.ended}
}

// Run returns what was scanned.
func (r *Row) Run() crm.Run {
	out := r.run
	out.State, out.Phase = crm.RunState(r.state), crm.RunPhase(r.phase)
	out.RetryAt, out.StartedAt, out.UpdatedAt, out.EndedAt = db.AtOf(r.retry), db.At(r.started), db.At(r.updated), db.AtOf(r.ended)
	if r.total != unknownTotal {
		out.Total = &r.total
	}
	return out
}

// Key names a run in its table: the workspace first.
type Key []string

func (k Key) args() (out []any) {
	for _, part := range k {
		out = append(out, part)
	}
	return out
}

func totalOf(n *int64) int64 {
	if n == nil {
		return unknownTotal
	}
	return *n
}

// Read returns a run; found is false when there is none or it never began.
func (t *Table) Read(tx *db.Tx, key Key) (run crm.Run, found bool, err error) {
	var row Row
	found, err = tx.One(t.head, row.Into(), key.args()...)
	run = row.Run()
	return run, found && row.started > 0, err
}

// Begin lets a run begin, or begin again, in a row that is there. Of the run it
// takes phase, position and total.
func (t *Table) Begin(tx *db.Tx, key Key, run crm.Run) {
	tx.Write(t.begin, append([]any{string(run.Phase), run.Position, totalOf(run.Total), db.Ms(tx.Now())}, key.args()...)...)
}

// ErrMoved undoes a step of a run that has ended, or that was moved on by
// another node.
var ErrMoved = crm.Errorf(crm.KindConflict, crm.CodeUnavailable, "This has ended or goes on elsewhere.")

// Move is how a step moves its run.
type Move struct {
	From crm.Run // as the step found it
	To   string  // the position
	Done int64   // how many items more are done with
	// Phase and Total change these; without, they stay.
	Phase crm.RunPhase
	Total *int64
}

// Advance moves a run on in the transaction of the step's effect. If the run
// does not stand where the step began, the whole update is undone with ErrMoved.
func (t *Table) Advance(tx *db.Tx, key Key, m Move) {
	if m.Phase == "" {
		m.Phase = m.From.Phase
	}
	if m.Total == nil {
		m.Total = m.From.Total
	}
	tx.WriteExactlyOne(t.advance, ErrMoved, append([]any{string(m.Phase), m.To, m.Done, totalOf(m.Total), db.Ms(tx.Now()), m.From.Position}, key.args()...)...)
}

// stop pauses a run that still stands where it was found; otherwise the whole
// update is undone with ErrMoved.
func (t *Table) stop(tx *db.Tx, key Key, found crm.Run, why string, until time.Time, tries int) {
	tx.WriteExactlyOne(t.pause, ErrMoved, append([]any{why, db.Ms(tx.Now()), db.Ms(until), tries, found.Position}, key.args()...)...)
}

// End ends a run and reports whether it had not ended before.
func (t *Table) End(tx *db.Tx, key Key, state crm.RunState, reason string) (bool, error) {
	n, err := tx.Exec(t.end, append([]any{string(state), reason, db.Ms(tx.Now())}, key.args()...)...)
	return n == 1, err
}

// Problems returns a page of the problems of a run. The statement selects
// number, line, item, field and reason; its arguments are those that name the
// run, then the number after which the page begins, and its limit.
func Problems(tx *db.Tx, s *db.Stmt, p crm.Page, key ...any) (crm.List[crm.RunProblem], error) {
	after, err := p.Number()
	if err != nil {
		return crm.List[crm.RunProblem]{}, err
	}
	var out []crm.RunProblem
	err = tx.Each(s, func(r db.Row) error {
		var p crm.RunProblem
		err := r.Scan(&p.Number, &p.Line, &p.Item, &p.Field, &p.Reason)
		out = append(out, p)
		return err
	}, append(key, after, p.Limit+1)...)
	return crm.CutPage(out, p.Limit, func(p crm.RunProblem) string { return strconv.FormatInt(p.Number, 10) }), err
}
