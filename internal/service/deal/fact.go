package deal

import (
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// slot is the stretch of time of which cells keep what they had at its end.
const slot = 15 * time.Minute

// slotOf is when the slot began in which a moment is, in Unix milliseconds.
func slotOf(at int64) int64 { return at / slot.Milliseconds() * slot.Milliseconds() }

// slotsOf is with which slot a period begins, and which one is behind it.
func slotsOf(p crm.ReportPeriod) (from, to int64) {
	return slotOf(db.Ms(p.Bounds[0])), slotOf(db.Ms(p.Bounds[len(p.Bounds)-1]))
}

// record keeps a change of a deal: what it is from now on, what its pipeline is worth,
// and what was moved. from is nil for a new deal, to for one that is removed. The
// pipelines of both are locked.
func record(tx *db.Tx, from, to *crm.Deal) error { return recordAt(tx, db.Ms(tx.Now()), from, to) }

func recordAt(tx *db.Tx, now int64, from, to *crm.Deal) error {
	at, later := now, false
	err := tx.Together(
		func(tx *db.Tx) (err error) { at, err = momentOf(tx, now, from, to); return err },
		func(tx *db.Tx) (err error) {
			if from != nil && to != nil && from.StageID != to.StageID && from.PipelineID == to.PipelineID {
				later, err = isLater(tx, *from, *to)
			}
			return err
		})
	if err != nil {
		return err
	}
	moveCells(tx, from, to, at)
	left := int64(0)
	if from != nil {
		left = at - db.Ms(from.StageSince)
	}
	moves := slices.Concat(crm.BridgeMovements(from, to), crm.StageMovements(from, to, later, left))
	if to != nil {
		if closed := crm.ClosedMovements(from, to, at-db.Ms(to.CreatedAt)); len(closed) > 0 {
			moves = append(moves, closed...)
			pinRates(tx, *to, at)
		}
	}
	if err := addMovements(tx, from, to, at, moves); err != nil {
		return err
	}
	putFact(tx, from, to, at)
	return nil
}

// momentOf is now, or later: time never runs backwards in a pipeline, although the clocks
// of nodes differ.
func momentOf(tx *db.Tx, now int64, list ...*crm.Deal) (int64, error) {
	at, asked := now, ""
	for _, d := range list {
		if d == nil || d.PipelineID == asked {
			continue
		}
		asked = d.PipelineID
		var begun, ended int64
		if _, err := tx.One(lastFactSQL, []any{&begun, &ended}, d.WorkspaceID, d.PipelineID); err != nil {
			return 0, err
		}
		at = max(at, begun, ended)
	}
	return at, nil
}

// recordStages keeps what the stages of a pipeline are from now on.
func recordStages(tx *db.Tx, old, p crm.Pipeline) {
	at := db.Ms(tx.Now())
	for _, s := range gone(old, p) {
		tx.Write(endStageFactSQL, p.WorkspaceID, p.ID, s.ID, at)
	}
	for i, s := range p.Stages {
		before, there := old.Stage(s.ID)
		if there && slices.IndexFunc(old.Stages, func(o crm.Stage) bool { return o.ID == s.ID }) == i && len(crm.ActDiff(before, s)) == 0 {
			continue
		}
		tx.Write(endStageFactSQL, p.WorkspaceID, p.ID, s.ID, at)
		tx.Write(putStageFactSQL, p.WorkspaceID, p.ID, s.ID, at, int64(i), s.Name, string(s.Kind), int64(s.Probability), int64(s.RotsAfterDays), crm.JoinIDs(s.Requires), string(s.Forecast))
	}
}
