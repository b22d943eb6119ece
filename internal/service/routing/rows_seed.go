package routing

import (
	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedDecision stores a decision of an earlier time, and how the conversation came to
// be routed.
func SeedDecision(tx *db.Tx, d crm.RoutingDecision, came assign.Asked) {
	saveDecision(tx, d)
	insertInputs(tx, d, d.ID, askedPlace, db.Text(came))
}
