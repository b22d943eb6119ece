package app

import (
	"context"
	"errors"
	"log/slog"

	"service.example/crm/internal/db"
)

// onceOnly drops what is logged of every request and job that meets an outage
// of the database: the database tells itself when it begins and ends. At the
// level debug all of it is there.
type onceOnly struct{ slog.Handler }

// Handle drops a record whose error is an outage.
func (h onceOnly) Handle(ctx context.Context, r slog.Record) error {
	if !h.Enabled(ctx, slog.LevelDebug) {
		outage := false
		r.Attrs(func(a slog.Attr) bool {
			err, ok := a.Value.Any().(error)
			outage = ok && errors.Is(err, db.ErrOutage)
			return !outage
		})
		if outage {
			return nil
		}
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the handler in front.
func (h onceOnly) WithAttrs(list []slog.Attr) slog.Handler {
	return onceOnly{h.Handler.WithAttrs(list)}
}

// WithGroup keeps the handler in front.
func (h onceOnly) WithGroup(name string) slog.Handler { return onceOnly{h.Handler.WithGroup(name)} }
