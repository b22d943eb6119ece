package app

import (
	"context"
	"time"
)

// silencePause is how often contacts are looked for who have been silent for long
// enough: it is how late they may be reminded.
const silencePause = time.Second

// breakSilence lets silent contacts be reminded, or their conversations be closed, on
// every node.
func (a *App) breakSilence(ctx context.Context) error {
	return a.tick(ctx, silencePause, a.Service.Courtesy.TakeSilences, "silent contacts cannot be looked for; it is tried again each second", "silent contacts are looked for again")
}
