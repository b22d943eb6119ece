package main

import (
	"context"
	"fmt"

	"service.example/crm/internal/service"
)

type verifyDomainCommand struct {
	admin
	Workspace  string `arg:"" help:"Id of the workspace."`
	Connection string `arg:"" help:"Id of the SSO connection, which must claim the domain."`
	Domain     string `arg:"" help:"The domain, for example example.com."`
}

func (c *verifyDomainCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		actor, err := s.Access.Operator(ctx, c.Workspace)
		if err != nil {
			return err
		}
		if _, err := s.SignOn.VouchForDomain(ctx, actor, c.Connection, c.Domain); err != nil {
			return err
		}
		fmt.Printf("People with addresses of %s can sign in through %s.\n", c.Domain, c.Connection)
		return nil
	})
}

// Help is what crm admin verify-domain --help says.
func (c *verifyDomainCommand) Help() string {
	return `The connection must list the domain. From then on, whoever controls its OpenID provider can sign in as anybody with an address in that domain.

Examples:

  crm admin verify-domain wsp_… sso_… example.com`
}
