package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// FollowUpAssistant says who answers a recipient who has answered.
type FollowUpAssistant string

// Who answers then.
const (
	FollowUpNobody FollowUpAssistant = "none"    // no assistant does
	FollowUpOnDuty FollowUpAssistant = "on_duty" // the assistant of the phone number does
)

// What is done after an answer.
const (
	FollowUpLabels  = "labels"
	FollowUpSpeaker = "assistant"
	FollowUpDealt   = "deal"
	FollowUpHanded  = "hand_off"
)

// Bounds of what is done after an answer.
const (
	FollowUpHours      = 72 // by default
	MaxFollowUpHours   = 720
	maxFollowUpButtons = 20
	maxFollowUpButton  = 256 // characters
)

// ReasonBroadcast is why something changed that a broadcast does where its recipients
// answer.
const ReasonBroadcast = "broadcast"

// BroadcastFollowUp is what happens with the conversation of a recipient who answers: once
// for each of them.
type BroadcastFollowUp struct {
	// Hours is for how long after its message an answer counts.
	Hours int64 `json:"hours"`
	// Buttons are those of the message that count; nil where every answer does.
	Buttons   *FollowUpButtons  `json:"buttons,omitempty"`
	LabelIDs  []string          `json:"labelIds,omitempty"`
	Assistant FollowUpAssistant `json:"assistant,omitempty"`
	Deal      *FollowUpDeal     `json:"deal,omitempty"`
	HandOff   *FollowUpTeam     `json:"handOff,omitempty"`
}

// FollowUpTeam is the team to which a conversation is handed off.
type FollowUpTeam struct {
	TeamID string `json:"teamId"`
}

// FollowUpButtons are buttons of a message: one of these labels or payloads.
type FollowUpButtons struct {
	Titles   []string `json:"titles,omitempty"`
	Payloads []string `json:"payloads,omitempty"`
}

// FollowUpDeal is the deal that is made of a recipient who answers.
type FollowUpDeal struct {
	PipelineID string `json:"pipelineId,omitempty"`
	StageID    string `json:"stageId,omitempty"`
	Title      string `json:"title"`
	Amount     string `json:"amount,omitempty"`
	Currency   string `json:"currency,omitempty"`
}

// Act is the deal as rules of deals make one.
func (d FollowUpDeal) Act() DealAct {
	return DealAct{Type: DealActCreate, PipelineID: d.PipelineID, StageID: d.StageID, Title: d.Title, Amount: d.Amount, Currency: d.Currency}
}

// Window is for how long an answer counts.
func (u BroadcastFollowUp) Window() time.Duration { return time.Duration(u.Hours) * time.Hour }

// Scopes are what somebody needs who lets a broadcast do this.
func (u *BroadcastFollowUp) Scopes() (out []Scope) {
	if u == nil {
		return nil
	}
	if len(u.LabelIDs) > 0 || u.Assistant != "" || u.HandOff != nil {
		out = append(out, ScopeConversationsWrite)
	}
	if u.Deal != nil {
		out = append(out, ScopeDealsWrite)
	}
	return out
}

// Acts are what is to be done, in its order.
func (u *BroadcastFollowUp) Acts() (out []string) {
	if u == nil {
		return nil
	}
	for _, one := range []struct {
		name string
		is   bool
	}{{FollowUpLabels, len(u.LabelIDs) > 0}, {FollowUpSpeaker, u.Assistant != ""}, {FollowUpDealt, u.Deal != nil}, {FollowUpHanded, u.HandOff != nil}} {
		if one.is {
			out = append(out, one.name)
		}
	}
	return out
}

// Check finds every fault that can be seen without looking anything up.
func (u *BroadcastFollowUp) Check(f *Faults) {
	if u == nil {
		return
	}
	var own Faults
	defer func() { f.Below("/followUp", own) }()
	if u.Hours == 0 {
		u.Hours = FollowUpHours
	}
	if u.Hours < 1 || u.Hours > MaxFollowUpHours {
		own.Add("/withinHours", CodeOutOfRange, "withinHours is from 1 to %d.", MaxFollowUpHours)
	}
	if len(u.Acts()) == 0 {
		own.Add("", CodeRequired, "followUp names what is done: labelIds, assistant, deal or handOff.")
	}
	u.Buttons.check(&own)
	if len(u.LabelIDs) > 0 {
		_ = own.Join(CheckLabelIDs(u.LabelIDs))
	}
	if u.Assistant != "" && u.Assistant != FollowUpNobody && u.Assistant != FollowUpOnDuty {
		own.Add("/assistant", CodeNotAllowed, "assistant is none or on_duty.")
	}
	if h := u.HandOff; h != nil {
		if h.TeamID == "" {
			own.Add("/handOff/teamId", CodeRequired, "teamId is required: the team that gets the conversation.")
		} else if !ValidID(PrefixTeam, h.TeamID) {
			own.Add("/handOff/teamId", CodeNotAllowed, "%q is not an identifier: %s_…", clip(h.TeamID), PrefixTeam)
		}
		if u.Assistant == FollowUpOnDuty {
			own.Add("/assistant", CodeNotAllowed, "assistant must not be on_duty with handOff: a team answers then.")
		}
	}
	u.Deal.check(&own)
}

