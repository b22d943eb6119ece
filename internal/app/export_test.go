package app

import "context"

// RemoveOldAI does what the janitor does once a minute.
func RemoveOldAI(ctx context.Context, a *App) error { return a.removeOldAI(ctx) }
