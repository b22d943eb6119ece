package sandbox

import (
	"context"
	"sync"
	"time"
)

// timers runs functions when they are due, all on one goroutine.
type timers struct {
	elapsed func() time.Duration
	woken   chan struct{}

	mu   sync.Mutex
	heap []timer
	seq  uint64
	next time.Duration // when the goroutine will look again
}

type timer struct {
	due time.Duration
	seq uint64 // keeps equal times in the order of their calls
	do  task
}

// task is what a timer runs. It is an interface on pointers rather than a
// closure so that the hot path of statuses allocates nothing per timer.
type task interface{ run() }

// taskFunc makes a task of a function, for the cold paths.
type taskFunc func()

func (f taskFunc) run() { f() }

// tick is the resolution of timers: those due within one are run together.
const tick = time.Millisecond

func (t *timers) init(elapsed func() time.Duration) {
	t.elapsed = elapsed
	t.woken = make(chan struct{}, 1)
	t.next = 1 << 62
}

// after runs do once wait has elapsed; tasks must be short.
func (t *timers) after(wait time.Duration, do task) {
	due := t.elapsed() + wait
	t.mu.Lock()
	t.seq++
	t.push(timer{due, t.seq, do})
	early := due+tick < t.next
	if early {
		t.next = due
	}
	t.mu.Unlock()
	if early {
		t.wake()
	}
}

func (t *timers) wake() {
	select {
	case t.woken <- struct{}{}:
	default:
	}
}

func (t *timers) run(ctx context.Context) {
	clock := time.NewTimer(0)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.woken:
		case <-clock.C:
		}
		for do := t.pop(); do != nil && ctx.Err() == nil; do = t.pop() {
			do.run()
		}
		clock.Reset(t.sleep())
	}
}

// pop removes the first task that is due, or returns nil.
func (t *timers) pop() task {
	now := t.elapsed()
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.heap) == 0 || t.heap[0].due > now {
		return nil
	}
	return t.removeFirst().do
}

// sleep settles when to look again and returns how long that is.
func (t *timers) sleep() time.Duration {
	now := t.elapsed()
	t.mu.Lock()
	defer t.mu.Unlock()
	wait := time.Hour
	if len(t.heap) > 0 {
		wait = min(max(t.heap[0].due-now, tick), time.Hour)
	}
	t.next = now + wait
	return wait
}

func (t *timers) less(i, j int) bool {
	a, b := &t.heap[i], &t.heap[j]
	return a.due < b.due || a.due == b.due && a.seq < b.seq
}

func (t *timers) push(e timer) {
	t.heap = append(t.heap, e)
	for i := len(t.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if !t.less(i, parent) {
			break
		}
		t.heap[i], t.heap[parent] = t.heap[parent], t.heap[i]
		i = parent
	}
}

func (t *timers) removeFirst() timer {
	first, last := t.heap[0], len(t.heap)-1
	t.heap[0] = t.heap[last]
	t.heap[last] = timer{}
	t.heap = t.heap[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child+1 < last && t.less(child+1, child) {
			child++
		}
		if child >= last || !t.less(child, i) {
			return first
		}
		t.heap[i], t.heap[child] = t.heap[child], t.heap[i]
		i = child
	}
}
