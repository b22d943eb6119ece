package db_test

import (
	"context"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testdb"
)

// A duty that was taken by a clock far ahead is not left alone until that clock
// would have been right.
func TestADutyOfAClockSetBackIsTakenOver(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		take := func(owner string, life time.Duration) bool {
			t.Helper()
			mine, err := base.TakeDuty(context.Background(), "duty", owner, life)
			if err != nil {
				t.Fatal(err)
			}
			return mine
		}
		if !take("one", time.Minute) || take("two", time.Minute) {
			t.Fatal("a duty that one has is taken by another")
		}
		if !take("one", 48*time.Hour) || !take("two", time.Minute) {
			t.Error("a duty that was taken for days is left alone for days")
		}
	})
}
