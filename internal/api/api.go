// Package api is HTTP: typed operations, OpenAPI 3.1 and problem+json. It
// knows the use cases and nothing behind them.
package api

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"service.example/crm/internal/input"
	"service.example/crm/internal/service"
	"service.example/crm/internal/stream"
)

// Version of the API; /v1 changes only by addition.
const Version = "1.0.0"

// Options are what a deployment decides.
type Options struct {
	Log *slog.Logger
	// Metrics serves /metrics; nil leaves it out.
	Metrics http.Handler
	// App makes the handler of /app, the app for people, in the same way; nil for none.
	App func(missing func(http.ResponseWriter, *http.Request, string)) http.Handler
	// Docs makes the handler of /docs from what answers that a file is missing;
	// nil leaves it out.
	Docs func(missing func(http.ResponseWriter, *http.Request, string)) http.Handler
	// SDK makes the handler of /sdk, which hands out the client libraries, from
	// what tells the address of the service and what answers that a file is
	// missing; nil leaves it out.
	SDK func(address func(*http.Request) string, missing func(http.ResponseWriter, *http.Request, string)) http.Handler
	// PublicURL is where clients reach the service, without a slash at its end;
	// empty where that is not known.
	PublicURL string
	// Observe is told of every request that ended; nil for nobody.
	Observe func(operation string, status int, seconds float64)
	// Checks says of everything that the service needs whether it is there. It
	// must not wait for any of it.
	Checks func() []Check
	// LogRequests has every request written to the log.
	LogRequests bool
	// Secrets verify webhooks at /provider/webhook: per realm, live or test.
	Secrets     []RealmSecret
	VerifyToken string
	// RatePerSecond is the limit per API key; 0 means 1000. Nodes says how many
	// nodes share it.
	RatePerSecond int
	Nodes         func() int
	// BodyTimeout is how long a body may take that is no file; 0 means 30 s.
	BodyTimeout time.Duration
	// Streams has the live streams of events.
	Streams *stream.Hub
}

// Server answers requests. It is an http.Handler.
type Server struct {
	svc     *service.Service
	opt     Options
	log     *slog.Logger
	door    *door
	mux     *http.ServeMux
	huma    huma.API
	handler http.Handler

	operations   []operation          // in the order in which they were registered
	contracts    map[string]*contract // by operation
	uploads      map[string]int64     // by path: how long a form with a file may be
	shapes       map[string]*input.Shape
	rendering    rendered
	eventSchemas eventSchemas
	webhooks     *webhookBudget
}

// New returns a server for the use cases.
func New(svc *service.Service, opt Options) *Server {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.BodyTimeout == 0 {
		opt.BodyTimeout = bodyTimeout
	}
	if opt.RatePerSecond == 0 {
		opt.RatePerSecond = 1000
	}
	s := &Server{svc: svc, opt: opt, log: opt.Log, mux: http.NewServeMux(), shapes: map[string]*input.Shape{}, uploads: map[string]int64{},
		webhooks: newWebhookBudget()}
	s.door = newDoor(s)
	s.huma = humago.New(s.mux, humaConfig())
	s.registerRoutes()
	s.contracts = s.contractsOf()
	s.document()
	s.handler = s.outermost(s.mux)
	return s
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }
