package crm

import (
	"slices"
	"time"
)

// ClockKind says what a clock measures.
type ClockKind string

// The kinds of clocks.
const (
	ClockFirst      ClockKind = "first"      // to the first answer of an episode
	ClockNext       ClockKind = "next"       // to the answer to a later message
	ClockPerson     ClockKind = "person"     // from a hand-off to the answer of a person
	ClockResolution ClockKind = "resolution" // to the end of the episode
)

// ClockKinds are all of them.
var ClockKinds = []ClockKind{ClockFirst, ClockNext, ClockPerson, ClockResolution}

// ClockEnd says how a clock ended; "" while it goes on.
type ClockEnd string

// How clocks end.
const (
	ClockMet      ClockEnd = "met"      // in time
	ClockMissed   ClockEnd = "missed"   // too late
	ClockStopped  ClockEnd = "stopped"  // the episode was closed without an answer, in time
	ClockCanceled ClockEnd = "canceled" // it counts for nothing
)

// Clock measures a promise of one episode. Its JSON is kept with the conversation
// while it runs.
type Clock struct {
	ID string `json:"id"`
	// ConversationID is where it began: the conversation may have been joined to
	// another one since.
	ConversationID string    `json:"conversation"`
	EpisodeID      string    `json:"episode"`
	Kind           ClockKind `json:"kind"`
	// No counts within the episode: of next, the message of the contact that
	// started it; of person, the hand-off.
	No        int           `json:"no"`
	Target    time.Duration `json:"target"`
	StartedAt time.Time     `json:"started"`
	// RunsSince is since when it runs without a pause, Used how much office time
	// went by before.
	RunsSince time.Time     `json:"since"`
	Used      time.Duration `json:"used,omitempty"`
	DueAt     time.Time     `json:"due"`
	WarnAt    *time.Time    `json:"warn,omitempty"` // nil for never
	PausedAt  *time.Time    `json:"paused,omitempty"`
	EndedAt   *time.Time    `json:"ended,omitempty"`
	End       ClockEnd      `json:"end,omitempty"`
	AnswerID  string        `json:"answer,omitempty"` // the message that ended it
	// Stepped is how many steps of the policy it has run.
	Stepped int `json:"stepped,omitempty"`
	// What is kept of the clock beside the conversation only.
	PhoneNumberID, Policy, CalendarID string     `json:"-"`
	PolicyVersion, CalendarVersion    int        `json:"-"`
	BreachedAt, WarnedAt              *time.Time `json:"-"`
}

// RaiseAt is when its breach is to be told; nil for never.
func (c *Clock) RaiseAt() *time.Time {
	late := c.End == "" && (c.PausedAt == nil || c.PausedAt.After(c.DueAt))
	if late || c.End == ClockMissed {
		return &c.DueAt
	}
	return nil
}

// Clocks are what is kept with an open episode: what was promised at its opening,
// and the clocks that run.
type Clocks struct {
	Policy          string         `json:"policy"`
	PolicyVersion   int            `json:"policyVersion"`
	CalendarID      string         `json:"calendar,omitempty"` // "" for always
	CalendarVersion int            `json:"calendarVersion,omitempty"`
	Targets         ServiceTargets `json:"targets"`
	Warn            time.Duration  `json:"warn,omitempty"`
	PeopleOnly      bool           `json:"peopleOnly,omitempty"` // answers of assistants do not count
	Steps           []ServiceStep  `json:"steps,omitempty"`      // in the order in which they run
	Running         []Clock        `json:"running,omitempty"`
	// Met are those that the latest answer ended: if it does not arrive, they go on.
	Met []Clock `json:"met,omitempty"`
}

// Moved are the clocks after their episode went from one conversation back to another:
// what began in the first goes along.
func (l *Clocks) Moved(from, to string) *Clocks {
	if l == nil {
		return nil
	}
	out := *l
	out.Running, out.Met = slices.Clone(l.Running), slices.Clone(l.Met)
	for _, list := range [][]Clock{out.Running, out.Met} {
		for i := range list {
			if list[i].ConversationID == from {
				list[i].ConversationID = to
			}
		}
	}
	return &out
}

// NewClocks are those of an episode for which a policy holds, with the version of
// the policies and of the calendar.
func NewClocks(p ServicePolicy, version, calendarVersion int) *Clocks {
	steps := slices.SortedStableFunc(slices.Values(p.Steps), func(a, b ServiceStep) int { return a.AtPercent - b.AtPercent })
	return &Clocks{Policy: p.Key, PolicyVersion: version, CalendarID: p.CalendarID, CalendarVersion: calendarVersion, Targets: p.Targets, Steps: steps,
		Warn: time.Duration(p.WarnMinutesBefore) * time.Minute, PeopleOnly: p.CountsAutomated != nil && !*p.CountsAutomated}
}

