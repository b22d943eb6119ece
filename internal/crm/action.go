package crm

import (
	"slices"
	"time"
)

// Action is a change of many conversations at once, which can be undone.
type Action struct {
	ID, WorkspaceID string
	Change          ActionChange
	CreatedBy       DoneBy
	CreatedAt       time.Time
	UndoneAt        *time.Time
	ActionOutcome
}

// ActionOutcome is what came of an action. Its JSON is what is stored.
type ActionOutcome struct {
	Changed []ActionItem `json:"changed"`
	Skipped []ActionSkip `json:"skipped"`
	// Of its undoing: what was set back, and what was left as it is.
	Undone []string     `json:"undone,omitempty"`
	Kept   []ActionSkip `json:"kept,omitempty"`
}

// ActionItem is a conversation that an action changed.
type ActionItem struct {
	ConversationID string      `json:"id"`
	Before         ActionState `json:"before"`
	After          ActionState `json:"after"`
}

// ActionSkip is a conversation that was left as it is, and why.
type ActionSkip struct {
	ConversationID string `json:"conversationId" doc:"The conversation."`
	Reason         string `json:"reason" enum:"not_found,not_allowed,unchanged,changed_meanwhile" doc:"not_found: you do not reach it, or there is none. not_allowed: detail says why. unchanged: it was so already. changed_meanwhile: it changed since the action."`
	Detail         string `json:"detail" doc:"The reason in words."`
}

// Why a conversation is left as it is.
const (
	SkipNotFound   = "not_found"
	SkipNotAllowed = "not_allowed"
	SkipUnchanged  = "unchanged"
	SkipChanged    = "changed_meanwhile"
)

// Bounds of actions.
const (
	MaxActionConversations = 100
	// ActionUndoable is how long an action can be undone, ActionLife how long it is
	// kept.
	ActionUndoable = 24 * time.Hour
	ActionLife     = 30 * 24 * time.Hour
)

// CheckUndo refuses to undo what was done at a time, where it was undone already or is too
// long ago.
func CheckUndo(createdAt time.Time, undoneAt *time.Time, now time.Time) error {
	switch {
	case undoneAt != nil:
		return Errorf(KindConflict, CodeActionUndone, "The action was undone already.")
	case now.Sub(createdAt) > ActionUndoable:
		return Errorf(KindConflict, CodeActionOld, "An action can be undone for 24 hours.")
	}
	return nil
}

// ActionState is what actions change of a conversation, and what tells whether it
// changed since.
type ActionState struct {
	Status       ConversationStatus `json:"status"`
	SnoozedUntil *time.Time         `json:"snoozedUntil,omitempty"`
	WakeOnReply  bool               `json:"wakeOnReply,omitempty"`
	FollowUpAt   *time.Time         `json:"followUpAt,omitempty"`
	TeamID       string             `json:"teamId,omitempty"`
	AgentID      string             `json:"agentId,omitempty"`
	Priority     Priority           `json:"priority"`
	LabelIDs     []string           `json:"labelIds,omitempty"`
	WaitingSince *time.Time         `json:"waitingSince,omitempty"`
	ReadFloor    int64              `json:"readFloor,omitempty"`
	EpisodeID    string             `json:"episodeId,omitempty"`
	Seq          int64              `json:"seq,omitempty"`
}

// ActionStateOf is what actions change of a state.
func ActionStateOf(s InboxState, labelIDs []string) ActionState {
	return ActionState{s.Status, s.SnoozedUntil, s.WakeOnReply, s.FollowUpAt, s.TeamID, s.AgentID, s.Priority, slices.Sorted(slices.Values(labelIDs)),
		s.WaitingSince, s.ReadFloor, s.Episode.ID, s.Seq}
}

// SameWork reports whether both are the same as far as people see: status,
// assignment, priority and labels.
func (a ActionState) SameWork(b ActionState) bool {
	return a.Status == b.Status && sameTime(a.SnoozedUntil, b.SnoozedUntil) && a.WakeOnReply == b.WakeOnReply && sameTime(a.FollowUpAt, b.FollowUpAt) &&
		a.TeamID == b.TeamID && a.AgentID == b.AgentID && a.Priority == b.Priority && slices.Equal(a.LabelIDs, b.LabelIDs)
}

func sameTime(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.UnixMilli() == b.UnixMilli()
}

// Untouched reports whether nothing happened to a conversation since the action:
// where it changed the status, also no message.
func (i ActionItem) Untouched(now ActionState) bool {
	if i.Before.Status != i.After.Status && (i.After.Seq != now.Seq || i.After.EpisodeID != now.EpisodeID) {
		return false
	}
	return i.After.SameWork(now)
}

// Restore sets a conversation back to where it stood before an action. An episode
// that ended is not opened again: the next one begins, and the contact waits since
// the same time as before.
func (s *InboxState) Restore(to ActionState, by DoneBy, now time.Time, newID func() string) {
	was := to.Status != ConversationClosed && to.Status != ""
	s.AssignTo(to.TeamID, to.AgentID, now)
	switch {
	case was && !s.IsOpen():
		s.Reopen(by, ReasonUndone, now, newID)
		s.WaitingSince, s.ReadFloor = to.WaitingSince, to.ReadFloor
	case !was && s.IsOpen():
		s.Close(by, ReasonUndone, "", "", now)
	}
	s.Status, s.SnoozedUntil, s.WakeOnReply, s.FollowUpAt, s.Priority = to.Status, to.SnoozedUntil, to.WakeOnReply, to.FollowUpAt, to.Priority
	s.TeamID, s.AgentID = to.TeamID, to.AgentID
}

