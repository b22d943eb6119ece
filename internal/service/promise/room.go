// Package promise keeps what the business promised to contacts, and brings each promise
// up at its time: its conversation opens by itself, and people see it as long as nobody
// kept or withdrew the promise.
package promise

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/people"
)

// Promises has the use cases about promises.
type Promises struct {
	db    *db.DB
	calls *core.Calls
}

// New returns the use cases.
func New(p core.Parts) *Promises { return &Promises{db: p.DB, calls: p.Calls} }

// Create notes a promise to the contact of a conversation, which somebody of the
// business made, perhaps in a message of theirs. Without a user, whoever signed in keeps
// it.
func (s *Promises) Create(ctx context.Context, actor crm.Actor, conversationID, messageID string, ch crm.PromiseChange) (crm.Promise, error) {
	return write(ctx, s, actor, func(tx *db.Tx) (crm.Conversation, error) { return contact.ConversationFor(tx, actor, conversationID) },
		func(tx *db.Tx, c crm.Conversation) (p crm.Promise, err error) {
			p = crm.Promise{ID: tx.NewID(crm.PrefixPromise), WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Status: crm.PromiseOpen, UserID: actor.UserID(),
				MessageID: messageID, CreatedBy: actor.By(), CreatedAt: tx.Now()}
			if p, err = ch.Apply(p, actor.By(), tx.Now()); err == nil {
				err = checkLimit(tx, c)
			}
			if err == nil && messageID != "" {
				err = checkMessage(tx, c, messageID)
			}
			if err == nil {
				err = checkKeeper(tx, c, p.UserID)
			}
			if err != nil {
				return p, err
			}
			insert(tx, p)
			return p, settle(tx, c, p, "", actor.By())
		})
}

// Update changes what is given of a promise: somebody confirms a proposal, keeps it,
// withdraws it, or puts it off.
func (s *Promises) Update(ctx context.Context, actor crm.Actor, id string, ch crm.PromiseChange) (crm.Promise, error) {
	return write(ctx, s, actor, func(tx *db.Tx) (crm.Conversation, error) { return conversationOf(tx, actor, id) },
		func(tx *db.Tx, c crm.Conversation) (crm.Promise, error) {
			old, found, err := lock(tx, c.WorkspaceID, id)
			if err == nil && !found {
				err = crm.NotFound("promise", id)
			}
			if err != nil {
				return old, err
			}
			p, err := ch.Apply(old, actor.By(), tx.Now())
			if err == nil && p.UserID != old.UserID {
				err = checkKeeper(tx, c, p.UserID)
			}
			if err == nil && p.Pending() && !old.Pending() {
				err = checkLimit(tx, c)
			}
			if err != nil || p.Text == old.Text && p.DueAt.Equal(old.DueAt) && p.Status == old.Status && p.UserID == old.UserID {
				return p, err
			}
			update(tx, p)
			return p, settle(tx, c, p, old.Status, actor.By())
		})
}

