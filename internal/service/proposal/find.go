package proposal

import (
	"context"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/service/reply"
)

// jobFind is the kind of the jobs that ask assistants what is to be done about what a
// contact wrote.
const jobFind jobs.JobKind = "find_proposals"

const (
	findTries   = 3
	findTimeout = 45 * time.Second
	// maxTeams and maxStages bound what a model may choose from; of labels there are
	// crm.MaxLabels at most.
	maxTeams  = 100
	maxStages = 200
)

// FindProposals asks assistants what is to be done about what contacts write. Nobody waits
// for it.
func FindProposals(svc *Proposals) jobs.Kind {
	return jobs.Kind{Name: jobFind, Concurrency: 4, MaxAttempts: findTries, Timeout: findTimeout,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.find(ctx, batch[0]) }, GiveUp: svc.giveUp}
}

// question is what an assistant is asked about a message.
type question struct {
	duty      assistant.Duty
	messageID string
	inbounds  int64
	said      []decide.Said
	choices   decide.Choices
}

// find asks about one message. Where no model answers, or the contact wrote on, nothing is
// proposed: the job of the newest message of a burst asks about all.
func (s *Proposals) find(ctx context.Context, j jobs.Job) error {
	var q question
	conversationID, providerID, _ := strings.Cut(j.Payload, "/")
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { q, err = s.questionOf(tx, j, conversationID, providerID); return err })
	var found decide.Chosen
	if err == nil && len(q.said) > 0 && !q.choices.Empty() {
		call := ai.Call{Request: decide.NewProposePrompt(q.said, q.choices), Check: func(r ai.Response) (err error) {
			found, err = decide.ParseProposed(r.Text, q.choices)
			return err
		}}
		about := reply.About{Purpose: crm.AIForProposal, WorkspaceID: j.WorkspaceID, ConversationID: conversationID, MessageID: q.messageID}
		if err := s.reply.Ask(ctx, q.duty, about, call); err != nil {
			found = decide.Chosen{} // its calls are on record
		}
	} else if err != nil && crm.AsError(err).Kind == crm.KindInternal {
		return err
	}
	return s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		acts := actsOf(found)
		if len(acts) == 0 {
			return nil
		}
		d, err := assistant.WatchDuty(tx, j.WorkspaceID, j.Queue)
		if err != nil || d.AssistantID != q.duty.AssistantID || d.Settings.Stops(j.Queue) { // it was stopped meanwhile
			return err
		}
		return s.Propose(tx, Found{WorkspaceID: j.WorkspaceID, ConversationID: conversationID, AssistantID: q.duty.AssistantID, MessageID: q.messageID, Inbounds: q.inbounds, Acts: acts})
	})
}

// actsOf are the acts that a model chose.
func actsOf(c decide.Chosen) (out []crm.ProposedAct) {
	if c.LabelID != "" {
		out = append(out, crm.ProposedAct{Kind: crm.ProposeLabel, LabelID: c.LabelID})
	}
	if c.TeamID != "" {
		out = append(out, crm.ProposedAct{Kind: crm.ProposeTeam, TeamID: c.TeamID})
	}
	if c.StageID != "" {
		out = append(out, crm.ProposedAct{Kind: crm.ProposeDeal, StageID: c.StageID})
	}
	if c.Close {
		out = append(out, crm.ProposedAct{Kind: crm.ProposeClose})
	}
	return out
}

// questionOf is what is to be asked; without messages nothing is.
func (s *Proposals) questionOf(tx *db.Tx, j jobs.Job, conversationID, providerID string) (q question, err error) {
	c, err := contact.Conversation(tx, j.WorkspaceID, conversationID)
	if err != nil {
		return q, err
	}
	if q.duty, err = s.assistant.ReadDuty(tx, c.WorkspaceID, c.PhoneNumberID); err != nil || q.duty.AssistantID == "" || q.duty.Settings.Stops(c.PhoneNumberID) {
		return q, err
	}
	now, err := conversation.StandingOf(tx, c)
	if err != nil || !now.IsOpen() {
		return q, err
	}
	list, err := message.NewestMessages(tx, c.WorkspaceID, c.ID, decide.SummaryMessages)
	if err != nil {
		return q, err
	}
	newest := slices.IndexFunc(list, func(m *crm.Message) bool { return m.Direction == crm.Inbound && m.Type != "reaction" })
	if newest < 0 || list[newest].ProviderMessageID != providerID || reply.Said(list[newest]).Text == "" || list[newest].Content.RevokedAt != nil {
		return q, nil
	}
	q.messageID, q.inbounds = list[newest].ID, now.Inbounds
	for _, m := range slices.Backward(list[newest:]) {
		if one := reply.Said(m); !one.Revoked && one.Text != "" {
			q.said = append(q.said, one)
		}
	}
	q.choices, err = s.choicesOf(tx, c, q.duty.AssistantID, now)
	return q, err
}

// choicesOf is what an assistant may choose for a conversation: of the kinds of which it
// proposes something, and of which nothing waits to be judged.
func (s *Proposals) choicesOf(tx *db.Tx, c crm.Conversation, assistantID string, now conversation.Standing) (out decide.Choices, err error) {
	there, err := tracks(tx, c.WorkspaceID, assistantID)
	if err != nil {
		return out, err
	}
	waiting, err := unsettled(tx, c.WorkspaceID, c.ID)
	wanted := func(kind crm.ProposalKind) bool {
		return err == nil && there[kind].enabled && !slices.ContainsFunc(waiting, func(p crm.Proposal) bool { return p.Act.Kind == kind })
	}
	if wanted(crm.ProposeLabel) {
		var list []crm.Label
		list, err = conversation.EveryLabel(tx, c.WorkspaceID)
		for _, l := range list {
			if !slices.Contains(now.LabelIDs, l.ID) {
				out.Labels = append(out.Labels, decide.Choice{ID: l.ID, Name: l.Name})
			}
		}
	}
	if wanted(crm.ProposeTeam) && c.AgentID == "" {
		var list []crm.Team
		list, err = people.EveryTeam(tx, c.WorkspaceID, maxTeams)
		for _, t := range list {
			if t.ID != c.TeamID {
				out.Teams = append(out.Teams, decide.Choice{ID: t.ID, Name: t.Name})
			}
		}
	}
	if wanted(crm.ProposeDeal) {
		var list []crm.Pipeline
		list, err = deal.EveryPipeline(tx, c.WorkspaceID)
		for _, p := range list {
			for _, stage := range p.Stages {
				if stage.Kind == crm.StageOpen && p.ArchivedAt == nil && len(out.Stages) < maxStages {
					out.Stages = append(out.Stages, decide.Choice{ID: stage.ID, Name: p.Name + ": " + stage.Name})
				}
			}
		}
	}
	out.Close = wanted(crm.ProposeClose)
	return out, err
}
