package evaluation

import (
	"encoding/json"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/core/longrun"
)

const evaluationColumns = `id, assistant_id, revision, beside, request, examined, left_out, found, unmeasured, result, made_by, ` + longrun.Columns

// evaluationRuns are evaluations as long runs.
var evaluationRuns = longrun.In("evaluations", "workspace_id", "assistant_id", "id")

func evaluationKey(e crm.Evaluation) longrun.Key {
	return longrun.Key{e.WorkspaceID, e.AssistantID, e.ID}
}

var (
	insertEvaluationSQL = db.SQL(`INSERT INTO evaluations (workspace_id, assistant_id, id, revision, beside, request, found, made_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	selectEvaluationSQL  = db.SQL(`SELECT ` + evaluationColumns + ` FROM evaluations WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3`)
	selectEvaluationsSQL = db.SQL(`SELECT ` + evaluationColumns + ` FROM evaluations WHERE workspace_id = $1 AND assistant_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY id DESC LIMIT $4`).By()
	newestEvaluationSQL  = db.SQL(`SELECT ` + evaluationColumns + ` FROM evaluations INDEXED BY evaluations_completed
		WHERE workspace_id = $1 AND assistant_id = $2 AND revision = $3 AND run_state = 'completed' AND found > unmeasured ORDER BY id DESC LIMIT 1`).By("evaluations_completed")
	countOpenEvaluationsSQL = db.SQL(`SELECT count(*) FROM evaluations INDEXED BY evaluations_open WHERE workspace_id = $1 AND run_ended_at = 0`).By("evaluations_open")
	countCollectedSQL       = db.SQL(`UPDATE evaluations SET examined = examined + $4, left_out = left_out + $5, found = found + $6
		WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3`)
	countUnmeasuredSQL = db.SQL(`UPDATE evaluations SET unmeasured = unmeasured + $4 WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3`)
	keepTableSQL       = db.SQL(`UPDATE evaluations SET result = $4 WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3 AND run_ended_at = 0`)
	// What belongs to an assistant that is gone is over, and old at once.
	dropEvaluationsSQL = db.SQL(`UPDATE evaluations SET run_state = CASE WHEN run_ended_at = 0 THEN 'canceled' ELSE run_state END, run_ended_at = 1
		WHERE workspace_id = $1 AND assistant_id = $2`)
	deleteEvaluationSQL = db.SQL(`DELETE FROM evaluations WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3`)

	insertEvaluationItemSQL = db.SQL(`INSERT INTO evaluation_items (workspace_id, evaluation_id, number, question, conversation_id, message_id, answers)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`)
	recordEvaluationItemSQL = db.SQL(`UPDATE evaluation_items SET answers = CASE WHEN length(question) = 0 THEN question ELSE $4 END, scores = $5, unmeasured = $6, measured_at = $7
		WHERE workspace_id = $1 AND evaluation_id = $2 AND number = $3 AND measured_at = 0`)
	selectEvaluationItemsSQL = db.SQL(`SELECT number, question, conversation_id, message_id, answers, scores, unmeasured, measured_at FROM evaluation_items
		WHERE workspace_id = $1 AND evaluation_id = $2 AND number > $3 ORDER BY number LIMIT $4`).By()
	evaluationProblemsSQL = db.SQL(`SELECT number, 0, '', '', 'No AI provider gave an answer: ' || unmeasured || '.' FROM evaluation_items
		WHERE workspace_id = $1 AND evaluation_id = $2 AND unmeasured <> '' AND number > $3 ORDER BY number LIMIT $4`).By()
	selectEvaluationScoresSQL = db.SQL(`SELECT scores FROM evaluation_items WHERE workspace_id = $1 AND evaluation_id = $2 AND scores <> '' ORDER BY number`)
	deleteEvaluationItemsSQL  = db.SQL(`DELETE FROM evaluation_items WHERE workspace_id = $1 AND evaluation_id = $2`)
	deleteSomeItemsSQL        = db.SQL(`DELETE FROM evaluation_items WHERE workspace_id = $1 AND evaluation_id = $2 AND number IN
		(SELECT number FROM evaluation_items WHERE workspace_id = $1 AND evaluation_id = $2 ORDER BY number LIMIT $3)`)

	oldEvaluationsSQL = db.SQL(`SELECT workspace_id, assistant_id, id FROM evaluations INDEXED BY evaluations_ended
		WHERE run_ended_at > 0 AND run_ended_at < $1 ORDER BY run_ended_at LIMIT $2`).By("evaluations_ended").AcrossWorkspaces("retention")
)

// insertEvaluation stores a new evaluation.
func insertEvaluation(tx *db.Tx, e crm.Evaluation) {
	tx.Write(insertEvaluationSQL, e.WorkspaceID, e.AssistantID, e.ID, e.Revision, e.Beside, db.Text(e.EvaluationRequest), e.Found, e.MadeBy.String())
}

// evaluation returns an evaluation of an assistant, or a KindNotFound error.
func evaluation(tx *db.Tx, workspaceID, assistantID, id string) (crm.Evaluation, error) {
	list, err := readEvaluations(tx, selectEvaluationSQL, workspaceID, workspaceID, assistantID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("evaluation", id)
	}
	if err != nil {
		return crm.Evaluation{}, err
	}
	return list[0], nil
}

// evaluations returns a page of an assistant's evaluations, newest first.
func evaluations(tx *db.Tx, workspaceID, assistantID string, p crm.Page) (crm.List[crm.Evaluation], error) {
	out, err := readEvaluations(tx, selectEvaluationsSQL, workspaceID, workspaceID, assistantID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(e crm.Evaluation) string { return e.ID }), err
}

// NewestEvaluation returns the newest evaluation of a revision that is
// completed and has measured something; nil without any.
func NewestEvaluation(tx *db.Tx, workspaceID, assistantID string, revision int) (*crm.Evaluation, error) {
	list, err := readEvaluations(tx, newestEvaluationSQL, workspaceID, workspaceID, assistantID, revision)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// countOpenEvaluations counts the workspace's evaluations that have not ended.
func countOpenEvaluations(tx *db.Tx, workspaceID string) (n int, err error) {
	_, err = tx.One(countOpenEvaluationsSQL, []any{&n}, workspaceID)
	return n, err
}

func readEvaluations(tx *db.Tx, s *db.Stmt, workspaceID string, args ...any) (out []crm.Evaluation, err error) {
	err = tx.Each(s, func(r db.Row) error {
		e := crm.Evaluation{WorkspaceID: workspaceID}
		var request, table, by string
		var run longrun.Row
		err := r.Scan(append([]any{&e.ID, &e.AssistantID, &e.Revision, &e.Beside, &request, &e.Examined, &e.LeftOut, &e.Found, &e.Unmeasured,
			&table, &by}, run.Into()...)...)
		if err != nil {
			return err
		}
		e.Run = run.Run()
		if err := json.Unmarshal([]byte(request), &e.EvaluationRequest); err != nil {
			return err
		}
		if e.MadeBy, err = crm.ParseDoneBy(by); err != nil {
			return err
		}
		e.Table, err = assistant.ReadTable(table)
		out = append(out, e)
		return err
	}, args...)
	return out, err
}

// collected is what one look into the conversations brought.
type collected struct {
	Position          string // messages before it were not looked at
	Examined, LeftOut int
	Items             []sealedItem
	Phase             crm.RunPhase // what follows
}

// collectEvaluation stores what was collected, if the evaluation still stands
// where e says; else the whole update is undone.
func collectEvaluation(tx *db.Tx, e crm.Evaluation, c collected) {
	m := longrun.Move{From: e.Run, To: c.Position, Phase: c.Phase}
	if c.Phase == crm.PhaseMeasuring {
		total := int64(e.Found + len(c.Items))
		m.To, m.Total = "0", &total
	}
	evaluationRuns.Advance(tx, evaluationKey(e), m)
	tx.Write(countCollectedSQL, e.WorkspaceID, e.AssistantID, e.ID, c.Examined, c.LeftOut, len(c.Items))
	insertEvaluationItems(tx, e, c.Items)
}

// sealedItem is a question as it is stored.
type sealedItem struct {
	Number                    int
	Question                  []byte // sealed
	ConversationID, MessageID string
	Answers                   []byte // sealed; empty before
	Scores                    itemScores
	Unmeasured                string
	MeasuredAt                *time.Time
}

// itemScores are the scores of one question.
type itemScores struct {
	Draft *crm.EvaluationScores `json:"draft"`
	Live  *crm.EvaluationScores `json:"live"`
}

// insertEvaluationItems stores questions.
func insertEvaluationItems(tx *db.Tx, e crm.Evaluation, list []sealedItem) {
	for _, i := range list {
		tx.Write(insertEvaluationItemSQL, e.WorkspaceID, e.ID, i.Number, i.Question, i.ConversationID, i.MessageID, []byte{})
	}
}

// advanceEvaluation stores what came of the next question, if the evaluation
// still stands before it; else the whole update is undone.
func advanceEvaluation(tx *db.Tx, e crm.Evaluation, i sealedItem) {
	unmeasured, scores := 0, ""
	if i.Unmeasured != "" {
		unmeasured = 1
	} else {
		scores = db.Text(i.Scores)
	}
	if i.Answers == nil {
		i.Answers = []byte{}
	}
	evaluationRuns.Advance(tx, evaluationKey(e), longrun.Move{From: e.Run, To: strconv.Itoa(i.Number), Done: 1})
	tx.Write(countUnmeasuredSQL, e.WorkspaceID, e.AssistantID, e.ID, unmeasured)
	tx.WriteExactlyOne(recordEvaluationItemSQL, longrun.ErrMoved, e.WorkspaceID, e.ID, i.Number, i.Answers, scores, i.Unmeasured, db.Ms(tx.Now()))
}

// keepTable stores what an evaluation found, which is about to end.
func keepTable(tx *db.Tx, e crm.Evaluation, table crm.EvaluationTable) {
	tx.Write(keepTableSQL, e.WorkspaceID, e.AssistantID, e.ID, assistant.TableText(&table))
}

// evaluationItems returns up to limit questions after the number, in order.
func evaluationItems(tx *db.Tx, workspaceID, evaluationID string, after, limit int) (out []sealedItem, err error) {
	err = tx.Each(selectEvaluationItemsSQL, func(r db.Row) error {
		var i sealedItem
		var scores string
		var measured int64
		err := r.Scan(&i.Number, &i.Question, &i.ConversationID, &i.MessageID, &i.Answers, &scores, &i.Unmeasured, &measured)
		i.MeasuredAt = db.AtOf(measured)
		if err == nil && scores != "" {
			err = json.Unmarshal([]byte(scores), &i.Scores)
		}
		out = append(out, i)
		return err
	}, workspaceID, evaluationID, after, limit)
	return out, err
}

// evaluationProblems returns a page of why questions were not measured.
func evaluationProblems(tx *db.Tx, workspaceID, evaluationID string, p crm.Page) (crm.List[crm.RunProblem], error) {
	return longrun.Problems(tx, evaluationProblemsSQL, p, workspaceID, evaluationID)
}

// evaluationScores returns the scores of every question that was measured;
// there are at most crm.MaxEvaluationItems.
func evaluationScores(tx *db.Tx, workspaceID, evaluationID string) (out []itemScores, err error) {
	err = tx.Each(selectEvaluationScoresSQL, func(r db.Row) error {
		var scores string
		if err := r.Scan(&scores); err != nil {
			return err
		}
		out = append(out, itemScores{})
		return json.Unmarshal([]byte(scores), &out[len(out)-1])
	}, workspaceID, evaluationID)
	return out, err
}

// deleteEvaluation removes an evaluation with its questions and reports whether
// there was one.
func deleteEvaluation(tx *db.Tx, workspaceID, assistantID, id string) (bool, error) {
	n, err := tx.Exec(deleteEvaluationSQL, workspaceID, assistantID, id)
	if err == nil && n == 1 {
		tx.Write(deleteEvaluationItemsSQL, workspaceID, id)
	}
	return n == 1, err
}

// expireEvaluation removes up to limit questions of an evaluation that ended before
// the time, and then itself. It reports whether there was one.
func expireEvaluation(tx *db.Tx, before time.Time, limit int) (found bool, err error) {
	var workspaceID, assistantID, id string
	if found, err = tx.One(oldEvaluationsSQL, []any{&workspaceID, &assistantID, &id}, db.Ms(before), 1); err != nil || !found {
		return false, err
	}
	n, err := tx.Exec(deleteSomeItemsSQL, workspaceID, id, limit)
	if err == nil && n < int64(limit) {
		_, err = deleteEvaluation(tx, workspaceID, assistantID, id)
	}
	return true, err
}

// DropEvaluations ends the evaluations of an assistant that is gone.
func DropEvaluations(tx *db.Tx, workspaceID, assistantID string) {
	tx.Write(dropEvaluationsSQL, workspaceID, assistantID)
}
