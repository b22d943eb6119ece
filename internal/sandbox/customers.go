package sandbox

import (
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// customer is a person's phone. Everything below mu is guarded by it.
type customer struct {
	number string // digits, or empty when the person is known by user id only
	userID string
	hidden atomic.Bool // behind a username: the number is not told
	// members are the numbers of the participants of a group; nil for a person.
	members atomic.Pointer[[]string]

	mu       sync.Mutex
	name     string
	username string
	card     []byte // the contacts entry of statuses, encoded
	blocked  bool
	stopped  bool // opted out of marketing messages
	inbox    []*message
	windows  map[*phone]time.Time     // end of the customer-service window
	entry    map[*phone]entryPoint    // free entry points
	pair     map[*phone]time.Duration // pair limit: when the burst is paid back
}

// entryPoint is a visit from an ad: open until answered, then free until end.
type entryPoint struct{ since, end time.Time }

const (
	serviceWindow    = 24 * time.Hour
	entryPointWindow = 72 * time.Hour

	maxMessages = 100_000 // kept on all phones together; the oldest go first
	maxInbox    = 5_000   // kept on one phone
	maxShard    = 50_000  // entries per shard; a phone has two
	shardCount  = 64
)

// customers finds phones by number and by user id; it creates them as needed.
type customers struct {
	seed   maphash.Seed
	shards [shardCount]shard

	mu   sync.Mutex
	kept []*message // ring of all kept messages
	next int
}

type shard struct {
	mu sync.RWMutex
	by map[string]*customer
}

func (c *customers) init() {
	c.seed = maphash.MakeSeed()
	for i := range c.shards {
		c.shards[i].by = map[string]*customer{}
	}
	c.kept = make([]*message, maxMessages)
}

func (c *customers) shard(key string) *shard {
	return &c.shards[maphash.String(c.seed, key)%shardCount]
}

func (c *customers) find(key string) *customer {
	s := c.shard(key)
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.by[key]
}

func (c *customers) put(key string, who *customer) *customer {
	s := c.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.by[key]; known != nil {
		return known
	}
	if len(s.by) >= maxShard {
		s.evict()
	}
	s.by[key] = who
	return who
}

// evict forgets some phone that has received nothing. Maps are walked in random
// order, so a few steps find one unless nearly all have.
func (s *shard) evict() {
	steps := 0
	for key, who := range s.by {
		who.mu.Lock()
		empty := len(who.inbox) == 0
		who.mu.Unlock()
		if empty {
			delete(s.by, key)
			return
		}
		if steps++; steps == 100 {
			return
		}
	}
}

// byNumber returns the phone of a canonical number, switching it on if new.
func (s *Server) byNumber(number string) *customer {
	if who := s.customers.find(number); who != nil {
		return who
	}
	who := s.customers.put(number, &customer{number: number, userID: s.ids.userID(number)})
	s.customers.put(who.userID, who)
	return who
}

// keep puts m on the customer's phone, and takes the oldest message of all off
// its phone when too many are kept.
func (c *customers) keep(m *message) {
	c.mu.Lock()
	old := c.kept[c.next]
	c.kept[c.next] = m
	c.next = (c.next + 1) % len(c.kept)
	c.mu.Unlock()
	if old != nil && old.to.drop(old) {
		c.forget(old.to)
	}
	m.to.receive(m)
}

// forget removes a phone about which nothing is left to know.
func (c *customers) forget(who *customer) {
	for _, key := range []string{who.number, who.userID} {
		s := c.shard(key)
		s.mu.Lock()
		delete(s.by, key)
		s.mu.Unlock()
	}
}

func (w *customer) receive(m *message) {
	w.mu.Lock()
	first := !slices.ContainsFunc(w.inbox, func(o *message) bool { return o.from == m.from })
	if len(w.inbox) >= maxInbox {
		w.inbox[0] = nil
		w.inbox = w.inbox[1:]
	}
	w.inbox = append(w.inbox, m)
	w.mu.Unlock()
	if first {
		m.from.mu.Lock()
		m.from.heard.people++
		m.from.mu.Unlock()
	}
}

// drop forgets m and reports whether nothing is left worth keeping. The oldest
// of all is also the oldest of its phone, so only the first entry needs a look.
func (w *customer) drop(m *message) (idle bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.inbox) > 0 && w.inbox[0] == m {
		w.inbox[0] = nil
		w.inbox = w.inbox[1:]
	}
	return len(w.inbox) == 0 && w.windows == nil && !w.blocked && !w.stopped
}

