package conversation

import (
	"cmp"
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
)

// Labels returns a page of the workspace's labels, by name.
func (s *Conversations) Labels(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.Label], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = labels(tx, actor.WorkspaceID, p); return err })
	return out, err
}

// CreateLabel makes a label.
func (s *Conversations) CreateLabel(ctx context.Context, actor crm.Actor, ch crm.LabelChange) (crm.Label, error) {
	return s.changeLabel(ctx, actor, "label.created", func(tx *db.Tx) (old, l crm.Label, err error) {
		l, err = ch.Apply(crm.Label{ID: tx.NewID(crm.PrefixLabel), WorkspaceID: actor.WorkspaceID, CreatedBy: actor.By(), CreatedAt: tx.Now(), UpdatedAt: tx.Now()})
		if err == nil {
			err = checkLabelName(tx, l, true)
		}
		if err == nil {
			insertLabel(tx, l)
		}
		return old, l, err
	})
}

// UpdateLabel changes what is given of a label.
func (s *Conversations) UpdateLabel(ctx context.Context, actor crm.Actor, id string, ch crm.LabelChange) (crm.Label, error) {
	return s.changeLabel(ctx, actor, "label.updated", func(tx *db.Tx) (old, l crm.Label, err error) {
		if old, err = lockLabel(tx, actor.WorkspaceID, id); err == nil {
			l, err = ch.Apply(old)
		}
		if err == nil {
			err = checkLabelName(tx, l, false)
		}
		if err == nil && l != old {
			l.UpdatedAt = tx.Now()
			updateLabel(tx, l)
		}
		return old, l, err
	})
}

// DeleteLabel removes a label that routing does not name. A job takes it off the conversations that have it.
func (s *Conversations) DeleteLabel(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.changeLabel(ctx, actor, "label.deleted", func(tx *db.Tx) (old, l crm.Label, err error) {
		old, err = lockLabel(tx, actor.WorkspaceID, id)
		if err == nil {
			err = checkNotRouted(tx, old)
		}
		if err == nil {
			deleteLabel(tx, old)
			jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: old.WorkspaceID, Kind: jobTakeOff, Queue: old.WorkspaceID, Key: old.ID, RunAt: tx.Now(), Payload: old.ID})
		}
		return old, l, err
	})
	return err
}

// changeLabel lets do change a label, and records the act.
func (s *Conversations) changeLabel(ctx context.Context, actor crm.Actor, action string, do func(*db.Tx) (old, l crm.Label, err error)) (crm.Label, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.Label{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Label]) (l crm.Label, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			var old crm.Label
			if old, l, err = do(tx); err != nil {
				return err
			}
			if err := save(tx, l); err != nil {
				return err
			}
			of := l
			if of.ID == "" {
				of = old
			}
			return audit.RecordChange(tx, actor, action, crm.ActTarget{Type: "label", ID: of.ID, Name: of.Name}, crm.ActDiff(labelFacts{old.Name, old.Color}, labelFacts{l.Name, l.Color}))
		})
		return l, err
	})
}

// labelFacts are what the audit log compares of a label.
type labelFacts struct{ Name, Color string }

// SetLabels says which labels a conversation has.
func (s *Conversations) SetLabels(ctx context.Context, actor crm.Actor, id string, labelIDs []string) (Conversation, error) {
	return s.changeConversation(ctx, actor, id, func(tx *db.Tx, c *crm.Conversation) error {
		if err := crm.CheckLabelIDs(labelIDs); err != nil {
			return err
		}
		has, found, err := contact.LockLabels(tx, c.WorkspaceID, c.ID)
		if err == nil && (!found || has.JoinedTo != "") {
			err = contact.ErrJoined
		}
		if err != nil {
			return err
		}
		wanted := core.Distinct(slices.Clone(labelIDs))
		added, removed := without(wanted, has.IDs), without(has.IDs, wanted)
		there, err := holdLabels(tx, c.WorkspaceID, added)
		if err != nil {
			return err
		}
		var f crm.Faults
		for i, id := range labelIDs {
			if slices.Contains(added, id) && !slices.Contains(there, id) {
				f.Add(crm.Pointer("labelIds", i), crm.CodeNotFound, "There is no label %q in this workspace.", id)
			}
		}
		if err := f.Err(); err != nil || len(added)+len(removed) == 0 {
			return err
		}
		before := has.IDs
		has.IDs = wanted
		putLabels(tx, c.WorkspaceID, c.ID, has, added, removed)
		return relabeled(tx, *c, before, wanted, step{by: actor.By(), reason: crm.ReasonRequest})
	})
}

// Relabeled is how far a change of labels went.
type Relabeled struct {
	Unknown []string // those to add that there are not
	Removed []string
	// Full says that it would have had more than one may have, so that none was put on.
	Full bool
}

