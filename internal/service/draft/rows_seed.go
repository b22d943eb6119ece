package draft

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedDraft stores what a user began to write at an earlier time.
func SeedDraft(tx *db.Tx, d crm.Draft) { insertDraft(tx, d) }
