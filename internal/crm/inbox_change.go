package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// StatusChange is what somebody wants a conversation's status to become.
type StatusChange struct {
	Status                    ConversationStatus
	Until                     *time.Time // of a snooze
	WakeOnReply               *bool      // of a snooze; true by default
	Reason, Category, Summary string     // of a closing
}

// Bounds of what a closing notes, in characters, and of a snooze.
const (
	maxCloseWord   = 60
	maxSummary     = 2000
	maxSnoozeYears = 1
)

// CloseNoAnswer is the reason where the contact did not write any more.
const CloseNoAnswer = "no_answer"

// CloseReasons are why somebody closes a conversation.
var CloseReasons = []string{"resolved", "unresolved", CloseNoAnswer, "spam", "other"}

// Apply changes the state as somebody wants, or returns every fault.
func (ch StatusChange) Apply(s *InboxState, by DoneBy, now time.Time, newID func() string) error {
	if err := ch.check(s, now); err != nil {
		return err
	}
	if s.FollowUpAt != nil && (ch.Status == ConversationOpen || ch.Until != nil || !s.FollowUpAt.After(now)) {
		s.FollowUpAt = nil // somebody came back to it, or will at another time
	}
	switch ch.Status {
	case ConversationOpen:
		s.Reopen(by, ReasonRequest, now, newID)
	case ConversationPending:
		s.PutOff()
	case ConversationSnoozed:
		s.Snooze(ch.Until, ch.WakeOnReply == nil || *ch.WakeOnReply)
	case ConversationClosed:
		if s.IsOpen() {
			reason := ch.Reason
			if reason == "" {
				reason = CloseReasons[0]
			}
			s.Close(by, reason, strings.TrimSpace(ch.Category), strings.TrimSpace(ch.Summary), now)
		}
	}
	return nil
}

func (ch StatusChange) check(s *InboxState, now time.Time) error {
	var f Faults
	snooze, closing := ch.Status == ConversationSnoozed, ch.Status == ConversationClosed
	if !slices.Contains(ConversationStatuses, ch.Status) {
		f.Add("/status", CodeNotAllowed, "status is open, pending, snoozed or closed.")
	}
	if (snooze || ch.Status == ConversationPending) && !s.IsOpen() {
		f.Add("/status", CodeNotAllowed, "The conversation is closed. Open it first.")
	}
	switch {
	case !snooze && ch.Until != nil:
		f.Add("/until", CodeNotAllowed, "until is for the status snoozed.")
	case snooze && ch.Until != nil && (!ch.Until.After(now) || ch.Until.After(now.AddDate(maxSnoozeYears, 0, 0))):
		f.Add("/until", CodeOutOfRange, "until must be in the future, at most one year ahead.")
	}
	switch {
	case !snooze && ch.WakeOnReply != nil:
		f.Add("/wakeOnReply", CodeNotAllowed, "wakeOnReply is for the status snoozed.")
	case snooze && ch.Until == nil && ch.WakeOnReply != nil && !*ch.WakeOnReply:
		f.Add("/wakeOnReply", CodeRequired, "Without until, wakeOnReply must be true: else the conversation would never come back.")
	}
	for _, of := range [][2]string{{"reason", ch.Reason}, {"category", ch.Category}, {"summary", ch.Summary}} {
		if of[1] != "" && !closing {
			f.Add("/"+of[0], CodeNotAllowed, "%s is for the status closed.", of[0])
		}
	}
	if closing && ch.Reason != "" && !slices.Contains(CloseReasons, ch.Reason) {
		f.Add("/reason", CodeNotAllowed, "reason is %s.", strings.Join(CloseReasons, ", "))
	}
	if utf8.RuneCountInString(ch.Category) > maxCloseWord {
		f.Add("/category", CodeTooLong, "category has at most %d characters.", maxCloseWord)
	}
	if utf8.RuneCountInString(ch.Summary) > maxSummary {
		f.Add("/summary", CodeTooLong, "summary has at most %d characters.", maxSummary)
	}
	return f.Err()
}
