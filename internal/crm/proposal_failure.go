package crm

import "time"

// ProposalStep is what of proposals can fail.
type ProposalStep string

// The steps.
const (
	ProposalAsked    ProposalStep = "propose" // an assistant was to propose something about a message
	ProposalCompared ProposalStep = "compare" // what happened was to settle what an assistant proposed
)

// ProposalFailureLife is how long a failure stays on record.
const ProposalFailureLife = 90 * 24 * time.Hour

// ProposalFailure is something that assistants could not propose, or that could not be
// compared with what they proposed.
type ProposalFailure struct {
	ID, WorkspaceID string
	Step            ProposalStep
	// TriggerID is the event that could not be compared, or the message as the provider
	// calls it.
	TriggerID      string
	ConversationID string
	ProposalIDs    []string // that it was to settle
	Code, Detail   string
	At             time.Time
}

// ProposalFailedData is the data of proposal.failed.
type ProposalFailedData struct {
	FailureID      string       `json:"failure_id" doc:"The failure, among those on record."`
	Step           ProposalStep `json:"step" enum:"propose,compare" doc:"propose: an assistant was to propose something about a message. compare: what happened was to settle what an assistant proposed."`
	TriggerID      string       `json:"trigger_id" doc:"The message, as the provider calls it, or the event."`
	ConversationID string       `json:"conversation_id" doc:"The conversation in which it happened."`
	ProposalIDs    []string     `json:"proposal_ids" nullable:"false" doc:"The proposals that it was to settle: they wait on."`
	Code           string       `json:"code" doc:"Why, in one word."`
	Detail         string       `json:"detail" doc:"Why, in words."`
}

// Tell is what an event tells of the failure.
func (f ProposalFailure) Tell() ProposalFailedData {
	return ProposalFailedData{FailureID: f.ID, Step: f.Step, TriggerID: f.TriggerID, ConversationID: f.ConversationID, ProposalIDs: f.ProposalIDs, Code: f.Code, Detail: f.Detail}
}
