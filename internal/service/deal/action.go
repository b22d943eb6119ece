package deal

import (
	"context"
	"maps"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Actions returns a page of the actor's own actions, newest first.
func (s *Deals) Actions(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.DealAction], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		list, err := readActions(tx, listActionsSQL, actor.WorkspaceID, actor.By().String(), p.After, p.Limit+1)
		out = crm.CutPage(list, p.Limit, func(a crm.DealAction) string { return a.ID })
		return err
	})
	return out, err
}

// Action returns one that the actor may see.
func (s *Deals) Action(ctx context.Context, actor crm.Actor, id string) (out crm.DealAction, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = action(tx, selectActionSQL, actor, id); return err })
	return out, err
}

// MoveMany moves many deals to a stage, each by the rules of a single move, so that they
// stand at its top in the order of the request. It is one transaction: after a crash all
// of it is there, or nothing.
func (s *Deals) MoveMany(ctx context.Context, actor crm.Actor, ids []string, m crm.DealActionMove) (crm.DealAction, error) {
	return s.act(ctx, actor, func(tx *db.Tx) (crm.DealAction, error) {
		a := crm.DealAction{ID: tx.NewID(crm.PrefixDealAction), WorkspaceID: actor.WorkspaceID, Move: m, CreatedBy: actor.By(), CreatedAt: tx.Now()}
		to, err := checkAction(tx, actor, ids, m)
		if err == nil {
			err = lockPipelinesOf(tx, actor.WorkspaceID, ids, to)
		}
		for _, id := range slices.Backward(ids) { // each goes to the top, the first one last
			if err == nil {
				err = moveOne(tx, actor, &a, id)
			}
		}
		slices.Reverse(a.Moved)
		slices.Reverse(a.Skipped)
		if err == nil {
			insertAction(tx, a)
		}
		return a, err
	})
}

// checkAction returns the pipeline of the stage, or every fault of a request that is one
// of each deal.
func checkAction(tx *db.Tx, actor crm.Actor, ids []string, m crm.DealActionMove) (to string, err error) {
	var f crm.Faults
	crm.CheckActionDeals(ids, &f)
	own := m.Move().Validate()
	if m.ToStageID != "" {
		if to, err = pipelineOfStage(tx, actor.WorkspaceID, m.ToStageID); err != nil {
			return to, err
		}
		p, err := pipeline(tx, actor.WorkspaceID, to)
		if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
			return to, err
		}
		if stage, there := p.Stage(m.ToStageID); !there {
			own.Add("/toStageId", crm.CodeNotFound, "There is no stage %q in this workspace.", m.ToStageID)
		} else if _, err := ending(tx, actor.WorkspaceID, stage, m.Move(), own); err != nil {
			return to, err
		}
	}
	f.Below("/move", *own)
	return to, f.Err()
}

// moveOne moves a deal, or notes why not. Whatever refuses a move does so before anything
// is written.
func moveOne(tx *db.Tx, actor crm.Actor, a *crm.DealAction, id string) error {
	before, err := dealFor(tx, selectDealSQL, actor, id)
	if err == nil && before.StageID == a.Move.ToStageID {
		a.Skipped = append(a.Skipped, crm.DealSkip{DealID: id, Reason: crm.SkipUnchanged, Detail: "The deal is on the stage already."})
		return nil
	}
	var moved crm.MovedDeal
	if err == nil {
		moved, err = MoveDeal(tx, actor, a.CreatedBy, id, a.Move.Move())
	}
	if err != nil {
		skip, refused := crm.SkipDeal(id, err)
		if refused {
			a.Skipped = append(a.Skipped, skip)
			return nil
		}
		return err
	}
	a.Moved = append(a.Moved, crm.DealActionItem{DealID: id, StageID: before.StageID, Position: before.Position, End: before.DealEnd, ClosedAt: before.ClosedAt, Number: moved.Deal.Version})
	return nil
}

