// Package breaker lets the phone numbers of an account rest while the provider does not work
// for it.
package breaker

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"service.example/crm/internal/whatsapp"
)

// Breaker lets the numbers of a messaging account rest while the provider does
// not work for it, or people have to mend something: one call at a time finds out
// whether it works again. It alone decides when the provider is away: the log and
// readiness tell what it says.
type Breaker struct {
	log    *slog.Logger
	notify func()
	clock  func() time.Time // of the messages; a test's may be ahead

	mu       sync.Mutex
	accounts map[string]*accountState
	numbers  map[string]*accountState // those of which a call was made
	held     map[string]*accountState // numbers that rest alone
}

// accountState is what is known of the provider's work for an account.
type accountState struct {
	id       string
	failures int       // calls in a row, while it is closed
	openings int       // in a row
	since    time.Time // when it opened first; zero while it is closed
	until    time.Time // when a call may find out whether the provider is back
	probing  time.Time // since when one does

	// refusal is what people have to mend, and heldSince since when, by the clock of
	// the messages; nil where the provider is away.
	refusal   error
	heldSince time.Time
}

// silentInARow is after how many failures an account rests, and openFor for how
// long the first times; then for as long as the last.
const silentInARow = 5

// HoldLife is how long a message waits for people to mend what keeps it back, such as a
// token that was revoked, before it fails. It counts from when the message was due, or
// from when that began.
const HoldLife = time.Hour

var openFor = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 15 * time.Second}

// A probe that did not end within probeLimit is not waited for any more: a call with its
// uploads ends before.
const (
	probeLimit = 6 * time.Minute
	probePause = time.Second
)

// Rooms of a queue that works, and of one that waits for its probe.
const (
	anyRoom   = 1 << 30
	probeRoom = 1
)

// New returns a breaker that knows of no account yet.
func New(log *slog.Logger) *Breaker {
	return &Breaker{log: log, notify: func() {}, clock: time.Now, accounts: map[string]*accountState{}, numbers: map[string]*accountState{}, held: map[string]*accountState{}}
}

// Clock has the breaker use the clock of the messages for how long they wait; it is called
// before anything else.
func (b *Breaker) Clock(now func() time.Time) { b.clock = now }

// Notify has fn called when an account does not rest any more.
func (b *Breaker) Notify(fn func()) { b.notify = fn }

// Away returns for how many accounts the provider does not work, and since when
// for the first of them. Those that people have to mend are not among them.
func (b *Breaker) Away() (accounts int, since time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.accounts {
		if a.since.IsZero() || a.refusal != nil {
			continue
		}
		if accounts++; since.IsZero() || a.since.Before(since) {
			since = a.since
		}
	}
	return accounts, since
}

// Room says how many messages of a number may be held: none while its account
// rests, and one to find out whether the provider is back.
func (b *Breaker) Room(numberID string, now time.Time) (room int, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	room = anyRoom
	for _, a := range b.states(numberID) {
		switch {
		case a.since.IsZero() || a.endures(b.clock()):
		case now.Before(a.until):
			return 0, max(wait, a.until.Sub(now))
		case now.Sub(a.probing) < probeLimit:
			return 0, max(wait, probePause)
		default:
			room = probeRoom
		}
	}
	return room, wait
}

// states are what is known for a number: of its account, and of itself alone.
func (b *Breaker) states(numberID string) (out []*accountState) {
	if a := b.numbers[numberID]; a != nil {
		out = append(out, a)
	}
	if a := b.held[numberID]; a != nil {
		out = append(out, a)
	}
	return out
}