// OfficeTime counts the time of a calendar; package office does.
type OfficeTime interface {
	Between(a, b time.Time) time.Duration
	Due(a time.Time, d time.Duration) (time.Time, bool)
}

// AlwaysOpen counts all the time.
type AlwaysOpen struct{}

// Between is the time between two instants; 0 if the second is not after the first.
func (AlwaysOpen) Between(a, b time.Time) time.Duration { return max(b.Sub(a), 0) }

// Due is so much later.
func (AlwaysOpen) Due(a time.Time, d time.Duration) (time.Time, bool) { return a.Add(max(d, 0)), true }

// InboxChange is a change of where a conversation stands.
type InboxChange struct {
	Before InboxState
	After  *InboxState
	// Answer is the message that the provider took and that answers the contact,
	// nil for none; FailedID one that it had taken and that did not arrive.
	Answer   *Message
	FailedID string
	// Joined says that the episode ends because its conversation was joined to
	// another one with an episode.
	Joined bool
	// Reason is why status, team or agent changed, HandOff why an assistant gave the
	// conversation to people; "" where it is not known.
	Reason, HandOff string
	Now             time.Time
}

// Opened reports whether an episode began.
func (ch *InboxChange) Opened() bool {
	return ch.After.IsOpen() && (!ch.Before.IsOpen() || ch.Before.Episode.ID != ch.After.Episode.ID)
}

// counted returns how often something happened in the episode with the change.
func (ch *InboxChange) counted(of func(*Episode) int) int {
	if ch.Before.Episode.ID != ch.After.Episode.ID {
		return of(&ch.After.Episode)
	}
	return of(&ch.After.Episode) - of(&ch.Before.Episode)
}

// Counts reports whether a message answers the contact as the policy of the episode
// has it; any does where nothing was promised.
func (c *Clocks) Counts(m *Message) bool {
	return c == nil || !c.PeopleOnly || m.Content.SentBy.Type != ActorAssistant
}

// MetBy reports whether a message ended clocks which go on if it does not arrive.
func (c *Clocks) MetBy(messageID string) bool {
	return c != nil && slices.ContainsFunc(c.Met, func(one Clock) bool { return one.AnswerID == messageID })
}

// NextDue is when the first of the clocks that run is due; nil for none.
func (c *Clocks) NextDue() (due *time.Time) {
	if c == nil {
		return nil
	}
	for i := range c.Running {
		if one := &c.Running[i]; one.PausedAt == nil && (due == nil || one.DueAt.Before(*due)) {
			due = &one.DueAt
		}
	}
	return due
}

// clockwork is one change of clocks.
type clockwork struct {
	*Clocks
	ch      InboxChange
	office  OfficeTime
	newID   func() string
	changed []Clock
}

// Move lets the clocks do what a change of the conversation makes of them, and
// returns those that are different now, in the order in which they are to be
// stored. newID makes identifiers of clocks.
func (c *Clocks) Move(ch InboxChange, office OfficeTime, newID func() string) []Clock {
	w := clockwork{Clocks: c, ch: ch, office: office, newID: newID}
	s, now := ch.After, ch.Now
	if ch.Joined {
		w.endAll(ClockCanceled)
		return w.changed
	}
	if ch.FailedID != "" {
		w.goOn(ch.FailedID)
	}
	if ch.Answer != nil && ch.Before.IsOpen() {
		w.answer(ch.Answer)
	}
	if ch.Opened() {
		from := s.Episode.OpenedAt
		if ch.Before.Episode.ID == s.Episode.ID { // it goes on: what is over by then was measured
			from = now
		}
		w.start(ClockResolution, 1, from)
	}
	if ch.counted(func(e *Episode) int { return e.Inbounds }) > 0 && s.WaitingSince != nil {
		w.wait(*s.WaitingSince)
	}
	if ch.counted(func(e *Episode) int { return e.HandOffs }) > 0 {
		w.start(ClockPerson, s.Episode.HandOffs, now)
	}
	switch s.Status {
	case ConversationPending, ConversationSnoozed:
		w.pause()
	case ConversationOpen:
		w.resume()
	default:
		w.endAll("")
	}
	return w.changed
}

// find returns the clock of a kind that runs; -1 for none.
func (w *clockwork) find(k ClockKind) int {
	return slices.IndexFunc(w.Running, func(c Clock) bool { return c.Kind == k })
}

// wait starts the clock of a contact who waits for an answer, unless one runs.
func (w *clockwork) wait(since time.Time) {
	if w.find(ClockFirst) >= 0 || w.find(ClockNext) >= 0 {
		return
	}
	if w.ch.After.Episode.FirstAnswerAt == nil {
		w.start(ClockFirst, 1, since)
	} else {
		w.start(ClockNext, w.ch.After.Episode.Inbounds, since)
	}
}

