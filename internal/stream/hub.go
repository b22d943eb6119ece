// Package stream sends the events of the log to listeners as they are committed:
// server-sent events over connections that stay open.
//
// One reader per workspace and node (feed.go) reads the log and keeps its newest
// events for all streams. A stream (stream.go) remembers only its position in
// the log. It takes the next events from the newest ones, or reads the log page
// by page, so a slow listener does not delay others.
package stream

import (
	"context"
	crand "crypto/rand"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/run"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
)

// Options bound the streams of a node, and say who is told of them.
type Options struct {
	// How many may be open at once.
	PerActor, PerWorkspace, PerNode int
	// HeartBeat is how long a stream is silent at most.
	HeartBeat time.Duration
	// WriteTimeout is how long a receiver may take for what was written to it.
	WriteTimeout time.Duration
	// Ended is told why a stream ended; nil for nobody.
	Ended func(reason string)
	// Nodes is how many nodes share the database; nil for one.
	Nodes func() int
}

const (
	// actorPause is how often the actors of open streams are checked in any case,
	// and accessPause how often it is asked whether somebody's access changed.
	actorPause  = 15 * time.Second
	accessPause = 300 * time.Millisecond
	// How often PostgreSQL is asked for what other processes wrote, alone and
	// beside other nodes.
	newsPause       = 500 * time.Millisecond
	sharedNewsPause = 50 * time.Millisecond
	// pageReaders is how many streams that are behind read the log at once.
	pageReaders = 4
)

// Why a stream ended.
const (
	endShutdown = "shutdown"     // this node stops; others go on
	endActor    = "unauthorized" // the actor may not ask any more: its key was revoked, or has expired
	endExpired  = "expired"      // the log has its next events no more
	endSlow     = "slow"         // what was written was not taken in time
	endClosed   = "closed"       // the listener went
	endFailed   = "failed"       // the log could not be read
)

// Hub has the open streams of a node.
type Hub struct {
	svc *service.Service
	db  *db.DB
	log *slog.Logger
	opt Options

	mu      sync.RWMutex
	feeds   map[string]*feed
	streams map[*Stream]struct{}
	actors  map[crm.DoneBy]int // how many streams each has
	stopped bool

	present *presence

	check   chan struct{} // look at the actors now
	opened  chan struct{} // note who has a stream now
	reading chan struct{} // one place for each page that is read
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
	loop    sync.WaitGroup
}

// New returns a hub without streams.
func New(svc *service.Service, log *slog.Logger, opt Options) *Hub {
	h := &Hub{svc: svc, db: svc.DB(), log: log, opt: opt, feeds: map[string]*feed{}, streams: map[*Stream]struct{}{}, actors: map[crm.DoneBy]int{},
		present: newPresence(crand.Text()),
		check:   make(chan struct{}, 1), opened: make(chan struct{}, 1), reading: make(chan struct{}, pageReaders)}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	return h
}

// Run looks after the streams until ctx ends. Then it ends every stream and
// tells their listeners to come again, elsewhere if they can; new ones are
// refused. Those that do not end within the grace (see package run) are cut.
func (h *Hub) Run(ctx context.Context) error {
	h.loop.Go(h.checkActors)
	h.loop.Go(h.watchAccess)
	h.loop.Go(h.spreadPresence)
	h.loop.Go(h.noteListeners)
	if h.db.Engine() != "sqlite" {
		h.loop.Go(h.askNews)
		h.loop.Go(h.sendPresence)
		h.loop.Go(h.hearPresence)
	}
	<-ctx.Done()
	h.mu.Lock()
	h.stopped = true
	h.mu.Unlock()
	h.endAll(endShutdown, func(*Stream) bool { return true })
	done := make(chan struct{})
	go func() { h.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-run.Grace(ctx).Done():
		for _, s := range h.list() {
			s.cut()
		}
		<-done
	}
	h.cancel()
	h.loop.Wait()
	return nil
}

// Count returns how many streams are open.
func (h *Hub) Count() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.streams)
}

// Tell says that this process has committed an event. It does not block.
func (h *Hub) Tell(ev event.LoggedEvent) {
	h.mu.RLock()
	f := h.feeds[ev.WorkspaceID]
	h.mu.RUnlock()
	if f != nil {
		f.look()
	}
}

// Wake checks all actors, because the clock has moved.
func (h *Hub) Wake() {
	signal(h.check)
	signal(h.opened)
}

// signal tells a loop to go round at once. It does not block.
func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// enter takes a place for a stream of the actor and returns the feed of its
// workspace.
func (h *Hub) enter(s *Stream) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopped {
		return refusal(crm.KindUnavailable, crm.CodeUnavailable, time.Second, "This node is stopping.")
	}
	f := h.feeds[s.actor.WorkspaceID]
	switch {
	case h.actors[s.actor.By()] >= h.opt.PerActor:
		return refusal(crm.KindRateLimited, crm.CodeStreamLimit, 10*time.Second, "%s %d open streams, and may have no more.", s.actor.Address("This API key has", "You have"), h.opt.PerActor)
	case f != nil && f.open >= h.opt.PerWorkspace:
		return refusal(crm.KindRateLimited, crm.CodeStreamLimit, 10*time.Second, "The workspace has %d open streams, and may have no more.", h.opt.PerWorkspace)
	case len(h.streams) >= h.opt.PerNode:
		return refusal(crm.KindUnavailable, crm.CodeUnavailable, 10*time.Second, "This node has %d open streams, and takes no more.", h.opt.PerNode)
	}
	if f == nil {
		f = newFeed(h, s.actor.WorkspaceID)
		h.feeds[s.actor.WorkspaceID] = f
		h.loop.Go(f.run)
	}
	f.open++
	h.actors[s.actor.By()]++
	h.streams[s] = struct{}{}
	s.feed = f
	s.see(s.actor)
	signal(h.opened)
	return nil
}

