package report

import (
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
)

// labeledLife is how long it is known with which labels a wait was counted: longer than
// an answer can take to fail.
const labeledLife = 45 * 24 * time.Hour

var (
	addLabelSumSQL = db.SQL(`INSERT INTO waiting_labels (workspace_id, label_id, quarter_at, phone_number_id, cause, waited_ms, waits) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, label_id, quarter_at, phone_number_id, cause) DO UPDATE SET waited_ms = waiting_labels.waited_ms + excluded.waited_ms, waits = waiting_labels.waits + excluded.waits`)
	keepLabeledSQL = db.SQL(`INSERT INTO labeled_waits (workspace_id, conversation_id, from_at, to_at, labels) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, conversation_id, from_at) DO UPDATE SET to_at = excluded.to_at, labels = excluded.labels`)
	labeledSQL = db.SQL(`SELECT labels FROM labeled_waits WHERE workspace_id = $1 AND conversation_id = $2 AND from_at <= $3 AND to_at > $3 ORDER BY from_at DESC LIMIT 1`)
	forgetSQL  = db.SQL(`DELETE FROM labeled_waits WHERE workspace_id = $1 AND conversation_id = $2 AND from_at < $3 AND to_at >= $3`)

	expireLabelSumsSQL = db.SQL(`DELETE FROM waiting_labels WHERE (workspace_id, label_id, quarter_at, phone_number_id, cause) IN
		(SELECT workspace_id, label_id, quarter_at, phone_number_id, cause FROM waiting_labels WHERE quarter_at < $1 ORDER BY quarter_at LIMIT $2)`).
		By("waiting_labels_age").ByOnPostgres("waiting_labels_age").AcrossWorkspaces("retention")
	expireLabeledSQL = db.SQL(`DELETE FROM labeled_waits WHERE (workspace_id, conversation_id, from_at) IN
		(SELECT workspace_id, conversation_id, from_at FROM labeled_waits WHERE to_at < $1 ORDER BY to_at LIMIT $2)`).
		By("labeled_waits_age").ByOnPostgres("labeled_waits_age").AcrossWorkspaces("retention")
)

// findWaitLabels says of each wait which labels it is counted with: those that its
// conversation has now, and if it had not ended after all, those that it had then.
func findWaitLabels(tx *db.Tx, list []conversation.EndedWait) ([][]string, error) {
	out := make([][]string, len(list))
	var now, then []int // places in the list
	var nowArgs, thenArgs [][]any
	for i, w := range list {
		if !w.Undone {
			now, nowArgs = append(now, i), append(nowArgs, []any{w.WorkspaceID, w.ConversationID})
		}
	}
	err := tx.EachOf(labelsSQL, nowArgs, func(n int, r db.Row) error {
		var text string
		err := r.Scan(&text)
		out[now[n]] = crm.SplitIDs(text)
		slices.Sort(out[now[n]])
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, w := range list {
		if !w.Undone {
			continue
		}
		if before := countedBefore(list[:i], w); before >= 0 {
			out[i] = out[before]
		} else {
			then, thenArgs = append(then, i), append(thenArgs, []any{w.WorkspaceID, w.ConversationID, w.Spans[0].From})
		}
	}
	return out, tx.EachOf(labeledSQL, thenArgs, func(n int, r db.Row) error {
		var text string
		err := r.Scan(&text)
		out[then[n]] = strings.Fields(text)
		return err
	})
}

// countedBefore is the place of the wait that had not ended after all, where it is counted
// in the same list, which nothing tells yet; -1 where it is not.
func countedBefore(list []conversation.EndedWait, w conversation.EndedWait) int {
	for i := len(list) - 1; i >= 0; i-- {
		if o := list[i]; !o.Undone && o.WorkspaceID == w.WorkspaceID && o.ConversationID == w.ConversationID && o.Spans[0].From == w.Spans[0].From {
			return i
		}
	}
	return -1
}

// keepWaitLabels keeps with which labels a wait is counted; whole is whether nothing of
// it is left for later.
func keepWaitLabels(tx *db.Tx, w conversation.EndedWait, labels []string, whole bool) {
	end := w.Spans[len(w.Spans)-1].To
	switch {
	case len(labels) == 0, w.Undone && !whole:
	case w.Undone:
		tx.Write(forgetSQL, w.WorkspaceID, w.ConversationID, end)
	default:
		tx.Write(keepLabeledSQL, w.WorkspaceID, w.ConversationID, w.Spans[0].From, end, strings.Join(labels, " "))
	}
}
