package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/bench/process"
)

// The phase agents: people with the inbox of the app open.
const (
	inboxAgents   = 200
	inboxTeams    = 10
	agentContacts = 2000 // each with a conversation that an agent has
	agentSends    = 200  // messages per second
	agentTime     = time.Minute
	mostSlower    = 1.5 // how much slower messages may be accepted beside the agents
)

// How the app reads again what is shown of a conversation (web/src/features/inbox/pace.ts).
const (
	mine      = "/v1/conversations?view=mine&limit=30"
	rowMoment = 30 * time.Millisecond
	rowPause  = 500 * time.Millisecond
	fewRows   = 3
	listSoon  = time.Second
	listRare  = 4 * time.Second
)

// agents measures how long messages take to be accepted while nobody looks on, and while
// agents have their inboxes open: each with a stream, and reading what it tells of.
func agents(ctx context.Context, o options, engine string) error {
	o.agents, o.teams, o.signedIn = inboxAgents, inboxTeams, true
	progress("%s: %d agents with their inboxes open, beside %d messages/s", engine, o.agents, agentSends)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err == nil {
		err = e.beginConversations(ctx, o)
	}
	if err != nil {
		return fmt.Errorf("%s: agents: %w", engine, err)
	}
	d := agentTime
	if o.quick {
		d = 5 * time.Second
	}
	if _, err = e.sendToAgents(ctx, d/4); err == nil { // statements are prepared, pages are read
		err = e.measureAgents(ctx, o, d)
	}
	if err != nil {
		return fmt.Errorf("%s: agents: %w", engine, err)
	}
	return nil
}

// beginConversations lets contacts write, so that every agent has conversations.
func (e *environment) beginConversations(ctx context.Context, o options) (err error) {
	if e.providerIDs, err = e.phonesAtProvider(ctx); err == nil {
		err = e.ask(ctx, http.MethodPut, "/v1/routing/rules", e.keys[0], e.benchRules(), nil)
	}
	r := &routingRun{e: e, o: o}
	if err == nil {
		err = r.capacity(ctx, routedCapacity)
	}
	if err == nil {
		_, err = r.write(ctx, agentSends, agentContacts/agentSends*time.Second, everyTopic)
	}
	if err == nil {
		err = r.awaitCounts(ctx, 100*time.Millisecond, func() bool { return r.counts.All == r.next && r.counts.Unassigned == 0 })
	}
	if err == nil {
		err = e.awaitIndex(ctx, e.keys[0])
	}
	if err == nil {
		err = rest(ctx, 5*time.Second) // what follows the log has come to its end
	}
	return err
}

// sendToAgents sends to the contacts whose conversations agents have.
func (e *environment) sendToAgents(ctx context.Context, d time.Duration) (outcome, error) {
	l := &load{callers: steadyCallers, connect: func() (worker, error) {
		return sender(e.url, func(i int) (string, []byte) { return e.keys[i%len(e.keys)], e.bodies[i%agentContacts] }, nil)
	}}
	out, err := l.steady(ctx, agentSends, d)
	return out, errors.Join(err, out.first)
}

func (e *environment) measureAgents(ctx context.Context, o options, d time.Duration) error {
	used, profiled := e.use(), e.saveProfile(o, e.db.engine+"-agents-before", d)
	alone, err := e.sendToAgents(ctx, d)
	<-profiled
	if err != nil {
		return err
	}
	progress("  nobody looks on: accepted p50 %.2f ms, p99 %.2f ms at %.0f/s", alone.lat.at(.5), alone.lat.at(.99), alone.rate())
	e.use().since(used).tell()

	run, stop := context.WithCancel(ctx)
	defer stop()
	all := &openInboxes{e: e, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: len(e.members)}}}
	began := time.Now()
	for _, m := range e.members {
		all.running.Go(func() { all.sit(run, m.key) })
	}
	for all.opened.Load() < int64(len(e.members)) && all.err() == nil {
		if err := rest(ctx, 5*time.Millisecond); err != nil {
			return err
		}
	}
	progress("  all inboxes are open after %.1f s", time.Since(began).Seconds())
	all.reset()
	used = e.use()
	profiled = e.saveProfile(o, e.db.engine+"-agents", d)
	beside, err := e.sendToAgents(ctx, d)
	<-profiled
	told := e.use().since(used)
	memory := process.Memory(e.serve.PID())
	lat, heard := all.figures()
	stop()
	all.running.Wait()
	if err = errors.Join(err, all.err()); err != nil {
		return err
	}
	ratio := beside.lat.at(.99) / alone.lat.at(.99)
	progress("  %d inboxes are open: accepted p50 %.2f ms, p99 %.2f ms at %.0f/s: %.2f times as long (at most %.1f); serve has %.0f MB",
		len(e.members), beside.lat.at(.5), beside.lat.at(.99), beside.rate(), ratio, mostSlower, memory)
	progress("  they heard %.0f events/s and made %.0f reads/s: p50 %.2f ms, p99 %.2f ms", float64(heard)/d.Seconds(), float64(len(lat))/d.Seconds(), lat.at(.5), lat.at(.99))
	told.tell()
	return nil
}