// messages returns what the phone has received, oldest first.
func (w *customer) messages() []*message {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]*message(nil), w.inbox...)
}

// standing is what a send needs to know about the customer, read at once.
type standing struct {
	window, blocked, stopped bool
	entryPoint               time.Time
}

// addressed returns the customer's standing towards p; the first answer to a
// visit from an ad within a day opens the free entry point.
func (w *customer) addressed(p *phone, now time.Time) standing {
	w.mu.Lock()
	defer w.mu.Unlock()
	st := standing{window: now.Before(w.windows[p]), blocked: w.blocked, stopped: w.stopped}
	if visit, ok := w.entry[p]; ok && !w.blocked {
		if visit.end.IsZero() && now.Before(visit.since.Add(serviceWindow)) {
			visit.end = now.Add(entryPointWindow)
			w.entry[p] = visit
		}
		st.entryPoint = visit.end
	}
	return st
}

// inWindow reports whether the customer wrote to p within a day.
func (w *customer) inWindow(p *phone, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return now.Before(w.windows[p])
}

// wrote records that the customer wrote to p, which opens the window.
func (w *customer) wrote(p *phone, now time.Time, referred bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.windows == nil {
		w.windows = map[*phone]time.Time{}
	}
	w.windows[p] = now.Add(serviceWindow)
	if referred {
		if w.entry == nil {
			w.entry = map[*phone]entryPoint{}
		}
		w.entry[p] = entryPoint{since: now}
	}
}

// Remember lets the provider know that a customer wrote to one of the business numbers at a
// time, of which nothing is left but that: their window is open for the rest of a day.
// Without a number the customer is known by user id. No webhook follows.
func Remember(s *Server, in CustomerMessage, at time.Time) error {
	to := s.book.phone(in.To)
	if to == nil {
		return &badInput{"to", "must name one of the business numbers, by number or id"}
	}
	who, bad := s.writer(&in)
	if bad != nil {
		return bad
	}
	who.introduce(in.Name, in.Username)
	who.wrote(to, at, false)
	return nil
}

// Pair limit of the provider: one message per 6 s, 45 at once.
const (
	pairInterval = 6 * time.Second
	pairBurst    = 45
)

// admit applies the pair limit at the elapsed time now.
func (w *customer) admit(p *phone, now time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	paid := max(w.pair[p], now)
	if paid-now > (pairBurst-1)*pairInterval {
		return false
	}
	if w.pair == nil {
		w.pair = map[*phone]time.Duration{}
	}
	w.pair[p] = paid + pairInterval
	return true
}

// contact returns the entry of contacts that goes with a status. The name is
// only known of customers who have written.
func (w *customer) contact(enc encoder) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.card == nil {
		w.card = enc.value(nil, w.profile())
	}
	return w.card
}

// profile is the contacts entry; w.mu is held.
func (w *customer) profile() object {
	var o object
	if w.name != "" {
		profile := object{{"name", w.name}}
		if w.username != "" {
			profile = append(profile, member{"username", w.username})
		}
		o = append(o, member{"profile", profile})
	}
	if number := w.shown(); number != "" {
		o = append(o, member{"wa_id", number})
	}
	return append(o, member{"user_id", w.userID})
}

// introduce takes over how the customer calls themselves.
func (w *customer) introduce(name, username string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if name != "" {
		w.name = name
	}
	if username != "" {
		w.username = username
	}
	w.card = nil
}

// byUserID returns the phone of a user id, switching it on if new.
func (s *Server) byUserID(id string) *customer {
	if who := s.customers.find(id); who != nil {
		return who
	}
	return s.customers.put(id, &customer{userID: id})
}
