package deal

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// rotChecks is how many deals are looked at before others have a turn.
const rotChecks = 200

// TellOfRot tells of deals that have begun to rot, each time once. A deal for which
// something happened meanwhile, such as a message in its conversation, is looked at again
// when it would rot then.
func (s *Deals) TellOfRot(ctx context.Context) error {
	var due [][2]string
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { due, err = dueRotChecks(tx, rotChecks); return err })
	var errs []error
	for _, d := range due {
		if ctx.Err() != nil {
			break
		}
		errs = append(errs, s.db.Update(ctx, d[0], func(tx *db.Tx) error { return checkRot(tx, d[0], d[1]) }))
	}
	return errors.Join(append(errs, err)...)
}

// checkRot tells that a deal rots, if it does, and says when it is to be looked again.
// After it was told that it rots, nothing can let it rot anew sooner than its stage says.
func checkRot(tx *db.Tx, workspaceID, id string) error {
	d, found, err := lockRotting(tx, workspaceID, id)
	now := tx.Now()
	if err != nil || !found || d.checkAt == 0 || d.checkAt > db.Ms(now) { // another node was faster
		return err
	}
	told, next := d.told, int64(0)
	switch {
	case d.RotsAt == nil:
	case d.RotsAt.After(now):
		next = db.Ms(*d.RotsAt)
	default:
		next = db.Ms(now.Add(time.Duration(d.days) * 24 * time.Hour))
		if told < db.Ms(*d.RotsAt) {
			told = db.Ms(*d.RotsAt)
			err = event.AppendEvent(tx, crm.EventDealRotted, workspaceID, d.ID, crm.EventScope{PipelineID: d.PipelineID}, crm.DealRottedData{
				DealID: d.ID, Title: d.Title, PipelineID: d.PipelineID, Stage: crm.EventStage{ID: d.StageID, Name: d.stage}, RotsAt: d.RotsAt.Unix(),
				OwnerID: orNull(d.OwnerID), ContactID: orNull(d.ContactID), ConversationID: orNull(d.ConversationID)})
		}
	}
	tx.Write(checkRotSQL, workspaceID, d.ID, next, told)
	return err
}
