package db

import (
	"context"
	"testing"
	"time"
)

func laneWith(ctx context.Context, updates int) *lane {
	l := newLane(0, postgresBatch, false)
	for range updates {
		l.add(&update{ctx: ctx})
	}
	return l
}

// Batches of PostgreSQL begin apart only while several updates come at once.
func TestBatchesBeginApart(t *testing.T) {
	alone, several := make([]*update, 1), make([]*update, 2)
	usual, urgent := context.Background(), Urgent(context.Background())

	t.Run("a lone caller waits for nobody", func(t *testing.T) {
		l := laneWith(usual, 1)
		l.began = time.Now().Add(time.Hour) // a pause would not be over
		if l.next(alone) == nil {
			t.Error("no update")
		}
	})
	t.Run("a queue is taken at once", func(t *testing.T) {
		l := laneWith(urgent, callersQueue)
		l.began = time.Now().Add(time.Hour)
		if l.next(several) == nil {
			t.Error("no update")
		}
	})
	t.Run("what nobody waits for comes after the long pause", func(t *testing.T) {
		l := laneWith(usual, 1)
		l.began = time.Now()
		if l.next(several) == nil || time.Since(l.began) < usualPause {
			t.Errorf("taken after %s", time.Since(l.began))
		}
	})
	t.Run("a caller's update comes first, after the short pause", func(t *testing.T) {
		l := laneWith(usual, 1)
		l.add(&update{ctx: urgent})
		l.began = time.Now()
		if u := l.next(several); u.rank != rankUrgent || time.Since(l.began) < urgentPause {
			t.Errorf("rank %d taken after %s", u.rank, time.Since(l.began))
		}
	})
	t.Run("a closed lane ends", func(t *testing.T) {
		l := laneWith(usual, 0)
		l.began = time.Now()
		l.close()
		if u := l.next(several); u != nil {
			t.Errorf("an update: %v", u)
		}
	})
}
