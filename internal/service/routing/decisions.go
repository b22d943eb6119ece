package routing

import (
	"cmp"
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
)

// Decisions returns up to limit decisions about a conversation in reach before one,
// "" for the end, newest first; also those about conversations that were joined to
// it.
func (s *Routing) Decisions(ctx context.Context, actor crm.Actor, conversationID, before string, limit int) (out []crm.RoutingDecision, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err != nil {
			return err
		}
		family, err := contact.Family(tx, c.WorkspaceID, c.ID)
		for _, id := range family {
			list, broken := decisions(tx, c.WorkspaceID, id, before, limit)
			out, err = append(out, list...), cmp.Or(err, broken)
		}
		if err != nil {
			return err
		}
		return standIn(tx, c, out)
	})
	slices.SortFunc(out, func(a, b crm.RoutingDecision) int { return cmp.Compare(b.ID, a.ID) })
	return out[:min(len(out), limit)], err
}

// standIn tells, in the decision by which a conversation waits in a queue, where it
// stands there.
func standIn(tx *db.Tx, c crm.Conversation, list []crm.RoutingDecision) error {
	q, waits, err := selectQueued(tx, c.WorkspaceID, c.ID)
	if err != nil || !waits {
		return err
	}
	i := slices.IndexFunc(list, func(d crm.RoutingDecision) bool { return d.ID == q.decisionID })
	if i < 0 {
		return nil
	}
	stand, err := standOf(tx, q)
	list[i].Stand = &stand
	return err
}

// Sweep forgets decisions whose time is over.
func (s *Routing) Sweep(ctx context.Context) error {
	inputs := core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return expireInputs(tx, tx.Now().Add(-crm.RoutingDecisionLife), limit)
	})
	return cmp.Or(inputs, s.sweepEstimates(ctx), core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return expireDecisions(tx, tx.Now().Add(-crm.RoutingDecisionLife), limit)
	}))
}
