// Package longrun carries work in the background that takes long, such as an
// import: step by step, each step exactly once, whatever stops it. It is not the
// package run, which is the contract of whatever runs in the process.
package longrun

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

const (
	// lookAgain is how often in a row a step is begun anew because somebody else
	// moved the run or wrote the same rows; then the job is retried later.
	lookAgain = 5
	// idleFirst is how soon a step that could do nothing is repeated, idleMost
	// how late.
	idleFirst = 5 * time.Millisecond
	idleMost  = time.Second
	// watchPause is how soon another node notices that a run was canceled.
	watchPause = time.Second
)

// Kind is a kind of runs: where they are stored, and what a step does.
type Kind struct {
	Table *Table
	// Job is the kind of the jobs that carry the runs.
	Job jobs.JobKind
	// Slice is for how long a run goes on before others have a turn.
	Slice time.Duration
	// Open prepares the steps of one slice. What was opened is closed when the
	// slice ends or a step must look again.
	Open func(ctx context.Context, key Key) (Steps, error)
	// Ended, if set, is called in the transaction that ends a run.
	Ended func(tx *db.Tx, key Key) error
	// Tidy, if set, removes some of what a run leaves that has ended or whose row
	// is gone, and reports whether there may be more. A job does so before its end.
	Tidy func(ctx context.Context, key Key) (more bool, err error)
	// GaveUp is what people read when a run failed too often for reasons of our
	// own.
	GaveUp string
	// Patience is how long a run may stay paused for one reason; 0 is for ever.
	Patience time.Duration
}

// Steps does the work of one slice.
type Steps struct {
	// Step does the next thing from where the run stands, and moves it in the
	// transaction of the effect (Table.Advance), or ends it (Runner.End).
	// A Failure ends the run; any other error lets the job run again later.
	Step  func(ctx context.Context, run crm.Run) (Next, error)
	Close func() // may be nil
}

// Next says when the next step follows. The zero value lets it follow at once.
type Next struct {
	// Wait is for how long nothing is to be done.
	Wait time.Duration
	// Idle says that nothing could be done: the next look comes soon, and the
	// later the longer this lasts.
	Idle bool
	// Pause is why the run is paused for the time of Wait; Tries is how often
	// its next step has been tried in vain.
	Pause string
	Tries int
	// Left says that what remains of the run needs no job: others end it.
	Left bool
}

// Failure is why a run cannot be completed, for people. A step returns it.
type Failure string

func (f Failure) Error() string { return string(f) }

// Runner carries the runs of one kind. It is safe for concurrent use.
type Runner struct {
	Kind
	db      *db.DB
	log     *slog.Logger
	working sync.Map // by name: *func() that stops what a run is doing here
}

// New returns the runner of a kind.
func New(base *db.DB, log *slog.Logger, k Kind) *Runner { return &Runner{Kind: k, db: base, log: log} }

// Begin lets a run begin, or begin again, in a row that is there, and enqueues
// its job. Jobs of one lane run one after the other.
func (r *Runner) Begin(tx *db.Tx, key Key, lane string, run crm.Run) {
	r.Table.Begin(tx, key, run)
	r.Enqueue(tx, key, lane)
}

// Enqueue lets a run that has begun go on by a job of the lane.
func (r *Runner) Enqueue(tx *db.Tx, key Key, lane string) {
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: key[0], Kind: r.Job, Queue: key[0], Key: lane, Payload: payload(key)})
}

func payload(key Key) string { return strings.Join(key[min(1, len(key)-1):], " ") }

func (r *Runner) keyOf(j jobs.Job) Key {
	parts := strings.Fields(j.Payload)
	if r.Table.keys > 1 {
		parts = append([]string{j.WorkspaceID}, parts...)
	}
	return Key(parts)
}

