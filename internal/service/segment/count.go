package segment

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// Count is how many contacts a filter holds for.
type Count struct {
	Contacts int64
	// Complete says that all contacts were looked at; else there are at least so many.
	Complete bool
}

// previewed is how many contacts a preview shows.
const previewed = 20

// Preview counts the contacts of a filter that the actor reaches, and returns the first
// ones.
func (s *Segments) Preview(ctx context.Context, actor crm.Actor, filter crm.SegmentFilter) (first []crm.Contact, n Count, err error) {
	m, err := s.asked(ctx, actor, func(tx *db.Tx) (crm.SegmentFilter, error) {
		return filter, checkNamed(tx, actor.WorkspaceID, filter)
	})
	if err != nil {
		return nil, n, err
	}
	n, err = s.count(ctx, actor, m, func(c crm.Contact) {
		if len(first) < previewed {
			first = append(first, c)
		}
	})
	return first, n, err
}

// Count counts the contacts of a segment that the actor reaches.
func (s *Segments) Count(ctx context.Context, actor crm.Actor, id string) (n Count, err error) {
	m, err := s.asked(ctx, actor, func(tx *db.Tx) (crm.SegmentFilter, error) { return FilterOf(tx, actor.WorkspaceID, id) })
	if err != nil {
		return n, err
	}
	return s.count(ctx, actor, m, func(crm.Contact) {})
}

// Members returns a page of the contacts of a segment that the actor reaches, the oldest
// first. A page may be short although more follow.
func (s *Segments) Members(ctx context.Context, actor crm.Actor, id string, p crm.Page) (out crm.List[crm.Contact], err error) {
	m, err := s.asked(ctx, actor, func(tx *db.Tx) (crm.SegmentFilter, error) { return FilterOf(tx, actor.WorkspaceID, id) })
	if err != nil {
		return out, err
	}
	const pages = 5 // of MaxLooked contacts, that one page looks at
	out.Next = p.After
	for looked := 0; looked < pages && len(out.Items) <= p.Limit && (looked == 0 || out.Next != ""); looked++ {
		var list []crm.Contact
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			list, out.Next, err = members(tx, actor.WorkspaceID, actor.Reach, m, out.Next, MaxLooked)
			return err
		})
		if err != nil {
			return out, err
		}
		out.Items = append(out.Items, list...)
	}
	if len(out.Items) > p.Limit {
		return crm.CutPage(out.Items, p.Limit, func(c crm.Contact) string { return c.ID }), nil
	}
	return out, nil
}

// Explain says whether a contact in reach is in a segment, and why.
func (s *Segments) Explain(ctx context.Context, actor crm.Actor, id, contactID string) (e Explanation, err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return e, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		filter, err := FilterOf(tx, actor.WorkspaceID, id)
		if err == nil {
			err = MayAsk(actor, filter)
		}
		if err != nil {
			return err
		}
		c, err := contact.ContactFor(tx, actor, contactID)
		if err != nil {
			return err
		}
		e, err = explain(tx, actor.WorkspaceID, actor.Reach, filter, c)
		return err
	})
	return e, err
}

// asked returns a filter that the actor asks by, checked.
func (s *Segments) asked(ctx context.Context, actor crm.Actor, of func(*db.Tx) (crm.SegmentFilter, error)) (m *crm.SegmentMatcher, err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		filter, err := of(tx)
		if err == nil {
			err = MayAsk(actor, filter)
		}
		if err == nil {
			m, err = matcher(tx, actor.WorkspaceID, filter)
		}
		return err
	})
	return m, err
}

// count walks through the contacts page by page, and ends after the budget. Each page is
// read by itself, so that no other work waits for the count.
func (s *Segments) count(ctx context.Context, actor crm.Actor, m *crm.SegmentMatcher, tell func(crm.Contact)) (n Count, err error) {
	began, after := time.Now(), ""
	for {
		var list []crm.Contact
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			list, after, err = members(tx, actor.WorkspaceID, actor.Reach, m, after, MaxLooked)
			return err
		})
		if err != nil {
			return n, err
		}
		for _, c := range list {
			tell(c)
		}
		n.Contacts += int64(len(list))
		if after == "" {
			n.Complete = true
			return n, nil
		}
		if time.Since(began) >= s.budget {
			return n, nil
		}
	}
}
