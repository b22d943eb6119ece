// Package conversation knows who is the active speaker of a conversation, whose it
// is, and what people note beside it.
package conversation

import (
	"log/slog"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/core"
)

// Conversations has the use cases about who answers, and with what at hand.
type Conversations struct {
	db      *db.DB
	calls   *core.Calls
	log     *slog.Logger
	metrics Metrics

	assistant *assistant.Assistants

	writing generations
	known   *core.Recent[string, Known]
	inbox   core.Cache[crm.InboxSettings] // by workspace
	// viewed is told of who has read how much of a conversation; nil for nobody.
	viewed func(tx *db.Tx, c crm.Conversation, userID string, inbounds int64) error
	// compared is the workspace whose counts were compared last; "" at first.
	compared string
}

// SetViewed names who is told, in the transaction, that a user has read so much of
// what the contact wrote.
func (s *Conversations) SetViewed(do func(tx *db.Tx, c crm.Conversation, userID string, inbounds int64) error) {
	s.viewed = do
}

// New returns the use cases.
func New(p core.Parts, assistant *assistant.Assistants, metrics Metrics) *Conversations {
	return &Conversations{known: core.NewRecent[string, Known](knownConversations), db: p.DB, calls: p.Calls, log: p.Log, metrics: metrics, assistant: assistant}
}
