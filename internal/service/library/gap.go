package library

import (
	"context"
	"encoding/json"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// RecordGap notes in a transaction that a question found no evidence. A job
// then counts it to the questions that are like it. Of who asked, only the
// conversation is kept.
func RecordGap(tx *db.Tx, workspaceID string, q crm.GapQuestion) error {
	q.Question = crm.Impersonal(q.Question)
	if q.AskedAt.IsZero() {
		q.AskedAt = tx.Now()
	}
	payload, err := json.Marshal(q)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobCountGap, Queue: workspaceID, Key: workspaceID, Payload: string(payload)})
	return err
}

// countGap does the work of one jobCountGap. Those of a workspace come one after
// the other, in the order in which they were asked, so that equal questions
// always make equal gaps.
func (s *Library) countGap(ctx context.Context, j jobs.Job) error {
	var q crm.GapQuestion
	if err := json.Unmarshal([]byte(j.Payload), &q); err != nil {
		return err
	}
	sketch := knowledge.NewSketch(q.Question)
	var known []crm.Gap
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { known, err = recentGaps(tx, j.WorkspaceID, crm.MaxGaps); return err })
	if err != nil {
		return err
	}
	same, most := "", knowledge.AlikeLeast
	for _, g := range known {
		like := knowledge.NewSketch(g.Question).Alike(sketch)
		if like > most || like == most && (same == "" || g.ID < same) {
			same, most = g.ID, like
		}
	}
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error {
		if same == "" && len(known) >= crm.MaxGaps {
			deleteGap(tx, j.WorkspaceID, known[len(known)-1].ID)
		}
		addToGap(tx, j.WorkspaceID, same, knowledge.Language(q.Question), q)
		jobs.FinishJob(tx, j)
		return nil
	})
}

// dropGap ends a jobCountGap that failed again and again: the workspace's next
// ones wait behind it, and one question less is no loss.
func (s *Library) dropGap(ctx context.Context, j jobs.Job, cause error) error {
	s.log.Error("a question without evidence could not be counted", "workspace", j.WorkspaceID, "error", cause)
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
}

// Gaps returns a page of the questions that found no evidence, those asked most
// often first. state "" lists all.
func (s *Library) Gaps(ctx context.Context, actor crm.Actor, state crm.GapState, p crm.Page) (list crm.List[crm.Gap], err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = gaps(tx, actor.WorkspaceID, state, p); return err })
	for i := range list.Items {
		list.Items[i] = shownTo(actor, list.Items[i])
	}
	return list, err
}

// Gap returns a question that found no evidence.
func (s *Library) Gap(ctx context.Context, actor crm.Actor, id string) (g crm.Gap, err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return g, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { g, err = gap(tx, actor.WorkspaceID, id); return err })
	return shownTo(actor, g), err
}

// shownTo leaves out in which conversations a question was asked, unless every
// one of them is in the actor's reach.
func shownTo(actor crm.Actor, g crm.Gap) crm.Gap {
	if actor.Reach.IsWhole() {
		return g
	}
	g.Examples = slices.Clone(g.Examples)
	for i := range g.Examples {
		g.Examples[i].ConversationID = ""
	}
	return g
}

// DismissGap says that a gap needs no answer. It is counted on.
func (s *Library) DismissGap(ctx context.Context, actor crm.Actor, id string) (crm.Gap, error) {
	if err := actor.Require(crm.ScopeKnowledgeWrite); err != nil {
		return crm.Gap{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Gap]) (g crm.Gap, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			if g, err = lockGap(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
			was := g.State
			g.State = crm.GapDismissed
			saveGap(tx, g)
			if err := save(tx, g); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "knowledge_gap.dismissed", crm.ActTarget{Type: "knowledge_gap", ID: id}, crm.ActChanges{}.Set("state", was, g.State))
		})
		return shownTo(actor, g), err
	})
}

// AnswerGap makes a question with its answer of a gap. Without a question that
// of the gap is taken.
func (s *Library) AnswerGap(ctx context.Context, actor crm.Actor, id string, src crm.KnowledgeSource) (crm.KnowledgeSource, error) {
	if err := actor.Require(crm.ScopeKnowledgeWrite); err != nil {
		return src, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.KnowledgeSource]) (out crm.KnowledgeSource, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			g, err := lockGap(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			src := src
			if src.Kind = crm.SourceQuestion; src.Question == "" {
				src.Question = g.Question
			}
			if err := s.checkSource(&src); err != nil {
				return err
			}
			if out, err = s.addSource(tx, actor.WorkspaceID, src); err != nil {
				return err
			}
			g.State, g.SourceID = crm.GapAnswered, out.ID
			saveGap(tx, g)
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "knowledge_gap.answered", Targets: []crm.ActTarget{{Type: "knowledge_gap", ID: id}, sourceTarget(out)}})
		})
		return out, err
	})
}
