package message

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"service.example/crm/internal/db"
)

// Pace spaces the calls of each phone number by its throughput, with a tenth of
// a second's worth at once.
//
// The throughput is one for all nodes. On PostgreSQL each node has a share of it
// in a row, and the shares of a number never exceed it: a node gives up some in
// its own row, and only what is free in all rows may be taken. So a call costs no
// statement; a beat reads the rows, and writes when shares are to change. The
// rows of a node that dies go with its lease (docs/adr/0035).
type Pace struct {
	db    *db.DB
	log   *slog.Logger
	limit func(workspaceID, numberID string) int
	owner func() string
	wake  chan struct{}

	mu      sync.Mutex
	numbers map[string]*numberPace
	node    string    // whose the shares are
	known   time.Time // when the rows were read
	judged  time.Time // when it was last decided who is short
}

// numberPace is what this node knows of a number's pace.
type numberPace struct {
	workspaceID string
	limiter     *rate.Limiter
	until       time.Time // when the throughput is looked up again
	perSecond   int       // of all nodes
	share       int64     // of this one, in thousandths of a message per second
	used        time.Time // when a call was last wanted
	first       time.Time // when one was let go to learn of the number
	refused     bool      // since the last beat
	refusals    int       // beats in a row in which one was refused
	calm        int       // beats in a row in which none was
	short       bool
}

const (
	paceBeat    = 500 * time.Millisecond
	paceRetry   = 10 * time.Millisecond // until a share is looked for again
	paceLearn   = time.Second           // for so long a call may take to learn of its number
	paceBatch   = 50                    // numbers in one transaction
	paceIdle    = 5 * time.Second       // after which others may have a share
	paceUnused  = 10 * time.Minute      // after which nobody needs it
	paceCalm    = 10                    // beats without a refusal after which a node is not short
	shortWeight = 4                     // of a node that is short, against one that is not
)

// NewPace returns a pace that knows of no number yet. owner is the name of this
// node.
func NewPace(svc *Messages, owner func() string) *Pace {
	return newPace(svc.db, svc.log, owner, func(workspaceID, numberID string) int {
		return svc.account.Throughput(context.Background(), workspaceID, numberID)
	})
}

func newPace(base *db.DB, log *slog.Logger, owner func() string, limit func(workspaceID, numberID string) int) *Pace {
	return &Pace{db: base, log: log, limit: limit, owner: owner, wake: make(chan struct{}, 1), numbers: map[string]*numberPace{}}
}

// Run keeps the shares of this node until ctx ends.
func (p *Pace) Run(ctx context.Context) error {
	if !p.shared() {
		<-ctx.Done()
		return nil
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		case <-p.wake:
		}
		began := time.Now()
		if err := p.beat(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, db.ErrOutage) {
			p.log.Error("the pace of phone numbers could not be shared", "error", err)
		}
		timer.Reset(max(paceBeat, 20*time.Since(began))) // never more than a part of a reader
	}
}

// shared reports whether other nodes may send from the same numbers.
func (p *Pace) shared() bool { return p.db.Engine() == "postgres" }

// learn notes which workspace a number belongs to and how fast it is.
func (p *Pace) learn(numberID, workspaceID string) {
	now := time.Now()
	p.mu.Lock()
	n := p.numbers[numberID]
	fresh := n != nil && now.Before(n.until)
	p.mu.Unlock()
	if fresh {
		return
	}
	perSecond := max(1, p.limit(workspaceID, numberID))
	p.mu.Lock()
	defer p.mu.Unlock()
	n = p.number(numberID)
	n.workspaceID, n.until, n.perSecond, n.used = workspaceID, now.Add(5*time.Second), perSecond, now
	switch whole := 1000 * int64(perSecond); {
	case !p.shared():
		n.have(whole, now)
	case n.share == 0:
		p.look()
	}
}

// number is what is known of a number.
func (p *Pace) number(id string) *numberPace {
	n := p.numbers[id]
	if n == nil {
		n = &numberPace{}
		p.numbers[id] = n
	}
	return n
}

// look has the rows read soon.
func (p *Pace) look() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// have changes what this node has of the number's pace.
func (n *numberPace) have(share int64, now time.Time) {
	limit, burst := rate.Limit(float64(share)/1000), max(1, int(share/10_000))
	switch {
	case n.limiter == nil && share > 0:
		n.limiter = rate.NewLimiter(limit, burst)
	case n.limiter != nil && n.share != share:
		n.limiter.SetLimitAt(now, limit)
		n.limiter.SetBurstAt(now, burst)
	}
	n.share = share
}

// wait takes one call of a number, or says how long until the next one.
func (p *Pace) wait(numberID string, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.number(numberID)
	n.used = now
	switch {
	case n.workspaceID == "" && now.Sub(n.first) > paceLearn:
		n.first = now
		return 0 // learn follows
	case n.share == 0 || p.shared() && now.Sub(p.known) > p.db.NodeLease()/2:
		if !n.refused && n.workspaceID != "" {
			p.look()
		}
		n.refused = true
		return paceRetry
	}
	call := n.limiter.ReserveN(now, 1)
	if wait := call.DelayFrom(now); wait > 0 {
		call.CancelAt(now)
		n.refused = true
		return wait
	}
	return 0
}

