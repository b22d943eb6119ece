package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// CreateEvaluation asks for a revision to be measured.
type CreateEvaluation struct {
	Revision       int                  `json:"revision,omitempty" minimum:"1" doc:"Number of the revision that is measured; the newest otherwise."`
	Source         crm.EvaluationSource `json:"source" doc:"conversations: what customers asked and people answered. questions: those of questions or csv."`
	PhoneNumberIDs []string             `json:"phoneNumberIds,omitempty" nullable:"false" doc:"Conversations of these phone numbers; those that the assistant is on duty for otherwise, or all."`
	Since          *time.Time           `json:"since,omitempty" doc:"Conversations: answers from this time on; 90 days back otherwise."`
	Until          *time.Time           `json:"until,omitempty" doc:"Conversations: answers up to this time; now otherwise."`
	Limit          int                  `json:"limit,omitempty" doc:"Conversations: how many questions, newest first; 1 to 500, 100 otherwise."`
	Questions      []EvaluationQuestion `json:"questions,omitempty" nullable:"false" doc:"At most 500."`
	CSV            string               `json:"csv,omitempty" doc:"A table of questions instead, at most 1 MiB. Its first row names the columns: question, answer, expectedFacts (several set apart by |), language, shouldHandOff." example:"question,expectedFacts\nWhen do you open?,9:00"`
}

// FieldValues lists the values of fields, for the document.
func (CreateEvaluation) FieldValues() map[string]any {
	return map[string]any{"source": []crm.EvaluationSource{crm.FromConversations, crm.FromQuestions}}
}

// EvaluationQuestion is a question with what is expected of an answer.
type EvaluationQuestion struct {
	Question      string   `json:"question" doc:"What a customer asks." example:"How much does delivery cost?"`
	Answer        string   `json:"answer,omitempty" doc:"What a person answered."`
	ExpectedFacts []string `json:"expectedFacts,omitempty" nullable:"false" doc:"What an answer must say: numbers, links and words; at most 20."`
	Language      string   `json:"language,omitempty" doc:"Of the question, in two letters; recognised otherwise." example:"en"`
	ShouldHandOff *bool    `json:"shouldHandOff,omitempty" doc:"Whether people should get it."`
}

// Evaluation is a measurement of a revision, beside the live one.
type Evaluation struct {
	ID             string               `json:"id" doc:"Identifier of the evaluation; begins with evl_."`
	AssistantID    string               `json:"assistantId" doc:"The assistant whose revision is measured."`
	Revision       int                  `json:"revision" doc:"The revision that is measured: draft in the table."`
	LiveRevision   *int                 `json:"liveRevision" doc:"The one that was live when it began: live in the table. null where the revision was live itself."`
	Source         crm.EvaluationSource `json:"source" enum:"conversations,questions" doc:"Whether the questions come from past conversations or were given."`
	PhoneNumberIDs []string             `json:"phoneNumberIds" nullable:"false" doc:"Conversations of these phone numbers; empty for all, or for given questions."`
	Since          *time.Time           `json:"since" doc:"Conversations from this time on; null for given questions."`
	Until          *time.Time           `json:"until" doc:"Conversations up to this time; null for given questions."`
	State          crm.EvaluationState  `json:"state" enum:"collecting,running,paused,completed,canceled,failed" doc:"collecting: looks for questions. paused: goes on by itself."`
	Paused         string               `json:"paused,omitempty" enum:"budget_used_up,ai_disabled,providers_unavailable" doc:"Why it is paused. 20 % of the day's tokens are left to customers."`
	RetryAt        *time.Time           `json:"retryAt" doc:"When a paused one looks again."`
	Total          int                  `json:"total" doc:"Questions found so far."`
	Done           int                  `json:"done" doc:"Of those, how many were put."`
	Unmeasured     int                  `json:"unmeasured" doc:"Of those, how many have no measurement, because no AI provider could be reached."`
	Examined       int                  `json:"examined" doc:"Messages that were looked through."`
	LeftOut        int                  `json:"leftOut" doc:"Questions that were not taken: with personal data, or of contacts who refuse all."`
	Failure        string               `json:"failure,omitempty" doc:"Why it ended early."`
	Table          *crm.EvaluationTable `json:"table" doc:"What it found; null before it is completed."`
	MadeBy         string               `json:"madeBy" doc:"The key that made it."`
	CreatedAt      time.Time            `json:"createdAt" doc:"When it was asked for."`
	FinishedAt     *time.Time           `json:"finishedAt" doc:"When it ended; null until then."`
}

