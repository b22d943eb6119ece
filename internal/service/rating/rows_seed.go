package rating

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedRating stores what became of asking the contact of an episode.
func SeedRating(tx *db.Tx, r crm.Rating) {
	insert(tx, r)
	save(tx, r)
}
