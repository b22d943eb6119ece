package deal

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/people"
)

// Notes returns a page of the notes of a deal, newest first.
func (s *Deals) Notes(ctx context.Context, actor crm.Actor, dealID string, p crm.Page) (out crm.List[crm.DealNote], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		d, err := dealFor(tx, selectDealSQL, actor, dealID)
		if err == nil {
			out, err = notes(tx, d, p)
		}
		return err
	})
	return out, err
}

// CreateNote writes a note beside a deal, and tells of it. Whoever sees the deal sees its
// files.
func (s *Deals) CreateNote(ctx context.Context, actor crm.Actor, dealID string, ch crm.DealNoteChange) (crm.DealNote, error) {
	return s.changeNote(ctx, actor, dealID, func(tx *db.Tx, d crm.Deal) (n crm.DealNote, err error) {
		n = crm.DealNote{DealID: d.ID, Note: crm.Note{ID: tx.NewID(crm.PrefixDealNote), WorkspaceID: d.WorkspaceID, CreatedBy: actor.By(), CreatedAt: tx.Now()}}
		if n, err = applyNote(tx, actor, d, ch, n); err != nil {
			return n, err
		}
		insertNote(tx, n)
		touch(tx, d)
		if err = useFiles(tx, d, nil, n.MediaIDs); err != nil {
			return n, err
		}
		return n, event.AppendEvent(tx, crm.EventDealNoteCreated, d.WorkspaceID, d.ID, crm.EventScope{PipelineID: d.PipelineID}, crm.DealNoteCreatedData{
			NoteID: n.ID, DealID: d.ID, PipelineID: d.PipelineID, Body: n.Body, MentionedUserIDs: append([]string{}, n.MentionedUserIDs...), CreatedBy: n.CreatedBy})
	})
}

// UpdateNote changes a note of the actor's own.
func (s *Deals) UpdateNote(ctx context.Context, actor crm.Actor, dealID, id string, ch crm.DealNoteChange) (crm.DealNote, error) {
	return s.changeNote(ctx, actor, dealID, func(tx *db.Tx, d crm.Deal) (n crm.DealNote, err error) {
		old, err := lockNote(tx, d, id)
		if err == nil {
			err = old.CheckAuthor(actor, false)
		}
		if err == nil {
			n, err = applyNote(tx, actor, d, ch, old)
		}
		if err != nil || n.Body == old.Body && slices.Equal(n.MediaIDs, old.MediaIDs) && slices.Equal(n.MentionedUserIDs, old.MentionedUserIDs) {
			return n, err
		}
		n.EditedAt = new(tx.Now())
		updateNote(tx, n)
		touch(tx, d)
		return n, useFiles(tx, d, old.MediaIDs, n.MediaIDs)
	})
}

// DeleteNote removes a note of the actor's own; whoever manages users removes any.
func (s *Deals) DeleteNote(ctx context.Context, actor crm.Actor, dealID, id string) error {
	_, err := s.changeNote(ctx, actor, dealID, func(tx *db.Tx, d crm.Deal) (crm.DealNote, error) {
		n, err := lockNote(tx, d, id)
		if err == nil {
			err = n.CheckAuthor(actor, true)
		}
		if err == nil {
			deleteNote(tx, n)
			err = useFiles(tx, d, n.MediaIDs, nil)
		}
		return n, err
	})
	return err
}

// applyNote returns a note as it becomes, or every fault: files that are new must exist
// and be in reach, and whoever is mentioned anew must see the deal.
func applyNote(tx *db.Tx, actor crm.Actor, d crm.Deal, ch crm.DealNoteChange, old crm.DealNote) (crm.DealNote, error) {
	n, err := ch.Apply(old)
	var f crm.Faults
	if err = f.Join(err); err != nil {
		return n, err
	}
	for i, id := range n.MediaIDs {
		if slices.Contains(old.MediaIDs, id) || !crm.ValidID(crm.PrefixFile, id) {
			continue
		}
		file, err := media.FileFor(tx, actor, id)
		switch {
		case crm.CodeOf(err) == crm.CodeNotFound:
			f.Add(crm.Pointer("mediaIds", i), crm.CodeNotFound, "There is no file %q that you reach.", id)
		case err != nil:
			return n, err
		case file.State == crm.FileInfected:
			f.Add(crm.Pointer("mediaIds", i), crm.CodeMediaInfected, "The virus scanner found something in the file %s.", id)
		}
	}
	if err := checkMentions(tx, d, n.MentionedUserIDs, old.MentionedUserIDs, &f); err != nil {
		return n, err
	}
	return n, f.Err()
}

// checkMentions adds whoever is mentioned anew and works not here, or does not see the
// deal.
func checkMentions(tx *db.Tx, d crm.Deal, userIDs, before []string, f *crm.Faults) error {
	sights := reach.Sights{}
	for i, id := range userIDs {
		if slices.Contains(before, id) {
			continue
		}
		r, ok, err := people.Assignable(tx, d.WorkspaceID, id)
		if err != nil {
			return err
		}
		sight, err := sights.Look(tx, d.WorkspaceID, d.ID)
		switch {
		case err != nil:
			return err
		case !ok:
			f.Add(crm.Pointer("mentionedUserIds", i), crm.CodeNotFound, "There is no active member %q who may answer in this workspace.", id)
		case !sight.Within(r):
			f.Add(crm.Pointer("mentionedUserIds", i), crm.CodeNotAllowed, "The member %s does not reach this deal.", id)
		}
	}
	return nil
}

// changeNote lets do change a note of a deal that the actor reaches. It keeps the deal,
// and so how many of its notes have a file, from changing meanwhile; with its pipeline
// first, as a transaction may have moves of others, too.
func (s *Deals) changeNote(ctx context.Context, actor crm.Actor, dealID string, do func(*db.Tx, crm.Deal) (crm.DealNote, error)) (crm.DealNote, error) {
	return change(ctx, s, actor, func(tx *db.Tx) (crm.DealNote, error) {
		d, _, err := lockDeal(tx, actor, dealID, "")
		if err != nil {
			return crm.DealNote{}, err
		}
		return do(tx, d)
	})
}
