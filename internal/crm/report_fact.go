package crm

import "time"

// Metric is what facts of reports count.
type Metric string

// The metrics, as their reports are named in the API.
const (
	MetricMessages     Metric = "messages"      // that were received, or that the provider took
	MetricOpenings     Metric = "openings"      // of episodes
	MetricFirstAnswers Metric = "first-answers" // of episodes, since the contact first wrote
	MetricAnswers      Metric = "answers"       // that ended a wait, since it began
	MetricResolutions  Metric = "resolutions"   // episodes that ended, since they opened
	MetricReopenings   Metric = "reopenings"    // of episodes whose end was taken back
	MetricAssignments  Metric = "assignments"   // to a team or an agent
	MetricHandOffs     Metric = "hand-offs"     // of assistants to people
	MetricRatings      Metric = "ratings"       // of contacts, as they stand
)

// Metrics are all of them.
var Metrics = []Metric{MetricMessages, MetricOpenings, MetricFirstAnswers, MetricAnswers, MetricResolutions, MetricReopenings, MetricAssignments, MetricHandOffs, MetricRatings}

// HasTimes reports whether facts of the metric took time.
func (m Metric) HasTimes() bool {
	return m == MetricFirstAnswers || m == MetricAnswers || m == MetricResolutions
}

// Who answered in an episode that ended: the parts of resolutions.
const (
	ResolvedByAssistant = "assistant" // only an assistant answered
	ResolvedByPeople    = "people"
	ResolvedByBoth      = "both" // an assistant first, then people
	ResolvedByNobody    = "nobody"
)

// PartUnknown is the part of facts of which nobody knows it.
const PartUnknown = "unknown"

// Fact is something that reports count, with what was so when it happened. Its JSON
// is kept until it is counted.
type Fact struct {
	Metric Metric `json:"metric"`
	// Ref is what the fact is about, by which it may be taken back; "" where it never
	// is.
	Ref string `json:"ref,omitempty"`
	// Undo says that the latest fact of the metric about Ref did not happen after all.
	Undo bool  `json:"undo,omitempty"`
	At   int64 `json:"at"` // in Unix milliseconds

	ConversationID string   `json:"conversation,omitempty"`
	EpisodeID      string   `json:"episode,omitempty"`
	MessageID      string   `json:"message,omitempty"`
	PhoneNumberID  string   `json:"number,omitempty"`
	TeamID         string   `json:"team,omitempty"`
	AgentID        string   `json:"agent,omitempty"`
	Labels         []string `json:"-"` // of the conversation
	// Part is what the metric is made of: who wrote, why, which score.
	Part string `json:"part,omitempty"`

	// Wall is how long it took in milliseconds, from From on; Office how much of that
	// was office time, by a version of a calendar, or by that of the team where none is
	// named.
	From            int64  `json:"from,omitempty"`
	Wall            int64  `json:"wall,omitempty"`
	Office          int64  `json:"-"`
	CalendarID      string `json:"calendar,omitempty"`
	CalendarVersion int    `json:"calendarVersion,omitempty"`
}

// FactsOf returns what reports count of a change of a conversation.
func FactsOf(ch InboxChange) (out []Fact) {
	s, b := ch.After, &ch.Before
	if ch.Joined {
		return nil // the work goes on in another conversation
	}
	base := Fact{At: ch.Now.UnixMilli(), ConversationID: s.ConversationID, EpisodeID: s.Episode.ID, PhoneNumberID: s.PhoneNumberID, TeamID: s.TeamID, AgentID: s.AgentID}
	for _, c := range []*Clocks{s.Clocks, b.Clocks} {
		if c != nil && base.CalendarID == "" {
			base.CalendarID, base.CalendarVersion = c.CalendarID, c.CalendarVersion
		}
	}
	switch {
	case ch.Answer != nil:
		return answerFacts(ch, base)
	case ch.FailedID != "":
		if b.AnswerID == ch.FailedID && s.AnswerID == "" {
			out = append(out, undo(base, MetricAnswers, ch.FailedID), undo(base, MetricFirstAnswers, ch.FailedID))
		}
		return out
	}
	return changeFacts(ch, base)
}

