// Package app puts the parts together: configuration, database, engines and
// servers. It starts them and stops them.
package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"service.example/crm/internal/api"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/delivery"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/password"
	"service.example/crm/internal/run"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/service/checklist"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/courtesy"
	"service.example/crm/internal/service/dealtable"
	"service.example/crm/internal/service/deployment"
	"service.example/crm/internal/service/erasure"
	"service.example/crm/internal/service/evaluation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/notification"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/service/promise"
	"service.example/crm/internal/service/proposal"
	"service.example/crm/internal/service/rating"
	"service.example/crm/internal/service/reconciliation"
	"service.example/crm/internal/service/rehearsal"
	"service.example/crm/internal/service/reply"
	"service.example/crm/internal/service/routing"
	"service.example/crm/internal/service/template"
	"service.example/crm/internal/stream"
	"service.example/crm/internal/version"
	"service.example/crm/internal/webhook"
	"service.example/crm/internal/whatsapp"
	"service.example/crm/web"
)

// App is a running service.
type App struct {
	Service *service.Service
	API     *api.Server
	Sandbox *Sandbox // nil without one

	cfg       config.Serve
	log       *slog.Logger
	clock     *Clock
	db        *db.DB
	lock      *os.File
	engine    *jobs.Engine
	pace      *message.Pace
	guard     *egress.Guard
	deliverer *delivery.Deliverer
	streams   *stream.Hub
	metrics   *metrics
	nodes     atomic.Int64
	address   net.Addr
	watched   *watched
	narrator  *narrator
	parts     *run.Group // nil until Start

	longestPause time.Duration // 0 for none
}

// Clock is the wall clock plus an offset, which only a demo moves.
type Clock struct{ offset atomic.Int64 }

// Now is the current time of the clock.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())) }

// Options are what is decided in code rather than by settings.
type Options struct {
	Log *slog.Logger
	// Sandbox configures the built-in simulator, where cfg.Sandbox is set. Its
	// secrets are drawn at random unless they are given here.
	Sandbox sandbox.Config
	// Demo opens the simulator's control API to this machine, clock included.
	Demo bool
	// Day starts the clock of a fresh demo a day earlier; SeedDemo lets the day pass.
	Day bool
	// Begin, if set, is the time at which the clock of a demo starts.
	Begin time.Time
	// Passwords hashes passwords; nil for one at the standard cost. Tests give a
	// cheap one.
	Passwords *password.Hasher
	// LongestPause bounds how long a part waits until it looks again for what is due;
	// 0 for the pause of each. Tests do not wait as long as people may.
	LongestPause time.Duration
}

