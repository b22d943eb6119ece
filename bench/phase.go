package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"service.example/crm/bench/process"
)

// sample is the state of a running phase at one moment.
type sample struct {
	Second    float64 `json:"second"`
	Accepted  int64   `json:"accepted"`
	Sent      int64   `json:"sent"`
	Delivered int64   `json:"delivered"`
	Complete  int64   `json:"complete"`
	Open      int64   `json:"open"` // accepted but not complete
	MemoryMB  float64 `json:"memoryMB"`
}

// phase is what one stretch of load on the real service came to.
type phase struct {
	Engine, Name  string
	rate          int // what was asked for, at a steady rate
	accepts       outcome
	delivered     latencies // from the 202 to the delivered event
	reached       float64   // messages per second that reached the provider under load
	sustained     float64   // complete messages per second under load, after the warm-up
	growing       bool      // the backlog grew all along
	drain         time.Duration
	left          int64 // messages not complete when the drain was given up
	failed        int64
	duplicates    int64
	overtaken     int64   // statuses without an event, because a later one was there first
	peak          float64 // memory of serve in MB
	use           usage
	cost          cost // of a message, until the last had come to its end
	samples       []sample
	warmUp        time.Duration
	loaded        time.Duration
	serveMessages string // the last lines of serve's log, if it wrote any
}

// measure starts an environment and puts one load on it.
func measure(ctx context.Context, o options, engine, name string, d time.Duration, drive func(*load, *tracker) (outcome, error)) (*phase, error) {
	progress("%s: %s, %s", engine, name, d)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", engine, name, err)
	}
	p := &phase{Engine: engine, Name: name, warmUp: min(3*time.Second, d/5)}
	t := newTracker()
	e.receiver.tracker.Store(t)
	l := &load{connect: func() (worker, error) {
		return sender(e.url, func(i int) (string, []byte) { return e.keys[i%len(e.keys)], e.bodies[i%len(e.bodies)] }, t.accept)
	}}
	stop := e.sample(ctx, p, t)
	saved := e.saveProfile(o, engine+"-"+name, d)
	before, stored := e.use(), e.db.read(ctx)
	reached, err := e.reached()
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", engine, name, err)
	}
	began := time.Now()
	p.accepts, err = drive(l, t)
	p.loaded = time.Since(began)
	if all, failed := e.reached(); failed == nil {
		p.reached = (all - reached) / p.loaded.Seconds()
	}
	p.use = e.use().since(before)
	if err == nil {
		err = p.await(ctx, o, e, t)
		p.cost = costOf(p.accepts.done-int(p.left), e.use().since(before), stored, e.db.read(ctx))
	}
	stop()
	<-saved
	p.finish(t)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", engine, name, err)
	}
	p.tell()
	return p, nil
}

// reached is how many messages the provider has taken so far.
func (e *environment) reached() (float64, error) {
	var stats struct{ Accepted float64 }
	raw, err := get(e.sandboxURL+"/_sandbox/stats", time.Minute)
	if err == nil {
		err = json.Unmarshal(raw, &stats)
	}
	return stats.Accepted, err
}

// await lets what was accepted come to its end.
func (p *phase) await(ctx context.Context, o options, e *environment, t *tracker) error {
	began := time.Now()
	for t.open() > 0 && time.Since(began) < o.drainTime {
		if err := errors.Join(e.serve.Alive(), e.sandbox.Alive()); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	p.drain, p.left = time.Since(began), t.open()
	if p.left > 0 {
		p.serveMessages = e.serve.Output()
	}
	return nil
}

// sample watches a phase until the returned function is called.
func (e *environment) sample(ctx context.Context, p *phase, t *tracker) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	began := time.Now()
	go func() {
		defer close(done)
		const every, perSecond = 200 * time.Millisecond, 5
		tick := time.NewTicker(every)
		defer tick.Stop()
		for n := 1; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			mb := process.Memory(e.serve.PID())
			p.peak = max(p.peak, mb)
			if n%perSecond == 0 {
				p.samples = append(p.samples, sample{Second: time.Since(began).Seconds(), Accepted: t.accepted.Load(),
					Sent: t.events[1].Load(), Delivered: t.events[2].Load(), Complete: t.complete.Load(), Open: t.open(), MemoryMB: mb})
			}
		}
	}()
	return func() { cancel(); <-done }
}

// finish works out what the samples say.
func (p *phase) finish(t *tracker) {
	p.delivered, p.failed = t.latencies(), t.failed.Load()
	p.duplicates, p.overtaken = t.duplicates.Load(), t.overtaken.Load()
	var under []sample // the samples after the warm-up, while there was load
	for _, s := range p.samples {
		if at := time.Duration(s.Second * float64(time.Second)); at >= p.warmUp && at <= p.loaded {
			under = append(under, s)
		}
	}
	if len(under) < 2 {
		return
	}
	first, last := under[0], under[len(under)-1]
	p.sustained = float64(last.Complete-first.Complete) / (last.Second - first.Second)
	// Growing means: the last third held clearly more open messages than the
	// first, by over a tenth of a second's worth of accepts.
	third := max(1, len(under)/3)
	early, late := meanOpen(under[:third]), meanOpen(under[len(under)-third:])
	p.growing = late > 1.5*early && late-early > p.accepts.rate()/10
}

func meanOpen(list []sample) float64 {
	var sum int64
	for _, s := range list {
		sum += s.Open
	}
	return float64(sum) / float64(len(list))
}

func (p *phase) tell() {
	progress("  accepted %d (%.0f/s, p50 %.2f ms, p99 %.2f ms, refused %d), at the provider %.0f/s, complete %.0f/s, delivered p99 %.0f ms, drained in %.1f s (%d left, %d overtaken), memory %.0f MB",
		p.accepts.done, p.accepts.rate(), p.accepts.lat.at(.5), p.accepts.lat.at(.99), p.accepts.failed, p.reached, p.sustained, p.delivered.at(.99), p.drain.Seconds(), p.left, p.overtaken, p.peak)
	p.use.tell()
	if p.accepts.done > 0 {
		progress("  %s", p.cost)
	}
	if p.accepts.first != nil {
		progress("  first refusal: %v", p.accepts.first)
	}
	if p.serveMessages != "" {
		progress("  serve says:\n%s", p.serveMessages)
	}
}

// tell says who used the cores: figures under the load of others are not ours.
func (u usage) tell() {
	progress("  processor seconds in %.1f s: serve %.1f, sandbox %.1f, bench %.1f, database %.1f, others %.1f", u.Seconds, u.Serve, u.Sandbox, u.Bench, u.Database, u.others())
}
