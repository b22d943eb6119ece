package routing

import (
	"context"
	"strconv"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
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
		if d, there, err = readDesk(tx, workspaceID, queue); err == nil && there {
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
		for left := page; len(left) > 0 && !d.idle(); {
			var plan []choice
			plan, left = d.plan(left)
			if more, err = s.settle(ctx, &d, plan); more || err != nil {
				return d, more, err
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
	more, err = s.explainNew(ctx, &d)
	return d, more, err
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

// plan chooses for the first of some conversations, up to settleAtOnce that something is
// to be stored of, as if each got whom it is given, and returns those behind them.
func (d *desk) plan(page []queued) (plan []choice, left []queued) {
	for i, q := range page {
		if len(plan) == settleAtOnce || i > 0 && d.idle() {
			return plan, page[i:]
		}
		switch c := d.choose(q); {
		case c.Winner != "":
			plan = append(plan, c.kept())
			d.took(c)
		case !q.explained:
			plan = append(plan, c.kept())
		}
	}
	return plan, nil
}

// explainNew tells of conversations that came to a queue in which nobody is free why
// nobody got them. more says that somebody can get one.
func (s *Routing) explainNew(ctx context.Context, d *desk) (more bool, err error) {
	for {
		var list []queued
		var said []told
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			if list, err = newlyQueued(tx, d.workspaceID, d.queue, settleAtOnce); err == nil {
				said, err = d.tell(tx, list)
			}
			return err
		})
		var plan []choice
		for i := range said {
			c := d.choose(list[i])
			if c.Winner != "" {
				return true, nil
			}
			c.told = said[i]
			plan = append(plan, c.kept())
		}
		if err == nil {
			_, err = s.settle(ctx, d, plan)
		}
		if err != nil || len(list) < settleAtOnce {
			return false, err
		}
	}
}

// decision is what is kept of a choice.
func (c *choice) decision(id string, outcome crm.RoutingOutcome, now time.Time) crm.RoutingDecision {
	q := c.of
	d := crm.RoutingDecision{ID: id, WorkspaceID: q.workspaceID, ConversationID: q.conversationID, EpisodeID: q.episodeID, At: now, Cause: q.cause, Outcome: outcome, AgentID: c.Winner,
		RoutingExplanation: q.match.explain()}
	d.Method, d.Candidates, d.Reasons, d.InputsHash = c.Method, c.Candidates, c.Reasons.Map(), strconv.FormatUint(c.InputsHash, 16)
	const whole = float64(assign.Conversation)
	for _, t := range c.Top {
		d.Top = append(d.Top, crm.RoutingCandidate{AgentID: t.AgentID, Reason: t.Reason.String(), Sticky: t.Score.Sticky, Skills: t.Score.Skills,
			Turn: float64(t.Score.Start) / whole, Load: float64(t.Score.Load) / whole, Capacity: float64(t.Score.Cap) / whole, LastAssignedAt: db.AtOf(t.Score.LastAssignedAt)})
	}
	return d
}
