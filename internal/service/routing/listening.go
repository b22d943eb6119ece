package routing

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// streamSlack is for how long a note holds: until the next one, which may be late.
const streamSlack = crm.StreamNotePause + 10*time.Second

// Listening notes that members have live streams on this node now, where their
// workspace asks for it. Who had none for too long may get conversations again.
func (s *Routing) Listening(ctx context.Context, workspaceID string, userIDs []string) error {
	wanted := false
	err := s.db.View(ctx, func(tx *db.Tx) error {
		of, err := settings(tx, workspaceID)
		wanted = of.UnreachableSeconds > 0
		return err
	})
	if err != nil || !wanted {
		return err
	}
	return s.db.Update(ctx, workspaceID, func(tx *db.Tx) error {
		of, err := settings(tx, workspaceID)
		if err != nil {
			return err
		}
		facets, err := agentsOf(tx, workspaceID, userIDs)
		for i, id := range userIDs {
			if err != nil {
				return err
			}
			tx.Write(saveStreamSQL, workspaceID, id, db.Ms(tx.Now().Add(streamSlack)))
			if facets[i].unreachable(of, tx.Now()) {
				lookAtAgent(tx, workspaceID, id)
			}
		}
		return err
	})
}
