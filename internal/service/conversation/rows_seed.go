package conversation

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedState stores where a conversation stands of which nothing is kept yet, with the
// states in which its episodes ended and what happened to it.
func SeedState(tx *db.Tx, s crm.InboxState, ended []crm.InboxState, entries []crm.TimelineEntry) {
	saveInbox(tx, s, false)
	for _, e := range ended {
		keepEpisode(tx, e)
	}
	for _, e := range entries {
		insertTimeline(tx, e)
	}
}

// SeedLabel stores a label that no other one has the name of.
func SeedLabel(tx *db.Tx, l crm.Label) { insertLabel(tx, l) }

// SeedLabels stores which labels a new conversation has, for lists by label.
func SeedLabels(tx *db.Tx, workspaceID, conversationID string, ids []string) {
	addLabels(tx, workspaceID, conversationID, ids)
}

// SeedNote stores a note of an earlier time, and whom it mentions.
func SeedNote(tx *db.Tx, n crm.Note) error {
	insertNote(tx, n)
	return noteMentions(tx, crm.Conversation{WorkspaceID: n.WorkspaceID, ID: n.ConversationID}, n, n.MentionedUserIDs, nil)
}

// SeedRead stores that a user has read so much of what the contact wrote.
func SeedRead(tx *db.Tx, s crm.InboxState, userID string, at time.Time) {
	tx.Write(markSeenSQL, s.WorkspaceID, s.ConversationID, s.Inbounds, userID, db.Ms(at))
	tx.Write(markReadSQL, s.WorkspaceID, userID, s.ConversationID, s.Inbounds, db.Ms(at))
}
