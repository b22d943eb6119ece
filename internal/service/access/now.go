package access

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// PersonNow returns a person who signed in as they are now, or the error that they
// are refused with. With hold nobody changes the member until the transaction ends.
type PersonNow func(tx *db.Tx, person crm.Actor, hold bool) (crm.Actor, error)

// SetPersonNow hands the rule for people in, once, before anybody asks: it belongs
// to a room behind this one.
func (s *Access) SetPersonNow(now PersonNow) { s.personNow = now }

// CheckActor returns an actor that was let in as it is now, or the error that it is
// refused with.
func (s *Access) CheckActor(ctx context.Context, actor crm.Actor) (fresh crm.Actor, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { fresh, err = s.actorNow(tx, actor, false); return err })
	return fresh, err
}

// Recheck is CheckActor for a call that was let in a while ago, because its file
// came late. It refuses whoever has lost the scope since. Call it when the file was
// read, before anything is stored.
func (s *Access) Recheck(ctx context.Context, actor crm.Actor, scope crm.Scope) (crm.Actor, error) {
	fresh, err := s.CheckActor(ctx, actor)
	if err == nil {
		err = fresh.Require(scope)
	}
	return fresh, err
}

// Current returns an actor as it is now, in the transaction of a write that gives
// or takes rights: what is remembered of an actor may be a second old, in which
// another node took away the scope, or let nobody in any more. A person stays a
// member as they are until the transaction ends.
func (s *Access) Current(tx *db.Tx, actor crm.Actor, scope crm.Scope) (crm.Actor, error) {
	fresh, err := s.actorNow(tx, actor, true)
	if err == nil {
		err = fresh.Require(scope)
	}
	return fresh, err
}

func (s *Access) actorNow(tx *db.Tx, actor crm.Actor, hold bool) (crm.Actor, error) {
	switch actor.Kind {
	case crm.ActorUser:
		return s.personNow(tx, actor, hold)
	case crm.ActorKey:
		return keyNow(tx, actor)
	case crm.ActorOperator, crm.ActorSystem:
		return actor, nil
	}
	return actor, crm.Errorf(crm.KindUnauthorized, crm.CodeUnauthorized, "Nobody of this kind may ask.")
}

func keyNow(tx *db.Tx, actor crm.Actor) (crm.Actor, error) {
	key, err := apiKeyView(tx, actor.WorkspaceID, actor.ID)
	if err == nil {
		err = key.Usable(tx.Now())
	}
	if err == nil && actor.Origin.IP != "" {
		err = key.AllowedFrom(actor.Origin.IP)
	}
	if err != nil {
		return actor, err
	}
	actor.Scopes, actor.MasksPhoneNumbers = key.Scopes, key.MasksPhoneNumbers
	actor.Reach, err = reachOf(tx, key)
	return actor, err
}
