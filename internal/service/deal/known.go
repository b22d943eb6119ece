package deal

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// CheckDeal returns the deal that CreateDeal would make, or every fault of it. It writes
// nothing.
func (s *Deals) CheckDeal(tx *db.Tx, actor crm.Actor, by crm.DoneBy, n NewDeal) (crm.Deal, error) {
	d, _, err := s.begun(tx, actor, by, n, pipeline)
	if err == nil {
		err = nameFields(tx, &d)
	}
	return d, err
}

// ChangeAndMove changes what is given of a deal and moves it, or does neither. A move
// without a stage, or to the one where the deal is, moves nothing. It reports whether
// anything changed.
func (s *Deals) ChangeAndMove(tx *db.Tx, actor crm.Actor, by crm.DoneBy, id string, ch crm.DealChange, m crm.DealMove) (changed bool, err error) {
	to := ""
	if m.ToStageID != "" {
		if to, err = pipelineOfStage(tx, actor.WorkspaceID, m.ToStageID); err != nil {
			return false, err
		}
	}
	old, locked, err := lockDeal(tx, actor, id, to)
	if err != nil {
		return false, err
	}
	var f crm.Faults
	d, err := s.changed(tx, actor, old, locked[old.PipelineID], ch, &f)
	if err != nil {
		return false, err
	}
	stage, moves := locked[to].Stage(m.ToStageID)
	moves = moves && stage.ID != old.StageID
	var end crm.DealEnd
	if moves {
		if err = checkArchive(locked[to]); to == old.PipelineID {
			err = nil
		}
		if err == nil {
			err = checkRequired(tx, d, stage, &f)
		}
		if err == nil {
			end, err = ending(tx, d.WorkspaceID, stage, m, &f)
		}
	} else {
		err = checkKept(tx, locked[old.PipelineID], old, d, &f)
	}
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return false, err
	}
	changes, err := changesOf(tx, old.WorkspaceID, old.DealContent, d.DealContent)
	if err == nil && len(changes) > 0 {
		d, err = store(tx, old, d, locked[old.PipelineID], by, changes)
	}
	if err != nil || !moves {
		return len(changes) > 0, err
	}
	next := d
	next.DealEnd = end
	if next.Position, _, err = place(tx, d, stage.ID, m); err != nil {
		return false, err
	}
	from, _ := locked[old.PipelineID].Stage(old.StageID)
	_, err = enter(tx, d, next, from, stage, by)
	return true, err
}

// LockPipelines keeps others from making and moving deals in pipelines until the
// transaction ends, in the order in which everybody does.
func LockPipelines(tx *db.Tx, workspaceID string, ids []string) error {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		if _, err := tx.Texts(lockPipelineSQL, workspaceID, id); err != nil {
			return err
		}
	}
	return nil
}

// AllPipelines returns every pipeline of a workspace with its stages.
func AllPipelines(tx *db.Tx, workspaceID string) ([]crm.Pipeline, error) {
	list, err := pipelines(tx, workspaceID, crm.Page{Limit: crm.MaxPipelines})
	return list.Items, err
}

// AllReasons returns every reason of a workspace why deals are won and lost.
func AllReasons(tx *db.Tx, workspaceID string) ([]crm.DealReason, error) {
	list, err := reasons(tx, workspaceID, "", crm.Page{Limit: 2 * crm.MaxDealReasons})
	return list.Items, err
}

// NameFields gives a deal the values of the custom fields that are defined now, by key.
func NameFields(tx *db.Tx, d *crm.Deal) error { return nameFields(tx, d) }
