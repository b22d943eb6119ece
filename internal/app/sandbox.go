package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/whatsapp"
)

// Sandbox is the built-in provider simulator on a port of its own.
type Sandbox struct {
	URL, Token, AppSecret, VerifyToken string
	// MailURL is where the simulator takes mail, as --smtp-url has it.
	MailURL string
	Account sandbox.Account

	server         *sandbox.Server
	listener, mail net.Listener
}

// newSandbox makes the simulator for this service's test workspaces. Only a
// demo opens its control API, and lets it move the service's clock.
func (a *App) newSandbox(o Options) (*Sandbox, error) {
	cfg := o.Sandbox
	cfg.Control = sandbox.Control{Open: o.Demo, Clock: o.Demo, Token: a.cfg.SandboxControlToken}
	if o.Demo {
		cfg.OnClockAdvance = a.Advance
		if before := time.Duration(a.clock.offset.Load()); before < 0 {
			cfg.Clock = func() time.Time { return time.Now().Add(before) }
		}
	}
	remembered := a.rememberedPort()
	if listen := remembered.address(a.cfg.SandboxListen); listen != a.cfg.SandboxListen {
		if s, err := ListenSandbox(listen, cfg); err == nil {
			return s, nil
		}
		a.log.Warn("the sandbox's port is in use; listening on another one", "address", listen)
	}
	s, err := ListenSandbox(a.cfg.SandboxListen, cfg)
	if err == nil {
		remembered.keep(s.URL)
	}
	return s, err
}

// ListenSandbox makes a simulator that listens on an address and answers as soon
// as it runs.
func ListenSandbox(listen string, cfg sandbox.Config) (*Sandbox, error) {
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("the sandbox cannot listen: %w; stop the program that uses the address, or choose another address", err)
	}
	mail, err := net.Listen("tcp", "127.0.0.1:0") // on this machine only, whoever may reach the rest
	if err != nil {
		_ = listener.Close()
		return nil, fmt.Errorf("the sandbox's mail server cannot listen: %w", err)
	}
	if len(cfg.Accounts) == 0 {
		cfg.Accounts = []sandbox.Account{sandbox.DefaultAccount()}
	}
	s := &Sandbox{URL: "http://" + listener.Addr().String(), Account: cfg.Accounts[0], server: sandbox.New(cfg), listener: listener,
		MailURL: "smtp://" + mail.Addr().String(), mail: mail}
	s.Token, s.AppSecret, s.VerifyToken = s.server.Secrets()
	return s, nil
}

// Run answers and posts webhooks until ctx ends; then it breaks off at once, as
// a network does.
func (s *Sandbox) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var posting sync.WaitGroup
	posting.Go(func() { _ = s.server.Run(ctx) })
	posting.Go(func() { _ = s.server.Mail.Serve(ctx, s.mail) })
	defer posting.Wait()
	defer cancel()
	web := &http.Server{Handler: s.server.Handler(), ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = web.Close() })()
	if err := web.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// app is the app of the provider's signup.
func (s *Sandbox) app() whatsapp.App {
	return whatsapp.App{ID: sandbox.DefaultAppID, Secret: s.AppSecret, SignupConfig: sandbox.SignupConfig}
}

// liveApp is that of live workspaces; its fields are empty where there is none.
func liveApp(cfg config.Serve) whatsapp.App {
	return whatsapp.App{ID: cfg.AppID, Secret: cfg.AppSecret, SignupConfig: cfg.SignupConfig}
}

// Server is the simulator itself, for seeding and tests.
func (s *Sandbox) Server() *sandbox.Server { return s.server }

// close ends the listening of a simulator that did not run.
func (s *Sandbox) close() {
	_ = s.listener.Close()
	_ = s.mail.Close()
}
