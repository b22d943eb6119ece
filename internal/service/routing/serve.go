package routing

import (
	"context"
	"strconv"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

const (
	// lookEvery bounds for how long nobody looks at a queue in which somebody waits,
	// whatever changed that told nothing of it.
	lookEvery  = time.Minute
	servePage  = 100
	serveTimes = 50 // that a queue is looked at anew by one job
)

// serve gives the conversations of a queue to who is free, and lets it be looked at
// again when somebody may be who is not now.
func (s *Routing) serve(ctx context.Context, workspaceID, queue string, batch []jobs.Job) error {
	var d desk
	more := true
	for n := 0; more && n < serveTimes; n++ {
		var err error
		if d, more, err = s.serveOnce(ctx, workspaceID, queue); err != nil {
			return err
		}
	}
	if err := s.overflow(ctx, workspaceID, queue); err != nil {
		return err
	}
	late, err := s.noteCauses(ctx, &d)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, workspaceID, func(tx *db.Tx) error {
		for _, j := range batch {
			jobs.FinishJob(tx, j)
		}
		next, overflows, err := nextOverflow(tx, workspaceID, queue)
		if err != nil {
			return err
		}
		if overflows {
			d.change(next)
		}
		waiting, err := anyQueued(tx, workspaceID, queue)
		soon := tx.Now().Add(time.Second)
		if more || late || d.changesAt.Before(soon) {
			d.changesAt = soon
		}
		at := d.changesAt
		if err != nil || !waiting || d.lookAt > db.Ms(tx.Now()) && d.lookAt <= db.Ms(at) {
			return err
		}
		saveLook(tx, workspaceID, queue, at)
		id := queue + "/" + strconv.FormatInt(db.Ms(at), 10)
		jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobRoute, Queue: workspaceID, Key: "t/" + workspaceID + "/" + id, RunAt: at, Payload: "t/" + id})
		return nil
	})
}

// serveOnce goes through a queue once, in order. more says that people have changed
// meanwhile, so that it must be gone through again.
func (s *Routing) serveOnce(ctx context.Context, workspaceID, queue string) (d desk, more bool, err error) {
	var page []queued
	there := false
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if d, there, err = readDesk(tx, workspaceID, queue, ""); err == nil && there {
			page, err = queuedAfter(tx, workspaceID, queue, queued{queueAt: -1 << 62}, servePage)
		}
		return err
	})
	if err != nil || !there {
		return d, false, err
	}
	if d.gone && len(page) > 0 {
		return d, true, s.askAnew(ctx, page)
	}
	for !d.idle() {
		for _, q := range page {
			if more, err = s.give(ctx, &d, q); more || err != nil {
				return d, more, err
			}
			if d.idle() {
				break
			}
		}
		if len(page) < servePage || d.idle() {
			break
		}
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			page, err = queuedAfter(tx, workspaceID, queue, page[len(page)-1], servePage)
			return err
		})
		if err != nil {
			return d, false, err
		}
	}
	return d, false, s.explainNew(ctx, &d)
}

// askAnew lets the rules be asked again about conversations whose member is gone.
func (s *Routing) askAnew(ctx context.Context, page []queued) error {
	return s.db.Update(ctx, page[0].workspaceID, func(tx *db.Tx) error {
		for _, q := range page {
			state, _, err := conversation.State(tx, q.workspaceID, q.conversationID)
			if err != nil {
				return err
			}
			leaveQueue(tx, q.workspaceID, q.conversationID)
			state.ConversationID, state.WorkspaceID, state.PhoneNumberID, state.Episode.ID = q.conversationID, q.workspaceID, q.phoneNumberID, q.episodeID
			enqueueRoute(tx, state, crm.CauseReturned, crm.LostAgent{}, "")
		}
		return nil
	})
}

// give gives a conversation to the first of those chosen who can still get it.
// changed says that nobody of them could: they are to be looked at anew.
func (s *Routing) give(ctx context.Context, d *desk, q queued) (changed bool, err error) {
	in := d.input(q)
	made := assign.Choose(in)
	if made.Winner == "" {
		return false, s.explain(ctx, []queued{q}, d)
	}
	for i, c := range made.Claims() {
		gone, got, err := s.claim(ctx, d, q, choice{in, made, i})
		if err != nil || gone {
			return false, err
		}
		if got {
			d.took(c, made)
			return false, nil
		}
	}
	return true, nil
}