// End ends a run that has not ended, and what is being done for it. One that
// has ended stays as it is.
func (r *Runner) End(tx *db.Tx, key Key, state crm.RunState, reason string) error {
	ended, err := r.Table.End(tx, key, state, reason)
	if err != nil || !ended {
		return err
	}
	tx.After(func() { r.Stop(key) })
	if r.Ended == nil {
		return nil
	}
	return r.Ended(tx, key)
}

// Stop stops what this process is doing for a run at once. Other nodes notice
// by themselves that it has ended.
func (r *Runner) Stop(key Key) {
	if stop, ok := r.working.Load(payload(key)); ok {
		(*stop.(*context.CancelFunc))()
	}
}

// Handle goes on with a run for a slice. It is the Handle of the kind's jobs.
func (r *Runner) Handle(ctx context.Context, batch []jobs.Job) error {
	s := &slice{Runner: r, job: &batch[0], key: r.keyOf(batch[0]), began: time.Now()}
	working, stop := context.WithCancel(ctx)
	defer stop()
	name := payload(s.key)
	r.working.Store(name, &stop)
	defer r.working.CompareAndDelete(name, &stop)
	defer s.watch(working, stop)()
	defer s.close()
	for {
		run, found, err := s.look(ctx)
		if err != nil {
			return err
		}
		if !found || run.Ended() {
			return s.tidy(ctx)
		}
		if err := s.moved(ctx, run); err != nil {
			return err
		}
		if working.Err() != nil { // it begins again, as something else
			return s.giveBack(ctx, 0)
		}
		next, err := s.step(working, run)
		switch {
		case err == nil && next.Left:
			return s.finish(ctx)
		case err == nil && next.Pause != "":
			if err = s.pause(ctx, run, next); err == nil {
				return jobs.ErrRetried
			}
		}
		if err != nil {
			next = Next{} // look again
		}
		if err = s.judge(ctx, working, run, err); err != nil {
			return err
		}
		if back, after := s.pace(next); back {
			return s.giveBack(ctx, after)
		} else if err := sleep(working, after); ctx.Err() != nil {
			return err
		}
	}
}

// GiveUp fails a run whose job failed too often. It is the GiveUp of the kind's
// jobs.
func (r *Runner) GiveUp(ctx context.Context, j jobs.Job, cause error) error {
	key := r.keyOf(j)
	r.log.Error("a run was given up", "kind", j.Kind, "run", j.Payload, "error", cause)
	return r.update(ctx, key, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		run, found, err := r.Table.Read(tx, key)
		if err != nil || !found || run.Ended() {
			return err
		}
		if r.Tidy != nil {
			r.Enqueue(tx, key, j.Key)
		}
		return r.End(tx, key, crm.RunFailed, r.GaveUp)
	})
}

func (r *Runner) update(ctx context.Context, key Key, fn func(*db.Tx) error) error {
	return r.db.Update(ctx, key[len(key)-1], fn)
}

// slice is one turn of a run.
type slice struct {
	*Runner
	job   *jobs.Job // as the queue has it
	key   Key
	stood *string // where the run stood when it was looked at last
	began time.Time
	steps *Steps
	again int           // times in a row that a step was begun anew
	idle  time.Duration // for how long nothing could be done
}

func (s *slice) look(ctx context.Context) (run crm.Run, found bool, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { run, found, err = s.Table.Read(tx, s.key); return err })
	return run, found, err
}

// moved lets the job be tried as often as a new one when the run has moved on:
// what fails now and then comes to its end, however long it is.
func (s *slice) moved(ctx context.Context, run crm.Run) error {
	before := s.stood
	s.stood = &run.Position
	if s.job.Attempt == 0 || before == nil || *before == run.Position {
		return nil
	}
	err := s.update(ctx, s.key, func(tx *db.Tx) error { jobs.ForgetAttempts(tx, *s.job); return nil })
	if err == nil {
		s.job.Attempt = 0
	}
	return err
}

