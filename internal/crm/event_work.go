package crm

// DealStageData is the data of deal.stage_updated.
type DealStageData struct {
	DealID         string     `json:"deal_id"`
	Title          string     `json:"title"`
	PipelineID     string     `json:"pipeline_id"`
	FromStage      EventStage `json:"from_stage"`
	ToStage        EventStage `json:"to_stage"`
	Status         string     `json:"status" enum:"open,won,lost" doc:"What the deal is on its new stage."`
	Amount         *string    `json:"amount" doc:"A decimal number; null if none is known."`
	Currency       *string    `json:"currency" doc:"ISO 4217; null without an amount."`
	ContactID      *string    `json:"contact_id"`
	ConversationID *string    `json:"conversation_id"`
	ChangedBy      ChangedBy  `json:"changed_by"`
}

// EventStage is a stage of a pipeline in event bodies.
type EventStage struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ConversationAssignedData is the data of conversation.assigned.
type ConversationAssignedData struct {
	ConversationID string         `json:"conversation_id"`
	ContactID      string         `json:"contact_id"`
	FromAssignee   *EventAssignee `json:"from_assignee" doc:"Who had it; null if nobody."`
	ToAssignee     *EventAssignee `json:"to_assignee" doc:"Who has it now; null if nobody."`
	ChangedBy      ChangedBy      `json:"changed_by"`
}

// EventAssignee is who answers a conversation, in event bodies.
type EventAssignee struct {
	Type string `json:"type" enum:"agent,team,assistant"`
	ID   string `json:"id"`
}

// ConversationStatusData is the data of conversation.status_updated.
type ConversationStatusData struct {
	ConversationID string    `json:"conversation_id"`
	ContactID      string    `json:"contact_id"`
	FromStatus     string    `json:"from_status" enum:"open,pending,snoozed,closed"`
	ToStatus       string    `json:"to_status" enum:"open,pending,snoozed,closed"`
	SnoozedUntil   *int64    `json:"snoozed_until" doc:"When a snoozed conversation opens again, in seconds since 1970; else null."`
	ChangedBy      ChangedBy `json:"changed_by"`
}

// BroadcastCompletedData is the data of broadcast.completed.
type BroadcastCompletedData struct {
	BroadcastID   string    `json:"broadcast_id"`
	Name          string    `json:"name"`
	TemplateName  string    `json:"template_name"`
	PhoneNumberID string    `json:"phone_number_id"`
	FromStatus    string    `json:"from_status"`
	ToStatus      string    `json:"to_status" enum:"completed,canceled"`
	Recipients    int       `json:"recipients" doc:"To how many it was to go."`
	Sent          int       `json:"sent" doc:"How many the provider took."`
	Delivered     int       `json:"delivered" doc:"How many had arrived by then."`
	Read          int       `json:"read" doc:"How many had been read by then."`
	Failed        int       `json:"failed"`
	Excluded      int       `json:"excluded" doc:"How many were left out: opted out, without a number, doubled."`
	ChangedBy     ChangedBy `json:"changed_by"`
}

// OnboardingData is the data of onboarding.updated.
type OnboardingData struct {
	Item       string    `json:"item" doc:"The item of the checklist, for example business_verification."`
	FromStatus string    `json:"from_status" enum:"todo,submitted,in_review,verified,rejected"`
	ToStatus   string    `json:"to_status" enum:"todo,submitted,in_review,verified,rejected"`
	Reason     string    `json:"reason" doc:"Why it was rejected; else empty."`
	ChangedBy  ChangedBy `json:"changed_by"`
}
