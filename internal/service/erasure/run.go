package erasure

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/erase"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/message"
)

const (
	// messageBatch is how many messages share a transaction, eventPage how many events
	// are looked at for one.
	messageBatch = 50
	eventPage    = 5000
	// sendingPause is how long a call to the provider may take until somebody looks again.
	sendingPause = 2 * time.Second
)

// place is where a run stands: in the target of a number, at a part of it. In the log it
// is a position.
type place struct {
	target int64
	part   erase.Place
}

func (p place) String() string {
	return fmt.Sprintf("%d %d %d %s", p.target, p.part.Room, p.part.Of, p.part.At)
}

func placeOf(position string) (p place, err error) {
	parts := strings.SplitN(position, " ", 4)
	if len(parts) != 4 {
		return p, fmt.Errorf("an erasure stands at %q", position)
	}
	p.part.At = parts[3]
	_, err = fmt.Sscan(strings.Join(parts[:3], " "), &p.target, &p.part.Room, &p.part.Of)
	return p, err
}

// after returns the place of the next part, or of the next target.
func (p place) after(next erase.Place, more bool) place {
	if more {
		return place{p.target, next}
	}
	return place{target: p.target + 1}
}

// open goes on with an erasure from where it stands.
func (s *Erasures) open(ctx context.Context, key longrun.Key) (steps longrun.Steps, err error) {
	var e crm.ContactErasure
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { e, err = erasure(tx, key[0], key[1]); return err })
	steps.Step = func(ctx context.Context, run crm.Run) (longrun.Next, error) {
		at, err := placeOf(run.Position)
		if err != nil {
			return longrun.Next{}, err
		}
		switch run.Phase {
		case crm.PhaseMessages:
			return s.eraseMessages(ctx, e, run, at)
		case crm.PhaseConversations:
			return longrun.Next{}, s.eraseConversations(ctx, e, run, at)
		case crm.PhaseEvents:
			return longrun.Next{}, s.eraseEvents(ctx, e, run, at.target)
		case crm.PhaseContacts:
			return longrun.Next{}, s.eraseContacts(ctx, e, run, at)
		}
		return longrun.Next{}, fmt.Errorf("an erasure has no phase %q", run.Phase)
	}
	return steps, err
}

func advance(tx *db.Tx, e crm.ContactErasure, run crm.Run, phase crm.RunPhase, to place, done int64) {
	runs.Advance(tx, keyOf(e), longrun.Move{From: run, To: to.String(), Done: done, Phase: phase})
}

// eraseMessages erases the newest messages of a conversation. One that is on its way to the
// provider waits until that has answered.
func (s *Erasures) eraseMessages(ctx context.Context, e crm.ContactErasure, run crm.Run, at place) (next longrun.Next, err error) {
	err = s.db.Update(ctx, e.ID, func(tx *db.Tx) error {
		next = longrun.Next{}
		if at.target >= int64(len(e.Targets.Conversations)) {
			advance(tx, e, run, crm.PhaseConversations, place{}, 0)
			return nil
		}
		list, err := message.NewestMessages(tx, e.WorkspaceID, e.Targets.Conversations[at.target], messageBatch)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			advance(tx, e, run, crm.PhaseMessages, place{target: at.target + 1}, 0)
			return nil
		}
		messages, files, err := eraseSome(tx, e, list)
		if err != nil {
			return err
		}
		if messages == 0 {
			next.Wait = sendingPause
			return nil
		}
		count(tx, e, messages, files, 0)
		advance(tx, e, run, crm.PhaseMessages, place{at.target, erase.Place{Room: at.part.Room + 1}}, messages)
		return nil
	})
	return next, err
}

