// Package window knows what the end of a window is worth: when people are told that a
// contact waits whose window ends, and what the template costs that reaches them
// afterwards.
package window

import (
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rates"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
)

// listCurrency is that of the prices. The currency of an account is not known.
const listCurrency = "USD"

// Windows has the use cases about windows.
type Windows struct {
	db   *db.DB
	card *rates.Card

	sweeping sync.Mutex
	// seen is how far this node has looked in the order in which the windows of a
	// workspace end.
	seen map[string]place
}

// New returns the use cases, and lets them hear of conversations.
func New(p core.Parts) *Windows {
	s := &Windows{db: p.DB, card: rates.Listed(), seen: map[string]place{}}
	conversation.SetKeeper(p.DB, "window", func(tx *db.Tx, ch crm.InboxChange) error {
		lookLater(tx, ch.Before, *ch.After)
		return nil
	})
	return s
}

// Keepers are not told of all that a merge does.
var _ = conversation.OnChange(func(tx *db.Tx, c conversation.Change) error {
	if c.Reason == crm.ReasonMerged {
		lookLater(tx, c.Before, c.After)
	}
	return nil
})

// passable is how long ago contacts wrote by whose windows somebody may have passed
// already, in the order of their ends: what takes longer to be committed, or clocks of
// nodes that differ, is allowed for.
const passable = crm.WindowLength - crm.MaxWindowWarning - 10*time.Minute

// lookLater lets somebody look at the window of a conversation whose contact begins to
// wait when others may have passed by it: after a hand-off, a snooze, or an answer that
// failed. Messages of contacts cost nothing more.
func lookLater(tx *db.Tx, before, after crm.InboxState) {
	if !after.Awaited() || before.Awaited() && sameTime(before.LastInboundAt, after.LastInboundAt) {
		return
	}
	if wrote := after.LastInboundAt; wrote == nil || tx.Now().Sub(*wrote) > passable {
		noteLook(tx, after.WorkspaceID, after.ConversationID, tx.Now())
	}
}

func sameTime(a, b *time.Time) bool {
	return a == b || a != nil && b != nil && a.Equal(*b)
}
