package crm

// EventType is one entry of the catalogue: everything that holds for the
// events of a kind. Entries are only added to; a test holds each change against
// the catalogue that was released before (openapi/event-types.json).
type EventType struct {
	Kind EventKind
	// Version counts the forms of the data. It begins with 1 and grows by one
	// when something is added.
	Version     int
	Description string
	// Emitted says that this version of the service emits it. The others are
	// for what comes: they can be subscribed to, and their data may change
	// until they are emitted.
	Emitted bool
	// Scope says to what the events belong, and so which limits of a
	// subscription apply.
	Scope KindScope
	// Sample is typical data, for tests of a receiver and for the documentation.
	Sample any
}

// KindScope says to what the events of a kind belong.
type KindScope struct{ PhoneNumber, Assistant, Pipeline bool }

var (
	ofNumber     = KindScope{PhoneNumber: true}
	ofAssistant  = KindScope{PhoneNumber: true, Assistant: true}
	ofPipeline   = KindScope{Pipeline: true}
	ofWorkspace  = KindScope{}
	sampleUser   = DoneBy{ActorUser, "usr_01jd5k3v6rf0w8m2a4t9x7bq1n"}
	sampleSystem = DoneBy{Type: ActorSystem}
)

const (
	sampleMessage      = "wamid.HBgLMTQxNTU1NTAxMjMVAgASGBQzQTAxMjM0NTY3ODlBQkNERUYwMAA="
	sampleConversation = "cnv_01jd5k3v6rf0w8m2a4t9x7bq1c"
	sampleEpisode      = "eps_01jd5k3v6rf0w8m2a4t9x7bq1z"
	sampleContact      = "con_01jd5k3v6rf0w8m2a4t9x7bq1d"
	sampleNumber       = "num_01jd5k3v6rf0w8m2a4t9x7bq1h"
	sampleDeal         = "dl_01jd5k3v6rf0w8m2a4t9x7bq1p"
	samplePipeline     = "pip_01jd5k3v6rf0w8m2a4t9x7bq1q"
	sampleLabel        = "lbl_01jd5k3v6rf0w8m2a4t9x7bq22"
	sampleAssistant    = "ast_01jd5k3v6rf0w8m2a4t9x7bq1k"
)

