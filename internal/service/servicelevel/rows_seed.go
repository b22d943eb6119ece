package servicelevel

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedClock stores a clock of a policy, which runs no steps.
func SeedClock(tx *db.Tx, s crm.InboxState, p crm.Clocks, c crm.Clock) { saveClock(tx, &s, &p, c, nil) }
