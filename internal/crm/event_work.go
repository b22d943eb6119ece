package crm

// DealStageData is the data of deal.stage_updated.
type DealStageData struct {
	DealID         string     `json:"deal_id" doc:"Identifier of the deal."`
	Title          string     `json:"title" doc:"Title of the deal."`
	PipelineID     string     `json:"pipeline_id" doc:"The pipeline of the deal."`
	FromStage      EventStage `json:"from_stage" doc:"The previous stage."`
	ToStage        EventStage `json:"to_stage" doc:"The current stage."`
	Status         string     `json:"status" enum:"open,won,lost" doc:"Status of the deal on its current stage."`
	Amount         *string    `json:"amount" doc:"A decimal number; null if unknown."`
	Currency       *string    `json:"currency" doc:"ISO 4217 code; null if there is no amount."`
	ContactID      *string    `json:"contact_id" doc:"The contact of the deal; null if there is none."`
	ConversationID *string    `json:"conversation_id" doc:"The conversation of the deal; null if there is none."`
	ChangedBy      DoneBy     `json:"changed_by" doc:"Who moved the deal."`

	OwnerID *string `json:"owner_id" doc:"The user who has the deal; null if nobody has it."`
}

// EventStage is a stage of a pipeline in event bodies.
type EventStage struct {
	ID   string `json:"id" doc:"Identifier of the stage."`
	Name string `json:"name" doc:"Name of the stage."`
}

// ConversationAssignedData is the data of conversation.assigned.
type ConversationAssignedData struct {
	ConversationID string         `json:"conversation_id" doc:"The assigned conversation."`
	ContactID      string         `json:"contact_id" doc:"The contact of the conversation."`
	FromAssignee   *EventAssignee `json:"from_assignee" doc:"The previous assignee; null if there was none."`
	ToAssignee     *EventAssignee `json:"to_assignee" doc:"The current assignee; null if there is none."`
	ChangedBy      DoneBy         `json:"changed_by" doc:"Who assigned the conversation."`

	TeamID  string `json:"team_id" doc:"The current team; empty if there is none."`
	AgentID string `json:"agent_id" doc:"The current user; empty if there is none."`
	Reason  string `json:"reason" doc:"Why, for example agent_deactivated. More reasons may be added."`

	EpisodeID string `json:"episode_id" doc:"The latest episode of the conversation; empty if there never was one."`

	DecisionID string `json:"decision_id" doc:"The routing decision that assigned it; empty if none did."`

	FromTeamID  string `json:"from_team_id" doc:"The previous team; empty if there was none."`
	FromAgentID string `json:"from_agent_id" doc:"The previous user; empty if there was none."`
}

// EventAssignee is who answers a conversation, in event bodies.
type EventAssignee struct {
	Type string `json:"type" enum:"user,team,assistant" doc:"Type of the assignee: a person, a team or an assistant."`
	ID   string `json:"id" doc:"Identifier of the assignee."`
}

// ConversationStatusData is the data of conversation.status_updated.
type ConversationStatusData struct {
	ConversationID string `json:"conversation_id" doc:"The conversation with the new status."`
	ContactID      string `json:"contact_id" doc:"The contact of the conversation."`
	FromStatus     string `json:"from_status" enum:"open,pending,snoozed,closed" doc:"Previous status."`
	ToStatus       string `json:"to_status" enum:"open,pending,snoozed,closed" doc:"Current status."`
	SnoozedUntil   *int64 `json:"snoozed_until" doc:"When a snoozed conversation opens again, in seconds since 1970; otherwise null."`
	ChangedBy      DoneBy `json:"changed_by" doc:"Who made the change."`

	Reason    string `json:"reason" doc:"Why, for example contact_wrote. More reasons may be added."`
	EpisodeID string `json:"episode_id" doc:"The episode that is open, or that ended."`

	TeamID      string `json:"team_id" doc:"The team that has the conversation, or had it when it was closed; empty if there is none."`
	AgentID     string `json:"agent_id" doc:"The user who has it, or had it when it was closed; empty if there is none."`
	CloseReason string `json:"close_reason" doc:"Why it was closed, for example resolved; empty if it was not. More reasons may be added."`
	Category    string `json:"category" doc:"The category that the closing noted; empty for none."`
	Summary     string `json:"summary" doc:"The summary that the closing noted; empty for none."`
}

