package db

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Group names updates that may run side by side in one transaction. The zero
// Group is for all others: they run one after another, last.
type Group int

type groupContext struct{}

// Beside marks the updates made with the context as fit to run side by side
// with others of their group: on PostgreSQL each runs until it asks the
// database, and the questions of all travel in one round trip, equal ones
// merged. Two updates of a group must never read or change the same row, or
// only by statements that hold whatever the other does. Groups run in their
// order.
func Beside(ctx context.Context, g Group) context.Context {
	return context.WithValue(ctx, groupContext{}, g)
}

func groupOf(ctx context.Context) Group {
	g, _ := ctx.Value(groupContext{}).(Group)
	return g
}

// question is a statement whose answer somebody waits for.
type question struct {
	stmt    *Stmt
	args    []any
	each    func(Row) error
	changed int64
	err     error
}

// askAll asks one after another.
func askAll(c conn, list []*question) error {
	for _, q := range list {
		if q.each == nil {
			q.changed, q.err = c.exec(q.stmt, q.args)
		} else {
			q.err = c.query(q.stmt, q.args, q.each)
		}
		if q.err != nil {
			return q.err
		}
	}
	return nil
}

// byGroup puts a batch into the order in which it runs.
func byGroup(batch []*update) {
	order := func(u *update) Group {
		if u.group == 0 {
			return 1 << 30
		}
		return u.group
	}
	slices.SortStableFunc(batch, func(a, b *update) int { return cmp.Compare(order(a), order(b)) })
}

// side returns how many updates at the head of the batch run side by side.
func (db *DB) side(batch []*update) int {
	n := 1
	if g := batch[0].group; g != 0 && db.engine.dialect() == postgresDialect {
		for n < len(batch) && batch[n].group == g {
			n++
		}
	}
	return n
}

// Alone returns nil when the update runs by itself. Else it returns an error to
// return at once: then everything is undone and the update runs anew, alone. It
// is for what others of the group must not see half done.
func (tx *Tx) Alone() error {
	if isBeside(tx.conn) {
		tx.dirty = true
		return errBeside
	}
	return nil
}

func isBeside(c conn) bool {
	switch c := c.(type) {
	case *updateConn:
		return isBeside(c.conn)
	case *togetherConn:
		return isBeside(c.conn)
	case *besideConn:
		return true
	}
	return false
}

var errBeside = errors.New("the update must run alone")

var errEnded = errors.New("the transaction has ended")

// runBeside runs updates of one group. It returns an error when the whole
// transaction must be rolled back.
func (db *DB) runBeside(c conn, updates []*update) error {
	failures := make([]error, len(updates))
	members := make([]member, len(updates))
	for i, u := range updates {
		members[i] = newMember(func(yield func([]*question) bool) {
			failures[i] = db.runOne(&besideConn{conn: c, yield: yield}, u)
		})
		defer members[i].stop()
	}
	return inRounds(c, members, func() error { return cmp.Or(failures...) })
}

// besideConn is the connection as one update of a group sees it.
type besideConn struct {
	conn
	yield func([]*question) bool
}

func (c *besideConn) ask(list []*question) error { return askBy(c.yield, list) }

func (c *besideConn) query(s *Stmt, args []any, each func(Row) error) error {
	return c.ask([]*question{{stmt: s, args: args, each: each}})
}

func (c *besideConn) exec(s *Stmt, args []any) (int64, error) { return execBy(c, s, args) }

// ask sends the questions in one round trip, those of one statement as one:
// first what writes or locks, so that the others see what was committed before.
func (c *postgresConn) ask(list []*question) error {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *question) int {
		if a.stmt.holds() != b.stmt.holds() {
			if a.stmt.holds() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.stmt.order, b.stmt.order), cmp.Compare(a.stmt.index, b.stmt.index), compareArgs(a.args, b.args))
	})
	c.queueMerged(true)
	for rest := list; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].stmt == rest[0].stmt {
			n++
		}
		c.queueQuestions(rest[:n])
		rest = rest[n:]
	}
	_, err := c.send()
	for _, q := range list {
		if q.err == nil {
			q.err = err
		}
	}
	return err
}

func (c *postgresConn) queueQuestions(list []*question) {
	if s := list[0].stmt; s.many != "" && len(list) > 1 {
		rows := make([]queued, len(list))
		for i, q := range list {
			rows[i].args = q.args
		}
		c.postStmt(queued{each: func(r Row) error {
			rows := r.(pgx.Rows)
			q := list[binary.BigEndian.Uint64(rows.RawValues()[0])-1]
			q.changed++
			if q.each != nil && q.err == nil {
				q.err = q.each(afterFirst{rows})
			}
			return nil
		}}, s, s.many, columns(rows))
		return
	}
	for i := 0; i < len(list); i++ {
		same := []*question{list[i]}
		for i+1 < len(list) && equal(list[i+1], list[i]) {
			i++
			same = append(same, list[i])
		}
		c.queueQuestion(same)
	}
}

// queueQuestion asks once what several want to know.
func (c *postgresConn) queueQuestion(same []*question) {
	q := queued{stmt: same[0].stmt, args: same[0].args, done: func(n int64) error {
		for _, q := range same {
			q.changed = n
		}
		return nil
	}}
	if same[0].each != nil {
		q.each = func(r Row) error {
			for _, q := range same {
				if q.err == nil {
					q.err = q.each(r)
				}
			}
			return nil
		}
	}
	c.postStmt(q, q.stmt, q.stmt.text, q.args)
}

// compareArgs orders rows by their texts and bytes, so that locks are taken in one order.
func compareArgs(a, b []any) int {
	for i := range min(len(a), len(b)) {
		if order := cmp.Compare(asText(a[i]), asText(b[i])); order != 0 {
			return order
		}
	}
	return 0
}

func asText(arg any) string {
	if bytes, ok := arg.([]byte); ok {
		return string(bytes)
	}
	text, _ := arg.(string)
	return text
}

// equal reports whether two questions have one answer.
func equal(a, b *question) bool {
	if a.stmt.writes || len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		text, ok := a.args[i].(string)
		if !ok || b.args[i] != text {
			return false
		}
	}
	return true
}

// afterFirst is a row without its first column, which says whose it is.
type afterFirst struct{ rows pgx.Rows }

func (r afterFirst) Scan(dest ...any) error {
	return r.rows.Scan(append([]any{nil}, dest...)...)
}
