package stream

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"service.example/crm/internal/store"
)

const (
	// What a feed keeps of the newest events.
	keepEvents = 1024
	keepBytes  = 1 << 20
	keepTime   = 5 * time.Second

	pageSize = 64 // events that one stream that is behind reads at once
	feedPage = 256
	// tickPause is how often a feed looks although it was told of nothing.
	tickPause = 2 * time.Second
	// paceTime is between two readings at least, so that a burst is read by
	// pages and not event by event.
	paceTime = 2 * time.Millisecond
	// While a transaction may still commit before what is waited for.
	horizonPause    = 2 * time.Millisecond
	maxHorizonPause = 50 * time.Millisecond
	failurePause    = time.Second
)

// entry is an event as it is written to every stream.
type entry struct {
	store.LoggedEvent
	text []byte // of which Body is a part
	at   time.Time
}

// entries renders events.
func entries(list []store.LoggedEvent) []entry {
	now := time.Now()
	out := make([]entry, len(list))
	for i, ev := range list {
		text := make([]byte, 0, len(ev.ID)+len(ev.Body)+16)
		text = append(append(text, "id: "...), ev.ID...)
		text = append(text, "\ndata: "...)
		body := len(text)
		text = append(text, ev.Body...)
		ev.Body = text[body:]
		out[i] = entry{LoggedEvent: ev, text: append(text, "\n\n"...), at: now}
	}
	return out
}

// feed reads the log of one workspace while it has streams on this node.
type feed struct {
	h           *Hub
	workspaceID string
	open        int // streams; under the hub's lock
	wake        chan struct{}
	done        chan struct{}

	mu    sync.RWMutex
	known bool // the fields below are set
	// newest are all events after start and up to end, which is how far the
	// log was read; last is the event that stands last before end.
	newest     []entry
	bytes      int
	start, end store.Position
	last       string
	told       store.Position
	more       chan struct{} // closed when end moves
}

func newFeed(h *Hub, workspaceID string) *feed {
	return &feed{h: h, workspaceID: workspaceID, wake: make(chan struct{}, 1), done: make(chan struct{}), more: make(chan struct{})}
}

func (f *feed) stop() { close(f.done) }

// look lets the feed read on.
func (f *feed) look() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// tell says that an event was committed, which readers may not see yet.
func (f *feed) tell(p store.Position) {
	f.mu.Lock()
	if p.Compare(f.told) > 0 {
		f.told = p
	}
	f.mu.Unlock()
	f.look()
}

// reached is the first transaction of which the feed may not have read all.
func (f *feed) reached() (commit int64, known bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.end.Commit, f.known
}

// run reads until the feed is stopped.
func (f *feed) run() {
	tick := tickPause
	if f.h.db.Engine() != "sqlite" {
		tick = time.Minute // the hub asks for all feeds at once
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	var waited time.Duration // how long what was told is not to be seen
	for {
		select {
		case <-f.done:
			return
		case <-f.h.ctx.Done():
			return
		case <-f.wake:
		case <-timer.C:
		}
		full, err := f.read()
		f.mu.Lock()
		unseen := f.told.Compare(f.end) > 0
		f.forget(time.Now())
		f.mu.Unlock()
		switch {
		case err != nil:
			if f.h.ctx.Err() == nil {
				f.h.log.Error("events could not be read for streams", "workspace", f.workspaceID, "error", err)
			}
			timer.Reset(failurePause)
		case full:
			timer.Reset(0)
		case unseen:
			waited = min(max(2*waited, horizonPause), maxHorizonPause)
			timer.Reset(waited)
		default:
			waited = 0
			timer.Reset(tick)
		}
		select {
		case <-f.done:
			return
		case <-time.After(paceTime):
		}
	}
}

// read takes a page of the log and reports whether there may be another one.
func (f *feed) read() (full bool, err error) {
	f.mu.RLock()
	known, from := f.known, f.end
	f.mu.RUnlock()
	var list []store.LoggedEvent
	var end store.Position
	last := ""
	err = f.h.db.View(f.h.ctx, func(tx *store.Tx) (err error) {
		if !known {
			if from, err = tx.NewestEvent(f.workspaceID); err != nil {
				return err
			}
			last = cmp.Or(from.ID, store.FirstEvent)
		}
		list, end, err = tx.EventPage(f.workspaceID, from, feedPage)
		return err
	})
	if err != nil {
		return false, err
	}
	fresh := entries(list)
	f.mu.Lock()
	defer f.mu.Unlock()
	if !known {
		f.known, f.start, f.last = true, from, last
	}
	if known && end.Compare(f.end) <= 0 {
		return false, nil
	}
	f.end = end
	f.newest = append(f.newest, fresh...)
	for i := range fresh {
		f.bytes += len(fresh[i].text)
		f.last = fresh[i].ID
	}
	if !known || len(fresh) > 0 {
		close(f.more)
		f.more = make(chan struct{})
	}
	if end.ID != "" {
		f.h.db.Source().Follow(end.ID)
	}
	return len(list) == feedPage, nil
}

// first is how far the feed reaches back.
func (f *feed) first() store.Position {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.start
}

// forget drops what is too much or too old to be kept.
func (f *feed) forget(now time.Time) {
	n := 0
	for n < len(f.newest) && (len(f.newest)-n > keepEvents || f.bytes > keepBytes || now.Sub(f.newest[n].at) > keepTime) {
		f.bytes -= len(f.newest[n].text)
		n++
	}
	if n == 0 {
		return
	}
	f.start = f.newest[n-1].Position
	f.newest = slices.Delete(f.newest, 0, n)
	if len(f.newest) == 0 {
		f.newest = nil
	}
}

// after returns events after a position, the position up to which they are
// all, and the last event before it. behind says that the feed does not reach
// back so far. more is closed when there is more.
func (f *feed) after(p store.Position, limit int) (list []entry, end store.Position, last string, behind bool, more <-chan struct{}) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	switch {
	case !f.known:
		return nil, p, "", false, f.more
	case p.Compare(f.start) < 0:
		return nil, p, "", true, f.more
	}
	i, _ := slices.BinarySearchFunc(f.newest, p, func(e entry, p store.Position) int {
		if e.Position.Compare(p) <= 0 {
			return -1
		}
		return 1
	})
	rest := f.newest[i:]
	if len(rest) > limit {
		list = slices.Clone(rest[:limit])
		return list, list[limit-1].Position, list[limit-1].ID, false, f.more
	}
	end, last = f.end, f.last
	if p.Compare(end) > 0 {
		end = p // it has read further by itself
	}
	return slices.Clone(rest), end, last, false, f.more
}