// ConversationLabelsData is the data of conversation.labels_updated.
type ConversationLabelsData struct {
	ConversationID  string   `json:"conversation_id" doc:"The conversation with other labels."`
	ContactID       string   `json:"contact_id" doc:"The contact of the conversation."`
	LabelIDs        []string `json:"label_ids" nullable:"false" doc:"The labels that it has now."`
	AddedLabelIDs   []string `json:"added_label_ids" nullable:"false" doc:"The labels that were put on it."`
	RemovedLabelIDs []string `json:"removed_label_ids" nullable:"false" doc:"The labels that were taken off it."`
	ChangedBy       DoneBy   `json:"changed_by" doc:"Who made the change."`
	Reason          string   `json:"reason" doc:"Why, for example request. More reasons may be added."`
}

// ConversationSLABreachedData is the data of conversation.sla_breached.
type ConversationSLABreachedData struct {
	ConversationID string    `json:"conversation_id" doc:"The conversation in which a promise was not kept."`
	ContactID      string    `json:"contact_id" doc:"The contact of the conversation."`
	ClockID        string    `json:"clock_id" doc:"The clock; begins with clk_. Each one is told of once."`
	Kind           ClockKind `json:"kind" enum:"first,next,person,resolution" doc:"What was promised: the first answer of an episode, the answer to a later message, the answer of a person after a hand-off, or the end of the episode."`
	EpisodeID      string    `json:"episode_id" doc:"The episode of the clock."`
	Policy         string    `json:"policy" doc:"Key of the policy."`
	PolicyVersion  int       `json:"policy_version" doc:"Version of the policies."`
	TargetMinutes  int       `json:"target_minutes" doc:"What the policy promised, in minutes of its calendar."`
	StartedAt      int64     `json:"started_at" doc:"When the clock began, in seconds since 1970."`
	DueAt          int64     `json:"due_at" doc:"When it was due, in seconds since 1970."`
	EndedAt        *int64    `json:"ended_at" doc:"When it ended, in seconds since 1970; null if it still runs."`
	TeamID         string    `json:"team_id" doc:"The team that has the conversation; empty if there is none."`
	AgentID        string    `json:"agent_id" doc:"The user who has it; empty if there is none."`
}

// ConversationWindowClosingData is the data of conversation.window_closing.
type ConversationWindowClosingData struct {
	ConversationID string             `json:"conversation_id" doc:"The conversation whose window ends."`
	ContactID      string             `json:"contact_id" doc:"The contact, who waits for an answer."`
	PhoneNumberID  string             `json:"phone_number_id" doc:"Your phone number."`
	EpisodeID      string             `json:"episode_id" doc:"The open episode."`
	TeamID         string             `json:"team_id" doc:"The team that has the conversation; empty if there is none."`
	AgentID        string             `json:"agent_id" doc:"The user who has it; empty if there is none."`
	WaitingSince   int64              `json:"waiting_since" doc:"Since when the contact waits, in seconds since 1970."`
	ClosesAt       int64              `json:"closes_at" doc:"When the window ends, in seconds since 1970. Then only templates reach the contact."`
	TemplatePrice  EventTemplatePrice `json:"template_price" doc:"What one template to the contact costs then, at list price."`
}

// EventTemplatePrice is what one template to a contact costs, in event bodies.
type EventTemplatePrice struct {
	Utility   *string `json:"utility" doc:"Of the category utility: a decimal number; null if unknown."`
	Marketing *string `json:"marketing" doc:"Of the category marketing: a decimal number; null if unknown."`
	Currency  *string `json:"currency" doc:"ISO 4217 code; null if both are unknown."`
	Market    *string `json:"market" doc:"The market of the contact's number; null if unknown."`
	RateCard  *string `json:"rate_card" doc:"The day on which prices of the rate card last changed, for example 2026-10-01; null if the market is unknown."`
}

