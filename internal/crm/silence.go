package crm

import "time"

// Silence is a wait for a contact who was answered: what is to be done about it, and
// when. It belongs to one episode, in one status of it.
type Silence struct {
	WorkspaceID, ConversationID, PhoneNumberID, EpisodeID string
	Status                                                ConversationStatus
	// Since is when the wait began: with the latest answer, or when the conversation
	// got its status.
	Since    time.Time
	DueAt    *time.Time // when something is to be done next; nil while it is done
	DueSince time.Time  // when that fell due which is done
	Reminded bool       // or it is too late for that
}

// SilenceStep is what is to be done about a silence.
type SilenceStep string

// The steps.
const (
	SilenceOver   SilenceStep = "over"   // nothing any more
	SilenceWait   SilenceStep = "wait"   // nothing yet
	SilenceRemind SilenceStep = "remind" // if the window is open
	SilenceClose  SilenceStep = "close"
)

// Opening says when the business is open; package office does.
type Opening interface {
	OpenAt(t time.Time) bool
	NextChange(t time.Time) (time.Time, bool)
	Local(t time.Time) time.Time // as the clock of the place shows it
}

// Awaits reports whether a conversation that stands so waits for its contact.
// answered says that an answer was the last thing that happened in it.
func (a *AutomaticMessages) Awaits(s *InboxState, answered bool) bool {
	switch {
	case !a.Await() || s.WaitingSince != nil:
		return false
	case s.Status == ConversationPending:
		return true
	}
	return s.Status == ConversationOpen && answered && a.awaitsOpen()
}

// outdated reports whether a silence is from before contacts were waited for anew.
func (a *AutomaticMessages) outdated(w *Silence) bool {
	before := func(since *time.Time) bool { return since != nil && w.Since.Before(*since) }
	return before(a.AwaitsSince) || w.Status == ConversationOpen && before(a.OpenSince)
}

// NewSilence is the wait that begins in a conversation that Awaits.
func (a *AutomaticMessages) NewSilence(s *InboxState, now time.Time) Silence {
	w := Silence{WorkspaceID: s.WorkspaceID, ConversationID: s.ConversationID, PhoneNumberID: s.PhoneNumberID, EpisodeID: s.Episode.ID, Status: s.Status, Since: now}
	w.DueAt = a.dueAt(w)
	return w
}

// reminds reports whether a silence is one to be reminded of, at some time.
func (a *AutomaticMessages) reminds(w Silence) bool {
	return a.Reminder.Enabled && !w.Reminded && w.Status == ConversationPending
}

func (a *AutomaticMessages) remindAt(w Silence) time.Time {
	return w.Since.Add(time.Duration(a.Reminder.AfterMinutes) * time.Minute)
}

func (a *AutomaticMessages) closeAt(w Silence) time.Time {
	return w.Since.Add(time.Duration(a.Closing.AfterMinutes) * time.Minute)
}

// dueAt is when something is to be done about a silence; nil for never.
func (a *AutomaticMessages) dueAt(w Silence) (due *time.Time) {
	if a.Closing.Enabled {
		at := a.closeAt(w)
		due = &at
	}
	if a.reminds(w) {
		if at := a.remindAt(w); due == nil || at.Before(*due) {
			due = &at
		}
	}
	return due
}

// Step says what is to be done about a silence in a conversation as it stands. hours
// are those in which contacts are reminded, nil for always. With SilenceRemind and
// SilenceWait it notes that in the silence, and when something is due next.
func (a *AutomaticMessages) Step(w *Silence, s *InboxState, hours Opening, now time.Time) SilenceStep {
	if s.Episode.ID != w.EpisodeID || s.Status != w.Status || !a.Awaits(s, true) || a.outdated(w) {
		return SilenceOver
	}
	if a.Closing.Enabled && !now.Before(a.closeAt(*w)) {
		return SilenceClose
	}
	if a.reminds(*w) && !now.Before(a.remindAt(*w)) {
		if hours == nil || hours.OpenAt(now) {
			w.Reminded = true
			w.DueAt = a.dueAt(*w)
			return SilenceRemind
		}
		w.DueAt = nil
		if opens, ever := hours.NextChange(now); ever {
			w.DueAt = &opens
		}
		if at := a.closeAt(*w); a.Closing.Enabled && (w.DueAt == nil || at.Before(*w.DueAt)) {
			w.DueAt = &at
		}
		return orOver(w)
	}
	w.DueAt = a.dueAt(*w)
	return orOver(w)
}

func orOver(w *Silence) SilenceStep {
	if w.DueAt == nil {
		return SilenceOver
	}
	return SilenceWait
}