func (d *FollowUpDeal) check(f *Faults) {
	if d == nil {
		return
	}
	if d.PipelineID == "" && d.StageID == "" {
		f.Add("/deal/pipelineId", CodeRequired, "pipelineId is required, or stageId: where the deal begins.")
	}
	title := strings.TrimSpace(d.Title)
	if title == "" {
		f.Add("/deal/title", CodeRequired, "title is required: what the deal is about.")
	} else if utf8.RuneCountInString(title) > maxDealTitle {
		f.Add("/deal/title", CodeTooLong, "title may have at most %d characters.", maxDealTitle)
	}
	for _, m := range placeholderIn.FindAllStringSubmatch(title, -1) {
		if name := strings.TrimSpace(m[1]); !slices.Contains(DealTitleVariables, name) {
			f.Add("/deal/title", CodeNotAllowed, "There is no variable {{%s}}: use %s.", clip(name), strings.Join(DealTitleVariables, ", "))
		}
	}
}

// Below takes over the faults of an act of a rule of deals as those of this deal.
func (d FollowUpDeal) Below(f *Faults, act Faults) {
	for _, e := range act.list {
		f.Add("/followUp/deal"+strings.TrimPrefix(e.Pointer, "/act"), e.Code, "%s", e.Detail)
	}
}

func (b *FollowUpButtons) check(f *Faults) {
	if b == nil {
		return
	}
	if len(b.Titles)+len(b.Payloads) == 0 {
		f.Add("/buttons", CodeRequired, "buttons has titles or payloads: those that count. Omit it where every answer counts.")
	}
	for _, list := range []struct {
		name   string
		values []string
	}{{"titles", b.Titles}, {"payloads", b.Payloads}} {
		if len(list.values) > maxFollowUpButtons {
			f.Add("/buttons/"+list.name, CodeOutOfRange, "%s may have at most %d entries.", list.name, maxFollowUpButtons)
			continue
		}
		for i, v := range list.values {
			if n := utf8.RuneCountInString(strings.TrimSpace(v)); n == 0 || n > maxFollowUpButton {
				f.Add("/buttons/"+list.name+Pointer(i), CodeNotAllowed, "A value has 1 to %d characters.", maxFollowUpButton)
			}
		}
	}
}

// FollowUpAnswer is what a recipient answered, and to what.
type FollowUpAnswer struct {
	// At is when it was told, SentAt when the message left that it answers; zero if that is
	// not known yet.
	At, SentAt time.Time
	// Tapped says that it is a button of the message.
	Tapped         bool
	Title, Payload string
}

// Counts reports whether something is done after an answer.
func (u *BroadcastFollowUp) Counts(a FollowUpAnswer) bool {
	if u == nil || !a.SentAt.IsZero() && (a.At.Before(a.SentAt) || a.At.Sub(a.SentAt) > u.Window()) {
		return false
	}
	if u.Buttons == nil {
		return true
	}
	return a.Tapped && (slices.Contains(u.Buttons.Payloads, a.Payload) || len(u.Buttons.Titles) > 0 && anyFold(u.Buttons.Titles, a.Title))
}

// FollowUpFailure is what could not be done, and why.
type FollowUpFailure struct {
	Act    string `json:"act"`
	Code   Code   `json:"code"`
	Detail string `json:"detail"`
}

// FollowUpRun is what was done after the answer of a recipient.
type FollowUpRun struct {
	WorkspaceID, BroadcastID string
	Number                   int64
	ConversationID           string
	Title                    string // of the button
	AnsweredAt               time.Time
	Labelled, HandedOff      bool
	DealID                   string
	FollowUpFacts
}

// FollowUpFacts are how far it has come.
type FollowUpFacts struct {
	Done     []string          `json:"done,omitempty"`
	Failures []FollowUpFailure `json:"failures,omitempty"`
}

// Did reports whether something was done, or could not be.
func (r FollowUpRun) Did(act string) bool { return slices.Contains(r.Done, act) }

// Ends notes that something was done, or could not be, for the reasons given.
func (r *FollowUpRun) Ends(act string, why ...FollowUpFailure) {
	r.Done, r.Failures = append(r.Done, act), append(r.Failures, why...)
}

// FollowUpCounts is what was done after the answers to a broadcast.
type FollowUpCounts struct{ Answered, Labelled, DealsMade, HandedOff, Failed int64 }