func (s *slice) step(ctx context.Context, run crm.Run) (Next, error) {
	if s.steps == nil {
		steps, err := s.Open(ctx, s.key)
		if err != nil {
			return Next{}, err
		}
		s.steps = &steps
	}
	return s.steps.Step(ctx, run)
}

func (s *slice) close() {
	if s.steps != nil && s.steps.Close != nil {
		s.steps.Close()
	}
	s.steps = nil
}

// watch lets the work stop soon after the run was ended elsewhere, and returns
// what ends the watch.
func (s *slice) watch(working context.Context, stop func()) (end func()) {
	watching, cancel := context.WithCancel(working)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for sleep(watching, watchPause) == nil {
			if run, found, err := s.look(watching); err == nil && (!found || run.Ended()) {
				stop()
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// judge says what an error of a step means: nil lets the slice look again.
func (s *slice) judge(ctx, working context.Context, run crm.Run, err error) error {
	var failed Failure
	switch kind := crm.AsError(err).Kind; {
	case err == nil:
		s.again = 0
		return nil
	case ctx.Err() != nil, errors.Is(err, jobs.ErrLost): // the process is being stopped, or another node goes on
		return err
	case working.Err() != nil:
		return nil
	case errors.As(err, &failed):
		return s.fail(ctx, run, string(failed))
	case kind == crm.KindConflict, kind == crm.KindNotFound:
		s.close()
		if s.again++; s.again < lookAgain {
			return nil
		}
	}
	return err
}

// fail ends the run, unless it has begun again as something else meanwhile.
func (s *slice) fail(ctx context.Context, run crm.Run, reason string) error {
	err := s.update(ctx, s.key, func(tx *db.Tx) error {
		s.Table.Advance(tx, s.key, Move{From: run, To: run.Position})
		return s.End(tx, s.key, crm.RunFailed, reason)
	})
	if errors.Is(err, ErrMoved) {
		return nil
	}
	return err
}

// pace returns how long to wait for the next step, and whether the job is given
// back for this time.
func (s *slice) pace(next Next) (back bool, wait time.Duration) {
	wait = next.Wait
	if next.Idle {
		wait = max(idleFirst, s.idle/4)
		s.idle += wait
	} else {
		s.idle = 0
	}
	back = s.idle > idleMost || time.Since(s.began)+wait > s.Slice
	if back {
		wait = max(wait, min(s.idle, idleMost))
	}
	return back, wait
}

// tidy removes what the run leaves, and then the job.
func (s *slice) tidy(ctx context.Context) (err error) {
	for more := s.Tidy != nil; more; {
		if more, err = s.Tidy(ctx, s.key); err != nil {
			return err
		}
	}
	return s.finish(ctx)
}

// finish removes the job.
func (s *slice) finish(ctx context.Context) error {
	return s.update(ctx, s.key, func(tx *db.Tx) error { jobs.FinishJob(tx, *s.job); return nil })
}

func (s *slice) giveBack(ctx context.Context, after time.Duration) error {
	err := s.update(ctx, s.key, func(tx *db.Tx) error { jobs.RetryJob(tx, *s.job, tx.Now().Add(after), false); return nil })
	if err == nil {
		err = jobs.ErrRetried
	}
	return err
}

// pause stores why a run waits, and gives the job back until then. A run that
// has waited for too long fails.
func (s *slice) pause(ctx context.Context, run crm.Run, next Next) error {
	waited := s.db.Source().Now().Sub(run.UpdatedAt)
	if s.Patience > 0 && waited > s.Patience && run.State == crm.RunPaused && run.Paused == next.Pause && run.Tries == next.Tries {
		return Failure("It was paused for a week: " + next.Pause + ".")
	}
	return s.update(ctx, s.key, func(tx *db.Tx) error {
		until := tx.Now().Add(next.Wait)
		s.Table.stop(tx, s.key, run, next.Pause, until, next.Tries)
		jobs.RetryJob(tx, *s.job, until, false)
		return nil
	})
}

// sleep waits, and returns early with an error when ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