// New opens the database and puts the parts together. It serves nothing yet.
func New(ctx context.Context, cfg config.Serve, o Options) (_ *App, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	} else {
		o.Log = slog.New(onceOnly{o.Log.Handler()})
	}
	is := newWatched(o.Log)
	a := &App{cfg: cfg, longestPause: o.LongestPause, log: o.Log, clock: &Clock{}, metrics: newMetrics(), watched: is, narrator: newNarrator(),
		guard: &egress.Guard{Rules: cfg.EndpointRules(), Proxy: cfg.Proxy()}}
	defer func() {
		if err != nil {
			a.close()
		}
	}()
	key, err := MasterKey(cfg.Database, true)
	if err != nil {
		return nil, err
	}
	if !db.IsPostgres(cfg.Database.Database) {
		// The files beside it are opened by this path and a suffix.
		cfg.Database.Database = filepath.Clean(cfg.Database.Database)
		a.cfg.Database = cfg.Database
	}
	if a.lock, err = lockDatabase(cfg.Database.Database); err != nil {
		return nil, err
	}
	if err = a.beginDay(o); err != nil {
		return nil, err
	}
	src := crm.NewSource(a.clock.Now)
	if a.db, err = schema.Open(ctx, db.Options{URL: cfg.Database.Database, Key: key.DatabaseKey(), Source: src, NodeLease: cfg.NodeLease, Log: o.Log}); err != nil {
		return nil, err
	}
	box, err := OpenBox(ctx, a.db, key)
	if err != nil {
		return nil, err
	}
	options := service.Options{Live: whatsapp.New(cfg.ProviderURL, cfg.ProviderVersion, nil), Guard: a.guard,
		NameServer: cfg.NameServer, UnknownGrace: cfg.UnknownGrace, CallbackURL: cfg.CallbackURL, VerifyToken: cfg.VerifyToken, RedeliveryRate: cfg.RedeliveryRate, GraphVersion: cfg.ProviderVersion, LiveApp: liveApp(cfg)}
	secrets := []api.RealmSecret{}
	if cfg.AppSecret != "" {
		secrets = append(secrets, api.RealmSecret{Realm: account.RealmLive, Secret: cfg.AppSecret})
	}
	if options.Media, options.Scanner, err = openMedia(cfg); err != nil {
		return nil, err
	}
	if options.Deployment, err = a.db.Deployment(ctx); err != nil {
		return nil, err
	}
	if options.Scanner != nil {
		options.Scanner = watchedScanner{options.Scanner, is.scanner}
	}
	if cfg.Sandbox {
		if a.Sandbox, err = a.newSandbox(o); err != nil {
			return nil, err
		}
		options.Test, options.TestToken, options.TestApp = whatsapp.New(a.Sandbox.URL, cfg.ProviderVersion, nil), a.Sandbox.Token, a.Sandbox.app()
		options.Simulator = simulator{a.Sandbox.server}
		options.TestCallback, options.VerifyToken = func() string { return a.URL() + callbackPath }, cmp.Or(cfg.VerifyToken, a.Sandbox.VerifyToken)
		secrets = append(secrets, api.RealmSecret{Realm: account.RealmTest, Secret: a.Sandbox.AppSecret})
	}
	if err = a.setPeople(ctx, o, box, &options); err != nil {
		return nil, err
	}
	options.Metrics = a.metrics.replies(a.metrics.service())
	a.Service = service.New(a.db, box, o.Log, options)
	a.narrator.service = a.Service
	if err = a.newEngines(); err != nil {
		return nil, err
	}
	a.API = api.New(a.Service, api.Options{Log: o.Log, App: web.App, Docs: web.Docs, SDK: web.SDK, PublicURL: cfg.PublicAddress(), Metrics: a.metrics.handler(a), Observe: a.metrics.request,
		Checks: a.checks, LogRequests: cfg.LogRequests, Secrets: secrets, VerifyToken: options.VerifyToken, RatePerSecond: cfg.RateLimit, Nodes: func() int { return int(a.nodes.Load()) }, Streams: a.streams})
	return a, nil
}

// newEngines makes what works on the database beside the service.
func (a *App) newEngines() error {
	cfg := &a.cfg
	a.pace = message.NewPace(a.Service.Message, func() string { return a.engine.Owner() })
	a.engine = jobs.New(a.db, a.log, message.SendMessage(a.Service.Message, a.watched.provider, a.pace, cfg.SendConcurrency), inbound.Ingest(a.Service.Inbound), message.FetchMedia(a.Service.Message), message.MarkMessagesRead(a.Service.Message),
		media.RemoveFile(a.Service.Media), template.AskProvider(a.Service.Template), onboarding.SyncAccount(a.Service.Onboarding), onboarding.SettleAttempts(a.Service.Onboarding), onboarding.AskApps(a.Service.Onboarding), checklist.Check(a.Service.Checklist), contact.ImportContacts(a.Service.Contact), dealtable.ImportDeals(a.Service.DealTable), erasure.EraseContacts(a.Service.Erasure), broadcast.Send(a.Service.Broadcast), broadcast.FollowUp(a.Service.Broadcast), event.Redeliver(a.Service.Event),
		reply.AnswerTurn(a.Service.Reply, cfg.AIConcurrency, max(1, cfg.AIConcurrency/2)),
		evaluation.Evaluate(a.Service.Evaluation), library.IndexKnowledge(a.Service.Library), library.CountGap(a.Service.Library), library.EmbedKnowledge(a.Service.Library), people.SendLetters(a.Service.Members),
		conversation.Wake(a.Service.Conversation), conversation.TakeOffLabels(a.Service.Conversation), routing.Route(a.Service.Routing), rehearsal.Rehearse(a.Service.Rehearsal), reconciliation.Reconcile(a.Service.Reconciliation), rating.Ask(a.Service.Rating), promise.Wake(a.Service.Promise), reply.FindPromises(a.Service.Reply), proposal.FindProposals(a.Service.Proposal), courtesy.BreakSilence(a.Service.Courtesy), notification.Push(a.Service.Notification), notification.MailDigest(a.Service.Notification))
	schedule, err := cfg.Schedule()
	if err != nil {
		return err
	}
	a.deliverer = delivery.New(a.Service, webhook.NewClient(a.guard, crm.MaxInFlight), a.log, a.engine.Owner,
		delivery.Options{Schedule: schedule, Posted: a.posted, Parked: a.metrics.parked.Inc})
	a.streams = stream.New(a.Service, a.log, stream.Options{PerActor: cfg.StreamsPerKey, PerWorkspace: cfg.StreamsPerWorkspace,
		PerNode: cfg.StreamsPerNode, HeartBeat: cfg.StreamHeartBeat, WriteTimeout: cfg.StreamWriteTimeout, Ended: a.metrics.streamEnded(),
		Nodes: func() int { return int(a.nodes.Load()) }})
	a.Service.Notification.SetStreams(a.streams.Notify, a.streams.Present)
	a.Service.Deployment.SetNode(deployment.Node{ID: a.engine.Owner, Version: version.Current().Version, StartedAt: time.Now(), Streams: a.streams.Count, Endpoints: endpointsOf(a.deliverer)})
	return nil
}

