package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var proposalsTag = tag{"Proposals", "What assistants would do in conversations, or did: people accept, reject or undo it."}

// Proposal is what an assistant would do in a conversation, or did.
type Proposal struct {
	ID             string             `json:"id" doc:"Identifier of the proposal; begins with prp_."`
	ConversationID string             `json:"conversationId" doc:"The conversation that it is about."`
	AssistantID    string             `json:"assistantId" doc:"The assistant that proposes it."`
	MessageID      string             `json:"messageId" doc:"The message of the contact that gave rise to it. Of each kind a message has one proposal."`
	Kind           crm.ProposalKind   `json:"kind" enum:"label,team,deal,close" doc:"label: to put a label on the conversation. team: to give it to a team. deal: to move its deal to a stage, or to make one there. close: to close it."`
	Status         crm.ProposalStatus `json:"status" enum:"open,done,accepted,rejected,undone,confirmed,refuted,expired" doc:"open: somebody is to decide. done: the assistant did it, and nobody has judged it. confirmed: people did the same, or what was done stood. refuted: people did something else. expired: nobody ever judged it."`
	LabelID        *string            `json:"labelId" doc:"The label to be put on the conversation; null for other kinds."`
	TeamID         *string            `json:"teamId" doc:"The team that is to get the conversation; null for other kinds."`
	StageID        *string            `json:"stageId" doc:"The stage that the deal moves to, or begins on; null for other kinds."`
	DealID         *string            `json:"dealId" doc:"The deal that moves, or that was made; null for one yet to be made, and for other kinds."`
	CreatedAt      time.Time          `json:"createdAt" doc:"When it was proposed, or done."`
	JudgedAt       *time.Time         `json:"judgedAt" doc:"When somebody judged it, or what people did settled it; null for not yet."`
	JudgedBy       *crm.DoneBy        `json:"judgedBy" doc:"Who judged it, or did what settled it; null for nobody yet."`
}

// AssistantAutonomy is how much an assistant may do of one kind of act.
type AssistantAutonomy struct {
	Kind        crm.ProposalKind          `json:"kind" enum:"label,team,deal,close" doc:"The kind of act."`
	Enabled     bool                      `json:"enabled" doc:"Whether the assistant proposes acts of the kind. Each message of a contact costs tokens then."`
	State       crm.AutonomyState         `json:"state" enum:"shadow,suggest,act" doc:"shadow: nobody sees what it would do, and only its evidence grows. suggest: people accept or reject it. act: it is done at once, and people can undo it."`
	Since       *time.Time                `json:"since" doc:"Since when; null where it never changed."`
	Cases       int                       `json:"cases" doc:"How many cases count: the last ones in this state, 1,000 at most."`
	Agreed      int                       `json:"agreed" doc:"In how many of them people agreed."`
	Lower       float64                   `json:"lower" doc:"Lower end of the 95 % interval of agreement."`
	Line        float64                   `json:"line" doc:"What the lower end must reach for a step up."`
	Score       float64                   `json:"score" doc:"Rises with wrong cases and falls with right ones, never below 0. At 6 the assistant steps back."`
	TotalCases  int                       `json:"totalCases" doc:"All cases in this state."`
	NextLook    *int                      `json:"nextLook" doc:"At so many cases in this state it is next looked whether a step up was earned; null where there is none."`
	WrongAtMost int                       `json:"wrongAtMost" doc:"Of 50 acts in a row, so many at most can be wrong before the assistant steps back, whatever becomes of it. Those that nobody judged yet come on top."`
	Open        int                       `json:"open" doc:"How many acts wait to be judged."`
	MaxOpen     int                       `json:"maxOpen" doc:"If so many wait, the assistant only suggests."`
	Changes     []AssistantAutonomyChange `json:"changes" nullable:"false" doc:"The latest changes of the state, newest first, 10 at most."`
}

// AssistantAutonomyChange is a step up or back.
type AssistantAutonomyChange struct {
	ID       string               `json:"id" doc:"Identifier of the change; begins with atc_."`
	Kind     crm.ProposalKind     `json:"kind" enum:"label,team,deal,close" doc:"The kind of act."`
	From     crm.AutonomyState    `json:"from" enum:"shadow,suggest,act" doc:"What the assistant might do before."`
	To       crm.AutonomyState    `json:"to" enum:"shadow,suggest,act" doc:"What it may do from then on."`
	Reason   string               `json:"reason" enum:"earned,drifted,override" doc:"earned: the lower end of agreement reached the line. drifted: wrong acts came too often. override: somebody decided it."`
	Evidence crm.AutonomyEvidence `json:"evidence" doc:"What there was in the state that ended."`
	MadeBy   crm.DoneBy           `json:"madeBy" doc:"Who decided it; the assistant where nobody did."`
	At       time.Time            `json:"at" doc:"When it changed."`
}

