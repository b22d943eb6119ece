package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

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
func (c *doctorCommand) Run(ctx context.Context) error {
	return app.Doctor(ctx, c.Serve, os.Stdout)
}

type openAPICommand struct{}

// Run prints the document that the service serves.
func (c *openAPICommand) Run(ctx context.Context) error {
	doc, err := app.OpenAPI(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(doc)
	return err
}
