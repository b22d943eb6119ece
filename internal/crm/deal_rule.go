package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// DealTrigger is what lets a rule of deals act.
type DealTrigger string

// The triggers.
const (
	DealOnLabel  DealTrigger = "label_added"
	DealOnButton DealTrigger = "button_tapped"
	DealOnForm   DealTrigger = "form_answered"
	DealOnClosed DealTrigger = "conversation_closed"
)

// DealTriggers lists every trigger.
var DealTriggers = []DealTrigger{DealOnLabel, DealOnButton, DealOnForm, DealOnClosed}

// DealActKind is what a rule of deals does.
type DealActKind string

// What rules do.
const (
	DealActCreate DealActKind = "create_deal"
	DealActMove   DealActKind = "move_deal"
)

// DealActKinds lists them.
var DealActKinds = []DealActKind{DealActCreate, DealActMove}

// Bounds of rules of deals.
const (
	MaxDealRules      = 100
	maxDealRuleName   = 100
	maxDealRuleValues = 50  // of one condition
	maxDealRuleValue  = 256 // characters
	// DealRunLife is how long it is kept what rules did.
	DealRunLife = 180 * 24 * time.Hour
)

// DealRule makes or moves a deal when something happens in a conversation.
type DealRule struct {
	ID, WorkspaceID string
	// Version grows by one with each change.
	Version int64
	// Rank is the place among the rules of the workspace, from 1 on.
	Rank int64
	// Since is the position of the log behind which it acts.
	Since int64
	DealRuleBody
	// ToldVersion is the version of which people were told that it cannot act, last at
	// ToldAt; 0 since it acted again.
	ToldVersion          int64
	ToldAt               time.Time
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time
	// Unread is why what is stored of it cannot be read; such a rule does not act.
	Unread error
}

// DealRuleBody is what people say of a rule.
type DealRuleBody struct {
	Name    string
	Enabled bool
	Trigger DealTrigger
	When    DealConditions
	Act     DealAct
}

// DealConditions are what must hold for a rule to act, all of it. A list that is empty
// asks for nothing.
type DealConditions struct {
	LabelIDs       []string `json:"labelIds,omitempty" maxItems:"50" doc:"For label_added, which needs it: one of these labels was added."`
	Payloads       []string `json:"payloads,omitempty" maxItems:"50" doc:"For button_tapped: the id of the button or row is one of these; for a template's button its payload."`
	Titles         []string `json:"titles,omitempty" maxItems:"50" doc:"For button_tapped: the label of the button or row is one of these, without regard to case."`
	FlowIDs        []string `json:"flowIds,omitempty" maxItems:"50" doc:"For form_answered: the message that the contact answers opened one of these forms, by flowId or flowName. Forms of templates are known by their tokens."`
	FlowTokens     []string `json:"flowTokens,omitempty" maxItems:"50" doc:"For form_answered: the token of the form is one of these."`
	CloseReasons   []string `json:"closeReasons,omitempty" maxItems:"50" doc:"For conversation_closed: why it was closed."`
	Categories     []string `json:"categories,omitempty" maxItems:"50" doc:"For conversation_closed: the category that the closing noted is one of these, without regard to case."`
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty" maxItems:"50" doc:"The conversation is on one of these phone numbers."`
}