// ProposalFailure is what an assistant could not propose, or what could not be compared
// with what it proposed.
type ProposalFailure struct {
	ID             string           `json:"id" doc:"Identifier of the failure; begins with prf_."`
	Step           crm.ProposalStep `json:"step" enum:"propose,compare" doc:"propose: an assistant was to propose something about a message. compare: what happened was to settle what an assistant proposed."`
	TriggerID      string           `json:"triggerId" doc:"The message, as the provider calls it, or the event."`
	ConversationID string           `json:"conversationId" doc:"The conversation in which it happened."`
	ProposalIDs    []string         `json:"proposalIds" nullable:"false" doc:"The proposals that it was to settle: they wait on, for what happens next or until their time is over."`
	Code           string           `json:"code" doc:"Why, in one word: the code of the error."`
	Detail         string           `json:"detail" doc:"Why, in words."`
	At             time.Time        `json:"at" doc:"When it was given up."`
}

// SetAssistantAutonomy says what an assistant may do of one kind of act.
type SetAssistantAutonomy struct {
	Enabled *bool             `json:"enabled,omitempty" doc:"Whether the assistant proposes acts of the kind; true by default. Needs an AI provider in its live revision."`
	Line    float64           `json:"line,omitempty" minimum:"0" doc:"What the lower end of agreement must reach for a step up, 0.8 to 0.97; 0.93 by default."`
	State   crm.AutonomyState `json:"state,omitempty" enum:"shadow,suggest,act" doc:"Puts the assistant into this state, where its evidence begins anew; by default it stays where it is."`
}

// AutonomyOfAssistant has every kind of act.
type AutonomyOfAssistant struct {
	Kinds []AssistantAutonomy `json:"kinds" nullable:"false" doc:"Every kind of act."`
}

type (
	// ProposalInput names a proposal in the path.
	ProposalInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the proposal."`
	}
	proposalsInput struct {
		PageInput
		ConversationID string             `query:"conversationId" maxLength:"64" doc:"Only proposals for this conversation, of every status unless you name one."`
		Status         crm.ProposalStatus `query:"status" enum:"open,done,accepted,rejected,undone,confirmed,refuted,expired" doc:"Only proposals of this status; open by default if you name no conversation."`
	}
	proposalFailuresInput   struct{ PageInput }
	proposalOutput          struct{ Body Proposal }
	autonomyOutput          struct{ Body AutonomyOfAssistant }
	assistantAutonomyOutput struct{ Body AssistantAutonomy }
	autonomyChangesInput    struct {
		AssistantInput
		PageInput
	}
	setAutonomyInput struct {
		AssistantInput
		Kind crm.ProposalKind `path:"kind" enum:"label,team,deal,close" doc:"The kind of act."`
		Body SetAssistantAutonomy
	}
)