// EventPriceOf is how an event tells prices.
func EventPriceOf(p TemplatePrices) (out EventTemplatePrice) {
	amount := func(m *Money) *string {
		if m == nil {
			return nil
		}
		out.Currency = new(m.Currency)
		return new(m.Amount())
	}
	out.Utility, out.Marketing = amount(p.Utility), amount(p.Marketing)
	if p.Market != "" {
		out.Market = new(p.Market)
	}
	if p.RateCard != "" {
		out.RateCard = new(p.RateCard)
	}
	return out
}

// ConversationSLAWarnedData is the data of conversation.sla_warned.
type ConversationSLAWarnedData struct {
	ConversationID string    `json:"conversation_id" doc:"The conversation in which a promise is about to be broken."`
	ContactID      string    `json:"contact_id" doc:"The contact of the conversation."`
	ClockID        string    `json:"clock_id" doc:"The clock; begins with clk_. Each one warns once."`
	Kind           ClockKind `json:"kind" enum:"first,next,person,resolution" doc:"What was promised: the first answer of an episode, the answer to a later message, the answer of a person after a hand-off, or the end of the episode."`
	EpisodeID      string    `json:"episode_id" doc:"The episode of the clock."`
	Policy         string    `json:"policy" doc:"Key of the policy."`
	PolicyVersion  int       `json:"policy_version" doc:"Version of the policies."`
	TargetMinutes  int       `json:"target_minutes" doc:"What the policy promised, in minutes of its calendar."`
	StartedAt      int64     `json:"started_at" doc:"When the clock began, in seconds since 1970."`
	WarnAt         int64     `json:"warn_at" doc:"From when on it is about to be late, in seconds since 1970."`
	DueAt          int64     `json:"due_at" doc:"When it is due, in seconds since 1970."`
	TeamID         string    `json:"team_id" doc:"The team that has the conversation; empty if there is none."`
	AgentID        string    `json:"agent_id" doc:"The user who has it; empty if there is none."`
}

// ConversationTooOftenData is the data of conversation.routed_too_often.
type ConversationTooOftenData struct {
	ConversationID string `json:"conversation_id" doc:"The conversation that went from one to the next."`
	ContactID      string `json:"contact_id" doc:"The contact of the conversation."`
	EpisodeID      string `json:"episode_id" doc:"The episode in which it was given to so many."`
	DecisionID     string `json:"decision_id" doc:"The decision of routing, as GET /v1/conversations/{id}/routing explains it."`
	FromTeamID     string `json:"from_team_id" doc:"The team whose members had it one after the other; empty if there is none."`
	TeamID         string `json:"team_id" doc:"The team that has it now: the one of the overflow, once a day, which goes on; else the same team, of which people decide. Empty if there is none."`
}

// ConversationRatedData is the data of conversation.rated.
type ConversationRatedData struct {
	ConversationID string `json:"conversation_id" doc:"The conversation that the contact rated."`
	ContactID      string `json:"contact_id" doc:"The contact of the conversation."`
	EpisodeID      string `json:"episode_id" doc:"The episode that was rated."`
	Score          int    `json:"score" doc:"From 1, the worst, to 5."`
	Comment        string `json:"comment" doc:"What the contact wrote about it; empty for nothing yet."`
	TeamID         string `json:"team_id" doc:"The team that had the conversation at the end of the episode; empty if there was none."`
	AgentID        string `json:"agent_id" doc:"The user who had it then; empty if there was none."`
	RatedAt        int64  `json:"rated_at" doc:"When the contact first rated it, in seconds since 1970."`
}

// BroadcastCompletedData is the data of broadcast.completed.
type BroadcastCompletedData struct {
	BroadcastID   string `json:"broadcast_id" doc:"Identifier of the broadcast."`
	Name          string `json:"name" doc:"Name of the broadcast."`
	TemplateName  string `json:"template_name" doc:"The template of the broadcast."`
	PhoneNumberID string `json:"phone_number_id" doc:"The phone number of the broadcast."`
	FromStatus    string `json:"from_status" doc:"Previous status."`
	ToStatus      string `json:"to_status" enum:"completed,canceled" doc:"How the broadcast ended."`
	Recipients    int    `json:"recipients" doc:"Number of recipients."`
	Sent          int    `json:"sent" doc:"Number of messages that the provider accepted."`
	Delivered     int    `json:"delivered" doc:"Number of messages delivered so far."`
	Read          int    `json:"read" doc:"Number of messages read so far."`
	Failed        int    `json:"failed" doc:"Number of messages that failed."`
	Excluded      int    `json:"excluded" doc:"Number of contacts left out: opted out, without a phone number, or duplicates."`
	ChangedBy     DoneBy `json:"changed_by" doc:"Who ended the broadcast."`
}

