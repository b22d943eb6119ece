package crm

import "time"

// TimelineKind says what happened to a conversation.
type TimelineKind string

// What happens to conversations. What changed several things at once is of the kind
// that comes first here.
const (
	TimelineMerged     TimelineKind = "merged" // another conversation was joined to it
	TimelineParted     TimelineKind = "parted" // a merge was undone
	TimelineHandOff    TimelineKind = "hand_off"
	TimelineStatus     TimelineKind = "status"
	TimelineAssignment TimelineKind = "assignment"
	TimelinePriority   TimelineKind = "priority"
	TimelineFollowUp   TimelineKind = "follow_up"
	TimelineLabels     TimelineKind = "labels"
	TimelineSpeaker    TimelineKind = "speaker"
	TimelineNote       TimelineKind = "note"
	TimelineBreach     TimelineKind = "sla_breached"
	TimelineWarning    TimelineKind = "sla_warned"
	TimelineRating     TimelineKind = "rated"
	TimelineWindow     TimelineKind = "window_closing"   // the contact waits, and the window ends soon
	TimelineTooOften   TimelineKind = "routed_too_often" // it went from one to the next
	TimelineAsked      TimelineKind = "rating_asked"
	TimelineNotAsked   TimelineKind = "rating_not_asked" // for the reason that it has
	TimelineButton     TimelineKind = "button_pressed"
	TimelinePromise    TimelineKind = "promise_due"
	TimelineAnswered   TimelineKind = "broadcast_answered" // so that something is done
)

// TimelineKinds are all of them.
var TimelineKinds = []TimelineKind{TimelineMerged, TimelineParted, TimelineHandOff, TimelineStatus, TimelineAssignment, TimelinePriority, TimelineFollowUp,
	TimelineLabels, TimelineSpeaker, TimelineNote, TimelineBreach, TimelineWarning, TimelineRating, TimelineWindow, TimelineTooOften, TimelineAsked, TimelineNotAsked, TimelineButton, TimelinePromise, TimelineAnswered}

// TimelineEntry is something that happened to a conversation, who did it, and why.
type TimelineEntry struct {
	ID, WorkspaceID, ConversationID string
	At                              time.Time
	Kind                            TimelineKind
	By                              DoneBy
	Reason                          string // one of the reasons of changes, or why nobody was asked; "" for none
	EpisodeID                       string // the episode that it was about, "" for none
	Changes                         ActChanges
	Refs                            TimelineRefs
}

// TimelineRefs are what an entry is about; "" where it is about none.
type TimelineRefs struct {
	DecisionID     string    `json:"decisionId,omitempty"`
	NoteID         string    `json:"noteId,omitempty"`
	ClockID        string    `json:"clockId,omitempty"`
	ClockKind      ClockKind `json:"clockKind,omitempty"` // of one that was late, or about to be
	ConversationID string    `json:"conversationId,omitempty"`
	Score          int       `json:"score,omitempty"`
	MessageID      string    `json:"messageId,omitempty"`
	ButtonID       string    `json:"buttonId,omitempty"`
	PressID        string    `json:"pressId,omitempty"`
	PromiseID      string    `json:"promiseId,omitempty"`
	ProposalID     string    `json:"proposalId,omitempty"`
	BroadcastID    string    `json:"broadcastId,omitempty"`
	BroadcastName  string    `json:"broadcastName,omitempty"` // as it was called then
	Step           int       `json:"step,omitempty"`          // of the policy, of those for the kind of the clock, from 1
}

// standing is what a timeline compares of where a conversation stood.
type standing struct {
	Status                   ConversationStatus
	TeamID, AgentID          string
	Priority                 Priority
	SnoozedUntil, FollowUpAt *time.Time
}

func (s InboxState) standing() standing {
	out := standing{Status: s.Status, TeamID: s.TeamID, AgentID: s.AgentID, Priority: s.Priority, SnoozedUntil: s.SnoozedUntil, FollowUpAt: s.FollowUpAt}
	if out.Status == "" {
		out.Status = ConversationClosed
	}
	if out.Priority == "" {
		out.Priority = PriorityNormal
	}
	return out
}

// Since returns what to tell of a conversation that stood as before says: its kind is
// "" if it stands as it did. The caller adds who and when.
func (s InboxState) Since(before InboxState, reason string) TimelineEntry {
	e := TimelineEntry{WorkspaceID: s.WorkspaceID, ConversationID: s.ConversationID, Reason: reason, EpisodeID: s.Episode.ID}
	was, is := before.standing(), s.standing()
	switch {
	case reason == ReasonHandOff:
		e.Kind = TimelineHandOff
	case was.Status != is.Status || !sameTime(was.SnoozedUntil, is.SnoozedUntil):
		e.Kind = TimelineStatus
	case was.TeamID != is.TeamID || was.AgentID != is.AgentID:
		e.Kind = TimelineAssignment
	case was.Priority != is.Priority:
		e.Kind = TimelinePriority
	case !sameTime(was.FollowUpAt, is.FollowUpAt):
		e.Kind = TimelineFollowUp
	default:
		return e
	}
	e.Changes = ActDiff(was, is)
	return e
}
