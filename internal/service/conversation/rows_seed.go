package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedState stores where a conversation stands of which nothing is kept yet, and
// its episode if that is over.
func SeedState(tx *db.Tx, s crm.InboxState) {
	saveInbox(tx, s, false)
	if !s.IsOpen() {
		keepEpisode(tx, s)
	}
}
