package routing

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/people"
)

// factMessages are how many of the newest messages rules look at.
const factMessages = 50

// asked is a conversation as the rules are asked about it.
type asked struct {
	conversation crm.Conversation
	state        crm.InboxState
	messages     []*crm.Message
	facts        assign.Facts
	answered     assign.Answered
	// given is what else the rules were asked with, wasAsked that they were.
	given    assign.State
	wasAsked bool
	match    assign.Match
	// answers is the assistant that answers in the conversation, "" for none.
	answers string
}

// route decides where a conversation goes, unless it is another one by now.
func (s *Routing) route(ctx context.Context, j jobs.Job) error {
	f := append(strings.Split(j.Payload, "/"), "", "", "") // c, conversation, cause, episode, team, who lost it, why, episode before
	id, cause, episodeID, teamID, lost := f[1], crm.RoutingCause(f[2]), f[3], f[4], crm.LostAgent{AgentID: f[5], Reason: f[6]}
	a, err := s.ask(ctx, j.WorkspaceID, id, cause)
	if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
		return err
	}
	return s.db.Update(db.Beside(ctx, message.BesideRoutes), j.Queue, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		state, found, err := conversation.Lock(tx, j.WorkspaceID, id)
		if err != nil || !found || state.Status != crm.ConversationOpen || state.Episode.ID != episodeID || a.conversation.ID != id {
			return err
		}
		a.state = state
		d := crm.RoutingDecision{ID: tx.NewID(crm.PrefixRoutingDecision), WorkspaceID: j.WorkspaceID, ConversationID: id, EpisodeID: episodeID, At: tx.Now(), Cause: cause}
		m, err := earlierMatch(tx, state, cmp.Or(f[7], state.Episode.ID))
		if err != nil {
			return err
		}
		switch {
		case lost.Reason != "": // who could not have it gets it again as soon as they can
			m.Lost = &lost
		case lost.AgentID != "" && !slices.Contains(m.Excluded, lost.AgentID):
			m.Excluded = append(m.Excluded, lost.AgentID)
		}
		if state.AgentID != "" || state.TeamID != teamID {
			d.Outcome, d.Excluded = crm.OutcomeTaken, m.Excluded
			saveDecision(tx, d)
			return nil
		}
		rules := !byTeam(cause, state)
		if rules {
			was := m
			m = matchOf(a.match)
			m.Excluded, m.Lost = was.Excluded, was.Lost
		}
		recordAsked(tx, a, m, d, lost.AgentID, rules && a.wasAsked)
		return s.send(tx, a, m, d)
	})
}

// send gives a conversation to the target of a match, and tells what came of it.
func (s *Routing) send(tx *db.Tx, a asked, m matched, d crm.RoutingDecision) error {
	d.RoutingExplanation = m.explain()
	target, outcome := m.Target, crm.OutcomeQueued
	switch {
	case target.AssistantID != "" && target.AssistantID != a.answers:
		outcome = crm.OutcomeUnavailable
	case target.AssistantID != "", a.answers != "" && (d.Cause == crm.CauseContactWrote || d.Cause == crm.CauseReturned):
		outcome = crm.OutcomeAssistant
	case target.TeamID == "" && target.AgentID == "":
		outcome = crm.OutcomeNoRule
	}
	if d.Outcome = outcome; outcome != crm.OutcomeQueued {
		saveDecision(tx, d)
		return nil
	}
	if p := target.Priority; p != "" && p != crm.PriorityNormal && !byTeam(d.Cause, a.state) {
		if err := conversation.Prioritize(tx, a.conversation, p); err != nil {
			return err
		}
		a.state.Priority = p
	}
	entered, err := enter(tx, a, m, d)
	if err == nil && !entered { // the team went after the rules were read
		d.Outcome = crm.OutcomeNoRule
		saveDecision(tx, d)
	}
	return err
}

// enter puts a conversation into the queue of its target, unless it was given to
// somebody too often; false if the team is gone.
func enter(tx *db.Tx, a asked, m matched, d crm.RoutingDecision) (bool, error) {
	given, err := assignedLately(tx, d)
	switch {
	case err != nil:
		return false, err
	case given >= crm.MaxAssignments:
		return true, tooOften(tx, a, m, d)
	}
	return join(tx, a, m, d, nil)
}

