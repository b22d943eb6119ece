package app

import (
	"context"
	"time"
)

// windowPause is how often windows are looked for that end: it is how late one may be
// told of.
const windowPause = 2 * time.Second

// tellWindows tells of the windows that end while a contact waits, on every node: one
// that ends takes nothing with it.
func (a *App) tellWindows(ctx context.Context) error {
	return a.tick(ctx, windowPause, a.Service.Window.TellClosing, "windows that end cannot be looked for; it is tried again every other second", "windows that end are looked for again")
}
