package contact

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// ContactDetail is a contact with what is known of its identity.
type ContactDetail struct {
	Contact crm.Contact
	Notices []crm.ContactNotice
	Merges  []crm.ContactMerge
}

// CreateContact stores a person. Somebody who is known by the number or user id
// already is a KindConflict error that names the contact.
func (s *Contacts) CreateContact(ctx context.Context, actor crm.Actor, ch crm.ContactChange) (crm.Contact, error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return crm.Contact{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Contact]) (c crm.Contact, err error) {
		fields, err := s.contactFields(ctx, actor.WorkspaceID)
		if err != nil {
			return c, err
		}
		made, err := ch.Apply(crm.Contact{WorkspaceID: actor.WorkspaceID}, fields)
		if err != nil {
			return c, err
		}
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			c = made
			c.ID, c.CreatedAt, c.UpdatedAt = tx.NewID(crm.PrefixContact), tx.Now(), tx.Now()
			if err := checkUnknown(tx, c); err != nil {
				return hideContact(tx, actor, err)
			}
			fresh, err := InsertContact(tx, c)
			if err == nil && !fresh { // another node was faster
				err = checkUnknown(tx, c)
			}
			if err != nil {
				return hideContact(tx, actor, err)
			}
			return save(tx, c)
		})
		return c, err
	})
}

func checkUnknown(tx *db.Tx, c crm.Contact) error {
	if other, found, err := ContactByPhone(tx, c.WorkspaceID, c.Phone); found || err != nil {
		if err != nil {
			return err
		}
		return contactExists("/phone", other.ID)
	}
	if other, found, err := ContactByUserID(tx, c.WorkspaceID, c.UserID); found || err != nil {
		if err != nil {
			return err
		}
		return contactExists("/userId", other.ID)
	}
	return nil
}

// Contacts returns a page of contacts. fields narrows it to those with a value
// of a custom field, by key and in the form of crm.CustomField.Parse.
func (s *Contacts) Contacts(ctx context.Context, actor crm.Actor, f crm.ContactFilter, fields map[string]string, p crm.Page) (list crm.List[crm.Contact], err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return list, err
	}
	defined, err := s.contactFields(ctx, actor.WorkspaceID)
	if err != nil {
		return list, err
	}
	if actor.MasksPhoneNumbers && f.QueryIsNumber() {
		f.Phone, f.Query = f.NumberPrefix(), "" // a whole number, or it would be found out digit by digit
	}
	var faults crm.Faults
	f.Values = crm.ParseFieldFilter(fields, defined, &faults)
	if err := faults.Err(); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		list, err = ListContacts(tx, actor.WorkspaceID, actor.Reach, f, p)
		return err
	})
	return list, err
}

// Contact returns a contact with its newest notices and merges. One that was
// merged away is answered by the one that it was merged into.
func (s *Contacts) Contact(ctx context.Context, actor crm.Actor, id string) (d ContactDetail, err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return d, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if d.Contact, err = ContactFor(tx, actor, id); err != nil {
			return err
		}
		if d.Notices, err = contactNotices(tx, actor.WorkspaceID, d.Contact.ID); err != nil {
			return err
		}
		d.Merges, err = ContactMerges(tx, actor.WorkspaceID, d.Contact.ID)
		return err
	})
	return d, err
}

// UpdateContact changes what is given and leaves the rest.
func (s *Contacts) UpdateContact(ctx context.Context, actor crm.Actor, id string, ch crm.ContactChange) (crm.Contact, error) {
	return s.changeContact(ctx, actor, id, func(c crm.Contact, fields []crm.CustomField) (crm.Contact, error) { return ch.Apply(c, fields) })
}

// TagContact adds tags to a contact.
func (s *Contacts) TagContact(ctx context.Context, actor crm.Actor, id string, tags []string) (crm.Contact, error) {
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Contact]) (crm.Contact, error) {
		return s.changeContact(ctx, actor, id, func(c crm.Contact, _ []crm.CustomField) (crm.Contact, error) { return c.AddTags(tags) }, save)
	})
}

// UntagContact takes a tag from a contact; one that it lacks changes nothing.
func (s *Contacts) UntagContact(ctx context.Context, actor crm.Actor, id, tag string) (crm.Contact, error) {
	return s.changeContact(ctx, actor, id, func(c crm.Contact, _ []crm.CustomField) (crm.Contact, error) { return c.RemoveTag(tag), nil })
}

func (s *Contacts) changeContact(ctx context.Context, actor crm.Actor, id string, change func(crm.Contact, []crm.CustomField) (crm.Contact, error),
	save ...core.Saver[crm.Contact]) (c crm.Contact, err error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return c, err
	}
	fields, err := s.contactFields(ctx, actor.WorkspaceID)
	if err != nil {
		return c, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		before, err := lockContactFor(tx, actor, id)
		if err != nil {
			return err
		}
		if c, err = change(before, fields); err != nil {
			return err
		}
		c.UpdatedAt = tx.Now()
		if err := changeContact(tx, before, c); err != nil {
			return hideContact(tx, actor, err)
		}
		for _, keep := range save {
			if err := keep(tx, c); err != nil {
				return err
			}
		}
		tx.After(func() { s.access.ForgetWorkspace(actor.WorkspaceID) })
		return nil
	})
	return c, err
}

// MergeContacts makes two contacts one: the one that stays has the other's
// conversations, tags and what it lacked itself.
func (s *Contacts) MergeContacts(ctx context.Context, actor crm.Actor, keptID, goneID string) (crm.Contact, error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return crm.Contact{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Contact]) (c crm.Contact, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			kept, err := lockContactFor(tx, actor, keptID)
			if err != nil {
				return err
			}
			gone, err := lockContactFor(tx, actor, goneID)
			if crm.CodeOf(err) == crm.CodeNotFound {
				var f crm.Faults
				f.Add("/contactId", crm.CodeNotFound, "There is no contact %q in this workspace.", goneID)
				return f.Err()
			}
			if err != nil {
				return err
			}
			if kept.ID == gone.ID {
				return crm.Errorf(crm.KindConflict, crm.CodeSameContact, "Both are contact %s already.", kept.ID)
			}
			if c, err = MergeContacts(tx, kept, gone, actor.By()); err != nil {
				return err
			}
			tx.After(func() { s.access.ForgetWorkspace(actor.WorkspaceID) })
			if err := save(tx, c); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "contact.merged", Targets: []crm.ActTarget{contactTarget(kept), contactTarget(gone)}})
		})
		return c, err
	})
}

// PartedContacts are the two contacts of a merge that was undone.
type PartedContacts struct{ Kept, Restored crm.Contact }

// UndoContactMerge parts two contacts again: the one that was gone is as it
// was; what came since the merge stays with the other one.
func (s *Contacts) UndoContactMerge(ctx context.Context, actor crm.Actor, id string) (PartedContacts, error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return PartedContacts{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[PartedContacts]) (out PartedContacts, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			m, err := LockContactMerge(tx, actor.WorkspaceID, id)
			if err == nil && CheckContact(tx, actor, m.KeptID, id) != nil {
				err = crm.NotFound("contact merge", id)
			}
			if err != nil {
				return err
			}
			if out.Kept, out.Restored, err = UndoContactMerge(tx, m); err != nil {
				return err
			}
			tx.After(func() { s.access.ForgetWorkspace(actor.WorkspaceID) })
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "contact_merge.undone",
				Targets: []crm.ActTarget{{Type: "contact_merge", ID: id}, contactTarget(out.Kept), contactTarget(out.Restored)}})
		})
		return out, err
	})
}
