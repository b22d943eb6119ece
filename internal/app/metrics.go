package app

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/model"
)

// metrics are what an operator watches, under names that one expects.
type metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.HistogramVec
	deliveries *prometheus.HistogramVec
	attempts   *prometheus.CounterVec
	parked     prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry()}
	m.requests = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "crm_http_request_duration_seconds",
		Help:    "Duration of HTTP requests by route and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}}, []string{"route", "status"})
	m.deliveries = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "crm_webhook_attempt_duration_seconds",
		Help:    "Duration of calls to webhook endpoints by result.",
		Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 15}}, []string{"result"})
	m.attempts = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_webhook_attempts_total",
		Help: "Calls to webhook endpoints, by class."}, []string{"class"})
	m.parked = prometheus.NewCounter(prometheus.CounterOpts{Name: "crm_webhook_deliveries_parked_total",
		Help: "Deliveries that were given up after their last attempt."})
	m.registry.MustRegister(m.requests, m.deliveries, m.attempts, m.parked, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) counter(name, help string) func() {
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	m.registry.MustRegister(c)
	return c.Inc
}

func (m *metrics) unsupported() func(kind string) {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_items_unsupported_total",
		Help: "Provider webhook items that this version keeps raw only, by type; crm reprocess applies them after an upgrade."}, []string{"type"})
	m.registry.MustRegister(c)
	return func(kind string) { c.WithLabelValues(kind).Inc() }
}

// aiCalls counts calls to AI providers, their tokens and answers from the cache.
func (m *metrics) aiCalls() func(crm.AICall) {
	calls := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_ai_calls_total",
		Help: "Calls to AI providers, by kind of provider and class of failure (ok for none)."}, []string{"provider_kind", "class"})
	latency := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "crm_ai_call_duration_seconds", Help: "Duration of calls to AI providers.",
		Buckets: []float64{.05, .1, .2, .35, .5, .75, 1, 1.5, 2, 3, 5, 8, 12, 20}}, []string{"provider_kind"})
	tokens := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_ai_tokens_total",
		Help: "Tokens that AI providers reported, by kind of provider and type of token."}, []string{"provider_kind", "type"})
	hits := prometheus.NewCounter(prometheus.CounterOpts{Name: "crm_ai_cache_hits_total", Help: "Answers that came from the cache."})
	saved := prometheus.NewCounter(prometheus.CounterOpts{Name: "crm_ai_cache_tokens_saved_total", Help: "Tokens saved by cached answers."})
	m.registry.MustRegister(calls, latency, tokens, hits, saved)
	return func(c crm.AICall) {
		if c.Class == crm.ClassCacheHit {
			hits.Inc()
			saved.Add(float64(c.Tokens.Total()))
			return
		}
		calls.WithLabelValues(c.Kind, cmp.Or(c.Class, "ok")).Inc()
		latency.WithLabelValues(c.Kind).Observe(c.Latency.Seconds())
		if c.Estimated {
			return
		}
		t := c.Tokens
		for name, n := range map[string]int64{"input": t.InputUncached, "cache_read": t.CacheRead, "cache_write": t.CacheWrite, "output": t.Output, "reasoning": t.Reasoning} {
			tokens.WithLabelValues(c.Kind, name).Add(float64(n))
		}
	}
}

func (m *metrics) service() service.Metrics {
	return service.Metrics{
		Account:      account.Metrics{SignatureFailures: m.counter("crm_webhook_signature_failures_total", "Posts to the callback whose signature does not hold.")},
		Conversation: conversation.Metrics{CountWrong: m.counter("crm_conversation_counts_wrong_total", "Kept counts of conversations that differed from a recount when it was compared; a few workspaces are, each hour.")},
		Inbound: inbound.Metrics{
			ItemsUnsupported: m.unsupported(),
			ItemsUnrouted:    m.counter("crm_webhook_items_unrouted_total", "Provider webhook items of numbers that are not connected here."),
		},
		Message: message.Metrics{
			MessagesAccepted: m.counter("crm_messages_accepted_total", "Messages that got a 202."),
			MessagesFailed:   m.counter("crm_messages_failed_total", "Messages that ended as failed or expired."),
			AttemptsKnown:    m.counter("crm_send_attempts_known_total", "Provider calls that took the message."),
			AttemptsRefused:  m.counter("crm_send_attempts_refused_total", "Provider calls that are known to have had no effect."),
			AttemptsUnknown:  m.counter("crm_send_attempts_unknown_total", "Provider calls whose outcome is unknown."),
			AttemptsRepeated: m.counter("crm_send_attempts_repeated_total", "Sends made again after an unknown outcome and the grace period."),
			StatusesParked:   m.counter("crm_statuses_parked_total", "Statuses that came before their message was known."),
		},
		Model: model.Metrics{AICall: m.aiCalls()},
	}
}