// ActionChange is what an action does to each conversation: one thing, or several.
// Its JSON is what is stored.
type ActionChange struct {
	Status         *ActionStatus     `json:"status,omitempty" doc:"The status that the conversations get."`
	Assignment     *ActionAssignment `json:"assignment,omitempty" doc:"Who the conversations belong to: what you leave out is removed."`
	Priority       Priority          `json:"priority,omitempty" enum:"urgent,high,normal,low" doc:"How pressing the conversations are."`
	AddLabelIDs    []string          `json:"addLabelIds,omitempty" nullable:"false" maxItems:"20" doc:"Labels that the conversations get."`
	RemoveLabelIDs []string          `json:"removeLabelIds,omitempty" nullable:"false" maxItems:"20" doc:"Labels that the conversations lose."`
}

// ActionStatus is a StatusChange as an action has it.
type ActionStatus struct {
	Status      ConversationStatus `json:"status" enum:"open,pending,snoozed,closed" doc:"The status."`
	Until       *time.Time         `json:"until,omitempty" doc:"With snoozed: when it opens again, at most one year ahead."`
	WakeOnReply *bool              `json:"wakeOnReply,omitempty" doc:"With snoozed: whether it opens when the contact writes; true by default."`
	Reason      string             `json:"reason,omitempty" enum:"resolved,unresolved,no_answer,spam,other" doc:"With closed: why; resolved by default."`
	Category    string             `json:"category,omitempty" maxLength:"60" doc:"With closed: what it was about, in your own words."`
	Summary     string             `json:"summary,omitempty" maxLength:"2000" doc:"With closed: what came of it."`
}

// ActionAssignment is who conversations belong to.
type ActionAssignment struct {
	TeamID  string `json:"teamId,omitempty" maxLength:"64" doc:"The team; none by default."`
	AgentID string `json:"agentId,omitempty" maxLength:"64" doc:"The user; nobody by default."`
}

// Change is the change of one conversation's status.
func (a ActionStatus) Change() StatusChange {
	return StatusChange(a)
}

// Validate returns every fault of a request for an action that can be seen without
// looking anything up.
func (ch ActionChange) Validate(conversationIDs []string, now time.Time) Faults {
	var f, own Faults
	if len(conversationIDs) == 0 || len(conversationIDs) > MaxActionConversations {
		f.Add("/conversationIds", CodeOutOfRange, "conversationIds has 1 to %d entries.", MaxActionConversations)
	} else {
		for i, id := range conversationIDs {
			switch {
			case !ValidID(PrefixConversation, id):
				f.Add(Pointer("conversationIds", i), CodeNotAllowed, "%q is not an identifier: cnv_…", clip(id))
			case slices.Contains(conversationIDs[:i], id):
				f.Add(Pointer("conversationIds", i), CodeNotAllowed, "The conversation %s is named twice.", id)
			}
		}
	}
	if ch.Status == nil && ch.Assignment == nil && ch.Priority == "" && len(ch.AddLabelIDs)+len(ch.RemoveLabelIDs) == 0 {
		f.Add("/change", CodeRequired, "change is required: what is to become of the conversations.")
	}
	if ch.Status != nil {
		var status Faults
		_ = status.Join(ch.Status.Change().check(&InboxState{Status: ConversationOpen}, now)) // nothing else can be wrong with it
		own.Below("/status", status)
	}
	if ch.Priority != "" && !slices.Contains(Priorities, ch.Priority) {
		own.Add("/priority", CodeNotAllowed, "priority is urgent, high, normal or low.")
	}
	for _, list := range []struct {
		field string
		ids   []string
	}{{"addLabelIds", ch.AddLabelIDs}, {"removeLabelIds", ch.RemoveLabelIDs}} {
		if len(list.ids) > MaxConversationLabels {
			own.Add("/"+list.field, CodeOutOfRange, "%s may have at most %d entries.", list.field, MaxConversationLabels)
			continue
		}
		for i, id := range list.ids {
			switch {
			case !ValidID(PrefixLabel, id):
				own.Add(Pointer(list.field, i), CodeNotAllowed, "%q is not an identifier: lbl_…", clip(id))
			case slices.Contains(list.ids[:i], id):
				own.Add(Pointer(list.field, i), CodeNotAllowed, "The label %s is named twice.", id)
			case list.field == "removeLabelIds" && slices.Contains(ch.AddLabelIDs, id):
				own.Add(Pointer(list.field, i), CodeNotAllowed, "The label %s cannot be both added and removed.", id)
			}
		}
	}
	f.Below("/change", own)
	return f
}

// Apply changes a state as the action says, without labels, or returns why it
// cannot.
func (ch ActionChange) Apply(s *InboxState, known bool, by DoneBy, now time.Time, newID func() string) error {
	closing := ch.Status != nil && ch.Status.Status == ConversationClosed
	if ch.Status != nil && !closing {
		if err := ch.Status.Change().Apply(s, by, now, newID); err != nil {
			return err
		}
	}
	if ch.Assignment != nil {
		s.AssignTo(ch.Assignment.TeamID, ch.Assignment.AgentID, now)
	}
	if ch.Priority != "" && ch.Priority != s.Priority {
		if !known && !s.IsOpen() {
			return Errorf(KindInvalid, CodeNotAllowed, "The conversation was never open. Open it first.")
		}
		s.Priority = ch.Priority
	}
	if closing {
		return ch.Status.Change().Apply(s, by, now, newID)
	}
	return nil
}
