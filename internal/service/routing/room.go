// Package routing knows where conversations go: the rules of a workspace with every
// version of them, the skills and the capacity of members, and how teams share
// work. It assigns conversations by them as package assign decides: a job asks the
// rules and puts the conversation into the queue of a team or member, another one
// serves the queue, and whatever lets somebody get one has the queue served again.
package routing

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/core"
)

// Routing has the use cases about routing.
type Routing struct {
	db        *db.DB
	calls     *core.Calls
	assistant *assistant.Assistants
	rules     core.Cache[inForce] // by workspace
	chains    chains
}

// New returns the use cases.
func New(p core.Parts, assistant *assistant.Assistants) *Routing {
	s := &Routing{db: p.DB, calls: p.Calls, assistant: assistant}
	rooms.Set(p.DB, s)
	return s
}

// set runs a change of the settings of routing once, in one transaction of the
// workspace, and returns what do makes of it.
func set[T any](ctx context.Context, s *Routing, actor crm.Actor, do func(tx *db.Tx) (out T, record func() error, err error)) (none T, _ error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return none, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[T]) (out T, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) (err error) {
			var record func() error
			if out, record, err = do(tx); err != nil {
				return err
			}
			if err := save(tx, out); err != nil || record == nil {
				return err
			}
			return record()
		})
		return out, err
	})
}
