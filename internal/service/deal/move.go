package deal

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// Move puts a deal onto a stage, at a place there. A change of stage is in its history,
// and told of once; another place on the same stage is neither.
func (s *Deals) Move(ctx context.Context, actor crm.Actor, id string, m crm.DealMove) (crm.MovedDeal, error) {
	return change(ctx, s, actor, func(tx *db.Tx) (crm.MovedDeal, error) {
		out, err := MoveDeal(tx, actor, actor.By(), id, m)
		if err == nil {
			err = nameFields(tx, &out.Deal)
		}
		return out, err
	})
}

// MoveDeal is Move in a transaction, for an actor who asks and whoever it is done by.
func MoveDeal(tx *db.Tx, actor crm.Actor, by crm.DoneBy, id string, m crm.DealMove) (out crm.MovedDeal, err error) {
	f := m.Validate()
	to := ""
	var old crm.Deal
	err = tx.Together(
		func(tx *db.Tx) (err error) { old, err = deal(tx, selectDealSQL, actor.WorkspaceID, id); return err },
		func(tx *db.Tx) (err error) {
			if m.ToStageID != "" {
				to, err = pipelineOfStage(tx, actor.WorkspaceID, m.ToStageID)
			}
			return err
		})
	if err != nil {
		return out, err
	}
	if m.ToStageID != "" && to == "" {
		f.Add("/toStageId", crm.CodeNotFound, "There is no stage %q in this workspace.", m.ToStageID)
	}
	old, locked, err := lockKnownDeal(tx, actor, old, to)
	if err == nil {
		err = checkStage(locked[old.PipelineID], old, m.IfStageID)
	}
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return out, err
	}
	stage, there := locked[to].Stage(m.ToStageID)
	if !there { // it was removed just now
		f.Add("/toStageId", crm.CodeNotFound, "There is no stage %q in this workspace.", m.ToStageID)
		return out, f.Err()
	}
	if old.StageID == stage.ID {
		return reorder(tx, old, stage, m, f)
	}
	if err := checkArchive(locked[to]); err != nil && to != old.PipelineID {
		return out, err
	}
	d := old
	if err := checkRequired(tx, d, stage, f); err != nil {
		return out, err
	}
	if d.DealEnd, err = ending(tx, d.WorkspaceID, stage, m, f); err == nil {
		err = f.Err()
	}
	if err != nil {
		return out, err
	}
	if d.Position, out.Placement, err = place(tx, old, stage.ID, m); err != nil {
		return out, err
	}
	from, _ := locked[old.PipelineID].Stage(old.StageID)
	out.Deal, err = enter(tx, old, d, from, stage, by)
	return out, err
}

// checkStage holds a condition against the stage on which a deal is.
func checkStage(p crm.Pipeline, d crm.Deal, condition string) error {
	if condition == "" || condition == d.StageID {
		return nil
	}
	stage, _ := p.Stage(d.StageID)
	return crm.Errorf(crm.KindPrecondition, crm.CodeChangedMeanwhile, "The deal is on the stage %s (%s) now, not on the one that ifStageId names.", stage.Name, d.StageID)
}

