package sandbox

import (
	"sync"
	"time"
)

// Pacing says how marketing templates that people do not know yet are paced
// (outbound.md 3.6): behind the first messages the provider holds the others back until it
// has heard how people take those.
type Pacing struct {
	// After is how many messages of a template are sent at once; 0 paces none.
	After int `json:"after"`
	// HoldMs is for how long the others are held back, in milliseconds of the simulator's
	// clock: 0 stands for 20 minutes.
	HoldMs int `json:"holdMs"`
}

const (
	defaultHold = 20 * time.Minute
	// pacingBlocks of those who got the first messages block the number where a template is
	// judged to be bad, in percent.
	pacingBlocks = 10
)

func (p Pacing) hold() time.Duration {
	if p.HoldMs == 0 {
		return defaultHold
	}
	return time.Duration(p.HoldMs) * time.Millisecond
}

func (p *Pacing) validate() *badInput {
	if p != nil && (p.After < 0 || p.After > 1_000_000 || p.HoldMs < 0 || p.HoldMs > 24*3_600_000) {
		return &badInput{"templatePacing", "has after, 0 to 1000000, and holdMs, at most a day"}
	}
	return nil
}

// pacing is what is known of the templates that are paced.
type pacing struct {
	mu   sync.Mutex
	seen map[string]*paced // by template id
}

type paced struct {
	first  []*customer
	held   []*message
	judged bool // it is paced no more
}

// hold reports whether a message is held back, and keeps it then.
func hold(s *Server, m *message) bool {
	rule := s.settings.Load().pacing
	if rule.After == 0 || m.failure != nil || m.template == nil || m.template.category != "MARKETING" {
		return false
	}
	p := &s.book.paced
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil {
		p.seen = map[string]*paced{}
	}
	t := p.seen[m.template.id]
	if t == nil {
		t = &paced{}
		p.seen[m.template.id] = t
	}
	switch {
	case t.judged:
		return false
	case len(t.first) < rule.After:
		t.first = append(t.first, m.to)
		return false
	case len(t.held) == 0:
		s.timers.after(rule.hold(), taskFunc(func() { judge(s, t) }))
	}
	t.held = append(t.held, m)
	return true
}

// judge lets what was held go, or pauses the template and fails it.
func judge(s *Server, t *paced) {
	s.book.paced.mu.Lock()
	held, first := t.held, t.first
	t.held, t.judged = nil, true
	s.book.paced.mu.Unlock()
	blocks := 0
	for _, who := range first {
		who.mu.Lock()
		if who.blocked {
			blocks++
		}
		who.mu.Unlock()
	}
	bad := blocks*100 >= pacingBlocks*len(first)
	m := held[0]
	if of := m.from.account; bad {
		if now := of.templateByID(m.template.id); now != nil && now.status == "APPROVED" {
			s.changeTemplate(of, now, "PAUSED", "")
		}
	}
	for _, m := range held {
		if bad {
			m.failure = failureOf(132015, "")
		}
		m.start()
	}
}

// start begins the life of a message that was accepted.
func (m *message) start() {
	s := m.server
	if m.failure == nil {
		s.customers.keep(m)
		s.stats.effective(m)
	} else {
		s.stats.failing.Add(1)
	}
	m.follow()
}
