package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"service.example/crm/bench/process"
)

// The load of the phase waiting: so many questions a second wait for so long
// that a thousand conversations wait at a time, beside messages that are sent.
const (
	waitingRate   = 200
	waitingAnswer = 5 * time.Second
	waitingMany   = 1000
	waitingSends  = 200
	waitingTime   = 20 * time.Second
	waitingRamp   = waitingAnswer + 3*time.Second
	// waitingFactor is by how much a p99 may differ and still be the same: two
	// stretches without any question differ by as much.
	waitingFactor = 1.2
)

// waited is what conversations that wait for an AI provider did to other
// traffic on one engine.
type waited struct {
	// before and after are without questions; atOnce has as many questions as
	// waiting, each answered at once.
	before, atOnce, waiting, after beside
}

// beside is the other traffic of one stretch.
type beside struct {
	name         string
	accepts      outcome
	delivered    latencies // from the 202 to the delivered event
	left, failed int64
	questions    outcome
	waits        float64 // conversations that waited, on average
	began        float64 // memory of serve in MB when the stretch began
	peak         float64
	use          usage
	load         float64
	answersAfter time.Duration
}

// waiting measures messages that are sent while a thousand conversations wait
// for an AI provider, beside the same with as many questions that do not wait,
// and none.
func waiting(ctx context.Context, o options, engine string) (*waited, error) {
	progress("%s: %d conversations that wait %s", engine, waitingMany, waitingAnswer)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err == nil {
		err = e.hireAssistant(ctx, 0, contacts)
	}
	if err == nil {
		e.providerIDs, err = e.phonesAtProvider(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: waiting: %w", engine, err)
	}
	out := &waited{before: beside{name: "no questions"}, atOnce: beside{name: "answered at once"},
		waiting: beside{name: "waiting", answersAfter: waitingAnswer}, after: beside{name: "no questions again"}}
	d := min(o.steadyTime, waitingTime)
	w := &besideLoad{e: e, o: o, engine: engine, sends: contacts / 2}
	if err := w.run(ctx, &beside{name: "warm-up"}, d/5, false); err != nil {
		return nil, err
	}
	for _, b := range []*beside{&out.before, &out.atOnce, &out.waiting, &out.after} {
		if err := w.run(ctx, b, d, b == &out.atOnce || b == &out.waiting); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", engine, b.name, err)
		}
		u := b.use
		progress("  %s: accept p50 %.2f ms, p99 %.1f ms; 202 → delivered event p50 %.0f ms, p99 %.0f ms (%d left); %.0f waiting; memory %.0f to %.0f MB; processor seconds in %.1f s: serve %.1f, sandbox %.1f, bench %.1f, database %.1f, others %.1f; load %.1f",
			b.name, b.accepts.lat.at(.5), b.accepts.lat.at(.99), b.delivered.at(.5), b.delivered.at(.99), b.left, b.waits, b.began, b.peak,
			u.Seconds, u.Serve, u.Sandbox, u.Bench, u.Database, u.others(), b.load)
	}
	return out, nil
}

// besideLoad numbers messages and questions over all stretches: no
// conversation has two of them.
type besideLoad struct {
	e                *environment
	o                options
	engine           string
	sends, questions int
}

