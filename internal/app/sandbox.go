package app

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"service.example/crm/internal/sandbox"
)

// Sandbox is the built-in provider simulator on a port of its own.
type Sandbox struct {
	URL, Token, AppSecret, VerifyToken string
	Account                            sandbox.Account

	server *sandbox.Server
	http   *http.Server
}

// newSandbox starts the simulator for this service's test workspaces. Only a
// demo opens its control API, and lets it move the service's clock.
func (a *App) newSandbox(o Options) (*Sandbox, error) {
	cfg := o.Sandbox
	cfg.Control = sandbox.Control{Open: o.Demo, Clock: o.Demo, Token: a.cfg.SandboxControlToken}
	if o.Demo {
		cfg.OnClockAdvance = a.Advance
	}
	remembered := a.rememberedPort()
	if listen := remembered.address(a.cfg.SandboxListen); listen != a.cfg.SandboxListen {
		if s, err := ListenSandbox(listen, cfg); err == nil {
			return s, nil
		}
		a.log.Warn("the port that the sandbox had is taken; it listens at another one now", "address", listen)
	}
	s, err := ListenSandbox(a.cfg.SandboxListen, cfg)
	if err == nil {
		remembered.keep(s.URL)
	}
	return s, err
}

// ListenSandbox starts the simulator on an address.
func ListenSandbox(listen string, cfg sandbox.Config) (*Sandbox, error) {
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("the sandbox cannot listen: %w; stop what uses the address, or choose another", err)
	}
	if len(cfg.Accounts) == 0 {
		cfg.Accounts = []sandbox.Account{sandbox.DefaultAccount()}
	}
	s := &Sandbox{URL: "http://" + listener.Addr().String(), Account: cfg.Accounts[0], server: sandbox.New(cfg)}
	s.Token, s.AppSecret, s.VerifyToken = s.server.Secrets()
	s.http = &http.Server{Handler: s.server.Handler(), ReadHeaderTimeout: 10 * time.Second}
	s.server.Start()
	go func() { _ = s.http.Serve(listener) }()
	return s, nil
}

// start tells the simulator where webhooks go.
func (s *Sandbox) start(callback string) { s.server.SetCallbackURL(callback) }

// Server is the simulator itself, for seeding and tests.
func (s *Sandbox) Server() *sandbox.Server { return s.server }

// Close ends the simulator.
func (s *Sandbox) Close() {
	_ = errors.Join(s.http.Close())
	s.server.Close()
}
