package crm

import (
	"encoding/json"
	"slices"
	"time"
)

// NotificationKind says why a member is told of something.
type NotificationKind string

// The kinds of notifications.
const (
	NotifyAssigned  NotificationKind = "assigned"    // a conversation became theirs
	NotifyMentioned NotificationKind = "mentioned"   // a note mentions them
	NotifyWaiting   NotificationKind = "waiting"     // the contact of a conversation of theirs wrote, and waits
	NotifyWarned    NotificationKind = "warned"      // a clock of a conversation of theirs, or of their team, will be late soon
	NotifyBreached  NotificationKind = "breached"    // one is late
	NotifyHandedOff NotificationKind = "handed_off"  // an assistant gave them or their team a conversation
	NotifyNewInTeam NotificationKind = "new_in_team" // their team got a conversation that nobody has
	NotifyTooOften  NotificationKind = "too_often"   // routing gives a conversation of their team to nobody any more
	NotifyPromise   NotificationKind = "promise_due" // a promise to the contact of theirs, or of a conversation of theirs, is due
	NotifyDeal      NotificationKind = "deal"        // a deal became theirs, or one of theirs was won or lost, or rots
	NotifySystem    NotificationKind = "system"      // the provider changed a phone number or stopped a template, or a rule of deals cannot act, or proposals fail
)

// NotificationKinds are all of them. More will be added.
var NotificationKinds = []NotificationKind{NotifyAssigned, NotifyMentioned, NotifyWaiting, NotifyWarned, NotifyBreached, NotifyHandedOff, NotifyNewInTeam, NotifyTooOften, NotifyPromise, NotifyDeal, NotifySystem}

// Known reports whether there is such a kind; "" stands for every kind.
func (k NotificationKind) Known() bool { return k == "" || slices.Contains(NotificationKinds, k) }

// Collapses reports whether one conversation has at most one notification of the kind
// for each member, which comes up again.
func (k NotificationKind) Collapses() bool { return k == NotifyWaiting || k == NotifyNewInTeam }

const (
	// MaxNotifications is how many a member has in a workspace; the oldest go first.
	MaxNotifications = 1000
	// NotificationLife is for how long one is kept.
	NotificationLife = 30 * 24 * time.Hour
	// MaxNotificationIDs is how many a request marks by their ids.
	MaxNotificationIDs = 100
)

// Notification is something that one member is told of.
type Notification struct {
	ID          string           `json:"id" doc:"Begins with ntf_. It stays the same when the notification comes up again."`
	WorkspaceID string           `json:"-"`
	UserID      string           `json:"-"`
	Kind        NotificationKind `json:"kind" enum:"assigned,mentioned,waiting,warned,breached,handed_off,new_in_team,too_often,promise_due,deal,system" doc:"Why you are told. More kinds will be added."`
	// Position orders the notifications of a member.
	Position       int64      `json:"position" doc:"Orders your notifications: it grows, also when one comes up again."`
	ConversationID string     `json:"conversationId" doc:"The conversation; empty if it is about none."`
	ContactID      string     `json:"contactId" doc:"The contact of the conversation; empty if it is about none."`
	DealID         string     `json:"dealId" doc:"The deal, in the place of a conversation; empty if it is about none."`
	Detail         string     `json:"detail" enum:",assigned,won,lost,rotted" doc:"What happened to the deal, for the kind deal; else empty. More will be added."`
	SubjectID      string     `json:"subjectId" doc:"What it is about beside the conversation: a note of a conversation or of a deal (mentioned), a clock (warned, breached), a routing decision (assigned, new_in_team, too_often), a promise (promise_due), a template or a phone number (system); else empty."`
	By             DoneBy     `json:"by" doc:"Who did it."`
	Times          int        `json:"times" doc:"How often it came up since you read it. Only waiting and new_in_team come up again, once per conversation."`
	At             time.Time  `json:"at" doc:"When it last came up."`
	SeenAt         *time.Time `json:"seenAt" doc:"When it was shown to you; null if it was not since."`
	ReadAt         *time.Time `json:"readAt" doc:"When you read it; null if you did not since."`
	// Raised is the position by which it came up anew after it was seen.
	Raised int64 `json:"-"`
	// DedupeKey keeps a member from being told twice of one thing.
	DedupeKey string `json:"-"`
}

