package contact

import (
	"context"
	"maps"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// contactFields are the workspace's definitions, remembered for a short time.
func (s *Contacts) contactFields(ctx context.Context, workspaceID string) ([]crm.ContactField, error) {
	return s.fields.Get(workspaceID, func() (list []crm.ContactField, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = contactFields(tx, workspaceID); return err })
		return list, err
	})
}

// ContactFields returns the custom fields that the workspace defined.
func (s *Contacts) ContactFields(ctx context.Context, actor crm.Actor) ([]crm.ContactField, error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return nil, err
	}
	return s.contactFields(ctx, actor.WorkspaceID)
}

// FieldsOf are the definitions by which the values of an actor's contacts are read.
func (s *Contacts) FieldsOf(ctx context.Context, actor crm.Actor) ([]crm.ContactField, error) {
	return s.contactFields(ctx, actor.WorkspaceID)
}

// CreateContactField defines a custom field.
func (s *Contacts) CreateContactField(ctx context.Context, actor crm.Actor, d crm.ContactField) (crm.ContactField, error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return d, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ContactField]) (out crm.ContactField, err error) {
		var f crm.Faults
		d.Validate(&f)
		if err := f.Err(); err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			out = d
			out.ID, out.WorkspaceID, out.CreatedAt = tx.NewID(crm.PrefixContactField), actor.WorkspaceID, tx.Now()
			list, err := contactFields(tx, actor.WorkspaceID)
			if err == nil && len(list) >= crm.MaxContactFields {
				err = crm.Errorf(crm.KindConflict, crm.CodeFieldLimit, "A workspace has at most %d custom fields.", crm.MaxContactFields)
			}
			if err != nil {
				return err
			}
			fresh, err := insertContactField(tx, &out)
			if err == nil && !fresh {
				err = crm.Errorf(crm.KindConflict, crm.CodeFieldExists, "The key %q is taken.", d.Key)
			}
			if err != nil {
				return err
			}
			tx.After(func() { s.fields.Drop(actor.WorkspaceID) })
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "contact_field.created", Targets: []crm.ActTarget{fieldTarget(out)}, Changes: fieldChanges(crm.ContactField{}, out)})
		})
		return out, err
	})
}

// FieldKeys are the keys of the custom fields that the workspace has.
func (s *Contacts) FieldKeys(tx *db.Tx, workspaceID string) (keys []string, err error) {
	defined, err := contactFields(tx, workspaceID)
	for _, d := range defined {
		keys = append(keys, d.Key)
	}
	return keys, err
}

// Pressed is a contact as a system of the business is told of it.
func (s *Contacts) Pressed(tx *db.Tx, workspaceID, id string) (out crm.PressedContact, err error) {
	c, err := Contact(tx, workspaceID, id)
	if err != nil {
		return out, err
	}
	defined, err := contactFields(tx, workspaceID)
	return crm.PressedContact{ID: c.ID, Name: c.Name, Phone: c.Phone, UserID: c.UserID, Fields: crm.FieldValues(c, defined)}, err
}

// SetFields changes custom fields of a contact for somebody who may write contacts and
// reaches it, each by itself: wrong is told of what cannot be. nil takes a value away.
func (s *Contacts) SetFields(tx *db.Tx, actor crm.Actor, id string, values map[string]any, wrong func(crm.FieldError)) (set []string, err error) {
	before, err := lockContactFor(tx, actor, id)
	if err != nil {
		return nil, err
	}
	defined, err := contactFields(tx, actor.WorkspaceID)
	if err != nil {
		return nil, err
	}
	after := before
	for _, key := range slices.Sorted(maps.Keys(values)) {
		changed, err := crm.ContactChange{Fields: map[string]any{key: values[key]}}.Apply(after, defined)
		if err != nil {
			for _, fault := range crm.AsError(err).Fields {
				wrong(fault)
			}
			continue
		}
		after, set = changed, append(set, key)
	}
	if len(set) == 0 {
		return nil, nil
	}
	after.UpdatedAt = tx.Now()
	tx.After(func() { s.access.ForgetWorkspace(actor.WorkspaceID) })
	return set, changeContact(tx, before, after)
}

// FieldChange changes a definition: what is nil stays as it is.
type FieldChange struct {
	Label   *string
	Options []string
}

// UpdateContactField changes the label or the options of a custom field.
// Values that were stored before stay as they are.
func (s *Contacts) UpdateContactField(ctx context.Context, actor crm.Actor, id string, ch FieldChange) (d crm.ContactField, err error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return d, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		list, err := contactFields(tx, actor.WorkspaceID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(d crm.ContactField) bool { return d.ID == id })
		if i < 0 {
			return crm.NotFound("contact field", id)
		}
		d = list[i]
		var f crm.Faults
		if ch.Label != nil {
			d.Label = *ch.Label
			d.ValidateLabel(&f)
		}
		if ch.Options != nil {
			d.Options = ch.Options
			d.ValidateOptions(&f)
		}
		if err := f.Err(); err != nil {
			return err
		}
		updateContactField(tx, d)
		tx.After(func() { s.fields.Drop(actor.WorkspaceID) })
		return audit.RecordChange(tx, actor, "contact_field.updated", fieldTarget(d), fieldChanges(list[i], d))
	})
	return d, err
}

// DeleteContactField removes a custom field; its values are shown no more, and
// another field of the same key does not bring them back.
func (s *Contacts) DeleteContactField(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return err
	}
	return s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		list, err := contactFields(tx, actor.WorkspaceID)
		if err != nil {
			return err
		}
		found, err := deleteContactField(tx, actor.WorkspaceID, id)
		i := slices.IndexFunc(list, func(d crm.ContactField) bool { return d.ID == id })
		if err == nil && (!found || i < 0) {
			err = crm.NotFound("contact field", id)
		}
		if err != nil {
			return err
		}
		tx.After(func() { s.fields.Drop(actor.WorkspaceID) })
		return audit.Record(tx, actor, crm.Act{Action: "contact_field.deleted", Targets: []crm.ActTarget{fieldTarget(list[i])}})
	})
}

// SweepCaches forgets what has not been asked for lately.
func (s *Contacts) SweepCaches() {
	s.fields.Sweep()
	s.words.Sweep()
}
