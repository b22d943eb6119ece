package app

import (
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/draft"
	"service.example/crm/internal/service/rating"
	"service.example/crm/internal/service/routing"
	"service.example/crm/internal/service/servicelevel"
)

// Of so many conversations, one is at work, all others are closed, and of a dense
// seed; in one the contact never wrote; one had an episode before.
const (
	atWorkOf   = 50
	denseOf    = 10
	silentOf   = 20
	returnedOf = 4
)

// Of so many conversations, one has a note, and so on.
const (
	notedOf    = 100
	followedOf = 100
	draftedOf  = 200
	labelledOf = 10
	clockedOf  = 10
	ratedOf    = 10
	routedOf   = 5
	readOf     = 4
)

// one reports whether a conversation is the one of so many that has something.
func (f *filling) one(n, of int) bool { return f.Dense || n/f.Workspaces%of == of/2 }

// atWork reports whether a conversation is one that is not closed, and which of them;
// of is its place in the workspace.
func (f *filling) atWork(of int) (which int, is bool) {
	every := atWorkOf
	if f.Dense {
		every = denseOf
	}
	return of / every, of%every == 0
}

// worker is who looks after the n-th conversation of the deployment, and their team.
func (f *filling) worker(n int) (agentID, teamID string) {
	w, of := n%f.Workspaces, n/f.Workspaces
	which, _ := f.atWork(of)
	agent := which % f.agents()
	return f.agentID(w, agent), f.teamID(w, agent%f.teams())
}

// story is what happened in a conversation.
type story struct {
	f       *filling
	n       int
	agentID string
	s       crm.InboxState
	ended   []crm.InboxState
	entries []crm.TimelineEntry
}

// step changes where the conversation stands, as somebody did at a time.
func (st *story) step(by crm.DoneBy, reason string, at time.Time, change func(s *crm.InboxState)) {
	before, answers := st.s, st.s.Episode.Answers
	change(&st.s)
	answered := crm.ActorKind("")
	if st.s.Episode.Answers > answers {
		answered = by.Type
	}
	st.s.BookWaiting(before, answered, false, at)
	if e := st.s.Since(before, reason); e.Kind != "" {
		const most = 16 // entries of a conversation
		e.ID, e.At, e.By = seededID(crm.PrefixTimeline, at, st.n*most+len(st.entries)), at, by
		st.entries = append(st.entries, e)
	}
	if before.IsOpen() && !st.s.IsOpen() {
		st.ended = append(st.ended, st.s)
	}
}

func (st *story) message(at time.Time) *crm.Message {
	return &crm.Message{ID: seededID(crm.PrefixMessage, at, st.n), ContactID: st.contactID(), CreatedAt: at, Direction: crm.Inbound, Type: "text", Content: crm.Content{Text: &crm.Text{Body: seededText(st.n)}}}
}

func (st *story) contactID() string { c, _ := st.f.pair(st.n); return c.ID }

// wrote lets the contact write, and the team have the conversation.
func (st *story) wrote(at time.Time, teamID string) {
	m := st.message(at)
	st.step(crm.DoneBy{Type: crm.ActorContact, ID: m.ContactID}, crm.ReasonContactWrote, at, func(s *crm.InboxState) {
		s.ContactWrote(m, at, at, func() string { return seededID(crm.PrefixEpisode, at, st.n*2+s.Episode.No) })
	})
	st.step(crm.DoneBy{Type: crm.ActorSystem}, crm.ReasonRouting, at.Add(time.Second), func(s *crm.InboxState) { s.AssignTo(teamID, "", at.Add(time.Second)) })
}

// taken gives it to the agent.
func (st *story) taken(at time.Time) {
	st.step(crm.DoneBy{Type: crm.ActorSystem}, crm.ReasonRouting, at, func(s *crm.InboxState) { s.AssignTo(s.TeamID, st.agentID, at) })
}

func (st *story) answered(at time.Time) {
	m := st.message(at)
	m.Direction, m.Content.SentBy = crm.Outbound, crm.Sender(st.by())
	st.step(st.by(), "", at, func(s *crm.InboxState) { s.Answered(m, at) })
}

func (st *story) by() crm.DoneBy { return crm.DoneBy{Type: crm.ActorUser, ID: st.agentID} }

// closed is an episode from its begin to its end.
func (st *story) closed(at time.Time, teamID string) {
	st.wrote(at, teamID)
	st.taken(at.Add(time.Minute))
	st.answered(at.Add(10 * time.Minute))
	end := at.Add(time.Hour)
	st.step(st.by(), crm.ReasonRequest, end, func(s *crm.InboxState) { s.Close(st.by(), crm.CloseReasons[st.n%len(crm.CloseReasons)], "", "", end) })
}

// inbox is what happened in the n-th conversation; nil where the contact never wrote.
func (f *filling) inbox(n int, v contact.ListedConversation) *story {
	of := n / f.Workspaces // which of its workspace
	if of%silentOf == silentOf-1 {
		return nil
	}
	agentID, teamID := f.worker(n)
	st := &story{f: f, n: n, agentID: agentID, s: crm.InboxState{WorkspaceID: v.WorkspaceID, ConversationID: v.ID, PhoneNumberID: v.PhoneNumberID,
		Status: crm.ConversationClosed, Priority: crm.PriorityNormal}}
	// Each at a time of its own, in no order of the conversations.
	const prime, parts = 7919, 100_003
	at := f.start().Add(seedSpan / parts * time.Duration(of*prime%parts) * 9 / 10).Truncate(time.Millisecond)
	if of%returnedOf == 1 {
		st.closed(at.Add(-12*time.Hour), teamID)
	}
	if which, is := f.atWork(of); is {
		st.work(which, teamID)
	} else {
		st.closed(at, teamID)
	}
	st.s.SpanAt = st.s.ActivityAt
	return st
}

