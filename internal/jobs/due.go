package jobs

import (
	"container/heap"
	"sync"
	"time"
)

// due says when the table is worth asking for jobs of a kind: when one that
// waits there is due, and every so often for what nobody told of.
type due struct {
	wake chan struct{}

	mu      sync.Mutex
	moments moments
	poll    time.Time
}

// maxMoments bounds how many moments are remembered; later ones are found by the
// poll.
const maxMoments = 4096

func newDue() due { return due{wake: make(chan struct{}, 1)} }

// add notes that a job there is due at the time.
func (d *due) add(at time.Time) {
	d.mu.Lock()
	if len(d.moments) < maxMoments {
		heap.Push(&d.moments, at)
	}
	d.mu.Unlock()
	d.signal()
}

// look lets the table be looked at soon.
func (d *due) look() {
	d.mu.Lock()
	d.poll = time.Time{}
	d.mu.Unlock()
	d.signal()
}

func (d *due) signal() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// take forgets the moments that have come, and reports whether there was one.
func (d *due) take(now time.Time) (found bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.moments) > 0 && !d.moments[0].After(now) {
		heap.Pop(&d.moments)
		found = true
	}
	d.poll = now.Add(poll)
	return found
}

// wait is how long until the table is worth asking.
func (d *due) wait(now time.Time) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	next := d.poll
	if len(d.moments) > 0 && d.moments[0].Before(next) {
		next = d.moments[0]
	}
	return min(poll, max(claimPause, next.Sub(now)))
}

// moments is a heap, the earliest first.
type moments []time.Time

func (m moments) Len() int           { return len(m) }
func (m moments) Less(i, j int) bool { return m[i].Before(m[j]) }
func (m moments) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m *moments) Push(x any)        { *m = append(*m, x.(time.Time)) }
func (m *moments) Pop() any {
	last := len(*m) - 1
	out := (*m)[last]
	*m = (*m)[:last]
	return out
}

// ahead are jobs that this node holds and that are not due yet. They count as
// held, and what follows of their keys waits for them.
type ahead struct {
	wake chan struct{}
	jobs later // guarded by the lock of the kind
}

// keepAhead takes a job that was handed over before its time.
func (k *kind) keepAhead(j Job) {
	k.mu.Lock()
	k.countIn(j)
	heap.Push(&k.ahead.jobs, j)
	first := k.ahead.jobs[0].ID == j.ID
	k.mu.Unlock()
	if first {
		k.wakeAhead()
	}
}

func (k *kind) wakeAhead() {
	select {
	case k.ahead.wake <- struct{}{}:
	default:
	}
}

// aheadLoop lets jobs run when their time has come.
func (k *kind) aheadLoop() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-k.engine.ctx.Done():
			return
		case <-k.ahead.wake:
		case <-timer.C:
		}
		timer.Reset(k.takeAhead())
	}
}

// takeAhead hands over what is due and returns how long to wait for the next.
func (k *kind) takeAhead() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.engine.db.Source().Now()
	for len(k.ahead.jobs) > 0 {
		if wait := k.ahead.jobs[0].RunAt.Sub(now); wait > 0 {
			return min(wait, poll)
		}
		j := k.popAhead()
		k.takeLocked(j)
	}
	return poll
}

func (k *kind) popAhead() Job {
	j := heap.Pop(&k.ahead.jobs).(Job)
	k.let(k.queues[j.Queue], 1)
	return j
}

// forgetAhead drops what waits, because others hold it now.
func (k *kind) forgetAhead() {
	for len(k.ahead.jobs) > 0 {
		if j := k.popAhead(); j.Key != "" {
			k.come(j.Key)
		}
	}
}

// later is a heap, what is due first at its top.
type later []Job

func (l later) Len() int { return len(l) }
func (l later) Less(i, j int) bool {
	return l[i].RunAt.Before(l[j].RunAt)
}
func (l later) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *later) Push(x any)   { *l = append(*l, x.(Job)) }
func (l *later) Pop() any {
	last := len(*l) - 1
	out := (*l)[last]
	(*l)[last] = Job{}
	*l = (*l)[:last]
	return out
}
