package app

import (
	"context"
	"errors"
	"fmt"
	"net"

	"service.example/crm/internal/db"
	"service.example/crm/internal/run"
	"service.example/crm/internal/service/event"
)

// callbackPath is where the provider posts webhooks.
const callbackPath = "/provider/webhook"

// Start listens and begins to work. Callers must Stop what Start began.
func (a *App) Start(ctx context.Context) error {
	listener, err := net.Listen("tcp", a.cfg.Listen)
	if err != nil {
		return fmt.Errorf("--listen: %w; stop the program that uses the address, or choose another address, such as --listen 127.0.0.1:8081", err)
	}
	a.address = listener.Addr()
	a.guard.Listens(a.address)
	if err := a.engine.Join(ctx); err != nil {
		_ = listener.Close()
		return err
	}
	if err := a.keepOutcomes(ctx); err != nil {
		_ = listener.Close()
		return err
	}
	a.nodes.Store(1)
	event.SetSender(a.db, sender{a.deliverer, a.streams, a.narrator})
	if a.Sandbox != nil {
		a.Sandbox.server.SetCallbackURL(a.URL() + callbackPath)
	}
	a.parts = run.Start(a.list(listener)...)
	return nil
}

// list is everything that runs, in the order of the start. It stops in the
// reverse order: first the listeners of streams are told to come again and
// nothing new is taken, then deliveries and jobs that are under way end, and
// last what they may still call.
func (a *App) list(listener net.Listener) (list []run.Part) {
	if a.Sandbox != nil {
		list = append(list, run.Part{Name: "sandbox", Run: a.Sandbox.Run})
	}
	list = append(list,
		run.Part{Name: "narrator", Run: a.narrator.Run},
		run.Part{Name: "pace of phone numbers", Run: a.pace.Run},
		run.Part{Name: "job engine", Run: a.engine.Run},
		run.Part{Name: "deliverer", Run: a.deliverer.Run},
		run.Part{Name: "check of the media store", Run: a.checkMedia},
		run.Part{Name: "watch over the database", Run: a.watchDatabase},
		run.Part{Name: "health of phone numbers", Run: a.watchNumbers},
		run.Part{Name: "search index", Run: a.followSearch},
		run.Part{Name: "notifications", Run: a.followNotifications},
		run.Part{Name: "rules of deals", Run: a.followDealRules},
		run.Part{Name: "proposals of assistants", Run: a.followProposals},
		run.Part{Name: "template statistics", Run: a.followTemplates},
		run.Part{Name: "charges", Run: a.followCharges},
		run.Part{Name: "broadcasts", Run: a.followBroadcasts},
		run.Part{Name: "budgets", Run: a.followBudgets},
		run.Part{Name: "digests", Run: a.takeDigests},
		run.Part{Name: "service levels", Run: a.tellBreaches},
		run.Part{Name: "reports", Run: a.countReports},
		run.Part{Name: "windows", Run: a.tellWindows},
		run.Part{Name: "silent contacts", Run: a.breakSilence},
		run.Part{Name: "janitor", Run: a.runJanitor})
	if a.cfg.PprofListen != "" {
		list = append(list, run.Part{Name: "profiles", Run: a.serveProfiles})
	}
	return append(list,
		run.Part{Name: "HTTP server", Run: a.server(listener).Run},
		run.Part{Name: "event streams", Run: a.streams.Run})
}

// Failed brings the error of a part that cannot go on; the app is then to be
// stopped. It must have been started.
func (a *App) Failed() <-chan error { return a.parts.Failed() }

// Stop takes no new requests, lets what runs end within ctx, gives everything
// else back to the table, and closes the database.
func (a *App) Stop(ctx context.Context) error {
	var err error
	if a.parts != nil {
		err = a.parts.Stop(ctx)
	}
	return errors.Join(err, a.close())
}

// close gives up what New and Start opened.
func (a *App) close() error {
	var errs []error
	if a.Sandbox != nil {
		a.Sandbox.close()
	}
	if a.Service != nil {
		errs = append(errs, a.Service.Message.CloseOutcomes())
	}
	if a.db != nil {
		errs = append(errs, a.db.Close())
	}
	if a.lock != nil {
		errs = append(errs, a.lock.Close())
	}
	return errors.Join(errs...)
}

// keepOutcomes lets the embedded engine keep what came of sends also while its
// disk is full. One process serves it, so that its next life finds them.
func (a *App) keepOutcomes(ctx context.Context) error {
	if db.IsPostgres(a.cfg.Database.Database) {
		return nil
	}
	return a.Service.Message.KeepOutcomes(ctx, a.cfg.Database.Database+".outcomes", 2*a.cfg.SendConcurrency)
}

// URL is where the service answers.
func (a *App) URL() string {
	host, port, _ := net.SplitHostPort(a.address.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}