// Relabel puts labels on a conversation and takes others off it, as far as it goes.
func Relabel(tx *db.Tx, c crm.Conversation, by crm.DoneBy, reason string, add, remove []string) (out Relabeled, err error) {
	return relabel(tx, c, step{by: by, reason: reason}, add, remove)
}

func relabel(tx *db.Tx, c crm.Conversation, why step, add, remove []string) (out Relabeled, err error) {
	has, found, err := contact.LockLabels(tx, c.WorkspaceID, c.ID)
	if err == nil && (!found || has.JoinedTo != "") {
		err = contact.ErrJoined
	}
	if err != nil {
		return out, err
	}
	removed := without(remove, without(remove, has.IDs))
	added := core.Distinct(without(add, has.IDs))
	there, err := holdLabels(tx, c.WorkspaceID, added)
	if err != nil {
		return out, err
	}
	out.Unknown, out.Removed = without(added, there), removed
	kept := without(has.IDs, removed)
	if added = without(added, out.Unknown); len(added) > 0 && len(kept)+len(added) > crm.MaxConversationLabels {
		added, out.Full = nil, true
	}
	if len(added)+len(removed) > 0 {
		wanted := core.Distinct(append(kept, added...))
		before := has.IDs
		has.IDs = wanted
		putLabels(tx, c.WorkspaceID, c.ID, has, added, removed)
		err = relabeled(tx, c, before, wanted, why)
	}
	return out, err
}

// without returns what of the one list is not in the other.
func without(list, others []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return slices.Contains(others, id) })
}

// putLabels stores the labels of a conversation in both places.
func putLabels(tx *db.Tx, workspaceID, conversationID string, has contact.Labels, added, removed []string) {
	contact.SaveLabels(tx, workspaceID, conversationID, has)
	addLabels(tx, workspaceID, conversationID, added)
	removeLabels(tx, workspaceID, conversationID, removed)
}

// Where a conversation is joined to another one, that gets its labels; where they
// part, it loses those that it got.
var (
	_ = contact.OnJoin(joinLabels)
	_ = contact.OnPart(partLabels)
)

func joinLabels(tx *db.Tx, workspaceID, goneID, id string) error {
	gone, _, err := contact.LockLabels(tx, workspaceID, goneID)
	if err != nil || len(gone.IDs) == 0 {
		return err
	}
	has, _, err := contact.LockLabels(tx, workspaceID, id)
	if err != nil {
		return err
	}
	gone.Brought = without(gone.IDs, has.IDs)
	contact.SaveLabels(tx, workspaceID, goneID, gone)
	has.IDs = core.Distinct(append(has.IDs, gone.Brought...))
	putLabels(tx, workspaceID, id, has, gone.Brought, nil)
	return nil
}

func partLabels(tx *db.Tx, workspaceID, id, joinedTo string) error {
	gone, _, err := contact.LockLabels(tx, workspaceID, id)
	if err != nil || len(gone.Brought) == 0 {
		return err
	}
	has, _, err := contact.LockLabels(tx, workspaceID, joinedTo)
	if err != nil {
		return err
	}
	brought := gone.Brought
	gone.Brought = nil
	contact.SaveLabels(tx, workspaceID, id, gone)
	has.IDs = without(has.IDs, brought)
	putLabels(tx, workspaceID, joinedTo, has, nil, brought)
	return nil
}

// jobTakeOff is the kind of the jobs that take deleted labels off conversations.
const jobTakeOff jobs.JobKind = "take_off_label"

// takeOffBatch is how many conversations one transaction changes.
const takeOffBatch = 50

// TakeOffLabels takes deleted labels off the conversations that have them.
func TakeOffLabels(svc *Conversations) jobs.Kind {
	return jobs.Kind{Name: jobTakeOff, Concurrency: 1, Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.takeOff(ctx, batch[0]) }}
}

// takeOff takes a label off some conversations, and comes again until none has it.
func (s *Conversations) takeOff(ctx context.Context, j jobs.Job) error {
	more := false
	err := s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		list, err := labelled(tx, j.WorkspaceID, j.Payload, takeOffBatch)
		for _, id := range list {
			has, found, broken := contact.LockLabels(tx, j.WorkspaceID, id)
			if err = cmp.Or(err, broken); err != nil {
				return err
			}
			if found {
				gone := []string{j.Payload}
				has.IDs, has.Brought = without(has.IDs, gone), without(has.Brought, gone)
				contact.SaveLabels(tx, j.WorkspaceID, id, has)
			}
			removeLabels(tx, j.WorkspaceID, id, []string{j.Payload})
		}
		if more = len(list) > 0; more { // also one that got it from a merge meanwhile
			jobs.RetryJob(tx, j, tx.Now(), false)
		} else if err == nil {
			jobs.FinishJob(tx, j)
		}
		return err
	})
	if err == nil && more {
		return jobs.ErrRetried
	}
	return err
}
