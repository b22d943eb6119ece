// Package service holds the use cases: one exported method is one thing that
// somebody may do. Each takes the actor, asks for the scope, applies the rules
// of crm, and changes rows and events in one transaction.
package service

import (
	"cmp"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/blob"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/scan"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/spill"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// Jobs of this package; internal/work has one handler for each.
const (
	JobSendMessage    store.JobKind = "send_message"
	JobIngest         store.JobKind = "ingest"
	JobImportContacts store.JobKind = "import_contacts"
	JobFetchMedia     store.JobKind = "fetch_media"
	JobRemoveFile     store.JobKind = "remove_file"
	JobAnswerTurn     store.JobKind = "answer_turn"
	JobIndexKnowledge store.JobKind = "index_knowledge"
	JobRedeliver      store.JobKind = "redeliver"
	JobCountGap       store.JobKind = "count_gap"
	JobEmbedKnowledge store.JobKind = "embed_knowledge"
	JobEvaluate       store.JobKind = "evaluate"
)

// The groups of updates that run side by side (store.Beside): those about one
// message each, then those about one phone number each, whose statuses may be
// about the same messages.
const (
	besideMessages db.Group = iota + 1
	besideNumbers
)

// Options are what a deployment decides.
type Options struct {
	// Live and Test reach the provider for live and for test workspaces; nil
	// where a deployment has none.
	Live, Test *whatsapp.Client
	// TestToken is the token of this process's own simulator, which test
	// workspaces use when they name none; Simulator reaches its customers. Both
	// are empty where there is none.
	TestToken string
	Simulator Simulator
	// Guard opens the connections to what customers name; nil for one that
	// allows public addresses.
	Guard *egress.Guard
	// UnknownGrace is how long a send whose outcome is unknown waits for a
	// status before it is made again.
	UnknownGrace time.Duration
	// CallbackURL is where the provider posts webhooks; "" leaves the
	// subscription of connected accounts alone.
	CallbackURL, VerifyToken string
	// RedeliveryRate is how many events per second and endpoint a bulk
	// redelivery puts on their way at most.
	RedeliveryRate int
	// Media keeps the bytes of files; Scanner is asked about each, nil for none.
	Media   *blob.Store
	Scanner scan.Scanner
	// Deployment names the objects that are put into Media.
	Deployment crm.Deployment
	// Outcomes keeps what the database cannot take; see KeepOutcomes.
	Outcomes *spill.File
	// KnowledgeMemory bounds the indexes of knowledge that this process keeps,
	// in bytes; 0 means 256 MiB.
	KnowledgeMemory int64
}

// Service runs use cases. It is safe for concurrent use.
type Service struct {
	db      *store.DB
	box     *secret.Box
	log     *slog.Logger
	opt     Options
	Metrics Metrics

	running   sync.Map // idempotency keys whose first request is under way
	touching  sync.Map // keys whose use is being noted
	numbers   cache[[]crm.PhoneNumber]
	templates cache[[]crm.Template]
	spaces    cache[crm.Workspace]
	fields    cache[[]crm.ContactField]
	keys      cache[keyEntry]
	tokens    cache[string]
	routes    cache[crm.PhoneNumber] // by the provider's identifier
	words     cache[*consentWords]
	health    healthCounters
	accounts  cache[crm.MessagingAccount]
	duties    cache[duty] // by phone number
	replies   replyCache
	writing   generations
	said      saidLately
	thinking  thinking
	threads   threadCache
	fetcher   *http.Client       // of files on the web
	uploads   singleflight.Group // of files to the provider
	bodies    recentBodies
	// largeBodies has a place for each large body that is taken apart.
	largeBodies chan struct{}
	knowledge   knowledgeIndexes
	vectors     questionVectors
	hearing     hearing
	runtime     modelRuntime
	subjects    Subjects
	measured    Measured
}

// Metrics counts what operators watch. Every field may be nil.
type Metrics struct {
	MessagesAccepted, MessagesFailed func()
	StatusesParked, ItemsUnrouted    func()
	// ItemsUnsupported counts what is kept raw only, by kind.
	ItemsUnsupported func(kind string)
	// Every call to the provider ends as exactly one of these three; Repeated
	// counts the calls that followed an unknown one after its grace.
	AttemptsKnown, AttemptsRefused, AttemptsUnknown, AttemptsRepeated func()
	// SignatureFailures counts posts that nobody vouches for.
	SignatureFailures func()
	// AICall is told of every call to an AI provider and every answer from the cache.
	AICall func(crm.AICall)
	// Turn is told of every turn that was decided, with why or from what source;
	// HandOff of every conversation that was given to people, Failover of every AI
	// provider that was left, Budget of every share of a day's budget that was
	// passed, in percent. All values come from fixed lists.
	Turn              func(state crm.TurnState, reason string)
	HandOff, Failover func(reason string)
	Budget            func(share int64)
	CacheMiss         func()
	// Search is told how long a search through the knowledge took, in seconds.
	Search func(seconds float64)
}

func count(fn func()) {
	if fn != nil {
		fn()
	}
}

// New returns the use cases on a database.
func New(base *store.DB, box *secret.Box, log *slog.Logger, opt Options) *Service {
	if opt.UnknownGrace == 0 {
		opt.UnknownGrace = time.Minute
	}
	if opt.Guard == nil {
		opt.Guard = new(egress.Guard)
	}
	s := &Service{db: base, box: box, log: log, opt: opt, fetcher: newFetcher(opt.Guard), hearing: hearing{began: base.Source().Now()},
		largeBodies: make(chan struct{}, largeAtOnce), thinking: newThinking(), knowledge: knowledgeIndexes{most: cmp.Or(opt.KnowledgeMemory, defaultKnowledgeMemory)},
		runtime: modelRuntime{client: ai.NewClient(opt.Guard, aiPerHost), health: ai.NewHealth(base.Source())}}
	s.subjects = Subjects{
		Number: func(tx *store.Tx, workspaceID, id string) error {
			_, err := tx.PhoneNumber(workspaceID, id)
			return err
		},
		Assistant: func(tx *store.Tx, workspaceID, id string) error { _, err := tx.Assistant(workspaceID, id); return err },
		Numbers:   s.phoneNumbers,
	}
	s.measured = Measured{Newest: (*store.Tx).NewestEvaluation, Drop: (*store.Tx).DropEvaluations}
	return s
}

// DB is the database, for the engines that share it.
func (s *Service) DB() *store.DB { return s.db }

func (s *Service) now() time.Time { return s.db.Source().Now() }

func (s *Service) provider(live bool) (*whatsapp.Client, error) {
	c := s.opt.Test
	if live {
		c = s.opt.Live
	}
	if c == nil {
		return nil, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This deployment has no provider for this kind of workspace (see --provider-url and --sandbox).")
	}
	return c, nil
}

// cache keeps what the hot path reads for a short time. Changes made by this
// process drop their entry at once; those of other nodes show within cacheLife.
type cache[T any] struct{ entries sync.Map }

const cacheLife = time.Second

type cached[T any] struct {
	value T
	until time.Time
}

func (c *cache[T]) get(key string, load func() (T, error)) (T, error) {
	if e, ok := c.entries.Load(key); ok {
		if e := e.(cached[T]); time.Now().Before(e.until) {
			return e.value, nil
		}
	}
	v, err := load()
	if err == nil {
		c.entries.Store(key, cached[T]{v, time.Now().Add(cacheLife)})
	}
	return v, err
}

// peek returns what is remembered, however old.
func (c *cache[T]) peek(key string) (v T, ok bool) {
	e, ok := c.entries.Load(key)
	if ok {
		v = e.(cached[T]).value
	}
	return v, ok
}

func (c *cache[T]) drop(key string) { c.entries.Delete(key) }

func (c *cache[T]) clear() { c.entries.Clear() }

// sweep forgets what is stale, so that a cache holds no more than is in use.
func (c *cache[T]) sweep() {
	now := time.Now()
	c.entries.Range(func(k, e any) bool {
		if now.After(e.(cached[T]).until) {
			c.entries.Delete(k)
		}
		return true
	})
}

// SweepCaches forgets stale entries; call it now and then.
func (s *Service) SweepCaches() {
	s.sweepWorkspaces()
	s.sweepAccounts()
	s.sweepTemplates()
	s.sweepContacts()
	s.sweepModels()
	s.sweepDuties()
}