// changeFacts are those of a change that is no answer.
func changeFacts(ch InboxChange, base Fact) (out []Fact) {
	s, b := ch.After, &ch.Before
	add := func(m Metric, ref, part string) *Fact {
		f := base
		f.Metric, f.Ref, f.Part = m, ref, part
		out = append(out, f)
		return &out[len(out)-1]
	}
	switch {
	case !b.IsOpen() && s.IsOpen() && b.Episode.ID != "" && (b.Episode.ID == s.Episode.ID || ch.Reason == ReasonUndone):
		out = append(out, undo(base, MetricResolutions, b.Episode.ID))
		add(MetricReopenings, "", ch.reason())
	case ch.Opened():
		add(MetricOpenings, s.Episode.ID, s.Episode.OpenReason)
	case b.IsOpen() && !s.IsOpen() && s.Episode.Closing.At != nil:
		f := add(MetricResolutions, s.Episode.ID, s.Episode.resolvedBy())
		f.TeamID, f.AgentID = s.Episode.Closing.TeamID, s.Episode.Closing.AgentID
		f.took(s.Episode.OpenedAt, s.Episode.Closing.At.Sub(s.Episode.OpenedAt))
	}
	if s.Episode.HandOffs > b.Episode.HandOffs || ch.Opened() && s.Episode.HandOffs > 0 {
		why := ch.HandOff
		if why == "" {
			why = PartUnknown
		}
		add(MetricHandOffs, "", why).AgentID = ""
	}
	if s.IsOpen() && s.TeamID+s.AgentID != "" && (s.TeamID != b.TeamID || s.AgentID != b.AgentID) {
		add(MetricAssignments, "", ch.reason())
	}
	return out
}

// reason is why the conversation changed, as a part.
func (ch *InboxChange) reason() string {
	if ch.Reason == "" {
		return PartUnknown
	}
	return ch.Reason
}

// answerFacts are those of an answer that the provider took.
func answerFacts(ch InboxChange, base Fact) (out []Fact) {
	s, b, m := ch.After, &ch.Before, ch.Answer
	by := m.Content.SentBy
	base.Ref, base.MessageID, base.Part = m.ID, m.ID, string(by.Type)
	switch {
	case by.Type == ActorUser && by.ID != "":
		base.AgentID = by.ID
	case by.Type == ActorAssistant:
		base.AgentID = ""
	}
	if first := s.Episode.FirstInboundAt; b.Episode.FirstAnswerAt == nil && s.Episode.FirstAnswerAt != nil && first != nil {
		f := base
		f.Metric = MetricFirstAnswers
		f.took(*first, ch.Now.Sub(*first))
		out = append(out, f)
	}
	if s.AnswerID == m.ID && b.AnswerID != m.ID && s.ClearedSince != nil {
		f := base
		f.Metric = MetricAnswers
		f.took(*s.ClearedSince, s.ClearedFor)
		out = append(out, f)
	}
	return out
}

func undo(base Fact, m Metric, ref string) Fact {
	return Fact{Metric: m, Ref: ref, Undo: true, At: base.At, ConversationID: base.ConversationID}
}

// took notes from when on something took how long.
func (f *Fact) took(from time.Time, d time.Duration) {
	f.From, f.Wall = from.UnixMilli(), max(d, 0).Milliseconds()
}

// resolvedBy is who answered in an episode that ended.
func (e *Episode) resolvedBy() string {
	switch {
	case e.FirstAnswerAt == nil:
		return ResolvedByNobody
	case e.FirstPersonAnswerAt == nil:
		return ResolvedByAssistant
	case e.FirstAnswerBy.Type == ActorAssistant:
		return ResolvedByBoth
	}
	return ResolvedByPeople
}

// Slices are the dimensions by which a fact is added up: all of it, its phone number,
// and each other one with all numbers and with its own.
func (f *Fact) Slices() []Slice {
	out := []Slice{{}, {SliceNumber, f.PhoneNumberID, ""}}
	add := func(kind SliceKind, value string) {
		out = append(out, Slice{kind, value, ""}, Slice{kind, value, f.PhoneNumberID})
	}
	if f.TeamID != "" {
		add(SliceTeam, f.TeamID)
	}
	if f.AgentID != "" {
		add(SliceAgent, f.AgentID)
	}
	for _, l := range f.Labels {
		add(SliceLabel, l)
	}
	return out
}

// SliceKind is a dimension of reports.
type SliceKind string

// The dimensions.
const (
	SliceAll    SliceKind = ""
	SliceTeam   SliceKind = "team"
	SliceAgent  SliceKind = "agent"
	SliceLabel  SliceKind = "label"
	SliceNumber SliceKind = "phone_number"
)

// Slice is a part of all facts: those of a value of a dimension.
type Slice struct {
	Kind  SliceKind
	Value string
	// PhoneNumberID narrows a team, an agent or a label down; "" for all numbers.
	PhoneNumberID string
}
