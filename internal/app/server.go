package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	_ "net/http/pprof"
	"time"

	"service.example/crm/internal/run"
)

// server answers requests on a listener.
type server struct {
	http     *http.Server
	listener net.Listener
}

func (a *App) server(listener net.Listener) server {
	return server{&http.Server{Handler: a.API, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 60 * time.Second,
		IdleTimeout: 120 * time.Second, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelDebug)},
		a.API.Listen(listener)}
}

// Run answers until ctx ends. Then it takes no more requests, and breaks off
// those that do not end within the grace (see package run).
func (s server) Run(ctx context.Context) error {
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(s.listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	grace := run.Grace(ctx)
	err := s.http.Shutdown(grace)
	if err != nil {
		err = errors.Join(context.Cause(grace), s.http.Close())
	}
	<-served
	return err
}

// serveProfiles serves Go profiles. The service runs all the same where it
// cannot.
func (a *App) serveProfiles(ctx context.Context) error {
	listener, err := net.Listen("tcp", a.cfg.PprofListen)
	if err == nil {
		web := &http.Server{ReadHeaderTimeout: 5 * time.Second}
		defer context.AfterFunc(ctx, func() { _ = web.Close() })()
		err = web.Serve(listener)
	}
	if !errors.Is(err, http.ErrServerClosed) {
		a.log.Error("pprof listener failed", "error", err)
	}
	return nil
}
