package event

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

const (
	// sweepEndpoints is of how many endpoints one transaction of a sweep removes
	// deliveries, sweepRows how many of each.
	sweepEndpoints = 20
	sweepRows      = 200
)

// Sweep removes deliveries, redeliveries and counts that have served their time.
func (s *Events) Sweep(ctx context.Context) error {
	err := s.db.Update(ctx, "janitor", func(tx *db.Tx) error {
		before := tx.Now().Add(-crm.StatisticsLife)
		expireRedeliveries(tx, before)
		expireEndpointHours(tx, before)
		return nil
	})
	for after := ""; err == nil; {
		var list []string
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			list, err = deliveredEndpoints(tx, after, sweepEndpoints)
			return err
		})
		if err != nil || len(list) == 0 {
			return err
		}
		err = core.Remove(ctx, s.db, sweepRows, func(tx *db.Tx, limit int) (most int64, err error) {
			for _, id := range list {
				n, err := ExpireDeliveries(tx, id, tx.Now().Add(-crm.DeliveryLife), limit)
				if err != nil {
					return 0, err
				}
				most = max(most, n)
			}
			return most, nil
		})
		after = list[len(list)-1]
	}
	return err
}
