package conversation

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
)

var (
	insertMentionSQL = db.SQL(`INSERT INTO note_mentions (workspace_id, conversation_id, user_id, note_id, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`)
	deleteMentionSQL = db.SQL(`DELETE FROM note_mentions WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3 AND note_id = $4`)
	latestMentionSQL = db.SQL(`SELECT at FROM note_mentions WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3 ORDER BY user_id DESC, at DESC LIMIT 1`)
	usersOfNotesSQL  = db.SQL(`SELECT DISTINCT user_id FROM note_mentions WHERE workspace_id = $1 AND conversation_id = $2`)

	putMentionedSQL = db.SQL(`INSERT INTO conversation_mentions (workspace_id, conversation_id, user_id, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, conversation_id, user_id) DO UPDATE SET at = excluded.at`)
	dropMentionedSQL = db.SQL(`DELETE FROM conversation_mentions WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3`)
	mentionedSQL     = db.SQL(`SELECT user_id FROM conversation_mentions WHERE workspace_id = $1 AND conversation_id = $2`)
)

// noteMentions stores whom a note mentions anew, and forgets whom it mentions no
// more. The conversation is locked: what its other notes mention does not change
// meanwhile.
func noteMentions(tx *db.Tx, c crm.Conversation, n crm.Note, added, removed []string) error {
	now := db.Ms(n.CreatedAt)
	if n.EditedAt != nil {
		now = db.Ms(*n.EditedAt)
	}
	for _, id := range core.Distinct(slices.Clone(added)) {
		tx.Write(insertMentionSQL, n.WorkspaceID, n.ConversationID, id, n.ID, now)
		tx.Write(putMentionedSQL, c.WorkspaceID, c.ID, id, now)
	}
	for _, id := range removed {
		tx.Write(deleteMentionSQL, n.WorkspaceID, n.ConversationID, id, n.ID)
	}
	return settleMentions(tx, c.WorkspaceID, c.ID, removed)
}

// settleMentions brings to the list of users when the notes of a conversation, and of
// those that are joined to it, last mention them.
func settleMentions(tx *db.Tx, workspaceID, id string, userIDs []string) error {
	if len(userIDs) == 0 {
		return nil
	}
	family, err := contact.Family(tx, workspaceID, id)
	for _, userID := range core.Distinct(slices.Clone(userIDs)) {
		var latest int64
		for _, member := range family {
			var at int64
			if _, broken := tx.One(latestMentionSQL, []any{&at}, workspaceID, member, userID); broken != nil {
				return broken
			}
			latest = max(latest, at)
		}
		if latest > 0 {
			tx.Write(putMentionedSQL, workspaceID, id, userID, latest)
		} else {
			tx.Write(dropMentionedSQL, workspaceID, id, userID)
		}
	}
	return err
}

// Where a conversation is joined to another one, whoever is mentioned there finds
// that; where they part, each has its own again.
var (
	_ = contact.OnJoin(joinMentions)
	_ = contact.OnPart(partMentions)
)

func joinMentions(tx *db.Tx, workspaceID, goneID, id string) error {
	users, err := tx.Texts(mentionedSQL, workspaceID, goneID)
	for _, userID := range core.Distinct(users) {
		tx.Write(dropMentionedSQL, workspaceID, goneID, userID)
	}
	if err != nil {
		return err
	}
	return settleMentions(tx, workspaceID, id, users)
}

func partMentions(tx *db.Tx, workspaceID, id, joinedTo string) error {
	family, err := contact.Family(tx, workspaceID, id)
	var users []string
	for _, member := range family {
		list, broken := tx.Texts(usersOfNotesSQL, workspaceID, member)
		if broken != nil {
			return broken
		}
		users = append(users, list...)
	}
	if err == nil {
		err = settleMentions(tx, workspaceID, id, users)
	}
	if err == nil {
		err = settleMentions(tx, workspaceID, joinedTo, users)
	}
	return err
}