func proposalRoutes(s *Server) {
	const path = "/v1/proposals"
	register(s, operation{id: "list-proposals", method: http.MethodGet, path: path, tag: proposalsTag,
		scope: crm.ScopeConversationsRead, summary: "List proposals of assistants", description: "Those of a conversation, or of one status in conversations that you reach, newest first. What an assistant only notes, in the shadow, is not among them. A page may have fewer items than limit even if nextCursor is not null."},
		func(ctx context.Context, a crm.Actor, in *proposalsInput) (*pageOutput[Proposal], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Proposal.List(ctx, a, crm.ProposalFilter{ConversationID: in.ConversationID, Status: in.Status}, p)
			return answerPage(list, renderProposal), err
		})
	register(s, operation{id: "get-proposal", method: http.MethodGet, path: path + "/{id}", tag: proposalsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get a proposal of an assistant", description: "In a conversation that you reach."},
		func(ctx context.Context, a crm.Actor, in *ProposalInput) (*proposalOutput, error) {
			return answerProposal(s.svc.Proposal.Proposal(ctx, a, in.ID))
		})
	register(s, operation{id: "accept-proposal", method: http.MethodPost, path: path + "/{id}/accept", tag: proposalsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Accept a proposal of an assistant", description: "Does what it says, in your name: rules of deals act on it as on whatever you do. One about a deal needs the scope deals:write, too."},
		func(ctx context.Context, a crm.Actor, in *ProposalInput) (*proposalOutput, error) {
			return answerProposal(s.svc.Proposal.Accept(ctx, a, in.ID))
		})
	register(s, operation{id: "reject-proposal", method: http.MethodPost, path: path + "/{id}/reject", tag: proposalsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Reject a proposal of an assistant", description: "Nothing is done. The case counts against the assistant."},
		func(ctx context.Context, a crm.Actor, in *ProposalInput) (*proposalOutput, error) {
			return answerProposal(s.svc.Proposal.Reject(ctx, a, in.ID))
		})
	register(s, operation{id: "undo-proposal", method: http.MethodPost, path: path + "/{id}/undo", tag: proposalsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Undo what an assistant did", description: "Brings things back to how they stood, for 30 days and as long as nobody else changed them. The case counts against the assistant. One about a deal needs the scope deals:write, too."},
		func(ctx context.Context, a crm.Actor, in *ProposalInput) (*proposalOutput, error) {
			return answerProposal(s.svc.Proposal.Undo(ctx, a, in.ID))
		})
	register(s, operation{id: "list-proposal-failures", method: http.MethodGet, path: "/v1/proposal-failures", tag: proposalsTag, whole: true,
		scope: crm.ScopeConversationsRead, summary: "List what failed of proposals", description: "What assistants could not propose, and what could not be compared with what they proposed, newest first, for 90 days. Everything else went on. What may pass is tried again and is not among them."},
		func(ctx context.Context, a crm.Actor, in *proposalFailuresInput) (*pageOutput[ProposalFailure], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Proposal.Failures(ctx, a, p)
			return answerPage(list, func(f crm.ProposalFailure) ProposalFailure {
				return ProposalFailure{ID: f.ID, Step: f.Step, TriggerID: f.TriggerID, ConversationID: f.ConversationID, ProposalIDs: f.ProposalIDs, Code: f.Code, Detail: f.Detail, At: f.At}
			}), err
		})
	autonomyRoutes(s)
}

func autonomyRoutes(s *Server) {
	const path = "/v1/assistants/{id}"
	register(s, operation{id: "get-assistant-autonomy", method: http.MethodGet, path: path + "/autonomy", tag: proposalsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "Get what an assistant may do by itself", description: "For each kind of act: the state, and the evidence that it rests on."},
		func(ctx context.Context, a crm.Actor, in *AssistantInput) (*autonomyOutput, error) {
			list, err := s.svc.Proposal.Autonomy(ctx, a, in.ID)
			out := AutonomyOfAssistant{Kinds: []AssistantAutonomy{}}
			for _, one := range list {
				out.Kinds = append(out.Kinds, renderAutonomy(one))
			}
			return &autonomyOutput{out}, err
		})
	register(s, operation{id: "set-assistant-autonomy", method: http.MethodPut, path: path + "/autonomy/{kind}", tag: proposalsTag, errors: []int{404},
		scope: crm.ScopeAssistantsWrite, act: "assistant.autonomy_set", summary: "Set what an assistant may do by itself", description: "Turns a kind of act on, in the shadow at first. From there the assistant earns more: a step up takes 200 cases, and a lower end of agreement that reaches the line. You can also put it into a state yourself; it steps back by itself all the same.",
		example: SetAssistantAutonomy{Enabled: ptr(true), Line: 0.95}},
		func(ctx context.Context, a crm.Actor, in *setAutonomyInput) (*assistantAutonomyOutput, error) {
			b := in.Body
			set := crm.AutonomySetting{Enabled: b.Enabled == nil || *b.Enabled, Line: b.Line, State: b.State}
			one, err := s.svc.Proposal.SetAutonomy(ctx, a, in.ID, in.Kind, set)
			return &assistantAutonomyOutput{renderAutonomy(one)}, err
		})
	register(s, operation{id: "list-autonomy-changes", method: http.MethodGet, path: path + "/autonomy-changes", tag: proposalsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "List what an assistant was allowed when", description: "Every step up and back, with what it rested on, newest first."},
		func(ctx context.Context, a crm.Actor, in *autonomyChangesInput) (*pageOutput[AssistantAutonomyChange], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Proposal.AutonomyChanges(ctx, a, in.ID, p)
			return answerPage(list, renderAutonomyChange), err
		})
}

func renderProposal(p crm.Proposal) Proposal {
	out := Proposal{ID: p.ID, ConversationID: p.ConversationID, AssistantID: p.AssistantID, MessageID: p.MessageID, Kind: p.Act.Kind, Status: p.Status,
		LabelID: textOrNull(p.Act.LabelID), TeamID: textOrNull(p.Act.TeamID), StageID: textOrNull(p.Act.StageID), DealID: textOrNull(p.Act.DealID), CreatedAt: p.CreatedAt, JudgedAt: p.JudgedAt}
	if p.JudgedAt != nil {
		out.JudgedBy = &p.JudgedBy
	}
	return out
}

func answerProposal(p crm.Proposal, err error) (*proposalOutput, error) {
	if err != nil {
		return nil, err
	}
	return &proposalOutput{renderProposal(p)}, nil
}

func renderAutonomy(a crm.Autonomy) AssistantAutonomy {
	out := AssistantAutonomy{Kind: a.Kind, Enabled: a.Enabled, State: a.State, Since: a.Since, Cases: a.Cases, Agreed: a.Agreed, Lower: a.Lower, Line: a.Line, Score: a.Score, TotalCases: a.Total,
		WrongAtMost: a.WrongAtMost, Open: a.Open, MaxOpen: a.MaxOpen, Changes: []AssistantAutonomyChange{}}
	if a.NextLook > 0 {
		out.NextLook = &a.NextLook
	}
	for _, c := range a.Changes {
		out.Changes = append(out.Changes, renderAutonomyChange(c))
	}
	return out
}

func renderAutonomyChange(c crm.AutonomyChange) AssistantAutonomyChange {
	return AssistantAutonomyChange{ID: c.ID, Kind: c.Kind, From: c.From, To: c.To, Reason: c.Reason, Evidence: c.Evidence, MadeBy: c.MadeBy, At: c.At}
}