// NotificationCount is what a member has not seen, and has not read, of what they may
// see.
type NotificationCount struct {
	Unread   int   `json:"unread" doc:"How many you have not read."`
	Unseen   int   `json:"unseen" doc:"How many of them were not shown to you yet."`
	Position int64 `json:"position" doc:"The position of the newest of them; 0 for none."`
}

// NotificationFilter chooses notifications.
type NotificationFilter struct {
	Unread bool
	Kind   NotificationKind // "" for every kind
}

// NotificationMark says which notifications are marked: some, or all up to a position.
type NotificationMark struct {
	IDs  []string
	UpTo *int64
}

// Validate returns every fault of it.
func (m NotificationMark) Validate() error {
	var f Faults
	switch {
	case m.UpTo == nil && len(m.IDs) == 0:
		f.Add("/ids", CodeRequired, "ids or upTo is required.")
	case m.UpTo != nil && len(m.IDs) > 0:
		f.Add("/upTo", CodeNotAllowed, "ids and upTo exclude each other.")
	}
	if m.UpTo != nil && *m.UpTo < 0 {
		f.Add("/upTo", CodeOutOfRange, "upTo is the position of a notification, 0 or more.")
	}
	if len(m.IDs) > MaxNotificationIDs {
		f.Add("/ids", CodeTooLong, "ids may have at most %d ids.", MaxNotificationIDs)
	} else {
		CheckIDs("ids", PrefixNotification, m.IDs, &f)
	}
	return f.Err()
}

// NotificationCause is what an event gives members to know: those whom it names, and
// those who are found by what it names.
type NotificationCause struct {
	Kind    NotificationKind
	UserIDs []string
	// TeamID is the team whose members are told where nobody is named; "" for none.
	TeamID string
	// Holder tells who has the conversation by now: its agent, else its team if Team.
	Holder, Team bool
	// Waiting tells only while the contact waits.
	Waiting bool
	// Managers tells those who look after the workspace.
	Managers bool

	ConversationID, ContactID, SubjectID string
	// DealID is what it is about in the place of a conversation; Detail what happened to it.
	DealID, Detail string
	By             DoneBy
}

// About is what it is about that somebody may not see: a conversation, or a deal; "" for
// neither.
func (c NotificationCause) About() string { return c.ConversationID + c.DealID }

// key is what a member is told of once.
func (c NotificationCause) key(eventID string) string {
	switch {
	case c.Kind.Collapses():
		return string(c.Kind) + ":" + c.ConversationID
	case c.Kind == NotifyMentioned:
		return string(c.Kind) + ":" + c.SubjectID
	}
	return string(c.Kind) + ":" + eventID
}

// For returns the notification of one member, who is told by an event at a position of
// the log. It is nil for who did it themselves.
func (c NotificationCause) For(userID, eventID string, position int64, at time.Time) *Notification {
	if c.By.Type == ActorUser && c.By.ID == userID {
		return nil
	}
	return &Notification{UserID: userID, Kind: c.Kind, Position: position, ConversationID: c.ConversationID, ContactID: c.ContactID, SubjectID: c.SubjectID,
		DealID: c.DealID, Detail: c.Detail, By: c.By, Times: 1, At: at, DedupeKey: c.key(eventID)}
}

