package app

import "context"

// followNotifications tells members of what happens.
func (a *App) followNotifications(ctx context.Context) error {
	return a.Service.Notification.Follow(ctx, a.engine.Owner)
}
