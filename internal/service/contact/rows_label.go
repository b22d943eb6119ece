package contact

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

var (
	// Also of a conversation that was joined to another one.
	lockLabelsSQL = db.SQL(`SELECT labels, brought_labels, joined_to FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	labelsOfSQL   = db.SQL(`SELECT labels FROM conversations WHERE workspace_id = $1 AND id = $2`)
	saveLabelsSQL = db.SQL(`UPDATE conversations SET labels = $3, brought_labels = $4 WHERE workspace_id = $1 AND id = $2`)
)

// Labels are what a conversation has of labels.
type Labels struct {
	IDs []string
	// Brought are those of them that the conversation JoinedTo had not, before this
	// one was joined to it.
	Brought  []string
	JoinedTo string
}

// LockLabels returns the labels of a conversation, and keeps other nodes from
// changing them meanwhile.
func LockLabels(tx *db.Tx, workspaceID, id string) (l Labels, found bool, err error) {
	var ids, brought string
	found, err = tx.One(lockLabelsSQL, []any{&ids, &brought, &l.JoinedTo}, workspaceID, id)
	l.IDs, l.Brought = crm.SplitIDs(ids), crm.SplitIDs(brought)
	return l, found, err
}

// LabelsOf returns the labels of a conversation.
func LabelsOf(tx *db.Tx, workspaceID, id string) ([]string, error) {
	var ids string
	_, err := tx.One(labelsOfSQL, []any{&ids}, workspaceID, id)
	return crm.SplitIDs(ids), err
}

// LabelsOfEach returns the labels of conversations, by their identifiers; those without any
// are left out.
func LabelsOfEach(tx *db.Tx, workspaceID string, ids []string) (map[string][]string, error) {
	ids, out := core.Distinct(ids), map[string][]string{}
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	err := tx.EachOf(labelsOfSQL, rows, func(i int, r db.Row) error {
		var labels string
		err := r.Scan(&labels)
		if labels != "" {
			out[ids[i]] = crm.SplitIDs(labels)
		}
		return err
	})
	return out, err
}

// SaveLabels stores what was locked.
func SaveLabels(tx *db.Tx, workspaceID, id string, l Labels) {
	tx.Write(saveLabelsSQL, workspaceID, id, crm.JoinIDs(l.IDs), crm.JoinIDs(l.Brought))
}
