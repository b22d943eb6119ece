package crm

import "time"

// Speaker says who the active speaker of a conversation is.
type Speaker string

// Who may be the active speaker. Unless it is somebody else, it is the assistant
// on duty.
const (
	SpeakerAssistant Speaker = "assistant"
	SpeakerPerson    Speaker = "person"
	// SpeakerPaused: the assistant keeps silent because another machine answers it.
	SpeakerPaused Speaker = "paused"
)

// AssistantSwitch says for one conversation whether an assistant answers.
type AssistantSwitch string

// The positions of the switch.
const (
	SwitchDefault AssistantSwitch = "default" // as the phone number says
	SwitchOff     AssistantSwitch = "off"
)

// ActiveSpeaker is who answers in a conversation, and how far its turns have
// come.
type ActiveSpeaker struct {
	WorkspaceID, ConversationID string
	Speaker                     Speaker
	Since                       *time.Time
	// Until is when the conversation returns to the assistant by itself; nil for
	// never.
	Until *time.Time
	// TakenBy is nobody after a hand-off.
	TakenBy DoneBy
	// Note and Assignee say what for and who, as whoever took over said it.
	Note, Assignee string
	Switch         AssistantSwitch
	// Epoch is the number of the newest turn, Open whether it is undecided.
	Epoch int
	Open  bool
	// Pauses counts the pauses for machines in a row.
	Pauses int
	// AskedAt is since when a question of the contact has no answer; nil without
	// one. AskDue is when people are told that the window is about to close; nil
	// once they were.
	AskedAt, AskDue *time.Time
}

// Ask notes a question, unless an earlier one has no answer yet, and when people
// are to be told of it.
func (s *ActiveSpeaker) Ask(at, due time.Time) {
	if s.AskedAt == nil {
		s.AskedAt = &at
	}
	if s.AskDue == nil {
		s.AskDue = &due
	}
}

// Answered says that no question is open any more.
func (s *ActiveSpeaker) Answered() { s.AskedAt, s.AskDue = nil, nil }

// HandBack makes the assistant the active speaker.
func (s *ActiveSpeaker) HandBack(now time.Time) {
	s.Speaker, s.Since, s.Until, s.TakenBy, s.Note, s.Assignee = SpeakerAssistant, &now, nil, DoneBy{}, "", ""
}

// AssistantSpeaks reports whether the assistant on duty may speak at now.
func (s ActiveSpeaker) AssistantSpeaks(now time.Time) bool {
	if s.Switch == SwitchOff {
		return false
	}
	return s.SpeakerAt(now) == SpeakerAssistant
}

// SpeakerAt is who the active speaker is at now.
func (s ActiveSpeaker) SpeakerAt(now time.Time) Speaker {
	if s.Speaker == "" || s.Speaker == SpeakerAssistant || s.Until != nil && !now.Before(*s.Until) {
		return SpeakerAssistant
	}
	return s.Speaker
}

// TurnState is how far a turn has come.
type TurnState string

// The states of a turn. Open is the only one that another follows.
const (
	TurnOpen      TurnState = "open"
	TurnReplied   TurnState = "replied"
	TurnHandedOff TurnState = "handed_off"
	TurnSilent    TurnState = "silent" // decided that nothing is said
)

// Turn is one burst of messages and what became of it. The number Epoch is
// unique in its conversation: a turn has one reply at most.
type Turn struct {
	ID             string
	WorkspaceID    string
	ConversationID string
	ContactID      string
	PhoneNumberID  string
	Epoch          int
	State          TurnState
	AssistantID    string
	Revision       int
	// LastMessageID is the newest message of the burst, Messages their number.
	LastMessageID string
	Messages      int
	OpenedAt      time.Time
	DueAt         time.Time
	DecidedAt     *time.Time
	// Discarded counts generations that a newer message made worthless.
	Discarded int
	Result    TurnResult
}

// Where a reply comes from.
const (
	ReplyFromModel    = "model"
	ReplyFromCache    = "cache"
	ReplyFromApproved = "approved"
	ReplyFromPassage  = "passage"
	ReplyFromGreeting = "greeting"
	ReplyFromHandOff  = "hand_off"
)

// ReplySources lists all that a reply comes from.
var ReplySources = []string{ReplyFromModel, ReplyFromCache, ReplyFromApproved, ReplyFromPassage, ReplyFromGreeting, ReplyFromHandOff}

// ModelActions lists all that a model may want done.
var ModelActions = []string{"answer", "clarify", "handoff", "ignore"}

