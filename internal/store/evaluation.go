package store

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const evaluationColumns = `id, assistant_id, state, revision, beside, request, position, examined, left_out, total, done, unmeasured, tries, paused, retry_at,
	failure, result, made_by, created_at, updated_at, finished_at`

var (
	insertEvaluation = db.SQL(`INSERT INTO evaluations (workspace_id, assistant_id, id, state, revision, beside, request, position, total, made_by, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`)
	selectEvaluation  = db.SQL(`SELECT ` + evaluationColumns + ` FROM evaluations WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3`)
	selectEvaluations = db.SQL(`SELECT ` + evaluationColumns + ` FROM evaluations WHERE workspace_id = $1 AND assistant_id = $2 AND ($3 = '' OR id < $3) ORDER BY id DESC LIMIT $4`).By()
	newestEvaluation  = db.SQL(`SELECT ` + evaluationColumns + ` FROM evaluations INDEXED BY evaluations_completed
		WHERE workspace_id = $1 AND assistant_id = $2 AND revision = $3 AND state = 'completed' AND total > unmeasured ORDER BY id DESC LIMIT 1`).By("evaluations_completed")
	countOpenEvaluations = db.SQL(`SELECT count(*) FROM evaluations INDEXED BY evaluations_open WHERE workspace_id = $1 AND finished_at = 0`).By("evaluations_open")
	// Only who still stands where the evaluation does may move it on.
	collectEvaluation = db.SQL(`UPDATE evaluations SET position = $5, examined = examined + $6, left_out = left_out + $7, total = total + $8, state = $9, updated_at = $10
		WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3 AND position = $4 AND state = 'collecting'`)
	advanceEvaluation = db.SQL(`UPDATE evaluations SET done = done + 1, unmeasured = unmeasured + $5, tries = 0, state = 'running', paused = '', retry_at = 0, updated_at = $6
		WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3 AND done = $4 AND state IN ('running', 'paused')`)
	// How long it waits is known by updated_at: waiting on changes nothing of it.
	pauseEvaluation = db.SQL(`UPDATE evaluations SET updated_at = CASE WHEN paused = $5 THEN updated_at ELSE $8 END, state = 'paused', paused = $5, retry_at = $6, tries = $7
		WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3 AND done = $4 AND state IN ('running', 'paused')`)
	finishEvaluation = db.SQL(`UPDATE evaluations SET state = $4, failure = $5, result = $6, paused = '', retry_at = 0, updated_at = $7, finished_at = $7
		WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3 AND finished_at = 0`)
	// What belongs to an assistant that is gone is over, and old at once.
	dropEvaluations = db.SQL(`UPDATE evaluations SET state = CASE WHEN finished_at = 0 THEN 'canceled' ELSE state END, finished_at = 1
		WHERE workspace_id = $1 AND assistant_id = $2`)
	deleteEvaluation = db.SQL(`DELETE FROM evaluations WHERE workspace_id = $1 AND assistant_id = $2 AND id = $3`)

	insertEvaluationItem = db.SQL(`INSERT INTO evaluation_items (workspace_id, evaluation_id, number, question, conversation_id, message_id, answers)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`)
	recordEvaluationItem = db.SQL(`UPDATE evaluation_items SET answers = $4, scores = $5, unmeasured = $6, measured_at = $7
		WHERE workspace_id = $1 AND evaluation_id = $2 AND number = $3 AND measured_at = 0`)
	selectEvaluationItems = db.SQL(`SELECT number, question, conversation_id, message_id, answers, scores, unmeasured, measured_at FROM evaluation_items
		WHERE workspace_id = $1 AND evaluation_id = $2 AND number > $3 ORDER BY number LIMIT $4`).By()
	selectEvaluationScores = db.SQL(`SELECT scores FROM evaluation_items WHERE workspace_id = $1 AND evaluation_id = $2 AND scores <> '' ORDER BY number`)
	deleteEvaluationItems  = db.SQL(`DELETE FROM evaluation_items WHERE workspace_id = $1 AND evaluation_id = $2`)

	// Across workspaces: the age decides.
	oldEvaluations = db.SQL(`SELECT workspace_id, assistant_id, id FROM evaluations INDEXED BY evaluations_ended
		WHERE finished_at > 0 AND finished_at < $1 ORDER BY finished_at LIMIT $2`).By("evaluations_ended")
)