// openInboxes are the inboxes of all agents.
type openInboxes struct {
	e             *environment
	client        *http.Client
	running       sync.WaitGroup
	opened, heard atomic.Int64

	mu     sync.Mutex
	lat    latencies
	failed error
}

func (s *openInboxes) err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

func (s *openInboxes) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = errors.Join(s.failed, err)
}

func (s *openInboxes) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lat = nil
	s.heard.Store(0)
}

func (s *openInboxes) figures() (latencies, int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return merged(s.lat), s.heard.Load()
}

// read makes one read of the app.
func (s *openInboxes) read(ctx context.Context, key, path string) {
	began := time.Now()
	err := look(ctx, s.client, s.e.url+path, key)
	took := time.Since(began)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		s.fail(err)
		return
	}
	s.mu.Lock()
	s.lat.add(took)
	s.mu.Unlock()
}

// sit is one agent: the inbox is opened, with its first conversation, and kept true.
func (s *openInboxes) sit(ctx context.Context, key string) {
	c, lines, err := openStream(s.e.url, key, "?events=*")
	if err != nil {
		s.fail(err)
		return
	}
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	ids, err := s.e.idsOf(ctx, key, mine)
	if err == nil && len(ids) == 0 {
		err = errors.New("an agent has no conversation")
	}
	if err != nil {
		s.fail(err)
		return
	}
	open := ids[0]
	s.read(ctx, key, "/v1/conversation-counts")
	s.read(ctx, key, "/v1/messages?limit=40&conversationId="+open)
	s.opened.Add(1)
	told := make(chan string, 1000)
	s.running.Go(func() { s.keep(ctx, key, open, told) })
	s.listen(lines, told)
}

// listen hands on which conversations the stream tells of.
func (s *openInboxes) listen(lines *bufio.Reader, told chan<- string) {
	defer close(told)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		if !strings.HasPrefix(string(line), "data: ") {
			continue
		}
		s.heard.Add(1)
		id := member(line, `"conversation_id":"`)
		if id == nil {
			id = member(line, `"conversationId":"`)
		}
		if id != nil {
			told <- string(id)
		}
	}
}

// keep reads again what was told of, as the app does.
func (s *openInboxes) keep(ctx context.Context, key, open string, told <-chan string) {
	rows := map[string]bool{}
	rowAt, listAt := time.NewTimer(time.Hour), time.NewTimer(time.Hour)
	var lastRows, lastLists time.Time
	pause, waiting := listSoon, false
	lists := func() {
		lastLists, waiting = time.Now(), false
		s.read(ctx, key, mine)
		s.read(ctx, key, "/v1/conversation-counts")
	}
	for {
		select {
		case <-ctx.Done():
			return
		case id, more := <-told:
			if !more {
				if ctx.Err() == nil {
					s.fail(io.ErrUnexpectedEOF)
				}
				return
			}
			if len(rows) == 0 {
				rowAt.Reset(max(rowMoment, time.Until(lastRows.Add(rowPause))))
			}
			rows[id] = true
			if !waiting {
				if waiting = true; time.Since(lastLists) < 2*pause {
					pause = min(2*pause, listRare)
				} else {
					pause = listSoon
				}
				listAt.Reset(time.Duration(float64(pause) * (.75 + rand.Float64()/2)))
			}
		case <-rowAt.C:
			lastRows = time.Now()
			for id := range rows {
				if len(rows) <= fewRows || id == open {
					s.read(ctx, key, "/v1/conversations/"+id)
				}
			}
			if rows[open] {
				s.read(ctx, key, "/v1/messages?limit=40&conversationId="+open)
			}
			if len(rows) > fewRows {
				listAt.Stop()
				lists()
			}
			clear(rows)
		case <-listAt.C:
			lists()
		}
	}
}
