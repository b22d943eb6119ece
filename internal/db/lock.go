package db

// OnPostgres reports whether the engine is PostgreSQL, where several nodes write
// side by side.
func (tx *Tx) OnPostgres() bool { return tx.db.engine.dialect() == postgresDialect }

var lockText = PostgresSQL(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`)

// Lock serialises transactions of several nodes that touch the same key. The
// embedded engine has one writer and needs none.
func (tx *Tx) Lock(key string) {
	if tx.OnPostgres() {
		tx.WriteReturning(lockText, func(Row) error { return nil }, key)
	}
}
