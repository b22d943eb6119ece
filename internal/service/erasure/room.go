// Package erasure erases people: all that is known of a contact, room by room, a little
// at a time, until nothing is left. What was counted stays counted, and names nobody.
package erasure

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/event"
)

// Erasures has the use cases of erasing people.
type Erasures struct {
	db     *db.DB
	calls  *core.Calls
	access *access.Access
	runs   *longrun.Runner
}

// New returns the use cases.
func New(p core.Parts, access *access.Access) *Erasures {
	s := &Erasures{db: p.DB, calls: p.Calls, access: access}
	s.runs = longrun.New(p.DB, p.Log, longrun.Kind{Table: runs, Job: jobEraseContact, Slice: slice, Open: s.open,
		GaveUp: "Not all could be erased. Ask for it again: it goes on with what is left."})
	return s
}

// slice is for how long one erasure goes on before others have a turn.
const slice = 2 * time.Second

// jobEraseContact is the kind of the jobs of this room.
const jobEraseContact jobs.JobKind = "erase_contact"

// EraseContacts erases people, one at a time per workspace.
func EraseContacts(s *Erasures) jobs.Kind {
	return jobs.Kind{Name: jobEraseContact, Concurrency: 2, Hold: 256, Timeout: 2 * time.Minute, Handle: s.runs.Handle, GiveUp: s.runs.GiveUp}
}

// Erase begins to erase a contact. Its number and name are gone at once, the rest follows.
// One that is being erased already is answered with the erasure that runs; one that could
// not be erased whole goes on. The actor needs the whole reach.
func (s *Erasures) Erase(ctx context.Context, actor crm.Actor, contactID string) (crm.ContactErasure, error) {
	if err := actor.Require(crm.ScopeContactsErase); err != nil {
		return crm.ContactErasure{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ContactErasure]) (e crm.ContactErasure, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			c, targets, err := contact.Forget(tx, actor, contactID)
			if err != nil {
				return err
			}
			before, found, err := unfinishedOf(tx, actor.WorkspaceID, c.ID)
			if err != nil {
				return err
			}
			switch e = before; {
			case found && !before.Ended():
			case found:
				e.Targets, e.RequestedBy = before.Targets.With(targets), actor.By()
				e, err = s.begin(tx, actor, e, update)
			default:
				e = crm.ContactErasure{ID: tx.NewID(crm.PrefixContactErasure), WorkspaceID: actor.WorkspaceID, ContactID: c.ID, Targets: targets, RequestedBy: actor.By()}
				e, err = s.begin(tx, actor, e, insert)
			}
			if err != nil {
				return err
			}
			tx.After(func() { s.access.ForgetWorkspace(actor.WorkspaceID) })
			return save(tx, e)
		})
		return e, err
	})
}

func (s *Erasures) begin(tx *db.Tx, actor crm.Actor, e crm.ContactErasure, store func(*db.Tx, crm.ContactErasure)) (crm.ContactErasure, error) {
	store(tx, e)
	s.runs.Begin(tx, keyOf(e), e.WorkspaceID, crm.Run{Phase: crm.PhaseMessages, Position: place{}.String()})
	if err := event.AppendEvent(tx, crm.EventContactErased, e.WorkspaceID, e.ID, crm.EventScope{}, e.Tell()); err != nil {
		return e, err
	}
	if err := audit.Record(tx, actor, crm.Act{Action: "contact.erased", Targets: []crm.ActTarget{{Type: "contact", ID: e.ContactID}}}); err != nil {
		return e, err
	}
	return erasure(tx, e.WorkspaceID, e.ID)
}

func keyOf(e crm.ContactErasure) longrun.Key { return longrun.Key{e.WorkspaceID, e.ID} }

// Erasure returns an erasure, or a KindNotFound error.
func (s *Erasures) Erasure(ctx context.Context, actor crm.Actor, id string) (e crm.ContactErasure, err error) {
	if err := actor.Require(crm.ScopeContactsErase); err != nil {
		return e, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { e, err = erasure(tx, actor.WorkspaceID, id); return err })
	return e, err
}

// Erasures returns a page of the erasures, newest first.
func (s *Erasures) Erasures(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.ContactErasure], err error) {
	if err := actor.Require(crm.ScopeContactsErase); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = erasures(tx, actor.WorkspaceID, p); return err })
	return list, err
}
