package evaluation

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/scoring"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/model"
	"service.example/crm/internal/service/reply"
)

const (
	// evaluationSlice is how long one run goes on before it lets others have a turn.
	evaluationSlice = 10 * time.Second
	// evaluationPause is when an evaluation without budget looks again.
	evaluationPause = time.Minute
	// evaluationTries is how often a question is put while no provider answers;
	// after evaluationGiveUp such questions the evaluation ends.
	evaluationTries  = 5
	evaluationGiveUp = 3
	// evaluationWait is the longest an evaluation stays paused before it ends.
	evaluationWait = 7 * 24 * time.Hour
)

func (s *Evaluations) evaluationRuns() longrun.Kind {
	return longrun.Kind{Table: evaluationRuns, Job: JobEvaluate, Slice: evaluationSlice, GaveUp: "It failed for a reason of our own.", Patience: evaluationWait,
		Open: func(_ context.Context, key longrun.Key) (longrun.Steps, error) {
			return longrun.Steps{Step: func(ctx context.Context, _ crm.Run) (longrun.Next, error) { return s.evaluationStep(ctx, key) }}, nil
		}}
}

// evaluationStep does the next thing about an evaluation. What came of a
// question is stored in the transaction that moves the evaluation on.
func (s *Evaluations) evaluationStep(ctx context.Context, key longrun.Key) (next longrun.Next, err error) {
	var e crm.Evaluation
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { e, err = evaluation(tx, key[0], key[1], key[2]); return err })
	switch {
	case err != nil:
		return next, err
	case e.Ended():
		return next, longrun.ErrMoved
	case e.Phase == crm.PhaseCollecting:
		return next, s.collect(ctx, e)
	case e.Done == int64(e.Found):
		return next, s.completeEvaluation(ctx, e)
	}
	why, err := s.mayNotEvaluate(ctx, e.WorkspaceID)
	if err != nil {
		return next, err
	}
	if why != "" {
		return longrun.Next{Wait: evaluationPause, Pause: why, Tries: e.Tries}, nil
	}
	return s.measureNext(ctx, e)
}

// completeEvaluation makes the table of what was measured.
func (s *Evaluations) completeEvaluation(ctx context.Context, e crm.Evaluation) error {
	var list []itemScores
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = evaluationScores(tx, e.WorkspaceID, e.ID); return err })
	if err != nil {
		return err
	}
	pairs := make([]scoring.Pair, 0, len(list))
	for _, i := range list {
		pairs = append(pairs, scoring.Pair{Draft: i.Draft, Live: i.Live})
	}
	table := scoring.Table(pairs, e.Unmeasured)
	return s.db.Update(ctx, e.ID, func(tx *db.Tx) error {
		keepTable(tx, e, table)
		if e.Found == 0 {
			return s.runs.End(tx, evaluationKey(e), crm.RunFailed, "No question that a person answered was found.")
		}
		return s.runs.End(tx, evaluationKey(e), crm.RunCompleted, "")
	})
}

// mayNotEvaluate is why nothing may be asked now, or "". The last part of the
// day's tokens is left to customers.
func (s *Evaluations) mayNotEvaluate(ctx context.Context, workspaceID string) (why string, err error) {
	settings, err := s.model.KnownSettings(ctx, workspaceID)
	switch {
	case err != nil:
		return "", err
	case !settings.Enabled:
		return crm.PauseSwitch, nil
	case settings.DailyTokens == 0:
		return "", nil
	}
	var b crm.AIBudget
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = model.AIBudget(tx, workspaceID, crm.AIDay(tx.Now())); return err })
	if err == nil && (b.Used+b.Reserved)*100 >= settings.DailyTokens*crm.EvaluationBudgetShare {
		why = crm.PauseBudget
	}
	return why, err
}

// side is a revision that is measured.
type side struct {
	duty   assistant.Duty
	answer crm.EvaluationAnswer
	scores crm.EvaluationScores
	// trouble is why there is no measurement; noBudget that none may be made.
	trouble  string
	noBudget bool
}

