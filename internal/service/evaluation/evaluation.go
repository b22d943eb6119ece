package evaluation

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
)

// EvaluationSource is what an evaluation is asked for, with a table of
// questions that may come along as CSV.
type EvaluationSource struct {
	crm.EvaluationRequest
	CSV string
}

// CreateEvaluation begins to measure a revision of an assistant beside the live
// one, in the background. Nothing is sent; calls to AI providers are made and
// accounted for.
func (s *Evaluations) CreateEvaluation(ctx context.Context, actor crm.Actor, assistantID string, src EvaluationSource) (crm.Evaluation, error) {
	req := src.EvaluationRequest
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return crm.Evaluation{}, err
	}
	if req.Source == crm.FromConversations {
		if err := actor.Require(crm.ScopeMessagesRead); err != nil {
			return crm.Evaluation{}, err
		}
	}
	if err := s.db.View(ctx, func(tx *db.Tx) error { _, err := assistant.Assistant(tx, actor.WorkspaceID, assistantID); return err }); err != nil {
		return crm.Evaluation{}, err
	}
	var f crm.Faults
	if src.CSV != "" && req.Source == crm.FromQuestions && len(req.Questions) > 0 {
		f.Add("/csv", crm.CodeNotAllowed, "questions come as questions or as csv, not as both.")
	} else if src.CSV != "" {
		req.Questions = readQuestions(src.CSV, &f)
	}
	if f.Empty() {
		req.Validate(s.now(), &f)
	}
	if err := s.checkNumbers(ctx, actor.WorkspaceID, req.PhoneNumberIDs, &f); err != nil {
		return crm.Evaluation{}, err
	}
	if err := f.Err(); err != nil {
		return crm.Evaluation{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Evaluation]) (e crm.Evaluation, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if e, err = s.newEvaluation(tx, actor, assistantID, req); err != nil {
				return err
			}
			if err := save(tx, e); err != nil {
				return err
			}
			return recordEvaluation(tx, actor, "evaluation.created", e)
		})
		return e, err
	})
}

func (s *Evaluations) checkNumbers(ctx context.Context, workspaceID string, ids []string, f *crm.Faults) error {
	if len(ids) == 0 {
		return nil
	}
	numbers, err := s.account.KnownNumbers(ctx, workspaceID)
	for i, id := range ids {
		if !slices.ContainsFunc(numbers, func(n crm.PhoneNumber) bool { return n.ID == id }) {
			f.Add(crm.Pointer("phoneNumberIds", i), crm.CodePhoneNumberUnknown, "This workspace has no phone number %q.", id)
		}
	}
	return err
}

// newEvaluation stores an evaluation with its questions and the job that puts
// them.
func (s *Evaluations) newEvaluation(tx *db.Tx, actor crm.Actor, assistantID string, req crm.EvaluationRequest) (e crm.Evaluation, err error) {
	a, err := assistant.LockAssistant(tx, actor.WorkspaceID, assistantID)
	if err != nil {
		return e, err
	}
	if req.Revision == 0 {
		req.Revision = a.Latest
	}
	if _, err := assistant.AssistantRevision(tx, actor.WorkspaceID, assistantID, req.Revision); crm.CodeOf(err) == crm.CodeNotFound {
		var f crm.Faults
		f.Add("/revision", crm.CodeNotFound, "The assistant has no revision %d.", req.Revision)
		return e, f.Err()
	} else if err != nil {
		return e, err
	}
	n, err := countOpenEvaluations(tx, actor.WorkspaceID)
	if err == nil && n >= crm.MaxOpenEvaluations {
		err = crm.Errorf(crm.KindConflict, crm.CodeEvaluationLimit, "A workspace has at most %d evaluations at a time; wait for one or cancel it.", crm.MaxOpenEvaluations)
	}
	if err != nil {
		return e, err
	}
	now := tx.Now()
	e = crm.Evaluation{ID: tx.NewID(crm.PrefixEvaluation), WorkspaceID: actor.WorkspaceID, AssistantID: assistantID, EvaluationRequest: req, Revision: req.Revision,
		Found: len(req.Questions), MadeBy: actor.By()}
	total := int64(e.Found)
	e.Run = crm.Run{State: crm.RunRunning, Phase: crm.PhaseMeasuring, Position: "0", Total: &total, StartedAt: now, UpdatedAt: now}
	if e.Beside = a.Live; a.Live == req.Revision {
		e.Beside = 0
	}
	if req.Source == crm.FromConversations {
		if len(e.PhoneNumberIDs) == 0 {
			e.PhoneNumberIDs = a.PhoneNumberIDs
		}
		if e.Until == nil || e.Until.After(now) {
			e.Until = &now
		}
		if e.Since == nil {
			since := e.Until.Add(-crm.EvaluationReach)
			e.Since = &since
		}
		e.Phase, e.Total, e.Position = crm.PhaseCollecting, nil, crm.LowestID(crm.PrefixMessage, e.Until.Add(time.Millisecond))
	}
	insertEvaluation(tx, e)
	items := make([]sealedItem, 0, len(req.Questions))
	for i, q := range req.Questions {
		item, err := s.sealQuestion(e, crm.EvaluationItem{Number: i + 1, EvaluationQuestion: q})
		if err != nil {
			return e, err
		}
		items = append(items, item)
	}
	insertEvaluationItems(tx, e, items)
	s.runs.Begin(tx, evaluationKey(e), e.ID, e.Run)
	e.Questions = nil
	return e, nil
}

