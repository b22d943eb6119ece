package access

import (
	"context"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
)

// CreateWorkspace makes a workspace and its first key, which has every scope.
// It is for the operator of the deployment, not for callers of the API.
func (s *Access) CreateWorkspace(ctx context.Context, name string, live bool, defaultLanguage string) (w crm.Workspace, key NewAPIKey, err error) {
	if strings.TrimSpace(name) == "" {
		return w, key, crm.Errorf(crm.KindInvalid, crm.CodeRequired, "A workspace needs a name.")
	}
	err = s.db.Update(ctx, "workspaces", func(tx *db.Tx) error {
		w = crm.Workspace{ID: tx.NewID(crm.PrefixWorkspace), Name: name, Live: live, DefaultLanguage: defaultLanguage, CreatedAt: tx.Now()}
		InsertWorkspace(tx, w)
		key = insertKey(tx, w.ID, live, crm.NewAPIKeyRequest{Name: "First key", Scopes: []crm.Scope{crm.ScopeAll}}, crm.DoneBy{Type: crm.ActorOperator})
		return audit.RecordFirst(tx, crm.Insider(w.ID, crm.ActorOperator, live), crm.Act{Action: "workspace.created",
			Targets: []crm.ActTarget{{Type: "workspace", ID: w.ID, Name: w.Name}, KeyTarget(key.Key)}})
	})
	return w, key, err
}

// Operator returns the operator with every scope in a workspace, for commands
// run on the machine of the deployment.
func (s *Access) Operator(ctx context.Context, workspaceID string) (crm.Actor, error) {
	return s.insider(ctx, workspaceID, crm.ActorOperator)
}

// System returns the service itself with every scope in a workspace.
func (s *Access) System(ctx context.Context, workspaceID string) (crm.Actor, error) {
	return s.insider(ctx, workspaceID, crm.ActorSystem)
}

func (s *Access) insider(ctx context.Context, workspaceID string, kind crm.ActorKind) (crm.Actor, error) {
	w, err := s.Workspace(ctx, workspaceID)
	return crm.Insider(w.ID, kind, w.Live), err
}

// Workspaces lists the workspaces of the deployment, for its operator.
func (s *Access) Workspaces(ctx context.Context) (list []crm.Workspace, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = Workspaces(tx, 1000); return err })
	return list, err
}

// CreateKey makes a key of a workspace, with every scope where none is named.
// It is for the operator of the deployment.
func (s *Access) CreateKey(ctx context.Context, workspaceID, name string, scopes []crm.Scope) (NewAPIKey, error) {
	actor, err := s.Operator(ctx, workspaceID)
	if err != nil {
		return NewAPIKey{}, err
	}
	if len(scopes) == 0 {
		scopes = []crm.Scope{crm.ScopeAll}
	}
	return s.CreateAPIKey(ctx, actor, crm.NewAPIKeyRequest{Name: name, Scopes: scopes})
}