// measureNext puts the next question to both revisions and stores what came of it.
func (s *Evaluations) measureNext(ctx context.Context, e crm.Evaluation) (next longrun.Next, err error) {
	item, sides, err := s.readNext(ctx, e)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return next, longrun.Failure("The assistant is not there any more.")
	}
	if err != nil {
		return next, err
	}
	if item.Question == "" && len(item.Burst) == 0 {
		row := sealedItem{Number: item.Number, Unmeasured: "The contact was erased."}
		return next, s.db.Update(ctx, e.ID, func(tx *db.Tx) error { advanceEvaluation(tx, e, row); return nil })
	}
	order := sides
	if item.Number%2 == 0 { // what providers keep of a prompt helps both alike
		order = slices.Clone(sides)
		slices.Reverse(order)
	}
	for _, one := range order {
		if err = s.measure(ctx, e, item, one); err != nil || ctx.Err() != nil || one.trouble != "" || one.noBudget {
			break
		}
	}
	if err := cmp.Or(ctx.Err(), err); err != nil { // canceled, or the process is being stopped
		return next, err
	}
	for _, one := range sides {
		if one.noBudget {
			why, err := s.mayNotEvaluate(ctx, e.WorkspaceID)
			return longrun.Next{Wait: evaluationPause, Pause: cmp.Or(why, crm.PauseBudget), Tries: e.Tries}, err
		}
	}
	return s.recordMeasurement(ctx, e, item, sides)
}

// recordMeasurement stores what came of a question and moves the evaluation
// on; where no AI provider answered, the question is put again a while later.
func (s *Evaluations) recordMeasurement(ctx context.Context, e crm.Evaluation, item crm.EvaluationItem, sides []*side) (next longrun.Next, err error) {
	row := sealedItem{Number: item.Number}
	for _, one := range sides {
		if one.trouble != "" {
			row.Unmeasured = one.trouble
		}
	}
	switch {
	case row.Unmeasured != "" && e.Tries+1 < evaluationTries:
		return longrun.Next{Wait: 5 * time.Second << (2 * e.Tries), Pause: crm.PauseProviders, Tries: e.Tries + 1}, nil
	case row.Unmeasured != "" && e.Unmeasured+1 >= evaluationGiveUp && 10*(e.Unmeasured+1) > e.Found:
		return next, longrun.Failure(fmt.Sprintf("No AI provider gives an answer: %s.", row.Unmeasured))
	case row.Unmeasured == "":
		answers := sealedAnswers{Draft: &sides[0].answer}
		row.Scores.Draft = &sides[0].scores
		if len(sides) > 1 {
			answers.Live, row.Scores.Live = &sides[1].answer, &sides[1].scores
		}
		plain, err := json.Marshal(answers)
		if err != nil {
			return next, err
		}
		if row.Answers, err = s.box.Seal(plain, evaluationContext(e, "answers", item.Number)); err != nil {
			return next, err
		}
	}
	return next, s.db.Update(ctx, e.ID, func(tx *db.Tx) error { advanceEvaluation(tx, e, row); return nil })
}

// readNext reads the next question, and the revisions: that under evaluation
// first.
func (s *Evaluations) readNext(ctx context.Context, e crm.Evaluation) (item crm.EvaluationItem, sides []*side, err error) {
	var sealed []sealedItem
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if _, err = assistant.Assistant(tx, e.WorkspaceID, e.AssistantID); err != nil {
			return err
		}
		for _, number := range []int{e.Revision, e.Beside} {
			if number == 0 {
				continue
			}
			one := &side{duty: assistant.Duty{AssistantID: e.AssistantID}}
			if one.duty.Revision, err = assistant.AssistantRevision(tx, e.WorkspaceID, e.AssistantID, number); err != nil {
				return err
			}
			sides = append(sides, one)
		}
		sealed, err = evaluationItems(tx, e.WorkspaceID, e.ID, int(e.Done), 1)
		return err
	})
	if err == nil && len(sealed) == 0 {
		err = fmt.Errorf("the evaluation %s has no question after %d", e.ID, e.Done)
	}
	if err == nil {
		item, err = s.openItem(e, sealed[0])
	}
	return item, sides, err
}

