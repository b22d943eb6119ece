package crm

import "time"

// RehearsalResult is what a rehearsal found. Its JSON is stored and shown.
type RehearsalResult struct {
	Check    RehearsalCheck `json:"check" doc:"The recorded decisions, made again with all that they rested on."`
	Recorded RehearsalSide  `json:"recorded" doc:"What happened."`
	// Unchanged is what the model makes of the past without changes: what it differs
	// from Recorded is its own fault.
	Unchanged RehearsalSide  `json:"unchanged" doc:"The same, from the model without changes. By how much it differs from recorded says how far to trust changed."`
	Changed   *RehearsalSide `json:"changed" doc:"What the model makes of it with the changes; null without changes."`
	SameAgent int            `json:"sameAgent" doc:"How many recorded assignments the model without changes makes to the same member."`
	Seeds     int            `json:"seeds" doc:"How often the model ran; intervals have 9 of 10 runs in them."`
}

// RehearsalCheck compares recorded decisions with those that the code makes today.
type RehearsalCheck struct {
	Decisions   int                   `json:"decisions" doc:"Recorded decisions of the period: what the rules said, and who was chosen."`
	Compared    int                   `json:"compared" doc:"Those that could be made again."`
	LeftOut     map[string]int        `json:"leftOut" doc:"Those that could not, by reason."`
	Different   int                   `json:"different" doc:"Those that come out otherwise; 0 unless the code has changed since."`
	Differences []RehearsalDifference `json:"differences" nullable:"false" doc:"The first 50 of them."`
}

// Why recorded decisions cannot be made again.
const (
	LeftOutLong   = "text_too_long"    // more was written than is kept
	LeftOutBroken = "record_has_a_gap" // a choice before it is missing
	LeftOutRules  = "rules_unreadable" // their version is not valid any more
)

// MaxRehearsalDifferences is how many differences are shown.
const MaxRehearsalDifferences = 50

// RehearsalDifference is a decision that comes out otherwise.
type RehearsalDifference struct {
	DecisionID     string    `json:"decisionId" doc:"The decision."`
	ConversationID string    `json:"conversationId" doc:"Its conversation."`
	At             time.Time `json:"at" doc:"When it was made."`
	What           string    `json:"what" enum:"rule,agent,reasons,inputs" doc:"What differs: the rule and its target, who was chosen, why others were not, or what it rested on."`
	Recorded       string    `json:"recorded" doc:"What was recorded."`
	Now            string    `json:"now" doc:"What comes out now."`
}

// RehearsalSide is what comes of the conversations of the period.
type RehearsalSide struct {
	Conversations int             `json:"conversations" doc:"How often a conversation came to be routed."`
	ToAssistants  int             `json:"toAssistants" doc:"Those that an assistant answers."`
	Nowhere       int             `json:"nowhere" doc:"Those that no rule leads anywhere."`
	Assigned      int             `json:"assigned" doc:"Those that routing gave to somebody."`
	Left          int             `json:"left" doc:"Those that people took, closed or moved themselves."`
	StillWaiting  int             `json:"stillWaiting" doc:"Those that wait at the end of the period."`
	Queue         RehearsalTimes  `json:"queue" doc:"Time until somebody had the conversation."`
	Wait          RehearsalTimes  `json:"wait" doc:"Time from the oldest message without an answer to a person's answer."`
	Missed        RehearsalFigure `json:"missed" doc:"Conversations that waited longer than the goal for an answer."`
	Agents        []RehearsalLoad `json:"agents" nullable:"false" doc:"Who had how much."`
}

// RehearsalTimes are times in seconds.
type RehearsalTimes struct {
	Count int             `json:"count" doc:"Number of conversations behind the times."`
	P50   RehearsalFigure `json:"p50" doc:"Half took at most so long, in seconds."`
	P90   RehearsalFigure `json:"p90" doc:"Nine of ten took at most so long, in seconds."`
	Most  RehearsalFigure `json:"most" doc:"The longest, in seconds."`
}

// RehearsalFigure is a figure with its interval.
type RehearsalFigure struct {
	Value float64 `json:"value" doc:"The median of the runs."`
	Low   float64 `json:"low" doc:"Lower end of the interval."`
	High  float64 `json:"high" doc:"Upper end of the interval."`
}

// RehearsalLoad is what one person had.
type RehearsalLoad struct {
	Agent    string  `json:"agent" doc:"The member, or the name of an extra person."`
	Assigned float64 `json:"assigned" doc:"How many conversations routing gave them, on average of the runs."`
	Average  float64 `json:"averageLoad" doc:"What they had on average while online, in conversations. One that was answered and is quiet counts as a quarter."`
	Peak     float64 `json:"peakLoad" doc:"The most that they had at a time."`
}
