package message_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/run"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m) }

// Whoever is short, comes and goes: the shares of a pace never exceed it, and
// those who are short soon have all of it.
func TestSharesNeverExceedThePace(t *testing.T) {
	const whole = 80_000
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		nodes := 1 + r.IntN(5)
		shares, shorts := make([]int64, nodes), make([]bool, nodes)
		step := func(i int) {
			var others []int64
			var short []bool
			for o := range nodes {
				if o != i && (shares[o] > 0 || shorts[o]) {
					others, short = append(others, shares[o]), append(short, shorts[o])
				}
			}
			shares[i] = message.ShareOf(whole, int64(nodes), shorts[i], others, short)
			if sum := total(shares); sum > whole {
				t.Fatalf("seed %d: the shares are %v", seed, shares)
			}
		}
		for range 200 {
			i := r.IntN(nodes)
			switch r.IntN(4) {
			case 0:
				shorts[i] = !shorts[i]
			case 1:
				shares[i] = 0 // it died, or came
			}
			step(i)
		}
		for i := range nodes {
			shorts[i] = true
		}
		for range 2 {
			for i := range nodes {
				step(i)
			}
		}
		if sum := total(shares); sum < whole-int64(nodes) || slices.Max(shares)-slices.Min(shares) > 1 {
			t.Errorf("seed %d: all %d are short, and the shares are %v", seed, nodes, shares)
		}
	}
}

func total(list []int64) (sum int64) {
	for _, n := range list {
		sum += n
	}
	return sum
}

// sender is a node that would always send more.
type sender struct {
	base *db.DB
	id   string
	stop func() // as a crash does: nothing is given back
}

// tally are the calls that were let go.
type tally struct {
	mu    sync.Mutex
	calls []called
}

type called struct {
	by string
	at time.Time
}

func (c *tally) add(id string, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, called{id, now})
}

// of is how many calls of some nodes came in the last second.
func (c *tally) of(ids ...string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range slices.Backward(c.calls) {
		if time.Since(call.at) > time.Second {
			break
		}
		if slices.Contains(ids, call.by) {
			n++
		}
	}
	return n
}

const (
	pacePerSecond = 200
	paceLease     = 2 * time.Second
)

// newSender lets a node join and send from one number until it is stopped.
func newSender(t *testing.T, url string, calls *tally) *sender {
	t.Helper()
	base, err := schema.Open(context.Background(), db.Options{URL: url, Key: testdb.Key, NodeLease: paceLease})
	if err != nil {
		t.Fatal(err)
	}
	id, _, err := base.JoinNodes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p := message.PaceOf(base, func() string { return id }, pacePerSecond)
	sends := func(ctx context.Context) error {
		for ctx.Err() == nil {
			now := time.Now()
			wait := p.Calls("w", "number", now)
			if wait == 0 {
				calls.add(id, now)
				continue
			}
			time.Sleep(wait) // as the queue does
		}
		return nil
	}
	lives := func(ctx context.Context) error {
		tick := time.NewTicker(paceLease / 8)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			}
			if _, _, err := base.RenewNode(ctx, id); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
	g := run.Start(run.Part{Name: "pace", Run: p.Run}, run.Part{Name: "lease", Run: lives}, run.Part{Name: "sends", Run: sends})
	s := &sender{base: base, id: id, stop: sync.OnceFunc(func() {
		if err := g.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		_ = base.Close()
	})}
	t.Cleanup(s.stop)
	return s
}

// The pace of a number is one for all nodes: however many send, together they
// never exceed it, each has its part, and what a dead one had goes to the others
// with its lease.
func TestNodesShareThePaceOfANumber(t *testing.T) {
	url := testpg.NewLike(t, testdb.Migrate)
	calls := &tally{}
	reaches := func(what string, within time.Duration, holds func() bool) {
		t.Helper()
		for deadline := time.Now().Add(within); !holds(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("not within %s: %s", within, what)
			}
		}
	}
	const full = pacePerSecond * 9 / 10
	first := newSender(t, url, calls)
	reaches("one node sends at full pace", time.Minute, func() bool { return calls.of(first.id) > full })
	second := newSender(t, url, calls)
	reaches("both send as much, and together at full pace", time.Minute, func() bool {
		one, two := calls.of(first.id), calls.of(second.id)
		return one > full*2/5 && two > full*2/5 && one+two > full
	})
	first.stop()
	killed := time.Now()
	reaches("the one that is left sends at full pace", time.Minute, func() bool { return calls.of(second.id) > full })
	t.Logf("full pace for a second %s after the death of one of two nodes, whose lease is %s", time.Since(killed).Round(time.Millisecond), paceLease)
	second.stop()
	calls.mu.Lock()
	defer calls.mu.Unlock()
	slices.SortFunc(calls.calls, func(a, b called) int { return a.at.Compare(b.at) })
	for i, n := range calls.calls {
		end := i
		for end < len(calls.calls) && calls.calls[end].at.Sub(n.at) < time.Second {
			end++
		}
		// With a tenth at once, and the call by which each node learned of the number.
		if end-i > pacePerSecond+pacePerSecond/10+2 {
			t.Fatalf("%d calls in one second, of %d", end-i, pacePerSecond)
		}
	}
}

// On the embedded engine there is one node, which has the whole pace at once.
func TestTheEmbeddedEngineHasTheWholePace(t *testing.T) {
	calls := &tally{}
	s := newSender(t, filepath.Join(t.TempDir(), "crm.db"), calls)
	for deadline := time.Now().Add(time.Minute); calls.of(s.id) < pacePerSecond*9/10; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d calls in a second", calls.of(s.id))
		}
	}
	s.stop()
}
