// Package testkit gives tests a whole service in one process: database, jobs,
// deliveries, API and the sandbox, on either engine. The test moves the clock,
// and a workspace is ready to send.
package testkit

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/password"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/testkit/testpg"
)

// Patience is how long a kit waits for something that must happen.
const Patience = time.Minute

// longestPause is how long a part of the service waits until it looks again for what
// is due.
const longestPause = 250 * time.Millisecond

// Options say how a kit differs from the usual one.
type Options struct {
	// Postgres puts the data on PostgreSQL instead of an embedded file.
	Postgres bool
	// Parallel lets OnBoth run beside other tests of the package: those that wait
	// for time to pass then wait together.
	Parallel bool
	// OneByOne has OnBoth run the engines one after the other: for a test that measures
	// time, or whose engines share something.
	OneByOne bool
	// Log receives every record at every level; nil drops them.
	Log slog.Handler
	// StatusDelay is the pause before each status of the simulated network; 0
	// posts them at once.
	StatusDelay time.Duration
	// LongPauses has the parts of the service look for what is due as seldom as they
	// do outside of tests, for a test that counts what they do.
	LongPauses bool
	// NoAccount leaves both workspaces without a messaging account, as a service
	// without the simulator must.
	NoAccount bool
	// Strict keeps the simulator as closed as crm serve has it.
	Strict bool
	// Passwords hashes passwords; nil for one that costs next to nothing.
	Passwords *password.Hasher
	// Begin is the time at which the clock starts; now when zero.
	Begin time.Time
	// Config and Sandbox may change the settings before the start.
	Config  func(*config.Serve)
	Sandbox func(*sandbox.Config)
}

// masterKey is the one of every kit.
var masterKey = base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", 32)))

// Kit is a running service with two workspaces. The first has the simulator's
// account with the number +15550001000 and its templates, the other one has
// an account of its own with +15550002000.
type Kit struct {
	Tenant
	Other Tenant
	App   *app.App

	t      testing.TB
	client *http.Client
	start  func() *app.App
	key    []byte // of the embedded file
	url    string // of the database

	sql      sync.Mutex // over the connection beside the service
	sqlite   *sqlite3.Conn
	postgres *pgx.Conn
}

// Tenant is a workspace that is ready to send.
type Tenant struct {
	WorkspaceID string
	// Key has every scope.
	Key   string
	KeyID string
	// AccountID and NumberID are ours, ProviderNumberID and WABAID the
	// provider's; Number has its +.
	AccountID, NumberID, Number, ProviderNumberID, WABAID string
}