// start lets a clock run, unless the policy has none of the kind, one runs, or the
// office never opens.
func (w *clockwork) start(k ClockKind, no int, at time.Time) {
	target := w.Targets.Of(k)
	if target == 0 || w.find(k) >= 0 {
		return
	}
	due, opens := w.office.Due(at, target)
	if !opens {
		return
	}
	c := Clock{ID: w.newID(), ConversationID: w.ch.After.ConversationID, EpisodeID: w.ch.After.Episode.ID, Kind: k, No: no, Target: target, StartedAt: at, RunsSince: at, DueAt: due}
	c.WarnAt = w.warnAt(c)
	w.Running = append(w.Running, c)
	w.changed = append(w.changed, c)
}

// warnAt is when a clock that runs warns.
func (w *clockwork) warnAt(c Clock) *time.Time {
	if w.Warn == 0 || w.Warn >= c.Target {
		return nil
	}
	if at, opens := w.office.Due(c.RunsSince, c.Target-w.Warn-c.Used); opens {
		return &at
	}
	return nil
}

// answer ends what an answer ends, and starts the clock of what the contact wrote
// while it was under way.
func (w *clockwork) answer(m *Message) {
	automated := m.Content.SentBy.Type == ActorAssistant
	if !w.Counts(m) {
		return // and the answer of a person that ended clocks may still fail
	}
	kinds := []ClockKind{ClockFirst, ClockNext}
	if !automated {
		kinds = append(kinds, ClockPerson)
	}
	w.Met = nil
	waited := false
	for _, k := range kinds {
		if i := w.find(k); i >= 0 {
			c := w.end(i, "")
			c.AnswerID = m.ID
			w.Met, waited = append(w.Met, c), waited || k != ClockPerson
			w.changed[len(w.changed)-1] = c
		}
	}
	if since := w.ch.After.WaitingSince; waited && since != nil {
		w.start(ClockNext, w.ch.After.Episode.Inbounds, *since)
	}
}

// goOn lets the clocks run on that a message ended which did not arrive. One that
// began since counts for nothing: the contact waits for longer.
func (w *clockwork) goOn(messageID string) {
	if !w.MetBy(messageID) {
		return
	}
	for _, c := range w.Met {
		same := []ClockKind{c.Kind}
		if c.Kind != ClockPerson {
			same = []ClockKind{ClockFirst, ClockNext}
		}
		for _, k := range same {
			if i := w.find(k); i >= 0 {
				w.end(i, ClockCanceled)
			}
		}
		c.Used -= w.office.Between(c.RunsSince, *c.EndedAt)
		c.EndedAt, c.End, c.AnswerID = nil, "", ""
		w.Running = append(w.Running, c)
		w.changed = append(w.changed, c)
	}
	w.Met = nil
}

// end ends a clock that runs: as said, or else met or missed, and returns it.
func (w *clockwork) end(i int, how ClockEnd) Clock {
	c := w.Running[i]
	w.Running = slices.Delete(w.Running, i, i+1)
	stood := w.ch.Now
	if c.PausedAt != nil {
		stood = *c.PausedAt
	} else {
		c.Used += w.office.Between(c.RunsSince, stood)
	}
	switch late := stood.After(c.DueAt); {
	case late && how != ClockCanceled:
		how = ClockMissed
	case how == "":
		how = ClockMet
	}
	at := w.ch.Now
	c.EndedAt, c.End, c.PausedAt = &at, how, nil
	w.changed = append(w.changed, c)
	return c
}

// endAll ends every clock with the episode: who was to be answered was not.
func (w *clockwork) endAll(how ClockEnd) {
	for len(w.Running) > 0 {
		end := how
		if end == "" && w.Running[0].Kind != ClockResolution {
			end = ClockStopped
		}
		w.end(0, end)
	}
	w.Met = nil
}

// pause lets the clock of the resolution stand while the business waits.
func (w *clockwork) pause() {
	i := w.find(ClockResolution)
	if i < 0 || w.Running[i].PausedAt != nil {
		return
	}
	c, now := &w.Running[i], w.ch.Now
	c.PausedAt, c.Used = &now, c.Used+w.office.Between(c.RunsSince, now)
	w.changed = append(w.changed, *c)
}

// resume lets it run again, for as much office time as was left. What was late
// stays late.
func (w *clockwork) resume() {
	i := w.find(ClockResolution)
	if i < 0 || w.Running[i].PausedAt == nil {
		return
	}
	c, now := &w.Running[i], w.ch.Now
	late := c.PausedAt.After(c.DueAt)
	c.PausedAt, c.RunsSince = nil, now
	if due, opens := w.office.Due(now, c.Target-c.Used); opens && !late {
		c.DueAt = due
		c.WarnAt = w.warnAt(*c)
	}
	w.changed = append(w.changed, *c)
}
