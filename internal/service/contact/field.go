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
func (s *Contacts) contactFields(ctx context.Context, workspaceID string) ([]crm.CustomField, error) {
	return s.fields.Get(workspaceID, func() (list []crm.CustomField, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = contactFields(tx, workspaceID); return err })
		return list, err
	})
}

// CustomFields returns the custom fields of an owner that the workspace defined.
func (s *Contacts) CustomFields(ctx context.Context, actor crm.Actor, owner crm.FieldOwner) (list []crm.CustomField, err error) {
	if err := actor.Require(owner.ReadScope()); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = CustomFields(tx, actor.WorkspaceID, owner); return err })
	return list, err
}

// FieldsOf are the definitions by which the values of an actor's contacts are read.
func (s *Contacts) FieldsOf(ctx context.Context, actor crm.Actor) ([]crm.CustomField, error) {
	return s.contactFields(ctx, actor.WorkspaceID)
}

// CreateField defines a custom field of an owner.
func (s *Contacts) CreateField(ctx context.Context, actor crm.Actor, d crm.CustomField) (crm.CustomField, error) {
	if err := actor.Require(d.Owner.WriteScope()); err != nil {
		return d, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.CustomField]) (out crm.CustomField, err error) {
		var f crm.Faults
		d.Validate(&f)
		if err := f.Err(); err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			out = d
			out.ID, out.WorkspaceID, out.CreatedAt = tx.NewID(crm.PrefixContactField), actor.WorkspaceID, tx.Now()
			list, err := CustomFields(tx, actor.WorkspaceID, d.Owner)
			if err == nil && len(list) >= crm.MaxCustomFields {
				err = crm.Errorf(crm.KindConflict, crm.CodeFieldLimit, "A workspace has at most %d custom fields.", crm.MaxCustomFields)
			}
			if err != nil {
				return err
			}
			fresh, err := insertCustomField(tx, &out)
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
			return audit.Record(tx, actor, crm.Act{Action: fieldAct(d.Owner, "created"), Targets: []crm.ActTarget{fieldTarget(out)}, Changes: fieldChanges(crm.CustomField{}, out)})
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
	return crm.PressedContact{ID: c.ID, Name: c.Name, Phone: c.Phone, UserID: c.UserID, Fields: crm.FieldValues(crm.NamedValues(c.Values, defined))}, err
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

// UpdateField changes the label or the options of a custom field of an owner.
// Values that were stored before stay as they are.
func (s *Contacts) UpdateField(ctx context.Context, actor crm.Actor, owner crm.FieldOwner, id string, ch FieldChange) (crm.CustomField, error) {
	return s.changeField(ctx, actor, owner, id, func(tx *db.Tx, old crm.CustomField) (crm.CustomField, error) {
		d := old
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
			return d, err
		}
		updateCustomField(tx, d)
		return d, audit.RecordChange(tx, actor, fieldAct(owner, "updated"), fieldTarget(d), fieldChanges(old, d))
	})
}

// DeleteField removes a custom field of an owner; its values are shown no more, and
// another field of the same key does not bring them back.
func (s *Contacts) DeleteField(ctx context.Context, actor crm.Actor, owner crm.FieldOwner, id string) error {
	_, err := s.changeField(ctx, actor, owner, id, func(tx *db.Tx, old crm.CustomField) (crm.CustomField, error) {
		found, err := deleteCustomField(tx, actor.WorkspaceID, id)
		if err == nil && !found { // another node was faster
			err = crm.NotFound(string(owner)+" field", id)
		}
		if err != nil {
			return old, err
		}
		return old, audit.Record(tx, actor, crm.Act{Action: fieldAct(owner, "deleted"), Targets: []crm.ActTarget{fieldTarget(old)}})
	})
	return err
}

// changeField lets do change a definition that there is.
func (s *Contacts) changeField(ctx context.Context, actor crm.Actor, owner crm.FieldOwner, id string, do func(*db.Tx, crm.CustomField) (crm.CustomField, error)) (d crm.CustomField, err error) {
	if err := actor.Require(owner.WriteScope()); err != nil {
		return d, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		list, err := CustomFields(tx, actor.WorkspaceID, owner)
		i := slices.IndexFunc(list, func(d crm.CustomField) bool { return d.ID == id })
		if err == nil && i < 0 {
			err = crm.NotFound(string(owner)+" field", id)
		}
		if err != nil {
			return err
		}
		tx.After(func() { s.fields.Drop(actor.WorkspaceID) })
		d, err = do(tx, list[i])
		return err
	})
	return d, err
}

// SweepCaches forgets what has not been asked for lately.
func (s *Contacts) SweepCaches() {
	s.fields.Sweep()
	s.words.Sweep()
}
