// Package password makes and checks the hashes of passwords, and says which
// passwords are good enough. It stores nothing.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"service.example/crm/internal/crm"
)

// Cost is what one hash takes.
type Cost struct {
	MemoryKiB uint32 // of memory while the hash is made
	Passes    uint32 // over that memory
}

// standard is the cost of every hash outside tests: argon2id with 19 MiB, one
// pass more than OWASP asks for at least.
var standard = Cost{MemoryKiB: 19 << 10, Passes: 3}

const (
	mostAtOnce = 2               // hashes in the process: two processors and 38 MiB at most
	maxWaiting = 256             // callers that wait for a turn
	maxWait    = 5 * time.Second // for a turn
	saltBytes  = 16
	keyBytes   = 32
)

// Hasher makes and checks hashes, two at once at most and one on a machine with
// less than four processors, aside of all other work. One serves a whole process.
// It is safe for concurrent use.
type Hasher struct {
	cost    Cost
	turns   chan struct{}
	waiting atomic.Int64
	running atomic.Int64
	most    atomic.Int64
	made    atomic.Int64
}

// New returns the hasher of a process.
func New() *Hasher { return newHasher(standard) }

// NewForTests returns a hasher that costs next to nothing. Only tests may call it.
func NewForTests() *Hasher { return newHasher(Cost{MemoryKiB: 64, Passes: 1}) }

func newHasher(c Cost) *Hasher {
	return &Hasher{cost: c, turns: make(chan struct{}, max(1, min(mostAtOnce, runtime.NumCPU()/2)))}
}

// Figures are what a hasher did so far.
type Figures struct {
	Made   int64 // hashes, those of unknown users among them
	AtOnce int64 // the most hashes that ran at once
}

// Figures returns what the hasher did so far.
func (h *Hasher) Figures() Figures { return Figures{h.made.Load(), h.most.Load()} }

// Hash returns the PHC string of a password under a new salt. It waits for its
// turn, and fails with a KindUnavailable error when too many others wait, or with
// the error of the context.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt)
	p := phc{cost: h.cost, lanes: 1, salt: salt}
	key, err := h.key(ctx, password, p, keyBytes)
	p.key = key
	return p.String(), err
}

// Verify reports whether a password is the one of a PHC string, and whether it
// should be hashed again, because hashes cost more today. For an unknown user
// the string is empty: Verify then takes as long, and reports false. It fails
// like Hash.
func (h *Hasher) Verify(ctx context.Context, encoded, password string) (ok, again bool, err error) {
	p, known := parse(encoded)
	if !known {
		p = phc{cost: h.cost, lanes: 1, salt: make([]byte, saltBytes), key: make([]byte, keyBytes)}
	}
	key, err := h.key(ctx, password, p, len(p.key))
	if err != nil {
		return false, false, err
	}
	ok = subtle.ConstantTimeCompare(key, p.key) == 1 && known
	return ok, ok && (p.cost != h.cost || p.lanes != 1 || len(p.salt) != saltBytes || len(p.key) != keyBytes), nil
}

// turn is where a context keeps that its holder waited already.
type turn struct{}

// Begin waits for a turn, so that many who come at once wait before they cost
// anything else. What is hashed with the context that it returns waits no more;
// end gives the turn back. It fails like Hash.
func (h *Hasher) Begin(ctx context.Context) (_ context.Context, end func(), err error) {
	if err := h.wait(ctx); err != nil {
		return nil, nil, err
	}
	return context.WithValue(ctx, turn{}, h), func() { <-h.turns }, nil
}

// key makes one hash when it is its turn.
func (h *Hasher) key(ctx context.Context, password string, p phc, size int) ([]byte, error) {
	if ctx.Value(turn{}) != h {
		if err := h.wait(ctx); err != nil {
			return nil, err
		}
		defer func() { <-h.turns }()
	}
	defer h.running.Add(-1)
	now := h.running.Add(1)
	for most := h.most.Load(); now > most && !h.most.CompareAndSwap(most, now); most = h.most.Load() {
	}
	h.made.Add(1)
	var key []byte
	aside(func() {
		key = argon2.IDKey([]byte(Normal(password)), p.salt, p.cost.Passes, p.cost.MemoryKiB, p.lanes, uint32(size))
	})
	return key, nil
}

// wait returns when a hash may begin. Its caller gives the turn back.
func (h *Hasher) wait(ctx context.Context) error {
	busy := crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "Too many people sign in at once. Try again in a moment.")
	busy.RetryAfter = time.Second
	select {
	case h.turns <- struct{}{}:
		return nil
	default:
	}
	if h.waiting.Add(1) > maxWaiting {
		h.waiting.Add(-1)
		return busy
	}
	defer h.waiting.Add(-1)
	late := time.NewTimer(maxWait)
	defer late.Stop()
	select {
	case h.turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-late.C:
		return busy
	}
}

// Normal is the form of a password that is hashed: keyboards write the same
// characters in several ways.
func Normal(password string) string { return norm.NFKC.String(password) }
