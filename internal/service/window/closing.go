package window

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
)

const (
	workspacesAtOnce = 500 // whose windows are looked for at a time
	windowsAtOnce    = 200 // of each of them
	tellers          = 8   // how many are worked on at a time
)

// TellClosing tells of the windows that end within the time of warning, of every
// workspace, each once, however many nodes look.
//
// A node goes through the windows of a workspace in the order of their ends, in which
// new ones come behind it. So it looks at each once, and not again in each call. What
// comes before the place where it may stand is noted for it (lookLater), as is what is
// to be looked at later. After a start a node goes through what is open once.
func (s *Windows) TellClosing(ctx context.Context) error {
	s.sweeping.Lock()
	defer s.sweeping.Unlock()
	now := s.db.Source().Now()
	var failed error
	for after, n := "", workspacesAtOnce; n == workspacesAtOnce; {
		var ids []string
		var warning []time.Duration
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			ids, warning, err = warnings(tx, after, workspacesAtOnce)
			return err
		})
		if err != nil {
			return errors.Join(failed, err)
		}
		if n = len(ids); n > 0 {
			after = ids[n-1]
		}
		failed = errors.Join(failed, s.walk(ctx, endingSQL, s.ending(ids, warning, now), s.passed), s.walk(ctx, looksSQL, looks(ids, warning, now), nil))
		if ctx.Err() != nil {
			return errors.Join(failed, ctx.Err())
		}
	}
	return failed
}

// ending are the windows of workspaces that end within their time of warning, as far as
// this node has not looked at them.
func (s *Windows) ending(ids []string, warning []time.Duration, now time.Time) []queue {
	closed := db.Ms(now.Add(-crm.WindowLength))
	out := make([]queue, len(ids))
	for i, id := range ids {
		out[i] = queue{workspaceID: id, after: s.seen[id], until: closed + warning[i].Milliseconds()}
		if out[i].after.at < closed {
			out[i].after = place{at: closed}
			delete(s.seen, id)
		}
	}
	return out
}

// looks are the conversations of workspaces of which is noted that somebody looks.
func looks(ids []string, warning []time.Duration, now time.Time) []queue {
	out := make([]queue, len(ids))
	for i, id := range ids {
		out[i] = queue{workspaceID: id, until: db.Ms(now.Add(warning[i]))}
	}
	return out
}

// passed notes that this node has looked at a window and all before it.
func (s *Windows) passed(c candidate) { s.seen[c.workspaceID] = c.place }

// walk looks at every conversation of some queues, part by part. What fails holds up no
// other one, and is looked at again in the next call: passed, which may be nil, is called
// for none behind it.
func (s *Windows) walk(ctx context.Context, which *db.Stmt, list []queue, passed func(candidate)) error {
	broken := map[string]bool{}
	var failed error
	for len(list) > 0 {
		var found [][]candidate
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			found, err = candidates(tx, which, list, windowsAtOnce)
			return err
		})
		if err != nil || ctx.Err() != nil {
			return errors.Join(failed, err, ctx.Err())
		}
		faults := s.lookAll(ctx, found)
		var rest []queue
		for i, q := range list {
			for j, c := range found[i] {
				if err := faults[i][j]; err != nil {
					failed, broken[c.workspaceID] = errors.Join(failed, fmt.Errorf("window of %s: %w", c.id, err)), true
				}
				if passed != nil && !broken[c.workspaceID] {
					passed(c)
				}
			}
			if n := len(found[i]); n == windowsAtOnce {
				q.after = found[i][n-1].place
				rest = append(rest, q)
			}
		}
		list = rest
	}
	return failed
}

// lookAll looks at conversations, and returns what failed in the same order.
func (s *Windows) lookAll(ctx context.Context, found [][]candidate) [][]error {
	type at struct{ i, j int }
	work, faults := make(chan at), make([][]error, len(found))
	all, n := sync.WaitGroup{}, 0
	for i := range found {
		faults[i] = make([]error, len(found[i]))
		n += len(found[i])
	}
	for range min(tellers, n) {
		all.Go(func() {
			for a := range work {
				faults[a.i][a.j] = s.look(ctx, found[a.i][a.j])
			}
		})
	}
	for i, list := range found {
		for j, c := range list {
			// What is noted of this window is looked at when it is time.
			if c.endsAt == 0 || c.endsAt < c.at+crm.WindowLength.Milliseconds() {
				work <- at{i, j}
			}
		}
	}
	close(work)
	all.Wait()
	return faults
}

// look tells of the end of a window if it is time, and notes when to look again.
func (s *Windows) look(ctx context.Context, of candidate) error {
	return s.db.Update(ctx, of.id, func(tx *db.Tx) error {
		state, found, err := conversation.Lock(tx, of.workspaceID, of.id)
		if err != nil {
			return err
		}
		w, noted, err := lockLook(tx, of.workspaceID, of.id)
		if err != nil {
			return err
		}
		var c crm.Conversation
		if found {
			if c, err = contact.Conversation(tx, of.workspaceID, of.id); err != nil {
				return err
			}
		}
		warning, err := conversation.WindowWarning(tx, of.workspaceID)
		if err != nil {
			return err
		}
		tell, keep := w.Look(c.WindowClosesAt(), state.Awaited(), warning, tx.Now())
		switch {
		case keep:
			saveLook(tx, w)
		case noted:
			dropLook(tx, of.workspaceID, of.id)
		}
		if !tell {
			return nil
		}
		return s.tell(tx, c, state)
	})
}

// tell tells that a window ends.
func (s *Windows) tell(tx *db.Tx, c crm.Conversation, state crm.InboxState) error {
	who, err := contact.Contact(tx, c.WorkspaceID, c.ContactID)
	if err != nil {
		return err
	}
	conversation.Happened(tx, crm.TimelineEntry{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Kind: crm.TimelineWindow, By: crm.DoneBy{Type: crm.ActorSystem}, EpisodeID: state.Episode.ID})
	return event.AppendEvent(tx, crm.EventConversationWindowClosing, c.WorkspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID}, crm.ConversationWindowClosingData{
		ConversationID: c.ID, ContactID: c.ContactID, PhoneNumberID: c.PhoneNumberID, EpisodeID: state.Episode.ID, TeamID: state.TeamID, AgentID: state.AgentID,
		WaitingSince: state.WaitingSince.Unix(), ClosesAt: c.WindowClosesAt().Unix(), TemplatePrice: crm.EventPriceOf(s.card.Templates(who.Phone, listCurrency, tx.Now()))})
}
