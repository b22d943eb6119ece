// Package servicelevel knows how soon contacts are to be answered: the policies of
// a workspace with every version of them, the clocks of its conversations, and
// which of them are late.
package servicelevel

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
)

// Levels has the use cases about service levels.
type Levels struct {
	db    *db.DB
	calls *core.Calls

	inForce core.Cache[crm.ServiceLevels] // by workspace
	hours   *core.Recent[string, crm.OfficeTime]
}

// knownHours is how many versions of calendars are kept ready for counting.
const knownHours = 1000

// New returns the use cases, and lets them hear of conversations.
func New(p core.Parts) *Levels {
	s := &Levels{db: p.DB, calls: p.Calls, hours: core.NewRecent[string, crm.OfficeTime](knownHours)}
	conversation.SetKeeper(p.DB, "servicelevel", s.hear)
	return s
}

// SweepCaches forgets stale entries.
func (s *Levels) SweepCaches() { s.inForce.Sweep() }
