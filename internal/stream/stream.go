package stream

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// A write has at most so many events and bytes; one event may be larger.
const (
	writeEvents = pageSize
	writeBytes  = 64 << 10
)

const (
	// openPatience is how long the start of a stream may take.
	openPatience = 10 * time.Second
	// endPatience is how long the last words of a stream may take.
	endPatience = 2 * time.Second
	// sendBuffer is what the system holds of a stream that is not read.
	sendBuffer = 128 << 10
	// reconnect is how long a listener waits whose connection broke.
	reconnect = 1000 // milliseconds
)

// Request says what somebody wants to hear.
type Request struct {
	Actor crm.Actor
	// After is the last event that the listener has; "" begins at Since, or
	// now.
	After string
	Since time.Time
	Want  crm.Subscription
	// Presence asks to be told, too, who is in conversations; Notifications, of the
	// user's own notifications.
	Presence, Notifications bool
}

// Stream is one listener's connection.
type Stream struct {
	h      *Hub
	feed   *feed
	actor  crm.Actor
	want   crm.Subscription
	within atomic.Pointer[crm.Reach] // as it was within the last second
	masks  atomic.Bool               // the actor sees phone numbers masked, as of then

	at   event.Position // every event up to here was written or is not wanted
	last string         // the event that stands last before it
	told string         // the last one that the listener knows of
	// first is below the events since the time that was asked for; "" for all.
	first string
	wake  chan struct{} // has room for one

	presence, notifications bool
	unheard                 unheard

	conn    net.Conn
	chunked bool
	out     net.Buffers
	over    chan struct{} // closed when it is to end
	once    sync.Once
	reason  string
}

// Open takes a place for a stream and finds where it begins. Its errors are
// for the caller: too many streams, or an event that the log does not have.
// What was opened must be served or abandoned.
func (h *Hub) Open(ctx context.Context, r Request) (*Stream, error) {
	s := &Stream{h: h, actor: r.Actor, want: r.Want, wake: make(chan struct{}, 1), over: make(chan struct{}), presence: r.Presence, notifications: r.Notifications, unheard: unheard{wake: make(chan struct{}, 1)}}
	if err := h.enter(s); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	if err := s.begin(ctx, r); err != nil {
		h.leave(s)
		return nil, err
	}
	return s, nil
}

// Abandon gives up a stream that cannot be served.
func (s *Stream) Abandon() { s.h.leave(s) }

// begin finds the position from which the listener hears.
func (s *Stream) begin(ctx context.Context, r Request) error {
	select {
	case <-s.feed.began:
	case <-ctx.Done():
		return crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The log could not be read in time.").Because(ctx.Err())
	}
	var p event.Position
	var err error
	switch {
	case r.After != "":
		found := false
		err = s.h.db.View(ctx, func(tx *db.Tx) (err error) {
			p, found, err = event.EventPosition(tx, s.actor.WorkspaceID, r.After)
			return err
		})
		if err == nil && !found {
			return crm.Errorf(crm.KindGone, crm.CodeEventExpired, "The event %s does not exist or has expired; you may have missed events. Backfill them with GET /v1/events, then reconnect without Last-Event-ID.", r.After)
		}
		s.at, s.last = p, r.After
		return err
	case !r.Since.IsZero():
		err = s.h.db.View(ctx, func(tx *db.Tx) (err error) {
			p, err = event.EventBefore(tx, s.actor.WorkspaceID, r.Since)
			return err
		})
		s.at, s.last, s.first = p, cmp.Or(p.ID, event.FirstEvent), crm.LowestID(crm.PrefixEvent, r.Since)
		return err
	}
	s.feed.mu.RLock()
	defer s.feed.mu.RUnlock()
	s.at, s.last = s.feed.end, s.feed.last
	return nil
}

// Serve writes the head of the answer and then the events, until the listener
// goes or the stream is ended. It returns at once and closes the connection in
// the end.
func (s *Stream) Serve(conn net.Conn, head []byte, chunked bool) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
	_ = conn.SetDeadline(time.Time{})
	s.h.mu.Lock()
	stopped := s.h.stopped
	if !stopped {
		s.conn, s.chunked = conn, chunked
		s.h.running.Go(func() { s.run(head) })
	}
	s.h.mu.Unlock()
	if stopped {
		_ = conn.Close() // it comes again, elsewhere
		s.Abandon()
		return
	}
	go s.listen()
}

// listen notices that the listener has gone.
func (s *Stream) listen() {
	var unread [16]byte
	for {
		if _, err := s.conn.Read(unread[:]); err != nil {
			s.end(endClosed)
			return
		}
	}
}

// end lets the stream end. Only the first reason counts.
func (s *Stream) end(reason string) {
	s.once.Do(func() { s.reason = reason; close(s.over) })
}

// cut ends the stream without a word.
func (s *Stream) cut() {
	s.end(endClosed)
	s.h.mu.RLock()
	defer s.h.mu.RUnlock()
	if s.conn != nil {
		_ = s.conn.Close()
	}
}

func (s *Stream) run(head []byte) {
	defer s.h.leave(s)
	_ = s.conn.SetWriteDeadline(time.Now().Add(s.h.opt.WriteTimeout)) // what it asked for before may fill the connection
	_, err := s.conn.Write(head)
	if err == nil {
		s.out = append(s.out, []byte("id: "+s.last+"\nretry: "+strconv.Itoa(reconnect)+"\n\n"))
		s.told = s.last
		err = s.send()
	}
	if err == nil {
		s.follow()
	}
	s.end(endClosed)
	if s.reason != endClosed && s.reason != endSlow {
		s.out = append(s.out[:0], fmt.Appendf(nil, "event: stream.ended\nid: %s\nretry: %d\ndata: {\"reason\":%q}\n\n", s.last, comeAgain(), s.reason))
		_ = s.conn.SetWriteDeadline(time.Now().Add(endPatience))
		if s.flush() == nil && s.chunked {
			_, _ = s.conn.Write([]byte("0\r\n\r\n"))
		}
	}
	_ = s.conn.Close()
	if s.h.opt.Ended != nil {
		s.h.opt.Ended(s.reason)
	}
}