// providersDown are the failures that say something about the providers of this
// moment, and nothing about the revision.
var providersDown = []ai.Class{ai.Transient, ai.Timeout, ai.RateLimit, ai.Quota, ai.Credential, ai.Region, ai.ModelAccess, ai.ModelGone, ai.CircuitOpen}

// measure puts a question to a revision, as a turn would, and scores what it
// makes of it. Nothing is sent, and the cache is left alone.
func (s *Evaluations) measure(ctx context.Context, e crm.Evaluation, item crm.EvaluationItem, one *side) error {
	trace := &reply.AnswerTrace{}
	q := reply.Query{WorkspaceID: e.WorkspaceID, Duty: one.duty, Language: item.Language, Measured: true, Trace: trace}
	began := time.Now()
	o, err := s.reply.TestTurn(ctx, q, replayFacts(item, one.duty.Revision.Config, s.now()))
	if err != nil {
		return err
	}
	took := time.Since(began)
	if one.noBudget = trace.NoBudget; slices.Contains(providersDown, trace.Failure) {
		one.trouble = string(trace.Failure)
	}
	one.answer = crm.EvaluationAnswer{Revision: one.duty.Revision.Number, State: o.State, Text: o.Text, Source: o.Result.Source, Reason: o.Result.Reason,
		Evidence: o.Result.Evidence, Language: o.Result.Language, Citations: append([]crm.KnowledgeCitation{}, o.Result.Citations...),
		Attempts: append([]crm.TurnAttempt{}, o.Result.Attempts...)}
	one.scores = score(item, o, trace)
	one.scores.LatencyMs = float64(took.Microseconds()) / 1000
	one.scores.Tokens = int64(o.Result.Tokens)
	one.scores.CostMicros, err = s.knownCost(ctx, e.WorkspaceID, o.Calls)
	return err
}

// replayFacts is a question as the facts of a turn: nobody else speaks,
// no limit is near, the window is open.
func replayFacts(item crm.EvaluationItem, config crm.AssistantConfig, now time.Time) decide.Facts {
	f := decide.Facts{Now: now, OpenedAt: now, Config: config}
	if len(item.Burst) == 0 {
		f.Burst = []decide.Said{{ID: "question", Inbound: true, Type: "text", Text: item.Question, At: now}}
	}
	for _, m := range item.Burst {
		f.Burst = append(f.Burst, replaySaid(m))
	}
	for _, m := range item.Before {
		f.Before = append(f.Before, replaySaid(m))
	}
	if n := len(item.Burst); n > 0 {
		f.Now, f.OpenedAt = item.Burst[n-1].At, item.Burst[0].At
	}
	f.Conversation = crm.Conversation{LastInboundAt: &f.Now}
	return f
}

func replaySaid(m crm.ReplayedMessage) decide.Said {
	return decide.Said{Inbound: m.Inbound, Machine: m.Machine, Type: m.Type, Text: m.Text, At: m.At}
}

// knownCost is what calls cost; nil when the price of one is not known.
func (s *Evaluations) knownCost(ctx context.Context, workspaceID string, r ai.Result) (*int64, error) {
	known, err := s.model.Targets(ctx, workspaceID)
	micros := int64(0)
	for _, a := range r.Attempts {
		c := model.CallOf(model.AIGeneration{WorkspaceID: workspaceID}, known[a.TargetID].AIProvider, a)
		if c.CostMicros == nil && a.Usage.Total() > 0 {
			return nil, err
		}
		if c.CostMicros != nil {
			micros += *c.CostMicros
		}
	}
	return &micros, err
}
