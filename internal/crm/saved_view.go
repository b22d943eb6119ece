package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// SavedView is a list of conversations that somebody named: of one person or API
// key, or of everybody.
type SavedView struct {
	ID, WorkspaceID string
	Name            string
	Shared          bool
	Filter          SavedFilter
	Order           ViewOrder
	CreatedBy       DoneBy
	CreatedAt       time.Time
	UpdatedAt       time.Time
}

// ViewOrder is the order of a saved view.
type ViewOrder string

// The orders of saved views.
const (
	OrderActivity ViewOrder = "activity" // the latest first
	OrderWaiting  ViewOrder = "waiting"  // who waits longest first
)

// SavedFilter is what a conversation must be to be in a saved view, all of it. A
// list holds if one of its entries does. Its JSON is what is stored.
type SavedFilter struct {
	Status        []ConversationStatus `json:"status,omitempty" nullable:"false" maxItems:"3" enum:"open,pending,snoozed,closed" doc:"The statuses; open and pending if left out. closed stands alone."`
	TeamID        string               `json:"teamId,omitempty" maxLength:"64" doc:"The team that has the conversation." example:"tem_01jd5k3v6rf0w8m2a4t9x7bq1c"`
	AgentID       string               `json:"agentId,omitempty" maxLength:"64" doc:"The user who has it; me for whoever lists it, none for nobody." example:"me"`
	PhoneNumberID string               `json:"phoneNumberId,omitempty" maxLength:"64" doc:"The phone number."`
	LabelIDs      []string             `json:"labelIds,omitempty" nullable:"false" maxItems:"5" doc:"Labels, of which it has one or more."`
	Priority      []Priority           `json:"priority,omitempty" nullable:"false" maxItems:"4" enum:"urgent,high,normal,low" doc:"The priorities."`
	NeedsAnswer   *bool                `json:"needsAnswer,omitempty" doc:"Whether the contact waits."`
	Speaker       Speaker              `json:"speaker,omitempty" enum:"assistant,person" doc:"Who answers. person: no assistant does."`
}

// What agentId of a filter says beside a user.
const (
	AgentMe   = "me"
	AgentNone = "none"
)

const (
	maxViewName = 60 // characters
	// MaxViewLabels is how many labels a filter may name.
	MaxViewLabels = 5
	// MaxOwnViews is how many views somebody may have, MaxSharedViews how many a
	// workspace may share.
	MaxOwnViews, MaxSharedViews = 100, 200
	// MaxViewCount is how far the conversations of a saved view are counted.
	MaxViewCount = 1000
)

// Statuses are those of the filter, with the default.
func (f SavedFilter) Statuses() []ConversationStatus {
	if len(f.Status) == 0 {
		return []ConversationStatus{ConversationOpen, ConversationPending}
	}
	return f.Status
}

// SavedViewChange changes what is given of a saved view; Filter as a whole.
type SavedViewChange struct {
	Name   *string
	Shared *bool
	Filter *SavedFilter
	Order  *ViewOrder
}

// Apply returns the saved view as it becomes, or every fault that can be seen
// without looking anything up.
func (ch SavedViewChange) Apply(v SavedView) (SavedView, error) {
	var f Faults
	if ch.Name != nil {
		v.Name = strings.Join(strings.Fields(*ch.Name), " ")
	}
	if ch.Shared != nil {
		v.Shared = *ch.Shared
	}
	if ch.Filter != nil {
		v.Filter = *ch.Filter
	}
	if ch.Order != nil {
		v.Order = *ch.Order
	}
	if v.Order == "" {
		v.Order = OrderActivity
	}
	switch {
	case v.Name == "":
		f.Add("/name", CodeRequired, "name is required: what people call the view.")
	case utf8.RuneCountInString(v.Name) > maxViewName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxViewName)
	}
	if v.Order != OrderActivity && v.Order != OrderWaiting {
		f.Add("/order", CodeNotAllowed, "order is activity or waiting.")
	}
	var own Faults
	v.Filter.check(v.Order, &own)
	f.Below("/filter", own)
	if v.Filter.AgentID == AgentMe && !v.Shared && v.CreatedBy.Type != ActorUser {
		f.Add("/filter/agentId", CodeNotAllowed, "me is for people who signed in.")
	}
	return v, f.Err()
}

func (s SavedFilter) check(order ViewOrder, f *Faults) {
	for i, one := range s.Status {
		if !slices.Contains(ConversationStatuses, one) {
			f.Add(Pointer("status", i), CodeNotAllowed, "A status is open, pending, snoozed or closed.")
		}
	}
	switch {
	case s.Status != nil && len(s.Status) == 0 || len(s.Status) >= len(ConversationStatuses):
		f.Add("/status", CodeOutOfRange, "status has 1 to %d entries; leave it out if there are none.", len(ConversationStatuses)-1)
	case len(s.Status) > 1 && slices.Contains(s.Status, ConversationClosed):
		f.Add("/status", CodeNotAllowed, "closed stands alone: no list has closed conversations beside others.")
	case order == OrderWaiting && (slices.Contains(s.Status, ConversationClosed) || slices.Contains(s.Status, ConversationSnoozed)):
		f.Add("/status", CodeNotAllowed, "The order waiting has open and pending conversations only.")
	}
	if order == OrderWaiting && s.NeedsAnswer != nil && !*s.NeedsAnswer {
		f.Add("/needsAnswer", CodeNotAllowed, "The order waiting has only conversations in which the contact waits.")
	}
	for _, one := range []struct{ field, id, prefix string }{{"teamId", s.TeamID, PrefixTeam}, {"phoneNumberId", s.PhoneNumberID, PrefixPhoneNumber}} {
		if one.id != "" && !ValidID(one.prefix, one.id) {
			f.Add("/"+one.field, CodeNotAllowed, "%q is not an identifier: %s_…", clip(one.id), one.prefix)
		}
	}
	if id := s.AgentID; id != "" && id != AgentMe && id != AgentNone && !ValidID(PrefixUser, id) {
		f.Add("/agentId", CodeNotAllowed, "agentId is me, none, or an identifier: usr_…")
	}
	checkChoices("labelIds", s.LabelIDs, MaxViewLabels, f, func(id string) string { return unless(ValidID(PrefixLabel, id), "is not an identifier: lbl_…") })
	if s.Priority != nil && len(s.Priority) == 0 || len(s.Priority) > len(Priorities) {
		f.Add("/priority", CodeOutOfRange, "priority has 1 to %d entries; leave it out if there are none.", len(Priorities))
	}
	for i, one := range s.Priority {
		if !slices.Contains(Priorities, one) {
			f.Add(Pointer("priority", i), CodeNotAllowed, "A priority is urgent, high, normal or low.")
		}
	}
	if s.Speaker != "" && s.Speaker != SpeakerAssistant && s.Speaker != SpeakerPerson {
		f.Add("/speaker", CodeNotAllowed, "speaker is assistant or person.")
	}
}