// queued is how a conversation waits.
func (a *asked) queued() assign.Queued {
	since := a.state.ActivityAt
	if a.state.WaitingSince != nil {
		since = *a.state.WaitingSince
	}
	return assign.Queued{ConversationID: a.conversation.ID, WaitingSince: db.Ms(since), Priority: a.state.Priority, ClosesAt: db.MsOf(a.conversation.WindowClosesAt())}
}

// byTeam reports whether a conversation stays with its team, so that the rules are
// not asked.
func byTeam(cause crm.RoutingCause, s crm.InboxState) bool {
	return cause == crm.CauseTeam || s.TeamID != "" && (cause == crm.CauseReturned || cause == crm.CauseAway || cause == crm.CauseRequeued || cause == crm.CauseWoke)
}

// fresh returns the rules as they are now: those that were remembered, if there are
// no others.
func (s *Routing) fresh(tx *db.Tx, workspaceID string, known inForce) (inForce, error) {
	version, err := versionInForce(tx, workspaceID)
	if err != nil || version == known.version {
		return known, err
	}
	r, err := rulesInForce(tx, workspaceID)
	if err != nil {
		return known, err
	}
	return compile(r)
}

// ask reads a conversation with all that the rules ask about it, and asks them if a
// rule may decide.
func (s *Routing) ask(ctx context.Context, workspaceID, id string, cause crm.RoutingCause) (a asked, err error) {
	force, err := s.inForce(workspaceID)
	if err != nil {
		return a, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if a.conversation, err = contact.Conversation(tx, workspaceID, id); err != nil {
			return err
		}
		err = tx.Together(
			func(tx *db.Tx) (err error) { a.state, _, err = conversation.State(tx, workspaceID, id); return err },
			func(tx *db.Tx) (err error) { force, err = s.fresh(tx, workspaceID, force); return err },
			a.readTraits, a.readMessages)
		a.hear()
		if err != nil || byTeam(cause, a.state) || force.rules == nil {
			return err
		}
		state, err := stateOf(tx, workspaceID, force.rules, cause)
		if err != nil {
			return err
		}
		for range crm.MaxRoutingRules + 1 { // a member who is gone is known when a rule names them
			a.match, a.given, a.wasAsked = force.rules.Match(a.facts, state), state, true
			agentID := a.match.Target.AgentID
			if agentID == "" {
				break
			}
			if _, ok, err := people.Assignable(tx, workspaceID, agentID); err != nil || ok {
				return err
			}
			state.Gone[agentID] = true
		}
		return nil
	})
	if err == nil {
		a.answers, err = s.answering(ctx, a)
	}
	return a, err
}

// stateOf is what rules depend on beside the conversation. An assistant that gave
// it to people does not get it back.
func stateOf(tx *db.Tx, workspaceID string, rules *assign.Rules, cause crm.RoutingCause) (assign.State, error) {
	out := assign.State{Open: map[string]bool{}, Gone: map[string]bool{}}
	for _, id := range rules.Calendars() {
		hours, err := calendar.Hours(tx, workspaceID, id)
		if crm.CodeOf(err) == crm.CodeNotFound {
			continue
		}
		if err != nil {
			return out, err
		}
		out.Open[id] = hours.OpenAt(tx.Now())
	}
	for _, id := range rules.Named() {
		if cause.PeopleHadIt() && crm.ValidID(crm.PrefixAssistant, id) {
			out.Gone[id] = true
		}
	}
	return out, nil
}

// openingSlack is how much earlier than its episode the message may be that opened
// it.
const openingSlack = 5 * time.Second

// readTraits reads what is known of the contact and the conversation.
func (a *asked) readTraits(tx *db.Tx) (err error) {
	c := a.conversation
	a.facts.PhoneNumberID = c.PhoneNumberID
	if a.facts.Tags, a.facts.Fields, err = contact.Traits(tx, c.WorkspaceID, c.ContactID); err == nil {
		a.facts.Labels, err = contact.LabelsOf(tx, c.WorkspaceID, c.ID)
	}
	return err
}

