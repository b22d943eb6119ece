package api

import (
	"time"

	"service.example/crm/internal/crm"
)

// BroadcastFollowUpFields are what happens where a recipient answers.
type BroadcastFollowUpFields struct {
	WithinHours *int64                    `json:"withinHours,omitempty" minimum:"1" maximum:"720" doc:"For how many hours after the message an answer counts; 72 by default." example:"72"`
	Buttons     *BroadcastFollowUpButtons `json:"buttons,omitempty" doc:"Only who taps one of these buttons of the message counts; by default every answer does."`
	LabelIDs    []string                  `json:"labelIds,omitempty" maxItems:"20" doc:"Labels that are put on the conversation."`
	Assistant   crm.FollowUpAssistant     `json:"assistant,omitempty" enum:"none,on_duty" doc:"Who answers then. none: no assistant does. on_duty: the assistant of the phone number does, though people had taken over. By default that stays as it is."`
	Deal        *BroadcastFollowUpDeal    `json:"deal,omitempty" doc:"A deal of the conversation that is made, one for each recipient. Needs deals:write."`
	HandOff     *BroadcastFollowUpTeam    `json:"handOff,omitempty" doc:"The conversation is given to people of a team, among whom routing finds one."`
}

// BroadcastFollowUpButtons are buttons of a message.
type BroadcastFollowUpButtons struct {
	Titles   []string `json:"titles,omitempty" nullable:"false" maxItems:"20" doc:"Labels of buttons, without regard to case."`
	Payloads []string `json:"payloads,omitempty" nullable:"false" maxItems:"20" doc:"Or what the provider tells of a button: its payload."`
}

// BroadcastFollowUpDeal is the deal of who answers.
type BroadcastFollowUpDeal struct {
	PipelineID string `json:"pipelineId,omitempty" maxLength:"64" doc:"The pipeline; that of the stage by default."`
	StageID    string `json:"stageId,omitempty" maxLength:"64" doc:"The stage; the first open one of the pipeline by default."`
	Title      string `json:"title,omitempty" needed:"true" maxLength:"200" doc:"What the deal is about. {{contact.name}}, {{contact.firstName}} and {{button.title}} stand for what they say." example:"Spring sale: {{contact.name}}"`
	Amount     string `json:"amount,omitempty" maxLength:"32" doc:"What it is worth, a decimal number; empty for nothing." example:"250.00"`
	Currency   string `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217 code; that of the pipeline by default." example:"USD"`
}

// BroadcastFollowUpTeam is a team.
type BroadcastFollowUpTeam struct {
	TeamID string `json:"teamId,omitempty" needed:"true" maxLength:"64" doc:"The team."`
}

// BroadcastFollowUp is what happens where a recipient answers.
type BroadcastFollowUp struct {
	WithinHours int64                   `json:"withinHours" doc:"For how many hours after the message an answer counts."`
	Buttons     *BroadcastButtons       `json:"buttons" doc:"Only who taps one of these buttons of the message counts; null where every answer does."`
	LabelIDs    []string                `json:"labelIds" nullable:"false" doc:"Labels that are put on the conversation."`
	Assistant   *crm.FollowUpAssistant  `json:"assistant" enum:"none,on_duty" doc:"Who answers then: no assistant, or that of the phone number; null where that stays as it is."`
	Deal        *BroadcastDeal          `json:"deal" doc:"A deal of the conversation that is made; null for none."`
	HandOff     *BroadcastFollowUpGiven `json:"handOff" doc:"To whom the conversation is given; null for nobody."`
}

// BroadcastButtons are buttons of a message.
type BroadcastButtons struct {
	Titles   []string `json:"titles" nullable:"false" doc:"Labels of buttons."`
	Payloads []string `json:"payloads" nullable:"false" doc:"Payloads of buttons."`
}

// BroadcastDeal is the deal of who answers.
type BroadcastDeal struct {
	PipelineID *string `json:"pipelineId" doc:"The pipeline; null where the stage says it."`
	StageID    *string `json:"stageId" doc:"The stage; null for the first open one."`
	Title      string  `json:"title" doc:"What the deal is about."`
	Amount     *string `json:"amount" doc:"What it is worth; null for nothing."`
	Currency   *string `json:"currency" doc:"ISO 4217 code; null for that of the pipeline."`
}

