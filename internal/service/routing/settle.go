package routing

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// settleAtOnce is how many conversations of a queue one transaction settles: who writes
// meanwhile waits for no more.
const settleAtOnce = 16

// settle stores choices about conversations of a queue in one transaction: a
// conversation must still wait, and the member who gets it, whom nobody else gives one
// meanwhile, must still be able to. changed says that one of them was not, and those
// behind it not stored either: the queue is to be looked at anew.
func (s *Routing) settle(ctx context.Context, d *desk, plan []choice) (changed bool, err error) {
	if len(plan) == 0 {
		return false, nil
	}
	w := s.chains.write(d.workspaceID, d.queue)
	defer func() { w.end(err) }()
	// By one writer for a workspace: two would wait for each other's members.
	err = s.db.Update(ctx, d.workspaceID, func(tx *db.Tx) error {
		w.begin()
		set, there, err := d.lock(tx, plan)
		if changed = !there; err != nil || changed {
			return err
		}
		var routes []func(*db.Tx) error
		for i := 0; err == nil && !changed && i < len(plan); i++ {
			var route func(*db.Tx) error
			if route, changed, err = set.settle(tx, i, plan[i], w); route != nil {
				routes = append(routes, route)
			}
		}
		if err == nil {
			err = tx.Together(routes...)
		}
		return err
	})
	return changed, err
}

// settlement is what a transaction holds to settle choices with: the desk with those who
// get conversations, and these in the order of the choices.
type settlement struct {
	desk desk
	held []held
}

// held is a conversation that waited to be given to somebody.
type held struct {
	conversation crm.Conversation
	state        crm.InboxState
	queued       queued // without an identifier if it does not wait any more
}

// lock keeps others from changing what choices rest on, and reads it; false says that
// the team is gone.
func (d *desk) lock(tx *db.Tx, plan []choice) (set settlement, there bool, err error) {
	set.held = make([]held, len(plan))
	var winners []string
	locks := make([]func(*db.Tx) error, len(plan))
	for i, c := range plan {
		locks[i] = func(tx *db.Tx) error { return set.held[i].lock(tx, c) }
		if c.Winner != "" {
			winners = append(winners, c.Winner)
		}
	}
	if err := tx.Together(locks...); err != nil || len(winners) == 0 {
		return set, true, err
	}
	slices.Sort(winners)
	winners = slices.Compact(winners)
	if err := lockLoads(tx, d.workspaceID, winners); err != nil {
		return set, false, err
	}
	set.desk, there, err = readDesk(tx, d.workspaceID, d.queue, winners...)
	return set, there, err
}

// lock locks the conversation of a choice: its place in the queue last, as whoever
// changes the conversation does.
func (h *held) lock(tx *db.Tx, c choice) (err error) {
	found := false
	if c.Winner != "" {
		if h.state, found, err = conversation.Lock(tx, c.of.workspaceID, c.of.conversationID); err == nil && found {
			h.conversation, err = contact.Conversation(tx, c.of.workspaceID, c.of.conversationID)
		}
	}
	if err == nil {
		h.queued, _, err = lockQueued(tx, c.of.workspaceID, c.of.conversationID)
	}
	return err
}

// settle stores the choice at a place, and returns what gives the conversation to its
// winner, nil if it has none; changed says that it cannot be settled.
func (set *settlement) settle(tx *db.Tx, i int, c choice, w *writer) (route func(*db.Tx) error, changed bool, err error) {
	q, h := c.of, &set.held[i]
	if h.queued.conversationID == "" || h.queued.queue != q.queue || h.queued.decisionID != q.decisionID {
		return nil, true, nil
	}
	if c.Winner == "" {
		if h.queued.explained {
			return nil, false, nil
		}
		decided := c.decision(q.decisionID, crm.OutcomeQueued, tx.Now())
		saveDecision(tx, decided)
		noteExplained(tx, q, c.told)
		return nil, false, w.add(tx, decided, c)
	}
	team := set.desk.team.ID
	if !waits(h.state) || h.state.Episode.ID != q.episodeID || h.state.TeamID != team && team != "" {
		leaveQueue(tx, q.workspaceID, q.conversationID)
		return nil, true, nil
	}
	if !set.desk.can(q, c.Winner) {
		return nil, true, nil
	}
	set.desk.took(c)
	id := q.decisionID
	if h.queued.explained {
		id = tx.NewID(crm.PrefixRoutingDecision)
	}
	leaveQueue(tx, q.workspaceID, q.conversationID)
	noteWaited(tx, h.queued, false)
	noteAssigned(tx, q.workspaceID, c.Winner)
	if c.Method == crm.TeamRoundRobin {
		saveTurn(tx, q.workspaceID, q.queue, "", c.VirtualTime)
		saveTurn(tx, q.workspaceID, q.queue, c.Winner, c.turn())
	}
	decided := c.decision(id, crm.OutcomeAssigned, tx.Now())
	saveDecision(tx, decided)
	return func(tx *db.Tx) error {
		return conversation.Route(tx, h.conversation, conversation.Assignment{TeamID: team, AgentID: c.Winner}, id)
	}, false, w.add(tx, decided, c)
}
