// Command crm is the business messaging service: server, demo, provider
// simulator and administration in one binary.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
)

type commands struct {
	Serve       serveCommand       `cmd:"" help:"Run the service."`
	Demo        demoCommand        `cmd:"" help:"Run the service and the provider simulator on an embedded database. No account is needed."`
	Sandbox     sandboxCommand     `cmd:"" help:"Run the provider simulator alone."`
	Listen      listenCommand      `cmd:"" help:"Forward a workspace's live events to a receiver on your machine, signed like webhooks."`
	Migrate     migrateCommand     `cmd:"" help:"Bring the database schema up to date; serve does this too."`
	Doctor      doctorCommand      `cmd:"" help:"Check settings, database and provider, and list what to fix."`
	Healthcheck healthcheckCommand `cmd:"" help:"Ask the service on this machine whether it is ready; exits with 0 if so. For health checks of containers."`
	Backup      backupCommand      `cmd:"" help:"Copy the embedded database and its files into a folder, while the service runs."`
	Reprocess   reprocessCommand   `cmd:"" help:"Apply stored provider webhooks that an earlier version did not understand. Use it after an upgrade."`
	Seed        seedCommand        `cmd:"" help:"Fill a new database with messages, contacts and workspaces, to measure the service with a long history."`
	Admin       adminCommands      `cmd:"" help:"Create workspaces, keys and connections from the command line."`
	Audit       auditCommands      `cmd:"" help:"Verify the audit log."`
	OpenAPI     openAPICommand     `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Version     versionCommand     `cmd:"" help:"Print the version and the commit of this build."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), ends()...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends at once
	if os.Getenv("GOGC") == "" {
		go boundGarbage(ctx)
	}
	var cli commands
	parser := kong.Must(&cli, kong.Name("crm"), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Description("A self-hosted business messaging CRM: send messages of every type, receive everything your customers write, let assistants answer, and get every event as a signed webhook."),
		kong.ShortUsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}))
	wrong := readEnvironment(parser.Model)
	command, err := parser.Parse(spelled(os.Args[1:]))
	refuse(command, wrong, err)
	parser.FatalIfErrorf(err)
	unknown := unknownVariables(knownVariables(parser.Model), os.Environ())
	switch strings.Fields(command.Command())[0] {
	case "admin", "audit", "backup", "migrate", "reprocess", "seed":
		unknown.warn()
	}
	if err := command.Run(unknown); err != nil {
		fmt.Fprintln(os.Stderr, "crm: "+sentence(err))
		os.Exit(1)
	}
}

// ends are the signals that end the process in good order. A terminal that closes is
// one of them, unless somebody told the process to outlive it (nohup).
func ends() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// spelled are the arguments as the parser knows them: people also ask for help and for
// the version as other programs have it.
func spelled(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && args[0] == "--version":
		return []string{"version"}
	}
	return args
}

// sentence is an error as a person reads it: a fault that says the same as the
// error that it belongs to is said once.
func sentence(err error) string {
	var known *crm.Error
	if !errors.As(err, &known) {
		return err.Error()
	}
	text := strings.TrimRight(known.Message, ".")
	for _, f := range known.Fields {
		if f.Detail != known.Message {
			text += "; " + f.Pointer + ": " + strings.TrimRight(f.Detail, ".")
		}
	}
	if cause := known.Unwrap(); cause != nil {
		text += ": " + cause.Error()
	}
	return strings.Replace(err.Error(), known.Error(), text, 1)
}

// readable writes a duration as people do, also in JSON, which would give
// nanoseconds.
func readable(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		d := a.Value.Duration()
		if d > time.Second {
			d = d.Round(time.Millisecond)
		}
		a.Value = slog.StringValue(d.String())
	}
	return a
}

// logger returns the log of the process, which also is the default one.
func logger(c config.Log) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // an enum, checked by the parser
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: readable}
	var h slog.Handler = slog.NewTextHandler(os.Stderr, options)
	if c.LogFormat == "json" {
		h = slog.NewJSONHandler(os.Stderr, options)
	}
	log := slog.New(h)
	slog.SetDefault(log)
	return log
}