// DealAct is what a rule does.
type DealAct struct {
	Type       DealActKind `json:"type,omitempty" needed:"true" enum:"create_deal,move_deal" doc:"create_deal makes a deal of the conversation. move_deal moves the newest open deal that the conversation has in the pipeline of the stage."`
	PipelineID string      `json:"pipelineId,omitempty" maxLength:"64" doc:"For create_deal: the pipeline; that of the stage by default."`
	StageID    string      `json:"stageId,omitempty" maxLength:"64" doc:"The stage. move_deal needs it; create_deal takes the first open one of the pipeline by default."`
	Title      string      `json:"title,omitempty" maxLength:"200" doc:"For create_deal, which needs it: what the deal is about. {{contact.name}}, {{contact.firstName}} and {{button.title}} stand for what they say."`
	Amount     string      `json:"amount,omitempty" maxLength:"32" doc:"For create_deal: a decimal number; none by default."`
	Currency   string      `json:"currency,omitempty" maxLength:"3" doc:"For create_deal with an amount: ISO 4217 code; that of the pipeline by default."`
	OwnerID    string      `json:"ownerId,omitempty" maxLength:"64" doc:"For create_deal: the member who owns it; nobody by default."`
	// AssigneeOwns gives it to whoever has the conversation.
	AssigneeOwns bool   `json:"assigneeOwns,omitempty" doc:"For create_deal: the member who has the conversation owns it, or nobody if nobody has it."`
	UnlessOpen   bool   `json:"unlessOpen,omitempty" doc:"For create_deal: makes none while the conversation has an open deal in the pipeline."`
	LostReasonID string `json:"lostReasonId,omitempty" maxLength:"64" doc:"Why a deal is lost; a stage of the kind lost needs this or closeNote."`
	WonReasonID  string `json:"wonReasonId,omitempty" maxLength:"64" doc:"Why a deal is won."`
	CloseNote    string `json:"closeNote,omitempty" maxLength:"1000" doc:"Why a deal is won or lost, in words."`
}

// End is why a deal is won or lost by the act, as a move names it.
func (a DealAct) End() DealMove {
	return DealMove{ToStageID: a.StageID, LostReasonID: a.LostReasonID, WonReasonID: a.WonReasonID, Note: a.CloseNote}
}

// DealTitleVariables are what the title of a deal that a rule makes may name.
var DealTitleVariables = []string{"contact.name", "contact.firstName", "button.title"}

// DealRuleChange changes what is given of a rule. Rank is its new place.
type DealRuleChange struct {
	Name    *string
	Enabled *bool
	Trigger *DealTrigger
	When    *DealConditions
	Act     *DealAct
	Rank    *int64
}

// Apply returns the rule as it becomes, or every fault that can be seen without looking
// anything up.
func (ch DealRuleChange) Apply(r DealRule) (DealRule, error) {
	var f Faults
	r.Unread = nil
	if ch.Name != nil {
		r.Name = strings.Join(strings.Fields(*ch.Name), " ")
	}
	if ch.Enabled != nil {
		r.Enabled = *ch.Enabled
	}
	if ch.Trigger != nil {
		r.Trigger = *ch.Trigger
	}
	if ch.When != nil {
		r.When = *ch.When
	}
	if ch.Act != nil {
		r.Act = *ch.Act
	}
	if ch.Rank != nil {
		if r.Rank = *ch.Rank; r.Rank < 1 {
			f.Add("/position", CodeOutOfRange, "position is 1 for the first rule.")
		}
	}
	switch {
	case r.Name == "":
		f.Add("/name", CodeRequired, "name is required: what people call the rule.")
	case utf8.RuneCountInString(r.Name) > maxDealRuleName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxDealRuleName)
	}
	if r.Trigger == "" {
		f.Add("/trigger", CodeRequired, "trigger is required: what lets the rule act.")
	} else if !slices.Contains(DealTriggers, r.Trigger) {
		f.Add("/trigger", CodeNotAllowed, "trigger is label_added, button_tapped, form_answered or conversation_closed.")
	}
	r.When.check(r.Trigger, &f)
	r.Act.check(r.Trigger, &f)
	return r, f.Err()
}

// lists are the conditions by their names, each with the trigger that it is of; "" for
// any.
func (c DealConditions) lists() []dealCondition {
	return []dealCondition{{"labelIds", DealOnLabel, c.LabelIDs}, {"payloads", DealOnButton, c.Payloads}, {"titles", DealOnButton, c.Titles}, {"flowIds", DealOnForm, c.FlowIDs},
		{"flowTokens", DealOnForm, c.FlowTokens}, {"closeReasons", DealOnClosed, c.CloseReasons}, {"categories", DealOnClosed, c.Categories}, {"phoneNumberIds", "", c.PhoneNumberIDs}}
}

type dealCondition struct {
	name   string
	of     DealTrigger
	values []string
}

