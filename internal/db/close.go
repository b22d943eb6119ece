package db

import (
	"context"

	"service.example/crm/internal/crm"
)

var errClosed = crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The service is shutting down.")

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	if !db.enter() {
		return errClosed
	}
	defer db.viewing.Done()
	return db.engine.ping(ctx)
}

// enter lets a view in unless the database closes. Who was let in calls
// db.viewing.Done.
func (db *DB) enter() bool {
	db.closing.RLock()
	defer db.closing.RUnlock()
	if db.closed {
		return false
	}
	db.viewing.Add(1)
	return true
}

// Close waits for the updates and views that are under way and closes the
// database; later ones are refused as unavailable.
func (db *DB) Close() error {
	db.closing.Lock()
	if db.closed {
		db.closing.Unlock()
		return nil
	}
	db.closed = true
	for _, l := range db.lanes {
		l.close()
	}
	db.closing.Unlock()
	db.running.Wait()
	db.viewing.Wait()
	return db.engine.close()
}
