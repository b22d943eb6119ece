package broadcast

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

const (
	// partEvents is how many events one transaction counts, and roundParts how many parts
	// of one log are counted before the next one has its turn.
	partEvents = 200
	roundParts = 20
)

// errOvertaken undoes a part when another node has counted it meanwhile.
var errOvertaken = errors.New("another node counted the broadcasts of this workspace meanwhile")

// Follow counts what becomes of the messages of broadcasts until ctx ends: one node does
// it, by a lease. owner is what this node is called.
func (s *Broadcasts) Follow(ctx context.Context, owner func() string) error {
	return event.Follower{DB: s.db, Log: s.log, Duty: "broadcasts", Trouble: "what became of broadcasts could not be counted", Round: s.round}.Follow(ctx, owner)
}

func (s *Broadcasts) round(ctx context.Context) (more bool, looked time.Duration, err error) {
	began := time.Now()
	var ids []string
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { ids, err = workspacesWithNews(tx); return err })
	looked = time.Since(began)
	if err == nil {
		more, err = event.InTurn(ctx, ids, roundParts, s.count)
	}
	return more, looked, err
}

// count counts the next part of a log, and reports whether there is more. What was counted
// and how far it got are stored by one transaction.
func (s *Broadcasts) count(ctx context.Context, workspaceID string) (more bool, err error) {
	var before, after event.Position
	var list []happening
	err = s.db.View(ctx, func(tx *db.Tx) error {
		at, found, err := positionOf(tx, workspaceID)
		if before, after = at, at; err != nil || !found {
			return err
		}
		read, err := event.EventPage(tx, workspaceID, before, partEvents)
		if errors.Is(err, event.ErrLogReplaced) { // its end was lost, and with it what it told
			after, err = event.NewestEvent(tx, workspaceID)
			return err
		}
		if err != nil || len(read) == 0 {
			return err
		}
		after, more = read[len(read)-1].Position, len(read) == partEvents
		list, err = happenings(tx, workspaceID, read)
		return err
	})
	if err != nil || after == before {
		return false, err
	}
	err = s.db.Update(db.Long(ctx), "broadcasts "+workspaceID, func(tx *db.Tx) error {
		if err := movePosition(tx, workspaceID, before, after); err != nil {
			return err
		}
		return s.store(tx, workspaceID, list)
	})
	if errors.Is(err, errOvertaken) {
		return true, nil
	}
	return more && err == nil, err
}
