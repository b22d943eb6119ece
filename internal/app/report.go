package app

import (
	"context"
	"errors"
	"time"
)

// reportPause is how late the figures of reports are.
const reportPause = 5 * time.Second

// countReports adds up what reports say, on every node.
func (a *App) countReports(ctx context.Context) error {
	return a.tick(ctx, reportPause, func(ctx context.Context) error {
		return errors.Join(a.Service.Report.AddWaits(ctx), a.Service.Report.CountFacts(ctx))
	}, "reports cannot be brought up to date; it is tried again", "reports are brought up to date again")
}