// NotificationCauses returns what an event gives members to know; most give nothing. An
// event tells a member once at most.
func NotificationCauses(kind EventKind, body []byte) []NotificationCause {
	switch kind {
	case EventConversationAssigned:
		return causesOf(body, assignedCauses)
	case EventNoteCreated:
		return causesOf(body, func(d NoteCreatedData) []NotificationCause {
			return []NotificationCause{{Kind: NotifyMentioned, UserIDs: d.MentionedUserIDs, ConversationID: d.ConversationID, ContactID: d.ContactID, SubjectID: d.NoteID, By: d.CreatedBy}}
		})
	case EventDealAssigned, EventDealStageUpdated, EventDealRotted, EventDealNoteCreated:
		return dealCauses(kind, body)
	case EventMessagesReceived:
		return causesOf(body, func(d MessageReceivedData) []NotificationCause {
			return []NotificationCause{{Kind: NotifyWaiting, Holder: true, Waiting: true, ConversationID: d.ConversationID, ContactID: d.ContactID, By: DoneBy{Type: ActorContact, ID: d.ContactID}}}
		})
	case EventConversationSLAWarned:
		return causesOf(body, func(d ConversationSLAWarnedData) []NotificationCause {
			return []NotificationCause{lateCause(NotifyWarned, d.AgentID, d.TeamID, d.ConversationID, d.ContactID, d.ClockID)}
		})
	case EventConversationSLABreached:
		return causesOf(body, func(d ConversationSLABreachedData) []NotificationCause {
			return []NotificationCause{lateCause(NotifyBreached, d.AgentID, d.TeamID, d.ConversationID, d.ContactID, d.ClockID)}
		})
	case EventConversationHandedOff:
		return causesOf(body, func(d ConversationHandedOffData) []NotificationCause {
			return []NotificationCause{{Kind: NotifyHandedOff, Holder: true, Team: true, ConversationID: d.ConversationID, ContactID: d.ContactID, By: DoneBy{Type: ActorAssistant, ID: d.AssistantID}}}
		})
	case EventConversationTooOften:
		return causesOf(body, func(d ConversationTooOftenData) []NotificationCause {
			return []NotificationCause{{Kind: NotifyTooOften, TeamID: d.TeamID, ConversationID: d.ConversationID, ContactID: d.ContactID, SubjectID: d.DecisionID, By: DoneBy{Type: ActorSystem}}}
		})
	case EventPromiseDue:
		return causesOf(body, func(d PromiseData) []NotificationCause {
			c := NotificationCause{Kind: NotifyPromise, ConversationID: d.ConversationID, ContactID: d.ContactID, SubjectID: d.PromiseID, By: d.ChangedBy}
			if c.Holder, c.Team = true, true; d.UserID != "" {
				c.UserIDs, c.Holder, c.Team = []string{d.UserID}, false, false
			}
			return []NotificationCause{c}
		})
	case EventTemplateStatusUpdated:
		return causesOf(body, func(d TemplateStatusData) []NotificationCause {
			refused := d.Status == TemplateDraftStatus && d.PreviousStatus == "pending"
			if !refused && !slices.Contains([]string{"rejected", "paused", "disabled"}, d.Status) {
				return nil
			}
			return []NotificationCause{ofTemplate(d.TemplateID)}
		})
	case EventTemplateCategoryUpdated:
		return causesOf(body, func(d TemplateCategoryData) []NotificationCause {
			return []NotificationCause{ofTemplate(d.TemplateID)}
		})
	case EventTemplateQualityUpdated:
		return causesOf(body, func(d TemplateQualityData) []NotificationCause {
			if d.Quality != "RED" {
				return nil
			}
			return []NotificationCause{ofTemplate(d.TemplateID)}
		})
	case EventOnboardingUpdated:
		return causesOf(body, func(d OnboardingData) []NotificationCause {
			decided := d.ToStatus == string(ItemRejected) || d.Item == ItemBadge && d.ToStatus == string(BadgeApproved) || d.FromStatus == d.ToStatus // what ends soon
			if !decided || d.ChangedBy.Type != ActorSystem {
				return nil
			}
			return []NotificationCause{{Kind: NotifySystem, Managers: true, SubjectID: d.Item, By: d.ChangedBy}}
		})
	case EventProposalFailed:
		return causesOf(body, func(d ProposalFailedData) []NotificationCause {
			return []NotificationCause{{Kind: NotifySystem, Managers: true, SubjectID: d.FailureID, By: DoneBy{Type: ActorSystem}}}
		})
	case EventDealRuleFailed:
		return causesOf(body, func(d DealRuleFailedData) []NotificationCause {
			return []NotificationCause{{Kind: NotifySystem, Managers: true, SubjectID: d.RuleID, By: DoneBy{Type: ActorSystem}}}
		})
	case EventPhoneNumberUpdated:
		return causesOf(body, func(d PhoneNumberData) []NotificationCause {
			return []NotificationCause{{Kind: NotifySystem, Managers: true, SubjectID: d.PhoneNumberID, By: d.ChangedBy}}
		})
	}
	return nil
}

