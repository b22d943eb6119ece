package main

import (
	"context"
	"fmt"
	"time"

	"service.example/crm/bench/process"
)

// The callers of the loads.
const (
	fewCallers    = 64
	manyCallers   = 256
	steadyCallers = 128 // bounds an open loop; they are idle most of the time
	maxInFlight   = 2000
)

// steady accepts at a fixed rate while everything else goes on.
func steady(ctx context.Context, o options, engine string, rate int) (*phase, error) {
	p, err := measure(ctx, o, engine, fmt.Sprintf("steady-%d", rate), o.steadyTime, func(l *load, _ *tracker) (outcome, error) {
		l.callers = steadyCallers
		return l.steady(ctx, rate, o.steadyTime)
	})
	if p != nil {
		p.rate = rate
	}
	return p, err
}

// full takes new messages as fast as others reach their last event.
func full(ctx context.Context, o options, engine string) (*phase, error) {
	name := "full"
	if o.history > 0 {
		name = fmt.Sprintf("full, %d before", o.history)
	}
	return measure(ctx, o, engine, name, o.fullTime, func(l *load, t *tracker) (outcome, error) {
		gate := make(chan struct{}, 2*maxInFlight)
		for range maxInFlight {
			gate <- struct{}{}
		}
		t.release = func() {
			select {
			case gate <- struct{}{}:
			default:
			}
		}
		l.callers = fewCallers
		return l.saturate(ctx, o.fullTime, gate)
	})
}

// accept takes messages as fast as callers can give them. Sending goes on
// meanwhile and takes its share of the cores.
func accept(ctx context.Context, o options, engine string, callers int) (*phase, error) {
	return measure(ctx, o, engine, fmt.Sprintf("accept-%d", callers), o.acceptTime, func(l *load, _ *tracker) (outcome, error) {
		l.callers = callers
		return l.saturate(ctx, o.acceptTime, nil)
	})
}

// idle returns the memory of a service that has nothing to do.
func idle(ctx context.Context, o options, engine string) (float64, error) {
	progress("%s: idle", engine)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err != nil {
		return 0, err
	}
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(5 * time.Second):
	}
	mb := process.Memory(e.serve.PID())
	progress("  %.0f MB", mb)
	return mb, nil
}