// EvaluationItem is a question with what both revisions made of it.
type EvaluationItem struct {
	Number         int                 `json:"number" doc:"Counts the questions, from 1."`
	Question       string              `json:"question" doc:"The question that was put."`
	Before         []EvaluationMessage `json:"before" nullable:"false" doc:"What was said before, oldest first."`
	Answer         string              `json:"answer,omitempty" doc:"What a person answered."`
	ExpectedFacts  []string            `json:"expectedFacts" nullable:"false" doc:"What an answer must say; empty if nothing is expected."`
	ShouldHandOff  *bool               `json:"shouldHandOff" doc:"Whether people should get it; null if nobody said."`
	ConversationID string              `json:"conversationId,omitempty" doc:"Where it was asked."`
	MessageID      string              `json:"messageId,omitempty" doc:"The person's answer."`
	MeasuredAt     *time.Time          `json:"measuredAt" doc:"null before it was put."`
	Unmeasured     string              `json:"unmeasured,omitempty" doc:"Why there is no measurement: the class of the AI providers' failure."`
	Draft          *EvaluatedAnswer    `json:"draft" doc:"The revision that is measured; null without a measurement."`
	Live           *EvaluatedAnswer    `json:"live" doc:"The live one beside it; null without one."`
}

// EvaluationMessage is what was said before a question.
type EvaluationMessage struct {
	From string `json:"from" enum:"customer,assistant,person" doc:"Who wrote it."`
	Text string `json:"text" doc:"What was written."`
}

// EvaluatedAnswer is what a revision made of a question.
type EvaluatedAnswer struct {
	crm.EvaluationAnswer
	Scores crm.EvaluationScores `json:"scores" doc:"How good the answer is."`
}

// RevisionEvaluation is the newest completed evaluation of a revision.
type RevisionEvaluation struct {
	ID           string              `json:"id" doc:"Identifier of the evaluation; begins with evl_."`
	LiveRevision *int                `json:"liveRevision" doc:"The revision beside it; null where it was live itself."`
	FinishedAt   time.Time           `json:"finishedAt" doc:"When it was completed."`
	Table        crm.EvaluationTable `json:"table" doc:"What it found."`
}

