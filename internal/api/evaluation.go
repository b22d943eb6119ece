package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/evaluation"
)

// CreateEvaluation asks for a revision to be measured.
type CreateEvaluation struct {
	Revision       int                  `json:"revision,omitempty" minimum:"1" doc:"Number of the revision to evaluate; the newest by default."`
	Source         crm.EvaluationSource `json:"source" doc:"conversations: real questions that people answered. questions: the ones in questions or csv."`
	PhoneNumberIDs []string             `json:"phoneNumberIds,omitempty" nullable:"false" doc:"For conversations: only these phone numbers. By default the assistant's phone numbers, or all if it has none."`
	Since          *time.Time           `json:"since,omitempty" doc:"For conversations: answers from this time on; 90 days ago by default."`
	Until          *time.Time           `json:"until,omitempty" doc:"For conversations: answers up to this time; now by default."`
	Limit          int                  `json:"limit,omitempty" doc:"For conversations: number of questions, newest first; 1 to 500, 100 by default."`
	Questions      []EvaluationQuestion `json:"questions,omitempty" nullable:"false" doc:"At most 500."`
	CSV            string               `json:"csv,omitempty" doc:"A table instead of questions, at most 1 MiB. The first row names the columns: question, answer, expectedFacts (separated by |), language, shouldHandOff." example:"question,expectedFacts\nWhen do you open?,9:00"`
}

// FieldValues lists the values of fields, for the document.
func (CreateEvaluation) FieldValues() map[string]any {
	return map[string]any{"source": []crm.EvaluationSource{crm.FromConversations, crm.FromQuestions}}
}

// EvaluationQuestion is a question with what is expected of an answer.
type EvaluationQuestion struct {
	Question      string   `json:"question" doc:"The contact's question." example:"How much does delivery cost?"`
	Answer        string   `json:"answer,omitempty" doc:"A person's answer."`
	ExpectedFacts []string `json:"expectedFacts,omitempty" nullable:"false" doc:"What an answer must contain: numbers, links and words; at most 20."`
	Language      string   `json:"language,omitempty" doc:"Language of the question, two letters; recognised automatically if absent." example:"en"`
	ShouldHandOff *bool    `json:"shouldHandOff,omitempty" doc:"Whether the question should be handed off to people."`
}

// Evaluation is a measurement of a revision, beside the live one. Its items are
// questions.
type Evaluation struct {
	ID             string               `json:"id" doc:"Identifier of the evaluation; begins with evl_."`
	AssistantID    string               `json:"assistantId" doc:"The assistant."`
	Revision       int                  `json:"revision" doc:"Number of the evaluated revision: draft in the table."`
	LiveRevision   *int                 `json:"liveRevision" doc:"Number of the revision that was live at the start: live in the table. null if the evaluated revision was live itself."`
	Source         crm.EvaluationSource `json:"source" enum:"conversations,questions" doc:"Source of the questions: past conversations, or the request."`
	PhoneNumberIDs []string             `json:"phoneNumberIds" nullable:"false" doc:"Only conversations of these phone numbers; empty for all, or for given questions."`
	Since          *time.Time           `json:"since" doc:"Only conversations from this time on; null for given questions."`
	Until          *time.Time           `json:"until" doc:"Only conversations up to this time; null for given questions."`
	Run
	Found      int                  `json:"found" doc:"Number of questions found so far."`
	Unmeasured int                  `json:"unmeasured" doc:"Number of questions without a result because no AI provider was available. GET …/problems lists them."`
	Examined   int                  `json:"examined" doc:"Number of messages examined."`
	LeftOut    int                  `json:"leftOut" doc:"Questions left out: with personal data, or from contacts who opted out of all."`
	Table      *crm.EvaluationTable `json:"table" doc:"The results; null until completed."`
	MadeBy     crm.DoneBy           `json:"madeBy" doc:"Who created the evaluation."`
}

// EvaluationItem is a question with what both revisions made of it.
type EvaluationItem struct {
	Number         int                 `json:"number" doc:"Number of the question, starting at 1."`
	Question       string              `json:"question" doc:"The question."`
	Before         []EvaluationMessage `json:"before" nullable:"false" doc:"The conversation before the question, oldest first."`
	Answer         string              `json:"answer,omitempty" doc:"A person's answer."`
	ExpectedFacts  []string            `json:"expectedFacts" nullable:"false" doc:"What an answer must contain; empty if nothing is expected."`
	ShouldHandOff  *bool               `json:"shouldHandOff" doc:"Whether the question should be handed off to people; null if not specified."`
	ConversationID string              `json:"conversationId,omitempty" doc:"The conversation of the question."`
	MessageID      string              `json:"messageId,omitempty" doc:"The message with the person's answer."`
	MeasuredAt     *time.Time          `json:"measuredAt" doc:"When the question was asked; null until then."`
	Unmeasured     string              `json:"unmeasured,omitempty" doc:"Why there is no result: the class of the AI providers' failure."`
	Draft          *EvaluatedAnswer    `json:"draft" doc:"The answer of the evaluated revision; null if there is no result."`
	Live           *EvaluatedAnswer    `json:"live" doc:"The answer of the live revision; null if there is none."`
}

