// Package api is HTTP: typed operations, OpenAPI 3.1 and problem+json. It
// knows the use cases and nothing behind them.
package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"service.example/crm/internal/crm"
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
	limiter *limiter
	mux     *http.ServeMux
	huma    huma.API
	handler http.Handler

	contracts    map[string]*contract // by operation
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
	s := &Server{svc: svc, opt: opt, log: opt.Log, mux: http.NewServeMux(), shapes: map[string]*input.Shape{}, limiter: newLimiter(opt.RatePerSecond, opt.Nodes), webhooks: newWebhookBudget()}
	s.huma = humago.New(s.mux, humaConfig())
	s.routes()
	s.contracts = s.contractsOf()
	s.document()
	s.handler = s.outermost(s.mux)
	return s
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// routes is every path of the service on one screen.
func (s *Server) routes() {
	s.messageRoutes()  // /v1/messages…
	s.mediaRoutes()    // /v1/media…, /media/{id}
	s.templateRoutes() // /v1/templates…
	s.endpointRoutes() // /v1/webhook-endpoints…
	s.deliveryRoutes() // /v1/webhook-endpoints/{id}/deliveries…
	s.redeliveryRoutes()
	s.statisticsRoutes()
	s.contactRoutes() // /v1/contacts…
	s.contactFieldRoutes()
	s.contactImportRoutes()
	s.eventRoutes() // /v1/events
	s.eventStreamRoutes()
	s.eventTypeRoutes()
	s.keyRoutes()    // /v1/api-keys…
	s.numberRoutes() // /v1/phone-numbers
	s.numberHealthRoutes()
	s.accountRoutes()    // /v1/messaging-accounts
	s.consentRoutes()    // /v1/contacts/{id}/consent, /v1/consent-settings
	s.aiProviderRoutes() // /v1/ai/providers…
	s.aiUsageRoutes()    // /v1/ai/usage, /v1/ai/calls
	s.aiSettingsRoutes() // /v1/ai/settings, /v1/ai/notices
	s.knowledgeRoutes()  // /v1/knowledge…
	s.assistantRoutes()  // /v1/assistants…
	s.assistantTrialRoutes()
	s.evaluationRoutes()
	s.conversationRoutes() // /v1/conversations…
	s.simulatorRoutes()    // /v1/sandbox…
	s.mux.HandleFunc("GET /provider/webhook", s.providerHandshake)
	s.mux.HandleFunc("POST /provider/webhook", s.providerWebhook)
	s.mux.HandleFunc("GET /provider/webhook/{account}", s.providerHandshake)
	s.mux.HandleFunc("POST /provider/webhook/{account}", s.providerWebhook)
	s.mux.HandleFunc("GET /healthz", s.healthz)
	s.mux.HandleFunc("GET /readyz", s.readyz)
	s.mux.HandleFunc("GET /openapi.json", s.openAPIJSON)
	s.mux.HandleFunc("GET /openapi.yaml", s.openAPIYAML)
	s.mux.HandleFunc("GET /{$}", s.root)
	s.mux.HandleFunc("/", s.notFound)
	if s.opt.Metrics != nil {
		s.mux.Handle("GET /metrics", s.opt.Metrics)
	}
	s.mux.Handle("GET "+errorsPath, errorPage())
	if s.opt.SDK != nil {
		sdk := s.opt.SDK(s.address, s.missing)
		s.mux.Handle("GET /sdk", sdk)
		s.mux.Handle("GET /sdk/", sdk)
	}
	if s.opt.Docs != nil {
		docs := s.opt.Docs(s.missing)
		s.mux.Handle("GET /docs", docs)
		s.mux.Handle("GET /docs/", docs)
	}
}

// operation describes one typed operation.
type operation struct {
	id, method, path, tag, summary, description string
	status                                      int
	scope                                       crm.Scope
	errors                                      []int
}

// register adds a typed operation: handle gets who asks and the decoded input.
func register[I, O any](s *Server, op operation, handle func(context.Context, crm.Actor, *I) (*O, error)) {
	if op.status == 0 {
		op.status = http.StatusOK
	}
	if _, binds := any(new(O)).(lister); isList[I]() && !binds {
		panic("api: the answer of " + op.id + " does not bind its cursor to its list")
	}
	huma.Register(s.huma, huma.Operation{
		OperationID: op.id, Method: op.method, Path: op.path, Tags: []string{op.tag}, Summary: op.summary, Description: op.description,
		DefaultStatus: op.status, Errors: errorsOf(op),
		Security:     []map[string][]string{{"apiKey": {string(op.scope)}}},
		Extensions:   map[string]any{"x-scope": string(op.scope)},
		MaxBodyBytes: maxBody, BodyReadTimeout: -1, // it has been read; see letRead
		// judge does it, in words of ours and in one go with the use case.
		SkipValidateBody: true, SkipValidateParams: true, Middlewares: huma.Middlewares{s.judge},
	}, func(ctx context.Context, in *I) (*O, error) {
		if isStream[O]() && len(requestOf(ctx).faults) > 0 {
			return nil, s.problem(ctx, crm.Invalid(requestOf(ctx).faults, 0))
		}
		out, err := handle(ctx, actorOf(ctx), in)
		err = withFaults(ctx, err)
		var shaped *Problem
		if errors.As(err, &shaped) {
			return nil, shaped
		}
		if err != nil {
			return nil, s.problem(ctx, err)
		}
		if list, ok := any(out).(lister); ok {
			list.bindCursor(requestOf(ctx).contract.list)
		}
		return out, nil
	})
}

// errorsOf are the statuses that an operation may refuse with.
func errorsOf(op operation) []int {
	list := append([]int{400, 401, 403, 422, 429, 500}, op.errors...)
	if op.method == http.MethodPost || op.method == http.MethodPut || op.method == http.MethodPatch {
		list = append(list, 408, 413, 415)
	}
	return list
}