// write lets do change a promise of a conversation in the actor's reach, which of finds.
// The conversation is locked first, as everywhere.
func write(ctx context.Context, s *Promises, actor crm.Actor, of func(*db.Tx) (crm.Conversation, error), do func(*db.Tx, crm.Conversation) (crm.Promise, error)) (crm.Promise, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return crm.Promise{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Promise]) (out crm.Promise, err error) {
		var c crm.Conversation
		if err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = of(tx); return err }); err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), c.PhoneNumberID, func(tx *db.Tx) error {
			c, err := of(tx)
			if err == nil {
				err = lockConversation(tx, c)
			}
			if err == nil {
				out, err = do(tx, c)
			}
			if err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// lockConversation keeps others from changing the promises of a conversation until the
// transaction ends.
func lockConversation(tx *db.Tx, c crm.Conversation) error {
	_, _, found, err := contact.LockAssignment(tx, c.WorkspaceID, c.ID)
	if err == nil && !found {
		err = contact.ErrJoined
	}
	return err
}

// conversationOf is the conversation of a promise, or the one that it was joined to.
func conversationOf(tx *db.Tx, actor crm.Actor, id string) (crm.Conversation, error) {
	p, found, err := look(tx, actor.WorkspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("promise", id)
	}
	if err != nil {
		return crm.Conversation{}, err
	}
	c, err := contact.ConversationFor(tx, actor, p.ConversationID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		err = crm.NotFound("promise", id)
	}
	return c, err
}

// checkLimit refuses one promise more than a conversation may have.
func checkLimit(tx *db.Tx, c crm.Conversation) error {
	family, err := contact.Family(tx, c.WorkspaceID, c.ID)
	n := 0
	for _, member := range family {
		for _, status := range []crm.PromiseStatus{crm.PromiseOpen, crm.PromiseProposed} {
			if err == nil {
				var some int
				some, err = count(tx, c.WorkspaceID, member, status)
				n += some
			}
		}
	}
	if err == nil && n >= crm.MaxPromises {
		err = crm.Errorf(crm.KindConflict, crm.CodePromiseLimit, "The conversation has %d open promises, the maximum. Keep or withdraw some first.", crm.MaxPromises)
	}
	return err
}

// checkMessage refuses a message that is not one of the conversation.
func checkMessage(tx *db.Tx, c crm.Conversation, id string) error {
	m, err := message.Message(tx, c.WorkspaceID, id)
	var live crm.Conversation
	if err == nil {
		live, err = contact.Conversation(tx, c.WorkspaceID, m.ConversationID)
	}
	if crm.CodeOf(err) == crm.CodeNotFound || err == nil && live.ID != c.ID {
		var f crm.Faults
		f.Add("/messageId", crm.CodeNotFound, "There is no message %q in this conversation.", id)
		return f.Err()
	}
	return err
}

// checkKeeper refuses a user who cannot keep a promise in a conversation.
func checkKeeper(tx *db.Tx, c crm.Conversation, userID string) error {
	if userID == "" {
		return nil
	}
	r, ok, err := people.Assignable(tx, c.WorkspaceID, userID)
	covered := false
	if err == nil && ok {
		covered, err = reach.Covers(tx, c.WorkspaceID, r, c.ID, contact.SubjectOf(c))
	}
	var f crm.Faults
	switch {
	case err != nil:
		return err
	case !ok:
		f.Add("/userId", crm.CodeNotFound, "There is no active member %q who may answer in this workspace.", userID)
	case !covered:
		f.Add("/userId", crm.CodeNotAllowed, "The member %s does not reach this conversation.", userID)
	}
	return f.Err()
}

// settle brings the list of conversations, the next job and the log up to a promise that
// was stored.
func settle(tx *db.Tx, c crm.Conversation, p crm.Promise, from crm.PromiseStatus, by crm.DoneBy) error {
	if p.Status == crm.PromiseOpen && p.WokeAt == nil {
		enqueueWake(tx, c, p)
	}
	if err := keepNext(tx, c.WorkspaceID, c.ID); err != nil {
		return err
	}
	return event.AppendEvent(tx, crm.EventPromiseUpdated, c.WorkspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID}, p.Tell(from, c.ContactID, by))
}

// Promise returns a promise in the actor's reach, or a KindNotFound error.
func (s *Promises) Promise(ctx context.Context, actor crm.Actor, id string) (p crm.Promise, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return p, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := conversationOf(tx, actor, id); err != nil {
			return err
		}
		p, _, err = look(tx, actor.WorkspaceID, id)
		return err
	})
	return p, err
}

// OfConversation returns a page of the promises of a conversation, newest first.
func (s *Promises) OfConversation(ctx context.Context, actor crm.Actor, conversationID string, page crm.Page) (out crm.List[crm.Promise], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err == nil {
			out, err = ofConversation(tx, c, page)
		}
		return err
	})
	return out, err
}

// Promises returns a page of the promises of one status that the actor reaches, by when
// they are due. A page may be short although more follow.
func (s *Promises) Promises(ctx context.Context, actor crm.Actor, f crm.PromiseFilter, page crm.Page) (out crm.List[crm.Promise], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = list(tx, actor, f, page); return err })
	return out, err
}