// EvaluationMessage is what was said before a question.
type EvaluationMessage struct {
	From string `json:"from" enum:"customer,assistant,person" doc:"Author of the message."`
	Text string `json:"text" doc:"Text of the message."`
}

// EvaluatedAnswer is what a revision made of a question.
type EvaluatedAnswer struct {
	crm.EvaluationAnswer
	Scores crm.EvaluationScores `json:"scores" doc:"Scores of the answer."`
}

// RevisionEvaluation is the newest completed evaluation of a revision.
type RevisionEvaluation struct {
	ID           string              `json:"id" doc:"Identifier of the evaluation; begins with evl_."`
	LiveRevision *int                `json:"liveRevision" doc:"Number of the live revision; null if the evaluated revision was live itself."`
	EndedAt      time.Time           `json:"endedAt" doc:"When the evaluation was completed."`
	Table        crm.EvaluationTable `json:"table" doc:"The results."`
}

// Publication is the act by which a revision was made live.
type Publication struct {
	ID                string               `json:"id" doc:"Identifier of the publication; begins with pub_."`
	Revision          int                  `json:"revision" doc:"Number of the published revision."`
	Replaced          int                  `json:"replaced" doc:"Number of the revision that was live before."`
	EvaluationID      string               `json:"evaluationId,omitempty" doc:"The evaluation named in the request."`
	Table             *crm.EvaluationTable `json:"table" doc:"Table of that evaluation, kept even if the evaluation is deleted; null if none."`
	WithoutEvaluation bool                 `json:"withoutEvaluation" doc:"Whether the revision was published without an evaluation."`
	Reason            string               `json:"reason,omitempty" doc:"The reason given in the request; absent if there was none."`
	MadeBy            crm.DoneBy           `json:"madeBy" doc:"Who published the revision."`
	CreatedAt         time.Time            `json:"createdAt" doc:"When the revision was published."`
}

type (
	createEvaluationInput struct {
		AssistantInput
		Body CreateEvaluation
	}
	assistantPageInput struct {
		AssistantInput
		PageInput
	}
	// EvaluationInput names an evaluation in the path.
	EvaluationInput struct {
		AssistantInput
		EvaluationID string `path:"evaluationId" maxLength:"64" doc:"Id of the evaluation."`
	}
	evaluationItemsInput struct {
		EvaluationInput
		PageInput
	}
	evaluationOutput struct{ Body Evaluation }
)