// endpointsOf tells how the webhook endpoints of this node are doing.
func endpointsOf(d *delivery.Deliverer) func() deployment.Endpoints {
	return func() deployment.Endpoints {
		c := d.Condition()
		return deployment.Endpoints{Open: c.Open, InFlight: c.InFlight, Oldest: c.Oldest}
	}
}

// MasterKey returns the master key that the settings name. With the embedded
// database and create set, a key file is made where there is none. It refuses a
// database that this service does not know, or cannot write to.
func MasterKey(d config.Database, create bool) (secret.MasterKey, error) {
	if err := d.Validate(); err != nil {
		return secret.MasterKey{}, err
	}
	if !db.IsPostgres(d.Database) {
		// Before the key: one that is made beside no database would be useless.
		if _, err := db.Locate(d.Database, create); err != nil {
			return secret.MasterKey{}, err
		}
	}
	if d.MasterKey != "" {
		return secret.ParseMasterKey(d.MasterKey)
	}
	path := d.MasterKeyFile
	if path == "" {
		if db.IsPostgres(d.Database) {
			return secret.MasterKey{}, errors.New("--master-key (CRM_MASTER_KEY) is not set; create one with: openssl rand -base64 32, and keep a copy")
		}
		path = ownKeyFile(d.Database)
	}
	if _, err := os.Stat(d.Database); err == nil && !db.IsPostgres(d.Database) {
		create = false // a new key could not open what is there
	}
	return secret.LoadMasterKey(path, create)
}

// OpenBox opens the keyset of the database, making it at the first start.
func OpenBox(ctx context.Context, base *db.DB, key secret.MasterKey) (*secret.Box, error) {
	wrapped, err := base.Keyset(ctx, "secrets", func() ([]byte, error) { return secret.NewKeyset(key) })
	if err != nil {
		return nil, err
	}
	return secret.Open(key, wrapped)
}

// Undelivered returns how many events wait for webhook endpoints here.
func (a *App) Undelivered() int { return a.deliverer.Waiting() }

// Advance moves the clock of the service; only a demo does.
func (a *App) Advance(d time.Duration) {
	a.clock.offset.Add(int64(d))
	a.engine.Wake()
	a.deliverer.Wake()
	a.streams.Wake()
}

// posted tells of an attempt to deliver an event.
func (a *App) posted(p delivery.Post) {
	a.metrics.delivery(p.Label, p.Result.OK(), p.Result.Latency.Seconds())
	a.narrator.tellCall(p.Kind, p.URL, p.Result)
}

// sender lets the live streams and the narrator know of what the deliverer is
// told.
type sender struct {
	*delivery.Deliverer
	streams  *stream.Hub
	narrator *narrator
}

func (s sender) Tell(ev event.LoggedEvent) {
	s.Deliverer.Tell(ev)
	s.streams.Tell(ev)
	s.narrator.tellEvent(ev)
}
