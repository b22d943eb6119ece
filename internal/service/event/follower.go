package event

import (
	"context"
	"errors"
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

// behindPage is how many workspaces are looked at by one statement.
const behindPage = 500

// Behind returns the workspaces of which a statement of the engine says that they have
// work. It reads them page by page: identifiers after $1 in order, $2 at most, each with 1
// where there is work, else 0.
func Behind(tx *db.Tx, embedded, postgres *db.Stmt) (ids []string, err error) {
	which := embedded
	if tx.OnPostgres() {
		which = postgres
	}
	for after, n := "", behindPage; err == nil && n == behindPage; {
		n = 0
		from := after
		err = tx.Each(which, func(r db.Row) error {
			var id string
			var has int64
			err := r.Scan(&id, &has)
			after, n = max(after, id), n+1
			if has == 1 {
				ids = append(ids, id)
			}
			return err
		}, from, behindPage)
	}
	return ids, err
}

// InTurn reads each workspace's log, so many parts of it before the next one has its turn,
// and reports whether one has more. A workspace that fails holds up no other.
func InTurn(ctx context.Context, ids []string, parts int, read func(ctx context.Context, workspaceID string) (more bool, err error)) (more bool, _ error) {
	var errs []error
	for _, id := range ids {
		again := true
		for n := 0; n < parts && again && ctx.Err() == nil; n++ {
			var err error
			if again, err = read(ctx, id); err != nil {
				errs = append(errs, err)
				again = false
			}
		}
		more = more || again
	}
	return more, errors.Join(errs...)
}
