package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/version"
	"service.example/crm/web"
)

type serveCommand struct{ config.Serve }

// Run serves until the process is told to end.
func (c *serveCommand) Run(ctx context.Context, unknown environment) error {
	log := logger(c.Log)
	if unknown != "" {
		log.Warn(string(unknown))
	}
	began := time.Now()
	if !db.IsPostgres(c.Database.Database) {
		spareSomeThreads()
	}
	fresh, keyFile := app.Fresh(c.Database)
	a, err := app.New(ctx, c.Serve, app.Options{Log: log})
	if err != nil {
		return err
	}
	if fresh {
		log.Info("made a new, empty database", "database", c.Database.Database)
	}
	if keyFile != "" {
		log.Warn("made a new master key; keep a copy of this file elsewhere, because nothing opens without it", "file", keyFile)
	}
	if err := a.Start(ctx); err != nil {
		return err
	}
	log.Info("ready", "url", a.URL(), "version", version.Current().Version, "after", time.Since(began).Round(time.Millisecond))
	wait(ctx, a)
	log.Info("stopping; running work may finish, a second signal stops at once", "within", c.ShutdownTimeout)
	if err := stop(a, c.ShutdownTimeout); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// wait returns when the process is told to end, or when the service cannot go
// on; its stop then says why.
func wait(ctx context.Context, a *app.App) {
	select {
	case <-ctx.Done():
	case <-a.Failed():
	}
}

func stop(a *app.App, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return a.Stop(ctx)
}

type demoCommand struct {
	Data      string        `help:"Folder of the demo's data." default:"./data/demo" env:"CRM_DEMO_DATA"`
	Listen    string        `help:"Address to listen on." default:"127.0.0.1:8080" env:"CRM_DEMO_LISTEN"`
	LogLevel  string        `help:"debug, info, warn or error." default:"warn" enum:"debug,info,warn,error" env:"CRM_LOG_LEVEL"`
	Grace     time.Duration `help:"How long a send with an unknown outcome waits for a status before it is repeated." default:"1m" env:"CRM_UNKNOWN_GRACE"`
	Pprof     string        `help:"Address for Go profiles." hidden:"" env:"CRM_PPROF_LISTEN"`
	Delay     time.Duration `help:"Base delay of the simulated network's statuses." default:"400ms" env:"CRM_DEMO_STATUS_DELAY"`
	RateLimit int           `help:"Requests per second and API key." default:"1000" env:"CRM_RATE_LIMIT"`
	Day       bool          `help:"Begin a fresh demo with a day of the shop's conversations." default:"true" negatable:"" env:"CRM_DEMO_DAY"`
	Quiet     bool          `short:"q" help:"Do not print a line for each thing that happens." env:"CRM_DEMO_QUIET"`
}

// Run serves the demo until the process is told to end.
func (c *demoCommand) Run(ctx context.Context) error {
	spareSomeThreads()
	cfg := app.DemoConfig(c.Data, c.Listen)
	cfg.LogLevel, cfg.UnknownGrace, cfg.RateLimit, cfg.PprofListen = c.LogLevel, c.Grace, c.RateLimit, c.Pprof
	log := logger(cfg.Log)
	network := sandbox.DemoConfig()
	network.StatusDelay, network.Logger = c.Delay, log
	a, err := app.New(ctx, cfg, app.Options{Log: log, Sandbox: network, Demo: true, Day: c.Day})
	if err != nil {
		return err
	}
	if err := a.Start(ctx); err != nil {
		return err
	}
	info, err := a.SeedDemo(ctx, c.Data)
	if err != nil {
		_ = stop(a, cfg.ShutdownTimeout)
		return err
	}
	playground := "API playground at /docs"
	if !web.HasPlayground() {
		playground = "no API playground in this build; /docs says how to get it"
	}
	people := "open " + info.URL + "/app as " + info.Login.Email + ", password: " + info.Login.Password
	if !web.HasApp() {
		people = "no app in this build; /app says how to get it"
	}
	fmt.Printf(demoText, info.URL, playground, people, info.APIKey, info.PhoneNumber, info.SandboxURL, filepath.Join(c.Data, "env"), info.URL, info.APIKey, info.SandboxURL, info.SandboxURL)
	if !c.Quiet {
		fmt.Print("  What happens from here on:\n\n")
		a.Narrate(os.Stdout)
	}
	wait(ctx, a)
	fmt.Println("\nStopping …")
	if err := stop(a, cfg.ShutdownTimeout); err != nil {
		return err
	}
	fmt.Printf("Stopped. The data stays in %s.\n", c.Data)
	return nil
}

const demoText = `
  The demo is running.

  Address     %s        %s
  Inbox       %s
  API key     %s
  Sends from  %s        on the built-in sandbox, %s
  Shell       . %s        sets SERVICE_API_KEY, SERVICE_BASE_URL, SANDBOX_URL

  Send a template message; paste this into another terminal:

curl -s %s/v1/messages \
  -H 'Authorization: Bearer %s' \
  -H 'Content-Type: application/json' \
  -d '{"to":"+14155550123","type":"template","templateName":"order_shipped",
       "parameters":{"name":"Ada","order_number":"48213","eta":"on Friday"}}'

  Let a customer ask; the assistant answers from its knowledge:

curl -s %s/_sandbox/messages -d '{"from":"+14155550199","text":"When are you open?"}'

  Look at a customer's phone:

curl -s %s/_sandbox/phones/+14155550199

  Stop with Ctrl-C. The data is kept for the next start.

`

type sandboxCommand struct {
	Listen         string        `help:"Address to listen on; keep it on loopback." default:"127.0.0.1:8090" env:"CRM_SANDBOX_LISTEN"`
	CallbackURL    string        `help:"Where webhooks are posted." env:"CRM_SANDBOX_CALLBACK_URL"`
	AppSecret      string        `help:"Signs the webhooks. By default it is random and changes at each start, like the two tokens." env:"CRM_SANDBOX_APP_SECRET"`
	VerifyToken    string        `help:"Token that the handshake sends." env:"CRM_SANDBOX_VERIFY_TOKEN"`
	Token          string        `help:"System User Token that the simulator accepts." env:"CRM_SANDBOX_TOKEN"`
	ControlToken   string        `help:"Bearer token that the control API requires. By default every program on this machine may use the control API." env:"CRM_SANDBOX_CONTROL_TOKEN"`
	Seed           int64         `help:"Fixes all ids and delays, for tests. Do not use it with the database of an earlier start: ids would repeat. By default it is random." env:"CRM_SANDBOX_SEED"`
	StatusDelay    time.Duration `help:"Base delay before each status." default:"30ms" env:"CRM_SANDBOX_STATUS_DELAY"`
	Batch          int           `help:"Maximum number of waiting items in one webhook." default:"1" env:"CRM_SANDBOX_BATCH"`
	AutoRead       bool          `help:"Simulated phones read each message." env:"CRM_SANDBOX_AUTO_READ"`
	Throughput     int           `help:"Messages per second that a number accepts." default:"80" env:"CRM_SANDBOX_THROUGHPUT"`
	Numbers        int           `help:"How many numbers the account has." default:"1" env:"CRM_SANDBOX_NUMBERS"`
	PairLimit      bool          `help:"Enforce the provider's limit per pair of numbers." env:"CRM_SANDBOX_PAIR_LIMIT"`
	TemplateReview string        `help:"How templates are reviewed: approve, reject, manual, or content (by what they say)." enum:"approve,reject,manual,content" default:"content" env:"CRM_SANDBOX_TEMPLATE_REVIEW"`
	Retry          []string      `help:"Pauses before a webhook that got no 200 is posted again." env:"CRM_SANDBOX_RETRY" placeholder:"DURATION"`
	config.Log
}

// Run simulates the provider until the process is told to end.
func (c *sandboxCommand) Run(ctx context.Context) error {
	log := logger(c.Log)
	account := sandbox.DefaultAccount()
	base := account.Phones[0]
	account.Phones = nil
	for i := range max(1, c.Numbers) {
		p := base
		if i > 0 {
			p.ID, p.Number = fmt.Sprintf("1%014d", i+1), fmt.Sprintf("+1555000%04d", 1000+i)
		}
		p.Throughput = c.Throughput
		account.Phones = append(account.Phones, p)
	}
	var retry []time.Duration
	for _, text := range c.Retry {
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("--retry: %q is not a duration; write, for example, 500ms", text)
		}
		retry = append(retry, d)
	}
	s, err := app.ListenSandbox(c.Listen, sandbox.Config{Seed: c.Seed, AppSecret: c.AppSecret, VerifyToken: c.VerifyToken, Token: c.Token,
		CallbackURL: c.CallbackURL, StatusDelay: c.StatusDelay, WebhookBatch: c.Batch, AutoRead: c.AutoRead, PairLimit: c.PairLimit, TemplateReview: c.TemplateReview,
		WebhookRetry: retry, Accounts: []sandbox.Account{account}, Logger: log,
		Control: sandbox.Control{Open: c.ControlToken == "", Token: c.ControlToken, Clock: true}})
	if err != nil {
		return err
	}
	fmt.Printf("The provider simulator is running at %s\n  token         %s\n  account       %s\n  app secret    %s\n  verify token  %s\n  control API   %s/_sandbox/\n  mail server   %s\n",
		s.URL, s.Token, account.ID, s.AppSecret, s.VerifyToken, s.URL, s.MailURL)
	if err := s.Run(ctx); err != nil {
		return err
	}
	fmt.Println("\nStopped.")
	return nil
}
