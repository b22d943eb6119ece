package message

import (
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
)

// ExpireParked forgets statuses whose message was never seen here, and notes so
// for their numbers.
func (s *Messages) ExpireParked(tx *db.Tx, before time.Time) error {
	gone, err := expireParked(tx, before)
	for _, g := range gone {
		account.RaiseNotice(tx, crm.HealthNotice{WorkspaceID: g.WorkspaceID, PhoneNumberID: g.PhoneNumberID, Kind: crm.HealthUnknownStatus,
			Severity: crm.SeverityWarning, LastSeen: tx.Now(), Count: g.Count,
			Detail: fmt.Sprintf("Statuses named messages that were never seen here, the last one %s. Another app may send from this number.", g.Last)}, true)
	}
	return err
}
