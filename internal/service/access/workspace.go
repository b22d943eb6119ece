package access

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Workspace returns a workspace as it was within the last second, or a
// KindNotFound error.
func (s *Access) Workspace(ctx context.Context, id string) (crm.Workspace, error) {
	return s.spaces.Get(id, func() (w crm.Workspace, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { w, err = Workspace(tx, id); return err })
		return w, err
	})
}

// ForgetWorkspace drops what is remembered of a workspace.
func (s *Access) ForgetWorkspace(id string) { s.spaces.Drop(id) }

// SweepCaches forgets what has not been asked for lately.
func (s *Access) SweepCaches() {
	s.spaces.Sweep()
	s.keys.Sweep()
}
