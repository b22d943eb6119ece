package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

const gapsPath = "/v1/knowledge/gaps"

// KnowledgeGap is a group of questions that found no evidence and are alike.
type KnowledgeGap struct {
	ID       string         `json:"id" doc:"Identifier of the gap; begins with gap_."`
	State    crm.GapState   `json:"state" enum:"open,dismissed,answered" doc:"One that was answered and is asked again without evidence is open again."`
	Question string         `json:"question" doc:"The first one, without numbers and addresses of people."`
	Language string         `json:"language,omitempty" doc:"Language of the question, in two letters; absent if unknown."`
	Count    int64          `json:"count" doc:"How often it was asked."`
	SourceID string         `json:"sourceId,omitempty" doc:"The question and answer that was made of it."`
	FirstAt  time.Time      `json:"firstAt" doc:"When it was asked first."`
	LastAt   time.Time      `json:"lastAt" doc:"When it was asked last."`
	Examples []AskedExample `json:"examples" nullable:"false" doc:"The newest questions: 3 in lists, else up to 20."`
}

// AskedExample is a question as it was asked.
type AskedExample struct {
	Question       string    `json:"question" doc:"What was asked, without numbers and addresses of people."`
	ConversationID string    `json:"conversationId,omitempty" doc:"Where it was asked; absent outside of a conversation."`
	AskedAt        time.Time `json:"askedAt" doc:"When it was asked."`
}

// AnswerGap makes a question with its answer of a gap.
type AnswerGap struct {
	Answer   string `json:"answer" needed:"true" doc:"What the assistant says from now on." example:"Yes, from 10 euros, in the shop and online."`
	Question string `json:"question,omitempty" doc:"The question to store; the gap's own question by default."`
	Language string `json:"language,omitempty" maxLength:"2" doc:"Two letters; guessed by default." example:"en"`
}

type (
	// KnowledgeGapInput names a gap in the path.
	KnowledgeGapInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the gap."`
	}
	gapsInput struct {
		PageInput
		State crm.GapState `query:"state" enum:"open,dismissed,answered" doc:"Gaps in this state only."`
	}
	answerGapInput struct {
		KnowledgeGapInput
		Body AnswerGap
	}
	gapOutput struct{ Body KnowledgeGap }
)

func (s *Server) knowledgeGapRoutes() {
	register(s, operation{id: "list-knowledge-gaps", method: http.MethodGet, path: gapsPath, tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "List questions without evidence", description: "Questions that no knowledge answers, those that are alike together, asked most often first."},
		func(ctx context.Context, a crm.Actor, in *gapsInput) (*pageOutput[KnowledgeGap], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Gaps(ctx, a, in.State, p)
			return answerPage(list, renderGap), err
		})
	register(s, operation{id: "get-knowledge-gap", method: http.MethodGet, path: gapsPath + "/{id}", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeRead, summary: "Get a question without evidence", description: "With up to 20 of the questions as they were asked."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeGapInput) (*gapOutput, error) {
			g, err := s.svc.Gap(ctx, a, in.ID)
			return &gapOutput{renderGap(g)}, err
		})
	register(s, operation{id: "dismiss-knowledge-gap", method: http.MethodPost, path: gapsPath + "/{id}/dismiss", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeWrite, summary: "Dismiss a question without evidence", description: "It is counted on, but not open any more."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeGapInput) (*gapOutput, error) {
			g, err := s.svc.DismissGap(ctx, a, in.ID)
			return &gapOutput{renderGap(g)}, err
		})
	register(s, operation{id: "answer-knowledge-gap", method: http.MethodPost, path: gapsPath + "/{id}/answer", tag: knowledgeTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeKnowledgeWrite, summary: "Answer a question without evidence", description: "Makes a source of the kind question of it, which is found as soon as it is indexed.",
		example: AnswerGap{Answer: "Yes, from 10 euros, in the shop and online."}},
		func(ctx context.Context, a crm.Actor, in *answerGapInput) (*sourceOutput, error) {
			b := in.Body
			return answerSource(s.svc.AnswerGap(ctx, a, in.ID, crm.KnowledgeSource{Question: b.Question, Content: b.Answer, Language: b.Language}))
		})
}

func renderGap(g crm.Gap) KnowledgeGap {
	out := KnowledgeGap{ID: g.ID, State: g.State, Question: g.Question, Language: g.Language, Count: g.Count, SourceID: g.SourceID, FirstAt: g.FirstAt, LastAt: g.LastAt,
		Examples: make([]AskedExample, 0, len(g.Examples))}
	for _, q := range g.Examples {
		out.Examples = append(out.Examples, AskedExample(q))
	}
	return out
}
