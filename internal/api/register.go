package api

import (
	"net/http"

	"service.example/crm/internal/service/notification"
)

// registerRoutes registers every path of the service.
func (s *Server) registerRoutes() {
	messageRoutes(s)
	contactRoutes(s)
	contactFieldRoutes(s)
	contactImportRoutes(s)
	mediaRoutes(s)
	templateRoutes(s)
	templateLintRoutes(s)
	templateGalleryRoutes(s)
	templateWriteRoutes(s)
	endpointRoutes(s)
	deliveryRoutes(s)
	redeliveryRoutes(s)
	statisticsRoutes(s)
	eventRoutes(s)
	eventStreamRoutes(s)
	eventTypeRoutes(s)
	keyRoutes(s)
	auditRoutes(s)
	sessionRoutes(s)
	factorRoutes(s)
	ssoRoutes(s)
	teamRoutes(s)
	calendarRoutes(s)
	availabilityRoutes(s)
	routingRoutes(s)
	rehearsalRoutes(s)
	serviceLevelRoutes(s)
	roleRoutes(s)
	userRoutes(s)
	invitationRoutes(s)
	numberRoutes(s)
	numberHealthRoutes(s)
	numberSetupRoutes(s)
	storefrontRoutes(s)
	onboardingRoutes(s)
	automaticRoutes(s)
	accountRoutes(s)
	tokenRoutes(s)
	doctorRoutes(s)
	consentRoutes(s)
	aiProviderRoutes(s)
	aiUsageRoutes(s)
	aiSettingsRoutes(s)
	knowledgeRoutes(s)
	knowledgeSearchRoutes(s)
	knowledgeGapRoutes(s)
	assistantRoutes(s)
	testAssistantRoutes(s)
	evaluationRoutes(s)
	conversationRoutes(s)
	inboxRoutes(s)
	noteRoutes(s)
	promiseRoutes(s)
	timelineRoutes(s)
	summaryRoutes(s)
	transcriptRoutes(s)
	reportRoutes(s)
	figureRoutes(s)
	windowRoutes(s)
	ratingRoutes(s)
	inboxSettingsRoutes(s)
	draftRoutes(s)
	presenceRoutes(s)
	labelRoutes(s)
	viewRoutes(s)
	actionRoutes(s)
	buttonRoutes(s)
	pipelineRoutes(s)
	dealRoutes(s)
	dealImportRoutes(s)
	dealRuleRoutes(s)
	proposalRoutes(s)
	cannedReplyRoutes(s)
	searchRoutes(s)
	notificationRoutes(s)
	pushSubscriptionRoutes(s)
	simulatorRoutes(s)
	s.plainRoutes()
}

// plainRoutes are the paths that are no operations: they are for the provider,
// for browsers and for whoever runs the service.
func (s *Server) plainRoutes() {
	s.mux.HandleFunc("GET /provider/webhook", s.providerHandshake)
	s.mux.HandleFunc("POST /provider/webhook", s.providerWebhook)
	s.mux.HandleFunc("GET /provider/webhook/{account}", s.providerHandshake)
	s.mux.HandleFunc("POST /provider/webhook/{account}", s.providerWebhook)
	s.mux.HandleFunc("GET /media/{id}", s.linkedMedia)
	s.mux.HandleFunc("GET /webhook-keys/{workspace}/{id}", s.publicKeys)
	s.mux.HandleFunc("GET "+notification.UnsubscribePath, askUnsubscribe)
	s.mux.HandleFunc("POST "+notification.UnsubscribePath, unsubscribe(s))
	s.mux.HandleFunc("GET /healthz", s.healthz)
	s.mux.HandleFunc("GET /readyz", s.readyz)
	s.mux.HandleFunc("GET /openapi.json", s.openAPIJSON)
	s.mux.HandleFunc("GET /openapi.yaml", s.openAPIYAML)
	s.mux.HandleFunc("GET /{$}", s.root)
	s.mux.HandleFunc("/", s.notFound)
	s.mux.Handle("GET "+errorsPath, errorPage())
	if s.opt.Metrics != nil {
		s.mux.Handle("GET /metrics", s.opt.Metrics)
	}
	if s.opt.SDK != nil {
		sdk := s.opt.SDK(s.address, s.missing)
		s.mux.Handle("GET /sdk", sdk)
		s.mux.Handle("GET /sdk/", sdk)
	}
	if s.opt.App != nil {
		app := s.opt.App(s.missing)
		s.mux.Handle("GET /app", http.RedirectHandler("/app/", http.StatusPermanentRedirect))
		s.mux.Handle("GET /app/", app)
		// The links of letters, and an address to remember. Browsers keep what follows the #.
		for _, page := range []string{"invitation", "password-reset", "playground"} {
			s.mux.Handle("GET /"+page, http.RedirectHandler("/app/"+page, http.StatusFound))
		}
	}
	if s.opt.Docs != nil {
		docs := s.opt.Docs(s.missing)
		s.mux.Handle("GET /docs", docs)
		s.mux.Handle("GET /docs/", docs)
	}
}
