package conversation

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

var (
	insertTimelineSQL = db.SQL(`INSERT INTO timeline (workspace_id, conversation_id, id, at, kind, done_by, reason, episode_id, changes, refs) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
	// The newest first, by the key.
	selectTimelineSQL = db.SQL(`SELECT id, conversation_id, at, kind, done_by, reason, episode_id, changes, refs FROM timeline
		WHERE workspace_id = $1 AND conversation_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY conversation_id DESC, id DESC LIMIT $4`)
	timelineSinceSQL = db.SQL(`SELECT id, conversation_id, at, kind, done_by, reason, episode_id, changes, refs FROM timeline
		WHERE workspace_id = $1 AND conversation_id = $2 AND id >= $3 ORDER BY conversation_id, id LIMIT $4`)
)

func insertTimeline(tx *db.Tx, e crm.TimelineEntry) {
	var changes, refs string
	if len(e.Changes) > 0 {
		changes = db.Text(e.Changes)
	}
	if e.Refs != (crm.TimelineRefs{}) {
		refs = db.Text(e.Refs)
	}
	tx.Write(insertTimelineSQL, e.WorkspaceID, e.ConversationID, e.ID, db.Ms(e.At), string(e.Kind), e.By.String(), e.Reason, e.EpisodeID, changes, refs)
}

// timeline returns a page of what happened to a conversation and to those that were
// joined to it, newest first.
func timeline(tx *db.Tx, c crm.Conversation, p crm.Page) (crm.List[crm.TimelineEntry], error) {
	family, err := contact.Family(tx, c.WorkspaceID, c.ID)
	var all []crm.TimelineEntry
	for _, member := range family {
		if err != nil {
			break
		}
		err = tx.Each(selectTimelineSQL, func(r db.Row) error {
			e, err := scanTimeline(r, c.WorkspaceID)
			all = append(all, e)
			return err
		}, c.WorkspaceID, member, p.After, p.Limit+1)
	}
	slices.SortFunc(all, func(a, b crm.TimelineEntry) int { return strings.Compare(b.ID, a.ID) })
	return crm.CutPage(all, p.Limit, func(e crm.TimelineEntry) string { return e.ID }), err
}

func scanTimeline(r db.Row, workspaceID string) (crm.TimelineEntry, error) {
	e := crm.TimelineEntry{WorkspaceID: workspaceID}
	var at int64
	var by, changes, refs string
	err := r.Scan(&e.ID, &e.ConversationID, &at, (*string)(&e.Kind), &by, &e.Reason, &e.EpisodeID, &changes, &refs)
	if err != nil {
		return e, err
	}
	e.At = db.At(at)
	if e.By, err = crm.ParseDoneBy(by); err == nil && changes != "" {
		err = json.Unmarshal([]byte(changes), &e.Changes)
	}
	if err == nil && refs != "" {
		err = json.Unmarshal([]byte(refs), &e.Refs)
	}
	return e, err
}

// TimelineSince returns up to limit of what happened to a conversation from a time on,
// oldest first; not what happened to those that were joined to it.
func TimelineSince(tx *db.Tx, workspaceID, id string, from time.Time, limit int) (out []crm.TimelineEntry, err error) {
	err = tx.Each(timelineSinceSQL, func(r db.Row) error {
		e, err := scanTimeline(r, workspaceID)
		out = append(out, e)
		return err
	}, workspaceID, id, crm.LowestID(crm.PrefixTimeline, from), limit)
	return out, err
}
