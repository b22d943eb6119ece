package event

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Events returns a page of the events of the workspace's log that are wanted,
// oldest first; where none is named, all.
func (s *Events) Events(ctx context.Context, actor crm.Actor, wanted crm.Subscription, p crm.Page) (page EventList, err error) {
	if err := actor.Require(crm.ScopeEventsRead); err != nil {
		return page, err
	}
	if len(wanted.Events) == 0 {
		wanted.Events = []crm.EventPattern{crm.AllEvents}
	}
	if wanted.OfAudit() {
		if err := actor.Require(crm.ScopeAuditRead); err != nil {
			return page, err
		}
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		page, err = ListEvents(tx, actor.WorkspaceID, actor.Reach, wanted, p)
		return err
	})
	return page, err
}

// EventTypes returns the catalogue.
func (s *Events) EventTypes(actor crm.Actor) ([]crm.EventType, error) {
	return crm.EventTypes, actor.Require(crm.ScopeEventsRead)
}

// EventType returns the catalogue's entry of a kind, or a KindNotFound error.
func (s *Events) EventType(actor crm.Actor, kind crm.EventKind) (crm.EventType, error) {
	if err := actor.Require(crm.ScopeEventsRead); err != nil {
		return crm.EventType{}, err
	}
	t, known := crm.EventTypeOf(kind)
	if !known {
		return t, crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "There is no event %q.", kind)
	}
	return t, nil
}
