package db

import (
	"cmp"
	"iter"
)

// Together runs functions that need nothing of each other. On PostgreSQL each
// runs until it asks the database, and the questions of all travel in one round
// trip: those that write or lock first, then the others, which see what was
// committed before the locks were had. Elsewhere they run one after another. It
// returns the first error.
func (tx *Tx) Together(list ...func(*Tx) error) error {
	if !tx.OnPostgres() {
		for _, fn := range list {
			if err := fn(tx); err != nil {
				return err
			}
		}
		return nil
	}
	if err := tx.flush(); err != nil {
		return err
	}
	failures := make([]error, len(list))
	members := make([]member, len(list))
	for i, fn := range list {
		members[i] = newMember(func(yield func([]*question) bool) {
			failures[i] = tx.part(&togetherConn{conn: tx.conn, yield: yield}, fn)
		})
		defer members[i].stop()
	}
	return inRounds(tx.conn, members, func() error { return cmp.Or(failures...) })
}

// part runs fn as a part of the transaction, on a connection of its own.
func (tx *Tx) part(c conn, fn func(*Tx) error) error {
	own := &updateConn{conn: c}
	part := &Tx{conn: own, db: tx.db}
	err := guard(fn, part)
	if err == nil {
		err = part.flush()
	}
	tx.dirty = tx.dirty || part.dirty
	if err == nil {
		tx.after = append(tx.after, part.after...)
	}
	for _, undo := range own.undo {
		tx.OrElse(undo)
	}
	return err
}

// togetherConn is the connection as one of several functions of a transaction
// sees it.
type togetherConn struct {
	conn
	yield func([]*question) bool
}

func (c *togetherConn) ask(list []*question) error { return askBy(c.yield, list) }

func (c *togetherConn) query(s *Stmt, args []any, each func(Row) error) error {
	return c.ask([]*question{{stmt: s, args: args, each: each}})
}

func (c *togetherConn) exec(s *Stmt, args []any) (int64, error) { return execBy(c, s, args) }

// member is a function that runs beside others, until it asks or ends.
type member struct {
	next func() ([]*question, bool)
	stop func()
}

func newMember(run func(yield func([]*question) bool)) (m member) {
	m.next, m.stop = iter.Pull(iter.Seq[[]*question](run))
	return m
}

// inRounds lets every member run until it asks, asks for all, and so on, as
// long as check finds nothing wrong.
func inRounds(c conn, members []member, check func() error) error {
	for len(members) > 0 {
		var asked []*question
		rest := members[:0]
		for _, m := range members {
			list, more := m.next()
			asked = append(asked, list...)
			if more {
				rest = append(rest, m)
			}
		}
		members = rest
		if err := check(); err != nil {
			return err
		}
		if len(asked) > 0 {
			_ = c.ask(asked) // each has its own error
		}
	}
	return nil
}

// askBy hands questions over and returns when they have their answers.
func askBy(yield func([]*question) bool, list []*question) error {
	if !yield(list) {
		return errEnded
	}
	for _, q := range list {
		if q.err != nil {
			return q.err
		}
	}
	return nil
}

func execBy(c conn, s *Stmt, args []any) (int64, error) {
	q := &question{stmt: s, args: args}
	err := c.ask([]*question{q})
	return q.changed, err
}