// reorder puts a deal elsewhere on its stage.
func reorder(tx *db.Tx, d crm.Deal, stage crm.Stage, m crm.DealMove, f *crm.Faults) (out crm.MovedDeal, err error) {
	for _, given := range [][2]string{{"lostReasonId", m.LostReasonID}, {"wonReasonId", m.WonReasonID}, {"closeNote", m.Note}} {
		if given[1] != "" {
			f.Add("/"+given[0], crm.CodeNotAllowed, "The deal is on the stage %s already, and stays as it was won or lost.", stage.Name)
		}
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	before := d.Position
	if d.Position, out.Placement, err = place(tx, d, stage.ID, m); err == nil && d.Position != before {
		tx.Write(placeDealSQL, d.WorkspaceID, d.ID, d.Position)
		out.Reordered = true
	}
	out.Deal = d
	return out, err
}

// enter stores a deal on another stage, counts it there, and tells of it.
func enter(tx *db.Tx, old, d crm.Deal, from, stage crm.Stage, by crm.DoneBy) (crm.Deal, error) {
	now := tx.Now()
	d.PipelineID, d.StageID, d.Status, d.StageForecast = stage.PipelineID, stage.ID, stage.Kind, stage.Forecast
	d.Version, d.StageSince, d.ActiveAt, d.UpdatedAt = old.Version+1, now, now, now
	d.RotsAt = stage.Rots(now)
	switch {
	case stage.Kind == crm.StageOpen:
		d.ClosedAt = nil
	case old.Status != stage.Kind:
		d.ClosedAt = &now
	}
	if err := record(tx, &old, &d); err != nil {
		return d, err
	}
	facts, err := factsOfMove(tx, d, &from, stage)
	if err != nil {
		return d, err
	}
	updateDeal(tx, d)
	count(tx, d.WorkspaceID, old.StageID, old.DealContent, -1)
	count(tx, d.WorkspaceID, d.StageID, d.DealContent, 1)
	beginSpan(tx, d, by)
	happened(tx, d, crm.DealMoved, by, facts)
	return d, tell(tx, d, from, stage, by)
}

// tell writes the event of a change of stage.
func tell(tx *db.Tx, d crm.Deal, from, to crm.Stage, by crm.DoneBy) error {
	data := crm.DealStageData{DealID: d.ID, Title: d.Title, PipelineID: d.PipelineID, FromStage: *eventStage(from), ToStage: *eventStage(to), Status: string(d.Status),
		Amount: d.AmountText(), Currency: orNull(d.Currency), ContactID: orNull(d.ContactID), ConversationID: orNull(d.ConversationID), ChangedBy: by, OwnerID: orNull(d.OwnerID)}
	return event.AppendEvent(tx, crm.EventDealStageUpdated, d.WorkspaceID, d.ID, crm.EventScope{PipelineID: d.PipelineID}, data)
}

// tellOwner writes the event of a deal that has another owner than before.
func tellOwner(tx *db.Tx, before string, d crm.Deal, by crm.DoneBy) error {
	if before == d.OwnerID {
		return nil
	}
	return event.AppendEvent(tx, crm.EventDealAssigned, d.WorkspaceID, d.ID, crm.EventScope{PipelineID: d.PipelineID}, crm.DealAssignedData{
		DealID: d.ID, Title: d.Title, PipelineID: d.PipelineID, FromOwnerID: orNull(before), OwnerID: orNull(d.OwnerID),
		ContactID: orNull(d.ContactID), ConversationID: orNull(d.ConversationID), ChangedBy: by})
}

// orNull is nil for an empty text.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func eventStage(s crm.Stage) *crm.EventStage { return &crm.EventStage{ID: s.ID, Name: s.Name} }

// factsOfMove are what the history keeps of a deal that came onto a stage; from is nil
// for one that began there.
func factsOfMove(tx *db.Tx, d crm.Deal, from *crm.Stage, to crm.Stage) (crm.DealHistoryFacts, error) {
	facts := crm.DealHistoryFacts{ToStage: eventStage(to), Status: to.Kind, ReasonID: d.ReasonID, Note: d.Note}
	if from != nil {
		facts.FromStage = eventStage(*from)
	}
	if d.ReasonID == "" {
		return facts, nil
	}
	r, err := reason(tx, d.WorkspaceID, d.ReasonID)
	facts.Reason = r.Name
	return facts, err
}

// ending returns why a deal is won or lost on a stage, and adds what is wrong with it.
func ending(tx *db.Tx, workspaceID string, stage crm.Stage, m crm.DealMove, f *crm.Faults) (crm.DealEnd, error) {
	end := m.End(stage, f)
	if end.ReasonID == "" {
		return end, nil
	}
	r, err := reason(tx, workspaceID, end.ReasonID)
	if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
		return end, err
	}
	if err != nil || r.Kind != stage.Kind {
		f.Add("/"+string(stage.Kind)+"ReasonId", crm.CodeNotFound, "There is no reason %q of the kind %s in this workspace.", end.ReasonID, stage.Kind)
	}
	return end, nil
}