// InsertEvaluation stores a new evaluation.
func (tx *Tx) InsertEvaluation(e crm.Evaluation) {
	tx.Write(insertEvaluation, e.WorkspaceID, e.AssistantID, e.ID, string(e.State), e.Revision, e.Beside, db.Text(e.EvaluationRequest), e.Position, e.Total, e.MadeBy, db.Ms(e.CreatedAt))
}

// Evaluation returns an evaluation of an assistant, or a KindNotFound error.
func (tx *Tx) Evaluation(workspaceID, assistantID, id string) (crm.Evaluation, error) {
	list, err := tx.evaluations(selectEvaluation, workspaceID, workspaceID, assistantID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("evaluation", id)
	}
	if err != nil {
		return crm.Evaluation{}, err
	}
	return list[0], nil
}

// Evaluations returns a page of an assistant's evaluations, newest first.
func (tx *Tx) Evaluations(workspaceID, assistantID string, p crm.Page) (crm.List[crm.Evaluation], error) {
	out, err := tx.evaluations(selectEvaluations, workspaceID, workspaceID, assistantID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(e crm.Evaluation) string { return e.ID }), err
}

// NewestEvaluation returns the newest evaluation of a revision that is
// completed and has measured something; nil without any.
func (tx *Tx) NewestEvaluation(workspaceID, assistantID string, revision int) (*crm.Evaluation, error) {
	list, err := tx.evaluations(newestEvaluation, workspaceID, workspaceID, assistantID, revision)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// CountOpenEvaluations counts the workspace's evaluations that have not ended.
func (tx *Tx) CountOpenEvaluations(workspaceID string) (n int, err error) {
	_, err = tx.One(countOpenEvaluations, []any{&n}, workspaceID)
	return n, err
}

func (tx *Tx) evaluations(s *db.Stmt, workspaceID string, args ...any) (out []crm.Evaluation, err error) {
	err = tx.Each(s, func(r db.Row) error {
		e := crm.Evaluation{WorkspaceID: workspaceID}
		var state, request, table string
		var retry, created, updated, finished int64
		err := r.Scan(&e.ID, &e.AssistantID, &state, &e.Revision, &e.Beside, &request, &e.Position, &e.Examined, &e.LeftOut, &e.Total, &e.Done, &e.Unmeasured,
			&e.Tries, &e.Paused, &retry, &e.Failure, &table, &e.MadeBy, &created, &updated, &finished)
		if err != nil {
			return err
		}
		e.State, e.RetryAt, e.CreatedAt, e.UpdatedAt, e.FinishedAt = crm.EvaluationState(state), db.AtOf(retry), db.At(created), db.At(updated), db.AtOf(finished)
		if err := json.Unmarshal([]byte(request), &e.EvaluationRequest); err != nil {
			return err
		}
		e.Table, err = readTable(table)
		out = append(out, e)
		return err
	}, args...)
	return out, err
}

func readTable(stored string) (*crm.EvaluationTable, error) {
	if stored == "" {
		return nil, nil
	}
	t := &crm.EvaluationTable{}
	return t, json.Unmarshal([]byte(stored), t)
}

func tableText(t *crm.EvaluationTable) string {
	if t == nil {
		return ""
	}
	return db.Text(t)
}

// ErrEvaluationMoved undoes a step of an evaluation that has moved on without
// it, or has ended.
var ErrEvaluationMoved = crm.Errorf(crm.KindConflict, crm.CodeUnavailable, "The evaluation has ended or goes on elsewhere.")

// Collected is what one look into the conversations brought.
type Collected struct {
	Position          string // messages before it were not looked at
	Examined, LeftOut int
	Items             []SealedItem
	State             crm.EvaluationState // what follows
}

// CollectEvaluation stores what was collected, if the evaluation still stands
// where e says; else the whole update is undone.
func (tx *Tx) CollectEvaluation(e crm.Evaluation, c Collected) {
	tx.WriteExactlyOne(collectEvaluation, ErrEvaluationMoved, e.WorkspaceID, e.AssistantID, e.ID, e.Position, c.Position, c.Examined, c.LeftOut, len(c.Items),
		string(c.State), db.Ms(tx.Now()))
	tx.InsertEvaluationItems(e, c.Items)
}

// SealedItem is a question as it is stored.
type SealedItem struct {
	Number                    int
	Question                  []byte // sealed
	ConversationID, MessageID string
	Answers                   []byte // sealed; empty before
	Scores                    ItemScores
	Unmeasured                string
	MeasuredAt                *time.Time
}

// ItemScores are the scores of one question.
type ItemScores struct {
	Draft *crm.EvaluationScores `json:"draft"`
	Live  *crm.EvaluationScores `json:"live"`
}

// InsertEvaluationItems stores questions.
func (tx *Tx) InsertEvaluationItems(e crm.Evaluation, list []SealedItem) {
	for _, i := range list {
		tx.Write(insertEvaluationItem, e.WorkspaceID, e.ID, i.Number, i.Question, i.ConversationID, i.MessageID, []byte{})
	}
}

// AdvanceEvaluation stores what came of the next question, if the evaluation
// still stands before it; else the whole update is undone.
func (tx *Tx) AdvanceEvaluation(e crm.Evaluation, i SealedItem) {
	unmeasured, scores := 0, ""
	if i.Unmeasured != "" {
		unmeasured = 1
	} else {
		scores = db.Text(i.Scores)
	}
	if i.Answers == nil {
		i.Answers = []byte{}
	}
	now := db.Ms(tx.Now())
	tx.WriteExactlyOne(advanceEvaluation, ErrEvaluationMoved, e.WorkspaceID, e.AssistantID, e.ID, e.Done, unmeasured, now)
	tx.WriteExactlyOne(recordEvaluationItem, ErrEvaluationMoved, e.WorkspaceID, e.ID, i.Number, i.Answers, scores, i.Unmeasured, now)
}

// PauseEvaluation notes why an evaluation waits, and how often its next
// question was tried, if it still stands before that; else the whole update is
// undone.
func (tx *Tx) PauseEvaluation(e crm.Evaluation, why string, until time.Time, tries int) {
	tx.WriteExactlyOne(pauseEvaluation, ErrEvaluationMoved, e.WorkspaceID, e.AssistantID, e.ID, e.Done, why, db.Ms(until), tries, db.Ms(tx.Now()))
}

// FinishEvaluation ends an evaluation that has not ended and reports whether it
// was one.
func (tx *Tx) FinishEvaluation(e crm.Evaluation, state crm.EvaluationState, failure string, table *crm.EvaluationTable) (bool, error) {
	n, err := tx.Exec(finishEvaluation, e.WorkspaceID, e.AssistantID, e.ID, string(state), failure, tableText(table), db.Ms(tx.Now()))
	return n == 1, err
}

// EvaluationItems returns up to limit questions after the number, in order.
func (tx *Tx) EvaluationItems(workspaceID, evaluationID string, after, limit int) (out []SealedItem, err error) {
	err = tx.Each(selectEvaluationItems, func(r db.Row) error {
		var i SealedItem
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

// EvaluationScores returns the scores of every question that was measured;
// there are at most crm.MaxEvaluationItems.
func (tx *Tx) EvaluationScores(workspaceID, evaluationID string) (out []ItemScores, err error) {
	err = tx.Each(selectEvaluationScores, func(r db.Row) error {
		var scores string
		if err := r.Scan(&scores); err != nil {
			return err
		}
		out = append(out, ItemScores{})
		return json.Unmarshal([]byte(scores), &out[len(out)-1])
	}, workspaceID, evaluationID)
	return out, err
}

// DeleteEvaluation removes an evaluation with its questions and reports whether
// there was one.
func (tx *Tx) DeleteEvaluation(workspaceID, assistantID, id string) (bool, error) {
	n, err := tx.Exec(deleteEvaluation, workspaceID, assistantID, id)
	if err == nil && n == 1 {
		tx.Write(deleteEvaluationItems, workspaceID, id)
	}
	return n == 1, err
}

// ExpireEvaluations removes at most limit evaluations that ended before the
// time, with their questions.
func (tx *Tx) ExpireEvaluations(before time.Time, limit int) error {
	var old [][3]string
	err := tx.Each(oldEvaluations, func(r db.Row) error {
		var k [3]string
		err := r.Scan(&k[0], &k[1], &k[2])
		old = append(old, k)
		return err
	}, db.Ms(before), limit)
	for _, k := range old {
		if err == nil {
			_, err = tx.DeleteEvaluation(k[0], k[1], k[2])
		}
	}
	return err
}

// DropEvaluations ends the evaluations of an assistant that is gone.
func (tx *Tx) DropEvaluations(workspaceID, assistantID string) {
	tx.Write(dropEvaluations, workspaceID, assistantID)
}
