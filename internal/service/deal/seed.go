package deal

import (
	"fmt"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedDeals stores n deals of earlier times that begin on the first stage of a pipeline
// and go on to another one, to measure on. next returns each, with the time since when
// it is on its last stage, and the place of that.
func SeedDeals(tx *db.Tx, p crm.Pipeline, n int, next func(i int) (d crm.Deal, stage int)) error {
	if _, err := lockPipeline(tx, p.WorkspaceID, p.ID); err != nil {
		return err
	}
	for i := range n {
		d, place := next(i)
		moved := d.StageSince
		d.PipelineID, d.StageID, d.Status, d.Version = p.ID, p.Stages[0].ID, p.Stages[0].Kind, 1
		d.StageSince, d.ActiveAt, d.UpdatedAt = d.CreatedAt, d.CreatedAt, d.CreatedAt
		if err := recordAt(tx, db.Ms(d.CreatedAt), nil, &d); err != nil {
			return err
		}
		if s := p.Stages[place]; place > 0 {
			old := d
			d.StageID, d.Status, d.Version, d.StageSince = s.ID, s.Kind, 2, moved
			if s.Kind != crm.StageOpen {
				d.ClosedAt = &moved
			}
			if err := recordAt(tx, db.Ms(moved), &old, &d); err != nil {
				return err
			}
		}
		d.Position = fmt.Sprintf("%015dV", d.CreatedAt.UnixNano()/1000)
		insertDeal(tx, d)
		count(tx, d.WorkspaceID, d.StageID, d.DealContent, 1)
	}
	return nil
}
