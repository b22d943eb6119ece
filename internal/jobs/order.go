package jobs

import (
	"slices"
	"time"
)

// Jobs of one key reach a lane on two ways: claimed from the table, and handed
// over after their commit. The table lets a node have a job only when the node
// has all earlier ones of the key too, so order is kept as long as the lanes
// hold what the table says. But commits and what follows them in memory do not
// come in one order. So a job that is handed over is announced before its
// commit, and what is claimed of its key waits for it; and what is handed over
// during a claim, or while a lane is let go, waits for the end of that.

// coming is a key of which jobs are being handed over.
type coming struct {
	count   int   // announced, and not put into the lane yet
	arrived int   // of these: arrived during a hold
	list    []Job // to be put into the lane together
	claimed bool  // some of list are claimed
	let     bool  // the lane was let go since the first announcement
}

// expect notes that a job of the key is about to be handed over.
func (k *kind) expect(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.coming[key]
	if c == nil {
		c = &coming{}
		k.coming[key] = c
	}
	c.count++
}

// take takes a job that was handed over after its commit.
func (k *kind) take(j Job) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.takeLocked(j)
}

func (k *kind) takeLocked(j Job) {
	if j.Key != "" {
		k.come(j.Key, j)
		return
	}
	k.add(j)
	k.dispatch()
}

// arrive ends an announcement of the key, with the job or without.
func (k *kind) arrive(key string, jobs ...Job) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.come(key, jobs...)
}

func (k *kind) come(key string, jobs ...Job) {
	c := k.coming[key]
	c.arrived++
	c.list = append(c.list, jobs...)
	if !k.busy {
		k.settle(key, c)
		k.dispatch()
	}
}

// settle puts what has come of a key into its lane, once nothing else is
// announced.
func (k *kind) settle(key string, c *coming) {
	c.count -= c.arrived
	c.arrived = 0
	if c.let && !c.claimed && len(c.list) > 0 && k.lanes[key] == nil {
		strays := c.list
		c.list = nil
		c.count++
		k.running++
		k.pick(strays)
		go k.giveBackStrays(key, c, strays)
	}
	if c.count > 0 {
		return
	}
	delete(k.coming, key)
	slices.SortFunc(c.list, byID)
	for _, j := range c.list {
		k.add(j)
	}
}

// giveBackStrays lets jobs queue up in the table behind an earlier one of
// their key that was given back while they came; or in the lane, if that one
// has been claimed again.
func (k *kind) giveBackStrays(key string, c *coming, strays []Job) {
	k.order.Lock()
	k.mu.Lock()
	again := c.claimed
	k.mu.Unlock()
	back := strays
	if !again {
		k.giveBack(Job{}, strays)
		back = nil
	}
	k.order.Unlock()
	k.arrive(key, back...)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.drop(back)
	k.ended()
}

// hold begins a moment in which nothing that is handed over enters a lane.
func (k *kind) hold() {
	k.order.Lock()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.busy = true
}

// resume ends it, with the jobs that were claimed.
func (k *kind) resume(claimed []Job) {
	defer k.order.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
	slices.SortFunc(claimed, byID)
	for _, j := range claimed {
		if c := k.coming[j.Key]; c != nil {
			c.list, c.claimed = append(c.list, j), true
			continue
		}
		k.add(j)
	}
	k.free()
}

// free ends a hold.
func (k *kind) free() {
	k.busy = false
	for key, c := range k.coming {
		k.settle(key, c)
	}
	k.dispatch()
}

// release gives back what a lane holds: its head runs later, and so must all
// that come after it. The lane stays taken meanwhile, so that no newer job
// overtakes them.
func (k *kind) release(l *lane, head Job) {
	if head.Key == "" {
		return // nothing comes after it
	}
	k.hold()
	defer k.order.Unlock()
	for rest := k.rest(l); len(rest) > 0; rest = k.rest(l) {
		k.giveBack(head, rest)
	}
}

// rest empties a lane; when there is nothing in it, the lane and the hold end.
func (k *kind) rest(l *lane) []Job {
	k.mu.Lock()
	defer k.mu.Unlock()
	rest := k.empty(l)
	if len(rest) == 0 {
		delete(k.lanes, l.key)
		k.free()
	}
	return rest
}

// rests puts back what a resting queue has.
func (k *kind) rests(q *queue) bool {
	if k.Rest == nil {
		return false
	}
	room, wait := k.Rest.Room(q.name, time.Now())
	if room > 0 {
		return false
	}
	k.due.add(k.engine.db.Source().Now().Add(wait))
	if !q.leaves {
		q.leaves = true
		k.running++
		go k.putBack(q)
	}
	return true
}

// putBack gives back the lanes of a queue that do not run.
func (k *kind) putBack(q *queue) {
	k.hold()
	defer k.order.Unlock()
	k.mu.Lock()
	lanes := q.ready
	q.ready = nil
	k.mu.Unlock()
	for again := true; again; {
		var list []Job
		k.mu.Lock()
		for _, l := range lanes {
			list = append(list, k.empty(l)...)
		}
		if again = len(list) > 0; !again {
			k.leave(q, lanes)
		}
		k.mu.Unlock()
		k.giveBack(Job{}, list)
	}
}

// leave ends the lanes of a queue that were put back, and the hold.
func (k *kind) leave(q *queue, lanes []*lane) {
	for _, l := range lanes {
		delete(k.lanes, l.key)
	}
	q.leaves = false
	k.takeTurn(q)
	k.let(q, 0)
	k.free()
	k.ended()
}

// empty takes what a lane holds, with what was to be put there.
func (k *kind) empty(l *lane) []Job {
	rest := l.jobs
	l.jobs = nil
	k.let(l.queue, len(rest))
	if c := k.coming[l.key]; c != nil {
		rest = append(rest, c.list...)
		c.list, c.claimed, c.let = nil, false, true
	}
	k.pick(rest)
	return rest
}
