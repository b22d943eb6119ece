package sandbox

import "sync"

// item is one thing to tell by webhook: a status of a business message, a
// customer's message, or a change of the account.
type item struct {
	step  *step  // a status; nil for the others
	stamp int64  // of the status, in Unix seconds
	last  bool   // the life of the message goes on when this was posted
	of    string // the participant of a group whose status it is

	kind    string    // otherwise: itemMessage or the webhook field of an account's change
	who     *customer // whose message it is
	body    []byte    // the message or the value, encoded
	contact []byte    // the contacts entry that goes with it
}

const (
	itemStatus  = "status"
	itemMessage = "message"
	itemAccount = "account"
)

// is names the item for faults.
func (it *item) is() string {
	switch {
	case it.step != nil:
		return itemStatus
	case it.kind == itemMessage:
		return itemMessage
	}
	return itemAccount
}

// customer is whom the item is about, if anybody.
func (it *item) customer() *customer {
	if it.step != nil {
		return it.step.to
	}
	return it.who
}

// lane is a queue of items that may share a post: those of one phone number,
// or the account-wide ones. Guarded by the outbox.
type lane struct {
	account *account
	phone   *phone
	items   []item
	queued  bool // the lane is in the outbox's queue
}

// batch is one post, kept until it is answered with 200 or given up.
type batch struct {
	lane    *lane
	items   []item
	attempt int
}

// outbox holds what waits to be posted. Lanes take turns; retries go first.
type outbox struct {
	mu     sync.Mutex
	ready  sync.Cond
	lanes  []*lane
	retry  []*batch
	queued int // items in lanes and retries
	late   int // items that wait for their retry to be due
	closed bool
}

// maxOutbox bounds the items that are kept; above it they are dropped.
const maxOutbox = 500_000

func (o *outbox) init() { o.ready.L = &o.mu }

// put queues an item and reports whether there was room.
func (o *outbox) put(l *lane, it item) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.queued+o.late >= maxOutbox {
		return false
	}
	l.items = append(l.items, it)
	o.queued++
	if !l.queued {
		l.queued = true
		o.lanes = append(o.lanes, l)
		o.ready.Signal()
	}
	return true
}

// putBack queues a batch for another post.
func (o *outbox) putBack(b *batch, wasLate bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if wasLate {
		o.late -= len(b.items)
	}
	o.queued += len(b.items)
	o.retry = append(o.retry, b)
	o.ready.Signal()
}

// hold counts a batch that waits for its retry.
func (o *outbox) hold(b *batch) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.late += len(b.items)
}

// take waits for the next batch of at most size items; nil when closed.
func (o *outbox) take(size func() int) *batch {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.lanes) == 0 && len(o.retry) == 0 && !o.closed {
		o.ready.Wait()
	}
	if o.closed {
		return nil
	}
	if len(o.retry) > 0 {
		b := o.retry[0]
		o.retry[0] = nil
		o.retry = o.retry[1:]
		o.queued -= len(b.items)
		return b
	}
	return o.takeLane(size())
}

func (o *outbox) takeLane(size int) *batch {
	l := o.lanes[0]
	o.lanes[0] = nil
	o.lanes = o.lanes[1:]
	n := l.fitting(size)
	b := &batch{lane: l, items: l.items[:n:n]}
	o.queued -= n
	if l.items = l.items[n:]; len(l.items) == 0 {
		l.items, l.queued = nil, false
		return b
	}
	o.lanes = append(o.lanes, l)
	o.ready.Signal()
	return b
}

// maxPost is where a post is full, whatever the batch size; the provider's own
// limit is 3 MB.
const maxPost = 2_900_000

// fitting is how many of the first items go into one post.
func (l *lane) fitting(size int) int {
	n, total := 0, 0
	for n < min(size, len(l.items)) {
		if total += l.items[n].size(); total > maxPost && n > 0 {
			break
		}
		n++
	}
	return n
}

// size is an upper bound of what the item takes in a post.
func (it *item) size() int {
	n := 1500 + len(it.body) + len(it.contact)
	if it.step != nil && it.step.callback != nil {
		n += 6 * len(*it.step.callback)
	}
	return n
}

// open lets take wait again after wake.
func (o *outbox) open() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = false
}

// wake ends all waits until open.
func (o *outbox) wake() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.ready.Broadcast()
}
