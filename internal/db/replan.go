package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// planAges are how old a connection is when it forgets its plans. One that was made
// while a table was empty may read all of it, and PostgreSQL makes it anew only when it
// has analyzed the table. A new plan goes by the size of the table's files
// (docs/adr/0054).
var planAges = []time.Duration{5 * time.Second, time.Minute, 10 * time.Minute, time.Hour}

// plans are those of one connection.
type plans struct {
	since time.Time // it began
	age   int       // the next of planAges
}

const plansKey = "plans"

// replan forgets the plans of a connection when their time has come.
func (e *postgresEngine) replan(ctx context.Context, c *pgx.Conn) error {
	of := c.PgConn().CustomData()
	p, known := of[plansKey].(*plans)
	if !known {
		of[plansKey] = &plans{since: time.Now()}
		return nil
	}
	if p.age == len(planAges) || time.Since(p.since) < planAges[p.age] {
		return nil
	}
	p.age++
	ctx, stop := e.whileItWorks(ctx, c.PgConn().PID())
	defer stop()
	_, err := c.Exec(ctx, "DISCARD PLANS", pgx.QueryExecModeSimpleProtocol)
	if err != nil && errors.Is(context.Cause(ctx), errSilent) {
		return context.Cause(ctx)
	}
	return err
}
