// Package conversion keeps what the business tells that its contacts did elsewhere: a
// purchase, a booking. Broadcasts count it among their goals.
package conversion

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
)

// Conversions has the use cases about conversions.
type Conversions struct {
	db    *db.DB
	calls *core.Calls
}

// New returns the use cases.
func New(p core.Parts) *Conversions { return &Conversions{db: p.DB, calls: p.Calls} }

// Record stores what a contact did and tells it. A phone number that nobody knows yet
// becomes a contact. What has the external id of an earlier one is that one.
func (s *Conversions) Record(ctx context.Context, actor crm.Actor, body crm.ConversionBody) (crm.Conversion, error) {
	if err := requireWhole(actor, crm.ScopeContactsWrite); err != nil {
		return crm.Conversion{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Conversion]) (out crm.Conversion, err error) {
		var f crm.Faults
		told := body.Read(s.db.Source().Now(), &f)
		if err := f.Err(); err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			c := told
			c.ID, c.WorkspaceID, c.CreatedAt, c.CreatedBy = tx.NewID(crm.PrefixConversion), actor.WorkspaceID, tx.Now(), actor.By()
			if c.ContactID, err = who(tx, actor.WorkspaceID, body); err != nil {
				return err
			}
			fresh, err := insert(tx, c)
			if err != nil {
				return err
			}
			if !fresh {
				if out, err = known(tx, c, body.OccurredAt != nil); err != nil {
					return err
				}
				return save(tx, out)
			}
			out = c
			if err := tell(tx, c); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// who is the contact who did something.
func who(tx *db.Tx, workspaceID string, body crm.ConversionBody) (string, error) {
	if body.To == "" {
		c, err := contact.Contact(tx, workspaceID, body.ContactID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			var f crm.Faults
			f.Add("/contactId", crm.CodeNotFound, "There is no contact %q.", body.ContactID)
			return "", f.Err()
		}
		return c.ID, err
	}
	c, found, err := contact.ContactByPhone(tx, workspaceID, body.To)
	if err == nil && !found {
		c, err = contact.SeenContact(tx, workspaceID, crm.Person{Phone: body.To})
	}
	return c.ID, err
}

// known is the earlier one with the external id of another one, if it tells the same.
func known(tx *db.Tx, c crm.Conversion, timed bool) (crm.Conversion, error) {
	first, err := byExternalID(tx, c.WorkspaceID, c.ExternalID)
	if err != nil {
		return first, err
	}
	now, err := contact.Contact(tx, c.WorkspaceID, first.ContactID)
	if err != nil {
		return first, err
	}
	of := first
	if of.ContactID = now.ID; of.Same(c, timed) {
		return first, nil
	}
	var f crm.Faults
	f.Add("/externalId", crm.CodeNotAllowed, "externalId %q is that of %s, which tells something else.", c.ExternalID, first.ID)
	return first, f.Err()
}

func tell(tx *db.Tx, c crm.Conversion) error {
	data := crm.ConversionRecordedData{ConversionID: c.ID, ContactID: c.ContactID, Name: c.Name, ExternalID: c.ExternalID, OccurredAt: c.OccurredAt.Unix(), RecordedBy: c.CreatedBy}
	if c.Currency != "" {
		data.Amount, data.Currency = new(c.Amount()), &c.Currency
	}
	return event.AppendEvent(tx, crm.EventConversionRecorded, c.WorkspaceID, c.ContactID, crm.EventScope{}, data)
}

// List returns a page of conversions, the last that happened first. Those of a contact are
// also those of whom was merged into it.
func (s *Conversions) List(ctx context.Context, actor crm.Actor, filter crm.ConversionFilter, p crm.Page) (out crm.List[crm.Conversion], err error) {
	if err := requireWhole(actor, crm.ScopeContactsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = list(tx, actor.WorkspaceID, filter, p); return err })
	return out, err
}

// requireWhole refuses whoever lacks a scope, or sees a part of the contacts only: what a
// business tells is about all of them.
func requireWhole(actor crm.Actor, scope crm.Scope) error {
	if err := actor.Require(scope); err != nil {
		return err
	}
	return actor.RequireWholeReach()
}
