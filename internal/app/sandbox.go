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

// newSandbox starts the simulator for this service's test workspaces.
func (a *App) newSandbox(cfg sandbox.Config) (*Sandbox, error) {
	cfg.OnClockAdvance = a.Advance
	return ListenSandbox(a.cfg.SandboxListen, cfg)
}

// ListenSandbox starts the simulator on an address.
func ListenSandbox(listen string, cfg sandbox.Config) (*Sandbox, error) {
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("the sandbox cannot listen: %w; is another process using the address?", err)
	}
	if len(cfg.Accounts) == 0 {
		cfg.Accounts = []sandbox.Account{sandbox.DefaultAccount()}
	}
	s := &Sandbox{URL: "http://" + listener.Addr().String(), Token: or(cfg.Token, sandbox.DefaultToken),
		AppSecret: or(cfg.AppSecret, sandbox.DefaultAppSecret), VerifyToken: or(cfg.VerifyToken, sandbox.DefaultVerifyToken), Account: cfg.Accounts[0]}
	s.server = sandbox.New(cfg)
	s.http = &http.Server{Handler: s.server.Handler(), ReadHeaderTimeout: 10 * time.Second}
	s.server.Start()
	go func() { _ = s.http.Serve(listener) }()
	return s, nil
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
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
