package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"service.example/crm/internal/service"
)

type addOperatorCommand struct {
	admin
	Email string `help:"E-mail address of the person, who must already have an account." required:""`
}

func (c *addOperatorCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		o, err := s.People.AddOperator(ctx, c.Email)
		if err == nil {
			fmt.Printf("%s (%s, %s) is an operator of this deployment.\n", o.Email, o.Name, o.ID)
		}
		return err
	})
}

// Help is what crm admin add-operator --help says.
func (c *addOperatorCommand) Help() string {
	return `An operator sees the state of the whole deployment in the app, and in GET /v1/deployment: nodes, queues, lag and storage, but no content and no name of a workspace. The mark belongs to the person, not to the address: whoever gets the address later does not have it.

First make sure that the account belongs to the person you mean: the owner of any workspace can invite any address.

Example:

  crm admin add-operator --email olivia@example.com`
}

type removeOperatorCommand struct {
	admin
	Email string `help:"E-mail address of the operator." required:""`
}

func (c *removeOperatorCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		o, err := s.People.RemoveOperator(ctx, c.Email)
		if err == nil {
			fmt.Printf("%s (%s) is no longer an operator; running services refuse them within a second.\n", o.Email, o.ID)
		}
		return err
	})
}

// Help is what crm admin remove-operator --help says.
func (c *removeOperatorCommand) Help() string {
	return `Example:

  crm admin remove-operator --email olivia@example.com`
}

type listOperatorsCommand struct{ admin }

// Help is what crm admin list-operators --help says.
func (c *listOperatorsCommand) Help() string {
	return `Example:

  crm admin list-operators`
}

func (c *listOperatorsCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		list, err := s.People.Operators(ctx)
		if err != nil {
			return err
		}
		t := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		for _, o := range list {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", o.ID, o.Email, o.Name, o.OperatorSince.Format(time.DateOnly), strings.Join(o.Workspaces, " "))
		}
		return t.Flush()
	})
}