func (m *metrics) streamEnded() func(reason string) {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_event_streams_ended_total",
		Help: "Live event streams that ended, by reason."}, []string{"reason"})
	m.registry.MustRegister(c)
	return func(reason string) { c.WithLabelValues(reason).Inc() }
}

func (m *metrics) request(route string, status int, seconds float64) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(seconds)
}

func (m *metrics) delivery(label string, ok bool, seconds float64) {
	m.attempts.WithLabelValues(label).Inc()
	result := "failed"
	if ok {
		result = "succeeded"
	}
	m.deliveries.WithLabelValues(result).Observe(seconds)
}

// handler serves the metrics with the depth of the queues as it is now.
func (m *metrics) handler(a *App) http.Handler {
	m.registry.MustRegister(&queueCollector{a: a,
		waiting: prometheus.NewDesc("crm_jobs_waiting", "Jobs that wait or run, by kind.", []string{"kind"}, nil),
		oldest:  prometheus.NewDesc("crm_jobs_oldest_due_seconds", "Age of the oldest due job, by kind.", []string{"kind"}, nil),
		nodes:   prometheus.NewDesc("crm_nodes", "Nodes that serve this database.", nil, nil)})
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "crm_event_streams", Help: "Live event streams that are open."},
		func() float64 { return float64(a.streams.Count()) }))
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "crm_jobs_forgotten_total",
		Help: "Jobs that this node lost track of because a commit's answer was lost; they were released."},
		func() float64 { return float64(a.engine.Reclaimed()) }))
	m.registry.MustRegister(newReplyCollector(a), &backupCollector{a, prometheus.NewDesc("crm_last_backup_timestamp_seconds", "When crm backup copied the embedded database last, in seconds since 1970; 0 for never.", nil, nil)})
	m.registry.MustRegister(&searchCollector{a: a,
		lag:     prometheus.NewDesc("crm_search_lag_seconds", "For how long something has not been indexed for the search that is in a log; 0 if everything is.", nil, nil),
		waiting: prometheus.NewDesc("crm_search_workspaces_waiting", "Workspaces of which something is yet to be indexed for the search.", nil, nil)})
	m.registry.MustRegister(&healthCollector{a: a,
		numbers: prometheus.NewDesc("crm_phone_number_health", "Phone numbers by how they are doing.", []string{"status"}, nil),
		notices: prometheus.NewDesc("crm_phone_number_notices", "Open health notices about phone numbers, by kind.", []string{"kind"}, nil)})
	m.registry.MustRegister(&deliveryCollector{a: a,
		pending:      prometheus.NewDesc("crm_webhook_deliveries_pending", "Deliveries that wait for their next attempt, counted up to 100,000.", nil, nil),
		oldest:       prometheus.NewDesc("crm_webhook_oldest_pending_seconds", "Age of the oldest event that waits for its next attempt.", nil, nil),
		redeliveries: prometheus.NewDesc("crm_webhook_redeliveries", "Bulk redeliveries that have not ended, by phase.", []string{"phase"}, nil)})
	m.registry.MustRegister(&endpointCollector{a: a,
		open:    prometheus.NewDesc("crm_webhook_endpoint_breaker_open", "Webhook endpoints that this node serves and whose breaker is open or half open.", nil, nil),
		held:    prometheus.NewDesc("crm_webhook_calls_in_flight", "Calls to webhook endpoints that are under way on this node.", nil, nil),
		oldest:  prometheus.NewDesc("crm_webhook_oldest_undelivered_seconds", "Age of the oldest event that waits for an endpoint.", nil, nil),
		notices: prometheus.NewDesc("crm_webhook_endpoint_notices", "Open notices about webhook endpoints, by kind.", []string{"kind"}, nil)})
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

type queueCollector struct {
	a                      *App
	waiting, oldest, nodes *prometheus.Desc
}

func (c *queueCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.waiting
	ch <- c.oldest
	ch <- c.nodes
}

