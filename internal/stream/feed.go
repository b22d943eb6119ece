package stream

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
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
	paceTime     = 2 * time.Millisecond
	failurePause = time.Second
)

// entry is an event as it is written to every stream.
type entry struct {
	event.LoggedEvent
	text []byte // of which Body is a part
	at   time.Time
	// sight says who can see the event; nil where nobody asked when it was read.
	sight *reach.Sight
	// before is whose the conversation was, where the event assigned it.
	before *reach.Subject
}

// masked is the text for those who see phone numbers masked. Few listen, so it is
// made for each of them.
func (e *entry) masked() []byte {
	out := append([]byte("id: "), e.ID...)
	out = append(append(out, "\ndata: "...), crm.MaskEvent(e.Kind, e.Body)...)
	return append(out, "\n\n"...)
}

// entries renders events. sights are who can see each, nil where nobody asked.
func entries(list []event.LoggedEvent, sights []*reach.Sight) []entry {
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
		if sights != nil {
			out[i].sight, out[i].before = sights[i], subjectBefore(&ev)
		}
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
	began       chan struct{} // closed when the first page was read
	limited     atomic.Bool   // a stream does not see everything

	mu    sync.RWMutex
	known bool // the fields below are set
	// newest are all events after start and up to end, which is how far the
	// log was read; last names the event at end, or the place before the first.
	newest     []entry
	bytes      int
	start, end event.Position
	last       string
	// parked are the streams that have come to end and wait for an event that
	// they want. The others are not woken: they have come as far as the feed.
	parked map[*Stream]struct{}
}

func newFeed(h *Hub, workspaceID string) *feed {
	return &feed{h: h, workspaceID: workspaceID, wake: make(chan struct{}, 1), done: make(chan struct{}),
		began: make(chan struct{}), parked: map[*Stream]struct{}{}}
}

func (f *feed) stop() { close(f.done) }

// look lets the feed read on.
func (f *feed) look() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// reached is the number of the last event that the feed has read.
func (f *feed) reached() (number int64, known bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.end.Number, f.known
}

// run reads until the feed is stopped.
func (f *feed) run() {
	tick := tickPause
	if f.h.db.Engine() != "sqlite" {
		tick = time.Minute // the hub asks for all feeds at once
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
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
		default:
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
	var list []event.LoggedEvent
	var sights []*reach.Sight
	replaced := false
	err = f.h.db.View(f.h.ctx, func(tx *db.Tx) (err error) {
		if known {
			list, err = event.EventPage(tx, f.workspaceID, from, feedPage)
			if replaced = errors.Is(err, event.ErrLogReplaced); !replaced {
				if err == nil && f.limited.Load() {
					sights, err = sightsOf(tx, list)
				}
				return err
			}
		}
		from, err = event.NewestEvent(tx, f.workspaceID)
		return err
	})
	if err != nil {
		return false, err
	}
	if replaced {
		f.h.log.Warn("the database lost the end of the event log; the streams of the workspace are ended", "workspace", f.workspaceID)
		f.h.endAll(endExpired, func(s *Stream) bool { return s.feed == f })
	}
	fresh := entries(list, sights)
	f.mu.Lock()
	defer f.mu.Unlock()
	if !known || replaced {
		f.start, f.end, f.last = from, from, cmp.Or(from.ID, event.FirstEvent)
		f.newest, f.bytes = nil, 0
	}
	if !known {
		f.known = true
		close(f.began)
	}
	if len(fresh) == 0 {
		return false, nil
	}
	f.wakeFor(fresh)
	f.newest = append(f.newest, fresh...)
	for i := range fresh {
		f.bytes += len(fresh[i].text)
		f.end, f.last = fresh[i].Position, fresh[i].ID
	}
	return len(list) == feedPage, nil
}

// sightsOf are who can see each of the events, as conversations are now.
func sightsOf(tx *db.Tx, list []event.LoggedEvent) ([]*reach.Sight, error) {
	out, known := make([]*reach.Sight, len(list)), reach.Sights{}
	for i := range list {
		sight, err := event.SightOf(tx, known, list[i].WorkspaceID, list[i].Kind, list[i].Key)
		if err != nil {
			return nil, err
		}
		out[i] = sight
	}
	return out, nil
}

// first is how far the feed reaches back.
func (f *feed) first() event.Position {
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

// wakeFor wakes the parked streams that want one of the events which stand
// behind end.
func (f *feed) wakeFor(fresh []entry) {
	if len(fresh) == 0 {
		return
	}
	for s := range f.parked {
		if slices.ContainsFunc(fresh, func(e entry) bool { return s.wants(&e) || s.loses(&e) }) {
			f.release(s)
			s.wake <- struct{}{} // there is room: it takes it before it parks again
		}
	}
}

// release lets a parked stream stand where the feed stands.
func (f *feed) release(s *Stream) {
	delete(f.parked, s)
	s.reach(f.end, f.last)
}

// park lets a stream wait. It returns false when there is more already.
func (f *feed) park(s *Stream) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.end.Compare(s.at) > 0 {
		return false
	}
	f.parked[s] = struct{}{}
	return true
}

// unpark ends the waiting of a stream that was not woken.
func (f *feed) unpark(s *Stream) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, waits := f.parked[s]; waits {
		f.release(s)
		return
	}
	<-s.wake // it was woken at the same time
}

// after returns events after a position, the position up to which they are
// all, and the last event before it. behind says that the feed does not reach
// back so far.
func (f *feed) after(p event.Position, limit int) (list []entry, end event.Position, last string, behind bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if p.Compare(f.start) < 0 {
		return nil, p, "", true
	}
	i, _ := slices.BinarySearchFunc(f.newest, p, func(e entry, p event.Position) int {
		if e.Position.Compare(p) <= 0 {
			return -1
		}
		return 1
	})
	list = slices.Clone(f.newest[i:min(len(f.newest), i+limit)])
	if len(list) == limit {
		return list, list[limit-1].Position, list[limit-1].ID, false
	}
	return list, f.end, f.last, false
}
