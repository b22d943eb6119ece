package api

import (
	"context"
	"math"
	"time"

	"service.example/crm/internal/crm"
)

// RoutingDecision is where a conversation went, and why.
type RoutingDecision struct {
	ID             string                 `json:"id" doc:"Identifier of the decision. conversation.assigned has it as decision_id."`
	EpisodeID      string                 `json:"episodeId" doc:"The episode of the conversation."`
	DecidedAt      time.Time              `json:"decidedAt" doc:"When it was decided."`
	Cause          string                 `json:"cause" enum:"contact_wrote,hand_off,team,returned,requeued,away,woke,overflow" doc:"Why the conversation was routed."`
	Outcome        string                 `json:"outcome" enum:"assigned,queued,no_rule,assistant,no_assistant,taken,too_often" doc:"What came of it."`
	AgentID        string                 `json:"agentId" doc:"The member who got the conversation; empty if nobody did."`
	RulesVersion   int                    `json:"rulesVersion" doc:"Version of the rules; 0 if no rule was asked."`
	RuleKey        string                 `json:"ruleKey" doc:"Key of the rule that matched; empty for the default, or if no rule did."`
	Target         *crm.RoutingTarget     `json:"target" doc:"Where the conversation was to go; null for nowhere."`
	Skipped        []crm.SkippedRule      `json:"skipped" nullable:"false" doc:"Rules before it that were passed over, because what they name is not there."`
	Method         string                 `json:"method" doc:"How the team shared work; empty if nobody was chosen from."`
	CandidateCount int                    `json:"candidateCount" doc:"How many members were looked at."`
	Reasons        map[string]int         `json:"reasons" nullable:"false" doc:"How many of them could not get the conversation, by the reason, or could."`
	Top            []crm.RoutingCandidate `json:"top" nullable:"false" doc:"Up to 20 of them: those who could get it in their order, then others."`
	Excluded       []string               `json:"excludedAgentIds" nullable:"false" doc:"Members who had the conversation in this episode and gave it back, or were away. They get it again when everybody had it."`
	MovedToTeamID  string                 `json:"movedToTeamId" doc:"The team of the overflow that got the conversation because others had it too often; empty for none."`
	PreviousAgent  *crm.LostAgent         `json:"previousAgent" doc:"The member who had the conversation when its snooze was over, and why they could not have it then; null for nobody."`
	Queue          *QueueStand            `json:"queue,omitempty" doc:"Where the conversation stands in its queue now. Only in the decision by which it waits there."`
}

// QueueStand is where a conversation stands in its queue.
type QueueStand struct {
	Position   int    `json:"position" doc:"Its position, from 1; 1,000 at most."`
	AtLeast    bool   `json:"atLeast" doc:"true: there are more before it than the number shown."`
	ETASeconds *int64 `json:"etaSeconds,omitempty" doc:"In how many seconds somebody gets it: four of five who stood about there in the last 7 days waited no longer. Left out where that cannot be said: fewer than 20 waits are known, it waits for something else than that somebody has room, or of what was said in the last 7 days less than 75 % or more than 90 % came true."`
}

type routingDecisionsInput struct {
	ConversationInput
	PageInput
}

func listRoutingDecisions(ctx context.Context, s *Server, a crm.Actor, in *routingDecisionsInput) (*pageOutput[RoutingDecision], error) {
	p, err := in.page()
	if err != nil {
		return nil, err
	}
	list, err := s.svc.Routing.Decisions(ctx, a, in.ID, p.After, p.Limit+1)
	if err != nil {
		return nil, err
	}
	return answerPage(crm.CutPage(list, p.Limit, func(d crm.RoutingDecision) string { return d.ID }), renderRoutingDecision), nil
}

func renderRoutingDecision(d crm.RoutingDecision) RoutingDecision {
	out := RoutingDecision{ID: d.ID, EpisodeID: d.EpisodeID, DecidedAt: d.At, Cause: string(d.Cause), Outcome: string(d.Outcome), AgentID: d.AgentID, RulesVersion: d.RulesVersion, RuleKey: d.RuleKey,
		Target: d.Target, Skipped: append([]crm.SkippedRule{}, d.Skipped...), Method: string(d.Method), CandidateCount: d.Candidates, Reasons: d.Reasons, Top: append([]crm.RoutingCandidate{}, d.Top...),
		Excluded: append([]string{}, d.Excluded...), PreviousAgent: d.Lost, MovedToTeamID: d.MovedTo}
	if s := d.Stand; s != nil {
		out.Queue = &QueueStand{Position: s.Position, AtLeast: s.AtLeast}
		if s.Estimate != nil {
			seconds := int64(math.Ceil(s.Estimate.Seconds()))
			out.Queue.ETASeconds = &seconds
		}
	}
	if out.Reasons == nil {
		out.Reasons = map[string]int{}
	}
	return out
}
