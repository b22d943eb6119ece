package main

import (
	"context"
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

type doctorCommand struct{ config.Serve }

// Run checks everything that a start would need, and more.
func (c *doctorCommand) Run(ctx context.Context, unknown environment) error {
	return app.Doctor(ctx, c.Serve, string(unknown), os.Stdout)
}

type reprocessCommand struct {
	config.Database
	Since  time.Duration `help:"Only provider webhooks that arrived within this time, such as 72h. By default all that are stored (30 days)."`
	DryRun bool          `help:"Only count the posts that would be applied again."`
}

// Run applies anew what could not be applied when it came.
func (c *reprocessCommand) Run(ctx context.Context) error {
	return app.Reprocess(ctx, c.Database, c.Since, c.DryRun, os.Stdout)
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
