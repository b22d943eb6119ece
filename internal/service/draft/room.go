// Package draft keeps what people have begun to write in conversations.
package draft

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
)

// Drafts has the use cases about drafts. They are for people who signed in.
type Drafts struct {
	db    *db.DB
	calls *core.Calls
	// newest is the newest version that this node gave to a draft.
	newest atomic.Int64
}

// New returns the use cases.
func New(p core.Parts) *Drafts { return &Drafts{db: p.DB, calls: p.Calls} }

// require returns nil if the actor is a person who has the scope.
func require(actor crm.Actor, scope crm.Scope) error {
	if actor.UserID() == "" {
		return crm.Errorf(crm.KindForbidden, crm.CodeUserRequired, "People who signed in have drafts. An API key has none.")
	}
	return actor.Require(scope)
}

// Draft returns the actor's draft in a conversation, or a KindNotFound error.
func (s *Drafts) Draft(ctx context.Context, actor crm.Actor, conversationID string) (d crm.Draft, err error) {
	if err := require(actor, crm.ScopeConversationsRead); err != nil {
		return d, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err != nil {
			return err
		}
		found := false
		if d, found, err = ownDraft(tx, ownDraftSQL, c, actor.UserID()); err == nil && !found {
			err = crm.NotFound("draft", conversationID)
		}
		if err != nil {
			return err
		}
		return compare(tx, &d)
	})
	return d, err
}

// Set keeps what the actor has begun to write in a conversation. If the condition,
// an If-Match, names another version than the one that there is, nothing changes.
func (s *Drafts) Set(ctx context.Context, actor crm.Actor, conversationID string, ch crm.DraftChange, condition string) (crm.Draft, error) {
	return change(ctx, s, actor, conversationID, func(tx *db.Tx, c crm.Conversation) (d crm.Draft, err error) {
		old, found, err := ownDraft(tx, lockDraftSQL, c, actor.UserID())
		if err == nil && (!crm.MatchesVersion(condition, old.Version) || condition != "" && !found) {
			err = changed(found)
		}
		if err == nil {
			err = ch.Validate()
		}
		if err != nil {
			return d, err
		}
		if !found {
			old = crm.Draft{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, WrittenIn: c.ID, UserID: actor.UserID(), CreatedAt: tx.Now()}
			if err := checkLimit(tx, old); err != nil {
				return d, err
			}
		}
		switch d = ch.Apply(old, s.moment(tx.Now())); {
		case !found:
			insertDraft(tx, d)
		case d.Version != old.Version:
			updateDraft(tx, d)
		}
		s.noteVersion(d.Version)
		return d, compare(tx, &d)
	})
}

// Propose begins a draft for a user who has none in the conversation. It reports
// whether it did.
func (s *Drafts) Propose(tx *db.Tx, c crm.Conversation, userID, body string) (bool, error) {
	_, found, err := ownDraft(tx, lockDraftSQL, c, userID)
	if err != nil || found {
		return false, err
	}
	old := crm.Draft{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, WrittenIn: c.ID, UserID: userID, CreatedAt: tx.Now()}
	if err := checkLimit(tx, old); err != nil {
		if crm.CodeOf(err) == crm.CodeDraftLimit {
			return false, nil
		}
		return false, err
	}
	d := crm.DraftChange{Body: body}.Apply(old, s.moment(tx.Now()))
	insertDraft(tx, d)
	s.noteVersion(d.Version)
	return true, nil
}

// moment is the time of a change, after every version that this node gave: a draft
// that is deleted and begun anew at once has another one.
func (s *Drafts) moment(now time.Time) time.Time {
	return time.UnixMilli(max(now.UnixMilli(), s.newest.Load()+1))
}

func (s *Drafts) noteVersion(version int64) {
	for last := s.newest.Load(); last < version && !s.newest.CompareAndSwap(last, version); last = s.newest.Load() {
	}
}

func changed(found bool) error {
	if !found {
		return crm.Errorf(crm.KindPrecondition, crm.CodeChangedMeanwhile, "There is no draft any more that If-Match could name.")
	}
	return crm.Errorf(crm.KindPrecondition, crm.CodeChangedMeanwhile, "The draft is another version now than If-Match names.")
}

