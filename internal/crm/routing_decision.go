package crm

import "time"

// RoutingCause is why a conversation was routed.
type RoutingCause string

// The causes.
const (
	CauseContactWrote RoutingCause = "contact_wrote" // an episode opened
	CauseHandOff      RoutingCause = "hand_off"      // an assistant gave the conversation to people
	CauseTeam         RoutingCause = "team"          // somebody gave it to a team, and to nobody of it
	CauseReturned     RoutingCause = "returned"      // it is open again, or its agent was deactivated
	CauseRequeued     RoutingCause = "requeued"      // somebody gave it back
	CauseAway         RoutingCause = "away"          // its agent was away for too long
	CauseWoke         RoutingCause = "woke"          // its snooze is over, and its agent could not have it
	CauseOverflow     RoutingCause = "overflow"      // it waited too long for another team
)

// PeopleHadIt reports whether assistants are passed over: one gave the conversation to
// people, or somebody had it.
func (c RoutingCause) PeopleHadIt() bool {
	return c == CauseHandOff || c == CauseAway || c == CauseRequeued || c == CauseWoke
}

// RoutingOutcome is what came of a decision.
type RoutingOutcome string

// The outcomes.
const (
	OutcomeAssigned    RoutingOutcome = "assigned"     // a member got the conversation
	OutcomeQueued      RoutingOutcome = "queued"       // it waits for a member
	OutcomeNoRule      RoutingOutcome = "no_rule"      // no rule matched, and there is no default
	OutcomeAssistant   RoutingOutcome = "assistant"    // an assistant answers
	OutcomeUnavailable RoutingOutcome = "no_assistant" // the assistant of the rule does not answer there
	OutcomeTaken       RoutingOutcome = "taken"        // somebody was faster
	OutcomeTooOften    RoutingOutcome = "too_often"    // it went from one to the next: people decide
)

// MaxAssignments is how often a conversation is given to somebody automatically in
// an episode and a day.
const MaxAssignments = 10

// RoutingDecisionLife is how long decisions are kept.
const RoutingDecisionLife = 90 * 24 * time.Hour

// RoutingDecision is where a conversation went, and why.
type RoutingDecision struct {
	ID, WorkspaceID, ConversationID, EpisodeID string
	At                                         time.Time
	Cause                                      RoutingCause
	Outcome                                    RoutingOutcome
	AgentID                                    string // who got it; "" for nobody
	RoutingExplanation
	Stand *RoutingStand // nil unless the conversation waits in a queue by it
}

// RoutingStand is where a conversation waits in its queue. AtLeast says that more than
// Position-1 are before it. Estimate is how long it still takes; nil where that cannot be
// said.
type RoutingStand struct {
	Position int
	AtLeast  bool
	Estimate *time.Duration
}

// RoutingExplanation is what a decision rests on.
type RoutingExplanation struct {
	// RulesVersion is that of the rules, RuleKey the rule that matched; 0 and "" if
	// no rule was asked, "" also for the default.
	RulesVersion int            `json:"version,omitempty"`
	RuleKey      string         `json:"rule,omitempty"`
	Target       *RoutingTarget `json:"target,omitempty"`
	Skipped      []SkippedRule  `json:"skipped,omitempty"`
	Method       TeamMethod     `json:"method,omitempty"`
	// Candidates is how many members were looked at, Reasons counts them by why
	// they could not get the conversation, or that they could.
	Candidates int                `json:"candidates,omitempty"`
	Reasons    map[string]int     `json:"reasons,omitempty"`
	Top        []RoutingCandidate `json:"top,omitempty"`
	// Excluded had the conversation in this episode and gave it back, or were away.
	Excluded []string `json:"excluded,omitempty"`
	// Lost had the conversation when it woke and could not have it then; nil for
	// nobody.
	Lost *LostAgent `json:"lost,omitempty"`
	// MovedTo is the team that got what was given to somebody too often; "" for none.
	MovedTo    string `json:"movedTo,omitempty"`
	InputsHash string `json:"hash,omitempty"`
}

// LostAgent is a member who had a conversation, and why they do not have it any more.
type LostAgent struct {
	AgentID string `json:"agentId" doc:"The member."`
	Reason  string `json:"reason" doc:"Why they could not have it, as in reasons."`
}

// SkippedRule is a rule that might have matched and was passed over. The key of the
// default is "".
type SkippedRule struct {
	RuleKey string `json:"ruleKey" doc:"Key of the rule; empty for the default."`
	Reason  string `json:"reason" doc:"Why it was passed over."`
}

// RoutingCandidate is a member whom a decision looked at.
type RoutingCandidate struct {
	AgentID string `json:"agentId" doc:"The member."`
	Reason  string `json:"reason" doc:"Why the member could not get the conversation, or eligible."`
	Sticky  bool   `json:"sticky" doc:"The member answered the contact last, within the days that the team prefers that."`
	Skills  int    `json:"preferredSkills" doc:"How many of the preferred skills the member has."`
	// Turn, Load and Capacity are in conversations.
	Turn           float64    `json:"turn" doc:"How much the member had of the team, in conversations; with turns, who has less comes first."`
	Load           float64    `json:"load" doc:"What the member had, in conversations. One that was answered and is quiet counts as a quarter."`
	Capacity       float64    `json:"capacity" doc:"How much the member gets automatically at a time, in conversations."`
	LastAssignedAt *time.Time `json:"lastAssignedAt" doc:"When the member got a conversation last; null for never."`
}
