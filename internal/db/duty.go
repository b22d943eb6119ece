package db

import (
	"context"
	"time"
)

var takeDuty = SQL(`INSERT INTO duties (name, owner, until) VALUES ($1, $2, $3)
	ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE duties.owner = excluded.owner OR duties.until < $4 OR duties.until > $5`).ByOnPostgres("duties_pkey")

var listDuties = SQL(`SELECT name, owner FROM duties WHERE until > $1 ORDER BY name LIMIT 1000`)

// Duties returns which node does what, by the name of the duty. The embedded engine has
// one node, which does everything.
func (tx *Tx) Duties() (map[string]string, error) {
	out := map[string]string{}
	err := tx.Each(listDuties, func(r Row) error {
		var name, owner string
		err := r.Scan(&name, &owner)
		out[name] = owner
		return err
	}, Ms(time.Now()))
	return out, err
}

// clockSkew is how far the clocks of two nodes may be apart. A duty that is taken
// for longer was taken by a clock that has been set back since.
const clockSkew = time.Hour

// TakeDuty reports whether the owner is the one who does what the name says,
// for so long from now on; then others may take it over. Like leases of nodes
// it runs on the wall clock.
func (db *DB) TakeDuty(ctx context.Context, name, owner string, life time.Duration) (mine bool, err error) {
	err = db.Update(ctx, "duties", func(tx *Tx) error {
		now := time.Now()
		n, err := tx.Exec(takeDuty, name, owner, Ms(now.Add(life)), Ms(now), Ms(now.Add(life+clockSkew)))
		mine = n > 0
		return err
	})
	return mine && err == nil, err
}
