package routing

import (
	"slices"
	"strings"
	"sync"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Bounds of a chain of choices: whoever reads one from a time on begins so much
// earlier.
const (
	maxChain  = 200
	chainLife = time.Hour
)

// choice is a decision about a conversation, with all that it rested on.
type choice struct {
	of    queued
	input assign.Input
	assign.Decision
	told told
}

// kept is a choice that stays valid.
func (c choice) kept() choice {
	c.input.Candidates = slices.Clone(c.input.Candidates)
	return c
}

// turn is the virtual time that the winner has with the conversation.
func (c *choice) turn() assign.Units { return c.Top[0].Score.Start + c.Weight }

// chains are the choices that this node writes, a chain for each queue. Whoever adds
// to one takes it: another one begins a new chain meanwhile. It is safe for
// concurrent use.
type chains struct {
	mu   sync.Mutex
	open map[[2]string]*chain
}

type chain struct {
	assign.Recorder
	id    string // of the decision with which it began
	begun time.Time
	used  bool // since the last sweep
}

// writer adds choices to the chain of a queue in a transaction, which may be begun more
// than once.
type writer struct {
	chains   *chains
	queue    [2]string
	was, now *chain
}

// write takes the chain of a queue. The writer must be ended when its transaction has.
func (c *chains) write(workspaceID, queue string) *writer {
	w := &writer{chains: c, queue: [2]string{workspaceID, queue}}
	c.mu.Lock()
	defer c.mu.Unlock()
	w.was = c.open[w.queue]
	delete(c.open, w.queue)
	return w
}

// begin forgets what was added by a transaction that did not hold.
func (w *writer) begin() {
	w.now = nil
	if w.was != nil {
		w.now = &chain{Recorder: w.was.Clone(), id: w.was.id, begun: w.was.begun, used: w.was.used}
	}
}

// add stores a choice that leads to a decision.
func (w *writer) add(tx *db.Tx, d crm.RoutingDecision, c choice) error {
	if w.now == nil || w.now.Len() >= maxChain || tx.Now().Sub(w.now.begun) > chainLife || tx.Now().Before(w.now.begun) {
		w.now = &chain{id: d.ID, begun: tx.Now()}
	}
	n, body, err := w.now.Record(c.input)
	if err == nil {
		insertInputs(tx, d, w.now.id, n, body)
		w.now.used = true
	}
	return err
}

// end gives the chain back. After an error of the transaction the next one begins
// another: maybe it was stored nevertheless.
func (w *writer) end(err error) {
	if err != nil || w.now == nil {
		return
	}
	w.chains.mu.Lock()
	defer w.chains.mu.Unlock()
	if w.chains.open == nil {
		w.chains.open = map[[2]string]*chain{}
	}
	w.chains.open[w.queue] = w.now
}

// sweep forgets the chains that were not added to since the last sweep.
func (c *chains) sweep() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, one := range c.open {
		if !one.used {
			delete(c.open, key)
		}
		one.used = false
	}
}

// askedPlace is the place of what the rules were asked, before the choices of a chain.
const askedPlace = -1

// mostText is how much of what a contact wrote is kept.
const mostText = 16 << 10

// recordAsked stores a conversation as it came to be routed.
func recordAsked(tx *db.Tx, a asked, m matched, d crm.RoutingDecision, lost string, rules bool) {
	kept := assign.Asked{Rules: rules, Facts: a.facts, State: a.given, Answered: a.answered, Queued: a.queued(), TeamID: a.state.TeamID, Lost: lost, Excluded: m.Excluded}
	if len(kept.Facts.Text) > mostText {
		kept.Facts.Text, kept.Cut = strings.ToValidUTF8(kept.Facts.Text[:mostText], ""), true
	}
	insertInputs(tx, d, d.ID, askedPlace, db.Text(kept))
}
