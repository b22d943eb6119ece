package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// ConversationStatus says what is to be done in a conversation.
type ConversationStatus string

// The statuses of a conversation.
const (
	ConversationOpen    ConversationStatus = "open"    // somebody of the business must act
	ConversationPending ConversationStatus = "pending" // the business answered and waits for the contact
	ConversationSnoozed ConversationStatus = "snoozed" // put aside until a time, or until the contact writes
	ConversationClosed  ConversationStatus = "closed"  // it has no open episode
)

// ConversationStatuses are all of them.
var ConversationStatuses = []ConversationStatus{ConversationOpen, ConversationPending, ConversationSnoozed, ConversationClosed}

// Why an episode opened, closed, or a conversation changed its status or was
// assigned.
const (
	ReasonContactWrote = "contact_wrote" // opens; wakes; what was pending is open again
	ReasonRequest      = "request"       // somebody asked for it
	ReasonHandOff      = "hand_off"      // an assistant gave the conversation to people
	ReasonTime         = "time"          // a snooze is over
	ReasonMerged       = "merged"        // its conversation was joined to another one
	ReasonRouting      = "routing"       // the rules assigned it
	ReasonDeactivated  = "agent_deactivated"
	ReasonAway         = "agent_away"        // for longer than conversations wait for them
	ReasonUnavailable  = "agent_unavailable" // it woke while they could not have it
	ReasonRequeued     = "requeued"          // somebody gave it back to the queue
	ReasonAnswered     = "answered"          // who answers gets what nobody had
	ReasonUndone       = "undone"            // an action was undone
	ReasonSilence      = "silence"           // the contact did not write for long
	ReasonEscalated    = "escalated"         // a step of its service level
	ReasonPromise      = "promise"           // what was promised in it is due
)

// Priority orders conversations beside the time that contacts wait.
type Priority string

// The priorities, the most pressing first.
const (
	PriorityUrgent Priority = "urgent"
	PriorityHigh   Priority = "high"
	PriorityNormal Priority = "normal"
	PriorityLow    Priority = "low"
)

// Priorities are all of them, in this order.
var Priorities = []Priority{PriorityUrgent, PriorityHigh, PriorityNormal, PriorityLow}

// InboxState is where a conversation stands for the people who work on it. Its
// methods are the transitions: they change it and decide nothing else.
type InboxState struct {
	WorkspaceID, ConversationID, PhoneNumberID string
	TeamID, AgentID                            string
	Status                                     ConversationStatus // ConversationClosed where the contact never wrote
	Priority                                   Priority
	// WaitingSince is when the contact wrote what nobody answered yet, of those whose
	// answers count; nil while nobody waits.
	WaitingSince *time.Time
	// LastInboundAt is when the contact last wrote what somebody may have to answer.
	LastInboundAt *time.Time
	ActivityAt    time.Time
	// SpanAt is since when status, team and agent are as they are.
	SpanAt       time.Time
	SnoozedUntil *time.Time // nil for no time
	WakeOnReply  bool
	// FollowUpAt is the end of a snooze that the contact cut short: somebody comes
	// back to the conversation then. nil for none.
	FollowUpAt *time.Time
	// Seq counts what the contact wrote and what was answered; AnswerSeq is its
	// value at the latest answer. Inbounds counts what the contact wrote.
	Seq, AnswerSeq, Inbounds int64
	// ReadFloor is how much of what the contact wrote counts as read by everybody.
	ReadFloor int64
	Preview   Preview
	// AnswerID is the message whose acceptance ended the waiting that had begun
	// at ClearedSince and took ClearedFor: if it fails after all, the contact waits
	// again, and did so all the time.
	AnswerID     string
	ClearedSince *time.Time
	ClearedFor   time.Duration
	// Episode is the open one; where the conversation is closed, the latest.
	Episode Episode
	// Waiting is why the contact waited in the episode.
	Waiting Waiting
	// Clocks measure the open episode; nil where nothing was promised.
	Clocks *Clocks
}

// ConversationView is a list of conversations that people work through.
type ConversationView string

