// Package conversation knows who is the active speaker of a conversation.
package conversation

import (
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/core"
)

// Conversations has the use cases about who answers.
type Conversations struct {
	db    *db.DB
	calls *core.Calls

	assistant *assistant.Assistants

	Writing Generations
	Threads ThreadCache
}

// New returns the use cases.
func New(p core.Parts, assistant *assistant.Assistants) *Conversations {
	return &Conversations{Threads: ThreadCache{core.NewRecent[string, ThreadIDs](recentThreads)}, db: p.DB, calls: p.Calls, assistant: assistant}
}
