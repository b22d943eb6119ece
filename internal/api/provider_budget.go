package api

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"service.example/crm/internal/crm"
)

const (
	// webhookBytes bounds what of the provider's posts is in memory at a time: from
	// their first byte until they are on disk.
	webhookBytes = 64 << 20
	// webhookAccountBytes is what the posts to one account's own path may have of
	// it, four of the largest: who signs for one account cannot keep the others out.
	webhookAccountBytes = webhookBytes / 4
	// webhookOwnBytes is what those to the deployment's own path may have: they
	// cannot keep the accounts' paths out.
	webhookOwnBytes = webhookBytes - webhookAccountBytes
	// webhookSourceBytes is what the posts of one address may have, and
	// webhookSourceAccountBytes what they may have of one account's path. Nobody
	// knows whether a post is genuine until its last byte has come: who cannot sign
	// must not keep those out who can.
	webhookSourceBytes        = webhookBytes / 4
	webhookSourceAccountBytes = webhookAccountBytes / 2
	// webhookStep is what a post takes of the budget at a time, so that a small one
	// takes its share once.
	webhookStep = 4 << 10
	// webhookWindow is the time in which a post must come to its end, or bring what
	// webhookRate wants of so long a time.
	webhookWindow = 5 * time.Second
	webhookRate   = 8 << 10 // bytes per second
	// webhookRetry is when there is room again: a post is stored at once.
	webhookRetry = 2 * time.Second
	// budgetLogPause is for how long a full budget is not told of again.
	budgetLogPause = time.Minute
)

// webhookBudget counts the bytes of the provider's posts that are in memory.
type webhookBudget struct {
	window time.Duration // webhookWindow, but for tests

	mu       sync.Mutex
	held     int64
	paths    map[string]int64 // by account; "" is the deployment's own path
	sources  map[netip.Prefix]int64
	accounts map[webhookSource]int64 // what of an account's path an address has
	told     time.Time               // when the log was told last that it is full
}

// webhookSource is where a post goes to and comes from.
type webhookSource struct {
	account string
	from    netip.Prefix
}

func newWebhookBudget() *webhookBudget {
	return &webhookBudget{window: webhookWindow, paths: map[string]int64{}, sources: map[netip.Prefix]int64{}, accounts: map[webhookSource]int64{}}
}

var errBudget = errors.New("too many bytes of webhooks are in memory")

// webhookShare is what one post holds of the budget.
type webhookShare struct {
	budget  *webhookBudget
	source  webhookSource
	held    int64 // of the budget
	read    int64
	body    io.Reader
	refused bool

	conn   *http.ResponseController
	last   time.Time // when the whole body must have come
	window time.Time // when the window ends; zero before the first
	due    int64     // what must have been read by then
}

// share returns a reader of the post's body that takes what it reads from the
// budget and ends a body that comes too slowly, at the latest after the limit.
// It gives everything back with release.
func (b *webhookBudget) share(w http.ResponseWriter, r *http.Request, limit time.Duration) *webhookShare {
	return &webhookShare{budget: b, source: sourceOf(r), body: r.Body, conn: http.NewResponseController(w), last: time.Now().Add(limit)}
}

// room reports whether so many more bytes of a source may come.
func (b *webhookBudget) room(s webhookSource, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.roomLocked(s, n)
}

func (b *webhookBudget) roomLocked(s webhookSource, n int64) bool {
	if b.held+n > webhookBytes || b.sources[s.from]+n > webhookSourceBytes {
		return false
	}
	if s.account == "" {
		return b.paths[""]+n <= webhookOwnBytes
	}
	return b.paths[s.account]+n <= webhookAccountBytes && b.accounts[s]+n <= webhookSourceAccountBytes
}

// Read counts what has come, not what was announced: a slow caller holds no
// more than it has sent.
func (s *webhookShare) Read(p []byte) (int, error) {
	if s.window.IsZero() || s.read >= s.due {
		s.open()
	}
	n, err := s.body.Read(p)
	s.read += int64(n)
	if more := s.read - s.held; more > 0 {
		more = max(more, min(webhookStep, maxProviderBody-s.held))
		if !s.budget.take(s.source, more) {
			s.refused = true
			return 0, errBudget
		}
		s.held += more
	}
	return n, err
}

// open begins a window.
func (s *webhookShare) open() {
	s.window = time.Now().Add(s.budget.window)
	s.due = s.read + int64(webhookRate*s.budget.window.Seconds())
	if s.last.Before(s.window) {
		s.window = s.last
	}
	_ = s.conn.SetReadDeadline(s.window) // a connection without deadlines keeps its own
}

// slow says that a body did not come fast enough.
func (s *webhookShare) slow(cause error) error {
	if s.window.Equal(s.last) {
		return cause
	}
	return crm.Errorf(crm.KindSlow, crm.CodeTooSlow, "The body arrives too slowly: within %s it must end or bring %d more bytes.", s.budget.window, s.due-s.read).Because(cause)
}

// Close leaves the body to the server.
func (s *webhookShare) Close() error { return nil }

func (b *webhookBudget) take(s webhookSource, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.roomLocked(s, n) {
		return false
	}
	b.addLocked(s, n)
	return true
}

// release gives back what the post holds.
func (s *webhookShare) release() {
	if s.held == 0 {
		return
	}
	b := s.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	b.addLocked(s.source, -s.held)
	s.held = 0
}

func (b *webhookBudget) addLocked(s webhookSource, n int64) {
	b.held += n
	add(b.paths, s.account, n)
	add(b.sources, s.from, n)
	if s.account != "" {
		add(b.accounts, s, n)
	}
}

// add keeps no entry of what holds nothing.
func add[K comparable](held map[K]int64, k K, n int64) {
	if n += held[k]; n > 0 {
		held[k] = n
	} else {
		delete(held, k)
	}
}

// full is the refusal of a post that finds no room. The provider posts it again.
func (b *webhookBudget) full(log *slog.Logger, s webhookSource, now time.Time) error {
	b.mu.Lock()
	tell := b.told.IsZero() || now.Sub(b.told) >= budgetLogPause
	if tell {
		b.told = now
	}
	held := b.held
	b.mu.Unlock()
	if tell {
		log.Warn("refusing provider webhooks with 503 until earlier ones are stored", "bytes", held, "account", s.account, "from", s.from.Addr())
	}
	e := crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "Too many webhooks arrive at the same time; post this one again.").Because(errBudget)
	e.RetryAfter = webhookRetry
	return e
}