// BroadcastUpdatedData is the data of broadcast.updated.
type BroadcastUpdatedData struct {
	BroadcastID   string          `json:"broadcast_id" doc:"Identifier of the broadcast."`
	Name          string          `json:"name" doc:"Name of the broadcast."`
	TemplateName  string          `json:"template_name" doc:"The template of the broadcast."`
	PhoneNumberID string          `json:"phone_number_id" doc:"The phone number of the broadcast."`
	FromStatus    BroadcastStatus `json:"from_status" enum:"draft,scheduled,running,paused,completed" doc:"Previous status."`
	ToStatus      BroadcastStatus `json:"to_status" enum:"scheduled,running,paused,completed,canceled" doc:"Current status."`
	Reason        string          `json:"reason" doc:"Why it is paused: request, too_many_failures, too_many_opt_outs, quality_red, held_by_provider, message_limit_reached, amount_limit_reached, budget_reached, or the code of a fault of its template, phone number or account. Otherwise empty."`
	ChangedBy     DoneBy          `json:"changed_by" doc:"Who changed it; the service itself where it pauses or ends by itself."`
}

// BudgetReachedData is the data of budget.reached.
type BudgetReachedData struct {
	BudgetID    string       `json:"budget_id" doc:"Identifier of the budget."`
	Name        string       `json:"name" doc:"Name of the budget."`
	Period      BudgetPeriod `json:"period" enum:"day,month" doc:"How long the budget lasts before it begins anew."`
	PeriodStart string       `json:"period_start" doc:"The first day of the period, in UTC."`
	Category    string       `json:"category" doc:"The category that the budget is about; empty for the whole workspace."`
	Amount      string       `json:"amount" doc:"Amount of the budget."`
	Currency    string       `json:"currency" doc:"Currency of the amounts."`
	Spent       string       `json:"spent" doc:"What the ledger of charges had of the period at the time."`
	Percent     int64        `json:"percent" doc:"The alert that was reached, in percent of the amount."`
	HardStop    bool         `json:"hard_stop" doc:"Whether the budget stops what is billed once it is used up."`
}

// ConversionRecordedData is the data of conversion.recorded.
type ConversionRecordedData struct {
	ConversionID string  `json:"conversion_id" doc:"Identifier of the conversion."`
	ContactID    string  `json:"contact_id" doc:"The contact who did it."`
	Name         string  `json:"name" doc:"What the contact did, as the business calls it."`
	Amount       *string `json:"amount" doc:"What it was worth; null where none was told."`
	Currency     *string `json:"currency" doc:"ISO 4217 code; null without an amount."`
	ExternalID   string  `json:"external_id" doc:"The identifier of the business; empty where none was told."`
	OccurredAt   int64   `json:"occurred_at" doc:"When it happened, in seconds since 1970."`
	RecordedBy   DoneBy  `json:"recorded_by" doc:"Who told it."`
}

// OnboardingData is the data of onboarding.updated.
type OnboardingData struct {
	Item       string `json:"item" enum:"business_verified,dedicated_number,website,payment_card,document_uploaded,messaging_account,number_verified,system_user_token,badge" doc:"The checklist item, or badge."`
	FromStatus string `json:"from_status" enum:"todo,submitted,in_review,verified,rejected,not_eligible,eligible,requested,approved" doc:"The previous status. Those of the badge are not_eligible, eligible, requested, approved and rejected."`
	ToStatus   string `json:"to_status" enum:"todo,submitted,in_review,verified,rejected,not_eligible,eligible,requested,approved" doc:"Current status."`
	Reason     string `json:"reason" doc:"Why it is so, for example why the item was rejected; otherwise empty."`
	ChangedBy  DoneBy `json:"changed_by" doc:"Who made the change."`
}