// BroadcastFollowUpGiven is the team that gets a conversation.
type BroadcastFollowUpGiven struct {
	TeamID string `json:"teamId" doc:"The team."`
}

// BroadcastFollowed is what was done after the answer of a recipient.
type BroadcastFollowed struct {
	AnsweredAt     time.Time                  `json:"answeredAt" doc:"When the answer came."`
	ConversationID string                     `json:"conversationId" doc:"The conversation in which it came."`
	Labelled       bool                       `json:"labelled" doc:"Whether the conversation has labels by it."`
	DealID         *string                    `json:"dealId" doc:"The deal that was made; null for none. It may have been deleted since."`
	HandedOff      bool                       `json:"handedOff" doc:"Whether the conversation was given to the team."`
	Failures       []BroadcastFollowUpFailure `json:"failures" nullable:"false" doc:"What could not be done, which held up nothing else."`
}

// BroadcastFollowUpFailure is what could not be done, and why.
type BroadcastFollowUpFailure struct {
	Act    string   `json:"act" enum:"labels,assistant,deal,hand_off" doc:"What could not be done, or not all of it."`
	Code   crm.Code `json:"code" doc:"Why, in one word."`
	Detail string   `json:"detail" doc:"Why, in words."`
}

// BroadcastFollowUpCounts are what was done after the answers to a broadcast.
type BroadcastFollowUpCounts struct {
	Answered  int64 `json:"answered" doc:"Recipients whose answer counted."`
	Labelled  int64 `json:"labelled" doc:"Those whose conversation has labels by it."`
	DealsMade int64 `json:"dealsMade" doc:"Those of whom a deal was made."`
	HandedOff int64 `json:"handedOff" doc:"Those whose conversation was given to the team."`
	Failed    int64 `json:"failed" doc:"Those for whom something could not be done. Their failures are in the list of recipients."`
}

func (u *BroadcastFollowUpFields) followUp() *crm.BroadcastFollowUp {
	if u == nil {
		return nil
	}
	out := crm.BroadcastFollowUp{LabelIDs: u.LabelIDs, Assistant: u.Assistant}
	if u.WithinHours != nil {
		out.Hours = *u.WithinHours
	}
	if u.Buttons != nil {
		out.Buttons = ptr(crm.FollowUpButtons(*u.Buttons))
	}
	if d := u.Deal; d != nil {
		out.Deal = ptr(crm.FollowUpDeal(*d))
	}
	out.HandOff = (*crm.FollowUpTeam)(u.HandOff)
	return &out
}

func renderFollowUp(u *crm.BroadcastFollowUp) *BroadcastFollowUp {
	if u == nil {
		return nil
	}
	out := &BroadcastFollowUp{WithinHours: u.Hours, LabelIDs: append([]string{}, u.LabelIDs...)}
	if b := u.Buttons; b != nil {
		out.Buttons = &BroadcastButtons{append([]string{}, b.Titles...), append([]string{}, b.Payloads...)}
	}
	if u.Assistant != "" {
		out.Assistant = &u.Assistant
	}
	if d := u.Deal; d != nil {
		out.Deal = &BroadcastDeal{textOrNull(d.PipelineID), textOrNull(d.StageID), d.Title, textOrNull(d.Amount), textOrNull(d.Currency)}
	}
	out.HandOff = (*BroadcastFollowUpGiven)(u.HandOff)
	return out
}

func renderFollowed(r *crm.FollowUpRun) *BroadcastFollowed {
	if r == nil {
		return nil
	}
	out := &BroadcastFollowed{AnsweredAt: r.AnsweredAt, ConversationID: r.ConversationID, Labelled: r.Labelled, DealID: textOrNull(r.DealID), HandedOff: r.HandedOff, Failures: []BroadcastFollowUpFailure{}}
	for _, f := range r.Failures {
		out.Failures = append(out.Failures, BroadcastFollowUpFailure(f))
	}
	return out
}
