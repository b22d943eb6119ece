package deal

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
)

// Delete removes a deal with its notes and lines. Its history and its spans stay, as the past of its pipeline is
// added up from them; nobody reads them by the deal any more.
func (s *Deals) Delete(ctx context.Context, actor crm.Actor, id, condition string) error {
	_, err := change(ctx, s, actor, func(tx *db.Tx) (none struct{}, err error) {
		d, _, err := lockDeal(tx, actor, id, "")
		if err == nil {
			err = checkVersion(d, condition)
		}
		if err != nil {
			return none, err
		}
		return none, drop(tx, actor, d)
	})
	return err
}

// drop removes a deal that is locked.
func drop(tx *db.Tx, actor crm.Actor, d crm.Deal) error {
	if err := removeNotes(tx, d); err != nil {
		return err
	}
	d.Version++
	removeDeal(tx, d)
	putValues(tx, d, crm.Deal{})
	count(tx, d.WorkspaceID, d.StageID, d.DealContent, -1)
	endSpan(tx, d)
	if err := record(tx, &d, nil); err != nil {
		return err
	}
	happened(tx, d, crm.DealDeleted, actor.By(), crm.DealHistoryFacts{})
	return audit.Record(tx, actor, crm.Act{Action: "deal.deleted", Targets: []crm.ActTarget{{Type: "deal", ID: d.ID}}})
}