func evaluationRoutes(s *Server) {
	const path = "/v1/assistants/{id}/evaluations"
	register(s, operation{id: "create-assistant-evaluation", method: http.MethodPost, path: path, tag: assistantsTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeAssistantsWrite, whole: true, act: "evaluation.created", summary: "Evaluate a revision",
		description: "Asks a revision and the live revision the same questions in the background. The questions come from past conversations with the answers of people, or from the request. Nothing is sent and no answer is cached. Calls to AI providers are real: they cost money and count toward the budget. Source conversations also needs messages:read.",
		example: CreateEvaluation{Source: crm.FromQuestions, Questions: []EvaluationQuestion{
			{Question: "How much does delivery cost?", ExpectedFacts: []string{"4.90 euros"}},
			{Question: "I want to talk to a person.", ShouldHandOff: ptr(true)}}}},
		func(ctx context.Context, a crm.Actor, in *createEvaluationInput) (*evaluationOutput, error) {
			b := in.Body
			src := evaluation.EvaluationSource{CSV: b.CSV, EvaluationRequest: crm.EvaluationRequest{Revision: b.Revision, Source: b.Source, PhoneNumberIDs: b.PhoneNumberIDs,
				Since: b.Since, Until: b.Until, Limit: b.Limit}}
			for _, q := range b.Questions {
				src.Questions = append(src.Questions, crm.EvaluationQuestion(q))
			}
			return answerEvaluation(s.svc.Evaluation.CreateEvaluation(ctx, a, in.ID, src))
		})
	register(s, operation{id: "list-assistant-evaluations", method: http.MethodGet, path: path, tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "List evaluations", description: "Newest first. Ended evaluations are kept for 90 days."},
		func(ctx context.Context, a crm.Actor, in *assistantPageInput) (*pageOutput[Evaluation], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Evaluation.Evaluations(ctx, a, in.ID, p)
			return answerPage(list, renderEvaluation), err
		})
	register(s, operation{id: "get-assistant-evaluation", method: http.MethodGet, path: path + "/{evaluationId}", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "Get an evaluation", description: "Its progress and, once completed, its table: the values of both revisions with 95 % confidence intervals, and whether the difference can be told from chance."},
		func(ctx context.Context, a crm.Actor, in *EvaluationInput) (*evaluationOutput, error) {
			return answerEvaluation(s.svc.Evaluation.Evaluation(ctx, a, in.ID, in.EvaluationID))
		})
	register(s, operation{id: "list-assistant-evaluation-items", method: http.MethodGet, path: path + "/{evaluationId}/items", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, whole: true, summary: "List the questions of an evaluation", description: "In order, with the answers of both revisions. Questions from conversations also need messages:read."},
		s.listEvaluationItems)
	register(s, operation{id: "list-assistant-evaluation-problems", method: http.MethodGet, path: path + "/{evaluationId}/problems", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, whole: true, summary: "List the problems of an evaluation", description: "Questions without a result, in order."},
		func(ctx context.Context, a crm.Actor, in *evaluationItemsInput) (*pageOutput[RunProblem], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Evaluation.EvaluationProblems(ctx, a, in.ID, in.EvaluationID, p)
			return answerPage(list, renderRunProblem), err
		})
	register(s, operation{id: "cancel-assistant-evaluation", method: http.MethodPost, path: path + "/{evaluationId}/cancel", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsWrite, act: "evaluation.canceled", summary: "Cancel an evaluation", description: "No more questions are asked. An ended evaluation stays."},
		func(ctx context.Context, a crm.Actor, in *EvaluationInput) (*evaluationOutput, error) {
			return answerEvaluation(s.svc.Evaluation.CancelEvaluation(ctx, a, in.ID, in.EvaluationID))
		})
	register(s, operation{id: "delete-assistant-evaluation", method: http.MethodDelete, path: path + "/{evaluationId}", tag: assistantsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeAssistantsWrite, act: "evaluation.deleted", summary: "Delete an evaluation", description: "Deletes its questions and answers too. A publication based on it keeps the table."},
		func(ctx context.Context, a crm.Actor, in *EvaluationInput) (*struct{}, error) {
			return nil, s.svc.Evaluation.DeleteEvaluation(ctx, a, in.ID, in.EvaluationID)
		})
	register(s, operation{id: "list-assistant-publications", method: http.MethodGet, path: "/v1/assistants/{id}/publications", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "List publications", description: "Which revision was published, when, by whom, and with which table. Newest first."},
		func(ctx context.Context, a crm.Actor, in *assistantPageInput) (*pageOutput[Publication], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Evaluation.Publications(ctx, a, in.ID, p)
			return answerPage(list, renderPublication), err
		})
}

func (s *Server) listEvaluationItems(ctx context.Context, a crm.Actor, in *evaluationItemsInput) (*pageOutput[EvaluationItem], error) {
	p, err := in.page()
	if err != nil {
		return nil, err
	}
	list, err := s.svc.Evaluation.EvaluationItems(ctx, a, in.ID, in.EvaluationID, p)
	return answerPage(list, renderEvaluationItem), err
}

func answerEvaluation(e crm.Evaluation, err error) (*evaluationOutput, error) {
	return &evaluationOutput{renderEvaluation(e)}, err
}

func renderEvaluation(e crm.Evaluation) Evaluation {
	out := Evaluation{ID: e.ID, AssistantID: e.AssistantID, Revision: e.Revision, LiveRevision: besideOf(e), Source: e.Source, PhoneNumberIDs: append([]string{}, e.PhoneNumberIDs...),
		Since: e.Since, Until: e.Until, Run: renderRun(e.Run), Found: e.Found, Unmeasured: e.Unmeasured,
		Examined: e.Examined, LeftOut: e.LeftOut, MadeBy: e.MadeBy}
	if e.State == crm.RunCompleted {
		out.Table = e.Table
	}
	return out
}

// besideOf is the number of the revision beside; nil without one.
func besideOf(e crm.Evaluation) *int {
	if e.Beside == 0 {
		return nil
	}
	return &e.Beside
}

func renderEvaluationItem(i crm.EvaluationItem) EvaluationItem {
	out := EvaluationItem{Number: i.Number, Question: i.Question, Before: []EvaluationMessage{}, Answer: i.Answer, ExpectedFacts: append([]string{}, i.ExpectedFacts...),
		ShouldHandOff: i.ShouldHandOff, ConversationID: i.ConversationID, MessageID: i.MessageID, MeasuredAt: i.MeasuredAt, Unmeasured: i.Unmeasured,
		Draft: renderEvaluated(i.Draft, i.DraftScores), Live: renderEvaluated(i.Live, i.LiveScores)}
	for _, m := range i.Before {
		from := "assistant"
		switch {
		case m.Inbound:
			from = "customer"
		case !m.Machine:
			from = "person"
		}
		out.Before = append(out.Before, EvaluationMessage{From: from, Text: m.Text})
	}
	return out
}

func renderEvaluated(a *crm.EvaluationAnswer, s *crm.EvaluationScores) *EvaluatedAnswer {
	if a == nil || s == nil {
		return nil
	}
	return &EvaluatedAnswer{*a, *s}
}

func renderPublication(p crm.Publication) Publication { return Publication(p) }