// sealedQuestion and sealedAnswers are what of a question has words in it.
type (
	sealedQuestion struct {
		crm.EvaluationQuestion
		Burst  []crm.ReplayedMessage `json:"burst,omitempty"`
		Before []crm.ReplayedMessage `json:"before,omitempty"`
	}
	sealedAnswers struct {
		Draft *crm.EvaluationAnswer `json:"draft"`
		Live  *crm.EvaluationAnswer `json:"live"`
	}
)

func evaluationContext(e crm.Evaluation, what string, number int) string {
	return fmt.Sprintf("evaluation/%s/%s/%s/%d", e.WorkspaceID, e.ID, what, number)
}

func (s *Evaluations) sealQuestion(e crm.Evaluation, i crm.EvaluationItem) (out sealedItem, err error) {
	plain, err := json.Marshal(sealedQuestion{i.EvaluationQuestion, i.Burst, i.Before})
	if err != nil {
		return out, err
	}
	out = sealedItem{Number: i.Number, ConversationID: i.ConversationID, MessageID: i.MessageID}
	out.Question, err = s.box.Seal(plain, evaluationContext(e, "question", i.Number))
	return out, err
}

func (s *Evaluations) openItem(e crm.Evaluation, sealed sealedItem) (i crm.EvaluationItem, err error) {
	i = crm.EvaluationItem{Number: sealed.Number, ConversationID: sealed.ConversationID, MessageID: sealed.MessageID, MeasuredAt: sealed.MeasuredAt,
		Unmeasured: sealed.Unmeasured, DraftScores: sealed.Scores.Draft, LiveScores: sealed.Scores.Live}
	if len(sealed.Question) == 0 { // its contact was erased
		return i, nil
	}
	var q sealedQuestion
	if err := s.openJSON(sealed.Question, evaluationContext(e, "question", i.Number), &q); err != nil {
		return i, err
	}
	i.EvaluationQuestion, i.Burst, i.Before = q.EvaluationQuestion, q.Burst, q.Before
	if len(sealed.Answers) == 0 {
		return i, nil
	}
	var a sealedAnswers
	err = s.openJSON(sealed.Answers, evaluationContext(e, "answers", i.Number), &a)
	i.Draft, i.Live = a.Draft, a.Live
	return i, err
}

func (s *Evaluations) openJSON(sealed []byte, context string, into any) error {
	plain, err := s.box.Open(sealed, context)
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, into)
}

// Evaluation returns an evaluation with how far it has come and, once it is
// completed, its table.
func (s *Evaluations) Evaluation(ctx context.Context, actor crm.Actor, assistantID, id string) (e crm.Evaluation, err error) {
	err = s.viewAssistant(ctx, actor, assistantID, func(tx *db.Tx) (err error) {
		e, err = evaluation(tx, actor.WorkspaceID, assistantID, id)
		return err
	})
	return e, err
}

// Evaluations returns a page of an assistant's evaluations, newest first.
func (s *Evaluations) Evaluations(ctx context.Context, actor crm.Actor, assistantID string, p crm.Page) (list crm.List[crm.Evaluation], err error) {
	err = s.viewAssistant(ctx, actor, assistantID, func(tx *db.Tx) (err error) {
		list, err = evaluations(tx, actor.WorkspaceID, assistantID, p)
		return err
	})
	return list, err
}

