// Package app puts the parts together: configuration → database → engines →
// servers, and their start and stop.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/api"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/delivery"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
	"service.example/crm/internal/stream"
	"service.example/crm/internal/webhook"
	"service.example/crm/internal/whatsapp"
	"service.example/crm/internal/work"
	"service.example/crm/web"
)

// App is a running service.
type App struct {
	Service *service.Service
	API     *api.Server
	Sandbox *Sandbox // nil without one

	cfg        config.Serve
	log        *slog.Logger
	clock      *Clock
	db         *store.DB
	lock       *os.File
	engine     *jobs.Engine
	guard      *egress.Guard
	deliverer  *delivery.Deliverer
	streams    *stream.Hub
	metrics    *metrics
	nodes      atomic.Int64
	http       *http.Server
	address    net.Addr
	stop       context.CancelFunc
	background sync.WaitGroup
}

// Clock is the wall clock plus an offset, which only a demo moves.
type Clock struct{ offset atomic.Int64 }

// Now is the current time of the clock.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())) }

// Options are what is decided in code rather than by settings.
type Options struct {
	Log *slog.Logger
	// Sandbox configures the built-in simulator, where cfg.Sandbox is set.
	Sandbox sandbox.Config
}

// New opens the database and puts the parts together. It serves nothing yet.
func New(ctx context.Context, cfg config.Serve, o Options) (_ *App, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	a := &App{cfg: cfg, log: o.Log, clock: &Clock{}, metrics: newMetrics(),
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
	if a.lock, err = lockDatabase(cfg.Database.Database); err != nil {
		return nil, err
	}
	src := crm.NewSource(a.clock.Now)
	if a.db, err = store.Open(ctx, store.Options{URL: cfg.Database.Database, Key: key.DatabaseKey(), Source: src, NodeLease: cfg.NodeLease}); err != nil {
		return nil, err
	}
	box, err := OpenBox(ctx, a.db, key)
	if err != nil {
		return nil, err
	}
	options := service.Options{Live: whatsapp.New(cfg.ProviderURL, cfg.ProviderVersion, nil), Guard: a.guard,
		UnknownGrace: cfg.UnknownGrace, CallbackURL: cfg.CallbackURL, VerifyToken: cfg.VerifyToken, RedeliveryRate: cfg.RedeliveryRate}
	secrets := []api.RealmSecret{}
	if cfg.AppSecret != "" {
		secrets = append(secrets, api.RealmSecret{Realm: service.RealmLive, Secret: cfg.AppSecret})
	}
	if options.Media, options.Scanner, err = openMedia(cfg); err != nil {
		return nil, err
	}
	if cfg.Sandbox {
		if a.Sandbox, err = a.newSandbox(o.Sandbox); err != nil {
			return nil, err
		}
		options.Test = whatsapp.New(a.Sandbox.URL, cfg.ProviderVersion, nil)
		secrets = append(secrets, api.RealmSecret{Realm: service.RealmTest, Secret: a.Sandbox.AppSecret})
	}
	a.Service = service.New(a.db, box, o.Log, options)
	a.Service.Metrics = a.metrics.replies(a.metrics.service())
	a.engine = jobs.New(a.db, o.Log, work.SendMessage(a.Service, cfg.SendConcurrency), work.Ingest(a.Service), work.FetchMedia(a.Service),
		work.RemoveFile(a.Service), work.SyncAccount(a.Service), work.ImportContacts(a.Service), work.Redeliver(a.Service),
		work.AnswerTurn(a.Service, cfg.AIConcurrency, max(1, cfg.AIConcurrency/2)),
		work.Evaluate(a.Service), work.IndexKnowledge(a.Service), work.CountGap(a.Service), work.EmbedKnowledge(a.Service))
	a.deliverer = delivery.New(a.Service, webhook.NewClient(a.guard, crm.MaxInFlight), o.Log, a.engine.Owner)
	a.deliverer.Schedule, _ = cfg.Schedule()
	a.deliverer.Observe, a.deliverer.Parked = a.metrics.delivery, a.metrics.parked.Inc
	a.streams = stream.New(a.Service, o.Log, stream.Options{PerKey: cfg.StreamsPerKey, PerWorkspace: cfg.StreamsPerWorkspace,
		PerNode: cfg.StreamsPerNode, HeartBeat: cfg.StreamHeartBeat, WriteTimeout: cfg.StreamWriteTimeout})
	a.streams.Observe = a.metrics.streamEnded()
	verify := cfg.VerifyToken
	if verify == "" && a.Sandbox != nil {
		verify = a.Sandbox.VerifyToken
	}
	a.API = api.New(a.Service, api.Options{Log: o.Log, Docs: web.Docs(), Metrics: a.metrics.handler(a), Observe: a.metrics.request,
		Ready: a.ready, Secrets: secrets, VerifyToken: verify, RatePerSecond: cfg.RateLimit, Nodes: func() int { return int(a.nodes.Load()) }, Streams: a.streams})
	return a, nil
}

// MasterKey returns the master key that the settings name. With the embedded
// database and create set, a key file is made where there is none.
func MasterKey(d config.Database, create bool) (secret.MasterKey, error) {
	if d.MasterKey != "" {
		return secret.ParseMasterKey(d.MasterKey)
	}
	path := d.MasterKeyFile
	if path == "" {
		if store.IsPostgres(d.Database) {
			return secret.MasterKey{}, errors.New("--master-key (CRM_MASTER_KEY) is not set; make one with: openssl rand -base64 32, and keep a copy")
		}
		path = filepath.Join(filepath.Dir(d.Database), "master.key")
	}
	if _, err := os.Stat(d.Database); err == nil && !store.IsPostgres(d.Database) {
		create = false // a new key could not open what is there
	}
	return secret.LoadMasterKey(path, create)
}

// OpenBox opens the keyset of the database, making it at the first start.
func OpenBox(ctx context.Context, db *store.DB, key secret.MasterKey) (*secret.Box, error) {
	wrapped, err := db.Keyset(ctx, "secrets", func() ([]byte, error) { return secret.NewKeyset(key) })
	if err != nil {
		return nil, err
	}
	return secret.Open(key, wrapped)
}

// Start listens and begins to work. Callers must Stop what Start began.
func (a *App) Start(ctx context.Context) error {
	listener, err := net.Listen("tcp", a.cfg.Listen)
	if err != nil {
		return fmt.Errorf("--listen: %w; is another process using the address?", err)
	}
	a.address = listener.Addr()
	a.guard.Listens(a.address)
	if err := a.engine.Join(ctx); err != nil {
		_ = listener.Close()
		return err
	}
	a.nodes.Store(1)
	a.db.SetSender(sender{a.deliverer, a.streams})
	a.deliverer.Start()
	a.streams.Start()
	a.engine.Start()
	if a.Sandbox != nil {
		a.Sandbox.start(a.URL() + "/provider/webhook")
	}
	background, stop := context.WithCancel(context.Background())
	a.stop = stop
	a.background.Go(func() { a.runJanitor(background) })
	a.background.Go(func() { a.runHealth(background) })
	go a.checkMedia(background)
	a.http = &http.Server{Handler: a.API, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 60 * time.Second,
		IdleTimeout: 120 * time.Second, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelDebug)}
	go func() {
		if err := a.http.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			a.log.Error("the server ended", "error", err)
		}
	}()
	return nil
}

