package jobs_test

import (
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

// While a queue rests, a job costs the same to enqueue however many of its key
// wait already.
func TestABacklogDoesNotSlowDownWhatJoinsIt(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		if err := base.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		const part = 500
		enqueue := func() time.Duration {
			began := time.Now()
			if err := base.Update(ctx, "k", func(tx *db.Tx) error {
				for n := range part {
					jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: "w", Kind: "k", Queue: "q", Key: "key", Payload: fmt.Sprint(n)})
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			return time.Since(began)
		}
		best := func() time.Duration { return min(enqueue(), enqueue(), enqueue()) } // of a machine that has other work
		first := best()
		for range 24 {
			enqueue()
		}
		last := best()
		t.Logf("%d jobs behind none take %s, behind %d %s", part, first, 27*part, last)
		if last > 5*first+100*time.Millisecond {
			t.Errorf("%d jobs behind none take %s, behind %d %s", part, first, 27*part, last)
		}
	})
}
