package stream

import (
	"slices"
	"time"

	"service.example/crm/internal/crm"
)

// listeningTick is how often it is looked whose stream is to be noted again.
const listeningTick = 5 * time.Second

// listener is a member of a workspace who has a stream.
type listener struct{ workspaceID, userID string }

// noteListeners notes which members have a stream on this node: at once when one
// opens, and again while it is open, for conversations that are assigned automatically.
func (h *Hub) noteListeners() {
	tick := time.NewTicker(listeningTick)
	defer tick.Stop()
	noted := map[listener]time.Time{}
	failed := false
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-tick.C:
		case <-h.opened:
		}
		now := h.db.Source().Now()
		due, there := map[string][]string{}, map[listener]bool{}
		for _, s := range h.list() {
			l := listener{s.actor.WorkspaceID, s.actor.ID}
			if s.actor.Kind != crm.ActorUser || l.userID == "" || there[l] {
				continue
			}
			there[l] = true
			if at, known := noted[l]; !known || now.Sub(at) >= crm.StreamNotePause || now.Before(at) {
				due[l.workspaceID] = append(due[l.workspaceID], l.userID)
			}
		}
		for l, at := range noted {
			if !there[l] && now.Sub(at) >= crm.StreamNotePause {
				delete(noted, l)
			}
		}
		for workspaceID, users := range due {
			for part := range slices.Chunk(users, listenersAtOnce) {
				err := h.svc.Routing.Listening(h.ctx, workspaceID, part)
				if err != nil && !failed && h.ctx.Err() == nil {
					h.log.Warn("could not record who has a live stream", "error", err)
				}
				if failed = err != nil; failed {
					continue
				}
				for _, id := range part {
					noted[listener{workspaceID, id}] = now
				}
			}
		}
	}
}

// listenersAtOnce bounds how many are noted in one transaction.
const listenersAtOnce = 200
