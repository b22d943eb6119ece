// Command crm is the business messaging service: server, demo, provider
// simulator and administration in one binary.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"service.example/crm/internal/config"
)

type commands struct {
	Serve     serveCommand     `cmd:"" help:"Run the service."`
	Demo      demoCommand      `cmd:"" help:"Run everything at once on an embedded database with the provider simulator: no account anywhere is needed."`
	Sandbox   sandboxCommand   `cmd:"" help:"Run the provider simulator alone."`
	Listen    listenCommand    `cmd:"" help:"Bring a workspace's live events to a receiver on your machine, signed as webhooks are."`
	Migrate   migrateCommand   `cmd:"" help:"Bring the database schema up to date; serve does so too."`
	Doctor    doctorCommand    `cmd:"" help:"Check settings, database and provider, and say what to mend."`
	Reprocess reprocessCommand `cmd:"" help:"After an upgrade: apply what the provider posted and an earlier version did not understand."`
	Admin     adminCommands    `cmd:"" help:"Create workspaces, keys and connections from the command line."`
	OpenAPI   openAPICommand   `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if os.Getenv("GOGC") == "" {
		go boundGarbage(ctx)
	}
	var cli commands
	parser := kong.Must(&cli, kong.Name("crm"), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Description("A self-hosted business messaging CRM: send messages of every kind, receive everything your customers write, let assistants answer, and be told of every event by signed webhooks."),
		kong.ShortUsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}))
	command, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "crm: "+err.Error())
		os.Exit(1)
	}
}

// logger returns the log of the process, which also is the default one.
func logger(c config.Log) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // an enum, checked by the parser
	options := &slog.HandlerOptions{Level: level}
	var h slog.Handler = slog.NewTextHandler(os.Stderr, options)
	if c.LogFormat == "json" {
		h = slog.NewJSONHandler(os.Stderr, options)
	}
	log := slog.New(h)
	slog.SetDefault(log)
	return log
}
