package db

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
)

// NodeLease is how long a node that went silent is believed alive, where the
// options do not say. It is measured on the wall clock, never on a clock that a
// test moves.
const NodeLease = 20 * time.Second

// NodeLease is how long a node of this database that went silent is believed
// alive. It renews its lease several times in that time.
func (db *DB) NodeLease() time.Duration { return db.lease }

const maxNodes = 1023

var (
	insertNode  = SQL(`INSERT INTO nodes (id, number, started_at, lease_until) VALUES ($1, $2, $3, $4)`)
	nodeNumbers = SQL(`SELECT number FROM nodes ORDER BY number`)
	renewNode   = SQL(`UPDATE nodes SET lease_until = $2 WHERE id = $1`)
	touchNode   = SQL(`UPDATE nodes SET started_at = started_at WHERE id = $1`)
	deadNodes   = SQL(`SELECT id FROM nodes WHERE lease_until < $1`)
	otherNodes  = SQL(`SELECT id FROM nodes`)
	deleteNode  = SQL(`DELETE FROM nodes WHERE id = $1`)
	countNodes  = SQL(`SELECT count(*) FROM nodes`)
	listNodes   = SQL(`SELECT id, number, started_at, lease_until FROM nodes ORDER BY number`)
)

// JoinNodes registers this process as a node and returns its identifier and
// number. On the embedded engine, which only one process serves, whatever
// another node held is free at once.
func (db *DB) JoinNodes(ctx context.Context) (id string, number int64, err error) {
	id = "node_" + db.src.NewID(crm.PrefixRequest)[4:]
	err = db.Update(ctx, "nodes", func(tx *Tx) error {
		tx.Lock("nodes")
		if db.engine.dialect() == sqliteDialect {
			if err := tx.freeNodes(otherNodes); err != nil {
				return err
			}
		} else if err := tx.freeNodes(deadNodes, time.Now().UnixMilli()); err != nil {
			return err
		}
		for _, h := range heldByNodes {
			tx.Write(h.freeOrphans)
		}
		number = 1
		err := tx.Each(nodeNumbers, func(r Row) error {
			var n int64
			err := r.Scan(&n)
			if n == number {
				number++
			}
			return err
		})
		if err != nil {
			return err
		}
		if number > maxNodes {
			return crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "There are already %d nodes.", maxNodes)
		}
		now := time.Now()
		tx.Write(insertNode, id, number, now.UnixMilli(), now.Add(db.lease).UnixMilli())
		return nil
	})
	return id, number, err
}

// RenewNode extends the lease and frees what dead nodes held. It returns false
// when this node itself was declared dead: it must stop what it runs.
func (db *DB) RenewNode(ctx context.Context, id string) (alive bool, freed int, err error) {
	err = db.Update(ctx, "nodes", func(tx *Tx) error {
		now := time.Now()
		alive, freed = false, 0
		n, err := tx.Exec(renewNode, id, now.Add(db.lease).UnixMilli())
		if err != nil || n == 0 {
			return err
		}
		alive, freed = true, 0
		var dead []string
		if dead, err = tx.Texts(deadNodes, now.UnixMilli()); err != nil {
			return err
		}
		freed = len(dead)
		tx.freeNode(dead...)
		return nil
	})
	return alive, freed, err
}

// CheckWrite makes a durable write that changes nothing, in the row of a node:
// nil says that the database takes writes.
func (db *DB) CheckWrite(ctx context.Context, id string) error {
	return db.Update(ctx, "nodes", func(tx *Tx) error {
		_, err := tx.Exec(touchNode, id)
		return err
	})
}

// LeaveNodes frees what this node holds; others take it over at once.
func (db *DB) LeaveNodes(ctx context.Context, id string) error {
	return db.Update(ctx, "nodes", func(tx *Tx) error { tx.freeNode(id); return nil })
}

// CountNodes returns how many nodes serve this database.
func (db *DB) CountNodes(ctx context.Context) (n int64, err error) {
	err = db.View(ctx, func(tx *Tx) error { _, err := tx.One(countNodes, []any{&n}); return err })
	return n, err
}

// Node is a process that serves the database. It is believed alive until its lease
// ends. Its times are of the wall clock.
type Node struct {
	ID                    string
	Number                int64
	StartedAt, LeaseUntil time.Time
}

// Nodes returns the nodes in the order of their numbers.
func (tx *Tx) Nodes() (out []Node, err error) {
	err = tx.Each(listNodes, func(r Row) error {
		var n Node
		var started, until int64
		err := r.Scan(&n.ID, &n.Number, &started, &until)
		n.StartedAt, n.LeaseUntil = At(started), At(until)
		out = append(out, n)
		return err
	})
	return out, err
}

func (tx *Tx) freeNodes(which *Stmt, args ...any) error {
	list, err := tx.Texts(which, args...)
	tx.freeNode(list...)
	return err
}

func (tx *Tx) freeNode(ids ...string) {
	for _, id := range ids {
		for _, h := range heldByNodes {
			tx.Write(h.free, id)
		}
		tx.Write(deleteNode, id)
	}
}