func refusal(kind crm.Kind, code crm.Code, wait time.Duration, format string, args ...any) error {
	e := crm.Errorf(kind, code, format, args...)
	e.RetryAfter = wait
	return e
}

// leave gives the place back. The last stream of a workspace ends its feed.
func (h *Hub) leave(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams, s)
	if h.actors[s.actor.By()]--; h.actors[s.actor.By()] == 0 {
		delete(h.actors, s.actor.By())
	}
	if s.feed.open--; s.feed.open == 0 {
		delete(h.feeds, s.actor.WorkspaceID)
		s.feed.stop()
	}
}

func (h *Hub) list() []*Stream {
	h.mu.RLock()
	defer h.mu.RUnlock()
	out := make([]*Stream, 0, len(h.streams))
	for s := range h.streams {
		out = append(out, s)
	}
	return out
}

func (h *Hub) endAll(reason string, which func(*Stream) bool) {
	for _, s := range h.list() {
		if which(s) {
			s.end(reason)
		}
	}
}

// seat is an actor in a workspace, a person in one of their sessions.
type seat struct {
	workspaceID string
	by          crm.DoneBy
	session     string
}

func seatOf(a crm.Actor) seat { return seat{a.WorkspaceID, a.By(), a.SessionID} }

// watchAccess has the actors checked, and what is remembered of them forgotten,
// when somebody's access changed on any node.
func (h *Hub) watchAccess() {
	tick := time.NewTicker(accessPause)
	defer tick.Stop()
	var seen int64
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-tick.C:
		}
		h.mu.RLock()
		open := len(h.streams)
		h.mu.RUnlock()
		if open == 0 && h.db.Engine() == "sqlite" {
			continue // no other process changes anything
		}
		number, err := h.svc.People.AccessChanges(h.ctx)
		if err != nil || number == seen {
			continue // what is away is told of elsewhere
		}
		seen = number
		h.svc.ForgetAccess()
		signal(h.check)
	}
}

// checkActors ends the streams of actors that may not ask any more, and lets the
// others see what they may see now.
func (h *Hub) checkActors() {
	tick := time.NewTicker(actorPause)
	defer tick.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-tick.C:
		case <-h.check:
		}
		ended, now := map[seat]bool{}, map[seat]crm.Actor{}
		list := h.list()
		for _, s := range list {
			seat := seatOf(s.actor)
			if _, known := ended[seat]; known {
				continue
			}
			fresh, err := h.svc.CheckActor(h.ctx, s.actor)
			if err == nil && fresh.Require(crm.ScopeEventsRead) != nil {
				err = crm.Errorf(crm.KindUnauthorized, crm.CodeUnauthorized, "The actor may hear no events any more.")
			}
			if err == nil {
				now[seat] = fresh
			}
			kind := crm.KindInternal
			if err != nil {
				kind = crm.AsError(err).Kind
			}
			ended[seat] = kind == crm.KindUnauthorized || kind == crm.KindNotFound
			if err != nil && !ended[seat] && h.ctx.Err() == nil {
				h.log.Error("the actor of an event stream could not be checked", "actor", seat.by.String(), "error", err)
			}
		}
		for _, s := range list {
			if a, known := now[seatOf(s.actor)]; known {
				s.see(a)
			}
		}
		h.endAll(endActor, func(s *Stream) bool { return ended[seatOf(s.actor)] })
	}
}

// askNews finds the workspaces whose log has grown by other processes.
func (h *Hub) askNews() {
	pause := newsPause
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-time.After(pause):
		}
		read := map[string]int64{}
		h.mu.RLock()
		for w, f := range h.feeds {
			if number, known := f.reached(); known {
				read[w] = number
			}
		}
		h.mu.RUnlock()
		if len(read) == 0 {
			continue
		}
		var heads map[string]int64
		var nodes int64
		err := h.db.View(h.ctx, func(tx *db.Tx) (err error) { heads, nodes, err = event.News(tx, read); return err })
		if err != nil {
			if h.ctx.Err() == nil {
				h.log.Error("could not check the log for new events", "error", err)
			}
			pause = newsPause
			continue
		}
		pause = newsPause
		if nodes > 1 {
			pause = sharedNewsPause
		}
		for w := range heads {
			h.mu.RLock()
			f := h.feeds[w]
			h.mu.RUnlock()
			if f != nil {
				f.look()
			}
		}
	}
}

// page reads a page of the log for a stream that is behind. expired says that
// the event at which it stands is not in the log any more.
func (h *Hub) page(workspaceID string, after event.Position, last string, limited bool) (list []entry, end event.Position, expired bool, err error) {
	select {
	case h.reading <- struct{}{}:
	case <-h.ctx.Done():
		return nil, after, false, h.ctx.Err()
	}
	// By another goroutine, so that the many that wait keep a small stack.
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { <-h.reading }()
		var events []event.LoggedEvent
		var sights []*reach.Sight
		err = h.db.View(h.ctx, func(tx *db.Tx) error {
			_, found, err := event.EventPosition(tx, workspaceID, last)
			if expired = err == nil && !found; err != nil || expired {
				return err
			}
			events, err = event.EventPage(tx, workspaceID, after, pageSize)
			if end = after; len(events) > 0 {
				end = events[len(events)-1].Position
			}
			if expired = errors.Is(err, event.ErrLogReplaced); expired {
				return nil
			}
			if err == nil && limited {
				sights, err = sightsOf(tx, events)
			}
			return err
		})
		list = entries(events, sights)
	}()
	<-done
	return list, end, expired, err
}

// comeAgain is how long a listener waits before it comes again: not all at
// once.
func comeAgain() int { return 250 + rand.IntN(1500) }