// Wait takes a call of a number, or says how long to wait for one.
func (b *Breaker) Wait(numberID string, now time.Time) time.Duration {
	if room, wait := b.Room(numberID, now); room == 0 {
		return wait
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.states(numberID) {
		if !a.since.IsZero() && !a.endures(b.clock()) {
			a.probing = now
		}
	}
	return 0
}

// Learn notes to which account a number belongs.
func (b *Breaker) Learn(numberID, accountID string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a := b.numbers[numberID]; a != nil && a.id == accountID {
		return
	}
	a := b.accounts[accountID]
	if a == nil {
		a = &accountState{id: accountID}
		b.accounts[accountID] = a
	}
	b.numbers[numberID] = a
}

// Spared notes that the call that was taken was not made.
func (b *Breaker) Spared(numberID string) {
	b.mu.Lock()
	rests := false
	for _, a := range b.states(numberID) {
		if !a.since.IsZero() {
			rests, a.probing = true, time.Time{}
		}
	}
	b.mu.Unlock()
	if rests {
		b.notify()
	}
}

// Ended notes what came of a call.
func (b *Breaker) Ended(ctx context.Context, numberID string, failure error) {
	switch hold := whatsapp.HoldOf(failure); {
	case hold == whatsapp.HoldPayment: // other messages go on
		b.Spared(numberID)
	case hold != "":
		b.hold(numberID, hold, failure, time.Now())
	case failure == nil || !whatsapp.Silent(failure):
		b.worked(numberID, time.Now())
	case ctx.Err() == nil: // else this process is being stopped
		b.failed(numberID, failure, time.Now())
	}
}

func (b *Breaker) worked(numberID string, now time.Time) {
	b.mu.Lock()
	rested := false
	for _, a := range b.states(numberID) {
		if since := a.since; !since.IsZero() { // under the lock: whoever reads the line finds that Away knows
			rested = true
			b.log.Info("the provider works again", "account", a.id, "after", now.Sub(since).Round(time.Second).String())
		}
		*a = accountState{id: a.id}
	}
	delete(b.held, numberID)
	b.mu.Unlock()
	if rested {
		b.notify()
	}
}

func (b *Breaker) failed(numberID string, failure error, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.numbers[numberID]
	switch {
	case now.Before(a.until):
		return // it began before the account rested
	case a.since.IsZero():
		if a.failures++; a.failures < silentInARow {
			return
		}
		a.since = now
		b.log.Warn("the provider is not working; messages wait until it works again", "account", a.id, "error", failure)
	}
	a.rest(now)
}

// rest begins a pause, after which one call finds out how things are.
func (a *accountState) rest(now time.Time) {
	a.until, a.probing = now.Add(openFor[min(a.openings, len(openFor)-1)]), time.Time{}
	a.openings++
}

// hold lets the numbers of an account rest, or one alone, until people have mended what
// the provider refuses.
func (b *Breaker) hold(numberID string, hold whatsapp.Hold, refusal error, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.numbers[numberID]
	if hold == whatsapp.HoldNumber {
		account := a.id
		if a = b.held[numberID]; a == nil {
			a = &accountState{id: account}
			b.held[numberID] = a
		}
	}
	if a.refusal != nil && now.Before(a.until) {
		return // it began before the account rested
	}
	if a.refusal == nil {
		a.since, a.heldSince, a.openings = now, b.clock(), 0
		b.log.Warn("the provider refuses every message until this is fixed; messages wait", "account", a.id, "number", numberID, "error", refusal)
	}
	a.refusal = refusal
	a.rest(now)
}

// endures reports whether people have not mended something for so long that nothing waits
// for it any more: messages are let go, to be refused.
func (a *accountState) endures(now time.Time) bool {
	return a.refusal != nil && now.Sub(a.heldSince) >= HoldLife
}

// HeldBy returns since when something keeps the messages of a number back, and what, so that
// no call is made; nil where one is to be made: nothing does, or it is to find out.
func (b *Breaker) HeldBy(numberID string, now time.Time) (since time.Time, refusal error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.states(numberID) {
		if a.refusal == nil {
			continue
		}
		since = a.heldSince
		switch {
		case !a.endures(b.clock()): // its gate lets through who is to find out
		case now.Before(a.until) || now.Sub(a.probing) < probeLimit:
			return since, a.refusal
		default:
			a.probing = now
		}
	}
	return since, nil
}

// Holds reports whether something is to be mended for a number.
func (b *Breaker) Holds(numberID string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.states(numberID), func(a *accountState) bool { return a.refusal != nil })
}
