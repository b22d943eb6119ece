package message

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"service.example/crm/internal/whatsapp"
)

// Breaker lets the numbers of a messaging account rest while the provider does
// not work for it: one call at a time finds out whether it does again. It alone
// decides when the provider is away: the log and readiness tell what it says.
type Breaker struct {
	log    *slog.Logger
	notify func()

	mu       sync.Mutex
	accounts map[string]*accountState
	numbers  map[string]*accountState // those of which a call was made
}

// accountState is what is known of the provider's work for an account.
type accountState struct {
	id       string
	failures int       // calls in a row, while it is closed
	openings int       // in a row
	since    time.Time // when it opened first; zero while it is closed
	until    time.Time // when a call may find out whether the provider is back
	probing  time.Time // since when one does
}

// silentInARow is after how many failures an account rests, and openFor for how
// long the first times; then for as long as the last.
const silentInARow = 5

var openFor = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 15 * time.Second}

// A probe that did not end within probeLimit is not waited for any more.
const (
	probeLimit = uploadTimeout + 2*sendTimeout
	probePause = time.Second
)

// Rooms of a queue that works, and of one that waits for its probe.
const (
	anyRoom   = 1 << 30
	probeRoom = 1
)

// NewBreaker returns a breaker that knows of no account yet.
func NewBreaker(log *slog.Logger) *Breaker {
	return &Breaker{log: log, notify: func() {}, accounts: map[string]*accountState{}, numbers: map[string]*accountState{}}
}

// Notify has fn called when an account does not rest any more.
func (b *Breaker) Notify(fn func()) { b.notify = fn }

// Away returns for how many accounts the provider does not work, and since when
// for the first of them.
func (b *Breaker) Away() (accounts int, since time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.accounts {
		if a.since.IsZero() {
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
	a := b.numbers[numberID]
	switch {
	case a == nil || a.since.IsZero():
		return anyRoom, 0
	case now.Before(a.until):
		return 0, a.until.Sub(now)
	case now.Sub(a.probing) < probeLimit:
		return 0, probePause
	}
	return probeRoom, 0
}

// wait takes a call of a number, or says how long to wait for one.
func (b *Breaker) wait(numberID string, now time.Time) time.Duration {
	if room, wait := b.Room(numberID, now); room == 0 {
		return wait
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if a := b.numbers[numberID]; a != nil && !a.since.IsZero() {
		a.probing = now
	}
	return 0
}

// learn notes to which account a number belongs.
func (b *Breaker) learn(numberID, accountID string) {
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

// spared notes that the call that was taken was not made.
func (b *Breaker) spared(numberID string) {
	b.mu.Lock()
	a := b.numbers[numberID]
	rests := a != nil && !a.since.IsZero()
	if rests {
		a.probing = time.Time{}
	}
	b.mu.Unlock()
	if rests {
		b.notify()
	}
}

// ended notes what came of a call.
func (b *Breaker) ended(ctx context.Context, numberID string, failure error) {
	switch {
	case failure == nil || !whatsapp.Silent(failure):
		b.worked(numberID, time.Now())
	case ctx.Err() == nil: // else this process is being stopped
		b.failed(numberID, failure, time.Now())
	}
}

func (b *Breaker) worked(numberID string, now time.Time) {
	b.mu.Lock()
	a := b.numbers[numberID]
	since := a.since
	*a = accountState{id: a.id}
	if !since.IsZero() { // under the lock: whoever reads the line finds that Away knows
		b.log.Info("the provider works again", "account", a.id, "after", now.Sub(since).Round(time.Second).String())
	}
	b.mu.Unlock()
	if !since.IsZero() {
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
	a.until, a.probing = now.Add(openFor[min(a.openings, len(openFor)-1)]), time.Time{}
	a.openings++
}