// TurnResult is what was decided and from what. Its JSON is stored.
type TurnResult struct {
	Reason    string              `json:"reason" doc:"Why the assistant handed off or stayed silent; empty for a reply."`
	Evidence  string              `json:"evidence" doc:"What the reason is based on."`
	Source    string              `json:"source" doc:"Source of the reply; empty if there is none."`
	MessageID string              `json:"messageId" doc:"Id of the sent message; empty if there is none."`
	Language  string              `json:"language" doc:"Language of the question, two letters; empty if unknown."`
	Tokens    int                 `json:"tokensUsed" doc:"Tokens of all calls to AI providers."`
	CacheHit  bool                `json:"cacheHit" doc:"Whether the reply came from the cache."`
	Negative  bool                `json:"negative,omitempty" doc:"Whether the contact seems upset."`
	Citations []KnowledgeCitation `json:"citations" nullable:"false" doc:"The knowledge that the reply cites."`
	Attempts  []TurnAttempt       `json:"attempts" nullable:"false" doc:"Calls to AI providers, in order."`
}

// FieldValues lists the values of fields, for the document.
func (TurnResult) FieldValues() map[string]any {
	return map[string]any{"source": append([]string{""}, ReplySources...)}
}

// TurnAttempt is one call to an AI provider as a turn shows it.
type TurnAttempt struct {
	Provider  string `json:"provider" doc:"Identifier of the AI provider."`
	Model     string `json:"model" doc:"The model that was asked."`
	Class     string `json:"class" doc:"succeeded, or the class of the failure."`
	LatencyMs int    `json:"latencyMs" doc:"Duration of the call in milliseconds."`
	Tokens    int    `json:"tokens" doc:"Tokens that the call used."`
}

// HandOffReason says why a conversation went to people.
type HandOffReason string

// Every reason of a hand-off.
const (
	HandOffAsked         HandOffReason = "asked_for_person"
	HandOffPolicy        HandOffReason = "policy_word"
	HandOffRepeated      HandOffReason = "same_question_twice"
	HandOffNoEvidence    HandOffReason = "no_evidence"
	HandOffNegative      HandOffReason = "negative_twice"
	HandOffTurnLimit     HandOffReason = "turn_limit"
	HandOffReplyLimit    HandOffReason = "reply_limit"
	HandOffProviders     HandOffReason = "providers_unavailable"
	HandOffMedia         HandOffReason = "media_not_understood"
	HandOffWindow        HandOffReason = "window_ending"
	HandOffBudget        HandOffReason = "budget_used_up"
	HandOffLanguage      HandOffReason = "language_not_supported"
	HandOffOptedOut      HandOffReason = "opted_out"
	HandOffModel         HandOffReason = "model_asked"
	HandOffAnswerRefused HandOffReason = "answer_refused"
	HandOffLoop          HandOffReason = "loop_detected"
	HandOffInternal      HandOffReason = "internal"
)

// HandOffReasons lists every reason.
var HandOffReasons = []HandOffReason{HandOffAsked, HandOffPolicy, HandOffRepeated, HandOffNoEvidence, HandOffNegative, HandOffTurnLimit, HandOffReplyLimit,
	HandOffProviders, HandOffMedia, HandOffWindow, HandOffBudget, HandOffLanguage, HandOffOptedOut, HandOffModel, HandOffAnswerRefused, HandOffLoop, HandOffInternal}

// AssistantSettings are what a workspace decides for all its assistants.
type AssistantSettings struct {
	// Stopped keeps every assistant of the workspace silent, StoppedNumberIDs
	// those of these phone numbers.
	Stopped          bool
	StoppedNumberIDs []string
	// HandBackSeconds is after how long a conversation returns to the assistant by
	// itself; 0 is never.
	HandBackSeconds int
	UpdatedAt       *time.Time
}

// DefaultHandBack is 12 hours: whoever writes again the next day is answered.
const DefaultHandBack = 12 * time.Hour

// Stops reports whether assistants of a number are switched off.
func (s AssistantSettings) Stops(phoneNumberID string) bool {
	if s.Stopped {
		return true
	}
	for _, id := range s.StoppedNumberIDs {
		if id == phoneNumberID {
			return true
		}
	}
	return false
}

// Validate adds every fault of the settings.
func (s AssistantSettings) Validate(f *Faults) {
	if s.HandBackSeconds < 0 || s.HandBackSeconds > 30*24*3600 {
		f.Add("/handBackSeconds", CodeOutOfRange, "handBackSeconds must be from 0 (never) to 2592000.")
	}
	if len(s.StoppedNumberIDs) > 1000 {
		f.Add("/stoppedPhoneNumberIds", CodeOutOfRange, "stoppedPhoneNumberIds may have at most 1000 entries.")
	}
}

// EventPassagesOf renders citations for an event.
func EventPassagesOf(list []KnowledgeCitation) []EventPassage {
	out := make([]EventPassage, 0, len(list))
	for _, c := range list {
		out = append(out, EventPassage{c.PassageID, c.SourceID, c.Title})
	}
	return out
}
