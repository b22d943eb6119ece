package crm

import (
	"encoding/json"
	"time"
)

// AICallFor says what a call to an AI provider was made for. All of it may be
// empty but Purpose.
type AICallFor struct {
	Purpose           string // reply, test, evaluation, …
	ConversationID    string
	MessageID         string
	TurnID            string
	AssistantID       string
	AssistantRevision int64
}

// Purposes of calls.
const (
	AIForReply      = "reply"
	AIForTest       = "test"
	AIForEvaluation = "evaluation"
	AIForEmbedding  = "embedding" // of passages and questions
	AIForSummary    = "summary"   // of an episode that somebody closes
	AIForPromise    = "promise"   // to be found in what people write
	AIForProposal   = "proposal"  // of what is to be done about what contacts write
)

// AIPurposes lists every purpose of a call.
var AIPurposes = []string{AIForReply, AIForTest, AIForEvaluation, AIForEmbedding, AIForSummary, AIForPromise, AIForProposal}

// ClassCacheHit is the class of a row that stands for an answer from the cache:
// no call was made, its tokens are those that were saved.
const ClassCacheHit = "cache_hit"

// AITokens counts tokens, each in one number.
type AITokens struct {
	InputUncached, CacheRead, CacheWrite, Output, Reasoning int64
}

// Total is all of them.
func (t AITokens) Total() int64 {
	return t.InputUncached + t.CacheRead + t.CacheWrite + t.Output + t.Reasoning
}

// Add returns the sum of two counts.
func (t AITokens) Add(u AITokens) AITokens {
	return AITokens{t.InputUncached + u.InputUncached, t.CacheRead + u.CacheRead, t.CacheWrite + u.CacheWrite, t.Output + u.Output, t.Reasoning + u.Reasoning}
}

// AICall is one attempt to have something from an AI provider, or an answer
// from the cache instead.
type AICall struct {
	ID          string
	WorkspaceID string
	AICallFor
	ProviderID string
	Kind       string
	Model      string // asked for
	Answered   string // that answered; "" when it did not say
	Attempt    int    // 1 for the first of a reply
	Class      string // "" for success
	StatusCode int
	Detail     string
	Latency    time.Duration
	Tokens     AITokens
	// Estimated says that the provider told no numbers and these are ours.
	Estimated bool
	Usage     json.RawMessage // as the provider told it
	// CostMicros is in millionths of AICurrency; nil when the price is not known.
	CostMicros   *int64
	PriceVersion string
	CreatedAt    time.Time
}

// AICallFilter narrows a list of calls. Empty fields do not.
type AICallFilter struct {
	ProviderID, AssistantID, ConversationID, Class, Purpose string
	// Failed lists only those that did not succeed.
	Failed bool
}

// AILatencyBounds are the upper bounds of the histogram of latencies, in
// milliseconds; a last bucket takes the rest. They never change: stored
// counters are by them.
var AILatencyBounds = [...]int64{50, 100, 200, 350, 500, 750, 1000, 1500, 2000, 3000, 5000, 8000, 12000, 20000}

// AILatencies is a histogram over AILatencyBounds.
type AILatencies [len(AILatencyBounds) + 1]int64

// Observe counts a latency.
func (h *AILatencies) Observe(d time.Duration) {
	for i, bound := range AILatencyBounds {
		if d.Milliseconds() <= bound {
			h[i]++
			return
		}
	}
	h[len(AILatencyBounds)]++
}

// Add adds another histogram.
func (h *AILatencies) Add(o AILatencies) {
	for i := range h {
		h[i] += o[i]
	}
}

// Quantile returns about the latency that the share q of all is not above: it
// is interpolated within the bucket. 0 without any.
func (h *AILatencies) Quantile(q float64) time.Duration {
	total := int64(0)
	for _, n := range h {
		total += n
	}
	rank, below := q*float64(total), int64(0)
	for i, n := range h {
		if n > 0 && float64(below+n) >= rank {
			low, high := int64(0), AILatencyBounds[len(AILatencyBounds)-1]
			if i > 0 {
				low = AILatencyBounds[i-1]
			}
			if i < len(AILatencyBounds) {
				high = AILatencyBounds[i]
			}
			part := (rank - float64(below)) / float64(n)
			return time.Duration(float64(low)+part*float64(high-low)) * time.Millisecond
		}
		below += n
	}
	return 0
}

// AIUsage sums up calls: what is kept per day, provider, model, assistant,
// purpose and class.
type AIUsage struct {
	Day                                   time.Time
	ProviderID, Model, AssistantID        string
	Purpose, Class                        string
	Calls                                 int64
	Tokens                                AITokens // told by the providers; of cache hits: saved
	EstimatedTokens                       int64    // of calls without an account
	CostMicros, EstimatedMicros, Unpriced int64    // Unpriced counts calls whose price is not known
	Latencies                             AILatencies
}

// AISettings are what a workspace decides about automated replies as a whole.
type AISettings struct {
	WorkspaceID string
	// Enabled is the switch over everything: without it nothing is generated.
	// Providers can be tested all the same.
	Enabled bool
	// DailyTokens bounds what is used in a day of UTC; 0 for no bound.
	DailyTokens int64
	UpdatedAt   time.Time
}

// MaxDailyTokens bounds AISettings.DailyTokens.
const MaxDailyTokens = 1_000_000_000_000

// AIBudget is how a day stands.
type AIBudget struct {
	Day            time.Time
	Used, Reserved int64
}

// TokenReservation is a part of the day's budget that is kept for a call. The
// zero value reserves nothing.
type TokenReservation struct {
	WorkspaceID, ID string
	Day             time.Time
	Tokens          int64
}

// AIDay is the day of UTC that a time is in.
func AIDay(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// BudgetThresholds are the shares of the daily budget, in percent, that are told.
var BudgetThresholds = []int64{50, 80, 100}

// AINotice is something about AI that people should know.
type AINotice struct {
	ID          string
	WorkspaceID string
	Kind        string // budget_50, budget_80, budget_100, provider_open, provider_out_of_quota, provider_misconfigured
	Subject     string // a day, or a provider's id
	Detail      string
	CreatedAt   time.Time
	ResolvedAt  *time.Time
}
