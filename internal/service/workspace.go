package service

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

func (s *Service) workspace(ctx context.Context, id string) (crm.Workspace, error) {
	return s.spaces.get(id, func() (w crm.Workspace, err error) {
		err = s.db.View(ctx, func(tx *store.Tx) (err error) { w, err = tx.Workspace(id); return err })
		return w, err
	})
}

// forgetWorkspace drops what is remembered of a workspace.
func (s *Service) forgetWorkspace(id string) { s.spaces.drop(id) }

// sweepWorkspaces forgets what has not been asked for lately.
func (s *Service) sweepWorkspaces() {
	s.spaces.sweep()
	s.keys.sweep()
}