// beat reads the rows and takes, gives up or leaves shares.
func (p *Pace) beat(ctx context.Context) error {
	node, now := p.owner(), time.Now()
	claims, nodes, err := pacesOf(ctx, p.db, node)
	if err != nil {
		return err
	}
	var keys []paceKey // of numbers whose share is to change
	p.mu.Lock()
	p.known, p.node = now, node
	judges := now.Sub(p.judged) >= paceBeat*9/10
	if judges {
		p.judged = now
	}
	for id, n := range p.numbers {
		if n.workspaceID == "" {
			continue // it is not known yet
		}
		k := paceKey{n.workspaceID, id}
		mine, others := split(claims[k], node)
		delete(claims, k)
		if mine == nil || mine.share < n.share {
			n.have(held(mine), now) // it was declared dead meanwhile
		}
		if judges {
			n.judge()
		}
		switch next, stays := n.next(mine, others, nodes, now); {
		case !stays && mine == nil:
			if now.Sub(n.used) > paceUnused {
				delete(p.numbers, id)
			}
		case !stays || mine == nil || next != *mine || next.share != n.share:
			keys = append(keys, k)
		}
	}
	p.mu.Unlock()
	slices.SortFunc(keys, func(a, b paceKey) int { return cmp.Compare(a.numberID, b.numberID) })
	for part := range slices.Chunk(keys, paceBatch) {
		if err := p.change(ctx, node, nodes, part); err != nil {
			return err
		}
	}
	return p.leave(ctx, node, claims)
}

// leave gives up what an earlier use of numbers left.
func (p *Pace) leave(ctx context.Context, node string, unknown map[paceKey][]paceClaim) error {
	if len(unknown) == 0 {
		return nil
	}
	return p.db.Update(ctx, "pace", func(tx *db.Tx) error {
		for k := range unknown {
			leavePace(tx, k, node)
		}
		return nil
	})
}

// judge decides whether a node is short of pace: calls had to wait in two beats
// in a row. It is not after a while without.
func (n *numberPace) judge() {
	if n.refused {
		n.refusals, n.calm = n.refusals+1, 0
	} else {
		n.refusals, n.calm = 0, n.calm+1
	}
	n.refused = false
	switch {
	case n.refusals >= 2:
		n.short = true
	case n.calm >= paceCalm:
		n.short = false
	}
}

// next is what a node is to have, and whether it is to have anything.
func (n *numberPace) next(mine *paceClaim, others []paceClaim, nodes int64, now time.Time) (c paceClaim, stays bool) {
	idle := now.Sub(n.used)
	wanted := slices.ContainsFunc(others, func(c paceClaim) bool { return c.short })
	if idle > paceUnused || idle > paceIdle && wanted {
		return paceClaim{}, false
	}
	if mine != nil {
		c.node = mine.node
	}
	c.short = n.short
	if c.share = shareOf(1000*int64(n.perSecond), nodes, c.short, others); c.share == 0 {
		c.short = true // who has all gives up some
		c.share = shareOf(1000*int64(n.perSecond), nodes, true, others)
	}
	return c, true
}

// shareOf is what a node may have of a pace: as much as any other node; more
// where it is short and others are not; and never what others have.
func shareOf(whole, nodes int64, short bool, others []paceClaim) int64 {
	weight := func(short bool) int64 {
		if short {
			return shortWeight
		}
		return 1
	}
	free, all, anyShort := whole, weight(short), short
	for _, c := range others {
		free, all, anyShort = free-c.share, all+weight(c.short), anyShort || c.short
	}
	fair := whole / max(nodes, int64(len(others))+1)
	if anyShort {
		fair = whole * weight(short) / all
	}
	return max(0, min(fair, free))
}

// change writes what this node is to have of some numbers. What it gives up it
// does not use from before the commit on, what it takes from after it.
func (p *Pace) change(ctx context.Context, node string, nodes int64, keys []paceKey) error {
	next := map[paceKey]paceClaim{}
	err := p.db.Update(ctx, "pace", func(tx *db.Tx) error {
		clear(next)
		for _, k := range keys {
			claims, err := pacesFor(tx, k)
			if err != nil {
				return err
			}
			mine, others := split(claims, node)
			c, stays := p.lower(k, mine, others, nodes)
			if !stays {
				leavePace(tx, k, node)
				continue
			}
			c.node = node
			taken, err := takePace(tx, k, c)
			if err != nil {
				return err
			}
			if taken {
				next[k] = c
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, c := range next {
		if n := p.numbers[k.numberID]; n != nil && p.node == node {
			n.short = c.short
			n.have(c.share, time.Now())
		}
	}
	return nil
}

// lower decides anew what this node is to have of a number, and uses no more than
// that from now on.
func (p *Pace) lower(k paceKey, mine *paceClaim, others []paceClaim, nodes int64) (c paceClaim, stays bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, now := p.numbers[k.numberID], time.Now()
	if c, stays = n.next(mine, others, nodes, now); !stays {
		n.have(0, now)
		return c, false
	}
	if most := min(c.share, held(mine)); n.share > most {
		n.have(most, now)
	}
	return c, true
}

// split tells a node's own claim, if it has one, from those of others.
func split(claims []paceClaim, node string) (mine *paceClaim, others []paceClaim) {
	for _, c := range claims {
		if c.node == node {
			mine = &c
		} else {
			others = append(others, c)
		}
	}
	return mine, others
}

// held is the share of a claim; 0 without one.
func held(c *paceClaim) int64 {
	if c == nil {
		return 0
	}
	return c.share
}
