package broadcast

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Failures returns how many recipients of a broadcast have failed, by the reason, most
// first. The counts are kept, so that asking costs the same however many there are.
func (s *Broadcasts) Failures(ctx context.Context, actor crm.Actor, id string) (out []crm.FailureCount, err error) {
	b, err := s.Broadcast(ctx, actor, id)
	if err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = failureCounts(tx, failureCountsSQL, b); return err })
	return out, err
}