// work leaves the conversation at work: of twenty, eight wait for an answer, two of
// them with nobody, three are open, six wait for the contact, three are snoozed.
func (st *story) work(which int, teamID string) {
	at := st.f.end.Add(-time.Duration(1+which*37%(22*60)) * time.Minute)
	st.wrote(at, teamID)
	kind := (which + which/seededAgents*3) % 20 // an agent has some of each
	if kind < 2 {
		return
	}
	st.taken(at.Add(10 * time.Second))
	switch {
	case kind == 2:
		st.s.Priority = crm.PriorityHigh
	case kind < 8:
	case kind < 17:
		st.answered(at.Add(30 * time.Second))
		if kind > 10 {
			st.step(st.by(), crm.ReasonRequest, at.Add(40*time.Second), func(s *crm.InboxState) { s.PutOff() })
		}
	default:
		var until *time.Time
		if kind > 17 {
			day := st.f.end.Add(time.Duration(24+which%24) * time.Hour)
			until = &day
		}
		st.step(st.by(), crm.ReasonRequest, at.Add(40*time.Second), func(s *crm.InboxState) { s.Snooze(until, true) })
	}
	if kind == 8 {
		next := st.f.end.Add(time.Duration(1+which%48) * time.Hour)
		st.step(st.by(), crm.ReasonRequest, at.Add(50*time.Second), func(s *crm.InboxState) { s.FollowUpAt = &next })
	}
}

// tell stores the story, and what people and the service keep beside it.
func (st *story) tell(tx *db.Tx, v contact.ListedConversation) error {
	f, n, at := st.f, st.n, st.s.ActivityAt
	conversation.SeedState(tx, st.s, st.ended, st.entries)
	conversation.SeedLabels(tx, v.WorkspaceID, v.ID, v.LabelIDs)
	if st.f.one(n, readOf) && !st.s.IsOpen() {
		conversation.SeedRead(tx, st.s, st.agentID, at)
	}
	if f.one(n, followedOf) {
		contact.Follow(tx, v.WorkspaceID, v.ID, st.agentID)
	}
	if f.one(n, draftedOf) {
		draft.SeedDraft(tx, crm.Draft{WorkspaceID: v.WorkspaceID, ConversationID: v.ID, WrittenIn: v.ID, UserID: st.agentID, Version: at.UnixMilli(), Body: seededText(n), CreatedAt: at})
	}
	if f.one(n, routedOf) {
		st.route(tx)
	}
	if len(st.ended) > 0 && f.one(n, ratedOf) {
		st.rate(tx)
	}
	if f.one(n, clockedOf) {
		st.clock(tx)
	}
	if !f.one(n, notedOf) {
		return nil
	}
	return conversation.SeedNote(tx, crm.Note{ID: seededID(crm.PrefixNote, at, n), WorkspaceID: v.WorkspaceID, ConversationID: v.ID, Body: seededText(n),
		MentionedUserIDs: []string{st.agentID}, CreatedBy: crm.DoneBy{Type: crm.ActorSystem}, CreatedAt: at})
}

func (st *story) route(tx *db.Tx) {
	at := st.s.Episode.OpenedAt
	d := crm.RoutingDecision{ID: seededID(crm.PrefixRoutingDecision, at, st.n), WorkspaceID: st.s.WorkspaceID, ConversationID: st.s.ConversationID, EpisodeID: st.s.Episode.ID,
		At: at, Cause: crm.CauseContactWrote, Outcome: crm.OutcomeAssigned, AgentID: st.agentID}
	d.Target = &crm.RoutingTarget{TeamID: st.s.TeamID}
	routing.SeedDecision(tx, d, assign.Asked{Facts: assign.Facts{PhoneNumberID: st.s.PhoneNumberID, Text: seededText(st.n)},
		Queued: assign.Queued{ConversationID: st.s.ConversationID, WaitingSince: at.UnixMilli(), Priority: st.s.Priority}, TeamID: st.s.TeamID})
}

func (st *story) rate(tx *db.Tx) {
	e := st.ended[len(st.ended)-1].Episode
	asked, rated := e.At.Add(time.Minute), e.At.Add(5*time.Minute)
	rating.SeedRating(tx, crm.Rating{WorkspaceID: st.s.WorkspaceID, EpisodeID: e.ID, ConversationID: st.s.ConversationID, PhoneNumberID: st.s.PhoneNumberID, TeamID: e.TeamID, AgentID: e.AgentID,
		OpenedAt: e.OpenedAt, ClosedAt: *e.At, ByPeople: true, State: crm.RatingRated, Method: crm.RateByList, MessageID: seededID(crm.PrefixMessage, asked, st.n), AskedAt: &asked,
		Score: 1 + st.n*7%5, RatedAt: &rated, TappedIn: st.s.ConversationID, CommentUntil: &rated})
}

// clock stores one that has ended; no policy is in force.
func (st *story) clock(tx *db.Tx) {
	e := st.s.Episode
	end := e.OpenedAt.Add(10 * time.Minute)
	servicelevel.SeedClock(tx, st.s, crm.Clocks{Policy: "seeded", PolicyVersion: 1}, crm.Clock{ID: seededID(crm.PrefixClock, e.OpenedAt, st.n), ConversationID: st.s.ConversationID, EpisodeID: e.ID,
		Kind: crm.ClockFirst, No: 1, Target: time.Hour, StartedAt: e.OpenedAt, DueAt: e.OpenedAt.Add(time.Hour), Used: 10 * time.Minute, EndedAt: &end, End: crm.ClockMet})
}
