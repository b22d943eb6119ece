package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"service.example/crm/internal/api"
	"service.example/crm/internal/breaker"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/scan"
)

// availability knows whether something that the service needs is there. It
// writes one line when that goes away and one when it is back, however many
// callers meet it meanwhile.
type availability struct {
	log        *slog.Logger
	name       string
	away, back string // the lines; "" where somebody else writes them

	mu    sync.Mutex
	since time.Time // zero while it is there
	why   string    // for anybody: without addresses, which the log has
}

// heard takes what came of a use: nil for a success.
func (a *availability) heard(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil {
		if a.since.IsZero() {
			return
		}
		since := a.since
		a.since, a.why = time.Time{}, ""
		if a.back != "" {
			a.log.Info(a.back, "after", time.Since(since).Round(time.Millisecond))
		}
		return
	}
	a.why = "it does not answer"
	var known *crm.Error
	if errors.As(err, &known) {
		a.why = known.Message
	}
	if !a.since.IsZero() {
		return
	}
	a.since = time.Now()
	if a.away != "" {
		a.log.Error(a.away, "error", err)
	}
}

// isAway reports whether it is gone, since when and why.
func (a *availability) isAway() (since time.Time, why string, away bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.since, a.why, !a.since.IsZero()
}

// watched is everything whose absence the service tells of.
type watched struct {
	database, scanner *availability
	provider          *breaker.Breaker
}

func newWatched(log *slog.Logger) *watched {
	return &watched{
		// The database writes the lines itself, and the breaker those of the
		// provider, by account.
		database: &availability{log: log, name: "database"},
		provider: breaker.New(log),
		scanner:  &availability{log: log, name: "virus scanner", away: "the virus scanner does not answer; files are refused until it does", back: "the virus scanner answers again"},
	}
}

// watchedScanner notes whether a virus scanner answers.
type watchedScanner struct {
	scan.Scanner
	is *availability
}

// Scan implements scan.Scanner.
func (s watchedScanner) Scan(ctx context.Context, file io.Reader) (string, error) {
	found, err := s.Scanner.Scan(ctx, file)
	if !errors.Is(context.Cause(ctx), context.Canceled) { // else nobody waited for it
		s.is.heard(err)
	}
	return found, err
}

// How often a write finds out whether the database takes it, and after what
// time it is taken for one that does not.
const (
	probeEvery    = 5 * time.Second
	probeAway     = time.Second
	probePatience = 5 * time.Second
)

// watchDatabase writes to the database from time to time, so that trouble is
// known also while nobody else writes, and its end soon after it.
func (a *App) watchDatabase(ctx context.Context) error {
	tick := time.NewTicker(probeAway)
	defer tick.Stop()
	var last time.Time
	for ctx.Err() == nil {
		if _, _, away := a.watched.database.isAway(); away || time.Since(last) >= probeEvery {
			last = time.Now()
			a.probeDatabase(ctx)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	return nil
}

func (a *App) probeDatabase(ctx context.Context) {
	done := make(chan error, 1)
	go func() { done <- a.db.CheckWrite(ctx, a.engine.Owner()) }()
	late := time.NewTimer(probePatience)
	defer late.Stop()
	select {
	case err := <-done:
		a.noteDatabase(ctx, err)
	case <-late.C:
		a.noteDatabase(ctx, context.DeadlineExceeded)
		if a.db.Trouble() == nil { // else the database has told of it
			a.log.Error("a write to the database is stuck; requests are waiting for it", "since", probePatience)
		}
		a.noteDatabase(ctx, <-done)
	}
}

func (a *App) noteDatabase(ctx context.Context, err error) {
	if ctx.Err() == nil {
		a.watched.database.heard(err)
	}
}

// check is what readiness tells of it.
func (a *availability) check() api.Check {
	c := api.Check{Name: a.name, State: "ok"}
	if since, why, away := a.isAway(); away {
		c.State, c.Since, c.Reason = "away", &since, why
	}
	return c
}

// providerCheck is what readiness tells of the provider: away from the moment
// in which the log says so of the first account until it works for all again.
func providerCheck(b *breaker.Breaker) api.Check {
	c := api.Check{Name: "provider", State: "ok"}
	if accounts, since := b.Away(); accounts > 0 {
		c.State, c.Since = "away", &since
		c.Reason = fmt.Sprintf("it does not work for %d messaging accounts, whose messages wait", accounts)
		if accounts == 1 {
			c.Reason = "it does not work for one messaging account, whose messages wait"
		}
	}
	return c
}

// checks are what readiness tells.
func (a *App) checks() []api.Check {
	if err := a.db.Trouble(); err != nil {
		a.watched.database.heard(err) // the next probe finds out whether it is over
	}
	list := []api.Check{a.watched.database.check(), providerCheck(a.watched.provider)}
	list[0].Required = true
	if a.cfg.MediaScanner != "" {
		list = append(list, a.watched.scanner.check())
	}
	if a.engine.Owner() == "" {
		list = append(list, api.Check{Name: "job engine", State: "away", Required: true, Reason: "it has not started"})
	}
	return list
}
