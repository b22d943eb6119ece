package message

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// noteOwnReaction notes a reaction that was sent through this service on the
// message that it is on.
func noteOwnReaction(tx *db.Tx, m *crm.Message, at time.Time) error {
	r := m.Content.Reaction
	if m.Type != "reaction" || r == nil || r.MessageID == "" {
		return nil
	}
	on, err := LockMessage(tx, m.WorkspaceID, r.MessageID)
	if err != nil {
		return IgnoreMissing(err)
	}
	if _, newest := on.Content.React(crm.MessageReaction{Emoji: r.Emoji, Direction: crm.Outbound, MessageID: m.ID, At: at}); newest {
		ReplaceContent(tx, on)
	}
	return nil
}