// Publications returns a page of how the assistant's revisions were made live,
// newest first.
func (s *Evaluations) Publications(ctx context.Context, actor crm.Actor, assistantID string, p crm.Page) (list crm.List[crm.Publication], err error) {
	err = s.viewAssistant(ctx, actor, assistantID, func(tx *db.Tx) (err error) {
		list, err = assistant.Publications(tx, actor.WorkspaceID, assistantID, p)
		return err
	})
	return list, err
}

func (s *Evaluations) viewAssistant(ctx context.Context, actor crm.Actor, id string, view func(*db.Tx) error) error {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return err
	}
	return s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := assistant.Assistant(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		return view(tx)
	})
}

// EvaluationItems returns a page of an evaluation's questions, with what both
// revisions made of them, in order. What was asked in conversations is shown to
// whoever may read messages.
func (s *Evaluations) EvaluationItems(ctx context.Context, actor crm.Actor, assistantID, id string, p crm.Page) (list crm.List[crm.EvaluationItem], err error) {
	var e crm.Evaluation
	var sealed []sealedItem
	err = s.viewAssistant(ctx, actor, assistantID, func(tx *db.Tx) (err error) {
		if e, err = evaluation(tx, actor.WorkspaceID, assistantID, id); err != nil {
			return err
		}
		if e.Source == crm.FromConversations {
			if err := actor.Require(crm.ScopeMessagesRead); err != nil {
				return err
			}
		}
		after, err := p.Number()
		if err == nil {
			sealed, err = evaluationItems(tx, actor.WorkspaceID, id, int(after), p.Limit+1)
		}
		return err
	})
	var items []crm.EvaluationItem
	for _, row := range sealed {
		if err == nil {
			var i crm.EvaluationItem
			i, err = s.openItem(e, row)
			items = append(items, i)
		}
	}
	return crm.CutPage(items, p.Limit, func(i crm.EvaluationItem) string { return strconv.Itoa(i.Number) }), err
}

// EvaluationProblems returns a page of why questions of an evaluation have no
// result.
func (s *Evaluations) EvaluationProblems(ctx context.Context, actor crm.Actor, assistantID, id string, p crm.Page) (list crm.List[crm.RunProblem], err error) {
	err = s.viewAssistant(ctx, actor, assistantID, func(tx *db.Tx) (err error) {
		if _, err = evaluation(tx, actor.WorkspaceID, assistantID, id); err == nil {
			list, err = evaluationProblems(tx, actor.WorkspaceID, id, p)
		}
		return err
	})
	return list, err
}

// CancelEvaluation ends an evaluation: no further question is put. One that has
// ended stays as it is.
func (s *Evaluations) CancelEvaluation(ctx context.Context, actor crm.Actor, assistantID, id string) (crm.Evaluation, error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return crm.Evaluation{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Evaluation]) (e crm.Evaluation, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			if _, err := assistant.Assistant(tx, actor.WorkspaceID, assistantID); err != nil {
				return err
			}
			if e, err = evaluation(tx, actor.WorkspaceID, assistantID, id); err != nil {
				return err
			}
			was := e.State
			if err := s.runs.End(tx, evaluationKey(e), crm.RunCanceled, ""); err != nil {
				return err
			}
			if e, err = evaluation(tx, actor.WorkspaceID, assistantID, id); err != nil {
				return err
			}
			if err := save(tx, e); err != nil || e.State == was {
				return err
			}
			return recordEvaluation(tx, actor, "evaluation.canceled", e)
		})
		return e, err
	})
}

// DeleteEvaluation removes an evaluation with its questions and answers. A
// publication keeps the table that it rests on.
func (s *Evaluations) DeleteEvaluation(ctx context.Context, actor crm.Actor, assistantID, id string) error {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return err
	}
	return s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
		if _, err := assistant.Assistant(tx, actor.WorkspaceID, assistantID); err != nil {
			return err
		}
		found, err := deleteEvaluation(tx, actor.WorkspaceID, assistantID, id)
		if err == nil && !found {
			err = crm.NotFound("evaluation", id)
		}
		if err != nil {
			return err
		}
		tx.After(func() { s.runs.Stop(longrun.Key{actor.WorkspaceID, assistantID, id}) })
		return recordEvaluation(tx, actor, "evaluation.deleted", crm.Evaluation{ID: id, AssistantID: assistantID})
	})
}

// recordEvaluation adds an act on an evaluation to the audit log.
func recordEvaluation(tx *db.Tx, actor crm.Actor, action string, e crm.Evaluation) error {
	return audit.Record(tx, actor, crm.Act{Action: action, Targets: []crm.ActTarget{{Type: "evaluation", ID: e.ID}, {Type: "assistant", ID: e.AssistantID}}})
}