// run puts the load of one stretch on the service.
func (w *besideLoad) run(ctx context.Context, b *beside, d time.Duration, asking bool) error {
	e := w.e
	if err := e.answerAfter(ctx, b.answersAfter); err != nil {
		return err
	}
	b.began, b.load = process.Memory(e.serve.PID()), process.LoadAverage()
	stop := e.watchMemory(&b.peak)
	defer stop()
	var asked sync.WaitGroup
	var failed error
	if asking {
		first, all := w.questions, d+waitingRamp
		w.questions += int(all.Seconds()) * waitingRate
		asked.Go(func() {
			l := &load{callers: steadyCallers, connect: func() (worker, error) {
				return poster(e.url, func(i int) []byte { return asks(e.providerIDs, first+i, first+i, question(first+i)) }, nil)
			}}
			b.questions, failed = l.steady(ctx, waitingRate, all)
		})
		if err := rest(ctx, waitingRamp); err != nil {
			return err
		}
	}
	t := newTracker()
	e.receiver.tracker.Store(t)
	first := w.sends
	w.sends += int(d.Seconds()) * waitingSends
	l := &load{callers: steadyCallers, connect: func() (worker, error) {
		return sender(e.url, func(i int) (string, []byte) {
			return e.keys[i%len(e.keys)], e.bodies[(first+i)%len(e.bodies)]
		}, t.accept)
	}}
	saved := e.saveProfile(w.o, w.engine+"-waiting-"+fmt.Sprint(b.answersAfter), d)
	before := e.use()
	var err error
	b.accepts, err = l.steady(ctx, waitingSends, d)
	b.use = e.use().since(before)
	ended := time.Now()
	asked.Wait()
	<-saved
	if err = errors.Join(err, failed, b.accepts.first, b.questions.first); err != nil {
		return err
	}
	for end := time.Now().Add(w.o.drainTime); t.open() > 0 && time.Now().Before(end); {
		if err := rest(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	b.delivered, b.left = t.latencies(), t.open()
	if b.failed = t.failed.Load(); b.failed > 0 {
		example, err := e.get(ctx, "/v1/messages?status=failed&limit=1")
		progress("  %d messages failed, for example %s (%v)", b.failed, example, err)
	}
	if asking {
		b.waits, err = e.waitedAt(ctx, ended.Add(-b.answersAfter-time.Second))
	}
	return errors.Join(err, e.quiet(ctx, b.answersAfter+2*time.Second, w.o.drainTime))
}

// quiet waits until the provider has not been called for so long.
func (e *environment) quiet(ctx context.Context, d, limit time.Duration) (err error) {
	began, since := time.Now(), time.Now()
	for last := uint64(0); time.Since(since) < d && time.Since(began) < limit; {
		if err = rest(ctx, 100*time.Millisecond); err != nil {
			return err
		}
		before := last
		if last, err = e.providerCalls(ctx, last, func(*providerCall) {}); err != nil {
			return err
		}
		if last != before {
			since = time.Now()
		}
	}
	return nil
}

// waitedAt is how many calls to the AI endpoint were under way, on average of
// the three seconds before the time; all of them must have been answered.
func (e *environment) waitedAt(ctx context.Context, at time.Time) (float64, error) {
	const looks, every = 30, 100 * time.Millisecond
	n := 0
	_, err := e.providerCalls(ctx, 0, func(c *providerCall) {
		if !c.ai() {
			return
		}
		for i := range looks {
			if look := at.Add(-time.Duration(i) * every); !look.Before(c.Time) && look.Before(c.Answered) {
				n++
			}
		}
	})
	return float64(n) / looks, err
}

func (w *waited) figures(engine string) []figure {
	growth := w.waiting.peak - w.waiting.began
	spoiled := ""
	for _, b := range []*beside{&w.before, &w.atOnce, &w.waiting, &w.after} {
		switch {
		case b.failed > 0:
			spoiled = fmt.Sprintf("%d messages failed", b.failed)
		case b.left > 0:
			spoiled = fmt.Sprintf("%d messages did not end", b.left)
		}
	}
	if w.waiting.waits < 0.95*waitingMany {
		spoiled = fmt.Sprintf("only %.0f conversations waited", w.waiting.waits)
	}
	factor := func(of func(*beside) float64) float64 {
		return of(&w.waiting) / max(of(&w.before), of(&w.after))
	}
	accept := func(b *beside) float64 { return b.accepts.lat.at(.99) }
	told := func(b *beside) float64 { return b.delivered.at(.99) }
	out := []figure{
		{Name: "conversations that waited for an AI provider", Value: w.waiting.waits},
		{Name: "memory more, while they waited", Value: growth, Unit: "MB", Target: waitingMemory, AtMost: true, Spoiled: spoiled},
		{Name: "accept p99, no questions", Value: accept(&w.before), Unit: "ms"},
		{Name: "accept p99, as many questions answered at once", Value: accept(&w.atOnce), Unit: "ms"},
		{Name: "accept p99, conversations waiting", Value: accept(&w.waiting), Unit: "ms"},
		{Name: "accept p99, no questions again", Value: accept(&w.after), Unit: "ms"},
		{Name: "accept p99, waiting to none", Value: factor(accept), Target: waitingFactor, AtMost: true, Spoiled: spoiled},
		{Name: "202 → delivered event, p99, no questions", Value: told(&w.before), Unit: "ms"},
		{Name: "202 → delivered event, p99, as many answered at once", Value: told(&w.atOnce), Unit: "ms"},
		{Name: "202 → delivered event, p99, conversations waiting", Value: told(&w.waiting), Unit: "ms"},
		{Name: "202 → delivered event, p99, waiting to none", Value: factor(told), Target: waitingFactor, AtMost: true, Spoiled: spoiled},
	}
	for i := range out {
		out[i].Engine = engine
	}
	return out
}
