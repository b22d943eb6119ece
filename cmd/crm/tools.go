package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
)

type migrateCommand struct{ config.Database }

// Run migrates and says which version the schema has.
func (c *migrateCommand) Run(ctx context.Context) error {
	version, err := app.Migrate(ctx, c.Database)
	if err != nil {
		return err
	}
	fmt.Printf("The schema is up to date: version %d.\n", version)
	return nil
}

type doctorCommand struct {
	config.Serve
	What   string `arg:"" optional:"" enum:",counters" default:"" help:"counters compares the stored counts, and the sums of reports, with a recount. By default, doctor checks what a start needs."`
	Repair bool   `help:"With counters: correct what is wrong. The service may run meanwhile."`

	Workspace string `help:"Check this workspace instead: its token, account, webhooks and numbers at the provider, and the open notices about them."`
}

// Run checks everything that a start would need, and more, or the counters alone.
func (c *doctorCommand) Run(ctx context.Context, unknown environment) error {
	switch {
	case c.What == "counters":
		unknown.warn()
		return app.DoctorCounters(ctx, c.Serve.Database, c.Repair, os.Stdout)
	case c.Repair:
		return errors.New("--repair is for crm doctor counters")
	case c.Workspace != "":
		unknown.warn()
		return app.DoctorWorkspace(ctx, c.Serve, c.Workspace, os.Stdout)
	}
	return app.Doctor(ctx, c.Serve, string(unknown), os.Stdout)
}

type reprocessCommand struct {
	config.Database
	Since  time.Duration `help:"Only provider webhooks that arrived within this time, such as 72h. By default, all stored ones (30 days)."`
	DryRun bool          `help:"Only count what would be applied again."`
}

// Run applies anew what could not be applied when it came.
func (c *reprocessCommand) Run(ctx context.Context) error {
	return app.Reprocess(ctx, c.Database, c.Since, c.DryRun, os.Stdout)
}

type seedCommand struct {
	config.Database
	Messages   int    `help:"How many messages, sent and received, over the last 27 days." default:"10000000"`
	Contacts   int    `help:"How many contacts, each with a conversation. People work on them in teams." default:"1000000"`
	Deals      int    `help:"How many deals the first workspace has, in one pipeline, over two years. With --messages 0 --contacts 0, they are added to a database that this command has filled." default:"0"`
	Workspaces int    `help:"How many workspaces share them. Existing workspaces are filled first." default:"1"`
	Events     int    `help:"How many events of the log each message has; each event has a delivery." default:"1"`
	Endpoint   string `help:"Where the webhook endpoint of each workspace posts later events. Without it, the endpoints are disabled." placeholder:"URL"`
}

// Run fills the database and tells how it comes on.
func (c *seedCommand) Run(ctx context.Context) error {
	for name, n := range map[string]int{"--messages": c.Messages, "--contacts": c.Contacts, "--deals": c.Deals, "--workspaces": c.Workspaces, "--events": c.Events} {
		if n < 0 {
			return fmt.Errorf("%s: a number from 0", name)
		}
	}
	return app.FillDatabase(ctx, c.Database, app.Seed{Messages: c.Messages, Contacts: c.Contacts, Deals: c.Deals, Workspaces: c.Workspaces, Events: c.Events, EndpointURL: c.Endpoint}, os.Stdout)
}

type openAPICommand struct {
	JSON bool `help:"Print JSON instead of YAML."`
}

// Run prints the document that the service serves.
func (c *openAPICommand) Run(ctx context.Context) error {
	doc, err := app.OpenAPI(ctx, slog.New(slog.DiscardHandler), c.JSON)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(doc)
	return err
}