// Publication is the act by which a revision was made live.
type Publication struct {
	ID                string               `json:"id" doc:"Identifier of the publication; begins with pub_."`
	Revision          int                  `json:"revision" doc:"Number of the revision that was made live."`
	Replaced          int                  `json:"replaced" doc:"The revision that was live before."`
	EvaluationID      string               `json:"evaluationId,omitempty" doc:"The evaluation that was looked at."`
	Table             *crm.EvaluationTable `json:"table" doc:"What it showed, kept also when the evaluation is deleted; null without one."`
	WithoutEvaluation bool                 `json:"withoutEvaluation" doc:"Whether it was made live without an evaluation."`
	Reason            string               `json:"reason,omitempty" doc:"Why, in the words of the request; absent if none were given."`
	MadeBy            string               `json:"madeBy" doc:"The key that made it live."`
	CreatedAt         time.Time            `json:"createdAt" doc:"When it was made live."`
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

func (s *Server) evaluationRoutes() {
	const path = "/v1/assistants/{id}/evaluations"
	register(s, operation{id: "create-assistant-evaluation", method: http.MethodPost, path: path, tag: assistantsTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeAssistantsWrite, summary: "Evaluate a revision",
		description: "Puts questions to a revision and to the live one, in the background: what customers asked and people answered, or questions with what is expected. Nothing is sent and no answer is remembered; calls to AI providers are made, accounted for and count toward the budget. Source conversations needs messages:read, too.",
		example: CreateEvaluation{Source: crm.FromQuestions, Questions: []EvaluationQuestion{
			{Question: "How much does delivery cost?", ExpectedFacts: []string{"4.90 euros"}},
			{Question: "I want to talk to a person.", ShouldHandOff: ptr(true)}}}},
		func(ctx context.Context, a crm.Actor, in *createEvaluationInput) (*evaluationOutput, error) {
			b := in.Body
			src := service.EvaluationSource{CSV: b.CSV, EvaluationRequest: crm.EvaluationRequest{Revision: b.Revision, Source: b.Source, PhoneNumberIDs: b.PhoneNumberIDs,
				Since: b.Since, Until: b.Until, Limit: b.Limit}}
			for _, q := range b.Questions {
				src.Questions = append(src.Questions, crm.EvaluationQuestion(q))
			}
			return answerEvaluation(s.svc.CreateEvaluation(ctx, a, in.ID, src))
		})
	register(s, operation{id: "list-assistant-evaluations", method: http.MethodGet, path: path, tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "List evaluations", description: "Newest first; those that ended are kept for 90 days."},
		func(ctx context.Context, a crm.Actor, in *assistantPageInput) (*pageOutput[Evaluation], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Evaluations(ctx, a, in.ID, p)
			return answerPage(list, renderEvaluation), err
		})
	register(s, operation{id: "get-assistant-evaluation", method: http.MethodGet, path: path + "/{evaluationId}", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "Follow an evaluation", description: "How far it has come and, once it is completed, its table: both revisions with intervals of 95 %, and whether they can be told apart."},
		func(ctx context.Context, a crm.Actor, in *EvaluationInput) (*evaluationOutput, error) {
			return answerEvaluation(s.svc.Evaluation(ctx, a, in.ID, in.EvaluationID))
		})
	register(s, operation{id: "list-assistant-evaluation-items", method: http.MethodGet, path: path + "/{evaluationId}/items", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "List an evaluation's questions", description: "In order, with both answers side by side. Questions of conversations need messages:read, too."},
		s.listEvaluationItems)
	register(s, operation{id: "cancel-assistant-evaluation", method: http.MethodPost, path: path + "/{evaluationId}/cancel", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsWrite, summary: "Cancel an evaluation", description: "No further question is put. One that has ended stays as it is."},
		func(ctx context.Context, a crm.Actor, in *EvaluationInput) (*evaluationOutput, error) {
			return answerEvaluation(s.svc.CancelEvaluation(ctx, a, in.ID, in.EvaluationID))
		})
	register(s, operation{id: "delete-assistant-evaluation", method: http.MethodDelete, path: path + "/{evaluationId}", tag: assistantsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeAssistantsWrite, summary: "Delete an evaluation", description: "With its questions and answers. A publication that rests on it keeps the table."},
		func(ctx context.Context, a crm.Actor, in *EvaluationInput) (*struct{}, error) {
			return nil, s.svc.DeleteEvaluation(ctx, a, in.ID, in.EvaluationID)
		})
	register(s, operation{id: "list-assistant-publications", method: http.MethodGet, path: "/v1/assistants/{id}/publications", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "List publications", description: "Who made which revision live, when, and which table they had looked at; newest first."},
		func(ctx context.Context, a crm.Actor, in *assistantPageInput) (*pageOutput[Publication], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Publications(ctx, a, in.ID, p)
			return answerPage(list, renderPublication), err
		})
}

func (s *Server) listEvaluationItems(ctx context.Context, a crm.Actor, in *evaluationItemsInput) (*pageOutput[EvaluationItem], error) {
	after, err := in.number()
	if err != nil {
		return nil, err
	}
	list, err := s.svc.EvaluationItems(ctx, a, in.ID, in.EvaluationID, crm.Page{After: strconv.Itoa(after), Limit: in.Limit})
	return answerPage(list, renderEvaluationItem), err
}

func answerEvaluation(e crm.Evaluation, err error) (*evaluationOutput, error) {
	return &evaluationOutput{renderEvaluation(e)}, err
}

func renderEvaluation(e crm.Evaluation) Evaluation {
	out := Evaluation{ID: e.ID, AssistantID: e.AssistantID, Revision: e.Revision, LiveRevision: besideOf(e), Source: e.Source, PhoneNumberIDs: append([]string{}, e.PhoneNumberIDs...),
		Since: e.Since, Until: e.Until, State: e.State, Paused: e.Paused, RetryAt: e.RetryAt, Total: e.Total, Done: e.Done, Unmeasured: e.Unmeasured,
		Examined: e.Examined, LeftOut: e.LeftOut, Failure: e.Failure, MadeBy: e.MadeBy, CreatedAt: e.CreatedAt, FinishedAt: e.FinishedAt}
	if e.State == crm.EvaluationCompleted {
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
