package crm

import (
	"time"
)

// EvaluationSource is where the questions come from.
type EvaluationSource string

// Where questions come from.
const (
	FromConversations EvaluationSource = "conversations"
	FromQuestions     EvaluationSource = "questions"
)

// Bounds of evaluations.
const (
	MaxEvaluationItems     = 500
	DefaultEvaluationItems = 100
	// MaxOpenEvaluations is how many a workspace may have that have not ended.
	MaxOpenEvaluations = 10
	// EvaluationLife is how long an evaluation is kept after its end; the table
	// of one that led to a publication is kept with the revision.
	EvaluationLife = 90 * 24 * time.Hour
	// EvaluationBudgetShare is the share of the day's tokens, in percent, from
	// which on evaluations leave the rest to customers.
	EvaluationBudgetShare = 80
	// EvaluationReach is how far back conversations are looked through when the
	// request does not say.
	EvaluationReach = 90 * 24 * time.Hour

	maxExpectedFacts  = 20
	maxExpectedFact   = 300
	maxPublishReason  = 500
	maxAnswerExpected = MaxTextBody
)

// ReplayedMessage is a message as a replay shows it to an assistant.
type ReplayedMessage struct {
	Inbound bool      `json:"inbound,omitempty"`
	Machine bool      `json:"machine,omitempty"` // an assistant wrote it
	Type    string    `json:"type"`
	Text    string    `json:"text,omitempty"`
	At      time.Time `json:"at"`
}

// EvaluationItem is one question of an evaluation and, once it was put to
// them, what the revisions made of it.
type EvaluationItem struct {
	Number int
	EvaluationQuestion
	// Burst are the customer's messages, Before what was said before them.
	Burst, Before []ReplayedMessage
	// ConversationID and MessageID are where a person answered; "" for a
	// question that was given.
	ConversationID, MessageID string
	MeasuredAt                *time.Time
	// Unmeasured is why there is no measurement, "" where there is one.
	Unmeasured string
	// Draft is that of the revision under evaluation, Live that of the one
	// beside it, nil without one.
	Draft, Live             *EvaluationAnswer
	DraftScores, LiveScores *EvaluationScores
}

// EvaluationAnswer is what a revision made of a question. Its JSON is stored
// and shown.
type EvaluationAnswer struct {
	Revision  int                 `json:"revision" doc:"Number of the revision that answered."`
	State     TurnState           `json:"state" enum:"replied,handed_off,silent" doc:"What the assistant would do: reply, hand the conversation off to people, or stay silent."`
	Text      string              `json:"text" doc:"Text that the contact would get."`
	Source    string              `json:"source" doc:"Source of the text; empty if there is none."`
	Reason    string              `json:"reason" doc:"Why the assistant handed off or stayed silent; empty for a reply."`
	Evidence  string              `json:"evidence" doc:"What the reason is based on."`
	Language  string              `json:"language" doc:"Language of the question, two letters; empty if unknown."`
	Citations []KnowledgeCitation `json:"citations" nullable:"false" doc:"The knowledge that the answer cites."`
	Attempts  []TurnAttempt       `json:"attempts" nullable:"false" doc:"Calls to AI providers, in order."`
}

// FieldValues lists the values of fields, for the document.
func (EvaluationAnswer) FieldValues() map[string]any {
	return map[string]any{"source": append([]string{""}, ReplySources...)}
}

// EvaluationScores are the scores of one answer. Its JSON is stored and shown;
// null says that there is nothing to score.
type EvaluationScores struct {
	Grounded   *bool    `json:"grounded" doc:"Whether the cited passages support the answer; null if there was no answer."`
	Agreement  *float64 `json:"agreement" doc:"Agreement with the person's answer, from 0 to 1; null if there is none."`
	Decision   *bool    `json:"decision" doc:"Whether it answered or handed off as expected; null if nothing is expected."`
	Facts      *float64 `json:"facts" doc:"Share of the expected facts in the answer; null if there are none."`
	HandedOff  bool     `json:"handedOff" doc:"Whether it handed the question off to people."`
	Tokens     int64    `json:"tokens" doc:"Tokens of all calls to AI providers."`
	CostMicros *int64   `json:"costMicros" doc:"Cost of the calls, in millionths of the currency; null if a price is unknown."`
	LatencyMs  float64  `json:"latencyMs" doc:"Time from the question to the answer, without the burst pause."`
}

