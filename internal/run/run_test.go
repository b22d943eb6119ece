package run_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/run"
)

// Parts end one after the other, the last first, and what is under way has
// until the context of Stop ends.
func TestPartsEndInTheReverseOrder(t *testing.T) {
	var mu sync.Mutex
	var order []string
	part := func(name string, result error) run.Part {
		return run.Part{Name: name, Run: func(ctx context.Context) error {
			<-ctx.Done()
			if run.Grace(ctx).Err() != nil {
				t.Errorf("%s has no time", name)
			}
			mu.Lock()
			defer mu.Unlock()
			order = append(order, name)
			return result
		}}
	}
	broken := errors.New("broken")
	g := run.Start(part("first", nil), part("second", broken), part("third", nil))
	if err := g.Stop(context.Background()); !errors.Is(err, broken) || err.Error() != "second: broken" {
		t.Errorf("it ends with %v", err)
	}
	if want := []string{"third", "second", "first"}; !slices.Equal(order, want) {
		t.Errorf("the parts ended as %v, want %v", order, want)
	}
	select {
	case err := <-g.Failed():
		t.Errorf("a part that was stopped counts as failed: %v", err)
	default:
	}
}

func TestTheGraceEndsWithTheStop(t *testing.T) {
	g := run.Start(run.Part{Name: "slow", Run: func(ctx context.Context) error {
		<-ctx.Done()
		<-run.Grace(ctx).Done()
		return nil
	}})
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := g.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func TestAPartThatCannotGoOn(t *testing.T) {
	broken := errors.New("broken")
	g := run.Start(run.Part{Name: "one", Run: func(context.Context) error { return broken }},
		run.Part{Name: "done", Run: func(context.Context) error { return nil }})
	if err := <-g.Failed(); !errors.Is(err, broken) {
		t.Errorf("it failed with %v", err)
	}
	if err := g.Stop(context.Background()); !errors.Is(err, broken) {
		t.Errorf("it ends with %v", err)
	}
}

// Alone, outside of a group, what is under way has all the time it needs.
func TestGraceWithoutAGroup(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if run.Grace(ctx).Err() != nil {
		t.Error("it ended with the context")
	}
}
