package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"service.example/crm/internal/app"
	"service.example/crm/internal/db"
)

// What is done again and again tells once that it fails and once that it works, but
// says nothing of an outage of the database: the database does.
func TestTicksAreQuietAboutAnOutage(t *testing.T) {
	for name, c := range map[string]struct {
		fault error
		want  int
	}{
		"a fault of its own": {errors.New("broken"), 1},
		"an outage":          {fmt.Errorf("asked: %w", db.ErrOutage), 0},
	} {
		var out bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		err := app.Tick(ctx, slog.New(slog.NewTextHandler(&out, nil)), func(context.Context) error {
			switch calls++; {
			case calls <= 3:
				return c.fault
			case calls == 6:
				cancel()
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if fails, works := strings.Count(out.String(), "it fails"), strings.Count(out.String(), "it works again"); fails != c.want || works != c.want {
			t.Errorf("%s: the log says %d times that it fails and %d times that it works:\n%s", name, fails, works, out.String())
		}
	}
}
