package library

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const gapColumns = `id, state, question, language, count, source_id, first_at, last_at`

var (
	recentGapsSQL = db.SQL(`SELECT ` + gapColumns + ` FROM knowledge_gaps WHERE workspace_id = $1 ORDER BY last_at DESC, id DESC LIMIT $2`)
	selectGapSQL  = db.SQL(`SELECT ` + gapColumns + ` FROM knowledge_gaps WHERE workspace_id = $1 AND id = $2`)
	lockGapSQL    = db.SQL(`SELECT ` + gapColumns + ` FROM knowledge_gaps WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	// There are at most crm.MaxGaps of them.
	listGapsSQL = db.SQL(`SELECT ` + gapColumns + ` FROM knowledge_gaps WHERE workspace_id = $1 AND ($2 = '' OR state = $2)
		AND ($3 < 0 OR count < $3 OR count = $3 AND id < $4) ORDER BY count DESC, id DESC LIMIT $5`)
	insertGapSQL = db.SQL(`INSERT INTO knowledge_gaps (workspace_id, id, state, question, language, count, first_at, last_at) VALUES ($1, $2, 'open', $3, $4, 1, $5, $5)`)
	// What was answered and is asked again without evidence is open again.
	countGapSQL    = db.SQL(`UPDATE knowledge_gaps SET count = count + 1, last_at = $3, state = CASE WHEN state = 'answered' THEN 'open' ELSE state END WHERE workspace_id = $1 AND id = $2`)
	saveGapSQL     = db.SQL(`UPDATE knowledge_gaps SET state = $3, source_id = $4 WHERE workspace_id = $1 AND id = $2`)
	deleteGapSQL   = db.SQL(`DELETE FROM knowledge_gaps WHERE workspace_id = $1 AND id = $2`)
	dropAskedSQL   = db.SQL(`DELETE FROM knowledge_gap_questions WHERE workspace_id = $1 AND gap_id = $2`)
	insertAskedSQL = db.SQL(`INSERT INTO knowledge_gap_questions (workspace_id, gap_id, id, question, conversation_id, asked_at) VALUES ($1, $2, $3, $4, $5, $6)`)
	trimAskedSQL   = db.SQL(`DELETE FROM knowledge_gap_questions WHERE workspace_id = $1 AND gap_id = $2 AND id <= (SELECT id FROM knowledge_gap_questions
		WHERE workspace_id = $1 AND gap_id = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)`)
	expireGapsSQL = db.SQL(`DELETE FROM knowledge_gaps WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM knowledge_gaps WHERE last_at < $1 ORDER BY last_at LIMIT $2)`).By("knowledge_gaps_age").
			AcrossWorkspaces("retention")
	expireAskedSQL = db.SQL(`DELETE FROM knowledge_gap_questions WHERE (workspace_id, gap_id, id) IN (SELECT workspace_id, gap_id, id FROM knowledge_gap_questions
		WHERE asked_at < $1 ORDER BY asked_at LIMIT $2)`).By("knowledge_gap_questions_age").AcrossWorkspaces("retention")
	selectAskedSQL = db.SQL(`SELECT question, conversation_id, asked_at FROM knowledge_gap_questions WHERE workspace_id = $1 AND gap_id = $2 ORDER BY id DESC LIMIT $3`)
)

// recentGaps returns up to limit gaps without examples, that asked last first.
func recentGaps(tx *db.Tx, workspaceID string, limit int) ([]crm.Gap, error) {
	return readGaps(tx, recentGapsSQL, workspaceID, workspaceID, limit)
}

// gap returns a gap with its examples, or a KindNotFound error.
func gap(tx *db.Tx, workspaceID, id string) (crm.Gap, error) {
	return readGap(tx, selectGapSQL, workspaceID, id)
}

// lockGap is Gap for who changes it.
func lockGap(tx *db.Tx, workspaceID, id string) (crm.Gap, error) {
	return readGap(tx, lockGapSQL, workspaceID, id)
}

func readGap(tx *db.Tx, s *db.Stmt, workspaceID, id string) (crm.Gap, error) {
	list, err := readGaps(tx, s, workspaceID, workspaceID, id)
	if err != nil {
		return crm.Gap{}, err
	}
	if len(list) == 0 {
		return crm.Gap{}, crm.NotFound("knowledge gap", id)
	}
	return list[0], addExamples(tx, list, crm.MaxGapExamples)
}

// gaps returns a page of gaps with some examples, those asked most often first.
func gaps(tx *db.Tx, workspaceID string, state crm.GapState, p crm.Page) (out crm.List[crm.Gap], err error) {
	count, id := int64(-1), ""
	if n, rest, ok := strings.Cut(p.After, " "); ok {
		count, _ = strconv.ParseInt(n, 10, 64)
		id = rest
	}
	list, err := readGaps(tx, listGapsSQL, workspaceID, workspaceID, string(state), count, id, p.Limit+1)
	if err != nil {
		return out, err
	}
	out = crm.CutPage(list, p.Limit, func(g crm.Gap) string { return fmt.Sprint(g.Count, " ", g.ID) })
	return out, addExamples(tx, out.Items, crm.GapExamplesListed)
}

func addExamples(tx *db.Tx, list []crm.Gap, most int) error {
	var asked [][]any
	for _, g := range list {
		asked = append(asked, []any{g.WorkspaceID, g.ID, most})
	}
	for i, args := range asked {
		err := tx.Each(selectAskedSQL, func(r db.Row) error {
			var q crm.GapQuestion
			var when int64
			err := r.Scan(&q.Question, &q.ConversationID, &when)
			q.AskedAt = db.At(when)
			list[i].Examples = append(list[i].Examples, q)
			return err
		}, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// addToGap counts a question to the gap id, or makes one with it where id is "".
func addToGap(tx *db.Tx, workspaceID, id, language string, q crm.GapQuestion) {
	if id == "" {
		id = tx.NewID(crm.PrefixGap)
		tx.Write(insertGapSQL, workspaceID, id, q.Question, language, db.Ms(q.AskedAt))
	} else {
		tx.Write(countGapSQL, workspaceID, id, db.Ms(q.AskedAt))
	}
	tx.Write(insertAskedSQL, workspaceID, id, tx.NewID(crm.PrefixGapQuestion), q.Question, q.ConversationID, db.Ms(q.AskedAt))
	tx.Write(trimAskedSQL, workspaceID, id, crm.MaxGapExamples)
}

// saveGap stores what people made of a gap.
func saveGap(tx *db.Tx, g crm.Gap) {
	tx.Write(saveGapSQL, g.WorkspaceID, g.ID, string(g.State), g.SourceID)
}

// deleteGap removes a gap and its questions.
func deleteGap(tx *db.Tx, workspaceID, id string) {
	tx.Write(deleteGapSQL, workspaceID, id)
	tx.Write(dropAskedSQL, workspaceID, id)
}

// expireGaps removes at most limit gaps that were asked last before the time and
// returns how many; expireGapQuestions removes the questions.
func expireGaps(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireGapsSQL, db.Ms(before), limit)
}

// expireGapQuestions removes at most limit questions that were asked before the
// time and returns how many. Their gaps go on counting them.
func expireGapQuestions(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireAskedSQL, db.Ms(before), limit)
}

func readGaps(tx *db.Tx, s *db.Stmt, workspaceID string, args ...any) (out []crm.Gap, err error) {
	err = tx.Each(s, func(r db.Row) error {
		g := crm.Gap{WorkspaceID: workspaceID}
		var state string
		var first, last int64
		err := r.Scan(&g.ID, &state, &g.Question, &g.Language, &g.Count, &g.SourceID, &first, &last)
		g.State, g.FirstAt, g.LastAt = crm.GapState(state), db.At(first), db.At(last)
		out = append(out, g)
		return err
	}, args...)
	return out, err
}
