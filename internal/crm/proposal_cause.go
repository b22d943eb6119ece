package crm

// ProposalCause is something that people did in a conversation, or that its contact wrote:
// it tells whether what an assistant proposed there is right.
type ProposalCause struct {
	What           ProposalCauseKind
	ConversationID string
	PhoneNumberID  string
	MessageID      string // by the provider's identifier, of what the contact wrote
	By             DoneBy
	// Added and Removed are labels; From and To are the teams that had the conversation and
	// have it, or the stages of its deal in a pipeline.
	Added, Removed []string
	From, To       string
	PipelineID     string
}

// ReasonProposal is why something changed that an assistant proposed.
const ReasonProposal = "proposal"

// ProposalCauseKind is what happened.
type ProposalCauseKind string

// What tells about proposals.
const (
	ContactWroteOn ProposalCauseKind = "wrote"
	PeopleLabeled  ProposalCauseKind = "labeled"
	PeopleAssigned ProposalCauseKind = "assigned"
	PeopleClosed   ProposalCauseKind = "closed"
	PeopleOpened   ProposalCauseKind = "opened"
	PeopleMoved    ProposalCauseKind = "moved" // a deal
)

// ProposalCauseOf returns what an event tells about proposals; false for nothing. What
// rules, assistants and the service itself did tells nothing, nor does what only takes
// something back, nor a merge.
func ProposalCauseOf(kind EventKind, of EventScope, body []byte) (c ProposalCause, is bool) {
	c.PhoneNumberID = of.PhoneNumberID
	reason := ReasonRequest
	switch kind {
	case EventMessagesReceived:
		d, ok := factsIn[MessageReceivedData](body)
		c.What, c.ConversationID, c.MessageID, c.By = ContactWroteOn, d.ConversationID, d.MessageID, DoneBy{ActorContact, d.ContactID}
		return c, ok && d.GroupID == "" && d.ConversationID != ""
	case EventConversationLabels:
		d, ok := factsIn[ConversationLabelsData](body)
		c.What, c.ConversationID, c.By, c.Added, c.Removed, reason = PeopleLabeled, d.ConversationID, d.ChangedBy, d.AddedLabelIDs, d.RemovedLabelIDs, d.Reason
		is = ok
	case EventConversationAssigned:
		d, ok := factsIn[ConversationAssignedData](body)
		c.What, c.ConversationID, c.By, c.From, c.To, reason = PeopleAssigned, d.ConversationID, d.ChangedBy, d.FromTeamID, d.TeamID, d.Reason
		is = ok && d.TeamID != d.FromTeamID
	case EventConversationStatusUpdated:
		d, ok := factsIn[ConversationStatusData](body)
		c.What, c.ConversationID, c.By, reason = PeopleClosed, d.ConversationID, d.ChangedBy, d.Reason
		if is = ok && (d.ToStatus == string(ConversationClosed)) != (d.FromStatus == string(ConversationClosed)); d.ToStatus != string(ConversationClosed) {
			c.What = PeopleOpened
		}
	case EventDealStageUpdated:
		d, ok := factsIn[DealStageData](body)
		c.What, c.By, c.From, c.To, c.PipelineID = PeopleMoved, d.ChangedBy, d.FromStage.ID, d.ToStage.ID, d.PipelineID
		if is = ok && d.ConversationID != nil; is {
			c.ConversationID = *d.ConversationID
		}
	}
	people := c.By.Type == ActorUser || c.By.Type == ActorKey
	return c, is && people && (reason == ReasonRequest || reason == ReasonProposal)
}
