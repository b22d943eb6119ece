package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// create makes a deal, for an actor who asks and whoever it is done by.
func (s *Deals) create(actor crm.Actor, by crm.DoneBy, n NewDeal) func(*db.Tx) (crm.Deal, error) {
	return func(tx *db.Tx) (crm.Deal, error) {
		d, stage, err := s.begun(tx, actor, by, n, lockPipeline)
		if err != nil {
			return d, err
		}
		if d.Position, err = firstPlace(tx, d, n.AtBottom); err != nil {
			return d, err
		}
		insertDeal(tx, d)
		putValues(tx, crm.Deal{}, d)
		count(tx, d.WorkspaceID, d.StageID, d.DealContent, 1)
		beginSpan(tx, d, by)
		facts, err := factsOfMove(tx, d, nil, stage)
		if err == nil {
			facts.Changes, err = changesOf(tx, d.WorkspaceID, crm.DealContent{}, d.DealContent)
		}
		if err == nil {
			happened(tx, d, crm.DealCreated, by, facts)
			err = record(tx, nil, &d)
		}
		if err == nil {
			err = tellOwner(tx, "", d, by)
		}
		if err == nil {
			err = nameFields(tx, &d)
		}
		return d, err
	}
}

// begun returns a new deal with the stage on which it begins, or every fault of it. It
// writes nothing.
func (s *Deals) begun(tx *db.Tx, actor crm.Actor, by crm.DoneBy, n NewDeal, read func(*db.Tx, string, string) (crm.Pipeline, error)) (d crm.Deal, stage crm.Stage, err error) {
	var f crm.Faults
	p, stage, err := beginning(tx, actor.WorkspaceID, n, read, &f)
	if err == nil && !f.Empty() {
		if _, err = s.changed(tx, actor, crm.Deal{}, p, n.Change, &f); err == nil { // all faults are told at once
			err = f.Err()
		}
	}
	if err != nil {
		return d, stage, err
	}
	d = crm.Deal{ID: tx.NewID(crm.PrefixDeal), WorkspaceID: actor.WorkspaceID, Version: 1, PipelineID: p.ID, StageID: stage.ID, Status: stage.Kind, StageForecast: stage.Forecast,
		ExternalKey: n.ExternalKey, StageSince: tx.Now(), ActiveAt: tx.Now(), CreatedBy: by, CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
	if n.Change.OwnerID == nil {
		d.OwnerID = actor.UserID()
	}
	if d, err = s.changed(tx, actor, d, p, n.Change, &f); err == nil {
		err = checkRequired(tx, d, stage, &f)
	}
	if err != nil {
		return d, stage, err
	}
	if d.DealEnd, err = ending(tx, actor.WorkspaceID, stage, n.Move, &f); err == nil {
		err = f.Err()
	}
	if d.RotsAt = stage.Rots(tx.Now()); stage.Kind != crm.StageOpen {
		d.ClosedAt = new(tx.Now())
	}
	return d, stage, err
}

// beginning reads the pipeline of a new deal, and returns the stage on which it begins.
// Where n names none that there is, it adds why, and the pipeline has any currency: what
// else is wrong can still be told.
func beginning(tx *db.Tx, workspaceID string, n NewDeal, read func(*db.Tx, string, string) (crm.Pipeline, error), f *crm.Faults) (p crm.Pipeline, stage crm.Stage, err error) {
	id, unknown := n.PipelineID, crm.Pipeline{Currency: "USD"}
	if id == "" && n.StageID != "" {
		if id, err = pipelineOfStage(tx, workspaceID, n.StageID); err != nil {
			return p, stage, err
		}
		if id == "" {
			f.Add("/stageId", crm.CodeNotFound, "There is no stage %q in this workspace.", n.StageID)
			return unknown, stage, nil
		}
	}
	if id == "" {
		f.Add("/pipelineId", crm.CodeRequired, "pipelineId is required: the pipeline of the deal.")
		return unknown, stage, nil
	}
	p, err = read(tx, workspaceID, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		f.Add("/pipelineId", crm.CodeNotFound, "There is no pipeline %q in this workspace.", id)
		return unknown, stage, nil
	}
	if err != nil {
		return p, stage, err
	}
	stage = p.First()
	if there := true; n.StageID != "" {
		if stage, there = p.Stage(n.StageID); !there {
			f.Add("/stageId", crm.CodeNotFound, "The pipeline has no stage %q.", n.StageID)
			return p, stage, nil
		}
	}
	return p, stage, checkArchive(p)
}

func checkArchive(p crm.Pipeline) error {
	if p.ArchivedAt == nil {
		return nil
	}
	return crm.Errorf(crm.KindConflict, crm.CodePipelineArchived, "The pipeline %s (%s) is archived: no deal comes into it.", p.Name, p.ID)
}

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
