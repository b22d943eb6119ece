package app

import (
	"context"
	"log/slog"
	"time"
)

// RemoveOld does what the janitor does once a minute.
func RemoveOld(ctx context.Context, a *App) error { return a.removeOld(ctx) }

// Tick does something each millisecond, as parts of the service do theirs.
func Tick(ctx context.Context, log *slog.Logger, do func(context.Context) error) error {
	return (&App{log: log}).tick(ctx, time.Millisecond, do, "it fails", "it works again")
}
