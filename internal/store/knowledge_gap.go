package store

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
	recentGaps = db.SQL(`SELECT ` + gapColumns + ` FROM knowledge_gaps WHERE workspace_id = $1 ORDER BY last_at DESC, id DESC LIMIT $2`)
	selectGap  = db.SQL(`SELECT ` + gapColumns + ` FROM knowledge_gaps WHERE workspace_id = $1 AND id = $2`)
	lockGap    = db.SQL(`SELECT ` + gapColumns + ` FROM knowledge_gaps WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	// There are at most crm.MaxGaps of them.
	listGaps = db.SQL(`SELECT ` + gapColumns + ` FROM knowledge_gaps WHERE workspace_id = $1 AND ($2 = '' OR state = $2)
		AND ($3 < 0 OR count < $3 OR count = $3 AND id < $4) ORDER BY count DESC, id DESC LIMIT $5`)
	insertGap = db.SQL(`INSERT INTO knowledge_gaps (workspace_id, id, state, question, language, count, first_at, last_at) VALUES ($1, $2, 'open', $3, $4, 1, $5, $5)`)
	// What was answered and is asked again without evidence is open again.
	countGap    = db.SQL(`UPDATE knowledge_gaps SET count = count + 1, last_at = $3, state = CASE WHEN state = 'answered' THEN 'open' ELSE state END WHERE workspace_id = $1 AND id = $2`)
	saveGap     = db.SQL(`UPDATE knowledge_gaps SET state = $3, source_id = $4 WHERE workspace_id = $1 AND id = $2`)
	deleteGap   = db.SQL(`DELETE FROM knowledge_gaps WHERE workspace_id = $1 AND id = $2`)
	dropAsked   = db.SQL(`DELETE FROM knowledge_gap_questions WHERE workspace_id = $1 AND gap_id = $2`)
	insertAsked = db.SQL(`INSERT INTO knowledge_gap_questions (workspace_id, gap_id, id, question, conversation_id, asked_at) VALUES ($1, $2, $3, $4, $5, $6)`)
	trimAsked   = db.SQL(`DELETE FROM knowledge_gap_questions WHERE workspace_id = $1 AND gap_id = $2 AND id <= (SELECT id FROM knowledge_gap_questions
		WHERE workspace_id = $1 AND gap_id = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)`)
	// Across workspaces: retention.
	expireGaps  = db.SQL(`DELETE FROM knowledge_gaps WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM knowledge_gaps WHERE last_at < $1 ORDER BY last_at LIMIT $2)`).By("knowledge_gaps_age")
	expireAsked = db.SQL(`DELETE FROM knowledge_gap_questions WHERE (workspace_id, gap_id, id) IN (SELECT workspace_id, gap_id, id FROM knowledge_gap_questions
		WHERE asked_at < $1 ORDER BY asked_at LIMIT $2)`).By("knowledge_gap_questions_age")
	selectAsked = db.SQL(`SELECT question, conversation_id, asked_at FROM knowledge_gap_questions WHERE workspace_id = $1 AND gap_id = $2 ORDER BY id DESC LIMIT $3`)
)

// RecentGaps returns up to limit gaps without examples, that asked last first.
func (tx *Tx) RecentGaps(workspaceID string, limit int) ([]crm.Gap, error) {
	return tx.gaps(recentGaps, workspaceID, workspaceID, limit)
}

// Gap returns a gap with its examples, or a KindNotFound error.
func (tx *Tx) Gap(workspaceID, id string) (crm.Gap, error) { return tx.gap(selectGap, workspaceID, id) }

// LockGap is Gap for who changes it.
func (tx *Tx) LockGap(workspaceID, id string) (crm.Gap, error) {
	return tx.gap(lockGap, workspaceID, id)
}

func (tx *Tx) gap(s *db.Stmt, workspaceID, id string) (crm.Gap, error) {
	list, err := tx.gaps(s, workspaceID, workspaceID, id)
	if err != nil {
		return crm.Gap{}, err
	}
	if len(list) == 0 {
		return crm.Gap{}, crm.NotFound("knowledge gap", id)
	}
	return list[0], tx.addExamples(list, crm.MaxGapExamples)
}

// Gaps returns a page of gaps with some examples, those asked most often first.
func (tx *Tx) Gaps(workspaceID string, state crm.GapState, p crm.Page) (out crm.List[crm.Gap], err error) {
	count, id := int64(-1), ""
	if n, rest, ok := strings.Cut(p.After, " "); ok {
		count, _ = strconv.ParseInt(n, 10, 64)
		id = rest
	}
	list, err := tx.gaps(listGaps, workspaceID, workspaceID, string(state), count, id, p.Limit+1)
	if err != nil {
		return out, err
	}
	out = crm.CutPage(list, p.Limit, func(g crm.Gap) string { return fmt.Sprint(g.Count, " ", g.ID) })
	return out, tx.addExamples(out.Items, crm.GapExamplesListed)
}

func (tx *Tx) addExamples(list []crm.Gap, most int) error {
	var asked [][]any
	for _, g := range list {
		asked = append(asked, []any{g.WorkspaceID, g.ID, most})
	}
	for i, args := range asked {
		err := tx.Each(selectAsked, func(r db.Row) error {
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

// AddToGap counts a question to the gap id, or makes one with it where id is "".
func (tx *Tx) AddToGap(workspaceID, id, language string, q crm.GapQuestion) {
	if id == "" {
		id = tx.NewID(crm.PrefixGap)
		tx.Write(insertGap, workspaceID, id, q.Question, language, db.Ms(q.AskedAt))
	} else {
		tx.Write(countGap, workspaceID, id, db.Ms(q.AskedAt))
	}
	tx.Write(insertAsked, workspaceID, id, tx.NewID(crm.PrefixGapQuestion), q.Question, q.ConversationID, db.Ms(q.AskedAt))
	tx.Write(trimAsked, workspaceID, id, crm.MaxGapExamples)
}

// SaveGap stores what people made of a gap.
func (tx *Tx) SaveGap(g crm.Gap) { tx.Write(saveGap, g.WorkspaceID, g.ID, string(g.State), g.SourceID) }

// DeleteGap removes a gap and its questions.
func (tx *Tx) DeleteGap(workspaceID, id string) {
	tx.Write(deleteGap, workspaceID, id)
	tx.Write(dropAsked, workspaceID, id)
}

// ExpireGaps removes at most limit gaps that were asked last before the time and
// returns how many; ExpireGapQuestions removes the questions.
func (tx *Tx) ExpireGaps(before time.Time, limit int) (int64, error) {
	return tx.Exec(expireGaps, db.Ms(before), limit)
}

// ExpireGapQuestions removes at most limit questions that were asked before the
// time and returns how many. Their gaps go on counting them.
func (tx *Tx) ExpireGapQuestions(before time.Time, limit int) (int64, error) {
	return tx.Exec(expireAsked, db.Ms(before), limit)
}

func (tx *Tx) gaps(s *db.Stmt, workspaceID string, args ...any) (out []crm.Gap, err error) {
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