// The views. All but waiting_longest, window_closing, due_soon, follow_ups and promises
// begin with what changed last.
const (
	ViewAll            ConversationView = "all"             // every one that is not closed
	ViewMine           ConversationView = "mine"            // the asking user's
	ViewUnassigned     ConversationView = "unassigned"      // nobody's
	ViewTeam           ConversationView = "team"            // a team's
	ViewAssistant      ConversationView = "assistant"       // an assistant answers
	ViewFollowed       ConversationView = "followed"        // the asking user follows them, closed or not
	ViewMentions       ConversationView = "mentions"        // notes mention the asking user, closed or not; the latest mention comes first
	ViewSnoozed        ConversationView = "snoozed"         // put aside; no other view but all and followed has them
	ViewClosed         ConversationView = "closed"          // by the time of closing
	ViewNeedsAnswer    ConversationView = "needs_answer"    // the contact waits
	ViewWaitingLongest ConversationView = "waiting_longest" // who waits longest comes first
	ViewWindowClosing  ConversationView = "window_closing"  // whose window closes first comes first
	ViewDueSoon        ConversationView = "due_soon"        // a clock runs; what is due first comes first
	ViewFollowUps      ConversationView = "follow_ups"      // by when somebody comes back to them, closed or not
	ViewPromises       ConversationView = "promises"        // by when their next promise is due, closed or not
)

// Preview is the latest message of a conversation as a list shows it.
type Preview struct {
	MessageID string
	Text      string
}

// maxPreview is how many characters of a message a list shows.
const maxPreview = 100

// PreviewOf is what a list shows of a message: its words, else its type in
// brackets.
func PreviewOf(m *Message) Preview {
	text := strings.Join(strings.Fields(m.Content.Words()), " ")
	if m.Content.RevokedAt != nil || text == "" {
		text = "[" + m.Type + "]"
	}
	if utf8.RuneCountInString(text) > maxPreview {
		text = string([]rune(text)[:maxPreview-1]) + "…"
	}
	return Preview{m.ID, text}
}

// AnswersContact reports whether a message answers what the contact wrote. What
// programs send by themselves does not, nor what only says that people will answer.
func (m *Message) AnswersContact() bool {
	switch {
	case m.Direction != Outbound, m.Type == "reaction", m.Type == "template" && !m.Content.Answer, m.Content.SentBy.Type == ActorSystem, m.Content.History:
		return false
	}
	return m.Content.Assistant == nil || m.Content.Assistant.Source != ReplyFromHandOff
}

// Episode is the work on a conversation from when it opened to when it was closed.
// First answer, waiting and the closing note belong to it.
type Episode struct {
	ID         string // "" where there never was one
	No         int
	OpenedAt   time.Time
	OpenedBy   DoneBy
	OpenReason string
	// The first of what the contact wrote, of an assignment, of an answer, and of an
	// answer by people or their systems; nil for none yet.
	FirstInboundAt, FirstAssignedAt, FirstAnswerAt, FirstPersonAnswerAt *time.Time
	FirstAnswerBy, FirstPersonAnswerBy                                  DoneBy
	Inbounds, Answers, HandOffs, Reassignments                          int
	// Waited is how long the contact waited until now, without what still goes on.
	Waited time.Duration
	// WaitedBy is the same in milliseconds, by why.
	WaitedBy map[WaitCause]int64
	Closing
	// Rating is what became of asking the contact; nil if they were not to be asked.
	Rating *Rating `json:"-"`
}

// Closing is what is noted when an episode ends.
type Closing struct {
	At                        *time.Time // nil while it is open
	By                        DoneBy
	Reason, Category, Summary string
	// TeamID and AgentID had the conversation, Unanswered says that the contact
	// still waited.
	TeamID, AgentID string
	Unanswered      bool
}

// IsOpen reports whether the conversation has an open episode.
func (s *InboxState) IsOpen() bool { return s.Status != ConversationClosed && s.Status != "" }

// latestWebhook is for how long the provider repeats a webhook: nobody waits for an
// answer to what is said to be older.
const latestWebhook = 7 * 24 * time.Hour

// ContactWrote notes what the contact wrote at a time. With no open episode it
// opens the next one, under the identifier that newID makes; newID may be nil
// where there is one. Of a snooze that it cuts short a follow-up stays.
func (s *InboxState) ContactWrote(m *Message, wrote, now time.Time, newID func() string) {
	if earliest := now.Add(-latestWebhook); wrote.Before(earliest) {
		wrote = earliest
	}
	if !s.IsOpen() {
		s.open(newID(), DoneBy{ActorContact, m.ContactID}, ReasonContactWrote, now)
	}
	if s.Status == ConversationPending || s.Status == ConversationSnoozed && s.WakeOnReply {
		if s.SnoozedUntil != nil {
			s.FollowUpAt = s.SnoozedUntil
		}
		s.Status, s.SnoozedUntil, s.WakeOnReply = ConversationOpen, nil, false
	}
	if s.WaitingSince == nil {
		s.WaitingSince = &wrote
	}
	if s.Episode.FirstInboundAt == nil {
		s.Episode.FirstInboundAt = &wrote
	}
	if s.LastInboundAt == nil || s.LastInboundAt.Before(wrote) {
		s.LastInboundAt = &wrote
	}
	s.Episode.Inbounds++
	s.Inbounds++
	s.Seq++
	s.ActivityAt, s.Preview = now, PreviewOf(m)
}