func eraseSome(tx *db.Tx, e crm.ContactErasure, list []*crm.Message) (messages, files int64, err error) {
	ids := make([]string, len(list))
	for i, m := range list {
		ids[i] = m.ID
	}
	locked, err := message.LockHeads(tx, e.WorkspaceID, ids)
	if err != nil {
		return 0, 0, err
	}
	for _, m := range list {
		if now := locked[m.ID]; now == nil || now.Status == crm.StatusSending {
			continue
		}
		var ours []string
		m.Files(func(_, _ string, id *string) {
			if crm.ValidID(crm.PrefixFile, *id) && !slices.Contains(ours, *id) {
				ours = append(ours, *id)
			}
		})
		for _, id := range ours {
			gone, err := media.EraseFile(tx, e.WorkspaceID, m.ConversationID, id)
			if err != nil {
				return 0, 0, err
			}
			if gone {
				files++
			}
		}
		if err := erase.Message(tx, e.WorkspaceID, m.ID); err != nil {
			return 0, 0, err
		}
		messages++
	}
	return messages, files, nil
}

// eraseConversations erases what one room holds of a conversation. A message that came
// since is erased before.
func (s *Erasures) eraseConversations(ctx context.Context, e crm.ContactErasure, run crm.Run, at place) error {
	return s.db.Update(ctx, e.ID, func(tx *db.Tx) error {
		if at.target >= int64(len(e.Targets.Conversations)) {
			first, err := event.EventBefore(tx, e.WorkspaceID, e.Targets.Since)
			advance(tx, e, run, crm.PhaseEvents, place{target: first.Number}, 0)
			return err
		}
		id := e.Targets.Conversations[at.target]
		list, err := message.NewestMessages(tx, e.WorkspaceID, id, 1)
		if err != nil {
			return err
		}
		if len(list) > 0 {
			advance(tx, e, run, crm.PhaseMessages, place{target: at.target}, 0)
			return nil
		}
		next, more, err := erase.Conversation(tx, e.WorkspaceID, id, at.part)
		advance(tx, e, run, crm.PhaseConversations, at.after(next, more), 0)
		return err
	})
}

// eraseEvents looks through the next events of the log and erases those of the person.
func (s *Erasures) eraseEvents(ctx context.Context, e crm.ContactErasure, run crm.Run, after int64) error {
	var list, ours []event.LoggedKey
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		list, err = event.LoggedKeys(tx, e.WorkspaceID, after, eventPage)
		return err
	})
	if err != nil {
		return err
	}
	end := after
	for _, l := range list {
		if len(ours) == messageBatch {
			break
		}
		if end = l.Number; slices.Contains(e.Targets.Conversations, l.Key) || slices.Contains(e.Targets.Contacts, l.Key) {
			ours = append(ours, l)
		}
	}
	return s.db.Update(ctx, e.ID, func(tx *db.Tx) error {
		body, err := crm.EventBody(crm.EventContactErased, tx.Now(), e.Tell())
		for _, l := range ours {
			if err == nil {
				err = event.EraseEvent(tx, e.WorkspaceID, l.Position, event.LoggedEvent{Kind: crm.EventContactErased, Body: body})
			}
		}
		count(tx, e, 0, 0, int64(len(ours)))
		// What follows the end of the log is not about the person any more.
		phase, to := crm.PhaseEvents, place{target: end}
		if len(list) < eventPage && (len(list) == 0 || end == list[len(list)-1].Number) {
			phase, to = crm.PhaseContacts, place{}
		}
		advance(tx, e, run, phase, to, int64(len(ours)))
		return err
	})
}

// eraseContacts erases what one room holds of a phone number, or of a contact. It is the
// last thing: as long as the contact is there, one can ask for the erasure again.
func (s *Erasures) eraseContacts(ctx context.Context, e crm.ContactErasure, run crm.Run, at place) error {
	return s.db.Update(ctx, e.ID, func(tx *db.Tx) error {
		erased, all := erase.Number, append(slices.Clone(e.Targets.Numbers), e.Targets.Contacts...)
		if at.target >= int64(len(e.Targets.Numbers)) {
			erased = erase.Contact
		}
		if at.target >= int64(len(all)) {
			forgetNumbers(tx, e)
			return s.runs.End(tx, keyOf(e), crm.RunCompleted, "")
		}
		next, more, err := erased(tx, e.WorkspaceID, all[at.target], at.part)
		advance(tx, e, run, crm.PhaseContacts, at.after(next, more), 0)
		return err
	})
}