// New starts a service that ends with the test.
func New(t testing.TB, o Options) *Kit {
	t.Helper()
	k := &Kit{t: t, client: &http.Client{Timeout: 60 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	t.Cleanup(k.client.CloseIdleConnections)
	cfg := k.config(o)
	if o.Passwords == nil {
		o.Passwords = password.NewForTests()
	}
	network := sandbox.Config{Seed: 1, AppSecret: sandbox.DefaultAppSecret, VerifyToken: sandbox.DefaultVerifyToken, Token: sandbox.DefaultToken,
		StatusDelay: o.StatusDelay, Accounts: []sandbox.Account{sandbox.DefaultAccount(), otherAccount()}}
	if o.Sandbox != nil {
		o.Sandbox(&network)
	}
	ctx := context.Background()
	var log *slog.Logger
	if o.Log != nil {
		log = slog.New(o.Log)
	}
	pause := longestPause
	if o.LongPauses {
		pause = 0
	}
	k.start = func() *app.App {
		a, err := app.New(ctx, cfg, app.Options{Log: log, Sandbox: network, Demo: !o.Strict, Begin: o.Begin, Passwords: o.Passwords, LongestPause: pause})
		k.Must(err)
		return a
	}
	k.App = k.start()
	t.Cleanup(k.stop)
	k.Must(k.App.Start(ctx))
	if o.NoAccount {
		k.Tenant, k.Other = k.NewTenant("Test shop", ""), k.NewTenant("Other shop", "")
		return k
	}
	k.Tenant = k.NewTenant("Test shop", network.Accounts[0].ID)
	if len(network.Accounts) > 1 {
		k.Other = k.NewTenant("Other shop", network.Accounts[1].ID)
	}
	return k
}

// Second is the kit of another node beside this one, with a simulator of its own. The
// embedded engine has one node: there it is this one.
func (k *Kit) Second() *Kit {
	k.t.Helper()
	if !db.IsPostgres(k.url) {
		return k
	}
	other := &Kit{Tenant: k.Tenant, Other: k.Other, App: k.start(), t: k.t, client: k.client, start: k.start, key: k.key, url: k.url}
	k.t.Cleanup(other.stop)
	k.Must(other.App.Start(context.Background()))
	return other
}

// OnBoth runs a test on both engines at once, each on a service of its own: most tests
// wait more than they work. It returns when both have ended.
func OnBoth(t *testing.T, o Options, test func(t *testing.T, k *Kit)) {
	if o.Parallel {
		t.Parallel()
	}
	var engines sync.WaitGroup
	for _, postgres := range []bool{false, true} {
		name := "sqlite"
		if postgres {
			name = "postgres"
		}
		o := o
		o.Postgres = postgres
		run := func() {
			t.Run(name, func(t *testing.T) {
				if o.Parallel {
					t.Parallel()
				}
				test(t, New(t, o))
			})
		}
		if o.OneByOne {
			run()
		} else {
			engines.Go(run)
		}
	}
	engines.Wait()
}

func (k *Kit) config(o Options) config.Serve {
	cfg := app.DemoConfig(k.t.TempDir(), "127.0.0.1:0")
	cfg.MasterKeyFile, cfg.MasterKey = "", masterKey
	if o.Postgres {
		cfg.Database.Database = testpg.NewLike(k.t, migrate)
	} else {
		k.Must(writeMigrated(cfg.Database.Database))
	}
	if o.Config != nil {
		o.Config(&cfg)
	}
	key, err := app.MasterKey(cfg.Database, true)
	k.Must(err)
	k.url, k.key = cfg.Database.Database, key.DatabaseKey()
	return cfg
}

// otherAccount is a second account of the simulator with the same templates.
func otherAccount() sandbox.Account {
	a := sandbox.DefaultAccount()
	a.ID, a.Name = "200000000000002", "Other Trading Co."
	a.Phones = []sandbox.Phone{{ID: "100000000000002", Number: "+15550002000", Name: "Other Trading"}}
	for i, t := range a.Templates {
		a.Templates[i] = sandbox.Template(strings.Replace(string(t), `"id":"9000`, `"id":"9100`, 1))
	}
	return a
}

// NewTenant makes a workspace and, unless providerID is "", connects the
// simulator's account of that identifier to it.
func (k *Kit) NewTenant(name, providerID string) Tenant {
	k.t.Helper()
	ctx := context.Background()
	w, key, err := k.App.Service.Access.CreateWorkspace(ctx, name, false, "en_US")
	k.Must(err)
	out := Tenant{WorkspaceID: w.ID, Key: key.Secret, KeyID: key.Key.ID}
	if providerID == "" {
		return out
	}
	actor, err := k.App.Service.Access.Operator(ctx, w.ID)
	k.Must(err)
	r, err := k.App.Service.Onboarding.ConnectMessagingAccount(ctx, actor, onboarding.ConnectRequest{ProviderID: providerID})
	k.Must(err)
	n := r.Numbers[0]
	out.AccountID, out.WABAID = r.Account.ID, r.Account.ProviderID
	out.NumberID, out.Number, out.ProviderNumberID = n.ID, n.Number, n.ProviderID
	return out
}

// NewKey returns another key of a workspace, with these scopes only.
func (k *Kit) NewKey(workspaceID string, scopes ...crm.Scope) string {
	k.t.Helper()
	key, err := k.App.Service.Access.CreateKey(context.Background(), workspaceID, "Test", scopes)
	k.Must(err)
	return key.Secret
}

// Sandbox is the provider simulator.
func (k *Kit) Sandbox() *sandbox.Server { return k.App.Sandbox.Server() }

// DB is the database of the service.
func (k *Kit) DB() *db.DB { return k.App.Service.DB() }

// Now is the time of the service's clock.
func (k *Kit) Now() time.Time { return k.DB().Source().Now() }

// Advance moves the clock of the service and of the simulator forward.
func (k *Kit) Advance(d time.Duration) { k.Sandbox().Advance(d) }

// Must ends the test when there is an error.
func (k *Kit) Must(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

func (k *Kit) stop() {
	if holdEvents {
		for _, fault := range k.EventFaults() {
			k.t.Error(fault)
		}
	}
	k.closeQueries()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if err := k.App.Stop(ctx); err != nil {
		k.t.Error(fmt.Errorf("the service did not stop: %w", err))
	}
}