func (c *queueCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	ch <- prometheus.MustNewConstMetric(c.nodes, prometheus.GaugeValue, float64(c.a.nodes.Load()))
	list, err := jobs.CountJobs(ctx, c.a.db)
	if err != nil {
		return
	}
	now := c.a.clock.Now()
	for _, j := range list {
		ch <- prometheus.MustNewConstMetric(c.waiting, prometheus.GaugeValue, float64(j.Count), string(j.Kind))
		ch <- prometheus.MustNewConstMetric(c.oldest, prometheus.GaugeValue, max(0, now.Sub(j.Oldest).Seconds()), string(j.Kind))
	}
}

type backupCollector struct {
	a  *App
	at *prometheus.Desc
}

func (c *backupCollector) Describe(ch chan<- *prometheus.Desc) { ch <- c.at }

// Collect tells nothing on PostgreSQL, whose backups are not known here.
func (c *backupCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	b, found, err := c.a.db.LastBackup(ctx)
	if err != nil || db.IsPostgres(c.a.cfg.Database.Database) {
		return
	}
	at := 0.0
	if found {
		at = float64(b.At.Unix())
	}
	ch <- prometheus.MustNewConstMetric(c.at, prometheus.GaugeValue, at)
}

type healthCollector struct {
	a                *App
	numbers, notices *prometheus.Desc
}

func (c *healthCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.numbers
	ch <- c.notices
}

func (c *healthCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	counts, err := c.a.Service.Account.HealthCounts(ctx)
	if err != nil {
		return
	}
	for _, status := range []crm.Health{crm.Healthy, crm.HealthWarning, crm.HealthCritical} {
		ch <- prometheus.MustNewConstMetric(c.numbers, prometheus.GaugeValue, float64(counts.Numbers[status]), string(status))
	}
	for _, kind := range crm.HealthKinds {
		ch <- prometheus.MustNewConstMetric(c.notices, prometheus.GaugeValue, float64(counts.Notices[kind]), string(kind))
	}
}

// maxPendingCounted bounds what a look at the metrics costs.
const maxPendingCounted = 100_000

type deliveryCollector struct {
	a                             *App
	pending, oldest, redeliveries *prometheus.Desc
}

func (c *deliveryCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.pending
	ch <- c.oldest
	ch <- c.redeliveries
}

func (c *deliveryCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	var n int64
	var oldest time.Time
	var open map[crm.RunPhase]int64
	err := c.a.db.View(ctx, func(tx *db.Tx) (err error) {
		if n, oldest, err = event.PendingDeliveries(tx, maxPendingCounted); err == nil {
			open, err = event.OpenRedeliveries(tx)
		}
		return err
	})
	if err != nil {
		return
	}
	age := 0.0
	if !oldest.IsZero() {
		age = max(0, c.a.clock.Now().Sub(oldest).Seconds())
	}
	ch <- prometheus.MustNewConstMetric(c.pending, prometheus.GaugeValue, float64(n))
	ch <- prometheus.MustNewConstMetric(c.oldest, prometheus.GaugeValue, age)
	for _, phase := range []crm.RunPhase{crm.PhaseCollecting, crm.PhaseDelivering} {
		ch <- prometheus.MustNewConstMetric(c.redeliveries, prometheus.GaugeValue, float64(open[phase]), string(phase))
	}
}

type endpointCollector struct {
	a                           *App
	open, held, oldest, notices *prometheus.Desc
}

func (c *endpointCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.open
	ch <- c.held
	ch <- c.oldest
	ch <- c.notices
}

func (c *endpointCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	here := c.a.deliverer.Condition()
	ch <- prometheus.MustNewConstMetric(c.open, prometheus.GaugeValue, float64(here.Open))
	ch <- prometheus.MustNewConstMetric(c.held, prometheus.GaugeValue, float64(here.InFlight))
	counts, err := c.a.Service.Event.EndpointCounts(ctx)
	if err != nil {
		return
	}
	oldest := counts.Oldest
	if !here.Oldest.IsZero() && (oldest.IsZero() || here.Oldest.Before(oldest)) {
		oldest = here.Oldest
	}
	age := 0.0
	if !oldest.IsZero() {
		age = max(0, c.a.clock.Now().Sub(oldest).Seconds())
	}
	ch <- prometheus.MustNewConstMetric(c.oldest, prometheus.GaugeValue, age)
	for _, kind := range crm.EndpointNoticeKinds {
		ch <- prometheus.MustNewConstMetric(c.notices, prometheus.GaugeValue, float64(counts.Notices[kind]), string(kind))
	}
}