// Delete removes the actor's draft in a conversation; none is fine, too.
func (s *Drafts) Delete(ctx context.Context, actor crm.Actor, conversationID string) error {
	_, err := change(ctx, s, actor, conversationID, func(tx *db.Tx, c crm.Conversation) (struct{}, error) {
		Drop(tx, c.WorkspaceID, c.ID, actor.UserID())
		return struct{}{}, nil
	})
	return err
}

// OfConversation returns a page of the drafts in a conversation, by user: the actor's
// own, and those that colleagues share.
func (s *Drafts) OfConversation(ctx context.Context, actor crm.Actor, conversationID string, p crm.Page) (out crm.List[crm.Draft], err error) {
	if err := require(actor, crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err != nil {
			return err
		}
		list, err := draftsOf(tx, c, actor.UserID(), p)
		if err != nil || len(list) == 0 {
			return err
		}
		slices.SortFunc(list, func(a, b crm.Draft) int {
			return cmp.Or(cmp.Compare(a.UserID, b.UserID), rank(a)-rank(b), cmp.Compare(b.Version, a.Version))
		})
		list = slices.CompactFunc(list, func(a, b crm.Draft) bool { return a.UserID == b.UserID })
		out = crm.CutPage(list, p.Limit, func(d crm.Draft) string { return d.UserID })
		return compare(tx, pointers(out.Items)...)
	})
	return out, err
}

// rank is 0 for a draft that was written in the conversation in which it is shown,
// which goes before those that were joined to it.
func rank(d crm.Draft) int {
	if d.WrittenIn == d.ConversationID {
		return 0
	}
	return 1
}

// Own returns a page of the actor's drafts in all conversations in reach, the one
// that changed last first.
func (s *Drafts) Own(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.Draft], err error) {
	if err := require(actor, crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if out, err = ownDrafts(tx, actor, p); err != nil {
			return err
		}
		return showJoined(tx, actor, &out)
	})
	return out, err
}

// showJoined shows the drafts of conversations that were joined to others as theirs,
// where these are in reach and have none of the user themselves.
func showJoined(tx *db.Tx, actor crm.Actor, out *crm.List[crm.Draft]) error {
	var shown []crm.Draft
	for _, d := range out.Items {
		if d.ConversationID == "" {
			c, err := contact.ConversationFor(tx, actor, d.WrittenIn)
			if err != nil && crm.AsError(err).Kind == crm.KindNotFound {
				continue
			}
			var own crm.Draft
			if err == nil {
				own, _, err = ownDraft(tx, ownDraftSQL, c, d.UserID)
			}
			if err != nil {
				return err
			}
			if own.WrittenIn != d.WrittenIn {
				continue
			}
			if err := compare(tx, &own); err != nil {
				return err
			}
			d = own
		}
		shown = append(shown, d)
	}
	out.Items = shown
	return nil
}

func pointers(list []crm.Draft) []*crm.Draft {
	out := make([]*crm.Draft, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// compare notes on drafts of one conversation whether the contact was answered since
// their writers saw it.
func compare(tx *db.Tx, list ...*crm.Draft) error {
	if len(list) == 0 {
		return nil
	}
	state, _, err := conversation.State(tx, list[0].WorkspaceID, list[0].ConversationID)
	for _, d := range list {
		d.AnsweredSince = d.BasedOnSeq != nil && state.AnswerSeq > *d.BasedOnSeq
	}
	return err
}

// change changes what the actor has of drafts in a conversation in reach.
func change[T any](ctx context.Context, s *Drafts, actor crm.Actor, id string, do func(*db.Tx, crm.Conversation) (T, error)) (none T, _ error) {
	if err := require(actor, crm.ScopeConversationsWrite); err != nil {
		return none, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[T]) (out T, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.UserID(), func(tx *db.Tx) error {
			c, err := contact.ConversationFor(tx, actor, id)
			if err != nil {
				return err
			}
			if out, err = do(tx, c); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// Sweep forgets drafts that nobody has gone on with.
func (s *Drafts) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return expireDrafts(tx, tx.Now().Add(-crm.DraftLife), limit)
	})
}
