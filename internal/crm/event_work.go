package crm

// DealStageData is the data of deal.stage_updated.
type DealStageData struct {
	DealID         string     `json:"deal_id" doc:"Identifier of the deal."`
	Title          string     `json:"title" doc:"The deal's title."`
	PipelineID     string     `json:"pipeline_id" doc:"The pipeline that the deal is in."`
	FromStage      EventStage `json:"from_stage" doc:"The stage that it left."`
	ToStage        EventStage `json:"to_stage" doc:"The stage that it is on now."`
	Status         string     `json:"status" enum:"open,won,lost" doc:"What the deal is on its new stage."`
	Amount         *string    `json:"amount" doc:"A decimal number; null if none is known."`
	Currency       *string    `json:"currency" doc:"ISO 4217; null without an amount."`
	ContactID      *string    `json:"contact_id" doc:"The contact whom the deal is with; null if there is none."`
	ConversationID *string    `json:"conversation_id" doc:"The conversation that the deal is about; null if there is none."`
	ChangedBy      ChangedBy  `json:"changed_by" doc:"Who moved it."`
}

// EventStage is a stage of a pipeline in event bodies.
type EventStage struct {
	ID   string `json:"id" doc:"Identifier of the stage."`
	Name string `json:"name" doc:"The stage's name."`
}

// ConversationAssignedData is the data of conversation.assigned.
type ConversationAssignedData struct {
	ConversationID string         `json:"conversation_id" doc:"The conversation that was assigned."`
	ContactID      string         `json:"contact_id" doc:"The contact of the conversation."`
	FromAssignee   *EventAssignee `json:"from_assignee" doc:"Who had it; null if nobody."`
	ToAssignee     *EventAssignee `json:"to_assignee" doc:"Who has it now; null if nobody."`
	ChangedBy      ChangedBy      `json:"changed_by" doc:"Who assigned it."`
}

// EventAssignee is who answers a conversation, in event bodies.
type EventAssignee struct {
	Type string `json:"type" enum:"agent,team,assistant" doc:"Whether it is a person, a team or an assistant."`
	ID   string `json:"id" doc:"Identifier of the assignee."`
}

// ConversationStatusData is the data of conversation.status_updated.
type ConversationStatusData struct {
	ConversationID string    `json:"conversation_id" doc:"The conversation whose status changed."`
	ContactID      string    `json:"contact_id" doc:"The contact of the conversation."`
	FromStatus     string    `json:"from_status" enum:"open,pending,snoozed,closed" doc:"The status that it had before."`
	ToStatus       string    `json:"to_status" enum:"open,pending,snoozed,closed" doc:"The status that it has now."`
	SnoozedUntil   *int64    `json:"snoozed_until" doc:"When a snoozed conversation opens again, in seconds since 1970; else null."`
	ChangedBy      ChangedBy `json:"changed_by" doc:"Who changed it."`
}

// BroadcastCompletedData is the data of broadcast.completed.
type BroadcastCompletedData struct {
	BroadcastID   string    `json:"broadcast_id" doc:"Identifier of the broadcast."`
	Name          string    `json:"name" doc:"The broadcast's name."`
	TemplateName  string    `json:"template_name" doc:"The template that was sent."`
	PhoneNumberID string    `json:"phone_number_id" doc:"The phone number that it was sent from."`
	FromStatus    string    `json:"from_status" doc:"The status that it had before."`
	ToStatus      string    `json:"to_status" enum:"completed,canceled" doc:"How it ended."`
	Recipients    int       `json:"recipients" doc:"To how many it was to go."`
	Sent          int       `json:"sent" doc:"How many the provider took."`
	Delivered     int       `json:"delivered" doc:"How many had arrived by then."`
	Read          int       `json:"read" doc:"How many had been read by then."`
	Failed        int       `json:"failed" doc:"How many failed."`
	Excluded      int       `json:"excluded" doc:"How many were left out: opted out, without a number, doubled."`
	ChangedBy     ChangedBy `json:"changed_by" doc:"Who ended it."`
}

// OnboardingData is the data of onboarding.updated.
type OnboardingData struct {
	Item       string    `json:"item" doc:"The item of the checklist, for example business_verification."`
	FromStatus string    `json:"from_status" enum:"todo,submitted,in_review,verified,rejected" doc:"The status that the item had before."`
	ToStatus   string    `json:"to_status" enum:"todo,submitted,in_review,verified,rejected" doc:"The status that it has now."`
	Reason     string    `json:"reason" doc:"Why it was rejected; else empty."`
	ChangedBy  ChangedBy `json:"changed_by" doc:"Who changed it."`
}
