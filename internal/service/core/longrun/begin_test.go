package longrun_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/core/longrun"
)

// What a step finds out about a run that has begun again on another node does
// not end the new one.
func TestARunThatHasBegunAgainIsNotFailed(t *testing.T) {
	onBoth(t, func(t *testing.T, one, two *db.DB) {
		b := newBench(t, one, "imp_1")
		other, again := b.node(two), false
		b.before = func(context.Context, int) (longrun.Next, error) {
			if run, _ := b.read(); run.Position != "2" || again {
				return longrun.Next{}, nil
			}
			again = true
			total := int64(items)
			b.must(two.Update(context.Background(), b.key[1], func(tx *db.Tx) error {
				other.Begin(tx, b.key, b.key[1], crm.Run{Position: "0", Total: &total})
				return nil
			}))
			return longrun.Next{}, longrun.Failure("It was about what went before.")
		}
		for {
			j, waits := b.job()
			if !waits {
				break
			}
			b.must(b.Handle(context.Background(), []jobs.Job{j}))
		}
		if run, effects := b.read(); !again || run.State != crm.RunCompleted || run.Done != items || run.Error != "" || effects != items+2 {
			t.Errorf("%d items took effect, and the run is %+v", effects, run)
		}
	})
}

// What a run leaves is removed before its job goes, also when it was given up.
func TestARunIsTidiedAfterItsEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, base, _ *db.DB) {
		for _, givenUp := range []bool{false, true} {
			b := newBench(t, base, map[bool]string{false: "imp_1", true: "imp_2"}[givenUp])
			var parts atomic.Int64
			b.Tidy = func(ctx context.Context, key longrun.Key) (bool, error) {
				if run, _ := b.read(); !run.Ended() || key[1] != b.key[1] {
					t.Errorf("tidied %v while it is %+v", key, run)
				}
				if parts.Add(1) == 2 {
					return false, errStopped
				}
				return parts.Load() < 3, nil
			}
			j, _ := b.job()
			if givenUp {
				b.must(b.GiveUp(context.Background(), j, errStopped))
				j, _ = b.job()
			}
			if err := b.Handle(context.Background(), []jobs.Job{j}); !errors.Is(err, errStopped) {
				t.Errorf("given up: %v: it ends before it is tidied: %v", givenUp, err)
			}
			j, _ = b.job()
			b.must(b.Handle(context.Background(), []jobs.Job{j}))
			if _, waits := b.job(); waits || parts.Load() != 3 || b.ended.Load() != 1 {
				t.Errorf("given up: %v: a job waits: %v, it was tidied %d times", givenUp, waits, parts.Load())
			}
		}
	})
}