// EventTypes is the catalogue.
var EventTypes = []EventType{
	{EventMessagesUpsert, 3, "A message was received and the assistant's reply is decided. Emitted at once if no assistant replies on the phone number.", true, ofAssistant,
		MessageUpsertData{MessageID: sampleMessage, From: "+14155550123", Content: "When do you open?",
			AIReply: "We open at 9.", AITokensUsed: 0, CacheHit: true, FromUserID: "US.13491208655302741918",
			To: "+15550001000", Type: "text", ConversationID: sampleConversation, ContactID: sampleContact, EventContent: EventContent{Contacts: []EventContact{}}}},
	{EventMessagesReceived, 3, "A received message was stored.", true, ofNumber,
		MessageReceivedData{MessageID: sampleMessage, From: "+14155550123", FromUserID: "US.13491208655302741918",
			To: "+15550001000", Content: "When do you open?", Type: "text", ConversationID: sampleConversation, ContactID: sampleContact, EventContent: EventContent{Contacts: []EventContact{}}}},
	{EventMessagesStatusUpdated, 3, "A message that you sent changed its status: accepted, sent, delivered, read, played, failed, expired or canceled.", true, ofNumber,
		MessageStatusData{MessageID: "msg_01jd5k3v6rf0w8m2a4t9x7bq1e", ProviderMessageID: sampleMessage, Status: StatusDelivered,
			PreviousStatus: StatusSent, Charge: &Charge{Billable: true, Model: "PMP", Type: "regular", Category: "utility"},
			Metadata: map[string]string{"order": "48213"}, ConversationID: sampleConversation, ContactID: sampleContact, SentBy: &DoneBy{ActorKey, "key_01jd5k3v6rf0w8m2a4t9x7bq1e"}}},
	{EventTemplateStatusUpdated, 2, "The status of a template changed: it was submitted, or the provider decided about it.", true, ofWorkspace,
		TemplateStatusData{TemplateID: "tpl_01jd5k3v6rf0w8m2a4t9x7bq1f", Name: "order_shipped", Language: "en_US",
			Status: "approved", PreviousStatus: "pending", Version: 1}},
	{EventContactConsentUpdated, 2, "A contact opted in or out.", true, ofWorkspace,
		ContactConsentData{ContactID: sampleContact, Purpose: PurposeMarketing, FromState: ConsentOptedIn, ToState: ConsentOptedOut,
			DecidedAt: 1767225598, Source: ConsentByMessage, RecordID: "cns_01jd5k3v6rf0w8m2a4t9x7bq1g",
			ChangedBy: DoneBy{ActorContact, sampleContact}}},
	{EventPhoneNumberUpdated, 4, "The provider changed a phone number or its messaging account.", true, ofNumber,
		PhoneNumberData{PhoneNumberID: sampleNumber, Number: "+15550001000", MessagingAccountID: "wba_01jd5k3v6rf0w8m2a4t9x7bq1i",
			Changes: []NumberChange{{Field: "quality_rating", From: "GREEN", To: "YELLOW"}}, ChangedBy: DoneBy{Type: ActorProvider}}},
	{EventMessagesReactionRemoved, 1, "A contact removed its reaction to a message.", true, ofNumber,
		ReactionRemovedData{MessageID: sampleMessage, From: "+14155550123", FromUserID: "US.13491208655302741918", To: "+15550001000", Emoji: "👍",
			RemovedAt: 1767225598, ConversationID: sampleConversation, ContactID: sampleContact}},
	{EventContactIdentityUpdated, 2, "The provider reported a new phone number or user id of a contact.", true, ofWorkspace,
		ContactIdentityData{ContactID: sampleContact, Changes: []IdentityChange{{Field: "user_id", From: "US.13491208655302741918", To: "US.98127365401928374650"}},
			Reason: "user_id_changed", ChangedBy: DoneBy{Type: ActorProvider}}},
	{EventContactErased, 1, "The data of a contact is being erased. Erase what your own systems have of it.", true, ofWorkspace,
		ContactErasedData{ErasureID: "ers_01jd5k3v6rf0w8m2a4t9x7bq2c", ContactID: sampleContact, MergedContactIDs: []string{}, ConversationIDs: []string{sampleConversation}, ErasedBy: sampleUser}},
	{EventTemplateCategoryUpdated, 1, "The provider changed the category of a template, or announced a change.", true, ofWorkspace,
		TemplateCategoryData{TemplateID: "tpl_01jd5k3v6rf0w8m2a4t9x7bq1f", Name: "order_shipped", Language: "en_US", Category: "UTILITY",
			PreviousCategory: "UTILITY", NextCategory: "MARKETING", NextCategoryAt: new(int64(1767312000))}},
	{EventTemplateQualityUpdated, 1, "The provider changed its rating of a template.", true, ofWorkspace,
		TemplateQualityData{TemplateID: "tpl_01jd5k3v6rf0w8m2a4t9x7bq1f", Name: "order_shipped", Language: "en_US", Quality: "YELLOW", PreviousQuality: "GREEN"}},
	{EventDealStageUpdated, 2, "A deal moved to another stage.", true, ofPipeline,
		DealStageData{DealID: sampleDeal, Title: "Forty chairs", PipelineID: samplePipeline,
			FromStage: EventStage{"stg_01jd5k3v6rf0w8m2a4t9x7bq1r", "Offer"}, ToStage: EventStage{"stg_01jd5k3v6rf0w8m2a4t9x7bq1s", "Won"},
			Status: "won", Amount: new("4800.00"), Currency: new("EUR"), ContactID: new(sampleContact),
			ConversationID: new(sampleConversation), ChangedBy: sampleUser, OwnerID: new(sampleUser.ID)}},
	{EventDealAssigned, 1, "A deal got another owner, or a new deal has one.", true, ofPipeline,
		DealAssignedData{DealID: sampleDeal, Title: "Forty chairs", PipelineID: samplePipeline, OwnerID: new(sampleUser.ID), ContactID: new(sampleContact),
			ConversationID: new(sampleConversation), ChangedBy: DoneBy{ActorKey, "key_01jd5k3v6rf0w8m2a4t9x7bq1e"}}},
	{EventDealRotted, 1, "A deal has begun to rot: nothing happened to it for as long as its stage allows.", true, ofPipeline,
		DealRottedData{DealID: sampleDeal, Title: "Forty chairs", PipelineID: samplePipeline, Stage: EventStage{"stg_01jd5k3v6rf0w8m2a4t9x7bq1r", "Offer"},
			RotsAt: 1767225598, OwnerID: new(sampleUser.ID), ContactID: new(sampleContact), ConversationID: new(sampleConversation)}},
	{EventDealNoteCreated, 1, "Somebody wrote a note on a deal.", true, ofPipeline,
		DealNoteCreatedData{NoteID: "dln_01jd5k3v6rf0w8m2a4t9x7bq24", DealID: sampleDeal, PipelineID: samplePipeline, Body: "They want benches instead.", MentionedUserIDs: []string{sampleUser.ID},
			CreatedBy: DoneBy{ActorKey, "key_01jd5k3v6rf0w8m2a4t9x7bq1e"}}},
	{EventDealRuleFailed, 1, "A rule of deals could not act. It is told once, until the rule acts again or is changed, and once a day at most.", true, ofWorkspace,
		DealRuleFailedData{RuleID: "drl_01jd5k3v6rf0w8m2a4t9x7bq26", Name: "Offers asked for", RuleVersion: 3, RunID: "drr_01jd5k3v6rf0w8m2a4t9x7bq27", Trigger: DealOnLabel,
			TriggerID: "evt_01jd5k3v6rf0w8m2a4t9x7bq28", ConversationID: sampleConversation, Outcome: DealRunRefused, Code: string(CodeNotFound), Detail: `This workspace has no stage "stg_01jd5k3v6rf0w8m2a4t9x7bq1r".`}},
	{EventAIFailoverTriggered, 1, "The assistant switched from one AI provider to the next.", true, ofAssistant,
		AIFailoverData{ConversationID: sampleConversation, MessageID: sampleMessage, FromProvider: "aip_01jd5k3v6rf0w8m2a4t9x7bq1j",
			ToProvider: new("aip_01jd5k3v6rf0w8m2a4t9x7bq1o"), Reason: "timeout", LatencyMs: 12000, Attempt: 1}},
	{EventConversationAssigned, 3, "A conversation was assigned to a user, a team or an assistant, or its assignment was removed.", true, ofNumber,
		ConversationAssignedData{ConversationID: sampleConversation, ContactID: sampleContact,
			FromAssignee: &EventAssignee{"team", "tem_01jd5k3v6rf0w8m2a4t9x7bq1t"}, ToAssignee: &EventAssignee{"user", sampleUser.ID}, ChangedBy: sampleUser,
			TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1t", AgentID: sampleUser.ID, Reason: "request", EpisodeID: sampleEpisode, FromTeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1t"}},
	{EventNoteCreated, 1, "Somebody wrote a note beside a conversation.", true, ofNumber,
		NoteCreatedData{NoteID: "not_01jd5k3v6rf0w8m2a4t9x7bq1y", ConversationID: sampleConversation, ContactID: sampleContact,
			Body: "Refund approved by Anna.", MentionedUserIDs: []string{sampleUser.ID}, CreatedBy: DoneBy{ActorKey, "key_01jd5k3v6rf0w8m2a4t9x7bq1e"}}},
	{EventConversationStatusUpdated, 2, "A conversation was opened, put off, snoozed or closed.", true, ofNumber,
		ConversationStatusData{ConversationID: sampleConversation, ContactID: sampleContact, FromStatus: "open", ToStatus: "snoozed",
			SnoozedUntil: new(int64(1767254400)), ChangedBy: sampleUser, Reason: "request", EpisodeID: sampleEpisode, TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1t", AgentID: sampleUser.ID}},
	{EventConversationSLABreached, 1, "A clock of a conversation is late: an answer or the end of its episode was due.", true, ofNumber,
		ConversationSLABreachedData{ConversationID: sampleConversation, ContactID: sampleContact, ClockID: "clk_01jd5k3v6rf0w8m2a4t9x7bq20", Kind: ClockFirst, EpisodeID: sampleEpisode,
			Policy: "vip", PolicyVersion: 3, TargetMinutes: 15, StartedAt: 1767254400, DueAt: 1767255300, TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1t"}},
	{EventConversationWindowClosing, 1, "The window of a conversation ends soon, and its contact still waits.", true, ofNumber,
		ConversationWindowClosingData{ConversationID: sampleConversation, ContactID: sampleContact, PhoneNumberID: sampleNumber, EpisodeID: sampleEpisode, TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1t",
			WaitingSince: 1767175200, ClosesAt: 1767261600, TemplatePrice: EventTemplatePrice{Utility: new("0.0034"), Marketing: new("0.025"), Currency: new("USD"), Market: new("North America"), RateCard: new("2026-01-01")}}},
	{EventConversationSLAWarned, 1, "A clock of a conversation will be late soon: an answer or the end of its episode is due.", true, ofNumber,
		ConversationSLAWarnedData{ConversationID: sampleConversation, ContactID: sampleContact, ClockID: "clk_01jd5k3v6rf0w8m2a4t9x7bq20", Kind: ClockFirst, EpisodeID: sampleEpisode,
			Policy: "vip", PolicyVersion: 3, TargetMinutes: 15, StartedAt: 1767254400, WarnAt: 1767255000, DueAt: 1767255300, TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1t"}},
	{EventConversationRated, 1, "A contact rated an episode of a conversation, changed the rating, or wrote a comment on it.", true, ofNumber,
		ConversationRatedData{ConversationID: sampleConversation, ContactID: sampleContact, EpisodeID: sampleEpisode, Score: 5, Comment: "Quick and kind!",
			TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1t", AgentID: sampleUser.ID, RatedAt: 1767254400}},
	{EventConversationHandedOff, 1, "An assistant handed a conversation off to people.", true, ofAssistant,
		ConversationHandedOffData{ConversationID: sampleConversation, ContactID: sampleContact, MessageID: sampleMessage, AssistantID: sampleAssistant,
			AssistantRevision: 3, Reason: "asked_for_person", Evidence: `The customer wrote "talk to a human".`, Summary: "Customer: I want to talk to a human",
			Passages: []EventPassage{}, TurnID: "trn_01jd5k3v6rf0w8m2a4t9x7bq1m"}},
	{EventBroadcastCompleted, 1, "A broadcast ended. Every recipient has an outcome.", true, ofNumber,
		BroadcastCompletedData{BroadcastID: "bct_01jd5k3v6rf0w8m2a4t9x7bq1u", Name: "Spring sale", TemplateName: "spring_sale", PhoneNumberID: sampleNumber,
			FromStatus: "running", ToStatus: "completed", Recipients: 1200, Sent: 1185, Delivered: 1102, Read: 640, Failed: 15, Excluded: 38, ChangedBy: sampleSystem}},
	{EventBroadcastUpdated, 2, "A broadcast was scheduled, started, paused, resumed, completed, retried or canceled. It pauses by itself, too: reason says why.", true, ofNumber,
		BroadcastUpdatedData{BroadcastID: "bct_01jd5k3v6rf0w8m2a4t9x7bq1u", Name: "Spring sale", TemplateName: "spring_sale", PhoneNumberID: sampleNumber,
			FromStatus: BroadcastRunning, ToStatus: BroadcastPaused, Reason: PausedByFailures, ChangedBy: sampleSystem}},
	{EventBudgetReached, 1, "What was spent reached an alert of a budget: once in each period.", true, ofWorkspace,
		BudgetReachedData{BudgetID: "bud_01jd5k3v6rf0w8m2a4t9x7bq1v", Name: "Marketing", Period: BudgetMonth, PeriodStart: "2026-11-01", Category: "marketing", Amount: "250.00", Currency: "USD", Spent: "200.41", Percent: 80}},
	{EventConversionRecorded, 1, "You told that a contact did something, such as a purchase.", true, ofWorkspace,
		ConversionRecordedData{ConversionID: "cvn_01jd5k3v6rf0w8m2a4t9x7bq25", ContactID: sampleContact, Name: "purchase", Amount: new("49.90"), Currency: new("EUR"),
			ExternalID: "order-1042", OccurredAt: 1767225598, RecordedBy: DoneBy{ActorKey, "key_01jd5k3v6rf0w8m2a4t9x7bq1e"}}},
	{EventOnboardingUpdated, 1, "An item of the onboarding checklist, or the badge, changed its status.", true, ofWorkspace,
		OnboardingData{Item: ItemBusiness, FromStatus: "in_review", ToStatus: "verified", ChangedBy: sampleSystem}},
	{EventPromiseUpdated, 1, "A promise to a contact was made, proposed, changed, kept or withdrawn.", true, ofNumber, samplePromise("")},
	{EventPromiseDue, 1, "The time has come by which a promise to a contact is to be kept, and it is still open.", true, ofNumber, samplePromise(PromiseOpen)},
	{EventConversationTooOften, 1, "Routing gave a conversation to one after the other, and gives it to nobody of its team any more.", true, ofNumber,
		ConversationTooOftenData{ConversationID: sampleConversation, ContactID: sampleContact, EpisodeID: sampleEpisode, DecisionID: "rdc_01jd5k3v6rf0w8m2a4t9x7bq22",
			FromTeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1t", TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq23"}},
	{EventConversationLabels, 1, "Labels were put on a conversation, or taken off it. A merge and the deletion of a label are not told of.", true, ofNumber,
		ConversationLabelsData{ConversationID: sampleConversation, ContactID: sampleContact, LabelIDs: []string{sampleLabel}, AddedLabelIDs: []string{sampleLabel}, RemovedLabelIDs: []string{}, ChangedBy: sampleUser, Reason: ReasonRequest}},
	{EventProposalCreated, 1, "An assistant suggests something in a conversation, or did it. What it only notes is not told of.", true, ofAssistant, sampleProposal(ProposalOpen, "", DoneBy{ActorAssistant, sampleAssistant})},
	{EventProposalUpdated, 1, "A proposal of an assistant was accepted, rejected or undone, or what people did settled it.", true, ofAssistant, sampleProposal(ProposalAccepted, ProposalOpen, sampleUser)},
	{EventProposalFailed, 1, "An assistant could not propose anything about a message, or what happened could not be compared with what it proposed. It is told once, until something was compared again, and once a day at most.", true, ofWorkspace,
		ProposalFailure{ID: "prf_01jd5k3v6rf0w8m2a4t9x7bq29", Step: ProposalCompared, TriggerID: "evt_01jd5k3v6rf0w8m2a4t9x7bq28", ConversationID: sampleConversation, ProposalIDs: []string{"prp_01jd5k3v6rf0w8m2a4t9x7bq24"},
			Code: string(CodeInternal), Detail: "Something went wrong on our side."}.Tell()},
	{EventAutonomyChanged, 1, "An assistant may do more of a kind of act by itself than before, or less.", true, KindScope{Assistant: true},
		AutonomyChange{Kind: ProposeLabel, From: AutonomyShadow, To: AutonomySuggest, Reason: "earned", Evidence: AutonomyEvidence{Cases: 200, Agreed: 194, Lower: 0.936, Line: 0.93}, MadeBy: DoneBy{ActorAssistant, sampleAssistant}}.Tell(sampleAssistant)},
	{EventChargeRecorded, 1, "A row was added to the ledger of charges. Only for those who name it: * does not include it.", true, ofNumber,
		ChargeRecordedData{ChargeID: "chg_01jd5k3v6rf0w8m2a4t9x7bq1e_1", Kind: ChargeBooked, MessageID: "msg_01jd5k3v6rf0w8m2a4t9x7bq1e", BookedAt: 1767225598, Count: 1, Category: "utility", Market: new("North America"),
			Rule: ChargePerMessage, RateCard: new("listed 2026-01-01"), Amount: new("0.0034"), Markup: "0", Currency: new("USD"), PhoneNumberID: new(sampleNumber), TemplateName: new("order_shipped")}},
	{EventAuditRecorded, 1, "An administrative act was added to the audit log. Only for those who name it: * does not include it, and it needs the scope audit:read.", true, ofWorkspace,
		AuditData{ID: "act_01jd5k3v6rf0w8m2a4t9x7bq1v", Seq: 12, Action: "api_key.created", Version: 1, OccurredAt: 1767225598,
			Actor:   AuditActor{ActorUser, sampleUser.ID, "Ada Byron"},
			Targets: []ActTarget{{"api_key", "key_01jd5k3v6rf0w8m2a4t9x7bq1e", "Order service"}},
			Context: EventAuditContext{IP: "198.51.100.7", UserAgent: "Mozilla/5.0", SessionID: "ses_01jd5k3v6rf0w8m2a4t9x7bq1w", RequestID: "req_01jd5k3v6rf0w8m2a4t9x7bq1x"},
			Changes: ActChanges{"scopes": {nil, []string{"messages:write"}}}, Outcome: AuditSucceeded,
			PrevHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", Hash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"}},
}

// EventKinds lists every kind of the catalogue.
var EventKinds = func() (list []EventKind) {
	for _, t := range EventTypes {
		list = append(list, t.Kind)
	}
	return list
}()

var eventsByKind = func() map[EventKind]*EventType {
	out := make(map[EventKind]*EventType, len(EventTypes))
	for i := range EventTypes {
		out[EventTypes[i].Kind] = &EventTypes[i]
	}
	return out
}()

// EventTypeOf returns the catalogue's entry of a kind.
func EventTypeOf(k EventKind) (t EventType, known bool) {
	if e := eventsByKind[k]; e != nil {
		return *e, true
	}
	return t, false
}

// Scope returns to what events of this kind belong: to nothing, where the
// catalogue does not know it.
func (k EventKind) Scope() KindScope {
	if e := eventsByKind[k]; e != nil {
		return e.Scope
	}
	return KindScope{}
}

// EventSample returns typical data of an event kind.
func EventSample(kind EventKind) (any, bool) {
	e := eventsByKind[kind]
	if e == nil {
		return nil, false
	}
	return e.Sample, true
}
