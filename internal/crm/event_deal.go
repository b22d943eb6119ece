package crm

// DealAssignedData is the data of deal.assigned.
type DealAssignedData struct {
	DealID         string  `json:"deal_id" doc:"Identifier of the deal."`
	Title          string  `json:"title" doc:"Title of the deal."`
	PipelineID     string  `json:"pipeline_id" doc:"The pipeline of the deal."`
	FromOwnerID    *string `json:"from_owner_id" doc:"The user who had the deal; null if nobody had it, or if it is new."`
	OwnerID        *string `json:"owner_id" doc:"The user who has it now; null if nobody has it."`
	ContactID      *string `json:"contact_id" doc:"The contact of the deal; null if there is none."`
	ConversationID *string `json:"conversation_id" doc:"The conversation of the deal; null if there is none."`
	ChangedBy      DoneBy  `json:"changed_by" doc:"Who gave the deal to its owner."`
}

// DealRottedData is the data of deal.rotted.
type DealRottedData struct {
	DealID         string     `json:"deal_id" doc:"Identifier of the deal."`
	Title          string     `json:"title" doc:"Title of the deal."`
	PipelineID     string     `json:"pipeline_id" doc:"The pipeline of the deal."`
	Stage          EventStage `json:"stage" doc:"The stage of the deal."`
	RotsAt         int64      `json:"rots_at" doc:"Since when it rots, in seconds since 1970. Each time is told of once."`
	OwnerID        *string    `json:"owner_id" doc:"The user who has the deal; null if nobody has it."`
	ContactID      *string    `json:"contact_id" doc:"The contact of the deal; null if there is none."`
	ConversationID *string    `json:"conversation_id" doc:"The conversation of the deal; null if there is none."`
}

// DealNoteCreatedData is the data of deal.note_created.
type DealNoteCreatedData struct {
	NoteID           string   `json:"note_id" doc:"Identifier of the note."`
	DealID           string   `json:"deal_id" doc:"The deal of the note."`
	PipelineID       string   `json:"pipeline_id" doc:"The pipeline of the deal."`
	Body             string   `json:"body" doc:"Text of the note. The contact does not see it."`
	MentionedUserIDs []string `json:"mentioned_user_ids" nullable:"false" doc:"The users that the note mentions."`
	CreatedBy        DoneBy   `json:"created_by" doc:"Who wrote the note."`
}

// DealRuleFailedData is the data of deal_rule.failed.
type DealRuleFailedData struct {
	RuleID         string         `json:"rule_id" doc:"The rule of deals that could not act."`
	Name           string         `json:"name" doc:"What people call it."`
	RuleVersion    int64          `json:"rule_version" doc:"The version of the rule."`
	RunID          string         `json:"run_id" doc:"The run that says the same, among those of the rule."`
	Trigger        DealTrigger    `json:"trigger" enum:"label_added,button_tapped,form_answered,conversation_closed" doc:"What was to let it act."`
	TriggerID      string         `json:"trigger_id" doc:"What it was to act on."`
	ConversationID string         `json:"conversation_id" doc:"The conversation in which it happened."`
	Outcome        DealRunOutcome `json:"outcome" enum:"refused,failed" doc:"refused: it cannot act as things are. failed: the service could not do it."`
	Code           string         `json:"code" doc:"Why, in one word."`
	Detail         string         `json:"detail" doc:"Why, in words."`
}