// open begins the next episode.
func (s *InboxState) open(id string, by DoneBy, reason string, now time.Time) {
	s.Status, s.ActivityAt = ConversationOpen, now
	s.Episode = Episode{ID: id, No: s.Episode.No + 1, OpenedAt: now, OpenedBy: by, OpenReason: reason}
	if s.AgentID != "" || s.TeamID != "" {
		s.Episode.FirstAssignedAt = &now
	}
}

// Answered notes that the provider took an answer.
func (s *InboxState) Answered(m *Message, now time.Time) {
	s.Preview = PreviewOf(m)
	if !s.IsOpen() {
		return
	}
	by := DoneBy(m.Content.SentBy)
	s.ActivityAt = now
	s.Episode.Answers++
	switch {
	case !s.Clocks.Counts(m): // the contact waits for people, and an answer of theirs may still fail
	case s.WaitingSince != nil:
		until, still := now, s.LastInboundAt != nil && s.LastInboundAt.After(writtenAt(m)) // it was written before the contact wrote again
		if still {
			until = *s.LastInboundAt
		}
		s.AnswerID, s.ClearedSince, s.ClearedFor = m.ID, s.WaitingSince, max(until.Sub(*s.WaitingSince), 0)
		s.Episode.Waited += s.ClearedFor
		s.WaitingSince = nil
		if still {
			s.WaitingSince = &until
		}
	default:
		s.AnswerID = "" // of two answers one may fail: the other stands
	}
	if s.Episode.FirstAnswerAt == nil {
		s.Episode.FirstAnswerAt, s.Episode.FirstAnswerBy = &now, by
	}
	if s.Episode.FirstPersonAnswerAt == nil && by.Type != ActorAssistant {
		s.Episode.FirstPersonAnswerAt, s.Episode.FirstPersonAnswerBy = &now, by
	}
}

// writtenAt is when an answer was written: what the contact wrote later it does not
// answer.
func writtenAt(m *Message) time.Time {
	if sent, told := m.Times[StatusSent]; told && sent.Before(m.CreatedAt) { // on the business's phone
		return sent
	}
	if m.ScheduledAt != nil && m.ScheduledAt.After(m.CreatedAt) {
		return *m.ScheduledAt
	}
	return m.CreatedAt
}

// AnswerFailed notes that an answer which the provider had taken did not arrive:
// the contact waits as before it.
func (s *InboxState) AnswerFailed(messageID string) {
	if !s.IsOpen() || s.AnswerID != messageID || s.ClearedSince == nil {
		return
	}
	if s.WaitingSince == nil || s.ClearedSince.Before(*s.WaitingSince) {
		s.WaitingSince = s.ClearedSince
	}
	s.Episode.forgetAnswer(s.ClearedSince.Add(s.ClearedFor))
	s.Episode.Waited -= s.ClearedFor
	s.AnswerID, s.ClearedSince, s.ClearedFor = "", nil, 0
}

// HandedOff puts a conversation before people: it is open, nobody has it, and the
// contact waits since they wrote what nobody answered, or from now on.
func (s *InboxState) HandedOff(by DoneBy, now time.Time, newID func() string) {
	if !s.IsOpen() {
		s.open(newID(), by, ReasonHandOff, now)
	}
	s.Status, s.SnoozedUntil, s.WakeOnReply, s.AgentID = ConversationOpen, nil, false, ""
	s.ActivityAt = now
	if s.WaitingSince == nil {
		s.WaitingSince = &now
	}
	s.Episode.HandOffs++
}

// Reopen makes a conversation one in which somebody must act; with no open
// episode the next one begins.
func (s *InboxState) Reopen(by DoneBy, reason string, now time.Time, newID func() string) {
	if !s.IsOpen() {
		s.open(newID(), by, reason, now)
	}
	if s.Status != ConversationOpen {
		s.Status, s.ActivityAt = ConversationOpen, now
	}
	s.SnoozedUntil, s.WakeOnReply = nil, false
}