// URL is where the service answers.
func (a *App) URL() string {
	host, port, _ := net.SplitHostPort(a.address.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// Stop takes no new requests, lets what runs end within ctx, gives everything
// else back to the table, and closes the database.
func (a *App) Stop(ctx context.Context) error {
	var errs []error
	if a.http != nil {
		a.streams.Stop(ctx)
		errs = append(errs, a.http.Shutdown(ctx))
		a.stop()
		a.background.Wait()
		a.deliverer.Stop(ctx)
		errs = append(errs, a.engine.Stop(ctx))
	}
	errs = append(errs, a.close())
	return errors.Join(errs...)
}

func (a *App) close() error {
	var errs []error
	if a.Sandbox != nil {
		a.Sandbox.Close()
	}
	if a.db != nil {
		errs = append(errs, a.db.Close())
	}
	if a.lock != nil {
		errs = append(errs, a.lock.Close())
	}
	return errors.Join(errs...)
}

func (a *App) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if err := a.db.Ping(ctx); err != nil {
		return errors.New("the database does not answer")
	}
	if a.engine.Owner() == "" {
		return errors.New("the job engine has not started")
	}
	return nil
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

// sender lets the live streams know of what the deliverer is told.
type sender struct {
	*delivery.Deliverer
	streams *stream.Hub
}

func (s sender) Tell(ev store.LoggedEvent) {
	s.Deliverer.Tell(ev)
	s.streams.Tell(ev)
}