// follow writes events and heart-beats until the stream is to end.
func (s *Stream) follow() {
	beat := time.NewTimer(s.h.opt.HeartBeat)
	defer beat.Stop()
	for {
		if s.writePresence() != nil {
			s.end(endSlow)
			return
		}
		list, end, last, behind := s.feed.after(s.at, writeEvents)
		if behind = behind || s.blind(list); behind {
			list, end, last = s.readPage()
		}
		wrote, err := s.write(list)
		if err != nil {
			s.end(endSlow)
			return
		}
		if wrote {
			beat.Reset(s.h.opt.HeartBeat)
		}
		s.reach(end, last)
		due, over := s.pause(beat, behind || len(list) > 0)
		if over {
			return
		}
		if due {
			if s.beat() != nil {
				s.end(endSlow)
				return
			}
			beat.Reset(s.h.opt.HeartBeat)
		}
	}
}

// reach moves the position on.
func (s *Stream) reach(end event.Position, last string) {
	if end.Compare(s.at) > 0 {
		s.at, s.last = end, cmp.Or(last, s.last)
	}
}

// pause waits until there is an event that is wanted, unless there may be one
// already, and says whether a heart-beat is due or the stream is to end.
func (s *Stream) pause(beat *time.Timer, more bool) (due, over bool) {
	if more || !s.feed.park(s) {
		select {
		case <-s.over:
			return false, true
		case <-beat.C:
			return true, false
		default:
			return false, false
		}
	}
	select {
	case <-s.wake:
		return false, false
	case <-s.unheard.wake:
	case <-beat.C:
		due = true
	case <-s.over:
		over = true
	}
	s.feed.unpark(s)
	return due, over
}

// beat shows that the stream lives, and how far it has come, so that what is
// not wanted is not read again.
func (s *Stream) beat() error {
	text := ":\n\n"
	if s.told != s.last {
		s.told, text = s.last, ":\nid: "+s.last+"\n\n"
	}
	s.out = append(s.out, []byte(text))
	return s.send()
}

// readPage reads the log where the feed does not reach back. The position
// stays where it is when the stream cannot go on.
func (s *Stream) readPage() (list []entry, end event.Position, last string) {
	list, end, expired, err := s.h.page(s.actor.WorkspaceID, s.at, s.last, !s.within.Load().IsWhole())
	switch {
	case expired:
		s.end(endExpired)
		return nil, s.at, ""
	case err != nil:
		if s.h.ctx.Err() == nil {
			s.h.log.Error("events could not be read for a stream", "workspace", s.actor.WorkspaceID, "error", err)
		}
		s.end(endFailed)
		return nil, s.at, ""
	}
	if len(list) > 0 {
		return list, end, list[len(list)-1].ID
	}
	// What stood before the feed's first event is not in the log any more.
	if start := s.feed.first(); start.Compare(end) > 0 {
		end = start
	}
	return nil, end, ""
}

// wants reports whether the listener is to be told of an event. Tests are for
// the endpoint that they name.
func (s *Stream) wants(e *entry) bool {
	return e.EndpointID == "" && e.ID >= s.first && s.want.Matches(e.Kind, e.Scope) && (e.sight == nil || e.sight.Within(*s.within.Load()))
}

// see lets the listener see what the actor may see now.
func (s *Stream) see(a crm.Actor) {
	if !a.Reach.IsWhole() {
		s.feed.limited.Store(true)
	}
	s.masks.Store(a.MasksPhoneNumbers)
	s.within.Store(&a.Reach)
}

// blind reports whether who can see one of the events is not known, for a listener
// who does not see everything: then it reads them itself.
func (s *Stream) blind(list []entry) bool {
	return !s.within.Load().IsWhole() && slices.ContainsFunc(list, func(e entry) bool { return e.sight == nil })
}

// write sends what is wanted of the events.
func (s *Stream) write(list []entry) (wrote bool, err error) {
	size := 0
	for i := range list {
		e := &list[i]
		text, told := e.text, e.ID
		switch {
		case s.wants(e):
			if s.masks.Load() {
				text = e.masked()
			}
		case s.loses(e):
			text, told = leftText(e.Key), s.told
		default:
			continue
		}
		if size > 0 && size+len(text) > writeBytes {
			if err := s.send(); err != nil {
				return wrote, err
			}
			size = 0
		}
		s.out, s.told, wrote = append(s.out, text), told, true
		size += len(text)
	}
	if size == 0 {
		return wrote, nil
	}
	return wrote, s.send()
}

// send writes what was put together, within the time that a write may take.
func (s *Stream) send() error {
	_ = s.conn.SetWriteDeadline(time.Now().Add(s.h.opt.WriteTimeout))
	return s.flush()
}

func (s *Stream) flush() error {
	parts := s.out
	if s.chunked {
		size := 0
		for _, part := range parts {
			size += len(part)
		}
		parts = append(append(net.Buffers{fmt.Appendf(nil, "%x\r\n", size)}, parts...), []byte("\r\n"))
	}
	_, err := parts.WriteTo(s.conn)
	s.out = nil
	return err
}
