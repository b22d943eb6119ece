package report

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// hear notes what reports count of a change of a conversation, in its transaction: one
// row, and none for most changes.
func hear(tx *db.Tx, ch crm.InboxChange) error {
	if list := crm.FactsOf(ch); len(list) > 0 {
		Note(tx, ch.After.WorkspaceID, list...)
	}
	return nil
}

// Note lets reports count facts, in the transaction in which they happen.
func Note(tx *db.Tx, workspaceID string, list ...crm.Fact) {
	enqueue(tx, workspaceID, tx.NewNumber(), list)
}

// NoteRating lets reports count what a contact says of an episode. What they said of it
// before counts no more.
func NoteRating(tx *db.Tx, r crm.Rating, again bool) {
	now := db.Ms(tx.Now())
	f := crm.Fact{Metric: crm.MetricRatings, Ref: r.EpisodeID, At: now, ConversationID: r.ConversationID, EpisodeID: r.EpisodeID,
		PhoneNumberID: r.PhoneNumberID, TeamID: r.TeamID, AgentID: r.AgentID, Part: string(rune('0' + r.Score))}
	list := []crm.Fact{f}
	if again {
		list = []crm.Fact{{Metric: f.Metric, Ref: f.Ref, At: now, Undo: true}, f}
	}
	Note(tx, r.WorkspaceID, list...)
}

// queued are facts of one change that wait to be counted.
type queued struct {
	workspaceID string
	number      int64
	facts       []crm.Fact
}

func (q *queued) read(text string) error { return json.Unmarshal([]byte(text), &q.facts) }
