package charge

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// reprice prices rows whose amount was not known by cards that were imported since, and
// reports whether there are more.
func (c *Charges) reprice(ctx context.Context, workspaceID string) (more bool, err error) {
	var place, next copyPlace
	b, err := c.open(ctx, workspaceID, func(tx *db.Tx, b *booking) (err error) {
		if place, err = repricingOf(tx, workspaceID); err != nil {
			return err
		}
		var unpriced []crm.BookedCharge
		if unpriced, next, err = unpricedAfter(tx, workspaceID, place, partFacts); err != nil {
			return err
		}
		ids := []string{}
		for _, row := range unpriced {
			ids = append(ids, row.MessageID)
		}
		if err := b.read(tx, ids); err != nil {
			return err
		}
		for _, row := range unpriced {
			if known := b.ledger[copyOf{row.MessageID, row.ParticipantID}]; known == nil || known.Number != row.Number {
				continue // taken back since
			}
			now := row
			if err := b.price(tx, &now); err != nil {
				return err
			}
			if now.Micros == nil {
				continue
			}
			now.Kind = crm.ChargeCorrected
			if err := b.takeBack(tx, row); err != nil {
				return err
			}
			b.add(now)
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	return c.store(ctx, b, next != copyPlace{}, func(tx *db.Tx) { moveRepricing(tx, workspaceID, place, next) })
}