// Notifies reports whether events of the kind may give members something to know.
func Notifies(kind EventKind) bool {
	switch kind {
	case EventConversationAssigned, EventNoteCreated, EventMessagesReceived, EventConversationSLAWarned, EventConversationSLABreached, EventConversationHandedOff,
		EventConversationTooOften, EventPromiseDue, EventDealAssigned, EventDealStageUpdated, EventDealRotted, EventDealNoteCreated, EventDealRuleFailed, EventProposalFailed, EventTemplateStatusUpdated, EventTemplateCategoryUpdated, EventTemplateQualityUpdated, EventPhoneNumberUpdated, EventOnboardingUpdated:
		return true
	}
	return false
}

// ofTemplate tells those who manage the workspace that the provider decided something
// about a template.
func ofTemplate(id string) NotificationCause {
	return NotificationCause{Kind: NotifySystem, Managers: true, SubjectID: id, By: DoneBy{Type: ActorProvider}}
}

func causesOf[T any](body []byte, causes func(T) []NotificationCause) []NotificationCause {
	var of struct{ Data T }
	if json.Unmarshal(body, &of) != nil {
		return nil // of another version
	}
	return causes(of.Data)
}

func assignedCauses(d ConversationAssignedData) (out []NotificationCause) {
	c := NotificationCause{ConversationID: d.ConversationID, ContactID: d.ContactID, SubjectID: d.DecisionID, By: d.ChangedBy}
	switch {
	case d.AgentID != "" && d.AgentID != d.FromAgentID:
		c.Kind, c.UserIDs = NotifyAssigned, []string{d.AgentID}
	case d.AgentID == "" && d.TeamID != "" && (d.TeamID != d.FromTeamID || d.FromAgentID != ""):
		c.Kind, c.TeamID = NotifyNewInTeam, d.TeamID
	default:
		return nil
	}
	return append(out, c)
}

func lateCause(kind NotificationKind, agentID, teamID, conversationID, contactID, clockID string) NotificationCause {
	c := NotificationCause{Kind: kind, TeamID: teamID, ConversationID: conversationID, ContactID: contactID, SubjectID: clockID, By: DoneBy{Type: ActorSystem}}
	if agentID != "" {
		c.UserIDs, c.TeamID = []string{agentID}, ""
	}
	return c
}

// dealCauses are those of events about deals. A table that comes in tells nobody: it has
// many deals, and whoever brought it knows.
func dealCauses(kind EventKind, body []byte) []NotificationCause {
	of := func(owner *string, detail, dealID string, by DoneBy) []NotificationCause {
		if owner == nil || by.Type == ActorImport {
			return nil
		}
		return []NotificationCause{{Kind: NotifyDeal, UserIDs: []string{*owner}, DealID: dealID, Detail: detail, By: by}}
	}
	switch kind {
	case EventDealAssigned:
		return causesOf(body, func(d DealAssignedData) []NotificationCause { return of(d.OwnerID, "assigned", d.DealID, d.ChangedBy) })
	case EventDealStageUpdated:
		return causesOf(body, func(d DealStageData) []NotificationCause {
			if d.Status == string(StageOpen) {
				return nil
			}
			return of(d.OwnerID, d.Status, d.DealID, d.ChangedBy)
		})
	case EventDealRotted:
		return causesOf(body, func(d DealRottedData) []NotificationCause {
			return of(d.OwnerID, "rotted", d.DealID, DoneBy{Type: ActorSystem})
		})
	}
	return causesOf(body, func(d DealNoteCreatedData) []NotificationCause {
		return []NotificationCause{{Kind: NotifyMentioned, UserIDs: d.MentionedUserIDs, DealID: d.DealID, SubjectID: d.NoteID, By: d.CreatedBy}}
	})
}
