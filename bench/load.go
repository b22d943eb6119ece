package main

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// worker makes the request number i and reports whether it succeeded.
type worker struct {
	do    func(i int) error
	close func()
}

// outcome is what a stretch of load came to.
type outcome struct {
	done, failed int
	elapsed      time.Duration
	lat          latencies
	first        error // of the failures
}

func (o *outcome) rate() float64 {
	if o.elapsed <= 0 {
		return 0
	}
	return float64(o.done) / o.elapsed.Seconds()
}

// load keeps a number of callers busy. Each has a worker of its own.
type load struct {
	callers int
	connect func() (worker, error)
	// next numbers the requests over several stretches.
	next atomic.Int64
}

// saturate lets every caller make one request after the other: a closed loop.
// gate, if not nil, must give a token for each request and have room for all
// that come back.
func (l *load) saturate(ctx context.Context, d time.Duration, gate chan struct{}) (outcome, error) {
	end := time.Now().Add(d)
	timeout := time.NewTimer(d)
	defer timeout.Stop()
	ended := make(chan struct{})
	go func() {
		select {
		case <-timeout.C:
		case <-ctx.Done():
		}
		close(ended)
	}()
	out, err := l.run(func(w worker, part *outcome) {
		for ctx.Err() == nil {
			if gate != nil {
				select {
				case <-gate:
				case <-ended:
					return
				}
			}
			began := time.Now()
			if !began.Before(end) {
				return
			}
			err := w.do(int(l.next.Add(1) - 1))
			part.count(err, began)
			if err != nil && gate != nil {
				gate <- struct{}{} // what was refused is not under way
			}
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	return out, err
}

// steady makes requests at a fixed rate whether or not earlier ones were
// answered: an open loop. A latency counts from the moment at which the
// request was due, so that a slow answer also counts for those behind it.
func (l *load) steady(ctx context.Context, rate int, d time.Duration) (outcome, error) {
	total := int(float64(rate) * d.Seconds())
	due := make(chan time.Time, total)
	go pace(ctx, due, rate, total)
	out, err := l.run(func(w worker, part *outcome) {
		for at := range due {
			part.count(w.do(int(l.next.Add(1)-1)), at)
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	return out, err
}

// pace gives the moments at which requests are due. It sleeps in the kernel,
// on a thread of its own: the runtime's timers are up to a millisecond late,
// which would be counted as latency.
func pace(ctx context.Context, due chan<- time.Time, rate, total int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(due)
	began, interval := time.Now(), time.Second/time.Duration(rate)
	for i := range total {
		at := began.Add(time.Duration(i) * interval)
		if wait := time.Until(at); wait > 0 {
			t := syscall.NsecToTimespec(wait.Nanoseconds())
			_ = syscall.Nanosleep(&t, nil) // a sleep that was cut short sends a little early
		}
		if ctx.Err() != nil {
			return
		}
		due <- at
	}
}

func (l *load) run(caller func(worker, *outcome)) (outcome, error) {
	workers := make([]worker, 0, l.callers)
	defer func() {
		for _, w := range workers {
			w.close()
		}
	}()
	for range l.callers {
		w, err := l.connect()
		if err != nil {
			return outcome{}, err
		}
		workers = append(workers, w)
	}
	parts := make([]outcome, len(workers))
	began := time.Now()
	var group sync.WaitGroup
	for i, w := range workers {
		group.Go(func() { caller(w, &parts[i]) })
	}
	group.Wait()
	out := outcome{elapsed: time.Since(began)}
	lists := make([]latencies, 0, len(parts))
	for _, p := range parts {
		out.done += p.done
		out.failed += p.failed
		if out.first == nil {
			out.first = p.first
		}
		lists = append(lists, p.lat)
	}
	out.lat = merged(lists...)
	return out, nil
}

func (o *outcome) count(err error, since time.Time) {
	if err != nil {
		o.failed++
		if o.first == nil {
			o.first = err
		}
		return
	}
	o.done++
	o.lat.add(time.Since(since))
}
