// Package run is the one contract of whatever runs:
//
//	Run(ctx context.Context) error
//
// Run returns when ctx is cancelled and everything that it started has ended,
// or with an error when it cannot go on. After ctx is cancelled it begins
// nothing new; what is under way may end until Grace is over.
package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

type graceKey struct{}

// Grace returns the context of what is under way in a Run with ctx. It outlives
// ctx, and ends when the work must be broken off; its cause is that of the end of
// Stop's context. Without a Group it never ends.
func Grace(ctx context.Context) context.Context {
	if grace, ok := ctx.Value(graceKey{}).(context.Context); ok {
		return grace
	}
	return context.WithoutCancel(ctx)
}

// Part is one of the things that a Group runs.
type Part struct {
	Name string
	Run  func(ctx context.Context) error
}

// Group runs parts.
type Group struct {
	parts    []*running // as they were started
	grace    context.Context
	endGrace context.CancelCauseFunc
	failed   chan error
}

// running is a part that was started.
type running struct {
	cancel context.CancelFunc
	ended  chan struct{}
	err    error // set when it has ended
}

// Start runs parts in their order, until Stop.
func Start(parts ...Part) *Group {
	g := &Group{failed: make(chan error, len(parts))}
	g.grace, g.endGrace = context.WithCancelCause(context.Background())
	for _, p := range parts {
		g.start(p)
	}
	return g
}

func (g *Group) start(p Part) {
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), graceKey{}, g.grace))
	r := &running{cancel: cancel, ended: make(chan struct{})}
	g.parts = append(g.parts, r)
	go func() {
		defer close(r.ended)
		if err := p.Run(ctx); err != nil {
			r.err = fmt.Errorf("%s: %w", p.Name, err)
			if ctx.Err() == nil {
				g.failed <- r.err
			}
		}
	}()
}

// Failed brings the error of a part that could not go on.
func (g *Group) Failed() <-chan error { return g.failed }

// Stop ends the parts, the one that was started last first; each has ended
// before the next one is told. The grace of all is over when ctx ends.
func (g *Group) Stop(ctx context.Context) error {
	defer g.endGrace(nil)
	defer context.AfterFunc(ctx, func() { g.endGrace(context.Cause(ctx)) })()
	var errs []error
	for _, r := range slices.Backward(g.parts) {
		r.cancel()
		<-r.ended
		errs = append(errs, r.err)
	}
	return errors.Join(errs...)
}
