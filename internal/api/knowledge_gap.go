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
	State    crm.GapState   `json:"state" enum:"open,dismissed,answered" doc:"open, dismissed or answered. An answered gap opens again if the question is asked again without evidence."`
	Question string         `json:"question" doc:"The first question, without phone numbers and addresses of people."`
	Language string         `json:"language,omitempty" doc:"Language of the question, two letters; absent if unknown."`
	Count    int64          `json:"count" doc:"How often the question was asked."`
	SourceID string         `json:"sourceId,omitempty" doc:"The knowledge source that was created from the gap."`
	FirstAt  time.Time      `json:"firstAt" doc:"When the question was first asked."`
	LastAt   time.Time      `json:"lastAt" doc:"When the question was last asked."`
	Examples []AskedExample `json:"examples" nullable:"false" doc:"The newest questions: 3 in lists, otherwise up to 20."`
}

// AskedExample is a question as it was asked.
type AskedExample struct {
	Question       string    `json:"question" doc:"The question, without phone numbers and addresses of people."`
	ConversationID string    `json:"conversationId,omitempty" doc:"The conversation of the question; absent if there was none."`
	AskedAt        time.Time `json:"askedAt" doc:"When it was asked."`
}

// AnswerGap makes a question with its answer of a gap.
type AnswerGap struct {
	Answer   string `json:"answer" needed:"true" doc:"The assistant's answer from now on." example:"Yes, from 10 euros, in the shop and online."`
	Question string `json:"question,omitempty" doc:"The question to store; by default the question of the gap."`
	Language string `json:"language,omitempty" maxLength:"2" doc:"Two letters; guessed by default." example:"en"`
}

type (
	// KnowledgeGapInput names a gap in the path.
	KnowledgeGapInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the gap."`
	}
	gapsInput struct {
		PageInput
		State crm.GapState `query:"state" enum:"open,dismissed,answered" doc:"Only gaps in this state."`
	}
	answerGapInput struct {
		KnowledgeGapInput
		Body AnswerGap
	}
	gapOutput struct{ Body KnowledgeGap }
)

func knowledgeGapRoutes(s *Server) {
	register(s, operation{id: "list-knowledge-gaps", method: http.MethodGet, path: gapsPath, tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "List knowledge gaps", description: "Questions without evidence. Similar questions form one gap; the most frequent gap comes first."},
		func(ctx context.Context, a crm.Actor, in *gapsInput) (*pageOutput[KnowledgeGap], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Library.Gaps(ctx, a, in.State, p)
			return answerPage(list, renderGap), err
		})
	register(s, operation{id: "get-knowledge-gap", method: http.MethodGet, path: gapsPath + "/{id}", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeRead, summary: "Get a knowledge gap", description: "With up to 20 of its questions."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeGapInput) (*gapOutput, error) {
			g, err := s.svc.Library.Gap(ctx, a, in.ID)
			return &gapOutput{renderGap(g)}, err
		})
	register(s, operation{id: "dismiss-knowledge-gap", method: http.MethodPost, path: gapsPath + "/{id}/dismiss", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeWrite, act: "knowledge_gap.dismissed", summary: "Dismiss a knowledge gap", description: "The gap is no longer open. Its questions are still counted."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeGapInput) (*gapOutput, error) {
			g, err := s.svc.Library.DismissGap(ctx, a, in.ID)
			return &gapOutput{renderGap(g)}, err
		})
	register(s, operation{id: "answer-knowledge-gap", method: http.MethodPost, path: gapsPath + "/{id}/answer", tag: knowledgeTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeKnowledgeWrite, act: "knowledge_gap.answered", summary: "Answer a knowledge gap", description: "Creates a source of the kind question. Assistants use it as soon as it is indexed.",
		example: AnswerGap{Answer: "Yes, from 10 euros, in the shop and online."}},
		func(ctx context.Context, a crm.Actor, in *answerGapInput) (*sourceOutput, error) {
			b := in.Body
			return answerSource(s.svc.Library.AnswerGap(ctx, a, in.ID, crm.KnowledgeSource{Question: b.Question, Content: b.Answer, Language: b.Language}))
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
