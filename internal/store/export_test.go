package store

import "context"

// Waiting is how many updates wait to be taken into a transaction.
func Waiting(db *DB) (n int) {
	for _, l := range db.lanes {
		n += len(l.urgent) + len(l.usual)
	}
	return n
}

// PrepareAll prepares every registered statement and returns the failures.
func PrepareAll(ctx context.Context, db *DB) (failures []error) {
	for _, s := range statements {
		if (s.postgres || s == lockKeys) && db.Engine() == "sqlite" {
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
