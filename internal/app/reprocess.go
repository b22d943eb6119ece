package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/run"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/inbound"
)

const reprocessPause = 200 * time.Millisecond

// Reprocess applies anew what was not applied of the provider's webhooks that
// were received within the last since, 0 for all, and tells its progress. A
// service that runs on the database does the work; where none can be, this
// process does.
func Reprocess(ctx context.Context, d config.Database, since time.Duration, dryRun bool, out io.Writer) (err error) {
	lock, served := lockDatabase(d.Database)
	if lock != nil {
		defer lock.Close()
	}
	log := slog.New(slog.DiscardHandler)
	return WithService(ctx, d, service.Options{}, "", "", func(svc *service.Service) (err error) {
		from := time.Time{}
		if since > 0 {
			from = svc.DB().Source().Now().Add(-since)
		}
		before, err := svc.Inbound.PendingWebhooks(ctx, from)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "Not fully applied: %s.\n", countsOf(before))
		if dryRun || len(before) == 0 {
			return nil
		}
		if served == nil {
			engine := jobs.New(svc.DB(), log, inbound.Ingest(svc.Inbound))
			if err := engine.Join(ctx); err != nil {
				return err
			}
			applying := run.Start(run.Part{Name: "job engine", Run: engine.Run})
			defer func() { err = errors.Join(err, applying.Stop(context.WithoutCancel(ctx))) }()
		}
		if err := reprocess(ctx, svc, from, out); err != nil {
			return err
		}
		after, err := svc.Inbound.PendingWebhooks(ctx, from)
		if err == nil {
			fmt.Fprintf(out, "Done. Still not fully applied: %s.\n", countsOf(after))
		}
		return err
	})
}

func reprocess(ctx context.Context, svc *service.Service, from time.Time, out io.Writer) error {
	// What was marked before this began is read once: what stays pending is
	// marked anew under the same identifier and must not be met again.
	total, told := 0, int64(0)
	for count, next := -1, int64(0); count != 0; {
		var err error
		if count, next, err = svc.Inbound.Reprocess(ctx, from, next); err != nil {
			return err
		}
		total += count
	}
	tick := time.NewTicker(reprocessPause)
	defer tick.Stop()
	for {
		left, err := svc.Inbound.Reprocessing(ctx)
		if err != nil {
			return err
		}
		if left != told {
			fmt.Fprintf(out, "Applying %d provider webhooks again, %d jobs left.\n", total, left)
			told = left
		}
		if left == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// countsOf renders counts: "3 provider webhooks (2 partial, 1 unsupported)".
func countsOf(counts map[string]int) string {
	total := 0
	var parts []string
	for _, state := range []string{inbound.WebhookPartial, inbound.WebhookQuarantined, inbound.WebhookUnsupported} {
		if n := counts[state]; n > 0 {
			total += n
			parts = append(parts, fmt.Sprintf("%d %s", n, state))
		}
	}
	if total == 0 {
		return "none"
	}
	return fmt.Sprintf("%d provider webhooks (%s)", total, strings.Join(parts, ", "))
}
