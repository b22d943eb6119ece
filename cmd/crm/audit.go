package main

import (
	"context"
	"errors"
	"fmt"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/audit"
)

type auditCommands struct {
	Verify verifyAuditCommand `cmd:"" help:"Check the audit log for acts that were changed or removed. Exits with 1 if there are any."`
}

type verifyAuditCommand struct {
	config.Database
	Workspace string `help:"Verify only the workspace with this id. By default, verify all of them." placeholder:"ID"`
}

// Run prints a line for each workspace. The hash in it is that of the last act: who
// keeps it elsewhere finds out later whether the end of the log was replaced.
func (c *verifyAuditCommand) Run(ctx context.Context) error {
	broken := 0
	err := app.WithService(ctx, c.Database, service.Options{}, "", "", func(s *service.Service) error {
		return s.Audit.Verify(ctx, c.Workspace, func(v audit.Verdict) {
			name := v.WorkspaceID
			if name == "" {
				name = "deployment"
			}
			if v.Problem != "" {
				broken++
				fmt.Printf("%s  %d acts verified, then: %s\n", name, v.Acts, v.Problem)
				return
			}
			fmt.Printf("%s  %d acts, verified  %s\n", name, v.Acts, v.Hash)
		})
	})
	if err == nil && broken > 0 {
		err = errors.New("the audit log was changed")
	}
	return err
}

// Help is what crm audit verify --help says.
func (c *verifyAuditCommand) Help() string {
	return `The service may run meanwhile. Keep the hash of each line elsewhere: with it, you can find out later whether the end of the log was replaced.

Examples:

  crm audit verify
  crm audit verify --workspace wsp_…`
}
