package jobs

import (
	"slices"

	"service.example/crm/internal/store"
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
	count   int         // announced, and not put into the lane yet
	arrived int         // of these: arrived during a hold
	list    []store.Job // to be put into the lane together
	claimed bool        // some of list are claimed
	let     bool        // the lane was let go since the first announcement
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
func (k *kind) take(j store.Job) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.takeLocked(j)
}

func (k *kind) takeLocked(j store.Job) {
	if j.Key != "" {
		k.come(j.Key, j)
		return
	}
	k.add(j)
	k.dispatch()
}

// arrive ends an announcement of the key, with the job or without.
func (k *kind) arrive(key string, jobs ...store.Job) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.come(key, jobs...)
}

func (k *kind) come(key string, jobs ...store.Job) {
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
func (k *kind) giveBackStrays(key string, c *coming, strays []store.Job) {
	k.order.Lock()
	k.mu.Lock()
	again := c.claimed
	k.mu.Unlock()
	if !again {
		k.giveBack(strays)
		strays = nil
	}
	k.order.Unlock()
	k.arrive(key, strays...)
	k.mu.Lock()
	defer k.mu.Unlock()
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
func (k *kind) resume(claimed []store.Job) {
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
func (k *kind) release(l *lane) {
	k.hold()
	defer k.order.Unlock()
	for rest := k.rest(l); len(rest) > 0; rest = k.rest(l) {
		k.giveBack(rest)
	}
}

// rest empties a lane, with what was to be put there; when there is nothing,
// it ends the hold.
func (k *kind) rest(l *lane) []store.Job {
	k.mu.Lock()
	defer k.mu.Unlock()
	rest := l.jobs
	l.jobs = nil
	k.let(l.queue, len(rest))
	if c := k.coming[l.key]; c != nil {
		rest = append(rest, c.list...)
		c.list, c.claimed, c.let = nil, false, true
	}
	if len(rest) == 0 {
		k.free()
	}
	return rest
}
