package app

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// replies adds what is counted of turns and what they use.
func (m *metrics) replies(to service.Metrics) service.Metrics {
	turns := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_ai_turns_total",
		Help: "Decided turns, by state and reason; for a reply, the reason is its source."}, []string{"state", "reason"})
	handOffs := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_ai_hand_offs_total", Help: "Conversations that were given to people, by reason."}, []string{"reason"})
	failovers := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_ai_failovers_total", Help: "Switches to the next AI provider, by reason."}, []string{"reason"})
	budget := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crm_ai_budget_passed_total",
		Help: "How often a daily token budget passed this share, in percent; 100 also counts every reply that was held back."}, []string{"share"})
	search := prometheus.NewHistogram(prometheus.HistogramOpts{Name: "crm_knowledge_search_duration_seconds",
		Help:    "Duration of knowledge searches, including loading the index and getting vectors.",
		Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .1, 1}})
	m.registry.MustRegister(turns, handOffs, failovers, budget, search)
	to.Reply.Turn = func(state crm.TurnState, reason string) { turns.WithLabelValues(string(state), reason).Inc() }
	to.Reply.HandOff = func(reason string) { handOffs.WithLabelValues(reason).Inc() }
	to.Reply.Failover = func(reason string) { failovers.WithLabelValues(reason).Inc() }
	to.Model.Budget = func(share int64) { budget.WithLabelValues(strconv.FormatInt(share, 10)).Inc() }
	to.Library.Search = search.Observe
	to.Reply.CacheMiss = m.counter("crm_ai_cache_misses_total", "Questions whose answer was looked for in the cache in vain.")
	return to
}

// replyCollector tells how automated replies are doing on this node now.
type replyCollector struct {
	a                             *App
	writing, knowledge, providers *prometheus.Desc
}

func newReplyCollector(a *App) *replyCollector {
	return &replyCollector{a: a,
		writing:   prometheus.NewDesc("crm_ai_replies_writing", "Replies that are being written on this node; those that wait are jobs of the kind answer_turn.", nil, nil),
		knowledge: prometheus.NewDesc("crm_knowledge_index_bytes", "Memory of the knowledge that is kept for searching on this node.", nil, nil),
		providers: prometheus.NewDesc("crm_ai_providers", "AI providers that this node has called, by standing.", []string{"state"}, nil)}
}

func (c *replyCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.writing
	ch <- c.knowledge
	ch <- c.providers
}

func (c *replyCollector) Collect(ch chan<- prometheus.Metric) {
	now := c.a.Service.Reply.AICondition()
	ch <- prometheus.MustNewConstMetric(c.writing, prometheus.GaugeValue, float64(now.Writing))
	ch <- prometheus.MustNewConstMetric(c.knowledge, prometheus.GaugeValue, float64(now.KnowledgeBytes))
	for _, state := range []ai.State{ai.Closed, ai.Open, ai.RateLimited, ai.OutOfQuota, ai.Misconfigured} {
		ch <- prometheus.MustNewConstMetric(c.providers, prometheus.GaugeValue, float64(now.Providers[state]), string(state))
	}
}
