package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/testkit/testdb"
)

// Whoever reads while the service stops reads to the end; whoever comes later is
// told, on either engine.
func TestCloseWaitsForViews(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		reading, goOn := make(chan struct{}), make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			err := base.View(ctx, func(tx *db.Tx) error {
				close(reading)
				<-goOn
				_, err := access.Workspaces(tx, 1)
				return err
			})
			if err != nil {
				t.Errorf("a view that was under way: %v", err)
			}
		})
		<-reading
		for range 50 {
			all.Go(func() {
				err := base.View(ctx, func(tx *db.Tx) error { _, err := access.Workspaces(tx, 1); return err })
				if err != nil && !isUnavailable(err) {
					t.Errorf("a view beside the closing: got %v, want none or unavailable", err)
				}
			})
		}
		closed := make(chan error)
		go func() { closed <- base.Close() }()
		close(goOn)
		if err := <-closed; err != nil {
			t.Error(err)
		}
		all.Wait()
		for range 10 {
			err := base.View(ctx, func(tx *db.Tx) error { _, err := access.Workspaces(tx, 1); return err })
			if !isUnavailable(err) {
				t.Fatalf("a view after the closing: got %v, want unavailable", err)
			}
		}
	})
}

func isUnavailable(err error) bool {
	var known *crm.Error
	return errors.As(err, &known) && known.Kind == crm.KindUnavailable
}
