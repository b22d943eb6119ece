package conversation

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/people"
)

// Notes returns a page of the notes of a conversation, newest first.
func (s *Conversations) Notes(ctx context.Context, actor crm.Actor, conversationID string, p crm.Page) (out crm.List[crm.Note], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err == nil {
			out, err = notes(tx, c, p)
		}
		return err
	})
	return out, err
}

// CreateNote writes a note beside a conversation and tells of it. Whoever it
// mentions follows the conversation from then on.
func (s *Conversations) CreateNote(ctx context.Context, actor crm.Actor, conversationID string, ch crm.NoteChange) (crm.Note, error) {
	return change(ctx, s, actor, conversationID, func(tx *db.Tx, c *crm.Conversation) (crm.Note, error) {
		return WriteNote(tx, *c, actor.By(), ch)
	})
}

// WriteNote writes a note of somebody's beside a conversation that they reach, and
// tells of it. Whoever it mentions follows the conversation from then on.
func WriteNote(tx *db.Tx, c crm.Conversation, by crm.DoneBy, ch crm.NoteChange) (n crm.Note, err error) {
	n, err = ch.Apply(crm.Note{ID: tx.NewID(crm.PrefixNote), WorkspaceID: c.WorkspaceID, ConversationID: c.ID, CreatedBy: by, CreatedAt: tx.Now()})
	if err == nil {
		err = holdMentions(tx, c)
	}
	if err == nil {
		err = mention(tx, c, n.MentionedUserIDs, nil)
	}
	if err == nil {
		insertNote(tx, n)
		Happened(tx, crm.TimelineEntry{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Kind: crm.TimelineNote, By: n.CreatedBy, Refs: crm.TimelineRefs{NoteID: n.ID}})
		err = noteMentions(tx, c, n, n.MentionedUserIDs, nil)
	}
	if err != nil {
		return n, err
	}
	return n, event.AppendEvent(tx, crm.EventNoteCreated, c.WorkspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID}, crm.NoteCreatedData{
		NoteID: n.ID, ConversationID: c.ID, ContactID: c.ContactID, Body: n.Body, MentionedUserIDs: append([]string{}, n.MentionedUserIDs...), CreatedBy: n.CreatedBy})
}

// UpdateNote changes a note of the actor's own. Whoever is mentioned anew
// follows the conversation.
func (s *Conversations) UpdateNote(ctx context.Context, actor crm.Actor, conversationID, id string, ch crm.NoteChange) (crm.Note, error) {
	return change(ctx, s, actor, conversationID, func(tx *db.Tx, c *crm.Conversation) (n crm.Note, err error) {
		if err := holdMentions(tx, *c); err != nil {
			return n, err
		}
		old, err := lockNote(tx, *c, id)
		if err == nil {
			err = old.CheckAuthor(actor, false)
		}
		if err == nil {
			n, err = ch.Apply(old)
		}
		if err == nil {
			err = mention(tx, *c, n.MentionedUserIDs, old.MentionedUserIDs)
		}
		if err != nil || n.Body == old.Body && slices.Equal(n.MentionedUserIDs, old.MentionedUserIDs) {
			return n, err
		}
		now := tx.Now()
		n.EditedAt = &now
		updateNote(tx, n)
		return n, noteMentions(tx, *c, n, without(n.MentionedUserIDs, old.MentionedUserIDs), without(old.MentionedUserIDs, n.MentionedUserIDs))
	})
}

// DeleteNote removes a note of the actor's own; whoever manages users removes
// any.
func (s *Conversations) DeleteNote(ctx context.Context, actor crm.Actor, conversationID, id string) error {
	_, err := change(ctx, s, actor, conversationID, func(tx *db.Tx, c *crm.Conversation) (struct{}, error) {
		if err := holdMentions(tx, *c); err != nil {
			return struct{}{}, err
		}
		n, err := lockNote(tx, *c, id)
		if err == nil {
			err = n.CheckAuthor(actor, true)
		}
		if err == nil {
			deleteNote(tx, n)
			err = noteMentions(tx, *c, n, nil, n.MentionedUserIDs)
		}
		return struct{}{}, err
	})
	return err
}

// holdMentions keeps others from changing whom the notes of a conversation mention
// until the transaction ends.
func holdMentions(tx *db.Tx, c crm.Conversation) error {
	_, _, found, err := contact.LockAssignment(tx, c.WorkspaceID, c.ID)
	if err == nil && !found {
		err = contact.ErrJoined
	}
	return err
}

// mention lets everybody who is mentioned follow the conversation, without those
// who were before; or returns every fault. Following alone can bring a
// conversation into somebody's reach, but no phone number that is not theirs.
func mention(tx *db.Tx, c crm.Conversation, userIDs, before []string) error {
	var f crm.Faults
	for i, id := range userIDs {
		if slices.Contains(before, id) {
			continue
		}
		r, ok, err := people.Assignable(tx, c.WorkspaceID, id)
		switch {
		case err != nil:
			return err
		case !ok:
			f.Add(crm.Pointer("mentionedUserIds", i), crm.CodeNotFound, "There is no active member %q who may answer in this workspace.", id)
		case !reach.Holds(r, contact.SubjectOf(c), true):
			f.Add(crm.Pointer("mentionedUserIds", i), crm.CodeNotAllowed, "The member %s does not reach this conversation.", id)
		default:
			contact.Follow(tx, c.WorkspaceID, c.ID, id)
		}
	}
	return f.Err()
}