// readMessages reads the newest messages.
func (a *asked) readMessages(tx *db.Tx) (err error) {
	a.messages, err = message.NewestMessages(tx, a.conversation.WorkspaceID, a.conversation.ID, factMessages)
	return err
}

// hear learns from the messages what the contact wrote in the episode, and who answered
// last.
func (a *asked) hear() {
	begin := a.state.Episode.OpenedAt.Add(-openingSlack)
	var said []string
	for _, m := range a.messages {
		if by := m.Content.SentBy; m.Direction == crm.Outbound && by.Type == crm.ActorUser && by.ID != "" && a.answered.By == "" && m.AnswersContact() {
			a.answered = assign.Answered{By: by.ID, At: db.Ms(m.CreatedAt)}
		}
		if m.Direction != crm.Inbound || m.CreatedAt.Before(begin) {
			continue
		}
		said = append(said, m.Content.Words())
		if r := m.Content.Reply; r != nil && a.facts.ReplyID == "" {
			a.facts.ReplyID = r.ID
		}
		if r := m.Content.Referral; r != nil && !a.facts.Referred {
			a.facts.Referred, a.facts.ReferralID = true, r.SourceID
		}
	}
	slices.Reverse(said)
	a.facts.Text = strings.Join(said, "\n")
	a.facts.Language = decide.Language(a.facts.Text)
}

// answering returns the assistant that answers in a conversation now, "" for none.
func (s *Routing) answering(ctx context.Context, a asked) (id string, err error) {
	c := a.conversation
	err = s.db.View(ctx, func(tx *db.Tx) error {
		d, err := s.assistant.ReadDuty(tx, c.WorkspaceID, c.PhoneNumberID)
		if err != nil || !answers(d, c.PhoneNumberID, tx.Now()) {
			return err
		}
		speaker, err := conversation.ActiveSpeaker(tx, c.WorkspaceID, c.ID)
		if err == nil && speaker.Epoch > 0 && speaker.AssistantSpeaks(tx.Now()) {
			id = d.AssistantID
		}
		return err
	})
	return id, err
}

func answers(d assistant.Duty, phoneNumberID string, now time.Time) bool {
	return d.AssistantID != "" && !d.Settings.Stops(phoneNumberID) && d.Revision.Config.Hours.OnDuty(now)
}

func matchOf(m assign.Match) matched {
	out := matched{Version: m.Version, RuleKey: m.RuleKey, Target: m.Target}
	for _, s := range m.Skipped {
		out.Skipped = append(out.Skipped, crm.SkippedRule{RuleKey: s.RuleKey, Reason: string(s.Reason)})
	}
	return out
}

// earlierMatch is that by which a conversation came to its team in an episode;
// one that only names the team, if people gave it to the team. It says who gave the
// conversation back in it, whatever decides now.
func earlierMatch(tx *db.Tx, s crm.InboxState, episodeID string) (matched, error) {
	m := matched{Target: crm.RoutingTarget{TeamID: s.TeamID}}
	list, err := decisions(tx, s.WorkspaceID, s.ConversationID, "", 1)
	if err != nil || len(list) == 0 || list[0].EpisodeID != episodeID {
		return m, err
	}
	e := list[0].RoutingExplanation
	m.Excluded = e.Excluded
	if e.Target != nil && e.Target.TeamID == s.TeamID {
		m.Version, m.RuleKey, m.Target = e.RulesVersion, e.RuleKey, *e.Target
	}
	return m, nil
}

// explain is what a decision shows of a match.
func (m matched) explain() crm.RoutingExplanation {
	out := crm.RoutingExplanation{RulesVersion: m.Version, RuleKey: m.RuleKey, Skipped: m.Skipped, Excluded: m.Excluded, Lost: m.Lost}
	if t := m.Target; t.AssistantID+t.TeamID+t.AgentID != "" {
		out.Target = &t
	}
	return out
}
