package routing

import (
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

// choice is a decision with all that it rested on, and which of its claims is made.
type choice struct {
	input assign.Input
	assign.Decision
	claim int
}

func (c *choice) claimed() assign.Scored { return c.Claims()[c.claim] }

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

// take returns what writes a choice of a queue in the transaction that decides it.
// kept must be called when that has ended, with whether the choice was stored.
func (c *chains) take(workspaceID, queue string) (keep func(*db.Tx, crm.RoutingDecision, choice) error, kept func(stored bool, err error)) {
	key := [2]string{workspaceID, queue}
	c.mu.Lock()
	was := c.open[key]
	delete(c.open, key)
	c.mu.Unlock()
	var now *chain
	var row assign.Kept
	keep = func(tx *db.Tx, d crm.RoutingDecision, made choice) (err error) {
		if now = was; now == nil || now.Len() >= maxChain || tx.Now().Sub(now.begun) > chainLife || tx.Now().Before(now.begun) {
			now = &chain{id: d.ID, begun: tx.Now()}
		}
		if row, err = now.Record(made.input, made.claim); err == nil {
			insertInputs(tx, d, now.id, row.N, row.Body)
		}
		return err
	}
	return keep, func(stored bool, err error) {
		switch {
		case err != nil: // maybe it was stored nevertheless: the next one begins a chain
			return
		case stored:
			now.Note(row)
			now.used = true
			was = now
		case was == nil:
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.open == nil {
			c.open = map[[2]string]*chain{}
		}
		c.open[key] = was
	}
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
