package report

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedFacts counts facts of earlier times, as if they had been noted then. number is the
// place of the first one; they take as many as they are.
func (s *Reports) SeedFacts(tx *db.Tx, workspaceID string, number int64, list []crm.Fact) error {
	if _, err := lockPosition(tx, workspaceID); err != nil {
		return err
	}
	l := newLedger(s, tx, workspaceID)
	for i, f := range list {
		if err := l.note(number+int64(i), f); err != nil {
			return err
		}
	}
	return l.store()
}
