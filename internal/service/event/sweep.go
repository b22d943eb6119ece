package event

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

const (
	// sweepEndpoints is how many endpoints a sweep looks at together, sweepRows how
	// many rows one of its transactions removes.
	sweepEndpoints = 1000
	sweepRows      = 200
)

// Sweep removes deliveries, redeliveries and counts that have served their time.
func (s *Events) Sweep(ctx context.Context) error {
	for _, expire := range []func(tx *db.Tx, before time.Time, limit int) (int64, error){expireRedeliveries, expireEndpointHours} {
		err := core.Remove(ctx, s.db, sweepRows, func(tx *db.Tx, limit int) (int64, error) {
			return expire(tx, tx.Now().Add(-crm.StatisticsLife), limit)
		})
		if err != nil {
			return err
		}
	}
	for _, walk := range []*db.Stmt{deliveredEndpointsSQL, runEndpointsSQL} {
		if err := s.sweepDeliveries(ctx, walk); err != nil {
			return err
		}
	}
	return nil
}

// sweepDeliveries removes what is old of the endpoints that a statement walks
// through.
func (s *Events) sweepDeliveries(ctx context.Context, walk *db.Stmt) error {
	for after := (EndpointKey{}); ; {
		var list []EndpointKey
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			list, after, err = deliveredEndpoints(tx, walk, after, tx.Now().Add(-crm.DeliveryLife), sweepEndpoints)
			return err
		})
		for _, e := range list {
			if err == nil {
				err = core.Remove(ctx, s.db, sweepRows, func(tx *db.Tx, limit int) (int64, error) {
					return ExpireDeliveries(tx, e, tx.Now().Add(-crm.DeliveryLife), limit)
				})
			}
		}
		if err != nil || after == (EndpointKey{}) {
			return err
		}
	}
}
