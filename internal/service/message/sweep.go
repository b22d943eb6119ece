package message

import (
	"context"
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
)

const (
	// parkedLife is how long a status waits for its message.
	parkedLife = 72 * time.Hour
	// parkedItemLife is how long an edit, a revocation or a reaction waits for its
	// message: longer than the provider delivers anything late (inbound.md 1.5).
	parkedItemLife = 8 * 24 * time.Hour
)

// Sweep forgets statuses and items that wait for a message for too long.
func (s *Messages) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		items, err := expireParkedItems(tx, tx.Now().Add(-parkedItemLife), limit)
		if err != nil {
			return items, err
		}
		statuses, err := forgetParked(tx, tx.Now().Add(-parkedLife), limit)
		return max(items, statuses), err
	})
}

// forgetParked forgets up to limit statuses whose message was never seen here,
// notes so for their numbers, and returns how many these were.
func forgetParked(tx *db.Tx, before time.Time, limit int) (int64, error) {
	gone, n, err := expireParked(tx, before, limit)
	for _, g := range gone {
		account.RaiseNotice(tx, crm.HealthNotice{WorkspaceID: g.WorkspaceID, PhoneNumberID: g.PhoneNumberID, Kind: crm.HealthUnknownStatus,
			Severity: crm.SeverityWarning, LastSeen: tx.Now(), Count: g.Count,
			Detail: fmt.Sprintf("Statuses named messages that were never seen here, the last one %s. Another app may send from this number.", g.Last)}, true)
	}
	return n, err
}
