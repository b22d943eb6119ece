package conversation

import (
	"cmp"
	"context"
	"math"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// View returns a page of a list that people work through, as far as the actor
// reaches.
func (s *Conversations) View(ctx context.Context, actor crm.Actor, f ViewFilter, p crm.Page) (out crm.List[Conversation], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = ListView(tx, actor, f, p); return err })
	return shownTo(actor, out), err
}

// Counts returns how many conversations the actor reaches, by how they stand.
func (s *Conversations) Counts(ctx context.Context, actor crm.Actor) (out Counts, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = counts(tx, actor); return err })
	return out, err
}

// Episodes returns a page of the episodes of a conversation, the latest first; the
// open one is among them, and those of conversations that were joined to it. before
// is the time in milliseconds at which those of the page have opened, 0 for any.
func (s *Conversations) Episodes(ctx context.Context, actor crm.Actor, id string, before int64, limit int) (out []crm.Episode, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, id)
		if err != nil {
			return err
		}
		state, found, err := inboxState(tx, c.WorkspaceID, c.ID)
		if err == nil && found && state.IsOpen() && (before == 0 || db.Ms(state.Episode.OpenedAt) < before) {
			open := state.Episode
			open.TeamID, open.AgentID, open.WaitedBy = state.TeamID, state.AgentID, state.Waiting.Sums
			out = append(out, open)
		}
		family, broken := contact.Family(tx, c.WorkspaceID, c.ID)
		err = cmp.Or(err, broken)
		for _, member := range family {
			closed, broken := closedEpisodes(tx, c.WorkspaceID, member, before, limit)
			out, err = append(out, closed...), cmp.Or(err, broken)
		}
		return err
	})
	slices.SortStableFunc(out, func(a, b crm.Episode) int { return b.OpenedAt.Compare(a.OpenedAt) })
	return out[:min(len(out), limit)], err
}

// Read notes that the signed-in user has read so much of what the contact wrote:
// inbounds is the count that the conversation was shown with. Less than before
// changes nothing. With unread it marks the conversation as unread for them instead,
// until they read it or answer in it; nobody else notices.
func (s *Conversations) Read(ctx context.Context, actor crm.Actor, id string, inbounds int64, unread bool) (Conversation, error) {
	return s.changeConversation(ctx, actor, id, func(tx *db.Tx, c *crm.Conversation) error {
		if actor.UserID() == "" {
			return crm.Errorf(crm.KindForbidden, crm.CodeUserRequired, "People who signed in read conversations. An API key cannot.")
		}
		if unread {
			tx.Write(markUnreadSQL, c.WorkspaceID, actor.ID, c.ID, db.Ms(tx.Now()))
			return nil
		}
		markRead(tx, *c, actor.ID, inbounds)
		if s.viewed == nil {
			return nil
		}
		return s.viewed(tx, *c, actor.ID, inbounds)
	})
}

// everything is more than any contact ever writes.
const everything = math.MaxInt32
