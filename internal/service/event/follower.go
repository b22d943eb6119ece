package event

import (
	"context"
	"log/slog"
	"time"

	"service.example/crm/internal/db"
)

const (
	// followPause is how often the logs are asked for news. Looking takes at most
	// a tenth of the time: where there are very many workspaces it is done less often.
	followPause = 200 * time.Millisecond
	followShare = 10
	followLease = 5 * time.Second
)

// Follower goes after what happens in the logs of all workspaces.
type Follower struct {
	DB  *db.DB
	Log *slog.Logger
	// Duty is what it does, as the lease names it. Only one node does it.
	Duty string
	// Trouble is what the log is told when a round fails; the next one tries again.
	Trouble string
	// Round goes once over the workspaces that have work. looked is how long it took to
	// find them; more says that some have work still.
	Round func(ctx context.Context) (more bool, looked time.Duration, err error)
}

// Follow makes rounds until ctx ends. owner is what this node is called.
func (f Follower) Follow(ctx context.Context, owner func() string) error {
	pause := followPause
	var leased time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		began := time.Now()
		if f.DB.Engine() != "sqlite" && began.Sub(leased) > followLease/3 {
			mine, err := f.DB.TakeDuty(ctx, f.Duty, owner(), followLease)
			if err != nil || !mine {
				pause, leased = followLease/3, time.Time{}
				continue
			}
			leased = began
		}
		more, looked, err := f.Round(ctx)
		if err != nil && ctx.Err() == nil {
			f.Log.Error(f.Trouble, "error", err)
			more = false
		}
		if pause = max(followPause, followShare*looked); more {
			pause = time.Millisecond
		}
	}
}