// claim gives a conversation to one member, in one transaction: it must still wait,
// and the member, whom nobody else gives one meanwhile, must still be able to get
// it. gone says that the conversation does not wait any more.
func (s *Routing) claim(ctx context.Context, d *desk, q queued, made choice) (gone, got bool, err error) {
	c := made.claimed()
	keep, kept := s.chains.take(q.workspaceID, q.queue)
	defer func() { kept(got, err) }()
	// By one writer for a workspace: two would wait for each other's members.
	err = s.db.Update(ctx, q.workspaceID, func(tx *db.Tx) error {
		gone, got = false, false
		state, found, err := conversation.Lock(tx, q.workspaceID, q.conversationID)
		if err != nil {
			return err
		}
		now, queued, err := lockQueued(tx, q.workspaceID, q.conversationID)
		if err != nil || !queued || now.queue != q.queue || now.decisionID != q.decisionID {
			gone = true
			return err
		}
		if !found || !waits(state) || state.Episode.ID != q.episodeID || state.TeamID != d.team.ID && d.team.ID != "" {
			gone = true
			leaveQueue(tx, q.workspaceID, q.conversationID)
			return nil
		}
		if err := lockLoad(tx, q.workspaceID, c.AgentID); err != nil {
			return err
		}
		fresh, there, err := readDesk(tx, q.workspaceID, q.queue, c.AgentID)
		if err != nil || !there {
			return err
		}
		if again := assign.Choose(fresh.input(q)); again.Winner != c.AgentID {
			return nil
		}
		conv, err := contact.Conversation(tx, q.workspaceID, q.conversationID)
		if err != nil {
			return err
		}
		id := q.decisionID
		if now.explained {
			id = tx.NewID(crm.PrefixRoutingDecision)
		}
		got = true
		leaveQueue(tx, q.workspaceID, q.conversationID)
		noteAssigned(tx, q.workspaceID, c.AgentID)
		if d.team.Method == crm.TeamRoundRobin {
			saveTurn(tx, q.workspaceID, q.queue, "", made.VirtualTime)
			saveTurn(tx, q.workspaceID, q.queue, c.AgentID, c.Score.Start+made.Weight)
		}
		decided := q.decision(id, crm.OutcomeAssigned, c.AgentID, made.Decision, tx.Now())
		saveDecision(tx, decided)
		if err := keep(tx, decided, made); err != nil {
			return err
		}
		return conversation.Route(tx, conv, conversation.Assignment{TeamID: d.team.ID, AgentID: c.AgentID}, id)
	})
	return gone, got, err
}

// explainNew tells of conversations that came to a queue in which nobody is free why
// nobody got them.
func (s *Routing) explainNew(ctx context.Context, d *desk) error {
	for {
		var list []queued
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			list, err = newlyQueued(tx, d.workspaceID, d.queue, servePage)
			return err
		})
		if err == nil {
			err = s.explain(ctx, list, d)
		}
		if err != nil || len(list) < servePage {
			return err
		}
	}
}

// explain stores once of each conversation why it waits.
func (s *Routing) explain(ctx context.Context, list []queued, d *desk) error {
	for _, q := range list {
		if q.explained {
			continue
		}
		if err := s.explainOne(ctx, q, d); err != nil {
			return err
		}
	}
	return nil
}

func (s *Routing) explainOne(ctx context.Context, q queued, d *desk) (err error) {
	made, noted := choice{input: d.input(q)}, false
	made.Decision = assign.Choose(made.input)
	keep, kept := s.chains.take(q.workspaceID, q.queue)
	defer func() { kept(noted, err) }()
	return s.db.Update(ctx, q.phoneNumberID, func(tx *db.Tx) error {
		noted = false
		now, there, err := lockQueued(tx, q.workspaceID, q.conversationID)
		if err != nil || !there || now.explained || now.decisionID != q.decisionID {
			return err
		}
		noted = true
		decided := q.decision(q.decisionID, crm.OutcomeQueued, "", made.Decision, tx.Now())
		saveDecision(tx, decided)
		noteExplained(tx, q)
		return keep(tx, decided, made)
	})
}

// decision is what is kept of a decision about a conversation.
func (q queued) decision(id string, outcome crm.RoutingOutcome, agentID string, made assign.Decision, now time.Time) crm.RoutingDecision {
	d := crm.RoutingDecision{ID: id, WorkspaceID: q.workspaceID, ConversationID: q.conversationID, EpisodeID: q.episodeID, At: now, Cause: q.cause, Outcome: outcome, AgentID: agentID,
		RoutingExplanation: q.match.explain()}
	d.Method, d.Candidates, d.Reasons, d.InputsHash = made.Method, made.Candidates, made.Reasons.Map(), strconv.FormatUint(made.InputsHash, 16)
	const whole = float64(assign.Conversation)
	for _, c := range made.Top {
		d.Top = append(d.Top, crm.RoutingCandidate{AgentID: c.AgentID, Reason: c.Reason.String(), Sticky: c.Score.Sticky, Skills: c.Score.Skills,
			Turn: float64(c.Score.Start) / whole, Load: float64(c.Score.Load) / whole, Capacity: float64(c.Score.Cap) / whole, LastAssignedAt: db.AtOf(c.Score.LastAssignedAt)})
	}
	return d
}