// FollowUp makes a conversation one in which somebody must act, because they wanted
// to come back to it now, or promised something until now. It stays until somebody acts.
func (s *InboxState) FollowUp(reason string, now time.Time, newID func() string) {
	s.Reopen(DoneBy{Type: ActorSystem}, reason, now, newID)
	s.ActivityAt = now
}

// PutOff makes an open conversation one that waits for the contact.
func (s *InboxState) PutOff() {
	s.Status, s.SnoozedUntil, s.WakeOnReply = ConversationPending, nil, false
}

// Snooze hides a conversation that is not closed. A contact who waits goes on
// waiting. Whatever the time was written like, it is told as it is stored: in UTC, in
// milliseconds.
func (s *InboxState) Snooze(until *time.Time, wakeOnReply bool) {
	if until != nil {
		stored := until.UTC().Truncate(time.Millisecond)
		until = &stored
	}
	s.Status, s.SnoozedUntil, s.WakeOnReply = ConversationSnoozed, until, wakeOnReply
}

// Close ends the episode: nobody waits any more, and no agent has the
// conversation. Its team keeps it.
func (s *InboxState) Close(by DoneBy, reason, category, summary string, now time.Time) {
	e := &s.Episode
	if s.WaitingSince != nil {
		e.Waited += max(now.Sub(*s.WaitingSince), 0)
	}
	e.Closing = Closing{At: &now, By: by, Reason: reason, Category: category, Summary: summary, TeamID: s.TeamID, AgentID: s.AgentID, Unanswered: s.WaitingSince != nil}
	s.Status, s.SnoozedUntil, s.WakeOnReply, s.AgentID = ConversationClosed, nil, false, ""
	s.WaitingSince, s.AnswerID, s.ClearedSince, s.ClearedFor = nil, "", nil, 0
	s.ActivityAt, s.ReadFloor = now, s.Inbounds
}

// Leave ends what stood here because it goes on in another conversation.
func (s *InboxState) Leave(now time.Time) {
	s.Status, s.SnoozedUntil, s.WakeOnReply, s.WaitingSince = ConversationClosed, nil, false, nil
	s.AnswerID, s.ClearedSince, s.ClearedFor, s.Clocks, s.FollowUpAt, s.Waiting = "", nil, 0, nil, nil, Waiting{}
	s.ActivityAt, s.ReadFloor = now, s.Inbounds
}

// AssignTo gives the conversation to a team, a person, both or nobody.
func (s *InboxState) AssignTo(teamID, agentID string, now time.Time) {
	if s.IsOpen() {
		if s.Episode.FirstAssignedAt == nil && teamID+agentID != "" {
			s.Episode.FirstAssignedAt = &now
		}
		if s.AgentID != "" && agentID != "" && agentID != s.AgentID {
			s.Episode.Reassignments++
		}
	}
	s.TeamID, s.AgentID = teamID, agentID
}

// Join takes over what a conversation has that is joined to this one: its open
// episode, if there is none here, and since when the contact waits. It reports
// whether the episode moved; else it ends with the other conversation.
func (s *InboxState) Join(gone *InboxState) (moved bool) {
	if moved = gone.IsOpen() && !s.IsOpen(); moved {
		no := s.Episode.No + 1
		s.Status, s.SnoozedUntil, s.WakeOnReply, s.Priority = gone.Status, gone.SnoozedUntil, gone.WakeOnReply, gone.Priority
		s.Episode, s.Clocks, s.Waiting = gone.Episode, gone.Clocks, gone.Waiting
		s.Episode.No = no
	}
	if gone.WaitingSince != nil && gone.Status == ConversationOpen { // it must be seen
		s.Status, s.SnoozedUntil, s.WakeOnReply = ConversationOpen, nil, false
	}
	if gone.WaitingSince != nil && (s.WaitingSince == nil || gone.WaitingSince.Before(*s.WaitingSince)) {
		s.WaitingSince = gone.WaitingSince
	}
	if gone.FollowUpAt != nil && (s.FollowUpAt == nil || gone.FollowUpAt.Before(*s.FollowUpAt)) {
		s.FollowUpAt = gone.FollowUpAt
	}
	if gone.ActivityAt.After(s.ActivityAt) {
		s.ActivityAt, s.Preview = gone.ActivityAt, gone.Preview
	}
	if gone.LastInboundAt != nil && (s.LastInboundAt == nil || s.LastInboundAt.Before(*gone.LastInboundAt)) {
		s.LastInboundAt = gone.LastInboundAt
	}
	s.Seq, s.Inbounds = s.Seq+gone.Seq, s.Inbounds+gone.Inbounds
	return moved
}
