package sandbox

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Server is one simulated provider. Its methods may be called concurrently, but
// Start and Close only by one goroutine at a time; webhooks and delayed statuses
// flow between them and stand still otherwise.
type Server struct {
	// Mail is the simulated mail server; it takes letters where somebody lets it
	// Serve.
	Mail LetterBox

	cfg      Config
	settings atomic.Pointer[settings]
	change   sync.Mutex // held while settings are replaced
	ids      *generator

	book      book      // accounts, numbers and templates
	customers customers // phones of the customers
	inbound   *recent[inboundKey]
	media     mediaStore
	uploads   uploadStore
	faults    faultList
	aiFaults  faultList
	told      usageBook // by the AI endpoint
	log       callLog
	stats     counters

	began    time.Time
	advanced atomic.Int64 // nanoseconds added by Advance
	timers   timers
	outbox   outbox
	pending  pending
	client   *http.Client
	ownURL   atomic.Pointer[string] // how callers reach this server, learnt from them

	signups    signups
	tokenState atomic.Pointer[tokenState] // nil while nobody changed it
	tokens     sync.Map                   // further tokens, to their *tokenState
}

// New returns a provider that serves cfg. It does not post webhooks until Run.
func New(cfg Config) *Server {
	cfg = cfg.withDefaults()
	s := &Server{cfg: cfg, ids: newGenerator(cfg.Seed), began: time.Now()}
	s.settings.Store(cfg.settings())
	s.Mail.now = s.Now
	s.customers.init()
	s.inbound = newRecent[inboundKey](maxInbound)
	s.log.init(cfg.LogLimit)
	s.stats.init()
	s.timers.init(s.elapsed)
	s.outbox.init()
	s.client = newWebhookClient(cfg)
	for _, a := range cfg.Accounts {
		s.addAccount(a)
	}
	return s
}

// Handler serves the Graph API, the window of the embedded signup, the control API
// under /_sandbox/ and the AI endpoint, which speaks chat completions, messages and
// generateContent, at the root and under /ai/{name}/.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.controlRoutes(mux)
	s.aiRoutes(mux)
	mux.HandleFunc("GET "+mediaPath+"{id}", s.serveMedia)
	window := serveSignupWindow(s)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/dialog/oauth") { // a pattern would meet that of the AI endpoint
			window(w, r)
			return
		}
		s.serveGraph(w, r)
	})
	return mux
}

// Run posts webhooks and lets delays elapse until ctx ends; posts under way are
// then cut off and count as unanswered. It may be called again afterwards.
func (s *Server) Run(ctx context.Context) error {
	var running sync.WaitGroup
	s.outbox.open()
	running.Go(func() { s.timers.run(ctx) })
	for range s.cfg.WebhookConcurrency {
		running.Go(func() { s.postWebhooks(ctx) })
	}
	<-ctx.Done()
	s.outbox.wake()
	running.Wait()
	s.client.CloseIdleConnections()
	return nil
}

// Wait returns nil as soon as no status and no webhook is pending, counting
// those that wait for a retry, or the error of ctx.
func (s *Server) Wait(ctx context.Context) error { return s.pending.wait(ctx) }

// Now returns the sandbox's time: Config.Clock plus all advances.
func (s *Server) Now() time.Time { return s.cfg.Clock().Add(time.Duration(s.advanced.Load())) }

// MovesClock says whether callers may move the clock (Control.Clock).
func MovesClock(s *Server) bool { return s.cfg.Control.Clock }

// Advance moves the sandbox's clock forward; whatever falls due by it happens
// at once. It calls Config.OnClockAdvance first, and ignores d <= 0.
func (s *Server) Advance(d time.Duration) {
	if d <= 0 {
		return
	}
	if s.cfg.OnClockAdvance != nil {
		s.cfg.OnClockAdvance(d)
	}
	s.advanced.Add(int64(d))
	s.timers.wake()
}

// SetCallbackURL changes where webhooks go; empty stops them.
func (s *Server) SetCallbackURL(url string) {
	s.update(func(v *settings) { v.callbackURL = url })
}

// SetAutoRead changes whether the phones of a simulator read what they receive from now on.
func SetAutoRead(s *Server, on bool) {
	s.update(func(v *settings) { v.autoRead = on })
}

// update replaces the settings by an edited copy.
func (s *Server) update(edit func(*settings)) {
	s.change.Lock()
	defer s.change.Unlock()
	next := *s.settings.Load()
	edit(&next)
	s.settings.Store(&next)
}

// elapsed is the time that delays and rate limits run on. It follows the real
// monotonic clock rather than Config.Clock, so that a frozen clock in a test
// does not stall statuses.
func (s *Server) elapsed() time.Duration {
	return time.Since(s.began) + time.Duration(s.advanced.Load())
}

func (s *Server) enc() encoder { return s.settings.Load().enc }

// learnURL remembers the address under which r reached this server.
func (s *Server) learnURL(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https") {
		scheme = "https"
	}
	if known := s.ownURL.Load(); known != nil && len(*known) == len(scheme)+3+len(r.Host) && strings.HasSuffix(*known, r.Host) {
		return *known
	}
	url := scheme + "://" + r.Host
	s.ownURL.Store(&url)
	return url
}

// Secrets are the token that is accepted and what the app's webhooks are signed
// and verified with, as configured or drawn.
func (s *Server) Secrets() (token, appSecret, verifyToken string) {
	v := s.settings.Load()
	return s.cfg.Token, v.appSecret, v.verifyToken
}
