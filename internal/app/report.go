package app

import (
	"context"
	"time"
)

// reportPause is how late the figures of reports are.
const reportPause = 5 * time.Second

// addWaits adds up for reports how long contacts waited, on every node.
func (a *App) addWaits(ctx context.Context) error {
	return a.tick(ctx, reportPause, a.Service.Report.AddWaits, "waiting cannot be added up for reports; it is tried again", "waiting is added up for reports again")
}
