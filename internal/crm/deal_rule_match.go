package crm

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// DealCause is something that happened in a conversation and may let rules of deals
// act.
type DealCause struct {
	Trigger DealTrigger
	// ID is what a rule acts on once: the message, the episode that ended, or the event.
	ID             string
	EventID        string
	At             time.Time
	ConversationID string
	ContactID      string
	PhoneNumberID  string
	LabelIDs       []string // that were added
	Payload, Title string   // of a button
	// Answered is the message that a form answers, as the provider calls it; Flows are
	// the identifier and the name of the form, once that was looked up.
	Answered, Token       string
	Flows                 []string
	CloseReason, Category string
}

// DealTriggerOf reports whether events of a kind may let rules act.
func DealTriggerOf(kind EventKind) bool {
	return kind == EventConversationLabels || kind == EventMessagesReceived || kind == EventConversationStatusUpdated
}

// DealCauseOf returns what an event gives rules to act on; false for nothing. What a
// rule did, what undoes an act, and what a merge brings about lets no rule act.
func DealCauseOf(kind EventKind, eventID string, of EventScope, body []byte) (DealCause, bool) {
	c := DealCause{EventID: eventID, ID: eventID, PhoneNumberID: of.PhoneNumberID}
	switch kind {
	case EventConversationLabels:
		d, ok := factsIn[ConversationLabelsData](body)
		c.Trigger, c.ConversationID, c.ContactID, c.LabelIDs = DealOnLabel, d.ConversationID, d.ContactID, d.AddedLabelIDs
		return c, ok && len(d.AddedLabelIDs) > 0 && !byRule(d.ChangedBy, d.Reason)
	case EventConversationStatusUpdated:
		d, ok := factsIn[ConversationStatusData](body)
		c.Trigger, c.ConversationID, c.ContactID, c.CloseReason, c.Category = DealOnClosed, d.ConversationID, d.ContactID, d.CloseReason, d.Category
		if d.EpisodeID != "" { // one that goes on and is closed again ended once
			c.ID = d.EpisodeID
		}
		return c, ok && d.ToStatus == string(ConversationClosed) && d.FromStatus != d.ToStatus && !byRule(d.ChangedBy, d.Reason)
	case EventMessagesReceived:
		d, ok := factsIn[MessageReceivedData](body)
		if !ok || d.Interactive == nil || d.GroupID != "" {
			return c, false
		}
		c.ID, c.ConversationID, c.ContactID = d.MessageID, d.ConversationID, d.ContactID
		switch d.Interactive.Type {
		case "templateButton", "button", "list":
			c.Trigger, c.Payload, c.Title = DealOnButton, d.Interactive.ID, d.Interactive.Title
		case "flow":
			c.Trigger, c.Token = DealOnForm, flowToken(d.Interactive.Response)
			if d.Context != nil {
				c.Answered = d.Context.MessageID
			}
		}
		return c, c.Trigger != ""
	}
	return c, false
}

// byRule reports whether a rule of any sort or an assistant made a change, or somebody
// only took one back.
func byRule(by DoneBy, reason string) bool {
	return by.Type == ActorSystem && by.ID != "" || by.Type == ActorAssistant || slices.Contains([]string{ReasonRouting, ReasonEscalated, ReasonUndone, ReasonMerged}, reason)
}

func factsIn[T any](body []byte) (T, bool) {
	var of struct{ Data T }
	err := json.Unmarshal(body, &of) // one of another version lets nothing act
	return of.Data, err == nil
}

func flowToken(response json.RawMessage) string {
	var of struct {
		Token string `json:"flow_token"`
	}
	if json.Unmarshal(response, &of) != nil {
		return ""
	}
	return of.Token
}

// Matches reports whether the conditions hold for a cause.
func (r DealRule) Matches(c DealCause) bool {
	return r.Enabled && r.Trigger == c.Trigger && anyOf(r.When.PhoneNumberIDs, c.PhoneNumberID) && anyOf(r.When.LabelIDs, c.LabelIDs...) &&
		anyOf(r.When.Payloads, c.Payload) && anyFold(r.When.Titles, c.Title) && anyOf(r.When.FlowTokens, c.Token) && anyOf(r.When.FlowIDs, c.Flows...) &&
		anyOf(r.When.CloseReasons, c.CloseReason) && anyFold(r.When.Categories, c.Category)
}

// anyOf reports whether one of some values is wanted; where none is named, all are.
func anyOf(wanted []string, values ...string) bool {
	return len(wanted) == 0 || slices.ContainsFunc(values, func(v string) bool { return slices.Contains(wanted, v) })
}

func anyFold(wanted []string, value string) bool {
	return len(wanted) == 0 || slices.ContainsFunc(wanted, func(w string) bool { return strings.EqualFold(strings.TrimSpace(w), strings.TrimSpace(value)) })
}

// DealRunOutcome is what came of a rule that was to act.
type DealRunOutcome string

// The outcomes.
const (
	DealRunCreated DealRunOutcome = "created"
	DealRunMoved   DealRunOutcome = "moved"
	DealRunSkipped DealRunOutcome = "skipped" // there was nothing to do
	DealRunRefused DealRunOutcome = "refused" // it cannot act as things are
	DealRunFailed  DealRunOutcome = "failed"  // the service could not do it
)

// DealRunOutcomes lists every outcome.
var DealRunOutcomes = []DealRunOutcome{DealRunCreated, DealRunMoved, DealRunSkipped, DealRunRefused, DealRunFailed}

// Why a rule had nothing to do.
const (
	DealNoneOpen     = "no_open_deal"
	DealOneOpen      = "open_deal_exists"
	DealThereAlready = "on_stage_already"
)

// DealRun is what a rule did when it was to act, once for each trigger.
type DealRun struct {
	ID, WorkspaceID, RuleID string
	// Version is that of the rule.
	Version        int64
	Trigger        DealTrigger
	TriggerID      string
	EventID        string
	ConversationID string
	At             time.Time
	Outcome        DealRunOutcome
	DealID         string // "" for none
	DealRunFacts
}

// DealRunFacts are why a rule did nothing, as they are stored.
type DealRunFacts struct {
	Code   string       `json:"code,omitempty"`
	Detail string       `json:"detail,omitempty"`
	Faults []FieldError `json:"faults,omitempty"`
}
