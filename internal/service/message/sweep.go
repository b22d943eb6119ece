package message

import (
	"context"
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
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
	return s.db.Update(ctx, "janitor", func(tx *db.Tx) error {
		now := tx.Now()
		expireParkedItems(tx, now.Add(-parkedItemLife))
		return forgetParked(tx, now.Add(-parkedLife))
	})
}

// forgetParked forgets statuses whose message was never seen here, and notes so
// for their numbers.
func forgetParked(tx *db.Tx, before time.Time) error {
	gone, err := expireParked(tx, before)
	for _, g := range gone {
		account.RaiseNotice(tx, crm.HealthNotice{WorkspaceID: g.WorkspaceID, PhoneNumberID: g.PhoneNumberID, Kind: crm.HealthUnknownStatus,
			Severity: crm.SeverityWarning, LastSeen: tx.Now(), Count: g.Count,
			Detail: fmt.Sprintf("Statuses named messages that were never seen here, the last one %s. Another app may send from this number.", g.Last)}, true)
	}
	return err
}
