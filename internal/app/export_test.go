package app

import "context"

// RemoveOld does what the janitor does once a minute.
func RemoveOld(ctx context.Context, a *App) error { return a.removeOld(ctx) }
