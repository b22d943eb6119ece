package jobs_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/schema"
)

// deaf hears of no job that is handed over to it: as a node does whose commit
// took place without an answer.
type deaf struct{ *jobs.Engine }

func (d deaf) Offer(j jobs.Job) { d.Forgo(j.Kind, j.Key) }

// What the table gives to a node that does not know of it is run after a while;
// what the node works on, however long, is left alone.
func TestForgottenJobsAreRun(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		const lease = 400 * time.Millisecond
		base, err := schema.Open(ctx, db.Options{URL: url, Key: []byte(strings.Repeat("k", 32)), NodeLease: lease})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = base.Close() })
		ran := make(chan string, 10)
		var long atomic.Int64
		gate := make(chan struct{})
		e := start(t, base, jobs.Kind{Name: "k", Concurrency: 4, Handle: func(ctx context.Context, batch []jobs.Job) error {
			if batch[0].Payload == "long" {
				long.Add(1)
				<-gate
			}
			err := base.Update(ctx, batch[0].Key, func(tx *db.Tx) error { jobs.FinishJob(tx, batch[0]); return nil })
			if err != nil {
				t.Errorf("%s: %v", batch[0].Payload, err)
			}
			ran <- batch[0].Payload
			return err
		}})
		enqueue(t, base, jobs.Job{WorkspaceID: "w", Kind: "k", Queue: "q", Key: "c", Payload: "long"})
		jobs.SetWorker(base, deaf{e}, 1)
		enqueue(t, base, jobs.Job{WorkspaceID: "w", Kind: "k", Queue: "q", Key: "a", Payload: "keyed"}, jobs.Job{WorkspaceID: "w", Kind: "k", Queue: "q", Payload: "plain"})
		jobs.SetWorker(base, e, 1)
		got := map[string]bool{}
		for range 2 {
			select {
			case payload := <-ran:
				got[payload] = true
			case <-time.After(30 * time.Second):
				t.Fatalf("a forgotten job does not run; only %v did", got)
			}
		}
		close(gate)
		if last := <-ran; !got["keyed"] || !got["plain"] || last != "long" || long.Load() != 1 {
			t.Errorf("%v ran, then %s; the long one %d times", got, last, long.Load())
		}
		if n := e.Reclaimed(); n != 2 {
			t.Errorf("%d jobs were counted as forgotten, want 2", n)
		}
	})
}
