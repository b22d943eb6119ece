package segment

import (
	"context"
	"reflect"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/deal"
)

// Segments returns a page of segments in the order in which they were made.
func (s *Segments) Segments(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.Segment], err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = segments(tx, actor.WorkspaceID, p); return err })
	return out, err
}

// Segment returns a segment, or a KindNotFound error.
func (s *Segments) Segment(ctx context.Context, actor crm.Actor, id string) (out crm.Segment, err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = segment(tx, selectSQL, actor.WorkspaceID, id); return err })
	return out, err
}

// Create makes a segment.
func (s *Segments) Create(ctx context.Context, actor crm.Actor, ch crm.SegmentChange) (crm.Segment, error) {
	return s.change(ctx, actor, ch.Filter, func(tx *db.Tx, fields []crm.CustomField) (crm.Segment, error) {
		made, err := ch.Apply(crm.Segment{ID: tx.NewID(crm.PrefixSegment), WorkspaceID: actor.WorkspaceID, CreatedBy: actor.By(), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}, fields, tx.Now())
		if err == nil {
			err = checkNamed(tx, actor.WorkspaceID, made.Filter)
		}
		if err == nil {
			err = insert(tx, made)
		}
		return made, err
	})
}

// Update changes what is given of a segment.
func (s *Segments) Update(ctx context.Context, actor crm.Actor, id string, ch crm.SegmentChange) (crm.Segment, error) {
	return s.change(ctx, actor, ch.Filter, func(tx *db.Tx, fields []crm.CustomField) (crm.Segment, error) {
		old, err := segment(tx, lockSQL, actor.WorkspaceID, id)
		if err != nil {
			return old, err
		}
		now, err := ch.Apply(old, fields, tx.Now())
		if err == nil && ch.Filter != nil {
			err = checkNamed(tx, actor.WorkspaceID, now.Filter)
		}
		if err == nil && !reflect.DeepEqual(now, old) {
			now.UpdatedAt = tx.Now()
			update(tx, now)
		}
		return now, err
	})
}

// Delete removes a segment; its contacts stay as they are.
func (s *Segments) Delete(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.change(ctx, actor, nil, func(tx *db.Tx, _ []crm.CustomField) (crm.Segment, error) {
		old, err := segment(tx, lockSQL, actor.WorkspaceID, id)
		if err == nil {
			remove(tx, old)
		}
		return old, err
	})
	return err
}

// change is for who sees every contact: a segment is everybody's.
func (s *Segments) change(ctx context.Context, actor crm.Actor, filter *crm.SegmentFilter, do func(*db.Tx, []crm.CustomField) (crm.Segment, error)) (crm.Segment, error) {
	err := actor.Require(crm.ScopeContactsWrite)
	if err == nil {
		err = actor.RequireWholeReach()
	}
	if err == nil && filter != nil {
		err = MayAsk(actor, *filter)
	}
	if err != nil {
		return crm.Segment{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Segment]) (out crm.Segment, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			fields, err := contact.CustomFields(tx, actor.WorkspaceID, crm.OfContacts)
			if err != nil {
				return err
			}
			if out, err = do(tx, fields); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// MayAsk refuses a filter about what the actor may not see.
func MayAsk(actor crm.Actor, filter crm.SegmentFilter) (err error) {
	if filter.NeedsDeals() {
		err = actor.Require(crm.ScopeDealsRead)
	}
	if err == nil && filter.NeedsBroadcasts() {
		err = actor.Require(crm.ScopeMessagesRead)
	}
	if err == nil && filter.NeedsBought() {
		err = actor.RequireWholeReach() // conversions are of all contacts
	}
	return err
}

// checkNamed returns the faults of the deals and broadcasts that a filter names.
func checkNamed(tx *db.Tx, workspaceID string, filter crm.SegmentFilter) error {
	var f crm.Faults
	if filter.NeedsDeals() {
		pipelines, err := deal.AllPipelines(tx, workspaceID)
		if err == nil {
			err = f.Join(filter.CheckDeals(pipelines))
		}
		if err != nil {
			return err
		}
	}
	err := f.Join(filter.CheckBroadcasts(func(id string) (bool, error) {
		_, is, err := broadcastName(tx, workspaceID, id)
		return is, err
	}))
	if err != nil {
		return err
	}
	return f.Err()
}