// EvaluationTable is what an evaluation found, with intervals of 95 %.
type EvaluationTable struct {
	Questions  int             `json:"questions" doc:"Number of questions for the revision."`
	Unmeasured int             `json:"unmeasured" doc:"Number of questions without a result because no AI provider was available."`
	Confidence float64         `json:"confidence" doc:"Confidence level of the intervals." example:"0.95"`
	Rows       []EvaluationRow `json:"rows" nullable:"false" doc:"One entry per metric."`
}

// EvaluationRow is one line of the table.
type EvaluationRow struct {
	Metric string `json:"metric" enum:"groundedness,agreement,decision_agreement,expected_facts,hand_off_rate,cost_micros,tokens,latency_p50_ms,latency_p95_ms" doc:"Name of the metric."`
	Unit   string `json:"unit" enum:"share,score,micros,tokens,ms" doc:"Unit of the values: share and score go from 0 to 1; micros are millionths of the currency."`
	Better string `json:"better" enum:"higher,lower,neither" doc:"Which direction is better."`
	// Draft and Live are nil where nothing could be measured.
	Draft      *EvaluationEstimate   `json:"draft" doc:"Value of the evaluated revision; null if there is none."`
	Live       *EvaluationEstimate   `json:"live" doc:"Value of the live revision; null if there is none."`
	Difference *EvaluationDifference `json:"difference" doc:"Draft minus live, for questions with both values; null if there are none."`
}

// EvaluationEstimate is a value with its interval.
type EvaluationEstimate struct {
	Value     float64 `json:"value" doc:"The value."`
	Low       float64 `json:"low" doc:"Lower end of the interval."`
	High      float64 `json:"high" doc:"Upper end of the interval."`
	Questions int     `json:"questions" doc:"Number of questions behind the value."`
}

// EvaluationDifference is a difference with its interval and what it means.
type EvaluationDifference struct {
	EvaluationEstimate
	Verdict EvaluationVerdict `json:"verdict" enum:"better,worse,different,not_distinguishable,too_few" doc:"What the interval shows: not_distinguishable if it contains 0, too_few below 10 questions."`
}

// EvaluationVerdict says what a difference means.
type EvaluationVerdict string

// The verdicts.
const (
	VerdictBetter    EvaluationVerdict = "better"
	VerdictWorse     EvaluationVerdict = "worse"
	VerdictDifferent EvaluationVerdict = "different" // and neither is better by itself
	VerdictSame      EvaluationVerdict = "not_distinguishable"
	VerdictTooFew    EvaluationVerdict = "too_few"
)

// Evaluation measures a revision, beside the one that was live when it began.
type Evaluation struct {
	ID, WorkspaceID, AssistantID string
	EvaluationRequest
	Revision int
	// Beside is the number of the live revision; 0 where the revision is live
	// itself.
	Beside int
	Run
	// Conversations are looked through from the newest message on; Examined were
	// looked at, Found questions are put, and LeftOut were not taken.
	Examined, LeftOut, Found int
	Unmeasured               int
	Table                    *EvaluationTable
	MadeBy                   DoneBy
}

// Publication is the deliberate act by which a revision was made live.
type Publication struct {
	ID       string
	Revision int
	// Replaced is the number of the revision that was live before.
	Replaced int
	// EvaluationID names the evaluation that was looked at, Table is what it
	// showed; without one, WithoutEvaluation is set and Reason says why.
	EvaluationID      string
	Table             *EvaluationTable
	WithoutEvaluation bool
	Reason            string
	MadeBy            DoneBy
	CreatedAt         time.Time
}
