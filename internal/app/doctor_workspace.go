package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// DoctorWorkspace tells what is wrong with how a workspace sends and receives, in the order
// in which it is to be settled. It returns an error where nothing is sent or received.
func DoctorWorkspace(ctx context.Context, cfg config.Serve, workspaceID string, out io.Writer) error {
	return WithService(ctx, cfg.Database, service.Options{CallbackURL: cfg.CallbackURL}, cfg.ProviderURL, cfg.ProviderVersion, func(s *service.Service) error {
		actor, err := s.Access.Operator(ctx, workspaceID)
		if err != nil {
			return err
		}
		if !actor.Live {
			return errors.New("a test workspace has its provider in the running service: ask there, by GET /v1/onboarding/doctor")
		}
		list, err := s.Checklist.Examine(ctx, actor)
		if err != nil {
			return err
		}
		critical := 0
		for _, f := range list {
			mark := map[crm.Severity]string{crm.SeverityCritical: "✗", crm.SeverityWarning: "!"}[f.Severity]
			if mark == "" {
				mark = "–"
			}
			if f.Severity == crm.SeverityCritical {
				critical++
			}
			fmt.Fprintf(out, "%s %s\n  %s\n  → %s\n", mark, f.What, f.Why, f.DoThis)
			if f.Fixable {
				fmt.Fprintf(out, "  → or: POST /v1/onboarding/doctor/%s/fix\n", f.ID)
			}
		}
		switch {
		case critical > 0:
			return fmt.Errorf("%s to fix, marked ✗", points(critical))
		case len(list) == 0:
			fmt.Fprintln(out, "Everything is fine.")
		}
		return nil
	})
}