func (c DealConditions) check(t DealTrigger, f *Faults) {
	for _, l := range c.lists() {
		at := "/conditions/" + l.name
		switch {
		case len(l.values) > 0 && l.of != "" && l.of != t && slices.Contains(DealTriggers, t):
			f.Add(at, CodeNotAllowed, "%s is for the trigger %s.", l.name, l.of)
			continue
		case len(l.values) > maxDealRuleValues:
			f.Add(at, CodeOutOfRange, "%s may have at most %d entries.", l.name, maxDealRuleValues)
			continue
		}
		for i, v := range l.values {
			if v == "" || utf8.RuneCountInString(v) > maxDealRuleValue {
				f.Add(at+Pointer(i), CodeNotAllowed, "A value has 1 to %d characters.", maxDealRuleValue)
			}
		}
	}
	if t == DealOnLabel && len(c.LabelIDs) == 0 {
		f.Add("/conditions/labelIds", CodeRequired, "labelIds is required with label_added: the labels that let the rule act.")
	}
	for i, reason := range c.CloseReasons {
		if !slices.Contains(CloseReasons, reason) {
			f.Add("/conditions/closeReasons"+Pointer(i), CodeNotAllowed, "A reason is %s.", strings.Join(CloseReasons, ", "))
		}
	}
}

func (a DealAct) check(t DealTrigger, f *Faults) {
	switch a.Type {
	case DealActCreate:
		a.checkCreate(t, f)
	case DealActMove:
		if a.StageID == "" {
			f.Add("/act/stageId", CodeRequired, "stageId is required with move_deal: the stage that the deal moves to.")
		}
		for _, given := range []struct {
			name string
			has  bool
		}{{"pipelineId", a.PipelineID != ""}, {"title", a.Title != ""}, {"amount", a.Amount != ""}, {"currency", a.Currency != ""}, {"ownerId", a.OwnerID != ""},
			{"assigneeOwns", a.AssigneeOwns}, {"unlessOpen", a.UnlessOpen}} {
			if given.has {
				f.Add("/act/"+given.name, CodeNotAllowed, "%s is for create_deal.", given.name)
			}
		}
	case "":
		f.Add("/act/type", CodeRequired, "type is required: create_deal or move_deal.")
	default:
		f.Add("/act/type", CodeNotAllowed, "type is create_deal or move_deal.")
	}
	if utf8.RuneCountInString(a.CloseNote) > maxDealNote {
		f.Add("/act/closeNote", CodeTooLong, "closeNote may have at most %d characters.", maxDealNote)
	}
}

func (a DealAct) checkCreate(t DealTrigger, f *Faults) {
	if a.PipelineID == "" && a.StageID == "" {
		f.Add("/act/pipelineId", CodeRequired, "pipelineId is required with create_deal, or stageId: where the deal begins.")
	}
	switch title := strings.TrimSpace(a.Title); {
	case title == "":
		f.Add("/act/title", CodeRequired, "title is required with create_deal: what the deal is about.")
	case utf8.RuneCountInString(title) > maxDealTitle:
		f.Add("/act/title", CodeTooLong, "title may have at most %d characters.", maxDealTitle)
	default:
		for _, m := range placeholderIn.FindAllStringSubmatch(title, -1) {
			switch name := strings.TrimSpace(m[1]); {
			case !slices.Contains(DealTitleVariables, name):
				f.Add("/act/title", CodeNotAllowed, "There is no variable {{%s}}: use %s.", clip(name), strings.Join(DealTitleVariables, ", "))
			case name == "button.title" && t != DealOnButton:
				f.Add("/act/title", CodeNotAllowed, "{{button.title}} is for the trigger button_tapped.")
			}
		}
	}
	if a.OwnerID != "" && a.AssigneeOwns {
		f.Add("/act/ownerId", CodeNotAllowed, "Give ownerId or assigneeOwns, not both.")
	}
}

// FillTitle is the title of a deal with values for its variables; otherwise is what it
// is called where nothing is left of it.
func (a DealAct) FillTitle(values map[string]string, otherwise string) string {
	text := placeholderIn.ReplaceAllStringFunc(a.Title, func(written string) string {
		return values[strings.TrimSpace(written[2:len(written)-2])]
	})
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		text = otherwise
	}
	if r := []rune(text); len(r) > maxDealTitle {
		text = string(r[:maxDealTitle])
	}
	return text
}