// UndoAction puts back the deals of an action that nobody moved since, each to its place
// where this is free.
func (s *Deals) UndoAction(ctx context.Context, actor crm.Actor, id string) (crm.DealAction, error) {
	return s.act(ctx, actor, func(tx *db.Tx) (crm.DealAction, error) {
		a, err := action(tx, lockActionSQL, actor, id)
		if err == nil {
			err = crm.CheckUndo(a.CreatedAt, a.UndoneAt, tx.Now())
		}
		if err != nil {
			return a, err
		}
		ids := make([]string, len(a.Moved))
		pipelines := map[string]bool{}
		for i, item := range a.Moved {
			ids[i] = item.DealID
			to, err := pipelineOfStage(tx, a.WorkspaceID, item.StageID)
			if err != nil {
				return a, err
			}
			pipelines[to] = true
		}
		if err := lockPipelinesOf(tx, a.WorkspaceID, ids, slices.Collect(maps.Keys(pipelines))...); err != nil {
			return a, err
		}
		for _, item := range a.Moved {
			err := putBack(tx, actor, item)
			skip, refused := crm.SkipDeal(item.DealID, err)
			switch {
			case err == nil:
				a.Undone = append(a.Undone, item.DealID)
			case refused:
				a.Kept = append(a.Kept, skip)
			default:
				return a, err
			}
		}
		now := tx.Now()
		a.UndoneAt = &now
		saveUndone(tx, a)
		return a, nil
	})
}

// putBack brings a deal back to where it stood before an action, or refuses.
func putBack(tx *db.Tx, actor crm.Actor, item crm.DealActionItem) error {
	to, err := pipelineOfStage(tx, actor.WorkspaceID, item.StageID)
	if err != nil {
		return err
	}
	old, locked, err := lockDeal(tx, actor, item.DealID, to)
	if err != nil {
		return err
	}
	number, err := lastSpan(tx, old)
	if err != nil {
		return err
	}
	if number != item.Number {
		return crm.Errorf(crm.KindPrecondition, crm.CodeChangedMeanwhile, "The deal was moved since the action.")
	}
	stage, there := locked[to].Stage(item.StageID)
	var f crm.Faults
	if !there {
		f.Add("/toStageId", crm.CodeNotFound, "The stage on which the deal was does not exist any more.")
		return f.Err()
	}
	if err := checkArchive(locked[to]); err != nil && to != old.PipelineID {
		return err
	}
	d := old
	d.DealEnd = item.End
	if err := checkRequired(tx, d, stage, &f); err != nil {
		return err
	}
	if err := f.Err(); err != nil {
		return err
	}
	taken, err := isTaken(tx, actor.WorkspaceID, stage.ID, item.Position)
	if d.Position = item.Position; err == nil && taken {
		d.Position, _, err = place(tx, crm.Deal{WorkspaceID: d.WorkspaceID, ID: d.ID}, stage.ID, crm.DealMove{})
	}
	if err != nil {
		return err
	}
	from, _ := locked[old.PipelineID].Stage(old.StageID)
	d, err = enter(tx, old, d, from, stage, actor.By())
	if err == nil && item.ClosedAt != nil && stage.Kind != crm.StageOpen {
		d.ClosedAt = item.ClosedAt // it is won or lost since then
		updateDeal(tx, d)
	}
	return err
}

func (s *Deals) act(ctx context.Context, actor crm.Actor, do func(*db.Tx) (crm.DealAction, error)) (crm.DealAction, error) {
	return change(ctx, s, actor, func(tx *db.Tx) (crm.DealAction, error) {
		if err := tx.Alone(); err != nil { // it locks many deals
			return crm.DealAction{}, err
		}
		return do(tx)
	})
}

// lockAll locks pipelines in one order everywhere.
func lockAll(tx *db.Tx, workspaceID string, ids map[string]bool) error {
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if _, err := lockPipeline(tx, workspaceID, id); err != nil && crm.CodeOf(err) != crm.CodeNotFound {
			return err
		}
	}
	return nil
}

// Sweep forgets actions whose time is over.
func (s *Deals) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, expireActions)
}
