package db

import "context"

// Analyze lets PostgreSQL look at its tables, as it does by and by while a service
// runs on them. The embedded engine keeps no statistics.
func (db *DB) Analyze(ctx context.Context) error {
	e, ok := db.engine.(*postgresEngine)
	if !ok {
		return nil
	}
	_, err := e.pool.Exec(ctx, "VACUUM (ANALYZE)")
	return err
}
